// Rules, as the guide has them.
impartial Kayles(n)
{
  case 0: 0;
  default: { Kayles(k) + Kayles(n-k-1) : k = 0..n-1,
             Kayles(k) + Kayles(n-k-2) : k = 0..n-2 };
}

Clobber(b)
{
  sum: parts(b, ".");          // declared
  default: { Clobber(put(b, r, c, ".")) : r = 0..rows(b)-1, if b[r, c] == "x" and not b[0, 0] != "o"
           | };
}

loopy Walk(s) { case _ if len(s) > 2: let t = s[1..2]; F(t); default: dud; where F(x) = x ++ "\"\\"; }
? Kayles(4) +
  Kayles(1)
?? Kayles(5); Kayles(2) xor 3
square = x -> x*x
