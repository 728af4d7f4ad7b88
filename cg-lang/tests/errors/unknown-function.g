Nim(n) { default: 0; }
Nimm(3)
nim(3)
otucome(3)
Domineering(3)
