//! The subgroup that contains numbers, nimbers and sumbers: x + S + *n.
//!
//! A number x, a sum S of ups and downs, and a nimber *n of any size.
//!
//! - Outcome: the sign of x, or if x = 0, the outcome of S + *n (see [`crate::infinitesimal`]).
//! - Simplification: only the options with the largest x on the left and the smallest x on the
//!   right matter. If these x leave space for a number, the value is the simplest one. If they are
//!   equal, the rule for S + *n decides. If they cross, the game is hot.
//! - Canonical options: for a number, its own; otherwise x plus the options of S + *n.
//! - Encoding: like a sum by [`cg_core::encoding::Encoder::number_ups_star`]: the dyadic x, the
//!   natural n, the count of terms, and for each term, in increasing order, the dyadic order and
//!   the integer coefficient.

use std::fmt;
use std::ops::Bound;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{
    Dyadic, Explanations, Home, Notation, NumberUpsStar, Outcome, Player, Relation, Relations,
    Relative, Result, Subgroup, Text, Views,
};
use dashu_int::{IBig, UBig};
use smallvec::SmallVec;

use crate::certificate::certificate;
use crate::infinitesimal::{self, Infinitesimal};
use crate::nimbers::Nimbers;
use crate::no_such_option;
use crate::notation::{Parts, parse_element, samples};
use crate::numbers::{self, Numbers, print_number, sign_in_words, simplest_in_words};
use crate::simplest::simplest_between;
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
    /// The negative.
    #[must_use]
    pub fn negate(&self) -> Self {
        NumberPlus { number: -&self.number, infinitesimal: self.infinitesimal.negate() }
    }

    /// This value as text.
    pub fn print(&self, notation: Notation) -> String {
        Parts::new(&self.number, &self.infinitesimal).print(notation)
    }

    fn is_number(&self) -> bool {
        self.infinitesimal.is_zero()
    }

    /// The relation of this value to 0, as the relation of `self - other`.
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

/// Encoded like a sum by [`Encoder::number_ups_star`].
impl Element for NumberPlus {
    fn write(&self, to: &mut Encoder) {
        to.number_ups_star(&self.infinitesimal.with_number(self.number.clone()));
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        let sum = from.number_ups_star()?;
        let infinitesimal = Infinitesimal::from_sorted(sum.ups, sum.nimber)
            .expect("the decoder gives increasing orders and no coefficient 0");
        Ok(NumberPlus { number: sum.number, infinitesimal })
    }
}

/// In the standard notation.
impl fmt::Debug for NumberPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(Notation::Standard))
    }
}

