# Made by scripts/stubs.py: change that, not this.
from fractions import Fraction
from typing import Any, Callable

from ._native import Game, GameLike, LoopyGame, Thermograph

def __getattr__(name: str) -> Callable[..., Any]: ...
def min(*arguments: Any) -> Any:
    """The smallest of some numbers, or of a list; min(F, list): the item x with the least F(x)."""
def max(*arguments: Any) -> Any:
    """The largest of some numbers, or of a list; max(F, list): the item x with the largest F(x)."""
def abs(a: Any, /) -> Any:
    """The absolute value of a number."""
def gcd(*arguments: Any) -> Any:
    """The greatest common divisor of some integers; of zeros, 0."""
def pow(a: Any, b: Any, /) -> Any:
    """The integer a to the power b, b at least 0. Also written `a ** b`."""
def xor(a: Any, b: Any, /) -> Any:
    """The nim-sum of two integers: addition in binary without carries. Also written `a xor b`."""
def len(s: Any, /) -> Any:
    """How many items a list, or characters a text, has."""
def sum(list: Any, /) -> Any:
    """The disjunctive sum of the games in a list."""
def range(a: Any, b: Any, /) -> Any:
    """The list of the integers from a to b, both included."""
def reverse(s: Any, /) -> Any:
    """A list or a text from back to front."""
def contains(s: Any, x: Any, /) -> Any:
    """Whether a list holds x, or a text has the text x in it."""
def distinct(list: Any, /) -> Any:
    """The list without its repeated values, in the order of their first."""
def sort(list: Any, /) -> Any:
    """A list of numbers, or of texts, in ascending order; sort(F, list): by the keys F(x)."""
def board(rows: Any, /) -> Any:
    """The board with these rows: a text with `|` between them, or a list of texts."""
def rows(b: Any, /) -> Any:
    """How many rows a board has."""
def cols(b: Any, /) -> Any:
    """How many columns a board has."""
def put(*arguments: Any) -> Any:
    """The board with x at row r and column c, and so on; of a strip or a list, put(s, i, x, ...)."""
def cell(b: Any, r: Any, c: Any, x: Any, /) -> Any:
    """The cell at row r and column c, and x outside the board; of a strip, cell(s, i, x)."""
def cells(b: Any, x: Any, /) -> Any:
    """The places [r, c] of the cells that are one of the characters of x; without x, all."""
def neighbours(b: Any, r: Any, c: Any, n: Any, /) -> Any:
    """The places beside a cell, 4 of them at most, or 8 if n is 8; of a strip, neighbours(s, i)."""
def near(b: Any, r: Any, c: Any, x: Any, /) -> Any:
    """Whether one of the 4 cells beside a cell is one of the characters of x; of a strip, near(s, i, x)."""
def rays(b: Any, r: Any, c: Any, x: Any, /) -> Any:
    """The places that a queen at row r and column c reaches over cells that are x."""
def regions(b: Any, x: Any, /) -> Any:
    """The regions of cells that are one of the characters of x: for each the list of its places."""
def region(b: Any, r: Any, c: Any, /) -> Any:
    """The places of the cells that hang together with a cell and are the same as it."""
def around(b: Any, places: Any, /) -> Any:
    """The cells beside these places, as a text."""
def parts(b: Any, x: Any, /) -> Any:
    """What is left of a board or strip when the cells that are x are taken away: a list of boards or strips."""
def turn(b: Any, /) -> Any:
    """The board turned by a quarter, to the right."""
def mirror(b: Any, /) -> Any:
    """The board or strip with left and right exchanged."""
def flip(b: Any, /) -> Any:
    """The board with the upper and the lower side exchanged."""
def transpose(b: Any, /) -> Any:
    """The board with rows and columns exchanged."""
def reflections(b: Any, /) -> Any:
    """The board reflected so that rows stay rows, and turned by a half: 3 boards; of a strip, the reversed one."""
def symmetries(b: Any, /) -> Any:
    """The board turned and reflected: the 7 other boards; of a strip, the reversed one."""
def swap(b: Any, x: Any, y: Any, /) -> Any:
    """The board or strip with the cells x and y exchanged."""
def graph(text: Any, /) -> Any:
    """The graph with these edges and vertices: graph('a-b, b-c:red, d')."""
def vertices(g: Any, x: Any, /) -> Any:
    """The vertices of a graph, those with the label x, or all."""
