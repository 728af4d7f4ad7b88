:limit games 50
[{0|k} : k = 1..100]
