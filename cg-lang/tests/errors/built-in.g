sum(n) { default: 0; }
min = 3
