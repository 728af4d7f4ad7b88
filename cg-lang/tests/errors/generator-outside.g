sum(k : k = 0..3)
Nim(k) : k = 0..3
