1
:write tests/errors/nothing-answered.g
