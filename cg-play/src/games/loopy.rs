//! Loopy rulesets: Fox and Geese, Hare and Hounds, Phutball and others. They are solved backwards
//! from the ends, with draws.

use cg_core::Interrupt;
use cg_rulesets::{Cells, Convention, LoopyRules};

use crate::opening::{NamedGame, Opening, boxed};
use crate::{ByRetrograde, Game, PlayError, Result};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &[],
    listed: "one whose positions come back, such as fox-and-geese",
    example: &["fox-and-geese", "......|..f...|g.g.g."],
    claims: |word| LoopyRules::named(word.split_whitespace().next().unwrap_or("")).is_some(),
    read: |words| {
        let text = words.join(" ");
        let (name, board) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let rules = LoopyRules::named(name).expect("the row has claimed the name");
        let board = if board.trim().is_empty() { rules.example() } else { board };
        let start = rules.read(board).map_err(|error| PlayError::Start(error.problem))?;
        let (position, size) = (start.to_string(), u64::MAX);
        Ok(Opening::new(rules.name().into(), position, size, move |convention, interrupt, _| {
            Ok(boxed(loopy(rules, start, convention, interrupt)?))
        }))
    },
};

/// A game of a loopy ruleset. `interrupt` stops the search.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, Ending, games};
/// use cg_rulesets::LoopyRules;
///
/// let rules = LoopyRules::HareAndHounds;
/// let start = rules.read(rules.example())?;
/// let mut game = games::loopy(rules, start, Convention::Normal, &Default::default())?;
/// assert_eq!(game.ending(&game.start(), Player::Right)?, Ending::Left);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Misère play; too many positions; an interruption.
pub fn loopy(
    rules: LoopyRules,
    start: Cells,
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<LoopyRules, ByRetrograde<Cells>>> {
    if convention == Convention::Misere {
        return Err(PlayError::Start(format!(
            "{} has no misere form here: who cannot move has lost it, and positions come back",
            rules.title()
        )));
    }
    Game::new(rules, ByRetrograde::new(interrupt), start, convention).tried()
}
