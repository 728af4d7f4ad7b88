[k : k = 5]
[k : k]
