//! The check of a proof that was written to a file. It uses the engine of canonical forms, and
//! nothing of the code that finds families: only what the file says counts, and all of it is
//! verified.
//!
//! 1. The values, the basis and the representatives are games. The games of the basis are
//!    positive, and the first representative is 0.
//! 2. Adding a value to a representative gives a representative and the carry that the file says,
//!    and so do negatives. So each combination of the values is an element, and the rule computes
//!    which.
//! 3. Each claim holds (see `prove.rs` for what a claim is, and why base and step prove it).
//! 4. Each minimal corner follows from a claim: the infinite entries are the pieces, as the
//!    negatives of games of the basis. For a maximal corner, Right has a move to a game whose
//!    negative follows from a claim.
//! 5. Each vector lies above a minimal or below a maximal corner, and never both.

use std::fmt;

use cg_core::{Game, Player};
use cg_simplify::Engine;
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::proof::{GameNumber, Proof, WrittenAnswer, WrittenClaim};
use crate::rule::Corner;
use crate::{FamilyError, Result};

/// The figures of a proof that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "family_check")]
pub struct Checked {
    /// The family of the proof, in words.
    pub title: String,
    /// The number of values.
    pub values: usize,
    /// The rank of the group.
    pub rank: usize,
    /// The number of classes.
    pub classes: usize,
    /// The number of corners.
    pub corners: usize,
    /// The number of claims.
    pub claims: usize,
    /// Whether equal elements have one class and one vector, so that no relation is missing.
    pub exact: bool,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { title, values, rank, classes, corners, claims, exact } = self;
        write!(f, "good: {title}: {values} values, rank {rank}, {classes} classes, ")?;
        write!(f, "{corners} corners, {claims} claims")?;
        f.write_str(if *exact { "; no relation is missing" } else { "" })
    }
}

fn wrong<T>(what: String) -> Result<T> {
    Err(FamilyError::Wrong(what))
}

fn format<T>(what: &str) -> Result<T> {
    Err(FamilyError::Format(what.into()))
}

/// The proof with its games.
struct Check<'a> {
    proof: &'a Proof,
    engine: &'a mut Engine,
    games: Vec<Game>,
    basis: Vec<Game>,
    /// The negatives of the basis.
    pieces: Vec<Game>,
}

impl Proof {
    /// Verifies all that the proof says.
    ///
    /// # Errors
    /// [`FamilyError::Wrong`] and [`FamilyError::Format`] where something does not hold; limits and
    /// interrupts of the engine.
    pub fn check(&self, engine: &mut Engine) -> Result<Checked> {
        self.rule.check_shape()?;
        let (rank, classes) = (self.rule.rank, self.rule.classes.len());
        if self.basis.len() != rank
            || self.representatives.len() != classes
            || self.proofs.len() != classes
            || self.rule.adding.len() != self.values.len()
            || self.names.len() != self.values.len()
        {
            return format("a list has another length than the rule");
        }
        let mut check =
            Check { proof: self, engine, games: Vec::new(), basis: Vec::new(), pieces: Vec::new() };
        check.games()?;
        check.arithmetic()?;
        for (number, claim) in self.claims.iter().enumerate() {
            check.claim(number, claim)?;
        }
        for class in 0..classes {
            check.corners(class)?;
        }
        Ok(Checked {
            title: self.title.clone(),
            values: self.values.len(),
            rank,
            classes,
            corners: self.rule.corners(),
            claims: self.claims.len(),
            exact: self.rule.is_exact(),
        })
    }
}

