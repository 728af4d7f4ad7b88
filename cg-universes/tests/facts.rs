//! The rows of `testdata/universes.tsv`: comparisons, simplest forms, members, outcomes, inverses,
//! counts and values.

use cg_core::{Limits, Outcome};
use cg_rulesets::{Domineering, Listed};
use cg_universes::{
    CumulativeSubtraction, DotsAndBoxes, Entailing, EntailingMove, EntailingSolver, Form, Score,
    StringsAndCoins, Theory, TopEntails, Universe, UniverseError,
};

fn theory(name: &str) -> Theory {
    match name {
        "D" => Theory::Dicots,
        "E" => Theory::DeadEnding,
        "B" => Theory::Blocking,
        "M" => Theory::AllMisere,
        other => Theory::named(other).unwrap_or_else(|| panic!("no theory {other}")),
    }
}

fn games(theory: Theory) -> Universe {
    Universe::new(theory, Limits::default())
}

fn stops(stops: [Score; 2], names: [&str; 2]) -> String {
    format!("{}={} {}={}", names[0], stops[0], names[1], stops[1])
}

/// What is found where the row has the answer.
fn answer(games: &mut Universe, left: &str, right: &str, relation: &str) -> (String, String) {
    let form = games.read(left).unwrap();
    match relation {
        "=" | "<" | ">" | "||" => {
            let other = games.read(right).unwrap();
            let found = games.compare(form, other).unwrap().to_string();
            let found = found.replace("==", "=").replace("<>", "||");
            // Equal games have one simplest form, others do not.
            let simplest = [form, other].map(|form| games.simplest(form).unwrap());
            assert_eq!(simplest[0] == simplest[1], relation == "=", "{left} {right}");
            (found, relation.into())
        }
        "simplest" => {
            let simplest = games.simplest(form).unwrap();
            let text = games.text(simplest).unwrap();
            assert_eq!(games.read(&text).unwrap(), simplest);
            if games.has_marks(simplest) {
                games.expect_member(simplest).unwrap();
            }
            (text, right.into())
        }
        "member" => {
            let member = games.member(form).unwrap();
            assert_eq!(games.fault(member), None, "{left}");
            assert_eq!(games.simplest(member).unwrap(), games.simplest(form).unwrap());
            (games.text(member).unwrap(), right.into())
        }
        "invertible" | "not invertible" => {
            let found = match games.inverse(form) {
                Ok(inverse) => {
                    let sum = games.sum(form, inverse).unwrap();
                    let zero = games.zero().unwrap();
                    assert_eq!(games.simplest(sum).unwrap(), zero);
                    "invertible"
                }
                Err(UniverseError::NoInverse { .. }) => "not invertible",
                Err(error) => panic!("{left}: {error}"),
            };
            (found.into(), relation.into())
        }
        _ if relation.starts_with("outcome") => {
            let outcome = games.outcome(form).unwrap();
            let simplest = games.simplest(form).unwrap();
            assert_eq!(games.outcome(simplest).unwrap(), outcome, "{left}");
            (format!("outcome {}", outcome.letter()), relation.into())
        }
        _ if relation.starts_with("stops") => {
            let found = games.stops(form).unwrap();
            let passing = games.pass_stops(form).unwrap();
            let text =
                format!("stops {} {}", stops(found, ["Ls", "Rs"]), stops(passing, ["ls", "rs"]));
            (text, relation.into())
        }
        other => panic!("no relation {other}"),
    }
}

/// Domineering in which Left is vertical.
fn domineering(games: &mut Universe, size: &str) -> Form {
    let (rows, columns) = size.split_once('x').unwrap();
    let row = ".".repeat(columns.parse().unwrap());
    let board = vec![row; rows.parse().unwrap()].join("|");
    let board = Domineering.read(&board).unwrap();
    games.simplest_of::<_, UniverseError>(&Domineering, &board).unwrap()
}

