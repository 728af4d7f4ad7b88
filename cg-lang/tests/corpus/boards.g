Clobber(b) {
  sum: parts(b, "."); symmetric: symmetries(b); negative: swap(b, "x", "o");
  default: { Clobber(put(b, r, c, ".", i, j, "x")) : (r, c) in cells(b, "x"), (i, j) in neighbours(b, r, c), if b[i, j] == "o"
           | Clobber(put(b, r, c, ".", i, j, "o")) : (r, c) in cells(b, "o"), (i, j) in neighbours(b, r, c), if b[i, j] == "x" };
}
?? Clobber(board("xo|ox"))
Hackenbush(g) {
  default: { Hackenbush(component(delete(g, e, "b"), "0")) : e in edges(g, "b")
           | Hackenbush(component(delete(g, e, "r"), "0")) : e in edges(g, "r") };
}
?? Hackenbush(graph("0-a:b, a-b:r"))
board("..|.")
graph("a-b-c")
put(board("..|.."), 2, 0, "x")
