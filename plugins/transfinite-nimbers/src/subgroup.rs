//! The subgroup: what the calculator asks.

use std::fmt;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed, decoded};
use cg_core::{
    Dyadic, Error, Explanations, Home, Notation, Outcome, Player, Relation, Relations, Relative,
    Result, Subgroup, Text, Views,
};
use cg_subgroups::{Infinitesimal, Nimbers, NumberPlus, Numberish, Numbers, tightest};
use cg_surreal::{Ordinal, Surreal, Surreals, birthday, ordinal_sum, simplest};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::NAME;
use crate::heap::Heap;

/// The subgroup of nimbers of heaps below epsilon_0, alone and beside numbers: `x + *h`.
///
/// - Outcome: the sign of x, however small; that of `*h` where x is 0. (Who moves from `*h` to
///   0 is left with x.)
/// - Simplification: only the options with the best x matter. Where these leave room for a
///   number, the value is the simplest one; where they agree, the least nimbers that are missing
///   must.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransfiniteNimbers;

/// A number plus a heap: x + *h.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct NumberPlusHeap {
    /// The number x.
    pub number: Surreal,
    /// The heap h.
    pub heap: Heap,
}

impl From<Heap> for NumberPlusHeap {
    fn from(heap: Heap) -> Self {
        NumberPlusHeap { number: Surreal::zero(), heap }
    }
}

impl From<Surreal> for NumberPlusHeap {
    fn from(number: Surreal) -> Self {
        NumberPlusHeap { number, heap: Heap::default() }
    }
}

impl NumberPlusHeap {
    fn has_heap(&self) -> bool {
        !self.heap.size().is_zero()
    }
}

/// The number, then the size of the heap.
impl Element for NumberPlusHeap {
    fn write(&self, to: &mut Encoder) {
        self.number.write(to);
        self.heap.write(to);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        Ok(NumberPlusHeap { number: Surreal::read(from)?, heap: Heap::read(from)? })
    }
}

/// As the standard notation writes it.
impl fmt::Debug for NumberPlusHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&TransfiniteNimbers.print(self, Notation::Standard).map_err(|_| fmt::Error)?)
    }
}

/// The least natural number that is not the size of one of these heaps.
fn least_missing<'a>(heaps: impl Iterator<Item = &'a Heap>) -> UBig {
    let mut sizes: Vec<UBig> = heaps.filter_map(Heap::to_finite).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let missing = sizes.iter().enumerate().find(|(index, size)| **size != UBig::from(*index));
    missing.map_or(sizes.len(), |(index, _)| index).into()
}

/// The simplest number that the options allow: one whose number is x allows x where it has
/// a heap beside it.
fn number_between(left: &[&NumberPlusHeap], right: &[&NumberPlusHeap]) -> Result<Option<Surreal>> {
    let numbers = |options: &[&NumberPlusHeap], with_heap: bool| {
        let chosen = options.iter().filter(|option| option.has_heap() == with_heap);
        chosen.map(|option| option.number.clone()).collect::<Vec<_>>()
    };
    let sides =
        [numbers(left, false), numbers(left, true), numbers(right, true), numbers(right, false)];
    let sides = sides.each_ref().map(|side| side.iter().collect::<Vec<_>>());
    let [low, high] = tightest(sides.each_ref().map(Vec::as_slice));
    simplest(low, high)
}

impl Subgroup for TransfiniteNimbers {
    type Element = NumberPlusHeap;

    fn name(&self) -> &str {
        NAME
    }

    fn zero(&self) -> Result<NumberPlusHeap> {
        Ok(NumberPlusHeap::default())
    }

    fn negate(&self, g: &NumberPlusHeap) -> Result<NumberPlusHeap> {
        Ok(NumberPlusHeap { number: g.number.negate(), heap: g.heap.clone() })
    }

