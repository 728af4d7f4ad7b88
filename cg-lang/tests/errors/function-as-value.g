Nim(n) { default: 0; }
Nim + 1
