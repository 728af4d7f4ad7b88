//! Forms: games as they are written, not simplified.
//!
//! Some operations depend on the form of a game and not only on its value: for the ordinal sum G:H,
//! G = {-1|1} and G = 0 give different results. A [`Form`] keeps its options unchanged until its
//! value is needed.

use std::mem::size_of;
use std::sync::Arc;

use cg_core::{Arrange, Error, LimitReached, Limits, Player, Result};
use rustc_hash::FxHashMap;

/// A form {L|R}: a handle into its engine, like [`Game`](cg_core::Game). Forms with the same sets of options have
/// the same handle. Forms with equal values may have different handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// The options of a form for Left and for Right, sorted.
type Sides = [Arc<[Form]>; 2];

/// All forms of an engine.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    sides: Vec<Sides>,
    index: FxHashMap<Sides, Form>,
    options: usize,
}

impl Forms {
    /// The form with these options.
    pub(crate) fn form(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form> {
        let [left, right] = [left, right].map(|mut options| {
            options.arrange();
            options.dedup();
            Arc::<[Form]>::from(options)
        });
        let sides = [left, right];
        if let Some(&known) = self.index.get(&sides) {
            return Ok(known);
        }
        let full = || Error::Limit(LimitReached::Games { limit: Limits::MOST_GAMES });
        let form = Form(u32::try_from(self.sides.len()).map_err(|_| full())?);
        self.options += sides[0].len() + sides[1].len();
        self.index.insert(sides.clone(), form);
        self.sides.push(sides);
        Ok(form)
    }

    /// The options of `player` in `form`.
    pub(crate) fn options(&self, form: Form, player: Player) -> Arc<[Form]> {
        let [left, right] = &self.sides[form.0 as usize];
        Arc::clone(match player {
            Player::Left => left,
            Player::Right => right,
        })
    }

    /// About the number of bytes.
    pub(crate) fn memory(&self) -> usize {
        self.sides.capacity() * size_of::<Sides>()
            + self.index.capacity() * size_of::<(Sides, Form)>()
            // Each `Arc` has two counters before the options.
            + self.sides.len() * 4 * size_of::<usize>()
            + self.options * size_of::<Form>()
    }
}