    fn add(&self, g: &NumberPlusHeap, h: &NumberPlusHeap) -> Result<NumberPlusHeap> {
        Ok(NumberPlusHeap { number: g.number.add(&h.number)?, heap: g.heap.nim_sum(&h.heap)? })
    }

    fn outcome(&self, g: &NumberPlusHeap) -> Result<Outcome> {
        if !g.number.is_zero() {
            return Surreals.outcome(&g.number);
        }
        Ok(if g.has_heap() { Outcome::Next } else { Outcome::Previous })
    }

    fn simplify(
        &self,
        left: &[&NumberPlusHeap],
        right: &[&NumberPlusHeap],
    ) -> Result<Option<NumberPlusHeap>> {
        let highest = left.iter().map(|option| &option.number).max();
        let lowest = right.iter().map(|option| &option.number).min();
        if let (Some(highest), Some(lowest)) = (highest, lowest) {
            if highest > lowest {
                return Ok(None);
            }
            if highest == lowest {
                let missing = |options: &[&NumberPlusHeap]| {
                    let there = options.iter().filter(|option| option.number == *highest);
                    least_missing(there.map(|option| &option.heap))
                };
                let least = missing(left);
                return Ok((least == missing(right)).then(|| NumberPlusHeap {
                    number: highest.clone(),
                    heap: Heap::finite(least),
                }));
            }
        }
        Ok(number_between(left, right)?.map(NumberPlusHeap::from))
    }

    fn option_count(&self, g: &NumberPlusHeap, player: Player) -> Result<u64> {
        if !g.has_heap() {
            return Surreals.option_count(&g.number, player);
        }
        match g.heap.to_finite() {
            Some(size) => Nimbers.option_count(&size, player),
            None => Ok(u64::MAX),
        }
    }

    /// Of a number its own. Of a heap beside it each smaller heap, some of them more than once.
    fn option(&self, g: &NumberPlusHeap, player: Player, index: u64) -> Result<NumberPlusHeap> {
        if !g.has_heap() {
            return Surreals.option(&g.number, player, index).map(NumberPlusHeap::from);
        }
        let heap = match g.heap.to_finite() {
            Some(size) => Heap::finite(Nimbers.option(&size, player, index)?),
            None => {
                let below = below(g.heap.size(), index)?;
                Heap::new(below).expect("made of parts of an ordinal")
            }
        };
        Ok(NumberPlusHeap { number: g.number.clone(), heap })
    }

    fn samples(&self) -> Result<Vec<NumberPlusHeap>> {
        let samples = [
            "0",
            "*",
            "*(omega)",
            "*2",
            "*(omega+1)",
            "*3",
            "*(2*omega)",
            "omega+*",
            "*(omega**2+omega+5)",
            "5+*(omega)",
            "*8",
            "-1/2+*(omega+1)",
            "*(omega**omega)",
            "1/omega+*(omega)",
            "*(3*omega**(omega+2)+7*omega)",
            "omega-1+*2",
            "*(omega**(omega**2)+1)",
            "-omega/2+*(3*omega)",
            "1/2",
            "omega",
            "1*",
        ];
        samples.iter().map(|text| self.parse(text, Notation::Standard)).collect()
    }

    fn heap_bytes(&self, g: &NumberPlusHeap) -> Result<usize> {
        Ok(g.number.heap_bytes() + g.heap.size().heap_bytes())
    }

    fn multiple(&self, count: &IBig, g: &NumberPlusHeap) -> Result<NumberPlusHeap> {
        Ok(NumberPlusHeap {
            number: Surreals.multiple(count, &g.number)?,
            heap: if count.bit(0) { g.heap.clone() } else { Heap::default() },
        })
    }

