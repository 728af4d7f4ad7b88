loopy K(n) { default: { 0 | K(n) + 1 }; }
K(1)
