heap = 3
heep
q
