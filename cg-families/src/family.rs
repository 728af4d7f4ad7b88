//! The group that some games generate: all relations among them up to a size, by canonical forms.

use cg_core::Game;
use cg_simplify::{Engine, FunctionError};
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lattice::minus;
use crate::{FamilyError, Lattice, Quotient, Result, Vector};

/// The most values of a family: matrices of relations have so many columns.
const MOST_VALUES: usize = 500;

/// How far a search goes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The largest sum of coefficients, without their signs, of a combination that is looked at.
    pub norm: u32,
    /// About how many combinations are kept.
    pub combinations: usize,
    /// The largest rank of a group for which a rule is looked for.
    pub rank: usize,
    /// The most classes of a rule.
    pub classes: usize,
    /// The largest coefficient that is tried for a rule.
    pub width: i64,
    /// The most sums that are looked at for a rule.
    pub sums: usize,
    /// The most claims that are looked at together in a proof.
    pub claims: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            norm: 6,
            combinations: 4000,
            rank: 6,
            classes: 64,
            width: 16,
            sums: 10_000,
            claims: 600,
        }
    }
}

/// How complicated a game is: its number of followers, and its birthday.
pub(crate) type Complexity = (usize, u64);

/// How complicated a game is.
pub(crate) fn complexity(engine: &mut Engine, g: Game) -> Result<Complexity> {
    // A birthday beyond 64 bits is larger than all others: no claim falls below it.
    let birthday = u64::try_from(engine.birthday(g)?).unwrap_or(u64::MAX);
    let followers = match engine.followers(g) {
        Ok(followers) => followers.len(),
        Err(FunctionError::Game(error)) => return Err(error.into()),
        // More than can be listed.
        Err(_) => usize::MAX,
    };
    Ok((followers, birthday))
}

/// The games that some games generate by sums and negatives.
///
/// ```
/// use cg_core::{Dyadic, Limits};
/// use cg_families::{Family, Settings};
/// use cg_simplify::Engine;
///
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let star = engine.nimber(&1u8.into())?;
/// let up = engine.up(&Dyadic::from(1))?;
/// let up_star = engine.add(up, star)?;
/// let family = Family::find(&mut engine, &[up_star, up, star], &Settings::default())?;
/// assert_eq!(family.group(), "Z + Z2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Family {
    values: Vec<Game>,
    lattice: Lattice,
    quotient: Quotient,
    ball: Vec<(Vector, Game)>,
    complete: u32,
}

impl Family {
    /// The family of these values. 0, and one of two values that are equal or negatives of each
    /// other, are left out; the others are in order, the simplest first.
    ///
    /// # Errors
    /// Limits and interrupts of the engine; [`FamilyError::TooMany`], [`FamilyError::TooLarge`].
    pub fn find(engine: &mut Engine, values: &[Game], settings: &Settings) -> Result<Self> {
        let mut seen = FxHashSet::default();
        let mut sorted = Vec::new();
        for &value in values {
            let negative = engine.negate(value)?;
            if value == Game::ZERO
                || !seen.insert(value)
                || value != negative && !seen.insert(negative)
            {
                continue;
            }
            // Of a pair the positive one, or the one that came.
            let positive = engine.le(value, Game::ZERO)?;
            let kept = if positive { negative } else { value };
            sorted.push((complexity(engine, kept)?, kept));
        }
        if sorted.len() > MOST_VALUES {
            return Err(FamilyError::TooMany { count: sorted.len(), limit: MOST_VALUES });
        }
        sorted.sort_by_key(|&(complexity, _)| complexity);
        let values: Vec<Game> = sorted.into_iter().map(|(_, value)| value).collect();
        let width = values.len();
        // The most complicated value has the first column, so that relations say what it is.
        let mut lattice = Lattice::new(width);
        let zero = vec![0; width];
        let mut first: FxHashMap<Game, Vector> = FxHashMap::default();
        first.insert(Game::ZERO, zero.clone());
        let mut ball = vec![(zero.clone(), Game::ZERO)];
        let (mut from, mut norm) = (0, 0);
        let signed: Vec<[Game; 2]> = values
            .iter()
            .map(|&value| Ok([value, engine.negate(value)?]))
            .collect::<cg_core::Result<_>>()?;
        while norm < settings.norm && ball.len() <= settings.combinations {
            let until = ball.len();
            for at in from..until {
                // A vector stands in the ball and in the table of the values.
                engine
                    .look(2 * ball.len() * (size_of::<(Vector, Game)>() + size_of_val(&*zero)))?;
                for (place, games) in signed.iter().enumerate() {
                    for (&game, step) in games.iter().zip([1, -1]) {
                        engine.check()?;
                        let (vector, value) = &ball[at];
                        let mut vector = vector.clone();
                        vector[width - 1 - place] += step;
                        let value = engine.add(*value, game)?;
                        match first.get(&value) {
                            Some(known) => {
                                lattice.insert(minus(&vector, 1, known)?)?;
                            }
                            None => {
                                first.insert(value, vector.clone());
                                ball.push((vector, value));
                            }
                        }
                    }
                }
            }
            (from, norm) = (until, norm + 1);
            if ball.len() == until {
                break;
            }
        }
        let quotient = lattice.quotient()?;
        Ok(Family { values, lattice, quotient, ball, complete: 2 * norm })
    }

