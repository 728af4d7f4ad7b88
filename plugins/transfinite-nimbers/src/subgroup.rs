//! The subgroup: what the calculator asks.

use cg_core::encoding::Element;
use cg_core::encoding::decoded;
use cg_core::{
    Arrange, Dyadic, Error, Explanations, Home, Notation, Outcome, Player, Relation, Relations,
    Relative, Result, Subgroup, Text, Views,
};
use cg_subgroups::Nimbers;
use cg_surreal::{Ordinal, Surreal, Surreals, ordinal_sum};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::NAME;
use crate::heap::Heap;

/// The subgroup of nimbers of heaps below epsilon_0.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransfiniteNimbers;

/// The least natural number that is not the size of one of these heaps.
fn least_missing(heaps: &[&Heap]) -> UBig {
    let mut sizes: Vec<UBig> = heaps.iter().filter_map(|heap| heap.to_finite()).collect();
    sizes.arrange();
    sizes.dedup();
    let missing = sizes.iter().enumerate().find(|(index, size)| **size != UBig::from(*index));
    missing.map_or(sizes.len(), |(index, _)| index).into()
}

impl Subgroup for TransfiniteNimbers {
    type Element = Heap;

    fn name(&self) -> &str {
        NAME
    }

    fn zero(&self) -> Result<Heap> {
        Ok(Heap::default())
    }

    fn negate(&self, g: &Heap) -> Result<Heap> {
        Ok(g.clone())
    }

    fn add(&self, g: &Heap, h: &Heap) -> Result<Heap> {
        g.nim_sum(h)
    }

    fn outcome(&self, g: &Heap) -> Result<Outcome> {
        Ok(if g.size().is_zero() { Outcome::Previous } else { Outcome::Next })
    }

    fn simplify(&self, left: &[&Heap], right: &[&Heap]) -> Result<Option<Heap>> {
        let least = least_missing(left);
        Ok((least == least_missing(right)).then(|| Heap::finite(least)))
    }

    fn option_count(&self, g: &Heap, player: Player) -> Result<u64> {
        match g.to_finite() {
            Some(size) => Nimbers.option_count(&size, player),
            None => Ok(u64::MAX),
        }
    }

    /// Each ordinal below the size comes, some of them more than once.
    fn option(&self, g: &Heap, player: Player, index: u64) -> Result<Heap> {
        match g.to_finite() {
            Some(size) => Nimbers.option(&size, player, index).map(Heap::finite),
            None => {
                let below = below(g.size(), index)?;
                Ok(Heap::new(below).expect("made of parts of an ordinal"))
            }
        }
    }

    fn samples(&self) -> Result<Vec<Heap>> {
        let samples = [
            "0",
            "*",
            "*(omega)",
            "*2",
            "*(omega+1)",
            "*3",
            "*(2*omega)",
            "*(omega**2+omega+5)",
            "*8",
            "*(omega**omega)",
            "*(3*omega**(omega+2)+7*omega)",
            "*(omega**(omega**2)+1)",
        ];
        samples.iter().map(|text| self.parse(text, Notation::Standard)).collect()
    }

    fn heap_bytes(&self, g: &Heap) -> Result<usize> {
        Ok(g.size().heap_bytes())
    }

    fn multiple(&self, count: &IBig, g: &Heap) -> Result<Heap> {
        Ok(if count.bit(0) { g.clone() } else { Heap::default() })
    }

    fn compare(&self, g: &Heap, h: &Heap) -> Result<Relation> {
        Ok(if g == h { Relation::Equal } else { Relation::Confused })
    }
}

/// The ordinal number `index` in a list of all ordinals below `size`, which is not 0:
/// a beginning of the normal form of `size`, a smaller coefficient in the next term, and
/// any ordinal below the power of omega there.
fn below(size: &Ordinal, index: u64) -> Result<Ordinal> {
    let terms = size.terms();
    let mut start = Surreal::zero();
    let count = terms.len() as u64;
    let (place, index) = (index % count, index / count);
    for (at, term) in (0..).zip(terms) {
        let power = Surreal::power_of_omega(&term.exponent)?;
        if at < place {
            let whole = power.product(&term.coefficient.clone().into())?;
            start = ordinal_sum(&start, &whole)?;
            continue;
        }
        let most = term.coefficient.to_integer().expect("an ordinal has natural coefficients");
        let (times, rest) = match u64::try_from(most) {
            // Both grow with the index.
            Ok(most) => (index % most, index / most),
            Err(_) => unpaired(index),
        };
        let times: Surreal = Dyadic::from(IBig::from(times)).into();
        let start = ordinal_sum(&start, &power.product(&times)?)?;
        return ordinal_sum(&start, &below_power(&term.exponent, rest)?);
    }
    Ok(start)
}

