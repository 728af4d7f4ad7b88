:notation standard
2.011
2.5
