//! Canonical options in closed form.
//!
//! Suppose that the largest order d of S has a coefficient a > 0 (otherwise take the negative). Let
//! m be the nimber of S. d^L and d^R are the canonical options of the number d. Only the component
//! of the largest order matters:
//!
//! - Right's options are S - ^(d) + * and, if d^R exists, S - ^(d) + ^(d^R).
//! - Left's options are the undominated ones among the *descent* and the *others*. Let b_i be the
//!   suffix sums and tau_j = sum over i <= j of b_i.D_i (see the outcome rule). The descent is S -
//!   ^(d) + ^(d^L) if a = 1 and d^L is at least the next smaller order (but not if S is a single
//!   ^(d) + *m with d^L = 0 and m >= 2). Otherwise it is tau_j + *m for the last j with b_j <= 0.
//!   Otherwise it is 0. The others are tau_j + ^(d_j) + *(m xor 1) for the last j with b_j < 0.
//!   Without such a j, there are none if m >= 2 and b_1 > 0; otherwise they are *0, ..., *(m-1).
//!
//! Right's side can be proved by a comparison of all literal options. For Left's side there is no
//! complete proof: it was compared with canonical forms from the general algorithm, and the tests
//! repeat that.

use cg_core::{Dyadic, Player};
use dashu_int::{IBig, Sign, UBig};
use smallvec::SmallVec;

use super::{Infinitesimal, Term, Terms};

/// The canonical options of one player: a few given ones, then the nimbers *0, ..., *(n-1) for n =
/// `nimbers`. There may be very many nimbers, so they are never listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// At most two; none of them is one of the nimbers.
    pub given: SmallVec<[Infinitesimal; 2]>,
    /// The number of nimbers, starting with *0.
    pub nimbers: UBig,
}

impl Options {
    fn given(options: impl IntoIterator<Item = Infinitesimal>) -> Self {
        Options { given: options.into_iter().collect(), nimbers: UBig::ZERO }
    }

    /// The number of options, at most [`u64::MAX`].
    pub fn count(&self) -> u64 {
        u64::try_from(&self.nimbers).unwrap_or(u64::MAX).saturating_add(self.given.len() as u64)
    }

    /// The option with number `index`, counted from 0. The given ones come first. `None` from
    /// [`Options::count`] on.
    pub fn get(&self, index: u64) -> Option<Infinitesimal> {
        let given = self.given.len() as u64;
        let Some(n) = index.checked_sub(given) else {
            return usize::try_from(index).ok().and_then(|index| self.given.get(index)).cloned();
        };
        let n = UBig::from(n);
        (n < self.nimbers).then(|| Infinitesimal::nimber(n))
    }
}

impl Infinitesimal {
    /// The canonical options of `player`.
    ///
    /// ```
    /// use cg_core::{Dyadic, Player};
    /// use cg_subgroups::Infinitesimal;
    /// let up = Infinitesimal::up(&Dyadic::ONE).unwrap();
    /// assert_eq!(up.options(Player::Right).given[0], Infinitesimal::nimber(1u8.into()));
    /// let heap = Infinitesimal::nimber(1_000_000_000_000u64.into());
    /// assert_eq!(heap.options(Player::Left).count(), 1_000_000_000_000);
    /// ```
    pub fn options(&self, player: Player) -> Options {
        let Some((last, lower)) = self.terms.split_last() else {
            return Options { given: SmallVec::new(), nimbers: self.nimber.clone() };
        };
        let lead = Lead::of(last);
        if player == lead.player {
            self.advance(last, lower, &lead)
        } else {
            self.retreat(last, &lead)
        }
    }

    /// The options of the player whom the largest order does not favour.
    fn retreat(&self, last: &Term, lead: &Lead) -> Options {
        let mut star = self.without_one(lead);
        let other = last.order.right_option().map(|higher| {
            let mut other = star.clone();
            other.push(&higher, lead.unit.clone());
            other
        });
        star.flip_star();
        Options::given([Some(star), other].into_iter().flatten())
    }

