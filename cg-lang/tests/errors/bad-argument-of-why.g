:why
:why {0|
:why x = 3
:why 1 2
:why 1 + F(2)
:why ? "a"
:why {1/3|}