/// A board of Nimstring, as strings and coins.
fn nimstring(rows: usize, columns: usize) -> StringsAndCoins {
    let coin = |row: usize, column: usize| {
        (row < rows && column < columns).then_some(row.wrapping_mul(columns).wrapping_add(column))
    };
    let mut strings = Vec::new();
    for row in 0..=rows {
        for column in 0..columns {
            strings.push([coin(row.wrapping_sub(1), column), coin(row, column)]);
        }
    }
    for row in 0..rows {
        for column in 0..=columns {
            strings.push([coin(row, column.wrapping_sub(1)), coin(row, column)]);
        }
    }
    StringsAndCoins::new(&strings).unwrap()
}

struct Stacks;

impl Entailing for Stacks {
    type Position = u32;

    fn each_move(&self, &n: &u32, out: &mut Vec<EntailingMove<u32>>) {
        out.extend((n > 0).then(|| EntailingMove::Entails(n - 1)));
        out.extend((1..=n / 2).map(|k| EntailingMove::To(vec![k, n - k])));
    }
}

/// What is found where the row is about a ruleset or a count.
fn special(row: &[&str], stacks: &TopEntails) -> Option<(String, String)> {
    let [name, left, right, relation] = row[..4] else { panic!("{row:?}") };
    let words: Vec<&str> = left.split(' ').collect();
    match words[..] {
        ["Domineering", size, ..] => {
            let mut games = games(theory(name));
            let form = domineering(&mut games, size);
            Some(match relation {
                "simplest" => (games.text(form).unwrap(), right.into()),
                "size of simplest form" => {
                    (format!("{} nodes", games.forms().followers(form).len()), right.into())
                }
                _ => {
                    (format!("outcome {}", games.outcome(form).unwrap().letter()), relation.into())
                }
            })
        }
        [kind @ ("classes" | "invertible"), ..] => {
            let day = words.iter().position(|&word| word == "day").unwrap() + 1;
            let day = words[day].trim_end_matches(',').parse().unwrap();
            let mut games = games(theory(name));
            let scores =
                if name == "scoring" { vec![Score::from(0), Score::from(1)] } else { vec![] };
            let classes = games.classes(day, &scores).unwrap();
            let counted =
                classes.iter().filter(|&&class| kind == "classes" || games.inverse(class).is_ok());
            Some((counted.count().to_string(), right.into()))
        }
        ["Top", "Entails", "stack", stack] => {
            let stack: u32 = stack.parse().unwrap();
            let found = stacks.value(stack as usize).unwrap();
            if stack <= 100 {
                let mut solver = EntailingSolver::new(Stacks, Limits::default());
                assert_eq!(solver.value(&stack).unwrap(), found);
            }
            Some((found.to_string(), right.replace("*1", "*")))
        }
        ["Nimstring", "board", size, ..] => {
            let (rows, columns) = size.split_once('x').unwrap();
            let board = nimstring(rows.parse().unwrap(), columns.parse().unwrap());
            let strings = 2 * rows.parse::<u32>().unwrap() * columns.parse::<u32>().unwrap()
                + rows.parse::<u32>().unwrap()
                + columns.parse::<u32>().unwrap();
            let all = (1u64 << strings) - 1;
            let value = EntailingSolver::new(board, Limits::default()).value(&all).unwrap();
            Some((value.to_string(), right.replace("*1", "*")))
        }
        ["Dots", "and", "Boxes", size, ..] => {
            let (rows, columns) = size.split_once('x').unwrap();
            let board = DotsAndBoxes::new(rows.parse().unwrap(), columns.parse().unwrap()).unwrap();
            Some((board.net(0, &Limits::default()).unwrap().to_string(), right.into()))
        }
        ["cumulative", "subtraction", ..] => {
            let takes = left.split(['[', ']']).nth(1).unwrap();
            let takes = takes.split(", ").map(|take| take.parse().unwrap()).collect();
            let heap: usize = words.last().unwrap().parse().unwrap();
            let game = CumulativeSubtraction::new(takes).unwrap();
            let net = game.nets(heap).unwrap()[heap];
            let mut games = games(Theory::Scoring);
            let form = game.forms(&mut games, heap).unwrap()[heap];
            games.expect_member(form).unwrap();
            let found = games.stops(form).unwrap();
            assert_eq!(
                found,
                [Score::new(net.into(), 1).unwrap(), Score::new((-net).into(), 1).unwrap()]
            );
            Some((format!("stops {}", stops(found, ["Ls", "Rs"])), relation.into()))
        }
        _ if left.contains("^a is end(a)") => {
            // The notation of another calculator.
            let text = left.split(" (").next().unwrap();
            let mut plain = String::new();
            let mut characters = text.chars().peekable();
            while let Some(c) = characters.next() {
                match c {
                    '<' => plain.push('{'),
                    '>' => plain.push('}'),
                    '^' | '-' | '0'..='9' => {
                        plain.push_str(if c == '^' { "end(" } else { "score(" });
                        plain.extend(Some(c).filter(|&c| c != '^'));
                        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                            plain.push(digit);
                        }
                        plain.push(')');
                    }
                    other => plain.push(other),
                }
            }
            let mut games = games(Theory::Scoring);
            let form = games.read(&plain).unwrap();
            let simplest = games.simplest(form).unwrap();
            Some((games.text(simplest).unwrap(), right.into()))
        }
        _ => None,
    }
}

