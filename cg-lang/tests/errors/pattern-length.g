F(a, b) { case 0: 0; }
