heap = 3
heep
q
help
quit
