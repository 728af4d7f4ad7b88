L(n) { case 0: []; default: [L(n-1)]; }
L(255)
L(300)
