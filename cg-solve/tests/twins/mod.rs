//! Every ruleset of the table against a naive twin: the moves of a position as texts, written
//! straight from the sentence that states the rule. A twin has boards, graphs and moves of
//! its own, and shares nothing with the ruleset.
//!
//! On each position the moves must be the twin's, and the value must be what the twin's moves
//! alone give: without parts, symmetry, or anything known. So a wrong part, a wrong image or a
//! wrong sign is a wrong value here.
//!
//! Amazons, Clobber, Col, Cram, Domineering, NoGo and Snort on boards have their twins in
//! `cg-rulesets/tests/grid.rs`, and their values in `boards.rs`.

mod boards;
mod graphs;
mod heaps;

use std::collections::{BTreeSet, HashMap};

use cg_core::{Game, Limits, Player};
use cg_rulesets::{Entry, Notated, Ruleset, Start};
use cg_simplify::Engine;
use cg_solve::Values;

/// The positions after all moves of a player in a position.
type Moves = Box<dyn Fn(&str, Player) -> Vec<String>>;

/// A ruleset as the tests know it.
struct Twin {
    /// Its name, with its parameters in parentheses.
    name: &'static str,
    moves: Moves,
    /// A text that is the same for all texts of one position.
    plain: fn(&str) -> String,
}

/// A position by the moves of a twin.
struct Position {
    /// The positions after the moves of Left, and of Right.
    after: [BTreeSet<String>; 2],
    value: Game,
}

impl Twin {
    fn new(name: &'static str, moves: impl Fn(&str, Player) -> Vec<String> + 'static) -> Self {
        Twin { name, moves: Box::new(moves), plain: |text| text.to_owned() }
    }

    fn impartial(name: &'static str, moves: impl Fn(&str) -> Vec<String> + 'static) -> Self {
        Twin::new(name, move |text, _| moves(text))
    }

    /// The position by the moves of the twin alone. Its text is the plain one.
    fn position<'k>(
        &self,
        engine: &mut Engine,
        known: &'k mut HashMap<String, Position>,
        text: &str,
    ) -> &'k Position {
        if !known.contains_key(text) {
            let after = Player::BOTH.map(|player| {
                let moves = (self.moves)(text, player);
                moves.iter().map(|after| (self.plain)(after)).collect::<BTreeSet<String>>()
            });
            let [left, right] = [0, 1].map(|player: usize| {
                let values = after[player].iter();
                values.map(|after| self.position(engine, known, after).value).collect::<Vec<_>>()
            });
            let value = engine.game(&left, &right).unwrap();
            known.insert(text.to_owned(), Position { after, value });
        }
        &known[text]
    }

    /// Compares on all these positions.
    fn agrees(&self, positions: impl IntoIterator<Item = String>) {
        let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap();
        let mut known = HashMap::new();
        let mut values = Values::new();
        let mut count = 0;
        for text in positions {
            let whole = format!("{} {text}", self.name);
            let start = Start::read(&whole).unwrap_or_else(|error| panic!("{whole}: {error}"));
            let plain = (self.plain)(&text);
            assert_eq!((self.plain)(&start.board()), plain, "{whole} reads back");
            let expected = self.position(&mut engine, &mut known, &plain);
            for player in Player::BOTH {
                let mut after = Vec::new();
                let Ok(()) = start.rules.moves(&start.position, player, &mut after);
                let found: BTreeSet<String> = after
                    .iter()
                    .map(|position| {
                        let Ok(text) = start.rules.write_position(position);
                        (self.plain)(&text)
                    })
                    .collect();
                assert_eq!(found, expected.after[player as usize], "{whole}, {player}");
            }
            let value = expected.value;
            let found = values.value(&mut engine, &start.rules, start.position).unwrap();
            assert!(found == value, "the value of {whole}");
            count += 1;
        }
        assert!(count > 0, "{} is tried on some positions", self.name);
    }
}

/// How many cells the boards have that are tried: with two letters, three, four. More, when
/// the properties are tried on many cases.
fn most_cells(letters: usize) -> usize {
    let more = usize::from(is_wide()) * 2;
    match letters {
        2 => 10,
        3 => 7 + more,
        _ => 5 + more,
    }
}

/// Whether the properties are tried on many cases.
fn is_wide() -> bool {
    std::env::var(cg_properties::VARIABLE).is_ok()
}

/// All boards of up to so many cells, at most `rows` rows.
fn all_boards(letters: &str, most: usize, rows: usize) -> impl Iterator<Item = String> {
    let letters: Vec<char> = letters.chars().collect();
    let sizes = (1..=most.min(rows))
        .flat_map(move |rows| (1..=most / rows).map(move |columns| (rows, columns)));
    sizes.flat_map(move |(rows, columns)| {
        let letters = letters.clone();
        let cells = u32::try_from(rows * columns).unwrap();
        (0..letters.len().pow(cells)).map(move |mut code| {
            let mut cell = || {
                let letter = letters[code % letters.len()];
                code /= letters.len();
                letter
            };
            let mut row = || (0..columns).map(|_| cell()).collect::<String>();
            (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
        })
    })
}

/// Every number below `base` to the power of `digits`, as its digits.
fn all_digits(digits: usize, base: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..base.pow(u32::try_from(digits).unwrap())).map(move |mut code| {
        let mut digit = || {
            let digit = code % base;
            code /= base;
            digit
        };
        (0..digits).map(|_| digit()).collect()
    })
}

#[test]
fn every_ruleset_has_a_twin() {
    let on_grids = ["amazons", "clobber", "col", "cram", "domineering", "nogo", "snort"];
    let twins: Vec<&str> = [boards::twins(), graphs::twins(), heaps::twins()]
        .iter()
        .flatten()
        .map(|(twin, _)| twin.name.split('(').next().unwrap())
        .collect();
    for entry in Entry::all() {
        assert!(
            on_grids.contains(&entry.name) || twins.contains(&entry.name),
            "{} has no twin",
            entry.name
        );
    }
}

/// The positions on which a twin is tried.
type Positions = Box<dyn Iterator<Item = String>>;

/// The twins whose names begin so are tried.
fn tried(twins: Vec<(Twin, Positions)>, names: &[&str]) {
    let mut count = 0;
    for (twin, positions) in twins {
        if names.iter().any(|name| twin.name.split('(').next() == Some(name)) {
            twin.agrees(positions);
            count += 1;
        }
    }
    assert!(count >= names.len());
}
