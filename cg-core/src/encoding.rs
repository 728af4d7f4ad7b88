//! The byte encoding of the parts of elements.
//!
//! Elements cross from one subgroup to another, and over the ABI of plugins, as byte strings. The
//! type of the elements defines the encoding ([`Element`]). It is *canonical*: equal elements, and
//! only these, have equal bytes. The built-in subgroups use these parts:
//!
//! | piece | bytes |
//! | --- | --- |
//! | count | unsigned LEB128: seven bits a byte, low ones first, the top bit says "more follows"; no needless zero groups |
//! | natural | count of its bytes, then the bytes, least significant first, the last one not 0 |
//! | integer | count 2 * bytes + (1 if negative), then the bytes of its absolute value as in a natural |
//! | dyadic m/2^k | count k, then the integer m, odd if k > 0 |

use dashu_int::{IBig, Sign, UBig};

use std::fmt::Debug;
use std::hash::Hash;

use crate::dyadic::Dyadic;

/// The elements of a subgroup: data in normal form, with one canonical encoding as bytes.
///
/// Implemented for the types of simple families: `bool`, [`i64`], [`UBig`], [`IBig`], [`Dyadic`],
/// [`NumberUpsStar`](crate::NumberUpsStar), pairs and lists of elements.
///
/// ```
/// use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
///
/// /// Copies of two fixed games.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Copies { of_one: i64, of_other: i64 }
///
/// impl Element for Copies {
///     fn write(&self, to: &mut Encoder) {
///         self.of_one.write(to);
///         self.of_other.write(to);
///     }
///     fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
///         Ok(Copies { of_one: i64::read(from)?, of_other: i64::read(from)? })
///     }
/// }
/// assert_eq!(Copies { of_one: 3, of_other: -1 }.encode(), [2, 3, 3, 1]);
/// ```
pub trait Element: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Appends the canonical bytes of this element.
    fn write(&self, to: &mut Encoder);

    /// Reads an element. It refuses bytes that [`Element::write`] would not write.
    ///
    /// # Errors
    /// [`Malformed`].
    fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed>;

    /// The canonical bytes of this element.
    fn encode(&self) -> Vec<u8> {
        encoded(|encoder| self.write(encoder))
    }
}

/// A count, 0 or 1.
impl Element for bool {
    fn write(&self, to: &mut Encoder) {
        to.count(u64::from(*self));
    }

    fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
        match from.count()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(from.malformed("neither 0 nor 1")),
        }
    }
}

/// An integer.
impl Element for i64 {
    fn write(&self, to: &mut Encoder) {
        to.integer(&IBig::from(*self));
    }

    fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
        let integer = from.integer()?;
        i64::try_from(&integer).map_err(|_| from.malformed("an integer of more than 64 bits"))
    }
}

macro_rules! element_by_piece {
    ($($type:ty: $piece:ident;)+) => {$(
        impl Element for $type {
            fn write(&self, to: &mut Encoder) {
                to.$piece(self);
            }

            fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
                from.$piece()
            }
        }
    )+};
}

element_by_piece! {
    UBig: natural;
    IBig: integer;
    Dyadic: dyadic;
}

/// One after another.
impl<A: Element, B: Element> Element for (A, B) {
    fn write(&self, to: &mut Encoder) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

/// The count of the items, then the items. [`crate::Subgroup::contains`] decides whether their
/// order is a normal form.
impl<E: Element> Element for Vec<E> {
    fn write(&self, to: &mut Encoder) {
        to.count(self.len() as u64);
        self.iter().for_each(|item| item.write(to));
    }

    fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
        let count = from.count()?;
        let mut items = Vec::new();
        // A wrong count ends early if items take bytes. Items without bytes could go on.
        for _ in 0..count {
            let before = from.offset;
            items.push(E::read(from)?);
            if from.offset == before {
                return Err(from.malformed("a list of items without bytes"));
            }
        }
        Ok(items)
    }
}

/// The bytes are not a canonical encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("malformed element bytes at offset {offset}: {what}")]
pub struct Malformed {
    /// The place of the fault.
    pub offset: usize,
    /// The fault.
    pub what: &'static str,
}

/// Appends parts to a byte string.
#[derive(Clone, Debug, Default)]
pub struct Encoder(Vec<u8>);

impl Encoder {
    /// An empty byte string.
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes written.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    /// Appends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Appends a count.
    pub fn count(&mut self, mut count: u64) {
        loop {
            let low = (count & 0x7f) as u8;
            count >>= 7;
            if count == 0 {
                self.0.push(low);
                return;
            }
            self.0.push(low | 0x80);
        }
    }

    /// Appends a natural number.
    pub fn natural(&mut self, natural: &UBig) {
        let bytes = natural.to_le_bytes();
        self.count(bytes.len() as u64);
        self.0.extend_from_slice(&bytes);
    }

    /// Appends an integer.
    pub fn integer(&mut self, integer: &IBig) {
        let (sign, magnitude) = integer.clone().into_parts();
        let bytes = magnitude.to_le_bytes();
        self.count(2 * bytes.len() as u64 + u64::from(sign == Sign::Negative));
        self.0.extend_from_slice(&bytes);
    }

