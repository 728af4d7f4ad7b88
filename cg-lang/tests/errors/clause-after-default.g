F(n) { default: 0; case 0: 1; }
