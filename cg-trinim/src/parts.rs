//! Independent parts of a position, and their nim-values in normal play.

use crate::{Error, Layers, Position, Result, board::piece, moves};
use cg_core::Interrupt;
use std::collections::HashMap;

impl Position {
    /// The parts that no move can ever join: pieces connected by neighbours.
    ///
    /// A move takes consecutive pieces, and pieces never come back, so that the
    /// position is the sum of its parts.
    ///
    /// ```
    /// use cg_trinim::Position;
    /// let p: Position = "x/../xx.".parse()?;
    /// assert_eq!(p.parts().len(), 2);
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    pub fn parts(self) -> Vec<Self> {
        let pairs: Vec<u64> =
            moves(self.layers()).into_iter().filter(|m| m.count_ones() == 2).collect();
        let mut left = self.pieces();
        let mut parts = Vec::new();
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let touching =
                    pairs.iter().filter(|&pair| pair & !self.pieces() == 0 && pair & part != 0);
                let grown = touching.fold(part, |set, pair| set | pair);
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            parts.push(Self::on(self.layers(), part));
        }
        parts
    }

    /// The same pieces on the smallest board that holds them, moved to its corner.
    ///
    /// ```
    /// let p: cg_trinim::Position = "./x./xx.".parse()?;
    /// assert_eq!(p.fitted().to_string(), "x/xx");
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    pub fn fitted(self) -> Self {
        let k = u32::from(self.layers().get());
        let cells: Vec<(u32, u32)> = (0..self.layers().pieces())
            .filter(|p| self.pieces() >> p & 1 == 1)
            .map(|p| self.layers().cell(p))
            .collect();
        // Distances to the left, right and lower side.
        let least =
            |distance: &dyn Fn(&(u32, u32)) -> u32| cells.iter().map(distance).min().unwrap_or(0);
        let (left, right) = (least(&|&(_, c)| c), least(&|&(r, c)| r - c));
        let below = least(&|&(r, _)| k - 1 - r);
        let side = if cells.is_empty() { 1 } else { k - left - right - below };
        let pieces =
            cells.iter().fold(0, |set, &(r, c)| set | 1 << piece(r - left - right, c - left));
        // The side is at least 1 and at most k.
        Layers::new(u64::from(side)).map_or(self, |layers| Self::on(layers, pieces))
    }
}

/// Nim-values of positions in normal play, with what was learnt on the way.
#[derive(Debug)]
pub struct NimValues {
    known: HashMap<Position, u32>,
    limit: u64,
    interrupt: Interrupt,
}

impl NimValues {
    /// Stops with an error after `limit` distinct parts.
    pub fn new(limit: u64) -> Self {
        Self { known: HashMap::new(), limit, interrupt: Interrupt::new() }
    }

    /// The same, stopped with [`Error::Interrupted`] when `interrupt` is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The n for which the position equals `*n`: the nim-sum of its parts, each
    /// the least number that no option has.
    ///
    /// ```
    /// use cg_trinim::{NimValues, Position};
    /// let mut values = NimValues::new(1_000);
    /// let row: Position = "./../xxx".parse()?;
    /// assert_eq!(values.value(row)?, 3);
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::SearchLimit`] when the limit is reached: a part of n pieces can
    /// have up to 2^n positions.
    pub fn value(&mut self, position: Position) -> Result<u32> {
        position
            .parts()
            .into_iter()
            .try_fold(0, |sum, part| Ok(sum ^ self.part(part.fitted().canonical())?))
    }

    fn part(&mut self, part: Position) -> Result<u32> {
        if let Some(&value) = self.known.get(&part) {
            return Ok(value);
        }
        if self.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        let mut seen = Vec::new();
        for option in part.options() {
            seen.push(self.value(option)?);
        }
        if self.known.len() as u64 >= self.limit {
            return Err(Error::SearchLimit(self.limit));
        }
        seen.sort_unstable();
        seen.dedup();
        let value = (0..).zip(&seen).find(|(i, v)| i != *v).map_or(seen.len(), |(i, _)| i as usize);
        let value = u32::try_from(value).map_err(|_| Error::SearchLimit(self.limit))?;
        self.known.insert(part, value);
        Ok(value)
    }
}
