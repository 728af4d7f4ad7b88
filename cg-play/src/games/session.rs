//! Any position of a game that a program in the language G defines.

use std::collections::HashMap;
use std::sync::Arc;

use cg_core::{Outcome, Player};
use cg_lang::{GamePosition, MisereMemo, PositionMove, Session, Source};
use cg_trinim::Convention;

use crate::text::{listed, side_by_side, wrapped};
use crate::{Moves, PlayError, Playable, Result};

/// Moves that are looked at to find out whether a game is impartial; a larger one
/// counts as partizan, which only names the players.
const MOST_LOOKED_AT: usize = 100_000;

/// Positions whose moves are remembered.
const MOST_REMEMBERED: usize = 5_000;

/// A position of a game of the language.
///
/// In normal play its value tells who wins; in misere play, which only impartial
/// games have here, a search does.
pub struct SessionGame {
    session: Session,
    title: String,
    start: GamePosition,
    impartial: bool,
    /// What is known of the moves of the two players, in a sentence.
    players: &'static str,
    /// What the search of misere play remembers; in normal play not used.
    memo: MisereMemo,
    convention: Convention,
    moves: HashMap<(String, Player), Arc<Vec<PositionMove>>>,
}

impl std::fmt::Debug for SessionGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionGame").field("title", &self.title).finish_non_exhaustive()
    }
}

impl SessionGame {
    /// The position that `text` writes in a session that has the definitions of the
    /// game; `title` names the game.
    ///
    /// # Errors
    /// What is no position; misere play of a game that is not impartial; limits.
    pub fn new(
        mut session: Session,
        title: &str,
        text: &str,
        convention: Convention,
    ) -> Result<Self> {
        let start = session.position(&Source::new("<position>", text))?;
        let memo = MisereMemo::default();
        let known = session.is_impartial(&start, MOST_LOOKED_AT)?;
        let mut game = SessionGame {
            session,
            title: title.into(),
            start: start.clone(),
            impartial: known == Some(true),
            players: match known {
                Some(true) => "Both players have the same moves.",
                Some(false) => "Left and Right have moves of their own.",
                None => "The players are Left and Right, with the same moves or not.",
            },
            memo,
            convention,
            moves: HashMap::new(),
        };
        // What cannot be answered or shown here could not be later.
        game.wins(&start, Player::Left)?;
        for player in Player::BOTH {
            game.all_moves(&start, player)?;
        }
        Ok(game)
    }

    fn all_moves(
        &mut self,
        position: &GamePosition,
        mover: Player,
    ) -> Result<Arc<Vec<PositionMove>>> {
        let key = (self.session.position_text(position)?, mover);
        if let Some(moves) = self.moves.get(&key) {
            return Ok(Arc::clone(moves));
        }
        self.session.engine().restart_clock();
        let moves = Arc::new(self.session.position_moves(position, mover)?);
        if self.moves.len() >= MOST_REMEMBERED {
            self.moves.clear();
        }
        self.moves.insert(key, Arc::clone(&moves));
        Ok(moves)
    }

    fn found(&mut self, moves: &[PositionMove], wanted: &str) -> Result<Vec<usize>> {
        let plain = without_blanks(wanted);
        let becomes = plain.strip_prefix("->").unwrap_or(&plain);
        let mut found = Vec::new();
        for (index, candidate) in moves.iter().enumerate() {
            if without_blanks(&written(candidate)) == plain {
                return Ok(vec![index]);
            }
            if without_blanks(&candidate.becomes) == becomes
                || without_blanks(&self.session.position_text(&candidate.after)?) == plain
            {
                found.push(index);
            }
        }
        Ok(found)
    }
}

fn written(found: &PositionMove) -> String {
    format!("{} -> {}", found.component, found.becomes)
}

