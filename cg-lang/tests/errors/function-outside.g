x -> x + 1
1 + (x -> x)
map(x -> x)
f = [x -> x]
