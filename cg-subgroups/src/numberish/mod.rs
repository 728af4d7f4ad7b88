//! The subgroup that joins numbers, nimbers and sumbers: x + S + *n.
//!
//! A number x, a sum S of ups and downs, and a nimber *n of any size.
//!
//! - Outcome: the sign of x, or if x = 0 that of S + *n (see
//!   [`crate::infinitesimal`]).
//! - Simplification: among the options only those with the largest x on the
//!   left and the smallest on the right matter. Where these leave room for a
//!   number, the value is the simplest one; where they agree, the rule for
//!   S + *n decides; where they cross, the game is hot.
//! - Canonical options: of a number, its own; otherwise x plus those of S + *n.
//! - Encoding: as [`cg_core::encoding::Encoder::number_ups_star`] writes the
//!   sum: the dyadic x, the natural n, the count of terms, and for each, by
//!   increasing order, the dyadic order and the integer coefficient.

mod rule;
mod words;

use std::fmt;

use cg_core::encoding::{Decoder, encoded};
use cg_core::{
    Asked, Dyadic, Error, Home, Notation, NumberUpsStar, Outcome, Player, Relation, Relative,
    Result, Subgroup,
};
use dashu_int::IBig;

use crate::bytes::{decoded, no_such_option};
use crate::infinitesimal::{Infinitesimal, big_bytes};
use crate::nimbers::Nimbers;
use crate::notation::{Parts, parse_element, samples};
use crate::numbers::{self, Numbers};
use crate::sumbers::Sumbers;

/// A number plus ups and downs plus a nimber: x + S + *n, in normal form.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct NumberPlus {
    /// The number x.
    pub number: Dyadic,
    /// The rest, S + *n.
    pub infinitesimal: Infinitesimal,
}

impl NumberPlus {
    fn is_number(&self) -> bool {
        self.infinitesimal.is_zero()
    }

    /// How this stands to 0, as that of `self - other`.
    fn relation(&self, other: &Self) -> Relation {
        match self.number.cmp(&other.number) {
            std::cmp::Ordering::Less => Relation::Less,
            std::cmp::Ordering::Equal => self.infinitesimal.compare(&other.infinitesimal),
            std::cmp::Ordering::Greater => Relation::Greater,
        }
    }
}

impl From<Dyadic> for NumberPlus {
    fn from(number: Dyadic) -> Self {
        NumberPlus { number, infinitesimal: Infinitesimal::zero() }
    }
}

impl From<Infinitesimal> for NumberPlus {
    fn from(infinitesimal: Infinitesimal) -> Self {
        NumberPlus { number: Dyadic::ZERO, infinitesimal }
    }
}

/// As the standard notation writes it.
impl fmt::Debug for NumberPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Numberish.print(self, Notation::Standard))
    }
}

/// The subgroup of games x + S + *n.
///
/// ```
/// use cg_core::{Notation, Subgroup};
/// use cg_subgroups::Numberish;
/// let read = |text| Numberish.parse(text, Notation::Paper);
/// let game = Numberish.simplify(&[&read("1")?], &[&read("1+*")?])?;
/// assert_eq!(game, Some(read("1+^")?));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Numberish;

impl Numberish {
    /// The name of this subgroup.
    pub const NAME: &'static str = "numberish";
}

impl Subgroup for Numberish {
    type Element = NumberPlus;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> NumberPlus {
        NumberPlus::default()
    }

    fn negate(&self, g: &NumberPlus) -> NumberPlus {
        NumberPlus { number: -&g.number, infinitesimal: g.infinitesimal.negate() }
    }

    fn add(&self, g: &NumberPlus, h: &NumberPlus) -> Result<NumberPlus> {
        Ok(NumberPlus {
            number: g.number.checked_add(&h.number)?,
            infinitesimal: g.infinitesimal.add(&h.infinitesimal)?,
        })
    }

    fn sum(&self, terms: &[&NumberPlus]) -> Result<NumberPlus> {
        Ok(NumberPlus {
            number: Dyadic::sum(terms.iter().map(|term| &term.number))?,
            infinitesimal: Infinitesimal::sum(terms.iter().map(|term| &term.infinitesimal))?,
        })
    }

