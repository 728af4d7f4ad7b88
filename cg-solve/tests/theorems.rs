//! What the literature proves of whole families of positions: closed forms, periods, who wins.
//! Each test names its source. Single positions with their values are rows of
//! `testdata/rulesets.tsv`.

use cg_core::{Dyadic, Game, Limits, Outcome};
use cg_rulesets::{Clobber, Notated, Position, Start, Varied, VariedPosition};
use cg_simplify::Engine;
use cg_solve::{Settings, Solver, Values};

/// Values of positions, with the engine that holds them.
struct Calculator {
    engine: Engine,
    values: std::collections::HashMap<Varied<cg_rulesets::Game>, Values<VariedPosition<Position>>>,
}

impl Calculator {
    fn new() -> Self {
        let registry = cg_subgroups::standard().unwrap();
        let engine = Engine::new(registry, Limits::default()).unwrap();
        Calculator { engine, values: Default::default() }
    }

    fn value(&mut self, text: &str) -> Game {
        let start = Start::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let values = self.values.entry(start.rules.clone()).or_default();
        values.value(&mut self.engine, &start.rules, start.position).unwrap()
    }

    fn nimber(&mut self, n: u64) -> Game {
        self.engine.nimber(&n.into()).unwrap()
    }

    fn integer(&mut self, n: i64) -> Game {
        self.engine.integer(&n.into()).unwrap()
    }

    fn is_nimber(&mut self, text: &str, n: u64) {
        let (found, expected) = (self.value(text), self.nimber(n));
        assert!(found == expected, "{text} is not *{n}");
    }

    fn is_integer(&mut self, text: &str, n: i64) {
        let (found, expected) = (self.value(text), self.integer(n));
        assert!(found == expected, "{text} is not {n}");
    }
}

/// All words of so many of these letters.
fn words(letters: &str, length: usize) -> Vec<String> {
    let mut words = vec![String::new()];
    for _ in 0..length {
        words = words
            .iter()
            .flat_map(|word| letters.chars().map(move |letter| format!("{word}{letter}")))
            .collect();
    }
    words
}

/// Winning Ways, chapter 2: a cake whose shorter side has at least 2^i squares and less than
/// 2^(i+1) is worth one less than the longer side has multiples of 2^i, to the player who cuts
/// the longer side.
#[test]
fn cutcake() {
    let worth = |long: i64, short: i64| (long >> short.ilog2()).max(1) - 1;
    let mut calculator = Calculator::new();
    for rows in 1..=9 {
        for columns in 1..=9 {
            let left = worth(columns, rows) - worth(rows, columns);
            calculator.is_integer(&format!("cutcake {rows}x{columns}"), left);
        }
    }
}

/// Winning Ways, chapter 2, first row of the table of Maundy Cake.
#[test]
fn maundy_cake() {
    let mut calculator = Calculator::new();
    for (side, value) in (1..).zip([0, 1, 1, 3, 1, 4, 1, 7, 4, 6, 1, 10]) {
        calculator.is_integer(&format!("maundy-cake 1x{side}"), value);
        calculator.is_integer(&format!("maundy-cake {side}x1"), -value);
    }
}

/// Winning Ways, chapter 3: a stalk counts 1 for each edge as long as the colour stays the
/// same, then halves, each as large as half the one before (Berlekamp's rule).
#[test]
fn stalks_of_hackenbush() {
    let mut calculator = Calculator::new();
    for stalk in (1..=8).flat_map(|length| words("lr", length)) {
        let mut changed = false;
        let mut part = 1i64 << 10;
        let mut value = 0i64;
        for edge in stalk.chars() {
            changed |= !stalk.starts_with(edge);
            if changed {
                part /= 2;
            }
            value += if edge == 'l' { part } else { -part };
        }
        let found = calculator.value(&format!("hackenbush {stalk}"));
        let number = calculator.engine.as_number(found).unwrap().expect("it is a number");
        assert_eq!(number, Dyadic::new(value.into(), 10).unwrap(), "{stalk}");
    }
    for length in 1..=6u64 {
        let stalk = "e".repeat(usize::try_from(length).unwrap());
        calculator.is_nimber(&format!("hackenbush {stalk}"), length);
    }
}

