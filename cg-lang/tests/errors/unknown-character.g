1 # 2
Nim(n–1)
