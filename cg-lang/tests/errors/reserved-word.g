if = 3
F(then) { default: 0; }