/// The subgroup of games x + S + *n.
///
/// ```
/// use cg_core::{Notation, Subgroup, Text};
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

    fn zero(&self) -> Result<NumberPlus> {
        Ok(NumberPlus::default())
    }

    fn negate(&self, g: &NumberPlus) -> Result<NumberPlus> {
        Ok(g.negate())
    }

    fn add(&self, g: &NumberPlus, h: &NumberPlus) -> Result<NumberPlus> {
        Ok(NumberPlus {
            number: g.number.checked_add(&h.number)?,
            infinitesimal: g.infinitesimal.add(&h.infinitesimal)?,
        })
    }

    fn outcome(&self, g: &NumberPlus) -> Result<Outcome> {
        let infinitesimal = &g.infinitesimal;
        Ok(if g.number.is_zero() { infinitesimal.outcome() } else { numbers::outcome(&g.number) })
    }

    fn simplify(&self, left: &[&NumberPlus], right: &[&NumberPlus]) -> Result<Option<NumberPlus>> {
        simplify(left, right)
    }

    fn option_count(&self, g: &NumberPlus, player: Player) -> Result<u64> {
        if g.is_number() {
            return Numbers.option_count(&g.number, player);
        }
        Ok(g.infinitesimal.options(player).count())
    }

    fn option(&self, g: &NumberPlus, player: Player, index: u64) -> Result<NumberPlus> {
        if g.is_number() {
            return Numbers.option(&g.number, player, index).map(NumberPlus::from);
        }
        let option = g.infinitesimal.options(player).get(index);
        let infinitesimal = option.ok_or_else(|| no_such_option(Self::NAME, index))?;
        Ok(NumberPlus { number: g.number.clone(), infinitesimal })
    }

    fn samples(&self) -> Result<Vec<NumberPlus>> {
        let texts = [
            "0", "*", "1", "^*2", "1/2", "*2", "v", "1*", "^*", "-1^", "1/2*3", "^^*3", "^<2>*2",
            "v*", "3/4v2*", "-2*4",
        ];
        samples(self, &texts)
    }

    fn heap_bytes(&self, g: &NumberPlus) -> Result<usize> {
        Ok(g.number.heap_bytes() + g.infinitesimal.heap_bytes())
    }

    fn sum(&self, terms: &[&NumberPlus]) -> Result<NumberPlus> {
        Ok(NumberPlus {
            number: Dyadic::sum(terms.iter().map(|term| &term.number))?,
            infinitesimal: Infinitesimal::sum(terms.iter().map(|term| &term.infinitesimal))?,
        })
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

impl Text for Numberish {
    fn print(&self, g: &NumberPlus, notation: Notation) -> Result<String> {
        Ok(g.print(notation))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<NumberPlus> {
        parse_element(Self::NAME, text, notation, |number, infinitesimal| {
            Some(NumberPlus { number, infinitesimal })
        })
    }
}

impl Relations for Numberish {
    fn relatives(&self) -> Result<Vec<Relative<NumberPlus>>> {
        Ok(vec![
            Relative::includes(Numbers, |number: &Dyadic| number.clone().into()),
            Relative::includes(Nimbers, |n: &UBig| Infinitesimal::nimber(n.clone()).into()),
            Relative::includes(Sumbers, |sumber: &Infinitesimal| sumber.clone().into()),
        ])
    }

    fn settle(&self, g: &NumberPlus) -> Result<Home> {
        Ok(if g.is_number() {
            Home::within(&Numbers, g.number.clone())
        } else if g.number.is_zero() && g.infinitesimal.is_nimber() {
            Home::within(&Nimbers, g.infinitesimal.star().clone())
        } else if g.number.is_zero() && g.infinitesimal.is_sumber() {
            Home::within(&Sumbers, g.infinitesimal.clone())
        } else {
            Home::Here
        })
    }
}

impl Views for Numberish {
    fn number_ups_star(&self, g: &NumberPlus) -> Result<Option<NumberUpsStar>> {
        Ok(Some(g.infinitesimal.with_number(g.number.clone())))
    }
}

impl Explanations for Numberish {
    fn explain_value(
        &self,
        left: &[&NumberPlus],
        right: &[&NumberPlus],
        value: &NumberPlus,
        notation: Notation,
    ) -> Result<Option<String>> {
        let bounds = if value.is_number() { between(left, right) } else { None };
        let Some(bounds) = bounds else {
            return certificate(self, left, right, value, notation);
        };
        let simplest = simplest_in_words(bounds, &value.number, notation);
        Ok(Some(format!(
            "between the options a number fits: {simplest}\n(the simplest number theorem; \
             a bound itself is allowed where no option with that number reaches it)"
        )))
    }

    fn explain_outcome(&self, g: &NumberPlus, notation: Notation) -> Result<Option<String>> {
        Ok(Some(if g.number.is_zero() {
            g.infinitesimal.outcome_in_words()
        } else if g.is_number() {
            sign_in_words(&g.number)
        } else {
            let number = print_number(&g.number, notation);
            format!("its number {number} decides: what is added is infinitesimal")
        }))
    }

    fn explain_sum(&self, _: &[&NumberPlus], _: Notation) -> Result<Option<String>> {
        let rule = "numbers add, copies of the same up add, nimbers add without carrying";
        Ok(Some(rule.to_owned()))
    }
}

/// The relevant options of one player: those with the best number.
struct Front<'a> {
    number: &'a Dyadic,
    infinitesimals: SmallVec<[&'a Infinitesimal; 8]>,
}

impl<'a> Front<'a> {
    fn of(player: Player, options: &[&'a NumberPlus]) -> Option<Self> {
        let numbers = options.iter().map(|option| &option.number);
        let number = match player {
            Player::Left => numbers.max(),
            Player::Right => numbers.min(),
        }?;
        let there = options.iter().filter(|option| option.number == *number);
        Some(Front { number, infinitesimals: there.map(|option| &option.infinitesimal).collect() })
    }

    /// The bound that these options of `player` put on numbers. Their own number is allowed if each
    /// infinitesimal falls short of 0 (or is confused with it).
    fn bound(&self, player: Player) -> Bound<&'a Dyadic> {
        let reaches_zero = self.infinitesimals.iter().any(|option| match player {
            Player::Left => option.outcome().at_least_zero(),
            Player::Right => option.outcome().at_most_zero(),
        });
        if reaches_zero { Bound::Excluded(self.number) } else { Bound::Included(self.number) }
    }
}

/// The bounds that the options put on a number; `None` if the best numbers of both sides meet or
/// cross, so that no number fits.
fn between<'a>(
    left: &[&'a NumberPlus],
    right: &[&'a NumberPlus],
) -> Option<[Bound<&'a Dyadic>; 2]> {
    bounds(Front::of(Player::Left, left).as_ref(), Front::of(Player::Right, right).as_ref())
}

fn bounds<'a>(
    left: Option<&Front<'a>>,
    right: Option<&Front<'a>>,
) -> Option<[Bound<&'a Dyadic>; 2]> {
    if let (Some(left), Some(right)) = (left, right)
        && left.number >= right.number
    {
        return None;
    }
    let bound =
        |front: Option<&Front<'a>>, player| front.map_or(Bound::Unbounded, |f| f.bound(player));
    Some([bound(left, Player::Left), bound(right, Player::Right)])
}

fn simplify(left: &[&NumberPlus], right: &[&NumberPlus]) -> Result<Option<NumberPlus>> {
    let (left, right) = (Front::of(Player::Left, left), Front::of(Player::Right, right));
    if let Some([lower, upper]) = bounds(left.as_ref(), right.as_ref()) {
        return Ok(simplest_between(lower, upper)?.map(NumberPlus::from));
    }
    match (left, right) {
        (Some(left), Some(right)) if left.number == right.number => {
            let value = infinitesimal::simplify(&left.infinitesimals, &right.infinitesimals)?;
            Ok(value.map(|infinitesimal| NumberPlus { number: left.number.clone(), infinitesimal }))
        }
        _ => Ok(None),
    }
}