    /// Appends a dyadic.
    pub fn dyadic(&mut self, dyadic: &Dyadic) {
        self.count(dyadic.exponent() as u64);
        self.integer(&dyadic.numerator());
    }
}

/// Reads parts. It refuses bytes that an [`Encoder`] would not write.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Decoder<'a> {
    /// Reads from the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Decoder { bytes, offset: 0 }
    }

    /// The error at the current place.
    pub fn malformed(&self, what: &'static str) -> Malformed {
        Malformed { offset: self.offset, what }
    }

    /// Reads `length` bytes.
    ///
    /// # Errors
    /// [`Malformed`]: fewer are left.
    pub fn take(&mut self, length: u64) -> Result<&'a [u8], Malformed> {
        let rest = &self.bytes[self.offset..];
        let taken = usize::try_from(length)
            .ok()
            .and_then(|length| rest.get(..length))
            .ok_or_else(|| self.malformed("the bytes end too early"))?;
        self.offset += taken.len();
        Ok(taken)
    }

    /// All remaining bytes.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.offset..];
        self.offset = self.bytes.len();
        rest
    }

    /// Reads a count.
    ///
    /// # Errors
    /// [`Malformed`]: not canonical, above 2^64 - 1, or at the end.
    pub fn count(&mut self) -> Result<u64, Malformed> {
        let mut count = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(self.malformed("a count above 2^64 - 1"));
            }
            count |= bits << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return Err(self.malformed("a count with a needless zero group"));
                }
                return Ok(count);
            }
        }
        Err(self.malformed("a count above 2^64 - 1"))
    }

    fn magnitude(&mut self, length: u64) -> Result<UBig, Malformed> {
        let bytes = self.take(length)?;
        if bytes.last() == Some(&0) {
            return Err(self.malformed("a number with a needless zero byte"));
        }
        Ok(UBig::from_le_bytes(bytes))
    }

    /// Reads a natural number.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn natural(&mut self) -> Result<UBig, Malformed> {
        let length = self.count()?;
        self.magnitude(length)
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn integer(&mut self) -> Result<IBig, Malformed> {
        let header = self.count()?;
        let magnitude = self.magnitude(header / 2)?;
        match (header % 2 == 1, magnitude.is_zero()) {
            (true, true) => Err(self.malformed("minus zero")),
            (true, false) => Ok(-IBig::from(magnitude)),
            (false, _) => Ok(magnitude.into()),
        }
    }

    /// Reads a dyadic.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn dyadic(&mut self) -> Result<Dyadic, Malformed> {
        let exponent = usize::try_from(self.count()?)
            .map_err(|_| self.malformed("a denominator that is too large"))?;
        let numerator = self.integer()?;
        let dyadic = Dyadic::new(numerator, exponent)
            .map_err(|_| self.malformed("a number that is too large"))?;
        if dyadic.exponent() != exponent {
            return Err(self.malformed("a fraction that is not in lowest terms"));
        }
        Ok(dyadic)
    }

    /// Checks that no bytes remain.
    ///
    /// # Errors
    /// [`Malformed`] if bytes remain.
    pub fn finish(self) -> Result<(), Malformed> {
        if self.offset < self.bytes.len() {
            return Err(self.malformed("bytes are left over"));
        }
        Ok(())
    }
}

/// The bytes that `write` appends.
///
/// ```
/// use cg_core::encoding::{Decoder, decoded, encoded};
/// let bytes = encoded(|encoder| encoder.count(300));
/// assert_eq!(decoded(&bytes, Decoder::count), Ok(300));
/// ```
pub fn encoded(write: impl FnOnce(&mut Encoder)) -> Vec<u8> {
    let mut encoder = Encoder::new();
    write(&mut encoder);
    encoder.finish()
}

/// The value that `read` reads from `bytes`. It must use all of them.
///
/// # Errors
/// [`Malformed`], from `read` or for remaining bytes.
pub fn decoded<'a, T>(
    bytes: &'a [u8],
    read: impl FnOnce(&mut Decoder<'a>) -> Result<T, Malformed>,
) -> Result<T, Malformed> {
    let mut decoder = Decoder::new(bytes);
    let value = read(&mut decoder)?;
    decoder.finish()?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn dyadics_round_trip(numerator in any::<i128>(), exponent in 0usize..300, count in any::<u64>()) {
            let dyadic = Dyadic::new(numerator.into(), exponent).expect("small");
            let mut encoder = Encoder::new();
            encoder.count(count);
            encoder.dyadic(&dyadic);
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            prop_assert_eq!(decoder.count(), Ok(count));
            prop_assert_eq!(decoder.dyadic(), Ok(dyadic));
            prop_assert_eq!(decoder.finish(), Ok(()));
        }

        /// A value that is read is written as the same bytes: the encoding is canonical.
        #[test]
        fn what_is_read_is_canonical(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
            let mut decoder = Decoder::new(&bytes);
            if let Ok(dyadic) = decoder.dyadic() && decoder.clone().finish().is_ok() {
                let mut encoder = Encoder::new();
                encoder.dyadic(&dyadic);
                prop_assert_eq!(encoder.finish(), bytes);
            }
        }
    }
}
