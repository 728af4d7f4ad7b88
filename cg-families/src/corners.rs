//! The search for the outcome rule of a family: a basis of positive games, the classes, corners by
//! a look at a box, and a proof of each.

use cg_core::{Game, Player};
use cg_simplify::Engine;
use dashu_int::IBig;

use crate::family::{Complexity, complexity};
use crate::lattice::{minus, solved};
use crate::lines::{Known, Lines};
use crate::prove::{MOST_PIECES, Pieces, Prover, Reference};
use crate::rule::{Class, Corner, Element, Rule};
use crate::{Family, Lattice, Result, Settings, Vector};

/// Combinations with larger coefficients are no basis games.
const BASIS_NORM: u64 = 3;

/// A game that is this many times as small as another is not subtracted from it.
const FAR: i64 = 8;

/// So many copies of a game may be needed to be larger than all multiples of one that is
/// infinitely smaller: four copies of `{^^*|v*}` are, and three are not.
const FEW: i64 = 4;

/// The most steps of Euclid's algorithm on the basis.
const MOST_STEPS: usize = 1000;

/// A game of the basis, with its vector.
type BasisGame = (Vector, Game);

/// The result of a search for a rule.
#[derive(Debug)]
pub enum Search {
    /// A rule, each corner of which is proved.
    Proved(Box<ProvedRule>),
    /// No rule was found, and why.
    None(NoRule),
}

/// Why there is no rule. A search then decides who wins a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRule {
    /// There are not enough positive games.
    NoBasis,
    /// There are too many classes or directions.
    TooMany,
    /// The corners go on beyond the largest coefficients that were tried.
    Endless,
    /// The corners of a box were found, and a claim about all multiples could not be proved.
    Open,
}

impl NoRule {
    /// The reason as a sentence.
    pub fn sentence(&self) -> &'static str {
        match self {
            NoRule::NoBasis => {
                "no rule: the group has no basis of positive games among the sums that were looked at"
            }
            NoRule::TooMany => "no rule: the group has too many generators, classes or corners",
            NoRule::Endless => {
                "no rule: its corners go on beyond the largest coefficients that were tried"
            }
            NoRule::Open => {
                "no rule: the corners of a box of sums were found, but a claim about all multiples is open"
            }
        }
    }
}

/// A rule with all that proves it.
#[derive(Debug)]
pub struct ProvedRule {
    /// The rule.
    pub rule: Rule,
    /// The games of the basis.
    pub basis: Vec<Game>,
    /// The coefficients of the games of the basis, as combinations of the values of the family.
    pub basis_coefficients: Vec<Vector>,
    /// The representatives of the classes.
    pub representatives: Vec<Game>,
    /// The coefficients of the representatives.
    pub representative_coefficients: Vec<Vector>,
    /// The box in which the corners were found: the largest coefficients.
    pub width: Vec<i64>,
    pub(crate) prover: Prover,
    /// For each class the proofs of its minimal corners, then of its maximal ones.
    pub(crate) proofs: Vec<[Vec<Reference>; 2]>,
}

impl Prover {
    /// The proof that all elements above a corner are at least 0. `pieces` are the infinite
    /// entries, `constant` is the sum of the finite ones.
    pub(crate) fn above(
        &mut self,
        engine: &mut Engine,
        pieces: Pieces,
        constant: Game,
    ) -> Result<Option<Reference>> {
        self.prove(engine, pieces, constant)
    }

