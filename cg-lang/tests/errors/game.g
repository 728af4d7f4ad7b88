:limit options 5
left(*(10))
