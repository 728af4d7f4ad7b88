//! The field of nimbers: products, inverses, square roots (*On Numbers and Games*,
//! chapter 6; *Winning Ways*, chapter 14). Ordinal sums on a nimber are here, too.
//!
//! The nimbers below F = 2^(2^k) are a field, and F F = F + F/2. So a number below F F is aF + b
//! with a and b below F, and all three operations need a few products of half the length.

use cg_core::{Game, Player, Refusals};
use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::memo::Answers;

/// The largest number of bits of nimbers that are multiplied.
const MOST_BITS: usize = 1 << 12;

/// Below this level a nimber has at most 64 bits.
const WORD: u32 = 6;

impl Engine {
    /// The nim-product of two nimbers, which is their Conway product.
    ///
    /// # Errors
    /// [`FunctionError::NotANimber`], [`FunctionError::LongNimber`].
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, two, three] = [1u8, 2, 3].map(|n| engine.nimber(&n.into()).unwrap());
    /// assert_eq!(engine.nim_product(two, three)?, one);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn nim_product(&mut self, g: Game, h: Game) -> FunctionResult<Game> {
        let numbers = self.arena.is_number(g)? || self.arena.is_number(h)?;
        let short = self.is_short(g) && self.is_short(h);
        if !numbers
            && !short
            && let Some(product) = self.known_product(g, h)?
        {
            return Ok(product);
        }
        let (x, y) = (self.short_nimber(g)?, self.short_nimber(h)?);
        let product = product(&x, &y, level(&x).max(level(&y)));
        Ok(self.nimber(&product)?)
    }

    /// The nimber whose nim-product with this one is `*`.
    ///
    /// # Errors
    /// The errors of [`Engine::nim_product`]; [`FunctionError::NoInverse`] for 0.
    pub fn nim_inverse(&mut self, g: Game) -> FunctionResult<Game> {
        let x = self.short_nimber(g)?;
        if x.is_zero() {
            return Err(FunctionError::NoInverse);
        }
        let inverse = inverse(&x, level(&x));
        Ok(self.nimber(&inverse)?)
    }

    /// The nimber whose nim-product with itself is this one. There is exactly one.
    ///
    /// # Errors
    /// The errors of [`Engine::nim_product`].
    pub fn nim_root(&mut self, g: Game) -> FunctionResult<Game> {
        let x = self.short_nimber(g)?;
        let root = root(&x, level(&x));
        Ok(self.nimber(&root)?)
    }

    /// The Conway product of two values that are both numbers or both nimbers, which no form
    /// changes; `None` for others.
    ///
    /// # Errors
    /// [`FunctionError::LongNimber`], a limit, an interrupt, a failing subgroup.
    pub fn field_product(&mut self, g: Game, h: Game) -> FunctionResult<Option<Game>> {
        if let Some(product) = self.known_product(g, h)? {
            return Ok(Some(product));
        }
        if let (Some(x), Some(y)) = (self.number_of(g)?, self.number_of(h)?) {
            return Ok(Some(self.number(&x.checked_mul(&y)?)?));
        }
        Ok(match self.nimber_of(g)?.is_some() && self.nimber_of(h)?.is_some() {
            true => Some(self.nim_product(g, h)?),
            false => None,
        })
    }

    /// The ordinal sum of the canonical forms of a nimber `g` that is not 0 and of any `h`; `None`
    /// for another `g`.
    ///
    /// With the canonical form of `h` this sum is in canonical form, too: the options `*k` of the
    /// nimber are confused with the sum and with the other options, which compare as those of `h`
    /// do by the colon principle. So nothing is dominated or reversible.
    ///
    /// # Errors
    /// [`cg_core::Error::TooManyOptions`], other limits, an interrupt, a failing subgroup.
    pub fn ordinal_on_nimber(&mut self, g: Game, h: Game) -> FunctionResult<Option<Game>> {
        let Some(base) = self.nimber_of(g)?.filter(|base| !base.is_zero()) else {
            return Ok(None);
        };
        if let Some(upper) = self.nimber_of(h)? {
            return Ok(Some(self.nimber(&(base + upper))?));
        }
        let heap = self.options(g, Player::Left)?;
        let combine = |engine: &mut Engine, h: Game, done: &Answers<Game, Game>| {
            let [left, right] = Player::BOTH.map(|player| {
                let above = engine.answers(h, player, done).copied();
                heap.iter().copied().chain(above).collect::<Vec<Game>>()
            });
            engine.canonical(&left, &right, Refusals::default())
        };
        let leaf = |_: &mut Engine, h: Game| Ok((h == Game::ZERO).then_some(g));
        Ok(Some(self.by_followers(h, leaf, combine)?))
    }

    fn short_nimber(&mut self, g: Game) -> FunctionResult<UBig> {
        if !self.is_short(g) && !self.arena.is_number(g)? {
            return Err(FunctionError::BeyondNimbers { game: self.name_in_error(g) });
        }
        let x = self.nim_value(g)?;
        if x.bit_len() > MOST_BITS {
            return Err(FunctionError::LongNimber { limit: MOST_BITS });
        }
        Ok(x)
    }
}

