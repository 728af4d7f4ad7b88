//! Misère play of sums, as they are written for `cg solve --misere`.

use cg_calculator::cg_rulesets::{Entry, Game, Position, Ruleset, Start, Varied, VariedPosition};
use cg_calculator::{Calculator, CalculatorError, Player, SumSolver, cg_solve};

fn winners(text: &str) -> String {
    let mut calculator = Calculator::new().unwrap();
    let mut solver = SumSolver::new(cg_solve::Settings::default());
    let sum = solver.read(calculator.session(), text).unwrap();
    Player::BOTH
        .map(|mover| {
            match (mover, solver.wins_misere(calculator.session(), &sum, mover).unwrap()) {
                (Player::Left, true) | (Player::Right, false) => 'L',
                _ => 'R',
            }
        })
        .iter()
        .collect()
}

/// Who wins, by the moves alone: no components, no symmetry, nothing known. `None` when
/// that takes too many positions.
fn by_moves(start: &Start) -> Option<String> {
    type At = VariedPosition<Position>;
    fn wins(
        rules: &Varied<Game>,
        at: &At,
        mover: Player,
        seen: &mut std::collections::HashMap<(At, Player), bool>,
    ) -> Option<bool> {
        if let Some(&known) = seen.get(&(at.clone(), mover)) {
            return Some(known);
        }
        if seen.len() > 20_000 {
            return None;
        }
        let mut after = Vec::new();
        let Ok(()) = rules.moves(at, mover, &mut after);
        let mut won = after.is_empty();
        for next in &after {
            won |= !wins(rules, next, mover.opponent(), seen)?;
        }
        seen.insert((at.clone(), mover), won);
        Some(won)
    }
    let mut seen = std::collections::HashMap::new();
    let mut found = String::new();
    for mover in Player::BOTH {
        let won = wins(&start.rules, &start.position, mover, &mut seen)?;
        found.push(if won == (mover == Player::Left) { 'L' } else { 'R' });
    }
    Some(found)
}

/// Every ruleset of the table: components, symmetry and what the rules know hold in
/// misère play too.
#[test]
fn the_search_agrees_with_the_moves_alone() {
    let mut large = Vec::new();
    for entry in Entry::all().iter().filter(|entry| !entry.among_impartial) {
        for variant in ["", "impartial "] {
            let text = format!("{variant}{} {}", entry.name, entry.example);
            let start = Start::read(&text).unwrap();
            match by_moves(&start) {
                Some(expected) => assert_eq!(winners(&text), expected, "{text}"),
                None => large.push(text),
            }
        }
    }
    assert_eq!(large, Vec::<String>::new());
}

/// Bouton's rule: heaps of Nim, not all of them single, are won in misère play as in
/// normal play; single ones the other way round.
#[test]
fn heaps_of_nim_follow_the_rule_of_bouton() {
    for a in 0..4u32 {
        for b in 0..4 {
            for c in 0..4 {
                let normal = a ^ b ^ c != 0;
                let first = if a.max(b).max(c) > 1 { normal } else { !normal };
                let expected = if first { "LR" } else { "RL" };
                assert_eq!(winners(&format!("nim {a} {b} + nim {c}")), expected, "{a} {b} {c}");
            }
        }
    }
}

#[test]
fn positions_of_several_rulesets_and_their_negatives() {
    // A domino that only Left has: Left must place it, and Right, stuck, wins.
    assert_eq!(winners("domineering 2x1"), "RR");
    assert_eq!(winners("-domineering 2x1"), "LL");
    // Each has one move: who starts ends with the opponent stuck last.
    assert_eq!(winners("domineering 2x1 - domineering 2x1"), "LR");
    assert_eq!(winners("clobber XO + clobber XO"), "LR");
    assert_eq!(winners("clobber XO + kayles 1 + kayles 2 2"), "RL");
}

/// Braces have the moves that are written, other values those of their canonical forms, as
/// `misere` plays them.
#[test]
fn values_are_played_as_the_language_plays_them() {
    for text in
        ["{1|-1} + *3", "{*2|*2}", "{*2|*2} - {*2|*2} + *", "*2 + *2", "1/2 - *", "2.*3 + ^"]
    {
        let said = Calculator::new().unwrap().evaluate(format!("misere({text})"));
        let wanted = match winners(text).as_str() {
            "LL" => "left player win",
            "RR" => "right player win",
            "LR" => "first player win",
            _ => "second player win",
        };
        assert_eq!(said[0].shown, wanted, "{text}");
    }
}

#[test]
fn games_that_go_on_for_ever_are_refused() {
    let mut calculator = Calculator::new().unwrap();
    let mut solver = SumSolver::new(cg_solve::Settings::default());
    assert!(matches!(
        solver.read(calculator.session(), "nim 3 + on"),
        Err(CalculatorError::Text(_))
    ));
}

#[test]
fn what_has_values_in_normal_play_alone_is_refused() {
    let mut calculator = Calculator::new().unwrap();
    let mut solver = SumSolver::new(cg_solve::Settings::default());
    let sum = solver.read(calculator.session(), "nim 3 + nimstring a-b, b-c, c-a").unwrap();
    let found = solver.wins_misere(calculator.session(), &sum, Player::Left);
    let error = found.unwrap_err().to_string();
    assert_eq!(error, "positions of Nimstring have values in normal play alone");
}
