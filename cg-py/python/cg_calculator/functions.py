"""The functions of the language G, by their names.

They are made from the language's own table when the package is loaded: what the language
learns, Python has. Questions about one game are methods of ``Game`` as well, under the same name
and, where CGSuite's name consists of several words, with these parted by underscores.

>>> from cg_calculator import Game, functions
>>> functions.gcd(12, 18)
6
>>> Game("{2|-1}").leftstop(), Game("{2|-1}").left_stop()
(2, 2)
>>> Game("{2|-1}").temperature()
Fraction(3, 2)

Functions that a program defines are here as well: after ``run("F(n) {...}")`` there is
``functions.F``. Functions that take other functions, such as ``map``, are left out: Python has its own. So is
``misere``, which needs the position and not its value.
"""

from . import _functions

# Many have the names of Python's own functions: nothing but them is in this module.
_functions.fill(globals())
__getattr__ = _functions.of_program
