case 0: 0;
Nim(n) case 0: 0;
