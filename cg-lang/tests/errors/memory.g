:limit memory 1MiB
range(1, 1000000)
