3^^
^^(2)
:notation standard
3 ^(2)
^^3
^<0>
