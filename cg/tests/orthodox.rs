//! Hot sums that are searched: who wins them, beside the solver, and their orthodox moves, beside
//! thermographs of canonical forms.

use std::collections::HashMap;
use std::time::Duration;

use cg_calculator::cg_solve::Settings;
use cg_calculator::{Calculator, Content, Dyadic, Player, SolvedReply, SumSolver, explore};

const TERMS: [&str; 9] = [
    "Domineering(3, 3)",
    "Domineering(2, 3)",
    "Domineering(\"....|.#..\")",
    "Amazons(\"X.|.O\")",
    "Clobber(\"XOX|OX.\")",
    "Snort(1, 4)",
    "{9|1}",
    "{3||1|-7}",
    "{-2|-5/2}",
];

/// More than a move of any term gains: who has so much more wins with each of his moves.
const FAR_AHEAD: i64 = 100;

fn temperature(calculator: &mut Calculator, term: &str) -> Dyadic {
    let game = calculator.game(term).unwrap();
    calculator.engine().temperature(game).unwrap()
}

/// The wall of a term that `player` meets first, at this temperature.
fn wall(calculator: &mut Calculator, term: &str, player: Player, temperature: &Dyadic) -> Dyadic {
    let game = calculator.game(term).unwrap();
    calculator.engine().thermograph(game).unwrap().wall(player).at(temperature)
}

/// The answer of a calculator that knows nothing: with values that it knows it need not search.
fn solved(text: &str) -> SolvedReply {
    let reply = Calculator::searching(0).evaluate(format!("?? {text}")).remove(0);
    let Content::Solved(found) = reply.content else { panic!("{text}: {reply}") };
    found
}

/// Winners are those of the solver, also where stops tell them.
#[test]
fn stops_and_orthodox_moves_are_right() {
    let mut calculator = Calculator::new().unwrap();
    let mut solver = SumSolver::new(Settings::default());
    let mut random = fastrand::Rng::with_seed(5);
    // What a term becomes by each move of a player.
    let mut after: HashMap<(&str, Player), HashMap<String, String>> = HashMap::new();
    for term in TERMS {
        let found = explore(&mut calculator, term, Duration::from_secs(60)).unwrap();
        for (player, moves) in
            [(Player::Left, found.moves.left), (Player::Right, found.moves.right)]
        {
            // `-(5/2)` is the name `-5/2` in a list of winning moves.
            let all = moves.into_iter().map(|one| (one.name.replace(['(', ')'], ""), one.after));
            after.insert((term, player), all.collect());
        }
    }
    let mut marked = 0;
    for _ in 0..200 {
        let terms: Vec<&str> =
            (0..random.usize(2..4)).map(|_| *random.choice(&TERMS).unwrap()).collect();
        let sum = terms.join(" + ");
        let text = format!("{sum} - {}", random.i64(-4..8));
        let found = solved(&text);
        let written = solver.read(calculator.session(), &text).unwrap();
        for (player, winner) in
            [(Player::Left, found.left_first), (Player::Right, found.right_first)]
        {
            let wins = solver.wins(calculator.session(), &written, player).unwrap();
            let own = if player == Player::Left { "left" } else { "right" };
            assert_eq!(winner == own, wins, "{text}: {player} first");
        }
        let hottest = terms.iter().map(|term| temperature(&mut calculator, term)).max().unwrap();
        for (player, ahead) in [(Player::Left, FAR_AHEAD), (Player::Right, -FAR_AHEAD)] {
            // All of his moves win, and so the orthodox one is among them.
            let found = solved(&format!("{sum} + {ahead}"));
            let moves = found.winning_moves.expect("they were asked for");
            let moves = if player == Player::Left { moves.left } else { moves.right };
            let mut orthodox = moves.iter().filter(|made| made.orthodox);
            if hottest <= Dyadic::ZERO {
                assert_eq!(orthodox.next(), None, "{sum}");
                continue;
            }
            let made = orthodox.next().unwrap_or_else(|| panic!("{sum}: {player}: {moves:?}"));
            assert_eq!(orthodox.next(), None, "{sum}: {player}");
            let from = *terms.iter().find(|&&term| term == made.from).unwrap();
            assert_eq!(temperature(&mut calculator, from), hottest, "{sum}");
            let to = &after[&(from, player)][&made.name];
            let reached = wall(&mut calculator, to, player.opponent(), &hottest);
            let taxed = match player {
                Player::Left => &reached - &hottest,
                Player::Right => &reached + &hottest,
            };
            let before = wall(&mut calculator, from, player, &hottest);
            assert_eq!(before, taxed, "{sum}: {player}: {made:?}");
            marked += 1;
        }
    }
    assert!(marked > 200, "{marked}");
}
