pow(2)
len()
