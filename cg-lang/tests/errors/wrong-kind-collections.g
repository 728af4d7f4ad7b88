dict([1])
setof([1])[0]
setof([1]) ++ [2]
keys(setof([1]))
setof(3)
