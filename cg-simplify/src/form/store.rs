//! Where forms are held.

use std::mem::size_of;
use std::sync::Arc;

use cg_core::{Error, Game, LimitReached, Limits, Player, Result};
use rustc_hash::FxHashMap;

use crate::traverse::Done;

/// A form {L|R}: a handle into its engine, like [`Game`]. Forms with the same
/// sets of options are the same handle; equal values are not.
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
    /// The values of forms.
    pub(crate) values: Done<Form, Game>,
    /// The canonical forms of values.
    pub(crate) canonical: Done<Game, Form>,
}

impl Forms {
    /// The form with these options.
    pub(crate) fn form(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form> {
        let [left, right] = [left, right].map(|mut options| {
            options.sort_unstable();
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

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.sides.capacity() * size_of::<Sides>()
            + self.index.capacity() * size_of::<(Sides, Form)>()
            // Two counters stand before the options behind each `Arc`.
            + self.sides.len() * 4 * size_of::<usize>()
            + self.options * size_of::<Form>()
            + self.values.capacity() * size_of::<(Form, Game)>()
            + self.canonical.capacity() * size_of::<(Game, Form)>()
    }
}
