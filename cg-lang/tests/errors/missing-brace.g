Kaley(n) { case 0: 0; default:  Kaley(k)+Kaley(n-k-1) : k = 0..n-1 | Kaley(k)+Kaley(n-k-1) : k = 0..n-1}; }
