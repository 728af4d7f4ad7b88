//! Toy subgroups for tests: sums of given units, with as many declared
//! relatives as a test wants. Not hereditary: only storage is tested with them.

use crate::error::{Error, Result};
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::subgroup::{Home, Relative, Subgroup};

/// The multiples of 1/2^`halvings` as numerators, every one a game of its own.
#[derive(Clone, Debug)]
pub(crate) struct Fractions {
    pub(crate) name: &'static str,
    pub(crate) halvings: u32,
    pub(crate) relatives: Vec<Relative>,
}

impl Fractions {
    pub(crate) fn new(name: &'static str, halvings: u32, includes: &[&str]) -> Self {
        let relatives = includes.iter().map(|&name| Relative::Includes(name.into())).collect();
        Fractions { name, halvings, relatives }
    }
}

impl Subgroup for Fractions {
    type Element = i64;

    fn name(&self) -> &str {
        self.name
    }

    fn zero(&self) -> i64 {
        0
    }

    fn negate(&self, g: &i64) -> i64 {
        -g
    }

    fn add(&self, g: &i64, h: &i64) -> Result<i64> {
        g.checked_add(*h).ok_or(Error::NumberTooLarge)
    }

    fn outcome(&self, g: &i64) -> Outcome {
        match g.signum() {
            1 => Outcome::Left,
            -1 => Outcome::Right,
            _ => Outcome::Previous,
        }
    }

    fn simplify(&self, left: &[&i64], right: &[&i64]) -> Result<Option<i64>> {
        match (left, right) {
            ([g], []) => Ok(Some(*g + (1 << self.halvings))),
            _ => Ok(None),
        }
    }

    fn option_count(&self, g: &i64, player: Player) -> u64 {
        match player {
            Player::Left => g.unsigned_abs(),
            Player::Right => 0,
        }
    }

    fn option(&self, _: &i64, _: Player, index: u64) -> Result<i64> {
        i64::try_from(index).map_err(|_| Error::NumberTooLarge)
    }

    fn encode(&self, g: &i64) -> Vec<u8> {
        g.to_le_bytes().to_vec()
    }

    fn decode(&self, bytes: &[u8]) -> Result<i64> {
        let bytes = bytes.try_into().map_err(|_| Error::subgroup(self.name, "not 8 bytes"))?;
        Ok(i64::from_le_bytes(bytes))
    }

    fn print(&self, g: &i64, _: Notation) -> String {
        format!("{g}/{}", 1 << self.halvings)
    }

    fn parse(&self, text: &str, _: Notation) -> Result<i64> {
        text.parse().map_err(|_| Error::subgroup(self.name, "not an integer"))
    }

    fn relatives(&self) -> Vec<Relative> {
        self.relatives.clone()
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<i64>> {
        if !self.relatives.iter().any(|relative| relative.name() == from) {
            return Err(Error::subgroup(self.name, "not a relative"));
        }
        // The relatives in these tests have one halving less.
        Ok(Some(2 * self.decode(bytes)?))
    }

    fn settle(&self, g: &i64) -> Home {
        match self.relatives.first() {
            Some(relative) if g % 2 == 0 => {
                Home::In { subgroup: relative.name().to_owned(), bytes: self.encode(&(g / 2)) }
            }
            _ => Home::Here,
        }
    }
}
