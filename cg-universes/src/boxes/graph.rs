//! Boxes and the lines between them, and what good play says of them.
//!
//! Winning Ways (chapter 16) proves: boxes that can be had are taken, but for the last two of a chain or the
//! last four of a loop; with these the player may instead make the other take them and move. Of the lines
//! that open a chain one is enough, in a chain of two the middle one.

use rustc_hash::FxHashSet;

/// Boxes and the lines between them. Lines have numbers; a position is the set of the lines that are
/// drawn, as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxGraph {
    pub(super) lines: u32,
    /// The lines of each box, as bits.
    pub(super) boxes: Vec<u64>,
    /// The boxes at each line.
    pub(super) beside: Vec<Vec<usize>>,
    /// What each symmetry but the first makes of each line.
    pub(super) symmetries: Vec<Symmetry>,
    /// Lines at the same boxes, of which it does not matter which are drawn: as bits, and in their order.
    alike: Vec<(u64, Vec<u32>)>,
}

/// A symmetry: of each byte of a position, what it makes of the byte's lines.
#[derive(Clone, Debug)]
pub(super) struct Symmetry(Vec<[u64; 256]>);

impl Symmetry {
    /// The symmetry that takes each line to another.
    pub(super) fn new(lines: &[u32]) -> Self {
        let table = |lines: &[u32]| {
            let mut images = [0; 256];
            for byte in 1..256usize {
                let (line, rest) = (byte.trailing_zeros() as usize, byte & (byte - 1));
                images[byte] = images[rest] | lines.get(line).map_or(0, |line| 1 << line);
            }
            images
        };
        Symmetry(lines.chunks(8).map(table).collect())
    }

    fn image(&self, drawn: u64) -> u64 {
        let bytes = self.0.iter().zip(drawn.to_le_bytes());
        bytes.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

/// A chain of boxes with two lines to draw, or with one at an end where boxes can be taken.
#[derive(Debug)]
pub(super) struct Chain {
    /// The lines between its boxes and at its ends, in order; in a chain that can be taken the first
    /// takes a box.
    pub(super) lines: Vec<u32>,
    boxes: usize,
    /// Whether it is a loop; where boxes can be taken, whether they can be from both ends.
    pub(super) closed: bool,
}

/// A chain or a loop that no other box touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    /// Its lines that are not drawn, as bits.
    pub(super) lines: u64,
    pub(super) boxes: u8,
    pub(super) closed: bool,
}

impl Chain {
    /// The line that leaves the last two boxes of a chain, or the last four of a loop, to the other.
    pub(super) fn is_left_by(&self) -> Option<u32> {
        matches!((self.closed, self.boxes), (false, 2) | (true, 4)).then(|| self.lines[1])
    }
}

impl BoxGraph {
    /// Boxes and lines, with their symmetries.
    pub(super) fn new(
        lines: u32,
        boxes: Vec<u64>,
        beside: Vec<Vec<usize>>,
        symmetries: Vec<Symmetry>,
    ) -> Self {
        let mut alike: Vec<(u64, Vec<u32>)> = Vec::new();
        for line in 0..lines {
            let like = |other: u32| beside[other as usize] == beside[line as usize];
            let all: Vec<u32> = (0..lines).filter(|&other| like(other)).collect();
            if all.len() > 1 && all[0] == line {
                alike.push((all.iter().fold(0, |bits, line| bits | 1 << line), all));
            }
        }
        BoxGraph { lines, boxes, beside, symmetries, alike }
    }

    /// The same position, in which of lines that are alike the first ones are drawn.
    fn first_drawn(&self, mut drawn: u64) -> u64 {
        for (bits, lines) in &self.alike {
            let count = (drawn & bits).count_ones() as usize;
            drawn = lines[..count].iter().fold(drawn & !bits, |drawn, line| drawn | 1 << line);
        }
        drawn
    }

    /// All lines, as bits.
    pub(super) fn all(&self) -> u64 {
        match self.lines {
            0 => 0,
            lines => u64::MAX >> (64 - lines),
        }
    }

    /// The boxes and lines of both: the numbers of the other's lines come behind.
    pub(super) fn and(&self, other: &BoxGraph) -> BoxGraph {
        let lines = self.lines + other.lines;
        let boxes = self.boxes.iter().copied();
        let boxes = boxes.chain(other.boxes.iter().map(|lines| lines << self.lines)).collect();
        let behind = |boxes: &Vec<usize>| boxes.iter().map(|at| at + self.boxes.len()).collect();
        let beside = self.beside.iter().cloned();
        let beside = beside.chain(other.beside.iter().map(behind)).collect();
        BoxGraph::new(lines, boxes, beside, Vec::new())
    }

    /// How many boxes a line that is not drawn completes.
    pub(super) fn completes(&self, drawn: u64, line: u32) -> i8 {
        let with = drawn | 1 << line;
        let complete = |&&at: &&usize| self.boxes[at] & !with == 0;
        i8::try_from(self.beside[line as usize].iter().filter(complete).count())
            .expect("two at most")
    }

    /// One position of each class of those that are alike.
    pub(super) fn normal(&self, drawn: u64) -> u64 {
        let images = self.symmetries.iter().map(|symmetry| self.first_drawn(symmetry.image(drawn)));
        images.fold(self.first_drawn(drawn), u64::min)
    }

