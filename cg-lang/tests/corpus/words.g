double = x -> 2 * x
pair = (a, b) -> [a, b]
map(x -> map(y -> x + y, [1, 2]), [3, 4])
filter((a, b) -> a < b, zip([1, 2], [2, 1]))
F(s, n) {
  case ("", _): 0;
  default: { F(rest, n) : k = 0..last, if fits(k) | };
  where last = len(s) - 1;
  where rest = s[0..last-1];
  where fits(k) { case 0: true; default: k < n and fits(k-1); }
}
?? F("abc", 2)
d = dict([["a", setof([1, ^])], ["b", setof([])]])
[k : (k, v) in d ++ dict([["c", setof([*])]]), if contains(v, 1)]
d["c"]
G(n) { case 0: 0; default: { G(n-2) | }; }
G(5)
sum([F(s, 1) : s in split("ab#c", "#")])
+_2 + ⧾3 + -_(1/2)
