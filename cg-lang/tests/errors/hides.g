F(n) { default: [n : n = 0..3, if small(n)]; where small(m) = m < n; }
G(n) { default: n; where n = 2; }
