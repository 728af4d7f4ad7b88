use "first.g"
