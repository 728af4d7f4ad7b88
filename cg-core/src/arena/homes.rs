//! Where elements live: smallest homes, embeddings, common homes.

use std::sync::Arc;

use super::{Arena, Entry, Kind, UNEXPANDED};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::registry::Place;
use crate::slot::{Local, SubgroupSet};
use crate::subgroup::Home;

/// Homes of elements.
impl Arena {
    /// The handle of an element, in its smallest home.
    pub(super) fn settle(&mut self, place: Place, local: Local) -> Result<Game> {
        if let Some(game) = self.slots[place].settled(local).game {
            return Ok(game);
        }
        let (mut place, mut local) = (place, local);
        let mut path = Vec::new();
        let game = loop {
            if let Some(game) = self.slots[place].settled(local).game {
                break game;
            }
            path.push((place, local));
            match self.slots[place].home(local)? {
                Home::Here => {
                    let kind = Kind::Element { place: mask_place(place), local };
                    break self.push(Entry { start: UNEXPANDED, left: 0, right: 0, kind })?;
                }
                Home::In { subgroup, bytes } => {
                    let name = self.registry.name(place);
                    // Each step must go to an earlier place, or settling might not end.
                    let smaller = self.registry.place(&subgroup).filter(|&to| to < place);
                    let smaller = smaller.ok_or_else(|| {
                        let message = format!("settles an element in {subgroup:?}, not before it");
                        Error::subgroup(name, message)
                    })?;
                    let decoded = self.slots[smaller].decode(&bytes).map_err(|error| {
                        let what = format!(
                            "settles an element in {subgroup}, where its bytes are refused: {error}"
                        );
                        Error::subgroup(name, what)
                    })?;
                    (place, local) = (smaller, decoded);
                }
            }
        };
        for (place, local) in path {
            self.slots[place].settled(local).game = Some(game);
        }
        Ok(game)
    }

    /// The number of `g` in the subgroup at `place`, if it lies in it.
    pub(super) fn local_in(&mut self, g: Game, place: Place) -> Result<Option<Local>> {
        let Some((home, local)) = self.element(g) else { return Ok(None) };
        if home == place {
            return Ok(Some(local));
        }
        if g == Game::ZERO {
            return self.slots[place].zero().map(Some);
        }
        let key = (g, mask_place(place));
        if let Some(&known) = self.embeddings.get(&key) {
            return Ok(known);
        }
        let mut found = None;
        let registry = Arc::clone(&self.registry);
        for relative in registry.relative_places(place) {
            // Inclusion goes to earlier places, so this recursion ends.
            let here = match (relative.place == home, relative.included) {
                (true, _) => Some(local),
                (false, true) => self.local_in(g, relative.place)?,
                (false, false) => None,
            };
            let Some(here) = here else { continue };
            let bytes = self.slots[relative.place].encode(here)?;
            let from = registry.name(relative.place);
            found = self.slots[place].embed(from, &bytes)?;
            if found.is_none() && relative.included {
                let message = format!("does not embed an element of {from}, which it includes");
                return Err(Error::subgroup(registry.name(place), message));
            }
            if found.is_some() {
                break;
            }
        }
        self.embeddings.insert(key, found);
        Ok(found)
    }

    /// The subgroups that hold `g`.
    pub(super) fn holders(&mut self, g: Game) -> Result<SubgroupSet> {
        let Some((home, local)) = self.element(g) else { return Ok(0) };
        if let Some(holders) = self.slots[home].settled(local).holders {
            return Ok(holders);
        }
        let mut holders = 0;
        for place in 0..self.slots.len() {
            if self.local_in(g, place)?.is_some() {
                holders |= 1 << place;
            }
        }
        self.slots[home].settled(local).holders = Some(holders);
        Ok(holders)
    }

    /// The smallest home that `g` and `h` share, and their numbers in it.
    pub(super) fn meet(&mut self, g: Game, h: Game) -> Result<Option<(Place, Local, Local)>> {
        if let (Some((place, g)), Some((other, h))) = (self.element(g), self.element(h))
            && place == other
        {
            return Ok(Some((place, g, h)));
        }
        let common = self.holders(g)? & self.holders(h)?;
        let Some(place) = places(common).next() else { return Ok(None) };
        match (self.local_in(g, place)?, self.local_in(h, place)?) {
            (Some(g), Some(h)) => Ok(Some((place, g, h))),
            _ => Ok(None),
        }
    }
}

/// The place as it is kept in entries and keys: there are at most 64.
#[allow(clippy::cast_possible_truncation, reason = "a registry has at most 64 subgroups")]
fn mask_place(place: Place) -> u8 {
    place as u8
}

/// The members of a set, smallest first.
pub(super) fn places(mut set: SubgroupSet) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as Place;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}
