//! What functions on games remember between calls.

use std::mem::size_of;
use std::sync::Arc;

use cg_core::{Dyadic, Game};

use super::stops::Stops;
use super::thermograph::Thermograph;
use crate::form::Forms;
use crate::traverse::Done;

/// Answers that further answers are built from.
#[derive(Debug, Default)]
pub(crate) struct Memos {
    /// The number that a game is, where no subgroup makes numbers.
    pub(crate) numbers: Done<Game, Option<Dyadic>>,
    pub(crate) stops: Done<Game, Stops>,
    pub(crate) thermographs: Done<Game, Arc<Thermograph>>,
    pub(crate) forms: Forms,
    /// Bytes behind the thermographs, roughly.
    pub(crate) thermograph_bytes: usize,
}

impl Memos {
    /// Forgets all answers; forms stay.
    pub(crate) fn forget(&mut self) {
        let mut forms = std::mem::take(&mut self.forms);
        forms.values = Done::default();
        forms.canonical = Done::default();
        *self = Memos { forms, ..Memos::default() };
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.numbers.capacity() * size_of::<(Game, Option<Dyadic>)>()
            + self.stops.capacity() * size_of::<(Game, Stops)>()
            + self.thermographs.capacity() * size_of::<(Game, Arc<Thermograph>)>()
            + self.thermograph_bytes
            + self.forms.memory()
    }
}
