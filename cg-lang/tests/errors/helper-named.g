F(n) { default: map(small, [1, 2]); where small(m) = m < n; }