/// The rows of the lists of texts that stand alone as arguments in a position: boards.
fn boards(text: &str) -> Vec<Vec<String>> {
    let lists = text.split("([\"").skip(1).filter_map(|rest| rest.split_once("\"])"));
    let rows = lists.map(|(rows, _)| rows.split("\", \"").map(str::to_owned).collect());
    rows.filter(|rows: &Vec<String>| rows.len() > 1 && !rows.iter().any(|row| row.contains('"')))
        .collect()
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A chosen move; equal when it is written the same.
#[derive(Clone, Debug)]
pub struct Step(PositionMove);

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.0.component == other.0.component && self.0.becomes == other.0.becomes
    }
}

impl Playable for SessionGame {
    type Position = GamePosition;
    type Move = Step;

    fn title(&self) -> String {
        self.title.clone()
    }

    fn rules(&self) -> Vec<String> {
        vec![self.players.into()]
    }

    fn convention(&self) -> Convention {
        self.convention
    }

    fn is_partizan(&self) -> bool {
        !self.impartial
    }

    fn start(&self) -> GamePosition {
        self.start.clone()
    }

    fn position_text(&mut self, position: &GamePosition) -> Result<String> {
        Ok(self.session.position_text(position)?)
    }

    fn picture(&mut self, position: &GamePosition) -> Result<String> {
        let text = self.session.position_text(position)?;
        let parts: Vec<String> = text.split('+').map(str::to_owned).collect();
        let boards = side_by_side(&boards(&text));
        let gap = if boards.is_empty() { "" } else { "\n" };
        let lines = wrapped(&parts, "+") + gap + &boards;
        Ok(lines.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
    }

    fn moves(
        &mut self,
        position: &GamePosition,
        mover: Player,
        most: usize,
    ) -> Result<Moves<Step>> {
        let all = self.all_moves(position, mover)?;
        let indices = Moves::spread((0..all.len()).collect(), most);
        let list = indices.list.into_iter().map(|index: usize| Step(all[index].clone())).collect();
        Ok(Moves { list, total: indices.total })
    }

    fn after(&self, _: &GamePosition, chosen: &Step) -> GamePosition {
        chosen.0.after.clone()
    }

    fn move_text(&self, chosen: &Step) -> String {
        written(&chosen.0)
    }

    fn read_move(&mut self, position: &GamePosition, mover: Player, text: &str) -> Result<Step> {
        let illegal = |problem: String| Err(PlayError::Illegal(problem));
        let moves = self.all_moves(position, mover)?;
        let whose = if self.impartial { "there are".to_owned() } else { format!("{mover} has") };
        if text.trim().is_empty() {
            return illegal("a move is missing: `moves` lists them".into());
        }
        if text.trim().bytes().all(|byte| byte.is_ascii_digit()) {
            let number: usize = text.trim().parse().unwrap_or(usize::MAX);
            return match number.checked_sub(1).and_then(|index| moves.get(index)) {
                Some(found) => Ok(Step(found.clone())),
                None => illegal(format!(
                    "there is no move {}: {whose} {} moves here, and `moves` lists them (`-> {}` would write what a component becomes)",
                    text.trim(),
                    moves.len(),
                    text.trim()
                )),
            };
        }
        let found = self.found(&moves, text)?;
        match found[..] {
            [index] => Ok(Step(moves[index].clone())),
            [] => {
                let text = text.trim();
                let others = self.all_moves(position, mover.opponent())?;
                if !self.impartial && !self.found(&others, text)?.is_empty() {
                    let owner = mover.opponent();
                    return illegal(format!("that is a move of {owner}, and {mover} is to move"));
                }
                let component = text.split("->").next().map(without_blanks).unwrap_or_default();
                let of_it: Vec<&str> = moves
                    .iter()
                    .filter(|found| without_blanks(&found.component) == component)
                    .map(|found| found.becomes.as_str())
                    .take(8)
                    .collect();
                illegal(match of_it.len() {
                    0 => {
                        format!("no move is written `{}`: `moves` lists them", text.escape_debug())
                    }
                    8 => format!("{component} cannot become that: `moves` lists what it can"),
                    _ if !text.contains("->") => {
                        format!("what becomes of {component} is missing: {}", listed(&of_it, "or"))
                    }
                    _ => format!("{component} cannot become that, but {}", listed(&of_it, "or")),
                })
            }
            _ => {
                let texts: Vec<String> = found
                    .iter()
                    .take(5)
                    .map(|&index| format!("`{}`", written(&moves[index])))
                    .collect();
                illegal(format!("that could be {}: write it like this", listed(&texts, "or")))
            }
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "Nim(7) -> Nim(3)   one component and what becomes of it".into(),
            "Nim(3)             only what becomes of it, or the whole position after the move"
                .into(),
            "2                  the second move in the list that `moves` shows".into(),
        ]
    }

    fn wins(&mut self, position: &GamePosition, mover: Player) -> Result<bool> {
        let outcome = self.outcome(position)?;
        Ok(outcome.won_by_first(mover))
    }

    fn outcome(&mut self, position: &GamePosition) -> Result<Outcome> {
        self.session.engine().restart_clock();
        match self.convention {
            Convention::Misere => Ok(self.session.misere_outcome(position, &mut self.memo)?),
            Convention::Normal => {
                let value = self.session.position_value(position)?;
                Ok(self.session.value_outcome(value)?)
            }
        }
    }

    fn reasons(&mut self, position: &GamePosition) -> Result<Vec<String>> {
        if self.convention == Convention::Misere {
            return Ok(vec!["Found by search: values do not tell who wins in misere play.".into()]);
        }
        let value = self.session.position_value(position)?;
        let text = self.session.value_text(value)?;
        let says = match self.outcome(position)? {
            Outcome::Previous => return Ok(vec!["The value is 0: who moves first loses.".into()]),
            Outcome::Next => "it is confused with 0: who moves first wins",
            Outcome::Left => "it is positive: Left wins, whoever moves first",
            Outcome::Right => "it is negative: Right wins, whoever moves first",
        };
        const LONG: usize = 60;
        Ok(match text.chars().count() {
            0..LONG => vec![format!("The value is {text}; {says}.")],
            _ => {
                let start: String = text.chars().take(LONG).collect();
                vec![format!("The value is {start} ...;"), format!("{says}.")]
            }
        })
    }

    fn why(&mut self, _: &GamePosition, mover: Player, chosen: &Step) -> Result<String> {
        if self.convention == Convention::Misere {
            return Ok("every reply to it loses, as the search finds".into());
        }
        let value = self.session.position_value(&chosen.0.after)?;
        let text = self.session.value_text(value)?;
        let outcome = self.outcome(&chosen.0.after)?;
        let short = if text.chars().count() <= 40 { format!(" {text}") } else { String::new() };
        Ok(match outcome {
            Outcome::Previous => "it leaves the value 0: who moves next loses".into(),
            _ => format!("it leaves the value{short}, which {mover} wins whoever moves next"),
        })
    }

    fn list_moves(
        &mut self,
        position: &GamePosition,
        mover: Player,
        most: usize,
    ) -> Result<Vec<String>> {
        let moves = self.all_moves(position, mover)?;
        let digits = moves.len().to_string().len();
        // In a position of one component what it becomes says all.
        let text = self.session.position_text(position)?;
        let alone = moves.iter().all(|found| found.component == text);
        let shown = |found: &PositionMove| match alone {
            true => format!("-> {}", found.becomes),
            false => written(found),
        };
        let texts: Vec<String> = (1..)
            .zip(moves.iter())
            .map(|(number, found)| format!("{number:>digits$}. {}", shown(found)))
            .collect();
        Ok(crate::text::columns(&texts, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_beside_each_other() {
        let text = "Domineering([\".#\", \"..\"])+D([\"...\"])-Nim(3)+2.D([\"a\", \"b\", \"c\"])";
        assert_eq!(side_by_side(&boards(text)), "\n.#   a\n..   b\n     c");
        assert_eq!(side_by_side(&boards("Toads(\"T.F\")+Nim(3)")), "");
        let wide = format!("D([\"{0}\", \"{0}\"])", "x".repeat(90));
        assert_eq!(side_by_side(&boards(&wide)), "");
    }
}