/// The same below omega^exponent: 0, or a leading term omega^e * n and what is below
/// omega^e.
fn below_power(exponent: &Ordinal, index: u64) -> Result<Ordinal> {
    if index == 0 || exponent.is_zero() {
        return Ok(Surreal::zero());
    }
    let (leading, index) = unpaired(index - 1);
    let (count, rest) = unpaired(index);
    let leading = below(exponent, leading)?;
    let count: Surreal = Dyadic::from(IBig::from(count) + IBig::ONE).into();
    let term = Surreal::power_of_omega(&leading)?.product(&count)?;
    ordinal_sum(&term, &below_power(&leading, rest)?)
}

/// Two numbers for one, so that each pair comes once: the even bits and the odd ones.
fn unpaired(index: u64) -> (u64, u64) {
    let even = |index: u64| (0..32).fold(0, |sum, bit| sum | (index >> (2 * bit) & 1) << bit);
    (even(index), even(index >> 1))
}

impl Text for TransfiniteNimbers {
    fn print(&self, g: &Heap, notation: Notation) -> Result<String> {
        if let Some(size) = g.to_finite() {
            return Nimbers.print(&size, notation);
        }
        let size = Surreals.print(g.size(), notation)?;
        Ok(match notation {
            Notation::Paper | Notation::Standard => format!("*({size})"),
            Notation::Unicode => format!("∗({size})"),
            Notation::Latex => format!("{{\\ast}}({size})"),
        })
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<Heap> {
        if let Ok(finite) = Nimbers.parse(text, notation) {
            return Ok(Heap::finite(finite));
        }
        let refused = |reason: String| Error::parse(NAME, text, reason);
        let inner = text.trim().strip_prefix('*').map(str::trim);
        let inner = inner.and_then(|inner| inner.strip_prefix('(')?.strip_suffix(')'));
        let inner =
            inner.ok_or_else(|| refused("expected * and an ordinal in parentheses".into()))?;
        let size = Surreals.parse(inner, notation).map_err(|error| match error {
            Error::Parse { reason, .. } => refused(reason),
            error => error,
        })?;
        let name = size.to_string();
        Heap::new(size).ok_or_else(|| refused(format!("{name} is no ordinal")))
    }
}

impl Relations for TransfiniteNimbers {
    fn relatives(&self) -> Result<Vec<Relative<Heap>>> {
        Ok(vec![Relative::includes(Nimbers, |n: &UBig| Heap::finite(n.clone()))])
    }

    fn settle(&self, g: &Heap) -> Result<Home> {
        Ok(g.to_finite().map_or(Home::Here, |size| Home::within(&Nimbers, size)))
    }
}

impl Views for TransfiniteNimbers {
    fn is_transfinite(&self, g: &Heap) -> Result<bool> {
        Ok(g.to_finite().is_none())
    }

    fn product(&self, g: &Heap, h: &Heap) -> Result<Option<Heap>> {
        g.nim_product(h)
    }

    /// The birthday of `*alpha` is alpha: its options are born on the days below, and a game
    /// that is born earlier cannot tell `*alpha` from `*beta`, for beta from its own birthday on.
    fn birthday(&self, g: &Heap) -> Result<Option<Home>> {
        Ok(Some(Home::within(&Surreals, g.size().clone())))
    }

    fn nimber_of(&self, from: &str, size: &[u8]) -> Result<Option<Heap>> {
        if from != Surreals.name() {
            return Ok(None);
        }
        let size = decoded(size, Surreal::read);
        let size = size.map_err(|what| Error::subgroup(NAME, what.to_string()))?;
        Ok(Heap::new(size))
    }
}

/// The rules in words.
impl Explanations for TransfiniteNimbers {
    fn explain_value(
        &self,
        _: &[&Heap],
        _: &[&Heap],
        value: &Heap,
        notation: Notation,
    ) -> Result<Option<String>> {
        let value = Surreals.print(value.size(), notation)?;
        Ok(Some(format!("the least nimber missing among the options of each player is *{value}")))
    }

    fn explain_outcome(&self, g: &Heap, _: Notation) -> Result<Option<String>> {
        let reason = match g.size().is_zero() {
            true => "in 0 who moves first loses",
            false => "a nimber other than 0: who moves first moves to 0",
        };
        Ok(Some(reason.to_owned()))
    }

    fn explain_sum(&self, _: &[&Heap], _: Notation) -> Result<Option<String>> {
        let rule = "nimbers add in binary without carrying, each power of omega for itself";
        Ok(Some(rule.to_owned()))
    }
}