def edges(g: Any, x: Any, /) -> Any:
    """The edges of a graph as pairs of vertices, those with the label x, or all."""
def label(g: Any, v: Any, /) -> Any:
    """The label of a vertex, or of an edge [v, w]; the empty text if there is none."""
def delete(g: Any, v: Any, /) -> Any:
    """The graph without a vertex and its edges, or without an edge [v, w]; delete(g, [v, w], x) takes one with the label x."""
def component(g: Any, v: Any, /) -> Any:
    """The part of a graph that hangs together with a vertex."""
def canonicalgraph(g: Any, /) -> Any:
    """The same graph for all graphs that are isomorphic, with equal labels; its vertices are numbered."""
def samegraph(g: Any, h: Any, /) -> Any:
    """Whether two graphs are isomorphic, with equal labels."""
def setof(list: Any, /) -> Any:
    """The set of the values in a list: each is there once, and their order does not matter."""
def dict(pairs: Any, /) -> Any:
    """The dictionary of a list of pairs [key, value]: d[key] is the value."""
def items(s: Any, /) -> Any:
    """The list of the values of a set, or of the pairs of a dictionary."""
def keys(d: Any, /) -> Any:
    """The list of the keys of a dictionary."""
def get(d: Any, key: Any, x: Any, /) -> Any:
    """The value that a dictionary has for a key, and x when it has none."""
def common(a: Any, b: Any, /) -> Any:
    """The set of the values that are in both sets."""
def without(a: Any, b: Any, /) -> Any:
    """The set of the values of the set a that are not in the set b."""
def replace(s: Any, x: Any, y: Any, /) -> Any:
    """A list or a text with y for each x in it."""
def split(text: Any, by: Any, /) -> Any:
    """The list of the parts of a text between the texts `by`."""
def join(list: Any, by: Any, /) -> Any:
    """The items of a list as texts, one behind the other, with the text `by` between them."""
def chunks(s: Any, n: Any, /) -> Any:
    """A list or a text cut into pieces of n items, the last as long as is left."""
def zip(*arguments: Any) -> Any:
    """The list of the lists of items at the same place, as long as the shortest list."""
def random(a: Any, b: Any, seed: Any, /) -> Any:
    """An integer from a to b, both included, that the integer `seed` chooses."""
def choice(list: Any, seed: Any, /) -> Any:
    """The item of a list that the integer `seed` chooses."""
def shuffle(list: Any, seed: Any, /) -> Any:
    """The items of a list in an order that the integer `seed` chooses."""
def outcome(g: GameLike, /) -> str:
    """Who wins G, what `? G` answers, as a value."""
def left(g: GameLike, /) -> list[Game]:
    """The list of Left's canonical options of G."""
def right(g: GameLike, /) -> list[Game]:
    """The list of Right's canonical options of G."""
def options(g: GameLike, /) -> list[Any]:
    """The list of both lists of canonical options of G, Left's and Right's."""
def canonical(g: GameLike, /) -> str:
    """The canonical form of G, written with braces."""
def subgroup(g: GameLike, /) -> str:
    """The name of the subgroup that holds G, or `none`."""
def signs(g: GameLike, /) -> str:
    """The sign expansion of a number, a text of its runs: `+^(omega) -`."""
def ofsigns(text: Any, /) -> Any:
    """The number with this sign expansion: the value of a string of blue and red edges."""
def isimpartial(g: GameLike, /) -> bool:
    """Whether G is the value of an impartial game, that is, a nimber."""
def leftstop(g: GameLike, /) -> Fraction | int:
    """The number that play reaches with Left moving first."""
def rightstop(g: GameLike, /) -> Fraction | int:
    """The number that play reaches with Right moving first."""
def mean(g: GameLike, /) -> Fraction | int:
    """The mean value."""
def temperature(g: GameLike, /) -> Fraction | int:
    """The temperature: what a move is worth."""
def thermograph(g: GameLike, /) -> Thermograph:
    """Both walls and the mast, for t >= -1."""
def cool(g: GameLike, t: GameLike, /) -> Game:
    """g with each move taxed by the number t."""
def enriched(g: GameLike, t: GameLike, d: GameLike, /) -> list[Any] | list[Game]:
    """The scores of g with coupons t, t - d, ..., d, for each player who moves first."""
def heat(g: GameLike, t: GameLike, /) -> Game:
    """g with each move worth t more."""
