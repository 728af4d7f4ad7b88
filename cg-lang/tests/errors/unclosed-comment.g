1; /* the rest
2
