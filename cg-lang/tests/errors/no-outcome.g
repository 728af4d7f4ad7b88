outcome({1|-1}) == "first"