def overheat(g: GameLike, s: GameLike, t: GameLike, /) -> Game:
    """g overheated from s to t."""
def freeze(g: GameLike, /) -> Game:
    """g cooled by its own temperature."""
def norton(g: GameLike, u: GameLike, /) -> Game:
    """The Norton product g . u, u > 0."""
def conway(g: GameLike, h: GameLike, /) -> Game:
    """The Conway product."""
def ordinal(g: GameLike, h: GameLike, /) -> Game:
    """The ordinal sum g:h, a form."""
def ordinalproduct(g: GameLike, h: GameLike, /) -> Game:
    """h with a copy of g for each move, a form."""
def conjunctive(g: GameLike, h: GameLike, /) -> Game:
    """The sum in which one moves in both, a form."""
def selective(g: GameLike, h: GameLike, /) -> Game:
    """The sum in which one moves in one or both, a form."""
def incentives(g: GameLike, /) -> list[Game]:
    """The undominated incentives of both players."""
def leftincentives(g: GameLike, /) -> list[Game]:
    """The undominated incentives of Left."""
def rightincentives(g: GameLike, /) -> list[Game]:
    """The undominated incentives of Right."""
def atomicweight(g: GameLike, /) -> Game:
    """The atomic weight, where there is one."""
def reduced(g: GameLike, /) -> Game:
    """The reduced canonical form: g up to infinitesimals."""
def companion(g: GameLike, /) -> Game:
    """The companion in the lattice of games born by a day."""
def birthday(g: GameLike, /) -> int:
    """The depth of the canonical form."""
def stopcount(g: GameLike, /) -> int:
    """How many stopping positions the canonical form has."""
def followers(g: GameLike, /) -> list[Game]:
    """All positions of the canonical form, g included."""
def isnumber(g: GameLike, /) -> bool:
    """Whether g is a number."""
def isinteger(g: GameLike, /) -> bool:
    """Whether g is an integer."""
def isnimber(g: GameLike, /) -> bool:
    """Whether g is a nimber, 0 included."""
def isinfinitesimal(g: GameLike, /) -> bool:
    """Whether both stops are 0."""
def isallsmall(g: GameLike, /) -> bool:
    """Whether everywhere both can move or neither."""
def isnumberish(g: GameLike, /) -> bool:
    """Whether the stops agree."""
def ishot(g: GameLike, /) -> bool:
    """Whether the left stop exceeds the right stop."""
def isswitch(g: GameLike, /) -> bool:
    """Whether g is {x|y} with numbers x > y."""
def nimvalue(g: GameLike, /) -> int:
    """The n of the nimber *n that g is."""
def simplest(a: GameLike, b: GameLike, /) -> Game:
    """The simplest number between the numbers a < b."""
def uptimal(g: GameLike, /) -> str:
    """The digits of a number plus nimber plus powers of up."""
def nimproduct(g: GameLike, h: GameLike, /) -> Game:
    """The nim product of two nimbers."""
def niminverse(g: GameLike, /) -> Game:
    """The nimber whose nim product with g is *."""
def nimroot(g: GameLike, /) -> Game:
    """The nimber whose nim product with itself is g."""
def power(g: GameLike, n: GameLike, /) -> Game:
    """The n-th power of a game {0|H}."""
def cumulative(g: GameLike, n: GameLike, /) -> Game:
    """The sum of the first n powers of a game {0|H}."""
def subordinate(g: GameLike, b: GameLike, /) -> Game:
    """The game h with ordinal(b, h) == g."""
def iseventempered(g: GameLike, /) -> bool:
    """Whether all play to a number takes an even number of moves."""
def isoddtempered(g: GameLike, /) -> bool:
    """Whether all play to a number takes an odd number of moves."""
def leftsensible(g: GameLike, /) -> list[Game]:
    """Left's canonical options that keep the left stop."""
def rightsensible(g: GameLike, /) -> list[Game]:
    """Right's canonical options that keep the right stop."""
def leftlines(g: GameLike, /) -> list[Any]:
    """The sensible lines of play to a number, Left moving first."""
def rightlines(g: GameLike, /) -> list[Any]:
    """The sensible lines of play to a number, Right moving first."""
def tiny(x: GameLike, /) -> Game:
    """{0||0|-x} for x > 0."""
def miny(x: GameLike, /) -> Game:
    """{x|0||0} for x > 0."""
def Tiny(*arguments: Any) -> Any:
    """{0||0|-x} for x > 0."""
