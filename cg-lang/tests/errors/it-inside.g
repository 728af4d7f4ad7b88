1
F(n) {
  case 0: 0;
  default: it + n;
}