/// Winning Ways, chapter 7, the fusion principle: in green Hackenbush the vertices of a circle
/// can be fused; a circle is then a star for an odd number of edges, else 0.
#[test]
fn circles_of_green_hackenbush() {
    let mut calculator = Calculator::new();
    for (circle, nimber) in [("g-a, a-g", 0), ("g-a-b-g", 1), ("g-a-b-c-g", 0), ("g-a-b-c-d-g", 1)]
    {
        calculator.is_nimber(&format!("hackenbush {circle}"), nimber);
        // On a stalk of two: the colon principle.
        let stalk = format!("g-h, h-i, {}", circle.replace('g', "i"));
        calculator.is_nimber(&format!("hackenbush {stalk}"), if nimber == 0 { 2 } else { 3 });
    }
}

/// On Numbers and Games, chapter 8: the value of a position of Col is a number, or a number
/// and a star.
#[test]
fn col_is_a_number_and_perhaps_a_star() {
    let mut calculator = Calculator::new();
    let star = calculator.nimber(1);
    for (rows, columns) in [(1, 8), (2, 4), (3, 3)] {
        for row in words(".X", columns).into_iter().step_by(3) {
            let board = vec![row.as_str(); rows].join("|");
            let value = calculator.value(&format!("col {board}"));
            let other = calculator.engine.add(value, star).unwrap();
            let numbers =
                [value, other].map(|game| calculator.engine.as_number(game).unwrap().is_some());
            assert!(numbers.contains(&true), "col {board}");
        }
    }
}

/// Red and blue Hackenbush: all values are numbers. On Numbers and Games, chapter 8.
#[test]
fn hackenbush_of_two_colours_is_a_number() {
    let mut calculator = Calculator::new();
    for colours in words("lr", 5) {
        let colours: Vec<char> = colours.chars().collect();
        let pairs = ["g-a", "g-b", "a-b", "b-c", "a-c"];
        let edges = pairs.iter().zip(&colours).map(|(pair, colour)| format!("{pair}:{colour}"));
        let picture = edges.collect::<Vec<_>>().join(", ");
        let value = calculator.value(&format!("hackenbush {picture}"));
        assert!(calculator.engine.as_number(value).unwrap().is_some(), "{picture}");
    }
}

/// Fink, Nowakowski, Siegel, Wolfe, Toppling Conjectures: n dominoes of Left are n, and n of
/// both players are the nimber n.
#[test]
fn dominoes_of_one_kind() {
    let mut calculator = Calculator::new();
    for n in 1..=8 {
        calculator.is_integer(&format!("toppling-dominoes {}", "l".repeat(n)), n as i64);
        calculator.is_nimber(&format!("toppling-dominoes {}", "e".repeat(n)), n as u64);
    }
}

/// A row of free cells of Domineering has room for half as many dominoes of Right.
#[test]
fn rows_of_domineering() {
    let mut calculator = Calculator::new();
    for n in 1..=9i64 {
        calculator.is_integer(&format!("domineering 1x{n}"), -(n / 2));
        calculator.is_integer(&format!("domineering {n}x1"), n / 2);
    }
}

/// Nim-values of coins. Winning Ways, chapter 14: in Ruler the largest power of two that
/// divides the place from 1; in Mock Turtles twice the place from 0, and one more where that
/// makes the number of binary ones odd; in Turning Turtles the place from 1.
#[test]
fn coins() {
    let mut calculator = Calculator::new();
    for place in 0..24u64 {
        let row = "t".repeat(usize::try_from(place).unwrap()) + "h";
        let odious = 2 * place + u64::from(place.count_ones() % 2 == 0);
        calculator.is_nimber(&format!("mock-turtles {row}"), odious);
        calculator.is_nimber(&format!("turning-turtles {row}"), place + 1);
        calculator.is_nimber(&format!("ruler {row}"), 1 << (place + 1).trailing_zeros());
    }
}

/// The nim-values of Dawson's Chess, .137, from 1. Winning Ways, chapter 4.
const DAWSON: [u64; 33] = [
    1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7,
    4,
];

/// Dawson's Chess, and Node Kayles on a path, which is the same; Arc Kayles on a path of one
/// vertex more is Dawson's Kayles, whose values are those of Dawson's Chess.
#[test]
fn dawsons_chess_and_kayles_on_paths() {
    let mut calculator = Calculator::new();
    for (files, value) in (1..).zip(DAWSON) {
        calculator.is_nimber(&format!("dawsons-chess 1x{files}"), value);
        if files > 9 {
            continue;
        }
        let path =
            |length: usize| (0..length).map(|at| format!("v{at}")).collect::<Vec<_>>().join("-");
        calculator.is_nimber(&format!("node-kayles {}", path(files)), value);
        calculator.is_nimber(&format!("arc-kayles {}", path(files + 1)), value);
    }
}