def Miny(*arguments: Any) -> Any:
    """{x|0||0} for x > 0."""
def text(x: Any, /) -> Any:
    """A value as a text; text(x, 'latex') in another notation."""
def latex(x: Any, /) -> Any:
    """A value as a text in the notation of LaTeX."""
def number(text: Any, /) -> Any:
    """The number that a text writes: '12', '-3/4', '2.5'."""
def read(file: Any, /) -> Any:
    """The lines of a file as texts; of a file .csv the rows, each a list of its cells."""
def trinim(*arguments: Any) -> Any:
    """The value of a position of Triangular Nim in normal play, a nimber; without a board, of all k layers."""
def family(games: Any, /) -> Any:
    """The group that the games of a list generate, and a proved rule that tells who wins any sum of them; family(F, list) is about the calls of F."""
def onside(g: GameLike, /) -> Game:
    """What G is when play that never ends is a win for Left."""
def offside(g: GameLike, /) -> Game:
    """What G is when play that never ends is a win for Right."""
def degree(g: GameLike, /) -> Game:
    """The degree of loopiness of a stopper G: the onside of G - G."""
def variety(g: GameLike, /) -> Game:
    """The variety of a stopper G with an idempotent degree, when both of its definitions agree."""
def isstable(g: GameLike, /) -> bool:
    """Whether the two varieties of a stopper G are equal."""
def isstopper(g: GameLike, /) -> bool:
    """Whether G is equal to a stopper: a game in which no play that alternates goes on for ever."""
def isloopfree(g: GameLike, /) -> bool:
    """Whether G is equal to a game in which every play ends."""
def upsum(g: Any, h: Any, /) -> Any:
    """The onside of the sum of two stoppers."""
def downsum(g: Any, h: Any, /) -> Any:
    """The offside of the sum of two stoppers."""
def FoxAndGeese(*arguments: Any) -> Any:
    """The value of a position of Fox and Geese."""
def CeyloneseFoxAndGeese(*arguments: Any) -> Any:
    """The value of a position of Ceylonese Fox and Geese."""
def HareAndHounds(*arguments: Any) -> Any:
    """The value of a position of Hare and Hounds."""
def Backsliding(*arguments: Any) -> Any:
    """The value of a position of Backsliding Toads and Frogs."""
def Phutball(*arguments: Any) -> Any:
    """The value of a position of Phutball."""
def loopynim(g: GameLike, /) -> Any:
    """The nimber that an impartial position is worth, or infinity(K): positions may come back."""
def winlength(g: GameLike, /) -> Any:
    """How many moves play lasts when Left starts and when Right starts, or that it is a draw: the winner wants few, the loser many."""
