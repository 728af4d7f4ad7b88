it + 1
