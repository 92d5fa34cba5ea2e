"""`python -m fourwinds` is the command `fourwinds`."""

from fourwinds.cli.app import main

main()
