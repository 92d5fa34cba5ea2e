"""One running match: seats, log, what each viewer hears, undo, clocks, fair deals. No I/O."""
