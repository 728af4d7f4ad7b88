//! The figures of `docs/notes/engine.md` on rules that users write: what a definition in G takes,
//! in CPU time of one thread and in memory, from cold.
//!
//! ```text
//! cargo run --release -p cg-lang --example boards [-- WORD]
//! ```
//!
//! asks the rows whose names contain WORD, each in a process of its own, and asserts the
//! answers. `scripts/python/boards.py` asks the same of naive Python; both compare the value
//! with one fingerprint of its canonical form.

use std::collections::HashMap;
use std::process::Command;

use cg_core::{Game, Limits, Player, Registry};
use cg_lang::{AnswerKind, Event, Role, Session, Source, Value};
use cg_properties::cpu_time;
use cg_simplify::Engine;

/// A way to write the rules, and the position in it.
struct Way {
    name: &'static str,
    rules: &'static str,
    position: &'static str,
}

/// A position, its value, and the ways to ask for it.
struct Row {
    name: &'static str,
    /// The fingerprint of its value.
    value: u64,
    ways: &'static [Way],
}

macro_rules! way {
    ($name:literal, $file:literal, $position:literal) => {
        Way {
            name: $name,
            rules: include_str!(concat!("../benches/rules/", $file)),
            position: $position,
        }
    };
}

const ROWS: [Row; 7] = [
    Row {
        name: "domineering-4x5",
        value: 0xb5,
        ways: &[
            way!(
                "texts",
                "domineering_texts.g",
                r#"Domineering(["....", "....", "....", "....", "...."])"#
            ),
            way!("flat", "domineering_flat.g", r#"Domineering("....................", 4)"#),
            way!(
                "boards",
                "domineering_boards.g",
                r#"Domineering(board("....|....|....|....|...."))"#
            ),
            way!(
                "declared",
                "../../../examples/domineering.g",
                r#"Domineering(board("....|....|....|....|...."))"#
            ),
        ],
    },
    Row {
        name: "domineering-5x5",
        value: 1,
        ways: &[
            way!(
                "texts",
                "domineering_texts.g",
                r#"Domineering([".....", ".....", ".....", ".....", "....."])"#
            ),
            way!("flat", "domineering_flat.g", r#"Domineering(".........................", 5)"#),
            way!(
                "boards",
                "domineering_boards.g",
                r#"Domineering(board(".....|.....|.....|.....|....."))"#
            ),
            way!(
                "declared",
                "../../../examples/domineering.g",
                r#"Domineering(board(".....|.....|.....|.....|....."))"#
            ),
        ],
    },
    Row {
        name: "col-3x4",
        value: 1,
        ways: &[
            way!("texts", "col_texts.g", r#"Col(["....", "....", "...."])"#),
            way!("flat", "col_flat.g", r#"Col("%%%%%....%....%....%%%%%", 5)"#),
            way!("boards", "col_boards.g", r#"Col(board("....|....|...."))"#),
            way!("declared", "col_declared.g", r#"Col(board("....|....|...."))"#),
        ],
    },
    Row {
        name: "clobber-3x4",
        value: 1,
        ways: &[
            way!("texts", "clobber_texts.g", r#"Clobber(["xoxo", "oxox", "xoxo"])"#),
            way!("boards", "clobber_boards.g", r#"Clobber(board("xoxo|oxox|xoxo"))"#),
            way!("declared", "../../../examples/clobber.g", r#"Clobber(board("xoxo|oxox|xoxo"))"#),
        ],
    },
    Row {
        name: "clobber-strip-20",
        value: 0x153d_7a46_f4e5_7929,
        ways: &[
            way!("flat", "clobber_strip.g", r#"Clobber("xoxoxoxoxoxoxoxoxoxo")"#),
            way!("declared", "clobber_strip_declared.g", r#"Clobber("xoxoxoxoxoxoxoxoxoxo")"#),
        ],
    },
    Row {
        name: "clobber-strip-14",
        value: 0x05f5_8a75_b743_e999,
        ways: &[
            way!("flat", "clobber_strip.g", r#"Clobber("xoxoxoxoxoxoxo")"#),
            way!("declared", "clobber_strip_declared.g", r#"Clobber("xoxoxoxoxoxoxo")"#),
        ],
    },
    Row {
        name: "kayles-2000",
        value: 0x0863_6ade_1d0b_a742,
        ways: &[way!("flat", "kayles.g", "[Kayles(k) : k = 0..2000]")],
    },
];

fn session() -> Session {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    Session::new(Engine::new(registry, Limits::default()).expect("an engine starts"))
}

/// The last answer of a program.
fn answer(session: &mut Session, program: &str) -> Option<Value> {
    let mut last = None;
    session.run(&Source::new("rules", program), Role::Program, &mut |_, event| match event {
        Event::Answer(answer) => {
            if let AnswerKind::Value(value) = answer.kind() {
                last = Some(value.clone());
            }
        }
        Event::Note(_) => {}
        Event::Error(error) => panic!("{error}"),
    });
    last
}

/// Fingerprints are computed modulo this prime.
const PRIME: u128 = (1 << 61) - 1;

/// A number that depends on the canonical form alone, and on all of it.
fn fingerprint(engine: &mut Engine, game: Game, known: &mut HashMap<Game, u64>) -> u64 {
    if let Some(&number) = known.get(&game) {
        return number;
    }
    let mut sum = 1;
    for (player, factor) in [(Player::Left, 3), (Player::Right, 5)] {
        let options = engine.options(game, player).expect("the options fit into the limits");
        for option in options {
            let option = u128::from(fingerprint(engine, option, known));
            sum += factor * ((option + factor) * (option + factor) % PRIME);
        }
    }
    let number = u64::try_from(sum % PRIME).expect("the prime has 61 bits");
    known.insert(game, number);
    number
}

/// The most memory that this process had, in MiB.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

/// Asks one row in one way, in this process.
fn ask(row: &Row, way: &Way) {
    let rules = way.rules.split("// Values").next().expect("a text has a first part");
    let mut session = session();
    answer(&mut session, rules);
    let before = memory();
    let started = cpu_time();
    let value = answer(&mut session, way.position).expect("the position has a value");
    let time = cpu_time().saturating_sub(started);
    let after = memory();
    let engine = session.engine();
    let game = |engine: &mut Engine, value: &Value| match value {
        Value::Game(game) => *game,
        Value::Integer(integer) => engine.integer(&(*integer).into()).expect("a small integer"),
        other => panic!("{other:?} is no game"),
    };
    let games = match &value {
        Value::List(list) => list.items().iter().map(|item| game(engine, item)).collect(),
        value => vec![game(engine, value)],
    };
    let mut known = HashMap::new();
    let found = games.iter().fold(0, |sum: u64, &game| {
        let number = u128::from(fingerprint(engine, game, &mut known));
        u64::try_from((u128::from(sum) * 7 + number) % PRIME).expect("the prime has 61 bits")
    });
    let held = before.zip(after).map_or(String::new(), |(b, a)| format!("{} MB", a - b));
    println!("{:18} {:9} {:8.3} s  {held:>8}  {found:x}", row.name, way.name, time.as_secs_f64());
    assert_eq!(found, row.value, "another value than is known");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [row, way] = &arguments[..] {
        let row = ROWS.iter().find(|r| r.name == row).expect("a row of this name");
        let way = row.ways.iter().find(|w| w.name == way).expect("a way of this name");
        return ask(row, way);
    }
    let word = arguments.first().map_or("", String::as_str);
    let program = std::env::current_exe().expect("a program that runs has a path");
    for row in ROWS.iter().filter(|row| row.name.contains(word)) {
        for way in row.ways {
            let done = Command::new(&program).args([row.name, way.name]).status();
            assert!(done.expect("this program starts").success(), "{} {}", row.name, way.name);
        }
    }
}
