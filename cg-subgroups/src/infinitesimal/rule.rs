//! The simplification rule: candidates, and the certificate that one is right.

use cg_core::{Player, Result};

use super::candidates::{Cells, candidates};
use super::{Infinitesimal, Reach, Sides};

/// Whether the game G that `options` describes equals `value`.
///
/// Let no option of a form of S be reversible, as in its canonical form. Then
/// G = S exactly when no G^L >= S, no G^R <= S, each S^L is at most some G^L, and
/// each S^R is at least some G^R. For in G - S a move in G must lose, and a move to
/// S^L is answered either by such a G^L or by a reversal S^(LR) <= G, which
/// would make S^L reversible.
pub fn certify(options: &impl Reach, value: &Infinitesimal) -> bool {
    Player::BOTH.into_iter().all(|player| !options.reaches(player, value))
        && Player::BOTH.into_iter().all(|player| {
            let wanted = value.options(player);
            wanted.given.iter().all(|option| options.reaches(player, option))
                && options.reaches_nimbers_below(player, &wanted.nimbers)
        })
}

/// **The simplification rule**: the value S + *n that `{left | right}` equals,
/// or `None` when it equals none.
///
/// Exact both ways, and not recursive. A value that is none here may be a
/// number other than 0 (when a side is empty) or a nimber of a size that no
/// option has.
///
/// ```
/// use cg_core::Dyadic;
/// use cg_subgroups::{Infinitesimal, infinitesimal::simplify};
/// let (zero, up) = (Infinitesimal::zero(), Infinitesimal::up(&Dyadic::ONE).unwrap());
/// let up_star = up.plus_nimber(&1u8.into());
/// assert_eq!(simplify(&[&zero], &[&up_star])?, Some(up.add(&up)?));
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Errors
/// [`cg_core::Error::NumberTooLarge`], when an order would need too many digits.
pub fn simplify(
    left: &[&Infinitesimal],
    right: &[&Infinitesimal],
) -> Result<Option<Infinitesimal>> {
    let sides = Sides::new(left, right);
    if left.is_empty() || right.is_empty() {
        // The value is a number.
        let zero = Infinitesimal::zero();
        return Ok(certify(&sides, &zero).then_some(zero));
    }
    let cells = Cells::of(Player::BOTH.into_iter().flat_map(|player| sides.options(player)));
    simplify_with(&sides, &cells, |player| sides.options(player))
}

/// The simplification rule for a game that another group describes: `options`
/// answers comparisons with its options, `sources` gives the values that
/// stand for the options of a player when candidates are made, and `cells` holds
/// the orders of all of them.
///
/// # Errors
/// As [`simplify`].
pub fn simplify_with<'a, I: Iterator<Item = &'a Infinitesimal>>(
    options: &impl Reach,
    cells: &Cells<'_>,
    sources: impl Fn(Player) -> I,
) -> Result<Option<Infinitesimal>> {
    if let Some(n) = options.least_unreached(Player::Left)
        && options.least_unreached(Player::Right).as_ref() == Some(&n)
    {
        return Ok(Some(Infinitesimal::nimber(n)));
    }
    for player in Player::BOTH {
        for source in sources(player) {
            let accept = |value: &Infinitesimal| certify(options, value);
            if let Some(value) = candidates(cells, player, source, accept)? {
                return Ok(Some(value));
            }
        }
    }
    Ok(None)
}
