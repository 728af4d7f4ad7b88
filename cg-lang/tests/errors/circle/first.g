F(n) { default: n; }
use "second.g"
