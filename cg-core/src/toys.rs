//! Toy subgroups for tests: sums of given units, with any declared relatives. They are not
//! hereditary: only storage is tested with them.

use crate::error::{Error, Result};
use crate::outcome::{Outcome, Player};
use crate::relations::{Home, Relations, Relative};
use crate::subgroup::Subgroup;
use crate::text::{Notation, Text};
use crate::views::{Explanations, Views};

/// The multiples of 1/2^`halvings` as numerators; each is a separate game.
#[derive(Clone, Debug)]
pub(crate) struct Fractions {
    pub(crate) name: &'static str,
    pub(crate) halvings: u32,
    pub(crate) includes: Vec<&'static str>,
}

impl Fractions {
    pub(crate) fn new(name: &'static str, halvings: u32, includes: &[&'static str]) -> Self {
        Fractions { name, halvings, includes: includes.to_vec() }
    }
}

impl Subgroup for Fractions {
    type Element = i64;

    fn name(&self) -> &str {
        self.name
    }

    fn zero(&self) -> Result<i64> {
        Ok(0)
    }

    fn negate(&self, g: &i64) -> Result<i64> {
        Ok(-g)
    }

    fn add(&self, g: &i64, h: &i64) -> Result<i64> {
        g.checked_add(*h).ok_or(Error::NUMBER_TOO_LARGE)
    }

    fn outcome(&self, g: &i64) -> Result<Outcome> {
        Ok(match g.signum() {
            1 => Outcome::Left,
            -1 => Outcome::Right,
            _ => Outcome::Previous,
        })
    }

    fn simplify(&self, left: &[&i64], right: &[&i64]) -> Result<Option<i64>> {
        match (left, right) {
            ([g], []) => Ok(Some(*g + (1 << self.halvings))),
            _ => Ok(None),
        }
    }

    fn option_count(&self, g: &i64, player: Player) -> Result<u64> {
        Ok(match player {
            Player::Left => g.unsigned_abs(),
            Player::Right => 0,
        })
    }

    fn option(&self, _: &i64, _: Player, index: u64) -> Result<i64> {
        i64::try_from(index).map_err(|_| Error::NUMBER_TOO_LARGE)
    }
}

impl Text for Fractions {
    fn print(&self, g: &i64, _: Notation) -> Result<String> {
        Ok(format!("{g}/{}", 1 << self.halvings))
    }

    fn parse(&self, text: &str, _: Notation) -> Result<i64> {
        text.parse().map_err(|_| Error::parse(self.name, text, "not an integer"))
    }
}

impl Relations for Fractions {
    fn relatives(&self) -> Result<Vec<Relative<i64>>> {
        // The relatives in these tests have one halving less.
        let relative = |&name: &&'static str| {
            Relative::includes(Fractions::new(name, 0, &[]), |g: &i64| 2 * g)
        };
        Ok(self.includes.iter().map(relative).collect())
    }

    fn settle(&self, g: &i64) -> Result<Home> {
        Ok(match self.includes.first() {
            Some(&name) if g % 2 == 0 => Home::within(&Fractions::new(name, 0, &[]), g / 2),
            _ => Home::Here,
        })
    }
}

impl Views for Fractions {}
impl Explanations for Fractions {}
