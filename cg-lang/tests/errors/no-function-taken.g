F(f, list) { default: map(f, list); }
F(x -> x + 1, [1, 2])
