loopy Q(n) { default: { Q(n) + dud | 0 }; }
Q(0)
