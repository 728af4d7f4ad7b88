use "tests/errors/circle/first.g"
use "tests/errors/circle/none.g"