#[test]
fn every_row_holds() {
    let facts = include_str!("../../testdata/universes.tsv");
    let mut stacks = TopEntails::default();
    stacks.extend_to(33_300, Limits::default()).unwrap();
    assert_eq!(stacks.loony(), [1, 3, 2403, 2505, 33_243]);
    let mut universes: Vec<Universe> = Theory::ALL.map(games).into();
    let (mut count, mut wrong) = (0, Vec::new());
    for line in facts.lines().skip(2).filter(|line| !line.is_empty()) {
        let row: Vec<&str> = line.split('\t').collect();
        let (found, wanted) = special(&row, &stacks).unwrap_or_else(|| {
            let theory = theory(row[0]);
            let games = universes.iter_mut().find(|games| games.ends() == theory).unwrap();
            answer(games, row[1], row[2], row[3])
        });
        if found != wanted {
            wrong.push(format!("{line}: {found}"));
        }
        count += 1;
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(count, 478);
}

/// Misère Domineering of two rows: outcomes and sizes of simplest forms.
#[test]
fn domineering_of_two_rows() {
    let mut games = games(Theory::DeadEnding);
    let (mut outcomes, mut sizes) = (String::new(), Vec::new());
    for columns in 1..=9 {
        let form = domineering(&mut games, &format!("2x{columns}"));
        outcomes.push(games.outcome(form).unwrap().letter());
        sizes.push(games.forms().followers(form).len());
        // Sums of larger ones have thousands of forms.
        assert!(columns > 3 || games.inverse(form).is_ok() == (columns == 1));
    }
    assert_eq!(outcomes, "RPLNRPNNR");
    assert_eq!(sizes[4..], [20, 43, 88, 199, 402]);
}

#[test]
fn what_outcomes_mean() {
    let mut games = games(Theory::AllMisere);
    for (text, outcome) in [
        ("0", Outcome::Next),
        ("*", Outcome::Previous),
        ("1", Outcome::Right),
        ("-1", Outcome::Left),
    ] {
        let form = games.read(text).unwrap();
        assert_eq!(games.outcome(form).unwrap(), outcome, "{text}");
    }
}

/// The least universe that holds each game of a row holds it, and those within do not.
#[test]
fn universes_of_rulesets() {
    let mut games = games(Theory::AllMisere);
    let board = Domineering.read("...|...").unwrap();
    let form = games.form_of::<_, UniverseError>(&Domineering, &board).unwrap();
    assert_eq!(games.least(form), Theory::DeadEnding);
    let board = cg_rulesets::Clobber.read("xo.|oxo").unwrap();
    let form = games.form_of::<_, UniverseError>(&cg_rulesets::Clobber, &board).unwrap();
    assert_eq!(games.least(form), Theory::Dicots);
}
