//! Which subgroup answers, and why.

use super::Arena;
use super::homes::places;
use crate::error::Result;
use crate::game::Game;
use crate::notation::Notation;
use crate::slot::SubgroupSet;

/// What the subgroups say to a form `{left | right}` that is offered to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognition {
    /// The subgroups that hold all the options, and by whose rule the form is
    /// none of their elements: smallest first.
    pub refused: Vec<String>,
    /// Who recognised it, if one did.
    pub found: Option<Recognised>,
}

/// A form that a subgroup recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// Its value.
    pub value: Game,
    /// The subgroup whose simplification rule said so.
    pub subgroup: String,
    /// The subgroup's reasoning, where it gives one.
    pub reason: Option<String>,
}

/// How elements of subgroups are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The least common home of the terms.
    pub subgroup: String,
    /// How it adds them, where it says so.
    pub reason: Option<String>,
}

/// The reasoning of subgroups.
impl Arena {
    /// [`Arena::recognise`], made visible.
    ///
    /// # Errors
    /// As [`Arena::recognise`].
    pub fn recognition(
        &mut self,
        left: &[Game],
        right: &[Game],
        notation: Notation,
    ) -> Result<Recognition> {
        let mut refused = Vec::new();
        let mut by = None;
        let value = self.offer(left, right, |arena, place, [left, right], said| {
            let name = arena.registry.name(place).to_owned();
            match said {
                None => refused.push(name),
                Some(local) => {
                    let slot = &arena.slots[place];
                    by = Some((name, slot.explain_value(left, right, local, notation)?));
                }
            }
            Ok(())
        })?;
        let found = value.zip(by);
        let found = found.map(|(value, (subgroup, reason))| Recognised { value, subgroup, reason });
        Ok(Recognition { refused, found })
    }

    /// Why `g` has its outcome, as its home says, when it is an element and its
    /// home says anything.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn outcome_reason(&self, g: Game, notation: Notation) -> Result<Option<String>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        self.slots[place].explain_outcome(local, notation)
    }

    /// How these games are added, when a subgroup holds them all.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn addition(&mut self, terms: &[Game], notation: Notation) -> Result<Option<Addition>> {
        let mut common = SubgroupSet::MAX;
        for &term in terms {
            common &= self.holders(term)?;
        }
        let there = self.slots.len();
        let Some(place) = places(common).next().filter(|&place| place < there) else {
            return Ok(None);
        };
        let mut locals = Vec::with_capacity(terms.len());
        for &term in terms {
            locals.extend(self.local_in(term, place)?);
        }
        let reason = self.slots[place].explain_sum(&locals, notation)?;
        Ok(Some(Addition { subgroup: self.registry.name(place).to_owned(), reason }))
    }
}
