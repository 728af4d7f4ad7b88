Foo(1, 2)
Bar()
s = "abc"
s[1] = "x"
F(s) for i in [1, 2]