    /// The values, the simplest first.
    pub fn values(&self) -> &[Game] {
        &self.values
    }

    /// The vector of a combination of the values: its entries are those of a matrix of relations,
    /// in which the most complicated value comes first.
    fn vector(&self, coefficients: &[i64]) -> Vector {
        coefficients.iter().rev().copied().collect()
    }

    /// The relations, as coefficients of the values: these sums are 0, and so are all sums of
    /// them. Each is certain: the games are equal.
    pub fn relations(&self) -> Vec<Vector> {
        self.lattice.rows().iter().map(|row| self.vector(row)).collect()
    }

    /// No relation is missing whose coefficients, without their signs, have at most this sum.
    pub fn complete_to(&self) -> u32 {
        self.complete
    }

    /// Whether these coefficients are a combination that is 0 by the relations.
    ///
    /// # Errors
    /// [`crate::FamilyError::TooLarge`].
    pub fn is_zero(&self, coefficients: &[i64]) -> Result<bool> {
        self.lattice.contains(&self.vector(coefficients))
    }

    /// The value of a combination of the values.
    ///
    /// # Errors
    /// Limits and interrupts of the engine.
    pub fn value(&self, engine: &mut Engine, coefficients: &[i64]) -> Result<Game> {
        combination(engine, &self.values, coefficients)
    }

    /// The coefficients of a game, if it is among the combinations that were looked at.
    pub fn coefficients(&self, game: Game) -> Option<Vector> {
        self.ball.iter().find(|(_, value)| *value == game).map(|(vector, _)| self.vector(vector))
    }

    /// How many generators of infinite order there are.
    pub fn rank(&self) -> usize {
        self.quotient.rank()
    }

    /// The orders of the finite cyclic groups; each divides the next one.
    pub fn orders(&self) -> &[i64] {
        &self.quotient.orders
    }

    /// The least number of generators.
    pub fn least_generators(&self) -> usize {
        self.quotient.generators.len()
    }

    /// The group, such as `Z^3 + Z2 + Z4`.
    pub fn group(&self) -> String {
        let free = match self.rank() {
            0 => None,
            1 => Some("Z".to_owned()),
            rank => Some(format!("Z^{rank}")),
        };
        let finite = self.orders().iter().map(|order| format!("Z{order}"));
        let parts: Vec<String> = free.into_iter().chain(finite).collect();
        if parts.is_empty() { "0".into() } else { parts.join(" + ") }
    }

    pub(crate) fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    pub(crate) fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The combinations that were looked at, one for each value, those with small coefficients
    /// first.
    pub(crate) fn ball(&self) -> &[(Vector, Game)] {
        &self.ball
    }

    /// The value of a vector of the matrix of relations.
    pub(crate) fn value_of(&self, engine: &mut Engine, vector: &[i64]) -> Result<Game> {
        let coefficients = self.vector(vector);
        self.value(engine, &coefficients)
    }
}

/// The sum of multiples of games.
pub(crate) fn combination(
    engine: &mut Engine,
    games: &[Game],
    coefficients: &[i64],
) -> Result<Game> {
    let mut sum = Game::ZERO;
    for (&game, &times) in games.iter().zip(coefficients) {
        let part = engine.multiple(&IBig::from(times), game)?;
        sum = engine.add(sum, part)?;
    }
    Ok(sum)
}
