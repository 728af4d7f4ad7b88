//! Boxes and the lines between them, and what good play says of them.
//!
//! Winning Ways (chapter 16) proves: boxes that can be had are taken, but for the last two of a chain or the
//! last four of a loop; with these the player may instead make the other take them and move. Of the lines
//! that open a chain one is enough, in a chain of two the middle one.

use smallvec::SmallVec;

/// Boxes and the lines between them. Lines have numbers; a position is the set of the lines that are
/// drawn, as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxGraph {
    pub(super) lines: u32,
    /// The lines of each box, as bits.
    pub(super) boxes: Vec<u64>,
    /// The boxes at each line.
    pub(super) beside: Vec<SmallVec<[usize; 2]>>,
    /// Lines in the order in which they are tried.
    order: Vec<u32>,
    /// The images of lines under each symmetry but the first.
    symmetries: Vec<Symmetry>,
    /// Lines at the same boxes, of which it does not matter which are drawn.
    alike: Vec<Alike>,
}

/// Lines at the same boxes.
#[derive(Clone, Debug)]
struct Alike {
    /// The lines, as bits.
    lines: u64,
    /// The first so many of them, as bits.
    first: SmallVec<[u64; 5]>,
}

/// A symmetry, as a table: the images of the lines of each byte of a position.
#[derive(Clone, Debug)]
struct Symmetry(Vec<[u64; 256]>);

impl Symmetry {
    /// The symmetry that takes each line to another.
    fn new(lines: &[u32]) -> Self {
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

/// A chain or a loop of boxes with two lines to draw, where no box can be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Its lines that are not drawn, as bits.
    pub(super) lines: u64,
    pub(super) boxes: u8,
    /// Whether it is a loop.
    pub(super) closed: bool,
    /// Whether no other box that is left touches it.
    pub(super) apart: bool,
    /// The line that opens it best.
    pub(super) opens: u32,
}

impl Chain {
    /// What chains apart are told apart by.
    pub(super) fn kind(&self) -> u8 {
        self.boxes | u8::from(self.closed) << 7
    }
}

/// A chain of boxes that can be taken from one end or from both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Takeable {
    /// The line that takes the box at an end.
    pub(super) takes: u32,
    /// The line that leaves the last two boxes of a chain, or the last four of a loop, to the other.
    pub(super) leaves: Option<u32>,
    /// Whether its boxes can be taken from both ends: it was a loop.
    pub(super) closed: bool,
}

pub(super) type Chains = SmallVec<[Chain; 8]>;

/// Whether just one bit is set.
fn is_one(bits: u64) -> bool {
    bits != 0 && bits & (bits - 1) == 0
}

/// Whether just two bits are set.
fn are_two(bits: u64) -> bool {
    bits != 0 && is_one(bits & (bits - 1))
}

/// The lines of a set, from the first.
fn lines_of(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let line = bits.trailing_zeros();
            bits &= bits - 1;
            line
        })
    })
}

impl BoxGraph {
    /// Boxes and lines. `order` has all lines, those first that are worth a try first; a symmetry is the
    /// list of the images of all lines.
    pub(super) fn new(boxes: Vec<u64>, order: Vec<u32>, symmetries: Vec<Vec<u32>>) -> Self {
        let lines = u32::try_from(order.len()).expect("at most 64 lines");
        let at = |line: u32| (0..boxes.len()).filter(|&at| boxes[at] >> line & 1 == 1).collect();
        let beside: Vec<SmallVec<[usize; 2]>> = (0..lines).map(at).collect();
        let mut alike: Vec<Alike> = Vec::new();
        for line in 0..lines {
            let like = |&other: &u32| beside[other as usize] == beside[line as usize];
            let all: SmallVec<[u32; 4]> = (0..lines).filter(like).collect();
            if all.len() > 1 && all[0] == line {
                let mut first: SmallVec<[u64; 5]> = SmallVec::from_slice(&[0]);
                for line in &all {
                    first.push(first[first.len() - 1] | 1 << line);
                }
                alike.push(Alike { lines: first[all.len()], first });
            }
        }
        let symmetries = symmetries.into_iter().map(|mut images| {
            // The first of lines that are alike go to the first of others.
            for Alike { lines, .. } in &alike {
                let mut sorted: SmallVec<[u32; 4]> =
                    lines_of(*lines).map(|line| images[line as usize]).collect();
                sorted.sort_unstable();
                for (line, image) in lines_of(*lines).zip(sorted) {
                    images[line as usize] = image;
                }
            }
            Symmetry::new(&images)
        });
        BoxGraph { lines, symmetries: symmetries.collect(), boxes, beside, order, alike }
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
        let behind = other.boxes.iter().map(|lines| lines << self.lines);
        let boxes = self.boxes.iter().copied().chain(behind).collect();
        let behind = other.order.iter().map(|line| line + self.lines);
        let order = self.order.iter().copied().chain(behind).collect();
        BoxGraph::new(boxes, order, Vec::new())
    }

