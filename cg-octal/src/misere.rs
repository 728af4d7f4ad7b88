//! Misère play of sums of heaps, by search.

use std::collections::HashMap;

use cg_core::Interrupt;

use crate::{OctalError, Result, Rules};

/// A search through the positions of a game in misère play, where who makes the last
/// move loses. It remembers what it has found.
///
/// ```
/// let nim = "Nim".parse().unwrap();
/// let mut search = cg_octal::MisereSearch::new(nim, 1000);
/// assert!(!search.wins(&[1]).unwrap());
/// assert!(search.wins(&[1, 2, 2]).unwrap());
/// ```
#[derive(Debug)]
pub struct MisereSearch {
    rules: Rules,
    known: HashMap<Vec<u64>, bool>,
    options: HashMap<u64, Vec<Vec<u64>>>,
    positions: usize,
    interrupt: Interrupt,
}

impl MisereSearch {
    /// A search that fails when it would remember more than `positions` positions.
    pub fn new(rules: Rules, positions: usize) -> Self {
        let (known, options) = (HashMap::new(), HashMap::new());
        Self { rules, known, options, positions, interrupt: Interrupt::new() }
    }

    /// The same, stopped with [`OctalError::Interrupted`] when `interrupt` is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Forgets the positions that were found, which makes room for others.
    pub fn forget(&mut self) {
        self.known = HashMap::new();
    }

    /// The options of a heap, each once.
    pub(crate) fn options(&mut self, heap: u64) -> Result<Vec<Vec<u64>>> {
        if let Some(options) = self.options.get(&heap) {
            return Ok(options.clone());
        }
        if self.rules.most_options(heap) > self.positions {
            return Err(self.too_many());
        }
        let mut options = Vec::new();
        self.rules.each_option(heap, &mut |left| options.push(left.to_vec()));
        options.sort();
        options.dedup();
        self.options.insert(heap, options.clone());
        Ok(options)
    }

    fn too_many(&self) -> OctalError {
        OctalError::limit("the misère search", format!("{} positions", self.positions))
    }

    /// Whether the player to move wins a sum of heaps. What was found before an error
    /// is kept.
    ///
    /// # Errors
    ///
    /// More positions than the limit, an interruption.
    // Depth-first on a stack of our own: sums can be longer than the machine's stack is deep.
    pub fn wins(&mut self, heaps: &[u64]) -> Result<bool> {
        let start = normal(heaps.to_vec());
        if let Some(&wins) = self.known.get(&start) {
            return Ok(wins);
        }
        let first = self.successors(&start)?;
        let mut stack = vec![Frame::new(start.clone(), first)];
        while let Some(Frame { position, open, stuck }) = stack.last_mut() {
            if self.interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: start.last().copied().unwrap_or(0) });
            }
            let (mut done, mut next) = (None, None);
            match open.last() {
                None => done = Some(*stuck),
                Some(option) => match self.known.get(option) {
                    Some(false) => done = Some(true),
                    Some(true) => {
                        open.pop();
                    }
                    None => next = Some(option.clone()),
                },
            }
            if let Some(wins) = done {
                let position = std::mem::take(position);
                stack.pop();
                if self.known.len() >= self.positions {
                    return Err(self.too_many());
                }
                self.known.insert(position, wins);
            } else if let Some(option) = next {
                let successors = self.successors(&option)?;
                stack.push(Frame::new(option, successors));
            }
        }
        self.known.get(&start).copied().ok_or_else(|| self.too_many())
    }

    /// The positions after one move.
    fn successors(&mut self, heaps: &[u64]) -> Result<Vec<Vec<u64>>> {
        let mut successors = Vec::new();
        for (at, &heap) in heaps.iter().enumerate() {
            if at > 0 && heaps[at - 1] == heap {
                continue;
            }
            for left in self.options(heap)? {
                let mut next = heaps.to_vec();
                next.remove(at);
                next.extend(left);
                successors.push(normal(next));
            }
        }
        Ok(successors)
    }
}

/// A position in work, and the options that are not yet looked at.
struct Frame {
    position: Vec<u64>,
    open: Vec<Vec<u64>>,
    /// Without a move the player to move wins: the other one has made the last move.
    stuck: bool,
}

impl Frame {
    fn new(position: Vec<u64>, open: Vec<Vec<u64>>) -> Self {
        let stuck = open.is_empty();
        Self { position, open, stuck }
    }
}

/// A sum with its heaps in order and the empty ones left out.
pub(crate) fn normal(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}
