:notation paper
:load "some file.g"
:why {1|0} + *
/* a comment
   of two lines */
1 // and behind
:list
[1,
 * // a star in the next line
]
5
*
-1
∅{∅|∅}
if 1 <= 2 then on else under & over
