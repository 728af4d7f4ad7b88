//! An unknown ruleset is played like the others, by search.

use std::convert::Infallible;

use cg_core::{Interrupt, Player};
use cg_play::{BySearch, Computer, Contest, Convention, Game, drawn};
use cg_rulesets::{Moves, Notated, NotationError, ReadError, Ruleset};

/// Clobber on a strip: a stone moves onto a neighbour of the other colour, which is removed. Left
/// has the `x`, Right the `o`.
struct Clobber;

impl Ruleset for Clobber {
    type Position = String;
    type Error = Infallible;

    fn moves(
        &self,
        strip: &String,
        player: Player,
        out: &mut impl Extend<String>,
    ) -> Result<(), Infallible> {
        for found in self.named_moves(strip, player, usize::MAX)?.list {
            out.extend([self.after(strip, &found)?]);
        }
        Ok(())
    }
}

impl Notated for Clobber {
    /// From one place to another, both counted from 1.
    type Move = (usize, usize);

    fn title(&self) -> String {
        "Clobber on a strip".into()
    }

    fn rules(&self) -> Vec<String> {
        vec!["A stone takes a neighbour of the other colour.".into()]
    }

    fn read_position(&self, text: &str) -> Result<String, ReadError<Infallible>> {
        match text.find(|c| !"xo.".contains(c)) {
            None => Ok(text.into()),
            Some(at) => Err(NotationError::new("write `x`, `o` and `.`", at..text.len()).into()),
        }
    }

    fn write_position(&self, strip: &String) -> Result<String, Infallible> {
        Ok(strip.clone())
    }

    fn named_moves(
        &self,
        strip: &String,
        player: Player,
        most: usize,
    ) -> Result<Moves<(usize, usize)>, Infallible> {
        let (takes, taken) = match player {
            Player::Left => ("xo", "ox"),
            Player::Right => ("ox", "xo"),
        };
        let rightward = strip.match_indices(takes).map(|(at, _)| (at + 1, at + 2));
        let leftward = strip.match_indices(taken).map(|(at, _)| (at + 2, at + 1));
        Ok(Moves::spread(rightward.chain(leftward).collect(), most))
    }

    fn after(&self, strip: &String, &(from, to): &(usize, usize)) -> Result<String, Infallible> {
        let mut after = strip.clone();
        after.replace_range(to - 1..to, &strip[from - 1..from]);
        after.replace_range(from - 1..from, ".");
        Ok(after)
    }

    fn write_move(&self, (from, to): &(usize, usize)) -> String {
        format!("{from}-{to}")
    }
}

fn game(strip: &str, convention: Convention) -> Game<Clobber, BySearch<String>> {
    let start = Clobber.read_position(strip).unwrap();
    Game::new(Clobber, BySearch::new(convention, &Interrupt::new()), start, convention)
}

#[test]
fn a_contest_from_start_to_end() {
    let mut contest = Contest::new(game("xoxxoo", Convention::Normal), Player::Right);
    assert!(contest.game().is_partizan());
    let favourite = contest.favourite().unwrap();
    let refused = contest.play("1-2").unwrap_err();
    assert!(refused.is_illegal_move());
    assert_eq!(refused.to_string(), "no move is written `1-2`");
    let mut computer = Computer::default();
    while let Some(choice) =
        contest.ask(|game, at, mover| computer.choose(game, at, mover)).unwrap()
    {
        let drawing = contest.ask(|game, at, _| game.drawing(at)).unwrap();
        assert_eq!(drawn(&drawing), *contest.position());
        contest.make(&choice.chosen).unwrap();
    }
    assert_eq!(contest.ended().unwrap(), Some(favourite));
}

#[test]
fn the_search_agrees_with_the_moves_in_both_conventions() {
    for convention in Convention::ALL {
        let mut game = game("xoxoxox", convention);
        let mut waiting = vec![game.start()];
        while let Some(strip) = waiting.pop() {
            for mover in Player::BOTH {
                let moves = game.moves(&strip, mover, usize::MAX).unwrap().list;
                let after: Vec<String> =
                    moves.iter().map(|found| game.after(&strip, found).unwrap()).collect();
                let wins = after.iter().any(|next| !game.wins(next, mover.opponent()).unwrap())
                    || after.is_empty() && convention == Convention::Misere;
                assert_eq!(game.wins(&strip, mover).unwrap(), wins, "{strip} {mover} {convention}");
                waiting.extend(after);
            }
        }
    }
}