/// Whinihan 1963: who starts loses Fibonacci Nim exactly with a Fibonacci number of tokens.
#[test]
fn fibonacci_nim() {
    let mut calculator = Calculator::new();
    let zero = calculator.nimber(0);
    for heap in 2..=60 {
        let lost = calculator.value(&format!("fibonacci-nim {heap}")) == zero;
        assert_eq!(lost, [2, 3, 5, 8, 13, 21, 34, 55].contains(&heap), "{heap}");
    }
}

/// Wythoff 1907: the k-th lost pair has the difference k, and as its smaller number the least
/// that is in no earlier pair.
#[test]
fn wythoff() {
    let mut calculator = Calculator::new();
    let zero = calculator.nimber(0);
    let mut used = Vec::new();
    let mut pairs = Vec::new();
    for difference in 0..6 {
        let small = (0..).find(|number| !used.contains(number)).unwrap();
        used.extend([small, small + difference]);
        pairs.push((small, small + difference));
    }
    for small in 0..=9u64 {
        for large in small..=12 {
            let lost = calculator.value(&format!("wythoff {small} {large}")) == zero;
            assert_eq!(lost, pairs.contains(&(small, large)), "{small} {large}");
        }
    }
}

/// Gale 1974: who starts wins Chomp on every bar but that of one square; a bar of two rows is
/// lost exactly when the second row is one shorter.
#[test]
fn chomp() {
    let mut calculator = Calculator::new();
    let zero = calculator.nimber(0);
    for (rows, columns) in [(1, 5), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4)] {
        let value = calculator.value(&format!("chomp {rows}x{columns}"));
        assert!(value != zero, "{rows}x{columns}");
    }
    for first in 1..=7usize {
        for second in 0..=first {
            let (upper, lower) =
                ("X".repeat(first), "X".repeat(second) + &".".repeat(first - second));
            let lost = calculator.value(&format!("chomp {upper}|{lower}")) == zero;
            assert_eq!(lost, second + 1 == first, "{upper}|{lower}");
        }
    }
}

/// A chain of n elements is a heap of n.
#[test]
fn chains_are_heaps() {
    let mut calculator = Calculator::new();
    for n in 1..=7u64 {
        let elements: Vec<String> = (0..n).map(|at| format!("v{at}")).collect();
        calculator.is_nimber(&format!("poset {}", elements.join("->")), n);
    }
}

/// Clobber is all small: as long as a player can move, so can the other; so a value has no
/// number but 0 as its stops. Albert, Grossman, Nowakowski, Wolfe, An Introduction to Clobber.
#[test]
fn clobber_is_all_small() {
    let mut calculator = Calculator::new();
    for row in words(".xo", 7).into_iter().step_by(5) {
        let value = calculator.value(&format!("clobber {row}"));
        let stops = [calculator.engine.left_stop(value), calculator.engine.right_stop(value)];
        assert_eq!(stops.map(Result::unwrap), [Dyadic::ZERO, Dyadic::ZERO], "{row}");
    }
}

/// Turned by a quarter a board of Domineering is its negative. Winning Ways, chapter 5.
#[test]
fn domineering_turned_is_its_negative() {
    let mut it = Calculator::new();
    for rows in 1..=4 {
        for columns in 1..=5 {
            let one = it.value(&format!("domineering {rows}x{columns}"));
            let other = it.value(&format!("domineering {columns}x{rows}"));
            assert!(it.engine.negate(one) == Ok(other), "{rows}x{columns}");
        }
    }
}

/// Conjecture, computed by others to n = 17 and here to 7: on a checkered board of 2 by n
/// Clobber is lost for who moves first exactly when 3 divides n.
#[test]
fn checkered_boards_of_two_rows_of_clobber() {
    let mut it = Calculator::new();
    let mut solver = Solver::new(Settings::default());
    let clobber = solver.add(Clobber);
    for n in 1..=7 {
        let board = Clobber.read_position(&format!("checker 2x{n}")).unwrap();
        let sum = solver.terms(clobber, board).unwrap();
        let expected = if n % 3 == 0 { Outcome::Previous } else { Outcome::Next };
        assert_eq!(solver.outcome(&mut it.engine, &sum), Ok(expected), "{n}");
    }
}
