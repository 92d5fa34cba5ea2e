"""The command line: `fourwinds`."""