    /// How many boxes a line that is not drawn completes.
    pub(super) fn completes(&self, drawn: u64, line: u32) -> i8 {
        let with = drawn | 1 << line;
        let complete = |&&at: &&usize| self.boxes[at] & !with == 0;
        i8::try_from(self.beside[line as usize].iter().filter(complete).count())
            .expect("two at most")
    }

    /// One position of each class of those that are alike.
    pub(super) fn normal(&self, mut drawn: u64) -> u64 {
        for Alike { lines, first } in &self.alike {
            drawn = drawn & !lines | first[(drawn & lines).count_ones() as usize];
        }
        self.symmetries.iter().map(|symmetry| symmetry.image(drawn)).fold(drawn, u64::min)
    }

    /// The box on the other side of a line.
    fn across(&self, line: u32, from: usize) -> Option<usize> {
        self.beside[line as usize].iter().copied().find(|&at| at != from)
    }

    /// The chains of which boxes can be taken.
    pub(super) fn takeable(&self, drawn: u64) -> SmallVec<[Takeable; 4]> {
        let mut found = SmallVec::new();
        // Boxes at which a chain ends that was found from its other end.
        let mut met = 0u64;
        for (start, lines) in self.boxes.iter().enumerate() {
            let open = lines & !drawn;
            if !is_one(open) || met >> start & 1 == 1 {
                continue;
            }
            let takes = open.trailing_zeros();
            let (mut at, mut through, mut boxes, mut closed) = (start, takes, 1, false);
            let mut second = None;
            while let Some(next) = self.across(through, at) {
                let open = self.boxes[next] & !drawn;
                if is_one(open) {
                    met |= 1 << next;
                    (boxes, closed) = (boxes + 1, true);
                    break;
                }
                if !are_two(open) {
                    break;
                }
                boxes += 1;
                through = (open & !(1 << through)).trailing_zeros();
                second = second.or(Some(through));
                at = next;
            }
            let last = if closed { 4 } else { 2 };
            found.push(Takeable { takes, leaves: second.filter(|_| boxes == last), closed });
        }
        found
    }

    /// The chains and loops, where no box can be taken.
    pub(super) fn chains(&self, drawn: u64) -> Chains {
        let (mut found, mut seen) = (Chains::new(), 0u64);
        for (start, lines) in self.boxes.iter().enumerate() {
            let open = lines & !drawn;
            if are_two(open) && open & !seen != 0 {
                let chain = self.chain_through(drawn, start, open);
                seen |= chain.lines;
                found.push(chain);
            }
        }
        found
    }

    /// The chain of a box, whose lines to draw are the two of `open`.
    fn chain_through(&self, drawn: u64, start: usize, open: u64) -> Chain {
        let opens = open.trailing_zeros();
        let mut chain = Chain { lines: open, boxes: 1, closed: false, apart: true, opens };
        for end in lines_of(open) {
            let (mut at, mut through) = (start, end);
            while let Some(next) = self.across(through, at) {
                if next == start {
                    return Chain { closed: true, ..chain };
                }
                let open = self.boxes[next] & !drawn;
                if !are_two(open) {
                    chain.apart = false;
                    break;
                }
                chain.boxes += 1;
                // The line between two boxes leaves the other no choice.
                chain.opens = if chain.boxes == 2 { through } else { opens };
                chain.lines |= open;
                through = (open & !(1 << through)).trailing_zeros();
                at = next;
            }
        }
        chain
    }

    /// The lines that are worth a try in a position where no box can be taken: first those that give
    /// nothing away.
    pub(super) fn lines_to_try(&self, drawn: u64, chains: &Chains) -> SmallVec<[u32; 32]> {
        let opening = chains.iter().fold(0, |lines, chain| lines | chain.lines);
        let mut safe = self.all() & !drawn & !opening;
        for Alike { lines, .. } in &self.alike {
            let open = safe & lines;
            safe ^= open & open.wrapping_sub(1);
        }
        let mut tried: SmallVec<[u32; 32]> =
            self.order.iter().copied().filter(|line| safe >> line & 1 == 1).collect();
        let mut by_size: SmallVec<[&Chain; 8]> = chains.iter().collect();
        by_size.sort_unstable_by_key(|chain| (chain.boxes, chain.opens));
        for (at, chain) in by_size.iter().enumerate() {
            // Of chains apart that are alike, one is enough.
            let alike = |other: &&Chain| other.apart && other.kind() == chain.kind();
            if !(chain.apart && by_size[..at].iter().any(alike)) {
                tried.push(chain.opens);
            }
        }
        tried
    }
}
