//! The rulesets of the table: boards, strips, graphs and others, by search.

use cg_core::Interrupt;
use cg_rulesets::{Convention, Entry, Game as BoardGame, Ruleset, Start, Variant, Varied};

use crate::opening::{NamedGame, Opening, boxed};
use crate::solver::BySearch;
use crate::{Game, PlayError, Result};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &[],
    listed: "a ruleset such as clobber (`cg rulesets` lists them)",
    example: &["clobber", "checker 2x3"],
    claims: |word| {
        let name = word.split([' ', '(']).next().unwrap_or("");
        Variant::NAMED.iter().any(|variant| variant.name() == name)
            || Entry::named(name).is_some()
            || Entry::refused(name).is_some()
    },
    read: |words| {
        let text = words.join(" ");
        let start = Start::read(&text).map_err(|error| {
            let rest = &text[error.at.start..];
            let there: String = rest.chars().take(20).collect();
            let place = match rest {
                "" => String::new(),
                _ => format!(", at `{}`", there.escape_debug()),
            };
            PlayError::Start(format!("{}{place}", error.problem))
        })?;
        let (game, position) = (start.game(), start.board());
        Ok(Opening::new(game, position, u64::MAX, move |convention, interrupt, _| {
            Ok(boxed(board(start, convention, interrupt)?))
        }))
    },
};

/// Any ruleset of the table, as it is or as a variant.
type AnyRules = Varied<BoardGame>;

/// A game of a ruleset of the table; `interrupt` stops the search.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, games};
/// use cg_rulesets::Start;
///
/// let start = Start::read("clobber xox|ox.")?;
/// let mut game = games::board(start, Convention::Normal, &Default::default())?;
/// assert!(game.wins(&game.start(), Player::Left)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A position that is too large to be searched; an interruption.
pub fn board(
    start: Start,
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<AnyRules, BySearch<<AnyRules as Ruleset>::Position>>> {
    let search = BySearch::new(convention, interrupt);
    Game::new(start.rules, search, start.position, convention).tried()
}