def Nim(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Nim; for a list of heaps, of their sum."""
def Kayles(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Kayles; for a list of heaps, of their sum."""
def DawsonsKayles(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Dawson's Kayles; for a list of heaps, of their sum."""
def Treblecross(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Treblecross; for a list of heaps, of their sum."""
def Officers(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Officers; for a list of heaps, of their sum."""
def Guiles(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Guiles; for a list of heaps, of their sum."""
def Grundy(*arguments: Any) -> Any:
    """The value of a heap of n tokens of Grundy's game; for a list of heaps, of their sum."""
def octal(code: Any, n: Any, /) -> Any:
    """The value of a heap of n tokens of an octal game, or of one with a code for each player; for a list of heaps, of their sum."""
def nimsequence(code: Any, n: Any, /) -> Any:
    """The nim-values of the heaps 0 to n of an octal game, or of the heaps in a list."""
def period(*arguments: Any) -> Any:
    """The period of an octal game, as pairs of a name and a value; period(code, n) looks at n heaps. Of a list, the period of its values."""
def quotient(code: Any, /) -> Any:
    """The misère quotient of an octal game (its code, or a function that is one), or of some positions, as pairs of a name and a value; with n, of the heaps to n."""
def genus(g: GameLike, /) -> Any:
    """The genus of an impartial position and its temper: `2^{1420} restless`."""
def tameness(g: GameLike, /) -> Any:
    """How far the misère play of a position is from Nim: tame, restive, restless or wild."""
def miserenimvalue(g: GameLike, /) -> Any:
    """The misère nim-value of an impartial position: 0 when who is to move loses."""
def miserelinked(g: Any, h: Any, /) -> Any:
    """Whether some game added to both makes P-positions of G and H under misère play."""
def misereform(g: GameLike, /) -> Any:
    """The misère canonical form of a position or of a text; of several, of their sum."""
def miserebirthday(g: GameLike, /) -> Any:
    """The birthday of the misère canonical form of a position, or of a sum of several."""
def miseremate(g: GameLike, /) -> Any:
    """The mate of the misère canonical form of a position: their sum is a P-position."""
def misereparts(g: GameLike, /) -> Any:
    """All parts of the misère canonical form of a position: the games to which another adds up to it."""
def normal(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def affine(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def dicots(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def deadending(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def blocking(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def misereplay(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def scoring(g: GameLike, /) -> Any:
    """A theory of play; as a function, whether G is one of its games."""
def end(a: Any, /) -> Any:
    """The player may stop, and a is scored."""
def score(a: Any, /) -> Any:
    """A score, where nobody can move."""
def entails(f: Any, /) -> Any:
    """A move after which the opponent must answer in F(n)."""
def again(f: Any, /) -> Any:
    """A move to F(n) after which the same player moves again."""
def compare(t: Any, g: Any, h: Any, /) -> Any:
    """How G stands to H in a theory of play: a text, one of < > = <>."""
def member(t: Any, g: Any, /) -> Any:
    """A game of the universe T that is equal to G, in few forms."""
def inverse(t: Any, g: Any, /) -> Any:
    """The game that added to G is 0 in a theory of play: its conjugate, where it has one."""
def separator(t: Any, g: Any, h: Any, /) -> Any:
    """A game of T beside which G and H do not do equally well, by a search; or none found."""
def universe(g: GameLike, /) -> Any:
    """The least universe that holds G: dicots, deadending, blocking or misereplay; affine or scoring."""
def pfree(g: GameLike, /) -> Any:
    """Whether no follower of G, as it is played, is won by the second player in misère play."""
def loony(g: GameLike, /) -> Any:
    """Whether G is loony: who moves wins, whatever nimber is beside it."""
def classes(t: Any, n: Any, /) -> Any:
    """How many games of a theory are born by day n; in scoring, with the scores of a list."""
def DotsAndBoxes(*arguments: Any) -> Any:
    """A position of Dots and Boxes: a size in boxes, or a text such as '2x2 a1-b1'."""
def passstops(g: GameLike, /) -> Any:
    """The scores that are reached when Left and when Right starts and the other may pass."""
def stops(g: GameLike, /) -> Any:
    """The scores that are reached when Left and when Right starts; of a game of normal play its stops."""
def Domineering(*arguments: Any) -> Game:
    """The value of a position of Domineering."""
def Cram(*arguments: Any) -> Game:
    """The value of a position of Cram."""
def Clobber(*arguments: Any) -> Game:
    """The value of a position of Clobber."""
def NoGo(*arguments: Any) -> Game:
    """The value of a position of NoGo."""
def Amazons(*arguments: Any) -> Game:
    """The value of a position of Amazons."""
def Col(*arguments: Any) -> Game:
    """The value of a position of Col."""
def Snort(*arguments: Any) -> Game:
    """The value of a position of Snort."""
def ToadsAndFrogs(*arguments: Any) -> Game:
    """The value of a position of Toads and Frogs."""
def ElephantsAndRhinos(*arguments: Any) -> Game:
    """The value of a position of Elephants and Rhinos."""
def GenToadsAndFrogs(*arguments: Any) -> Game:
    """The value of a position of Toads and Frogs with other steps."""
def TopplingDominoes(*arguments: Any) -> Game:
    """The value of a position of Toppling Dominoes."""
def SkiJumps(*arguments: Any) -> Game:
    """The value of a position of Ski Jumps."""
def Turning(*arguments: Any) -> Game:
    """The value of a position of Coins."""
def TurningTurtles(*arguments: Any) -> Game:
    """The value of a position of Turning Turtles."""
def MockTurtles(*arguments: Any) -> Game:
    """The value of a position of Mock Turtles."""
def Ruler(*arguments: Any) -> Game:
    """The value of a position of Ruler."""
def Fjords(*arguments: Any) -> Game:
    """The value of a position of Fjords."""
def NodeKayles(*arguments: Any) -> Game:
    """The value of a position of Node Kayles."""
def DigraphPlacement(*arguments: Any) -> Game:
    """The value of a position of Digraph Placement."""
def Poset(*arguments: Any) -> Game:
    """The value of a position of Poset games."""
def Hackenbush(*arguments: Any) -> Game:
    """The value of a position of Hackenbush."""
def ChildishHackenbush(*arguments: Any) -> Game:
    """The value of a position of Childish Hackenbush."""
def ArcKayles(*arguments: Any) -> Game:
    """The value of a position of Arc Kayles."""
def PartizanArcKayles(*arguments: Any) -> Game:
    """The value of a position of Partizan Arc Kayles."""
def WeightedArcKayles(*arguments: Any) -> Game:
    """The value of a position of Weighted Arc Kayles."""
def EdgeNim(*arguments: Any) -> Game:
    """The value of a position of Nim on a graph."""
def Nimstring(*arguments: Any) -> Game:
    """The value of a position of Nimstring."""
def AntiClobber(*arguments: Any) -> Game:
    """The value of a position of Anti-Clobber."""
def CannibalClobber(*arguments: Any) -> Game:
    """The value of a position of Cannibal Clobber."""
def DiagonalClobber(*arguments: Any) -> Game:
    """The value of a position of Diagonal Clobber."""
def Kings(*arguments: Any) -> Game:
    """The value of a position of Clobber of kings."""
def Knights(*arguments: Any) -> Game:
    """The value of a position of Clobber of knights."""
def Rooks(*arguments: Any) -> Game:
    """The value of a position of Clobber of rooks."""
def Queens(*arguments: Any) -> Game:
    """The value of a position of Clobber of queens."""
def Fission(*arguments: Any) -> Game:
    """The value of a position of Fission."""
def Konane(*arguments: Any) -> Game:
    """The value of a position of Konane."""
def PegDuotaire(*arguments: Any) -> Game:
    """The value of a position of Peg Duotaire."""
def KingsDirt(*arguments: Any) -> Game:
    """The value of a position of King's Dirt."""
def Sheep(*arguments: Any) -> Game:
    """The value of a position of Sheep."""
def Chomp(*arguments: Any) -> Game:
    """The value of a position of Chomp."""
def DawsonsChess(*arguments: Any) -> Game:
    """The value of a position of Dawson's Chess."""
def Quicksort(*arguments: Any) -> Game:
    """The value of a position of Quicksort."""
def Wythoff(*arguments: Any) -> Game:
    """The value of a position of Wythoff's game."""
def GenWythoff(*arguments: Any) -> Game:
    """The value of a position of Wythoff's game, generalised."""
def PartizanEuclid(*arguments: Any) -> Game:
    """The value of a position of Partizan Euclid."""
def Cutcake(*arguments: Any) -> Game:
    """The value of a position of Cutcake."""
def Eatcake(*arguments: Any) -> Game:
    """The value of a position of Eatcake."""
def MaundyCake(*arguments: Any) -> Game:
    """The value of a position of Maundy Cake."""
def TurnAndEatcake(*arguments: Any) -> Game:
    """The value of a position of Turn-and-Eatcake."""
def PartizanSubtraction(*arguments: Any) -> Game:
    """The value of a position of Partizan Subtraction."""
def PartizanSplittles(*arguments: Any) -> Game:
    """The value of a position of Partizan Splittles."""
def PartizanTakeAndBreak(*arguments: Any) -> Game:
    """The value of a position of Partizan taking and breaking."""
def FibonacciNim(*arguments: Any) -> Game:
    """The value of a position of Fibonacci Nim."""
def TakeAway(*arguments: Any) -> Game:
    """The value of a position of Take-Away."""
def Mem(*arguments: Any) -> Game:
    """The value of a position of Mem."""
def HypergraphNim(*arguments: Any) -> Game:
    """The value of a position of Nim on a hypergraph."""
def impartial(ruleset: Any, /) -> Any:
    """The value of a position of a ruleset, impartial. Both players have the moves of both."""
def dicotic(ruleset: Any, /) -> Any:
    """The value of a position of a ruleset, dicotic. The game ends as soon as one of the players has no move."""
def twisted(ruleset: Any, /) -> Any:
    """The value of a position of a ruleset, twisted. The players exchange their roles after each move."""
def xt(ruleset: Any, /) -> Any:
    """The value of a position of a ruleset, xt. A player who has no move in a connected group of free cells fills one cell of it."""
def boards(ruleset: Any, rows: Any, columns: Any, /) -> Any:
    """The boards of this size as texts, one of each class of boards that are alike; with 'all' behind them, all."""