    fn compare(&self, g: &NumberPlusHeap, h: &NumberPlusHeap) -> Result<Relation> {
        Ok(match g.number.cmp(&h.number) {
            std::cmp::Ordering::Less => Relation::Less,
            std::cmp::Ordering::Greater => Relation::Greater,
            std::cmp::Ordering::Equal if g.heap == h.heap => Relation::Equal,
            std::cmp::Ordering::Equal => Relation::Confused,
        })
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

/// The heap as text, with its star.
fn print_heap(heap: &Heap, notation: Notation) -> Result<String> {
    if let Some(size) = heap.to_finite() {
        return Nimbers.print(&size, notation);
    }
    let size = Surreals.print(heap.size(), notation)?;
    Ok(match notation {
        Notation::Paper | Notation::Standard => format!("*({size})"),
        Notation::Unicode => format!("∗({size})"),
        Notation::Latex => format!("{{\\ast}}({size})"),
    })
}

fn parse_heap(text: &str, notation: Notation) -> Result<Heap> {
    if let Ok(finite) = Nimbers.parse(text, notation) {
        return Ok(Heap::finite(finite));
    }
    let refused = |reason: String| Error::parse(NAME, text, reason);
    let inner = text.trim().strip_prefix('*').map(str::trim);
    let inner = inner.and_then(|inner| inner.strip_prefix('(')?.strip_suffix(')'));
    let inner = inner.ok_or_else(|| refused("expected * and an ordinal in parentheses".into()))?;
    let size = Surreals.parse(inner, notation).map_err(|error| match error {
        Error::Parse { reason, .. } => refused(reason),
        error => error,
    })?;
    let name = size.to_string();
    Heap::new(size).ok_or_else(|| refused(format!("{name} is no ordinal")))
}

/// Where the star of a heap stands: outside parentheses, and not between two factors.
fn star(text: &str) -> Option<usize> {
    let (mut depth, mut before) = (0i32, None);
    let signs: Vec<(usize, char)> =
        text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    for (number, &(at, sign)) in signs.iter().enumerate() {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        let next = signs.get(number + 1).map(|&(_, sign)| sign);
        // A number may stand right before the star of a small heap: `1*`, `1/2*3`.
        let factor = match before {
            None | Some('+' | '-') => false,
            Some(digit) if digit.is_ascii_digit() => {
                next.is_some_and(|next| !next.is_ascii_digit())
            }
            Some(_) => true,
        };
        if sign == '*' && depth == 0 && !factor {
            return Some(at);
        }
        before = Some(sign);
    }
    None
}

impl Text for TransfiniteNimbers {
    fn print(&self, g: &NumberPlusHeap, notation: Notation) -> Result<String> {
        if !g.has_heap() {
            return Surreals.print(&g.number, notation);
        }
        let heap = print_heap(&g.heap, notation)?;
        if g.number.is_zero() {
            return Ok(heap);
        }
        Ok(format!("{}+{heap}", Surreals.print(&g.number, notation)?))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<NumberPlusHeap> {
        let Some(at) = star(text) else {
            return Surreals.parse(text, notation).map(NumberPlusHeap::from).map_err(|error| {
                match error {
                    Error::Parse { reason, .. } => Error::parse(NAME, text, reason),
                    error => error,
                }
            });
        };
        let (number, heap) = text.split_at(at);
        let heap = parse_heap(heap, notation)?;
        let number = number.trim().trim_end_matches('+');
        if number.is_empty() {
            return Ok(heap.into());
        }
        let number = Surreals.parse(number, notation).map_err(|error| match error {
            Error::Parse { reason, .. } => Error::parse(NAME, text, reason),
            error => error,
        })?;
        Ok(NumberPlusHeap { number, heap })
    }
}

impl Relations for TransfiniteNimbers {
    fn relatives(&self) -> Result<Vec<Relative<NumberPlusHeap>>> {
        Ok(vec![
            Relative::includes(Numbers, |x: &Dyadic| Surreal::from(x.clone()).into()),
            Relative::includes(Nimbers, |n: &UBig| Heap::finite(n.clone()).into()),
            Relative::includes(Surreals, |x: &Surreal| x.clone().into()),
            Relative::overlaps(Numberish, |g: &NumberPlus| {
                g.infinitesimal.is_nimber().then(|| NumberPlusHeap {
                    number: g.number.clone().into(),
                    heap: Heap::finite(g.infinitesimal.star().clone()),
                })
            }),
        ])
    }

    fn settle(&self, g: &NumberPlusHeap) -> Result<Home> {
        Ok(match (g.number.to_dyadic(), g.heap.to_finite()) {
            (Some(number), Some(size)) => {
                let infinitesimal = Infinitesimal::nimber(size);
                Home::within(&Numberish, NumberPlus { number, infinitesimal })
            }
            (None, Some(size)) if size == UBig::ZERO => Home::within(&Surreals, g.number.clone()),
            _ => Home::Here,
        })
    }
}

impl Views for TransfiniteNimbers {
    fn is_transfinite(&self, g: &NumberPlusHeap) -> Result<bool> {
        Ok(g.number.to_dyadic().is_none() || g.heap.to_finite().is_none())
    }

    fn is_number(&self, g: &NumberPlusHeap) -> Result<bool> {
        Ok(!g.has_heap())
    }

    fn product(&self, g: &NumberPlusHeap, h: &NumberPlusHeap) -> Result<Option<NumberPlusHeap>> {
        if !g.number.is_zero() || !h.number.is_zero() {
            return Ok(None);
        }
        Ok(g.heap.nim_product(&h.heap)?.map(NumberPlusHeap::from))
    }

    /// Of a heap its size, of a number its own.
    fn birthday(&self, g: &NumberPlusHeap) -> Result<Option<NumberPlusHeap>> {
        Ok(match (g.number.is_zero(), g.has_heap()) {
            (true, _) => Some(g.heap.size().clone().into()),
            (false, false) => Some(birthday(&g.number)?.into()),
            (false, true) => None,
        })
    }

    fn nimber_of(&self, from: &str, size: &[u8]) -> Result<Option<NumberPlusHeap>> {
        if from != Surreals.name() {
            return Ok(None);
        }
        let size = decoded(size, Surreal::read);
        let size = size.map_err(|what| Error::subgroup(NAME, what.to_string()))?;
        Ok(Heap::new(size).map(NumberPlusHeap::from))
    }
}

/// The rules in words.
impl Explanations for TransfiniteNimbers {
    fn explain_value(
        &self,
        _: &[&NumberPlusHeap],
        _: &[&NumberPlusHeap],
        value: &NumberPlusHeap,
        notation: Notation,
    ) -> Result<Option<String>> {
        if !value.has_heap() {
            let number = Surreals.print(&value.number, notation)?;
            return Ok(Some(format!(
                "between the options a number fits: the simplest is {number}\n(the simplest number theorem; \
                 a bound itself is allowed where a heap stands beside it)"
            )));
        }
        let heap = print_heap(&value.heap, notation)?;
        let beside = match value.number.is_zero() {
            true => String::new(),
            false => format!(" beside {}", Surreals.print(&value.number, notation)?),
        };
        Ok(Some(format!(
            "the least nimber missing{beside} among the options of each player is {heap}"
        )))
    }

    fn explain_outcome(&self, g: &NumberPlusHeap, _: Notation) -> Result<Option<String>> {
        let reason = match (g.number.is_zero(), g.has_heap()) {
            (true, false) => "in 0 who moves first loses",
            (true, true) => "a nimber other than 0: who moves first moves to 0",
            (false, false) => "a number has the outcome of its sign",
            (false, true) => "its number decides: who is asked to moves the heap to 0",
        };
        Ok(Some(reason.to_owned()))
    }

    fn explain_sum(&self, _: &[&NumberPlusHeap], _: Notation) -> Result<Option<String>> {
        let rule =
            "numbers add; nimbers add in binary without carrying, each power of omega for itself";
        Ok(Some(rule.to_owned()))
    }
}
