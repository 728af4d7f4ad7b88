atomicweight({1|*})
simplest(3/4, 1/2)
cool(1, -3/2)
:notation standard
atomicweight({1|*})
simplest(3/4, 1/2)
cool(1, -3/2)
:limit options 5
left(*12)
