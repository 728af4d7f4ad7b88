// Backsliding Toads and Frogs (Winning Ways, chapter 11): toads (t, Left's) and frogs (f,
// Right's) slide one cell in either direction, and jump forward over one enemy. Play may go
// on for ever, so the definition is marked `loopy`.

loopy BTF(s)
{
  default: { BTF(s[0..i-1] ++ ".t" ++ s[i+2..len(s)-1])  : i = 0..len(s)-2, if s[i..i+1] == "t.",
             BTF(s[0..i-1] ++ "t." ++ s[i+2..len(s)-1])  : i = 0..len(s)-2, if s[i..i+1] == ".t",
             BTF(s[0..i-1] ++ ".ft" ++ s[i+3..len(s)-1]) : i = 0..len(s)-3, if s[i..i+2] == "tf."
           | BTF(s[0..i-1] ++ "f." ++ s[i+2..len(s)-1])  : i = 0..len(s)-2, if s[i..i+1] == ".f",
             BTF(s[0..i-1] ++ ".f" ++ s[i+2..len(s)-1])  : i = 0..len(s)-2, if s[i..i+1] == "f.",
             BTF(s[0..i-1] ++ "ft." ++ s[i+3..len(s)-1]) : i = 0..len(s)-3, if s[i..i+2] == ".tf" };
}

// The first moves decide who passes longest.
BTF("t.")         // = on
BTF("tt..ff")     // = *
? BTF("t.ff")     // = right player win
BTF("ttt..fff")   // = {on|{0|-1/2}} & {{1/2|0}|off}
