//! Questions that another solver answers too, with its answers: `testdata/mcgs.tsv`.
//! `scripts/beside` runs both side by side.

use cg_core::{Limits, Player};
use cg_rulesets::Start;
use cg_simplify::Engine;
use cg_solve::{Settings, Solver, Term};

const ROWS: &str = include_str!("../../testdata/mcgs.tsv");

#[test]
fn the_answers_are_those_of_another_solver() {
    let mut wrong = String::new();
    for row in ROWS.lines().skip(1) {
        let [_, boards, asked, answer, ..] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let mut solver = Solver::new(Settings::default());
        let mut sum: Vec<Term> = Vec::new();
        for board in boards.split(" + ") {
            let Start { rules, position } = Start::read(board).unwrap();
            let id = solver.add(rules);
            sum.extend(solver.terms(id, position).unwrap());
        }
        let found = match asked {
            "nimber" => solver.nimber(&mut engine, &sum).unwrap().unwrap().to_string(),
            player => {
                let player = if player == "left" { Player::Left } else { Player::Right };
                let wins = solver.wins(&mut engine, &sum, player).unwrap();
                if wins { "wins" } else { "loses" }.to_owned()
            }
        };
        if found != answer {
            wrong += &format!("{boards}, {asked}: {found}, not {answer}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