    /// The lines of a box that are not drawn, as bits.
    fn open(&self, drawn: u64, at: usize) -> u64 {
        self.boxes[at] & !drawn
    }

    /// The box on the other side of a line.
    fn across(&self, line: u32, from: usize) -> Option<usize> {
        self.beside[line as usize].iter().copied().find(|&at| at != from)
    }

    /// Follows a chain from one of its boxes through a line: the lines from there on, the boxes, and the
    /// last box if it is taken from the other side or was met before.
    fn follow(&self, drawn: u64, start: usize, line: u32) -> (Vec<u32>, Vec<usize>, bool) {
        let (mut lines, mut boxes) = (vec![line], vec![]);
        let (mut at, mut through) = (start, line);
        while let Some(next) = self.across(through, at) {
            let open = self.open(drawn, next);
            if next == start {
                return (lines, boxes, true);
            }
            match open.count_ones() {
                1 => {
                    boxes.push(next);
                    return (lines, boxes, true);
                }
                2 => {
                    boxes.push(next);
                    through = (open & !(1 << through)).trailing_zeros();
                    lines.push(through);
                    at = next;
                }
                _ => break,
            }
        }
        (lines, boxes, false)
    }

    /// The chains of which boxes can be taken.
    pub(super) fn takeable(&self, drawn: u64) -> Vec<Chain> {
        let mut chains: Vec<Chain> = Vec::new();
        for start in 0..self.boxes.len() {
            let open = self.open(drawn, start);
            if open.count_ones() != 1 || chains.iter().any(|chain| self.ends_at(chain, open)) {
                continue;
            }
            let (lines, boxes, closed) = self.follow(drawn, start, open.trailing_zeros());
            chains.push(Chain { lines, boxes: boxes.len() + 1, closed });
        }
        chains
    }

    /// Whether a chain that can be taken from both ends ends with a line.
    fn ends_at(&self, chain: &Chain, line: u64) -> bool {
        chain.closed && chain.lines.last().is_some_and(|&last| 1 << last == line)
    }

    /// The lines that are worth a try in a position where no box can be taken: first those that give
    /// nothing away.
    pub(super) fn lines_to_try(&self, drawn: u64) -> Vec<u32> {
        let mut safe = Vec::new();
        let mut opening: Vec<(usize, u32)> = Vec::new();
        // Of chains apart that are alike, one is enough.
        let (mut apart, mut kinds) = (0, Vec::new());
        for chain in self.chains_apart(drawn) {
            if kinds.contains(&(chain.boxes, chain.closed)) {
                apart |= chain.lines;
            }
            kinds.push((chain.boxes, chain.closed));
        }
        let mut seen = FxHashSet::default();
        for line in (0..self.lines).filter(|line| drawn >> line & 1 == 0) {
            let beside = &self.beside[line as usize];
            let in_chain =
                beside.iter().copied().find(|&at| self.open(drawn, at).count_ones() == 2);
            let Some(start) = in_chain else {
                safe.push(line);
                continue;
            };
            if apart >> line & 1 == 1 || !seen.insert(line) {
                continue;
            }
            let chain = self.chain_through(drawn, start);
            seen.extend(chain.lines.iter().copied());
            let best = if chain.boxes == 2 && !chain.closed { 1 } else { 0 };
            opening.push((chain.boxes, chain.lines[best]));
        }
        opening.sort_unstable();
        safe.extend(opening.into_iter().map(|(_, line)| line));
        safe
    }

    /// The chain or loop of a box with two lines to draw, if no other box that is left touches it: its lines as
    /// bits. No box can be taken.
    fn chain_apart(&self, drawn: u64, start: usize) -> Option<Apart> {
        let mut found = Apart { lines: 0, boxes: 1, closed: false };
        let mut ways = self.open(drawn, start);
        while ways != 0 {
            let mut through = ways.trailing_zeros();
            ways &= ways - 1;
            let mut at = start;
            found.lines |= 1 << through;
            while let Some(next) = self.across(through, at) {
                if next == start {
                    found.closed = true;
                    return Some(found);
                }
                let open = self.open(drawn, next);
                if open.count_ones() != 2 {
                    return None;
                }
                found.boxes += 1;
                through = (open & !(1 << through)).trailing_zeros();
                found.lines |= 1 << through;
                at = next;
            }
        }
        Some(found)
    }

    /// The chains and loops that no other box that is left touches. No box can be taken.
    pub(super) fn chains_apart(&self, drawn: u64) -> Vec<Apart> {
        let (mut found, mut seen) = (Vec::new(), 0u64);
        for start in 0..self.boxes.len() {
            let open = self.open(drawn, start);
            if open.count_ones() == 2
                && open & seen == 0
                && let Some(apart) = self.chain_apart(drawn, start)
            {
                seen |= apart.lines;
                found.push(apart);
            }
        }
        found
    }

    /// The whole chain or loop of a box with two lines to draw, where no box can be taken.
    fn chain_through(&self, drawn: u64, start: usize) -> Chain {
        let open = self.open(drawn, start);
        let first = open.trailing_zeros();
        let (mut lines, boxes, closed) = self.follow(drawn, start, first);
        let mut count = boxes.len() + 1;
        if !closed {
            let other = (open & !(1 << first)).trailing_zeros();
            let (more, others, _) = self.follow(drawn, start, other);
            count += others.len();
            lines.reverse();
            lines.extend(more);
        }
        Chain { lines, boxes: count, closed }
    }
}
