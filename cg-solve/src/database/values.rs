//! Values as bytes that belong to no engine, each once.
//!
//! A value is a number, ups and a nimber in closed form, or its canonical options, which
//! are values with smaller numbers. Canonical forms are unique, and so are these bytes.

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{Error, Game, NumberUpsStar, Player};
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The number of a value in a table.
pub(super) type ValueId = u32;

/// One value of a table.
pub(super) enum Node {
    Closed(NumberUpsStar),
    /// The canonical options of Left and of Right, with increasing numbers.
    Options([Vec<ValueId>; 2]),
}

impl Node {
    fn encode(&self) -> Vec<u8> {
        let mut to = Encoder::new();
        match self {
            Node::Closed(form) => {
                to.count(0);
                form.write(&mut to);
            }
            Node::Options(options) => {
                to.count(1);
                for side in options {
                    to.count(side.len() as u64);
                    side.iter().for_each(|&id| to.count(id.into()));
                }
            }
        }
        to.finish()
    }

    /// Reads the value that has this number: its options have smaller ones.
    pub(super) fn read(from: &mut Decoder<'_>, own: ValueId) -> Result<Self, Malformed> {
        match from.count()? {
            0 => Ok(Node::Closed(NumberUpsStar::read(from)?)),
            1 => {
                let mut options = [Vec::new(), Vec::new()];
                for side in &mut options {
                    // A false count ends early: each option takes bytes.
                    for _ in 0..from.count()? {
                        let id = ValueId::try_from(from.count()?).ok().filter(|id| *id < own);
                        let id = id.ok_or_else(|| from.malformed("an option comes later"))?;
                        if side.last().is_some_and(|last| *last >= id) {
                            return Err(from.malformed("the options are out of order"));
                        }
                        side.push(id);
                    }
                }
                Ok(Node::Options(options))
            }
            _ => Err(from.malformed("a value of no known kind")),
        }
    }
}

/// The values of a table that is written.
#[derive(Default)]
pub(super) struct ValueTable {
    bytes: Vec<u8>,
    ids: HashMap<Vec<u8>, ValueId, FxBuildHasher>,
}

impl ValueTable {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of a value, which is added when it is new; `None` when there are too many.
    pub(super) fn insert(&mut self, node: &Node) -> Option<ValueId> {
        let bytes = node.encode();
        let next = ValueId::try_from(self.ids.len()).ok().filter(|&next| next < ValueId::MAX)?;
        let id = *self.ids.entry(bytes).or_insert_with_key(|bytes| {
            self.bytes.extend_from_slice(bytes);
            next
        });
        Some(id)
    }
}

/// The numbers of the values of one engine in a table.
pub(super) type Numbers = HashMap<Game, ValueId, FxBuildHasher>;

impl ValueTable {
    /// The number of a value of an engine.
    ///
    /// # Errors
    /// Those of the engine; `Ok(None)` when there are too many values.
    pub(super) fn number(
        &mut self,
        engine: &mut Engine,
        numbers: &mut Numbers,
        game: Game,
    ) -> Result<Option<ValueId>, Error> {
        let mut waiting = vec![game];
        while let Some(&game) = waiting.last() {
            if numbers.contains_key(&game) {
                waiting.pop();
                continue;
            }
            let node = match engine.number_ups_star(game)? {
                Some(form) => Node::Closed(form),
                None => {
                    let mut options = [Vec::new(), Vec::new()];
                    let before = waiting.len();
                    for (side, player) in options.iter_mut().zip(Player::BOTH) {
                        for option in engine.options(game, player)? {
                            match numbers.get(&option) {
                                Some(&id) => side.push(id),
                                None => waiting.push(option),
                            }
                        }
                        side.sort_unstable();
                    }
                    if waiting.len() > before {
                        continue;
                    }
                    Node::Options(options)
                }
            };
            let Some(id) = self.insert(&node) else { return Ok(None) };
            numbers.insert(game, id);
            waiting.pop();
        }
        Ok(numbers.get(&game).copied())
    }
}