    /// The proof that no element below a corner is at least 0. Right has a move to a game that is
    /// at most 0, whatever the multiples are.
    pub(crate) fn not_below(
        &mut self,
        engine: &mut Engine,
        basis: &[Game],
        pieces: Pieces,
        constant: Game,
    ) -> Result<Option<Reference>> {
        if pieces == 0 {
            return Ok((!engine.le(Game::ZERO, constant)?).then_some(None));
        }
        for after in right_moves(engine, basis, pieces, constant)? {
            let negative = engine.negate(after)?;
            if let Some(found) = self.prove(engine, pieces, negative)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The constants after a move of Right in a constant or in one copy of a game of the basis whose
/// bit is set.
pub(crate) fn right_moves(
    engine: &mut Engine,
    basis: &[Game],
    pieces: Pieces,
    constant: Game,
) -> Result<Vec<Game>> {
    let mut all = engine.options(constant, Player::Right)?;
    for (axis, &game) in basis.iter().enumerate() {
        if pieces >> axis & 1 == 1 {
            for option in engine.options(game, Player::Right)? {
                all.push(engine.add(constant, option)?);
            }
        }
    }
    Ok(all)
}

/// The infinite entries of a corner, as bits.
pub(crate) fn infinite(corner: &Corner) -> Pieces {
    corner.iter().rev().fold(0, |bits, entry| bits << 1 | Pieces::from(entry.is_none()))
}

/// The sum of the finite entries of a corner, and of the representative of its class.
pub(crate) fn finite(
    engine: &mut Engine,
    basis: &[Game],
    representative: Game,
    corner: &Corner,
) -> Result<Game> {
    let coefficients: Vec<i64> = corner.iter().map(|entry| entry.unwrap_or(0)).collect();
    let sum = crate::family::combination(engine, basis, &coefficients)?;
    Ok(engine.add(sum, representative)?)
}

impl Family {
    /// Looks for the outcome rule: finds corners, and proves each.
    ///
    /// # Errors
    /// Limits and interrupts of the engine; [`crate::FamilyError::TooLarge`].
    pub fn rule(&self, engine: &mut Engine, settings: &Settings) -> Result<Search> {
        let finite = self.orders().iter().try_fold(1i64, |all, &order| all.checked_mul(order));
        let most = i64::try_from(settings.classes).unwrap_or(i64::MAX);
        if self.rank() > settings.rank.min(MOST_PIECES) || finite.is_none_or(|all| all > most) {
            return Ok(Search::None(NoRule::TooMany));
        }
        let Some(basis) = self.basis(engine)? else { return Ok(Search::None(NoRule::NoBasis)) };
        let mut all = self.lattice().clone();
        for (vector, _) in &basis {
            all.insert(vector.clone())?;
        }
        if all.index(settings.classes).is_none() {
            return Ok(Search::None(NoRule::TooMany));
        }
        let coordinates = Coordinates { family: self, basis: &basis, all: &all };
        let mut representatives = Vec::new();
        for class in all.classes() {
            let vector = coordinates.representative(&class)?;
            let game = self.value_of(engine, &vector)?;
            representatives.push((complexity(engine, game)?, vector, game));
        }
        representatives.sort_by_key(|&(complexity, _, game)| (game != Game::ZERO, complexity));
        let representatives: Vec<BasisGame> =
            representatives.into_iter().map(|(_, vector, game)| (vector, game)).collect();
        let mut rule = Rule {
            rank: basis.len(),
            classes: vec![Class::default(); representatives.len()],
            adding: Vec::new(),
        };
        let zero = vec![0; self.values().len()];
        let vectors: Vec<&Vector> = representatives.iter().map(|(vector, _)| vector).collect();
        for (class, vector) in vectors.iter().enumerate() {
            let negative = minus(&zero, 1, vector)?;
            rule.classes[class].negative = coordinates.place(&vectors, &negative)?;
        }
        for value in 0..zero.len() {
            let mut step = zero.clone();
            step[zero.len() - 1 - value] = 1;
            let steps = vectors.iter().map(|vector| {
                let sum = minus(vector, -1, &step)?;
                coordinates.place(&vectors, &sum)
            });
            rule.adding.push(steps.collect::<Result<_>>()?);
        }
        let games: Vec<Game> = basis.iter().map(|&(_, game)| game).collect();
        let pieces = games.iter().map(|&game| engine.negate(game));
        let pieces = pieces.collect::<cg_core::Result<Vec<Game>>>()?;
        let prover = Prover::new(engine, pieces, settings.claims)?;
        let mut found = ProvedRule {
            rule,
            basis: games,
            basis_coefficients: basis.iter().map(|(vector, _)| reversed(vector)).collect(),
            representatives: representatives.iter().map(|&(_, game)| game).collect(),
            representative_coefficients: representatives.iter().map(|(v, _)| reversed(v)).collect(),
            width: vec![2; basis.len()],
            prover,
            proofs: Vec::new(),
        };
        match found.settle(engine, settings)? {
            None => Ok(Search::Proved(Box::new(found))),
            Some(why) => Ok(Search::None(why)),
        }
    }

    /// Positive games, as many as the rank, that are independent: the simplest first, and such
    /// that they generate a direct summand, if possible. Then none is only a little larger than
    /// another one.
    fn basis(&self, engine: &mut Engine) -> Result<Option<Vec<BasisGame>>> {
        let mut candidates: Vec<(Complexity, &BasisGame)> = Vec::new();
        for one in self.ball() {
            let norm: u64 = one.0.iter().map(|entry| entry.unsigned_abs()).sum();
            if norm <= BASIS_NORM && one.1 != Game::ZERO && engine.le(Game::ZERO, one.1)? {
                candidates.push((complexity(engine, one.1)?, one));
            }
        }
        candidates.sort_by_key(|&(complexity, _)| complexity);
        let rank = self.rank();
        let mut basis: Vec<BasisGame> = Vec::new();
        for must_split in [true, false] {
            for &(_, one) in &candidates {
                if basis.len() == rank {
                    break;
                }
                let mut rows = Lattice::new(rank);
                for (vector, _) in basis.iter().chain([one]) {
                    rows.insert(self.quotient().free(vector)?)?;
                }
                let is_split = rows.quotient()?.orders.is_empty();
                if rows.rows().len() == basis.len() + 1 && (is_split || !must_split) {
                    basis.push(one.clone());
                }
            }
        }
        if basis.len() < rank {
            return Ok(None);
        }
        let mut finite = Vec::new();
        for one in self.ball() {
            if self.quotient().free(&one.0)?.iter().all(|&entry| entry == 0) {
                finite.push(one);
            }
        }
        for _ in 0..MOST_STEPS {
            let mut changed = false;
            for larger in 0..rank {
                for smaller in (0..rank).filter(|&smaller| smaller != larger) {
                    if let Some(found) = closer(engine, &basis[larger], &basis[smaller], &finite)? {
                        basis[larger] = found;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(Some(basis));
            }
        }
        Ok(None)
    }
}

/// A step of Euclid's algorithm: the difference of the larger game and some copies of the smaller
/// one. If it is far smaller than the smaller one, with either sign and perhaps with a game of
/// `finite` order, it is taken; else, if it is positive and at least as simple as the larger one.
/// `None` where there is no such difference, or the larger game is far larger.
fn closer(
    engine: &mut Engine,
    larger: &BasisGame,
    smaller: &BasisGame,
    finite: &[&BasisGame],
) -> Result<Option<BasisGame>> {
    if engine.le(larger.1, smaller.1)? {
        return Ok(None);
    }
    let mut simplest = complexity(engine, larger.1)?;
    // Multiples of complicated games take long.
    let most = simplest.0.saturating_add(complexity(engine, smaller.1)?.0);
    let (mut rest, mut best) = (larger.clone(), None);
    for _ in 0..FAR {
        rest = (minus(&rest.0, 1, &smaller.0)?, engine.subtract(rest.1, smaller.1)?);
        let mut tiny: Vec<(Complexity, BasisGame)> = Vec::new();
        for (vector, game) in finite {
            let sum = engine.add(rest.1, *game)?;
            let vector = minus(&rest.0, -1, vector)?;
            let opposite = minus(&vec![0; vector.len()], 1, &vector)?;
            let negative = engine.negate(sum)?;
            for (vector, size) in [(vector, sum), (opposite, negative)] {
                let complexity = complexity(engine, size)?;
                if complexity.0 <= most && is_positive(engine, size)? {
                    tiny.push((complexity, (vector, size)));
                }
            }
        }
        tiny.sort_by_key(|&(complexity, _)| complexity);
        for (_, found) in tiny {
            if is_far_smaller(engine, found.1, smaller.1)? {
                return Ok(Some(found));
            }
        }
        if is_positive(engine, rest.1)? {
            let complexity = complexity(engine, rest.1)?;
            if complexity <= simplest {
                (simplest, best) = (complexity, Some(rest.clone()));
            }
        }
    }
    Ok(if is_positive(engine, rest.1)? { None } else { best })
}

fn is_positive(engine: &mut Engine, game: Game) -> Result<bool> {
    Ok(game != Game::ZERO && engine.le(Game::ZERO, game)?)
}

/// Whether many copies of a game are smaller than a few of another one.
fn is_far_smaller(engine: &mut Engine, small: Game, large: Game) -> Result<bool> {
    let many = engine.multiple(&IBig::from(3 * FEW), small)?;
    let few = engine.multiple(&IBig::from(FEW), large)?;
    Ok(engine.le(many, few)?)
}

fn reversed(vector: &Vector) -> Vector {
    vector.iter().rev().copied().collect()
}

/// Vectors as a class and coefficients of the basis.
struct Coordinates<'a> {
    family: &'a Family,
    basis: &'a [BasisGame],
    /// The relations and the basis.
    all: &'a Lattice,
}

impl Coordinates<'_> {
    /// The coefficients of the basis in a vector, as numerators over a denominator, up to what
    /// has finite order.
    fn solved(&self, vector: &[i64]) -> Result<(Vector, i64)> {
        let quotient = self.family.quotient();
        let rows = self.basis.iter().map(|(vector, _)| quotient.free(vector));
        let rows = rows.collect::<Result<Vec<Vector>>>()?;
        Ok(solved(&rows, &quotient.free(vector)?)?.expect("the basis is independent"))
    }

    /// The vector that stands for a class: of finite order, if the class has one.
    fn representative(&self, class: &[i64]) -> Result<Vector> {
        let (numerators, denominator) = self.solved(class)?;
        let mut vector = class.to_vec();
        for (numerator, (game, _)) in numerators.iter().zip(self.basis) {
            vector = minus(&vector, numerator.div_euclid(denominator), game)?;
        }
        // Small coefficients read better: reduce by the relations.
        self.family.lattice().reduced(&vector)
    }

    /// The class of a vector, and the coefficients of the basis.
    fn place(&self, representatives: &[&Vector], vector: &[i64]) -> Result<(usize, Vec<i64>)> {
        let reduced = self.all.reduced(vector)?;
        for (class, representative) in representatives.iter().enumerate() {
            if self.all.reduced(representative)? == reduced {
                let (numerators, denominator) = self.solved(&minus(vector, 1, representative)?)?;
                let carry = numerators.iter().map(|numerator| numerator / denominator).collect();
                return Ok((class, carry));
            }
        }
        unreachable!("each class has a representative")
    }
}

impl ProvedRule {
    /// Finds the corners and proves them. Says why that failed.
    fn settle(&mut self, engine: &mut Engine, settings: &Settings) -> Result<Option<NoRule>> {
        let mut known = vec![Known::default(); self.representatives.len()];
        let mut left = settings.sums;
        loop {
            let Some(mut wider) = self.look(engine, &mut known, &mut left)? else {
                return Ok(Some(NoRule::TooMany));
            };
            if !wider.iter().any(|&wider| wider) {
                match self.prove(engine)? {
                    None => {
                        for class in 0..self.rule.classes.len() {
                            if self.rule.gap(engine, class)?.is_some() {
                                return Ok(Some(NoRule::Open));
                            }
                        }
                        return Ok(None);
                    }
                    Some(corner) if self.rule.rank == 0 || infinite(&corner) == 0 => {
                        return Ok(Some(NoRule::Open));
                    }
                    // A finite entry beyond the box looks infinite.
                    Some(corner) => wider = corner.iter().map(Option::is_none).collect(),
                }
                if wider.iter().zip(&self.width).any(|(&wider, &at)| wider && at >= settings.width)
                {
                    return Ok(Some(NoRule::Open));
                }
            }
            for (width, wider) in self.width.iter_mut().zip(wider) {
                *width += i64::from(wider);
            }
            if self.width.iter().any(|&width| width > settings.width) {
                return Ok(Some(NoRule::Endless));
            }
        }
    }

    /// Finds the corners of the box. Says for which axes it is too narrow: a finite entry is on its
    /// border, or next to it. `None` where too many sums would be looked at.
    fn look(
        &mut self,
        engine: &mut Engine,
        known: &mut [Known],
        left: &mut usize,
    ) -> Result<Option<Vec<bool>>> {
        let mut wider = vec![false; self.rule.rank];
        for (class, known) in known.iter_mut().enumerate() {
            let lines = Lines {
                basis: &self.basis,
                representative: self.representatives[class],
                width: &self.width,
                known,
                left,
            };
            let Some([minimal, maximal]) = lines.corners(engine)? else { return Ok(None) };
            for corner in minimal.iter().chain(&maximal) {
                for (axis, entry) in corner.iter().enumerate() {
                    wider[axis] |= entry.is_some_and(|entry| entry.abs() >= self.width[axis] - 1);
                }
            }
            self.rule.classes[class].minimal = minimal;
            self.rule.classes[class].maximal = maximal;
        }
        Ok(Some(wider))
    }

    /// Proves all corners. The first that could not be proved.
    fn prove(&mut self, engine: &mut Engine) -> Result<Option<Corner>> {
        self.proofs.clear();
        for class in 0..self.representatives.len() {
            let mut proofs = [Vec::new(), Vec::new()];
            for (side, kept) in proofs.iter_mut().enumerate() {
                let corners = match side {
                    0 => self.rule.classes[class].minimal.clone(),
                    _ => self.rule.classes[class].maximal.clone(),
                };
                for corner in corners {
                    match self.corner_proof(engine, class, &corner, side == 0)? {
                        Some(reference) => kept.push(reference),
                        None => return Ok(Some(corner)),
                    }
                }
            }
            self.proofs.push(proofs);
        }
        Ok(None)
    }

    /// The proof of a minimal or maximal corner of a class.
    pub(crate) fn corner_proof(
        &mut self,
        engine: &mut Engine,
        class: usize,
        corner: &Corner,
        is_minimal: bool,
    ) -> Result<Option<Reference>> {
        let constant = finite(engine, &self.basis, self.representatives[class], corner)?;
        let pieces = infinite(corner);
        match is_minimal {
            true => self.prover.above(engine, pieces, constant),
            false => self.prover.not_below(engine, &self.basis, pieces, constant),
        }
    }

    /// The class of the sum of two representatives; `None` where the basis has a part in it.
    fn class_sum(&self, class: usize, more: usize) -> Option<usize> {
        let zero = vec![IBig::ZERO; self.rule.rank];
        let start = Element { class, basis: zero.clone() };
        let coefficients = &self.representative_coefficients[more];
        let added = (0..)
            .zip(coefficients)
            .fold(start, |sum, (value, &times)| self.rule.plus(&sum, &IBig::from(times), value));
        (added.basis == zero).then_some(added.class)
    }

    /// The representatives that generate the part of finite order, as few as possible: with the
    /// basis they are a least set of generators. `None` where the basis is no direct summand.
    pub fn finite_generators(&self, family: &Family) -> Option<Vec<usize>> {
        let mut generators = Vec::new();
        let mut generated = vec![0];
        for &order in family.orders().iter().rev() {
            let found = (0..self.rule.classes.len()).find_map(|class| {
                // All sums of what is generated and of multiples of the class, if they differ.
                let mut all = generated.clone();
                let mut multiple = class;
                while multiple != 0 {
                    for &known in &generated {
                        all.push(self.class_sum(known, multiple)?);
                    }
                    multiple = self.class_sum(multiple, class)?;
                }
                let length = all.len();
                all.sort_unstable();
                all.dedup();
                let whole = i64::try_from(length / generated.len()).ok()? == order;
                (all.len() == length && whole).then_some((class, all))
            });
            let (class, all) = found?;
            generators.push(class);
            generated = all;
        }
        Some(generators)
    }

    /// For each class how often it has each of these generators; the generators are classes that
    /// generate all.
    pub(crate) fn in_generators(&self, generators: &[usize]) -> Vec<Vec<u32>> {
        let mut known: Vec<Option<Vec<u32>>> = vec![None; self.rule.classes.len()];
        known[0] = Some(vec![0; generators.len()]);
        let mut waiting = std::collections::VecDeque::from([0]);
        while let Some(class) = waiting.pop_front() {
            let counts = known[class].clone().expect("only known classes wait");
            for (at, &generator) in generators.iter().enumerate() {
                let next = self.class_sum(class, generator).expect("the basis has no part in it");
                if known[next].is_none() {
                    let mut counts = counts.clone();
                    counts[at] += 1;
                    known[next] = Some(counts);
                    waiting.push_back(next);
                }
            }
        }
        known.into_iter().map(|counts| counts.expect("they generate all classes")).collect()
    }

    /// How many copies of a game of the basis are larger than all multiples of another one. `None`
    /// where the corners show it for no number up to four.
    pub fn beyond_all(&self, large: usize, small: usize) -> Option<i64> {
        (1..=FEW).find(|&count| {
            self.rule.classes[0].minimal.iter().any(|corner| {
                (0..).zip(corner).all(|(axis, entry)| match entry {
                    None => true,
                    Some(_) if axis == small => false,
                    Some(entry) if axis == large => *entry <= count,
                    Some(entry) => *entry <= 0,
                })
            })
        })
    }

    /// Whether a corner can be proved: that all elements of the class above it are at least 0
    /// (a minimal corner), or that none below it is (a maximal one).
    ///
    /// # Errors
    /// Limits and interrupts of the engine.
    pub fn proves(
        &mut self,
        engine: &mut Engine,
        class: usize,
        corner: &Corner,
        is_minimal: bool,
    ) -> Result<bool> {
        Ok(self.corner_proof(engine, class, corner, is_minimal)?.is_some())
    }
}