    /// The options of the player whom the largest order favours.
    fn advance(&self, last: &Term, lower: &[Term], lead: &Lead) -> Options {
        let bends = Bends::of(&self.terms, lead);
        let descent = self.descent(last, lower, lead, &bends);
        let m = &self.nimber;
        if let Some((index, suffix)) = &bends.last_adverse {
            // At `index` the leading player is behind by `suffix`. The option reduces that by one.
            let mut other = self.cut(*index, suffix + &lead.unit);
            other.flip_star();
            return lead.better(descent, other);
        }
        if m.is_zero() || *m > UBig::ONE && bends.total_favours {
            return Options::given([descent]);
        }
        if m.is_one() {
            return lead.better(descent, Infinitesimal::zero());
        }
        // b_1 = 0, so the descent is confused with each of the nimbers.
        Options { given: SmallVec::from_iter([descent]), nimbers: m.clone() }
    }

    fn descent(&self, last: &Term, lower: &[Term], lead: &Lead, bends: &Bends) -> Infinitesimal {
        if last.coefficient == lead.unit {
            let below = last.order.left_option().unwrap_or(Dyadic::ZERO);
            let blocked = lower.is_empty() && below.is_zero() && self.nimber > UBig::ONE;
            if lower.last().is_none_or(|next| below >= next.order) && !blocked {
                let mut descent = self.without_one(lead);
                descent.push(&below, lead.unit.clone());
                return descent;
            }
        }
        match &bends.last_not_favourable {
            Some((index, suffix)) => self.cut(*index, suffix.clone()),
            None => Infinitesimal::zero(),
        }
    }

    /// This game without one copy of its largest up (or down).
    fn without_one(&self, lead: &Lead) -> Infinitesimal {
        let mut rest = self.clone();
        if let Some(last) = rest.terms.last_mut() {
            last.coefficient -= &lead.unit;
            if last.coefficient.is_zero() {
                rest.terms.pop();
            }
        }
        rest
    }

    /// The terms before `index`, then `coefficient` at the order there, and the same nimber. It is
    /// tau if the coefficient is the suffix sum.
    fn cut(&self, index: usize, coefficient: IBig) -> Infinitesimal {
        let terms = Terms::from_iter(self.terms[..index].iter().cloned());
        let mut cut = Infinitesimal { terms, nimber: self.nimber.clone() };
        cut.push(&self.terms[index].order, coefficient);
        cut
    }
}

/// The player whom the largest order favours.
struct Lead {
    player: Player,
    /// 1 for Left, -1 for Right.
    unit: IBig,
}

impl Lead {
    fn of(last: &Term) -> Self {
        match last.coefficient.sign() {
            Sign::Positive => Lead { player: Player::Left, unit: IBig::ONE },
            Sign::Negative => Lead { player: Player::Right, unit: IBig::NEG_ONE },
        }
    }

    /// Both options, or the better one if they are comparable.
    fn better(&self, first: Infinitesimal, second: Infinitesimal) -> Options {
        let relation = first.compare(&second);
        match (relation.at_least(), relation.at_most()) {
            (false, false) => Options::given([first, second]),
            (at_least, _) if at_least == (self.player == Player::Left) => Options::given([first]),
            _ => Options::given([second]),
        }
    }
}

/// The places at which the suffix sums change sign, from the leading player's view.
struct Bends {
    /// The last suffix sum that does not favour the leader, and its index.
    last_not_favourable: Option<(usize, IBig)>,
    /// The last suffix sum that favours the opponent, and its index.
    last_adverse: Option<(usize, IBig)>,
    /// Whether the first suffix sum, the sum of all coefficients, favours the leader.
    total_favours: bool,
}

impl Bends {
    fn of(terms: &[Term], lead: &Lead) -> Self {
        let mut bends =
            Bends { last_not_favourable: None, last_adverse: None, total_favours: false };
        let mut suffix = IBig::ZERO;
        for (index, term) in terms.iter().enumerate().rev() {
            suffix += &term.coefficient;
            bends.total_favours = !suffix.is_zero() && suffix.sign() == lead.unit.sign();
            if bends.total_favours {
                continue;
            }
            if bends.last_not_favourable.is_none() {
                bends.last_not_favourable = Some((index, suffix.clone()));
            }
            if bends.last_adverse.is_none() && !suffix.is_zero() {
                bends.last_adverse = Some((index, suffix.clone()));
            }
        }
        bends
    }
}
