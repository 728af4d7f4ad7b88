# Made by scripts/stubs.py: change that, not this.
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Protocol, SupportsIndex, Union, overload

from ._boards import Move, Sum
from ._games import Outcome, Picture

class _HasRatio(Protocol):
    def as_integer_ratio(self) -> tuple[int, int]: ...

class _HasGame(Protocol):
    def _game_(self) -> Game: ...

#: What stands for a game: a game, a number, a text of the language G, a position.
GameLike = Union[Game, int, _HasRatio, _HasGame, str]

class Game:
    @overload
    def __init__(self, value: GameLike = ..., /) -> None: ...
    @overload
    def __init__(
        self,
        left: Iterable[GameLike] | None,
        right: Iterable[GameLike] | None,
        /,
    ) -> None: ...
    @property
    def left(self) -> tuple[Game, ...]: ...
    @property
    def right(self) -> tuple[Game, ...]: ...
    def options(self) -> tuple[tuple[Game, ...], tuple[Game, ...]]: ...
    def outcome(self) -> Outcome: ...
    def confused_with(self, other: GameLike) -> bool: ...
    def as_number(self) -> int | Fraction: ...
    def as_integer_ratio(self) -> tuple[int, int]: ...
    def text(self, notation: str | None = None) -> str: ...
    def latex(self) -> str: ...
    def tree(self) -> Picture: ...
    def explore(self) -> Any: ...
    def canonical(self) -> str:
        """The canonical form of G, written with braces."""
    def canonical_form(self) -> str:
        """The canonical form of G, written with braces."""
    def subgroup(self) -> str:
        """The name of the subgroup that holds G, or `none`."""
    def signs(self) -> str:
        """The sign expansion of a number, a text of its runs: `+^(omega) -`."""
    def isimpartial(self) -> bool:
        """Whether G is the value of an impartial game, that is, a nimber."""
    def is_impartial(self) -> bool:
        """Whether G is the value of an impartial game, that is, a nimber."""
    def leftstop(self) -> Fraction | int:
        """The number that play reaches with Left moving first."""
    def left_stop(self) -> Fraction | int:
        """The number that play reaches with Left moving first."""
    def rightstop(self) -> Fraction | int:
        """The number that play reaches with Right moving first."""
    def right_stop(self) -> Fraction | int:
        """The number that play reaches with Right moving first."""
    def mean(self) -> Fraction | int:
        """The mean value."""
    def temperature(self) -> Fraction | int:
        """The temperature: what a move is worth."""
    def thermograph(self) -> Thermograph:
        """Both walls and the mast, for t >= -1."""
    def cool(self, t: GameLike, /) -> Game:
        """g with each move taxed by the number t."""
    def enriched(self, t: GameLike, d: GameLike, /) -> list[Any] | list[Game]:
        """The scores of g with coupons t, t - d, ..., d, for each player who moves first."""
    def heat(self, t: GameLike, /) -> Game:
        """g with each move worth t more."""
    def overheat(self, s: GameLike, t: GameLike, /) -> Game:
        """g overheated from s to t."""
    def freeze(self) -> Game:
        """g cooled by its own temperature."""
    def norton(self, u: GameLike, /) -> Game:
        """The Norton product g . u, u > 0."""
    def conway(self, h: GameLike, /) -> Game:
        """The Conway product."""
    def ordinal(self, h: GameLike, /) -> Game:
        """The ordinal sum g:h, a form."""
    def ordinalproduct(self, h: GameLike, /) -> Game:
        """h with a copy of g for each move, a form."""
    def ordinal_product(self, h: GameLike, /) -> Game:
        """h with a copy of g for each move, a form."""
    def conjunctive(self, h: GameLike, /) -> Game:
        """The sum in which one moves in both, a form."""
    def selective(self, h: GameLike, /) -> Game:
        """The sum in which one moves in one or both, a form."""
    def incentives(self) -> list[Game]:
        """The undominated incentives of both players."""
    def leftincentives(self) -> list[Game]:
        """The undominated incentives of Left."""
    def left_incentives(self) -> list[Game]:
        """The undominated incentives of Left."""
    def rightincentives(self) -> list[Game]:
        """The undominated incentives of Right."""
    def right_incentives(self) -> list[Game]:
        """The undominated incentives of Right."""
    def atomicweight(self) -> Game:
        """The atomic weight, where there is one."""
    def atomic_weight(self) -> Game:
        """The atomic weight, where there is one."""
    def reduced(self) -> Game:
        """The reduced canonical form: g up to infinitesimals."""
    def reduced_canonical_form(self) -> Game:
        """The reduced canonical form: g up to infinitesimals."""
    def companion(self) -> Game:
        """The companion in the lattice of games born by a day."""
    def birthday(self) -> int:
        """The depth of the canonical form."""
    def stopcount(self) -> int:
        """How many stopping positions the canonical form has."""
    def stop_count(self) -> int:
        """How many stopping positions the canonical form has."""
    def followers(self) -> list[Game]:
        """All positions of the canonical form, g included."""
    def isnumber(self) -> bool:
        """Whether g is a number."""
    def is_number(self) -> bool:
        """Whether g is a number."""
    def isinteger(self) -> bool:
        """Whether g is an integer."""
    def is_integer(self) -> bool:
        """Whether g is an integer."""
    def isnimber(self) -> bool:
        """Whether g is a nimber, 0 included."""
    def is_nimber(self) -> bool:
        """Whether g is a nimber, 0 included."""
    def isinfinitesimal(self) -> bool:
        """Whether both stops are 0."""
    def is_infinitesimal(self) -> bool:
        """Whether both stops are 0."""
    def isallsmall(self) -> bool:
        """Whether everywhere both can move or neither."""
    def is_all_small(self) -> bool:
        """Whether everywhere both can move or neither."""
    def isnumberish(self) -> bool:
        """Whether the stops agree."""
    def is_numberish(self) -> bool:
        """Whether the stops agree."""
    def ishot(self) -> bool:
        """Whether the left stop exceeds the right stop."""
    def is_hot(self) -> bool:
        """Whether the left stop exceeds the right stop."""
    def isswitch(self) -> bool:
        """Whether g is {x|y} with numbers x > y."""
    def is_switch(self) -> bool:
        """Whether g is {x|y} with numbers x > y."""
    def nimvalue(self) -> int:
        """The n of the nimber *n that g is."""
    def nim_value(self) -> int:
        """The n of the nimber *n that g is."""
    def simplest(self, b: GameLike, /) -> Game:
        """The simplest number between the numbers a < b."""
    def uptimal(self) -> str:
        """The digits of a number plus nimber plus powers of up."""
    def nimproduct(self, h: GameLike, /) -> Game:
        """The nim product of two nimbers."""
    def nim_product(self, h: GameLike, /) -> Game:
        """The nim product of two nimbers."""
    def niminverse(self) -> Game:
        """The nimber whose nim product with g is *."""
    def nim_inverse(self) -> Game:
        """The nimber whose nim product with g is *."""
    def nimroot(self) -> Game:
        """The nimber whose nim product with itself is g."""
    def nim_root(self) -> Game:
        """The nimber whose nim product with itself is g."""
    def power(self, n: GameLike, /) -> Game:
        """The n-th power of a game {0|H}."""
    def cumulative(self, n: GameLike, /) -> Game:
        """The sum of the first n powers of a game {0|H}."""
    def subordinate(self, b: GameLike, /) -> Game:
        """The game h with ordinal(b, h) == g."""
    def iseventempered(self) -> bool:
        """Whether all play to a number takes an even number of moves."""
    def is_even_tempered(self) -> bool:
        """Whether all play to a number takes an even number of moves."""
    def isoddtempered(self) -> bool:
        """Whether all play to a number takes an odd number of moves."""
    def is_odd_tempered(self) -> bool:
        """Whether all play to a number takes an odd number of moves."""
    def leftsensible(self) -> list[Game]:
        """Left's canonical options that keep the left stop."""
    def left_sensible(self) -> list[Game]:
        """Left's canonical options that keep the left stop."""
    def rightsensible(self) -> list[Game]:
        """Right's canonical options that keep the right stop."""
    def right_sensible(self) -> list[Game]:
        """Right's canonical options that keep the right stop."""
    def leftlines(self) -> list[Any]:
        """The sensible lines of play to a number, Left moving first."""
    def left_lines(self) -> list[Any]:
        """The sensible lines of play to a number, Left moving first."""
    def rightlines(self) -> list[Any]:
        """The sensible lines of play to a number, Right moving first."""
    def right_lines(self) -> list[Any]:
        """The sensible lines of play to a number, Right moving first."""
    def tiny(self) -> Game:
        """{0||0|-x} for x > 0."""
    def miny(self) -> Game:
        """{x|0||0} for x > 0."""
    def onside(self) -> Game:
        """What G is when play that never ends is a win for Left."""
    def offside(self) -> Game:
        """What G is when play that never ends is a win for Right."""
    def degree(self) -> Game:
        """The degree of loopiness of a stopper G: the onside of G - G."""
    def variety(self) -> Game:
        """The variety of a stopper G with an idempotent degree, when both of its definitions agree."""
    def isstable(self) -> bool:
        """Whether the two varieties of a stopper G are equal."""
    def isstopper(self) -> bool:
        """Whether G is equal to a stopper: a game in which no play that alternates goes on for ever."""
    def isloopfree(self) -> bool:
        """Whether G is equal to a game in which every play ends."""
    def loopynim(self) -> Any:
        """The nimber that an impartial position is worth, or infinity(K): positions may come back."""
    def winlength(self) -> Any:
        """How many moves play lasts when Left starts and when Right starts, or that it is a draw: the winner wants few, the loser many."""
    def genus(self) -> Any:
        """The genus of an impartial position and its temper: `2^{1420} restless`."""
    def tameness(self) -> Any:
        """How far the misère play of a position is from Nim: tame, restive, restless or wild."""
    def miserenimvalue(self) -> Any:
        """The misère nim-value of an impartial position: 0 when who is to move loses."""
    def misereform(self) -> Any:
        """The misère canonical form of a position or of a text; of several, of their sum."""
    def miserebirthday(self) -> Any:
        """The birthday of the misère canonical form of a position, or of a sum of several."""
    def miseremate(self) -> Any:
        """The mate of the misère canonical form of a position: their sum is a P-position."""
    def misereparts(self) -> Any:
        """All parts of the misère canonical form of a position: the games to which another adds up to it."""
    def normal(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def affine(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def dicots(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def deadending(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def blocking(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def misereplay(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def scoring(self) -> Any:
        """A theory of play; as a function, whether G is one of its games."""
    def universe(self) -> Any:
        """The least universe that holds G: dicots, deadending, blocking or misereplay; affine or scoring."""
    def pfree(self) -> Any:
        """Whether no follower of G, as it is played, is won by the second player in misère play."""
    def loony(self) -> Any:
        """Whether G is loony: who moves wins, whatever nimber is beside it."""
    def passstops(self) -> Any:
        """The scores that are reached when Left and when Right starts and the other may pass."""
    def stops(self) -> Any:
        """The scores that are reached when Left and when Right starts; of a game of normal play its stops."""
    def __add__(self, other: Game | int | _HasRatio) -> Game: ...
    def __radd__(self, other: Game | int | _HasRatio) -> Game: ...
    def __sub__(self, other: Game | int | _HasRatio) -> Game: ...
    def __rsub__(self, other: Game | int | _HasRatio) -> Game: ...
    def __mul__(self, count: SupportsIndex) -> Game: ...
    def __rmul__(self, count: SupportsIndex) -> Game: ...
    def __neg__(self) -> Game: ...
    def __pos__(self) -> Game: ...
    def __lt__(self, other: object) -> bool: ...
    def __le__(self, other: object) -> bool: ...
    def __gt__(self, other: object) -> bool: ...
    def __ge__(self, other: object) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def _tree_svg(self) -> str: ...
    def _latex_(self) -> str: ...
    def _repr_latex_(self) -> str: ...
    def _repr_svg_(self) -> str | None: ...

class LoopyGame:
    def __new__(cls, text: str, /) -> LoopyGame: ...
    def left(self) -> list[Any] | list[Game]:
        """The list of Left's canonical options of G."""
    def right(self) -> list[Any] | list[Game]:
        """The list of Right's canonical options of G."""
    def options(self) -> list[Any]:
        """The list of both lists of canonical options of G, Left's and Right's."""
    def leftstop(self) -> Game | LoopyGame:
        """The number that play reaches with Left moving first."""
    def left_stop(self) -> Game | LoopyGame:
        """The number that play reaches with Left moving first."""
    def rightstop(self) -> Game | LoopyGame:
        """The number that play reaches with Right moving first."""
    def right_stop(self) -> Game | LoopyGame:
        """The number that play reaches with Right moving first."""
    def tiny(self) -> Game | LoopyGame:
        """{0||0|-x} for x > 0."""
    def miny(self) -> Game | LoopyGame:
        """{x|0||0} for x > 0."""
    def onside(self) -> LoopyGame:
        """What G is when play that never ends is a win for Left."""
    def offside(self) -> LoopyGame:
        """What G is when play that never ends is a win for Right."""
    def degree(self) -> LoopyGame:
        """The degree of loopiness of a stopper G: the onside of G - G."""
    def variety(self) -> LoopyGame:
        """The variety of a stopper G with an idempotent degree, when both of its definitions agree."""
    def isstable(self) -> bool:
        """Whether the two varieties of a stopper G are equal."""
    def isstopper(self) -> bool:
        """Whether G is equal to a stopper: a game in which no play that alternates goes on for ever."""
    def isloopfree(self) -> bool:
        """Whether G is equal to a game in which every play ends."""
    def confused_with(self, other: AnyGame, /) -> bool: ...
    def outcome(self) -> str: ...
    def winner(self, first: str) -> str | None: ...
    def text(self, notation: str | None = None) -> str: ...
    def latex(self) -> str: ...
    def __add__(self, other: AnyGame) -> Game | LoopyGame: ...
    def __radd__(self, other: AnyGame) -> Game | LoopyGame: ...
    def __sub__(self, other: AnyGame) -> Game | LoopyGame: ...
    def __rsub__(self, other: AnyGame) -> Game | LoopyGame: ...
    def __mul__(self, count: SupportsIndex) -> Game | LoopyGame: ...
    def __rmul__(self, count: SupportsIndex) -> Game | LoopyGame: ...
    def __neg__(self) -> LoopyGame: ...
    def __pos__(self) -> LoopyGame: ...
    def __lt__(self, other: AnyGame) -> bool: ...
    def __le__(self, other: AnyGame) -> bool: ...
    def __gt__(self, other: AnyGame) -> bool: ...
    def __ge__(self, other: AnyGame) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _latex_(self) -> str: ...
    def _repr_latex_(self) -> str: ...

AnyGame = Union[Game, LoopyGame, int, Fraction, float]

class Thermograph:
    @property
    def mean(self) -> int | Fraction: ...
    @property
    def temperature(self) -> int | Fraction: ...
    @property
    def left_wall(self) -> list[tuple[int | Fraction, int | Fraction]]: ...
    @property
    def right_wall(self) -> list[tuple[int | Fraction, int | Fraction]]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...

class Position:
    @property
    def ruleset(self) -> str: ...
    @property
    def function(self) -> str: ...
    @property
    def parameters(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def board(self) -> str: ...
    @property
    def is_impartial(self) -> bool: ...
    @property
    def left(self) -> tuple[Position, ...]: ...
    @property
    def right(self) -> tuple[Position, ...]: ...
    def moves(self, player: str | None = None) -> list[Move]: ...
    def components(self) -> list[tuple[Position, bool]]: ...
    def value(self) -> Game: ...
    def outcome(self, *, misere: bool = False) -> Outcome: ...
    def winning_moves(self, player: str, *, misere: bool = False) -> list[Move]: ...
    def explore(self) -> Any: ...
    def __add__(self, other: object) -> Sum: ...
    def __radd__(self, other: object) -> Sum: ...
    def __sub__(self, other: object) -> Sum: ...
    def __rsub__(self, other: object) -> Sum: ...
    def __neg__(self) -> Sum: ...
    def __mul__(self, count: int) -> Sum: ...
    def __rmul__(self, count: int) -> Sum: ...
    def _game_(self) -> Game: ...
    def _moves(self, player: str) -> list[tuple[str, Position]]: ...
    def _repr_svg_(self) -> str: ...
    def _drawing(self) -> str: ...
    def _spots(self, name: str, after: Position) -> str: ...

class MisereQuotient:
    @property
    def order(self) -> int: ...
    @property
    def proved(self) -> bool: ...
    @property
    def ending(self) -> str: ...
    @property
    def last_heap(self) -> int: ...
    @property
    def period(self) -> tuple[int, int] | None: ...
    @property
    def p_positions(self) -> list[str]: ...
    def wins(self, heaps: list[int]) -> bool: ...
    def winning_moves(self, heaps: list[int], most: int = 1000) -> list[tuple[int, list[int]]]: ...

def call(name: str, /, *arguments: Any) -> Any: ...
def complete(text: str, cursor: int) -> tuple[int, list[tuple[str, str]]]: ...
def function_table() -> list[tuple[str, str, str, bool]]: ...
def held() -> tuple[int, int]: ...
def help_text(topic: str = "", /) -> str: ...
def illustrated(program: str) -> list[tuple[str | None, str]]: ...
def interrupt() -> bool: ...
def is_unfinished(text: str) -> bool: ...
def limits() -> tuple[int, float | None, int]: ...
def misere_quotient(
    code: str, heaps: int, elements: int, seconds: float | None = None
) -> MisereQuotient: ...
def nimber(size: SupportsIndex) -> Game: ...
def notation() -> str: ...
def octal_game(code: str) -> tuple[str, str | None, list[str]]: ...
def octal_period(
    code: str, heaps: int, seconds: float | None = None
) -> tuple[int, int, int, str | None] | None: ...
def octal_values(code: str, first: int, last: int) -> bytes: ...
def picture(kind: str, expression: str) -> tuple[str, str]: ...
def pieces(text: str) -> list[tuple[int, int, str]]: ...
def progress() -> tuple[int, int] | None: ...
def read_position(ruleset: str, variant: str, text: str) -> Position: ...
def ruleset_table() -> list[tuple[str, str, str, str, str, str, str, str, str, str]]: ...
def run(program: str, name: str, hear: Callable[[dict[str, Any]], Any]) -> None: ...
def sequence_svg(title: str, values: list[int]) -> str: ...
def set_limits(memory: int, time: float | None, games: int) -> None: ...
def set_notation(name: str) -> None: ...
def rules_win(
    terms: list[tuple[Position | Game | int, bool]],
    mover: str,
    misere: bool,
    book: object,
    steps: int | None,
    seconds: float | None,
) -> bool | None: ...
def sum_wins(terms: list[tuple[Position | Game, bool]], mover: str, misere: bool) -> bool: ...
def trinim_board(layers: int, text: str | None = None) -> tuple[str, str]: ...
def trinim_options(layers: int, text: str) -> list[str]: ...
def trinim_wins(layers: int, boards: list[str], misere: bool, most: int) -> list[bool]: ...
def ups(count: SupportsIndex) -> Game: ...
def usage(word: str) -> str | None: ...