impl Check<'_> {
    /// Makes all games of the file.
    fn games(&mut self) -> Result<()> {
        for sides in &self.proof.games {
            self.engine.check()?;
            let of = |numbers: &Vec<GameNumber>| {
                let options = numbers.iter().map(|&number| self.games.get(number).copied());
                options.collect::<Option<Vec<Game>>>()
            };
            let (Some(left), Some(right)) = (of(&sides[0]), of(&sides[1])) else {
                return format("an option of a game does not come before it");
            };
            let game = self.engine.game(&left, &right)?;
            self.games.push(game);
        }
        for &(number, _) in &self.proof.basis {
            let game = self.game(number)?;
            if game == Game::ZERO || !self.engine.le(Game::ZERO, game)? {
                return wrong("a game of the basis is not positive".into());
            }
            self.basis.push(game);
            let negative = self.engine.negate(game)?;
            self.pieces.push(negative);
        }
        Ok(())
    }

    fn game(&self, number: GameNumber) -> Result<Game> {
        match self.games.get(number) {
            Some(&game) => Ok(game),
            None => format("there is no game of this number"),
        }
    }

    fn representative(&self, class: usize) -> Result<Game> {
        self.game(self.proof.representatives[class])
    }

    /// A representative, and multiples of the basis.
    fn element(&mut self, class: usize, basis: &[i64]) -> Result<Game> {
        let mut sum = self.representative(class)?;
        for (axis, &times) in basis.iter().enumerate() {
            let part = self.engine.multiple(&IBig::from(times), self.basis[axis])?;
            sum = self.engine.add(sum, part)?;
        }
        Ok(sum)
    }

    /// Negatives and sums of elements.
    fn arithmetic(&mut self) -> Result<()> {
        let proof = self.proof;
        if self.representative(0)? != Game::ZERO {
            return wrong("the first representative is not 0".into());
        }
        for (number, class) in proof.rule.classes.iter().enumerate() {
            let (opposite, carry) = &class.negative;
            let own = self.representative(number)?;
            let negative = self.engine.negate(own)?;
            if negative != self.element(*opposite, carry)? {
                return wrong(format!("the negative of class {number} is another element"));
            }
        }
        for (value, steps) in proof.rule.adding.iter().enumerate() {
            let game = self.game(proof.values[value])?;
            for (class, (after, carry)) in steps.iter().enumerate() {
                let own = self.representative(class)?;
                let sum = self.engine.add(own, game)?;
                if sum != self.element(*after, carry)? {
                    return wrong(format!(
                        "value {value} and class {class} have another element as their sum"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a claim, or a comparison, shows that a constant with these pieces is at least 0.
    fn shows(
        &mut self,
        reference: Option<usize>,
        pieces: &[usize],
        constant: Game,
    ) -> Result<bool> {
        let Some(number) = reference else {
            return Ok(pieces.is_empty() && self.engine.le(Game::ZERO, constant)?);
        };
        let Some(claim) = self.proof.claims.get(number) else {
            return format("there is no claim of this number");
        };
        let smaller = self.game(claim.constant)?;
        Ok(claim.pieces == pieces && self.engine.le(smaller, constant)?)
    }

    /// Verifies a claim: its base, and an answer to each move of Right.
    fn claim(&mut self, number: usize, claim: &WrittenClaim) -> Result<()> {
        let proof = self.proof;
        let pieces = &claim.pieces;
        let sorted = pieces.windows(2).all(|pair| pair[0] < pair[1]);
        if pieces.is_empty() || !sorted || pieces.iter().any(|&piece| piece >= self.pieces.len()) {
            return format("a claim has other pieces than the negatives of the basis");
        }
        if claim.base.len() != pieces.len() {
            return format("a claim has another number of bases than of pieces");
        }
        let constant = self.game(claim.constant)?;
        for (&piece, &base) in pieces.iter().zip(&claim.base) {
            let two = self.engine.multiple(&IBig::from(2), self.pieces[piece])?;
            let settled = self.engine.add(constant, two)?;
            let others: Vec<usize> = pieces.iter().copied().filter(|&it| it != piece).collect();
            if !self.shows(base, &others, settled)? {
                return wrong(format!("the base of claim {number} is not shown"));
            }
        }
        let mut answers: FxHashMap<(Option<usize>, Game), &WrittenAnswer> = FxHashMap::default();
        for answer in &claim.answers {
            let (place, option) = answer.0;
            answers.insert((place, self.game(option)?), answer);
        }
        for (place, option, between) in self.moves(pieces, constant, Player::Right)? {
            self.engine.check()?;
            let Some(&&(_, (left_place, left_option), target)) = answers.get(&(place, option))
            else {
                return wrong(format!("claim {number} has no answer to a move of Right"));
            };
            let left_option = self.game(left_option)?;
            let left = self.moves(pieces, between, Player::Left)?;
            let chosen = left
                .into_iter()
                .find(|&(place, option, _)| (place, option) == (left_place, left_option));
            let Some((_, _, after)) = chosen else {
                return wrong(format!(
                    "claim {number} answers with a move that Left does not have"
                ));
            };
            if !self.shows(Some(target), pieces, after)? {
                return wrong(format!("an answer of claim {number} leads to no claim"));
            }
            let other = &proof.claims[target];
            let used = [place, left_place].into_iter().flatten();
            let used: u128 = used.map(|piece| u128::from(proof.basis[piece].1)).sum();
            let falls = u128::from(other.weight) < used + u128::from(claim.weight);
            if other.block > claim.block || other.block == claim.block && !falls {
                return wrong(format!("claim {number} is proved by itself"));
            }
        }
        Ok(())
    }

    /// The moves of a player: where, to which option, and the constant after it.
    fn moves(
        &mut self,
        pieces: &[usize],
        constant: Game,
        player: Player,
    ) -> Result<Vec<(Option<usize>, Game, Game)>> {
        let options = self.engine.options(constant, player)?;
        let mut all: Vec<_> = options.into_iter().map(|option| (None, option, option)).collect();
        for &piece in pieces {
            for option in self.engine.options(self.pieces[piece], player)? {
                all.push((Some(piece), option, self.engine.add(constant, option)?));
            }
        }
        Ok(all)
    }

    /// Verifies the corners of a class.
    fn corners(&mut self, class: usize) -> Result<()> {
        let proof = self.proof;
        let own = &proof.rule.classes[class];
        let [minimal, maximal] = &proof.proofs[class];
        if own.minimal.len() != minimal.len() || own.maximal.len() != maximal.len() {
            return format("a corner has no proof");
        }
        for (corner, &reference) in own.minimal.iter().zip(minimal) {
            let (pieces, constant) = self.split(class, corner)?;
            if !self.shows(reference, &pieces, constant)? {
                return wrong(format!("a minimal corner of class {class} is not shown"));
            }
        }
        for (corner, &reference) in own.maximal.iter().zip(maximal) {
            let (pieces, constant) = self.split(class, corner)?;
            if !self.refutes(reference, &pieces, constant)? {
                return wrong(format!("a maximal corner of class {class} is not shown"));
            }
        }
        match proof.rule.gap(self.engine, class)? {
            None => Ok(()),
            Some(vector) => wrong(format!("the corners of class {class} do not tell {vector:?}")),
        }
    }

    /// The infinite entries of a corner, and the sum of the others.
    fn split(&mut self, class: usize, corner: &Corner) -> Result<(Vec<usize>, Game)> {
        let pieces = (0..).zip(corner).filter(|(_, entry)| entry.is_none());
        let pieces = pieces.map(|(axis, _)| axis).collect();
        let finite: Vec<i64> = corner.iter().map(|entry| entry.unwrap_or(0)).collect();
        Ok((pieces, self.element(class, &finite)?))
    }

    /// Whether a constant with any multiples of these games of the basis is not at least 0.
    fn refutes(
        &mut self,
        reference: Option<usize>,
        axes: &[usize],
        constant: Game,
    ) -> Result<bool> {
        if axes.is_empty() {
            return Ok(reference.is_none() && !self.engine.le(Game::ZERO, constant)?);
        }
        let mut after = self.engine.options(constant, Player::Right)?;
        for &axis in axes {
            for option in self.engine.options(self.basis[axis], Player::Right)? {
                after.push(self.engine.add(constant, option)?);
            }
        }
        for game in after {
            let negative = self.engine.negate(game)?;
            if self.shows(reference, axes, negative)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
