//! Misère play of sums of heaps, by search.

use std::collections::HashMap;

use cg_core::Interrupt;

use crate::{OctalError, Result, Rules, Settings};

/// How far a search may go.
///
/// ```
/// let effort = cg_octal::Effort::from(1000);
/// assert_eq!(effort.positions, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct Effort {
    /// Positions that may be kept.
    pub positions: usize,
    /// Bytes that positions and options, or stored values, may take, about.
    pub memory: usize,
    /// Stops the search when it is raised.
    pub interrupt: Interrupt,
}

impl Default for Effort {
    fn default() -> Self {
        let Settings { memory, .. } = Settings::default();
        Self { positions: usize::MAX, memory, interrupt: Interrupt::new() }
    }
}

impl From<usize> for Effort {
    /// So many positions.
    fn from(positions: usize) -> Self {
        Self { positions, ..Self::default() }
    }
}

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
    effort: Effort,
    /// Bytes of what is remembered, about.
    kept: usize,
    /// The same with the positions in work.
    bytes: usize,
}

/// About what a list of heaps takes, with what is around it.
fn size(heaps: &[u64]) -> usize {
    const AROUND: usize = 56;
    AROUND + size_of_val(heaps)
}

impl MisereSearch {
    /// A search that fails when it would need more than `effort` allows.
    pub fn new(rules: Rules, effort: impl Into<Effort>) -> Self {
        let (known, options) = (HashMap::new(), HashMap::new());
        Self { rules, known, options, effort: effort.into(), kept: 0, bytes: 0 }
    }

    /// The same, stopped with [`OctalError::Interrupted`] when `interrupt` is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { effort: Effort { interrupt, ..self.effort }, ..self }
    }

    /// Forgets the positions that were found, which makes room for others.
    pub fn forget(&mut self) {
        (self.known, self.options) = (HashMap::new(), HashMap::new());
        (self.kept, self.bytes) = (0, 0);
    }

    /// The options of a heap, each once.
    pub(crate) fn options(&mut self, heap: u64) -> Result<Vec<Vec<u64>>> {
        if let Some(options) = self.options.get(&heap) {
            return Ok(options.clone());
        }
        let count = self.rules.most_options(heap);
        if count > self.effort.positions {
            return Err(self.too_many());
        }
        let bytes = count.saturating_mul(size(&[]));
        self.take(bytes)?;
        self.kept += bytes;
        let mut options = Vec::new();
        self.rules.each_option(heap, &mut |left| options.push(left.to_vec()));
        options.sort();
        options.dedup();
        self.options.insert(heap, options.clone());
        Ok(options)
    }

    fn too_many(&self) -> OctalError {
        OctalError::limit("the misère search", format!("{} positions", self.effort.positions))
    }

    /// Counts `bytes` more, and looks at the limit.
    fn take(&mut self, bytes: usize) -> Result<()> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.effort.memory {
            let limit = format!("{} bytes of memory", self.effort.memory);
            return Err(OctalError::limit("the misère search", limit));
        }
        Ok(())
    }

    /// Whether the player to move wins a sum of heaps. What was found before an error
    /// is kept.
    ///
    /// # Errors
    ///
    /// More positions or memory than the limits, an interruption.
    // Depth-first on a stack of our own: sums can be longer than the machine's stack is deep.
    pub fn wins(&mut self, heaps: &[u64]) -> Result<bool> {
        let start = normal(heaps.to_vec());
        if let Some(&wins) = self.known.get(&start) {
            return Ok(wins);
        }
        self.bytes = self.kept;
        let largest = start.last().copied().unwrap_or(0);
        let first = self.successors(&start)?;
        let mut stack = vec![Frame::new(start.clone(), first)];
        while let Some(Frame { position, open, stuck }) = stack.last_mut() {
            if self.effort.interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: largest });
            }
            let (mut done, mut next) = (None, None);
            match open.last() {
                None => done = Some(*stuck),
                Some(option) => match self.known.get(option) {
                    Some(false) => done = Some(true),
                    Some(true) => {
                        self.bytes = self.bytes.saturating_sub(size(option));
                        open.pop();
                    }
                    None => next = Some(option.clone()),
                },
            }
            if let Some(wins) = done {
                let left: usize = open.iter().map(|option| size(option)).sum();
                self.bytes = self.bytes.saturating_sub(left);
                let position = std::mem::take(position);
                stack.pop();
                if self.known.len() >= self.effort.positions {
                    return Err(self.too_many());
                }
                self.take(size(&position))?;
                self.kept += size(&position);
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
                let next = normal(next);
                self.take(size(&next))?;
                successors.push(next);
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