/// The least k with x < 2^(2^k).
fn level(x: &UBig) -> u32 {
    x.bit_len().max(1).next_power_of_two().trailing_zeros()
}

/// The halves a and b of x = aF + b, where F is 1 followed by `bits` zero bits.
fn halves(x: &UBig, bits: usize) -> (UBig, UBig) {
    let high = x >> bits;
    let low = x ^ (&high << bits);
    (high, low)
}

/// F/2 at this level.
fn half_of_base(bits: usize) -> UBig {
    UBig::ONE << (bits - 1)
}

fn product(x: &UBig, y: &UBig, level: u32) -> UBig {
    if x.is_zero() || y.is_zero() {
        return UBig::ZERO;
    }
    if level <= WORD {
        let word = |x: &UBig| u64::try_from(x).expect("below level 6 a nimber has 64 bits");
        return product_of_words(word(x), word(y), level).into();
    }
    let bits = 1usize << (level - 1);
    let ((a, b), (c, d)) = (halves(x, bits), halves(y, bits));
    let high = product(&a, &c, level - 1);
    let low = product(&b, &d, level - 1);
    let mixed = product(&(a ^ b), &(c ^ d), level - 1);
    let turned = product(&high, &half_of_base(bits), level - 1);
    ((mixed ^ &low) << bits) ^ low ^ turned
}

fn product_of_words(x: u64, y: u64, level: u32) -> u64 {
    if x == 0 || y == 0 {
        return 0;
    }
    if level == 0 {
        return x & y;
    }
    let bits = 1u32 << (level - 1);
    let mask = (1u64 << bits) - 1;
    let (a, b, c, d) = (x >> bits, x & mask, y >> bits, y & mask);
    let high = product_of_words(a, c, level - 1);
    let low = product_of_words(b, d, level - 1);
    let mixed = product_of_words(a ^ b, c ^ d, level - 1);
    let turned = product_of_words(high, 1 << (bits - 1), level - 1);
    ((mixed ^ low) << bits) ^ low ^ turned
}

/// The conjugate of aF + b is aF + a + b, and their product is below F.
fn inverse(x: &UBig, level: u32) -> UBig {
    if level == 0 {
        return x.clone();
    }
    let bits = 1usize << (level - 1);
    let (a, b) = halves(x, bits);
    let sum = &a ^ &b;
    let square = product(&a, &a, level - 1);
    let norm = product(&square, &half_of_base(bits), level - 1) ^ product(&b, &sum, level - 1);
    let norm = inverse(&norm, level - 1);
    (product(&a, &norm, level - 1) << bits) ^ product(&sum, &norm, level - 1)
}

/// The square of sF + t is s²F + s²F/2 + t².
fn root(x: &UBig, level: u32) -> UBig {
    if level == 0 {
        return x.clone();
    }
    let bits = 1usize << (level - 1);
    let (a, b) = halves(x, bits);
    let rest = b ^ product(&a, &half_of_base(bits), level - 1);
    (root(&a, level - 1) << bits) ^ root(&rest, level - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn times(x: u64, y: u64) -> u64 {
        let (x, y) = (UBig::from(x), UBig::from(y));
        let product = product(&x, &y, level(&x).max(level(&y)));
        u64::try_from(&product).expect("a field of words")
    }

    /// Conway's definition: the least nimber that is not x'y + xy' + x'y'.
    #[test]
    fn products_are_the_least_excluded_values() {
        const SIZE: usize = 64;
        let mut table = vec![[0usize; SIZE]; SIZE];
        for x in 0..SIZE {
            for y in 0..SIZE {
                let mut taken = [false; 256];
                for left in 0..x {
                    for right in 0..y {
                        taken[table[left][y] ^ table[x][right] ^ table[left][right]] = true;
                    }
                }
                let least = taken.iter().position(|&taken| !taken).expect("a field of 256");
                table[x][y] = least;
                assert_eq!(times(x as u64, y as u64), least as u64, "{x} and {y}");
            }
        }
    }

    proptest! {
        #![proptest_config(cg_properties::cases(200))]

        #[test]
        fn the_nimbers_are_a_field(x: u64, y: u64, z: u64) {
            prop_assert_eq!(times(x, times(y, z)), times(times(x, y), z));
            prop_assert_eq!(times(x, y ^ z), times(x, y) ^ times(x, z));
            prop_assert_eq!(times(x, y), times(y, x));
        }

        #[test]
        fn long_ones_have_inverses_and_roots(words in prop::collection::vec(1u64.., 1..5)) {
            let x = words.iter().fold(UBig::ZERO, |x, &word| (x << 64) ^ UBig::from(word));
            let top = level(&x);
            prop_assert_eq!(product(&x, &inverse(&x, top), top), UBig::ONE);
            let root = root(&x, top);
            prop_assert_eq!(product(&root, &root, top), x);
        }
    }
}
