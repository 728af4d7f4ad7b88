"a\qb"
