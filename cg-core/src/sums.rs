//! Sums of many terms, and copies of one, for any addition.

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use crate::error::Result;

/// The sum of many terms; `None` if there are none. Each term is added to one of about the same
/// size, so no long sum is copied for each short term.
///
/// ```
/// assert_eq!(cg_core::by_halves(vec![1, 2, 3], |g, h| Ok(g + h)), Ok(Some(6)));
/// ```
///
/// # Errors
/// The errors of `add`.
pub fn by_halves<T>(
    mut terms: Vec<T>,
    mut add: impl FnMut(T, T) -> Result<T>,
) -> Result<Option<T>> {
    while terms.len() > 1 {
        let mut sums = Vec::with_capacity(terms.len().div_ceil(2));
        let mut rest = terms.into_iter();
        while let Some(first) = rest.next() {
            sums.push(match rest.next() {
                Some(second) => add(first, second)?,
                None => first,
            });
        }
        terms = sums;
    }
    Ok(terms.pop())
}

/// |`count`| copies of `g`, by doubling.
pub(crate) fn copies<E>(
    count: &IBig,
    zero: E,
    g: &E,
    add: impl Fn(&E, &E) -> Result<E>,
) -> Result<E> {
    let (_, magnitude) = count.clone().into_parts();
    let mut sum = zero;
    for bit in (0..magnitude.bit_len()).rev() {
        sum = add(&sum, &sum)?;
        if magnitude.bit(bit) {
            sum = add(&sum, g)?;
        }
    }
    Ok(sum)
}
