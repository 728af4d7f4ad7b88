//! How long do known hard positions take? Each row is solved from cold, and its answer
//! is checked: `cargo run --release -p cg-solve --example goals -- [WORD]...` solves the
//! rows whose names have one of the words.

use std::convert::Infallible;
use std::time::Instant;

use cg_core::{Limits, Notation, Player};
use cg_rulesets::{Amazons, Clobber, Cram, Domineering, NoGo, Notated, Ruleset, Variant, Varied};
use cg_simplify::Engine;
use cg_solve::{Settings, Solver};

/// What is asked, and the answer.
enum Asked {
    /// Who wins when Left, and when Right starts: `LR` is the first player.
    Winners(&'static str),
    Nimber(u64),
    Value(&'static str),
}

use Asked::{Nimber, Value, Winners};

fn row<R>(name: &str, rules: R, board: R::Position, asked: &Asked)
where
    R: Ruleset<Error = Infallible> + Send + 'static,
    R::Position: Send + 'static,
{
    let words: Vec<String> = std::env::args().skip(1).collect();
    let full = name.to_owned();
    if !words.is_empty() && !words.iter().any(|word| full.contains(word.as_str())) {
        return;
    }
    let start = Instant::now();
    let mut engine = Engine::new(cg_subgroups::standard().expect("they fit"), Limits::default())
        .expect("the limits allow 0");
    let mut solver = Solver::new(Settings::default());
    let id = solver.add(rules);
    let terms = solver.terms(id, board).expect("the rules do not fail");
    let (found, expected) = match asked {
        Nimber(expected) => {
            let found = solver.nimber(&mut engine, &terms).expect("it is solved");
            (format!("{found:?}"), format!("{:?}", Some(*expected)))
        }
        Value(expected) => {
            let value = solver.sum_value(&mut engine, &terms).expect("it is solved");
            (engine.print(value, Notation::Standard).expect("small"), (*expected).to_owned())
        }
        Winners(expected) => {
            let mut found = String::new();
            for player in Player::BOTH {
                let wins = solver.wins(&mut engine, &terms, player).expect("it is solved");
                let winner = if wins { player } else { player.opponent() };
                found.push(if winner == Player::Left { 'L' } else { 'R' });
            }
            (found, (*expected).to_owned())
        }
    };
    let verdict = if *expected == found || expected == "?" { "" } else { "  WRONG" };
    let work = solver.work();
    println!(
        "{name:28} {found:4} {:9.3} s {:9} positions {:9} components {:7} valued {:5} MB{verdict}",
        start.elapsed().as_secs_f64(),
        work.positions,
        work.components,
        work.valued,
        (work.bytes + engine.memory()) >> 20,
    );
}

fn board<R: Notated<Error = Infallible>>(rules: &R, text: &str) -> R::Position {
    rules.read_position(text).expect("the rows are right")
}

fn main() {
    let clobber = |text, asked| {
        row(&format!("clobber {text}"), Clobber, board(&Clobber, text), &asked);
    };
    clobber("(XO)^20", Winners("LR"));
    clobber("(XO)^30", Winners("LR"));
    clobber("3x6", Winners("?"));
    clobber("3x7", Winners("LR"));
    clobber("4x5", Winners("LR"));
    clobber("2x12", Winners("RL"));
    clobber("3x8", Winners("RL"));
    clobber("(XXO)^60", Value("^30"));
    let domineering = |text, expected| {
        let board = board(&Domineering, text);
        row(&format!("domineering {text}"), Domineering, board, &Winners(expected));
    };
    domineering("5x6", "RR");
    domineering("6x6", "LR");
    domineering("7x7", "LR");
    domineering("4x9", "?");
    domineering("8x8", "LR");
    let cram = |text, nimber| {
        row(&format!("cram {text}"), Cram, board(&Cram, text), &Nimber(nimber));
    };
    cram("5x6", 2);
    cram("5x7", 1);
    cram("6x7", 5);
    let nogo = |text, expected| {
        row(&format!("nogo {text}"), NoGo, board(&NoGo, text), &Winners(expected));
    };
    nogo("1x16", "LR");
    nogo("3x5", "LR");
    nogo("4x4", "RL");
    nogo("1x20", "LR");
    nogo("1x22", "LR");
    let nogo = Varied::new(NoGo, Variant::Impartial);
    row("impartial nogo 1x15", nogo.clone(), board(&nogo, "1x15"), &Nimber(1));
    let clobber = Varied::new(Clobber, Variant::Impartial);
    let strip = board(&clobber, "(XO)^100");
    // As computed here; no other source was at hand.
    row("impartial clobber (XO)^100", clobber, strip, &Nimber(3));
    row("amazons 4x4", Amazons, board(&Amazons, "4x4"), &Winners("?"));
}
