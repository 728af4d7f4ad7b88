//! What a ruleset of the table of rulesets says, in the fewest words.
//!
//! One method, [`Listed::each_move`], gives the moves with their names; all that solvers
//! and players ask follows from it. The table makes one type of all these rulesets, see
//! [`crate::Game`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

use cg_core::Player;

use crate::names::plain;
use crate::{Dominoes, Drawing, Known, Moves, NotationError, Position, Sign};

/// What takes a move: the position after it, and what gives its name when it is asked for.
pub type Found<'a, P> = &'a mut dyn FnMut(P, &dyn Fn() -> String);

/// A move with a name: of a [`crate::Game`], or of another ruleset that lists its moves so. `N` is
/// an option where moves may have no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove<P = Position, N = String> {
    /// As it is typed.
    pub name: N,
    /// What it leads to.
    pub after: P,
}

/// The function to which [`crate::Ruleset::settled_options`] hands the parts of options.
pub type Settled<'a, P> = &'a mut dyn FnMut(Option<(P, Sign)>) -> bool;

/// What hands each move of a player to a function.
pub(crate) type EachMove<'a, P> = &'a dyn Fn(Player, Found<'_, P>);

/// The moves of `player`, as [`crate::Notated::named_moves`] gives them.
pub(crate) fn named_moves<P>(
    each_move: EachMove<'_, P>,
    player: Player,
    most: usize,
) -> Moves<NamedMove<P>> {
    // The moves are gone through twice, so that only those are kept that are wanted.
    let mut total = 0usize;
    each_move(player, &mut |_, _| total += 1);
    let step = total.div_ceil(most.max(1)).max(1);
    let mut list = Vec::new();
    let mut number = 0usize;
    each_move(player, &mut |after, name| {
        if number.is_multiple_of(step) && list.len() < most {
            list.push(NamedMove { name: name(), after });
        }
        number += 1;
    });
    Moves { list, total: total as u128 }
}

/// Reads a move of `player`. Blanks, hyphens and large letters make no difference.
///
/// # Errors
/// A text that is the name of no move, and what to write instead.
pub(crate) fn read_move<P>(
    each_move: EachMove<'_, P>,
    player: Player,
    text: &str,
) -> Result<NamedMove<P>, NotationError> {
    let wanted = plain(text);
    let mut found = None;
    let mut example = None;
    each_move(player, &mut |after, name| {
        let name = name();
        if found.is_none() && plain(&name) == wanted {
            found = Some(NamedMove { name: name.clone(), after });
        }
        example.get_or_insert(name);
    });
    found.ok_or_else(|| {
        let text_shown: String = text.trim().chars().take(40).collect();
        let mut others = false;
        each_move(player.opponent(), &mut |_, name| others |= plain(&name()) == wanted);
        let problem = match example {
            _ if wanted.is_empty() => "a move is missing: `moves` lists them".into(),
            _ if others => {
                format!("that is a move of {}, and {player} is to move", player.opponent())
            }
            Some(example) => format!(
                "no move here is written `{}`: write one such as `{example}`, and `moves` lists them",
                text_shown.escape_debug()
            ),
            None => "there is no move here".into(),
        };
        NotationError::new(problem, 0..text.len())
    })
}

/// A ruleset of the table: rules with their parameters, positions, moves with names.
pub trait Listed: Clone + Eq + Hash + Debug {
    /// A position.
    type Position: Clone + Eq + Hash + Debug;

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A position in one line, which [`Listed::read`] reads as the same.
    fn write(&self, position: &Self::Position) -> String;

    /// A position as a drawing.
    fn draw(&self, position: &Self::Position) -> Drawing {
        Drawing::Text { text: self.write(position) }
    }

    /// Hands each move of `player` to `found`: the position after it, and its name.
    fn each_move(
        &self,
        position: &Self::Position,
        player: Player,
        found: Found<'_, Self::Position>,
    );

    /// Hands each position after a move of `player` to `found`. A ruleset that finds them
    /// faster without their names says so here.
    fn each_option(
        &self,
        position: &Self::Position,
        player: Player,
        found: &mut dyn FnMut(Self::Position),
    ) {
        self.each_move(position, player, &mut |after, _| found(after));
    }

    /// Whether both players have the same moves.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Hands to `part` positions whose sum is `position`. The moves of one do not depend on
    /// the others, under any variant of the rules.
    fn split(&self, position: Self::Position, part: &mut dyn FnMut(Self::Position, Sign)) {
        part(position, Sign::Plus);
    }

    /// One position of each class of alike positions, as [`crate::Ruleset::normal`] says.
    fn normal(&self, position: Self::Position) -> (Self::Position, Sign) {
        (position, Sign::Plus)
    }

    /// See [`crate::Ruleset::settled_options`].
    fn settled_options(
        &self,
        position: &Self::Position,
        player: Player,
        found: Settled<'_, Self::Position>,
    ) {
        let mut wanted = true;
        self.each_option(position, player, &mut |option| {
            if !wanted {
                return;
            }
            self.split(option, &mut |part, sign| {
                if wanted {
                    let (normal, normal_sign) = self.normal(part);
                    wanted = found(Some((normal, sign * normal_sign)));
                }
            });
            wanted = wanted && found(None);
        });
    }

    /// What is known of a position without a look at its moves.
    fn known(&self, position: &Self::Position) -> Option<Known> {
        let _ = position;
        None
    }

    /// Whether a position is its own negative: see [`crate::Ruleset::is_own_negative`].
    fn is_own_negative(&self, position: &Self::Position) -> bool {
        let _ = position;
        self.is_impartial()
    }

    /// See [`crate::Hints::is_small`].
    fn is_small(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// See [`crate::Hints::size`].
    fn size(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// See [`crate::Hints::estimate`].
    fn estimate(&self, position: &Self::Position) -> f32 {
        let _ = position;
        0.0
    }

    /// See [`crate::Hints::lines`].
    fn lines(&self, position: &Self::Position, player: Player) -> u32 {
        let _ = (position, player);
        0
    }

    /// See [`crate::Hints::band`].
    fn band(&self, position: &Self::Position, player: Player, lines: Range<u32>) -> Self::Position {
        let _ = (player, lines);
        position.clone()
    }

    /// See [`crate::Hints::line_words`].
    fn line_words(&self, position: &Self::Position, player: Player, word: &mut dyn FnMut(u64)) {
        let _ = (position, player, word);
    }

    /// See [`crate::Hints::dominoes`].
    fn dominoes(&self, position: &Self::Position) -> Option<Dominoes> {
        let _ = position;
        None
    }

    /// See [`crate::Hints::is_copied`].
    fn is_copied(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// See [`crate::Ruleset::takes_free_cells`].
    fn takes_free_cells(&self) -> bool {
        false
    }

    /// See [`crate::Ruleset::groups`].
    fn groups(&self, position: &Self::Position, part: &mut dyn FnMut(Self::Position)) {
        let _ = (position, part);
    }

    /// See [`crate::Ruleset::fillings`].
    fn fillings(
        &self,
        position: &Self::Position,
        player: Player,
        found: &mut dyn FnMut([u32; 2], Self::Position),
    ) {
        let _ = (position, player, found);
    }

    /// How moves are written, in a few lines.
    fn move_help(&self) -> Vec<String> {
        vec!["a1-b1   from one cell to another; `moves` lists all".into()]
    }
}