    fn outcome(&self, g: &NumberPlus) -> Outcome {
        if g.number.is_zero() { g.infinitesimal.outcome() } else { numbers::outcome(&g.number) }
    }

    fn simplify(&self, left: &[&NumberPlus], right: &[&NumberPlus]) -> Result<Option<NumberPlus>> {
        rule::simplify(left, right)
    }

    fn option_count(&self, g: &NumberPlus, player: Player) -> u64 {
        if g.is_number() {
            return Numbers.option_count(&g.number, player);
        }
        g.infinitesimal.options(player).count()
    }

    fn option(&self, g: &NumberPlus, player: Player, index: u64) -> Result<NumberPlus> {
        if g.is_number() {
            return Numbers.option(&g.number, player, index).map(NumberPlus::from);
        }
        let options = g.infinitesimal.options(player);
        let option = options.get(index);
        let infinitesimal =
            option.ok_or_else(|| no_such_option(Self::NAME, index, options.count()))?;
        Ok(NumberPlus { number: g.number.clone(), infinitesimal })
    }

    fn encode(&self, g: &NumberPlus) -> Vec<u8> {
        encoded(|encoder| encoder.number_ups_star(&g.infinitesimal.with_number(g.number.clone())))
    }

    fn decode(&self, bytes: &[u8]) -> Result<NumberPlus> {
        let sum = decoded(Self::NAME, bytes, Decoder::number_ups_star)?;
        Infinitesimal::from_sorted(sum.ups, sum.nimber)
            .map(|infinitesimal| NumberPlus { number: sum.number, infinitesimal })
            .ok_or_else(|| Error::subgroup(Self::NAME, "malformed element bytes"))
    }

    fn heap_bytes(&self, g: &NumberPlus) -> usize {
        big_bytes(g.number.numerator()) + g.infinitesimal.heap_bytes()
    }

    fn print(&self, g: &NumberPlus, notation: Notation) -> String {
        Parts::new(&g.number, &g.infinitesimal).print(notation)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<NumberPlus> {
        parse_element(Self::NAME, text, notation, |number, infinitesimal| {
            Some(NumberPlus { number, infinitesimal })
        })
    }

    fn relatives(&self) -> Vec<Relative> {
        [Numbers::NAME, Nimbers::NAME, Sumbers::NAME]
            .map(|name| Relative::Includes(name.to_owned()))
            .into()
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<NumberPlus>> {
        match from {
            Numbers::NAME => Numbers::read(bytes).map(|number| Some(number.into())),
            Nimbers::NAME => Nimbers::read(bytes).map(|n| Some(Infinitesimal::nimber(n).into())),
            Sumbers::NAME => Sumbers::read(bytes).map(|sumber| Some(sumber.into())),
            _ => Err(Error::subgroup(Self::NAME, format!("{from} is not declared as a relative"))),
        }
    }

    fn settle(&self, g: &NumberPlus) -> Home {
        if g.is_number() {
            Numbers::home(&g.number)
        } else if !g.number.is_zero() {
            Home::Here
        } else if g.infinitesimal.is_nimber() {
            Nimbers::home(g.infinitesimal.star())
        } else if g.infinitesimal.is_sumber() {
            Sumbers::home(&g.infinitesimal)
        } else {
            Home::Here
        }
    }

    fn number_ups_star(&self, g: &NumberPlus) -> Option<NumberUpsStar> {
        Some(g.infinitesimal.with_number(g.number.clone()))
    }

    fn explain(&self, asked: Asked<'_, NumberPlus>, notation: Notation) -> Option<String> {
        words::explain(asked, notation)
    }

    fn samples(&self) -> Vec<NumberPlus> {
        let texts = [
            "0", "*", "1", "^*2", "1/2", "*2", "v", "1*", "^*", "-1^", "1/2*3", "^^*3", "^<2>*2",
            "v*", "3/4v2*", "-2*4",
        ];
        samples(self, &texts)
    }

    fn multiple(&self, count: &IBig, g: &NumberPlus) -> Result<NumberPlus> {
        Ok(NumberPlus {
            number: Numbers.multiple(count, &g.number)?,
            infinitesimal: g.infinitesimal.multiple(count)?,
        })
    }

    fn compare(&self, g: &NumberPlus, h: &NumberPlus) -> Result<Relation> {
        Ok(g.relation(h))
    }
}
