//! Small positions of a ruleset, the smallest first: the ground of tables of values.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use crate::{Entry, Graph, Labels, Ruleset, Sign, Small, SmallGraphs, Start, Variant};

/// A small position: see [`Entry::each_small`].
#[derive(Clone, Debug)]
pub struct SmallPosition {
    /// Its size, in what [`Small`] counts.
    pub size: usize,
    /// The game at it.
    pub start: Start,
}

/// What is done with each small position. It also gets `None` now and then, to look at the clock.
pub type EachSmall<'a> = &'a mut dyn FnMut(Option<SmallPosition>) -> ControlFlow<()>;

impl Entry {
    /// Hands small positions to `found`, the smallest first, one of each class of alike ones,
    /// until it breaks: there is no end. Parameters are those of the example. A position that
    /// falls apart is left out where it is a board or a graph, as its parts come by themselves.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let clobber = cg_rulesets::Entry::named("clobber").expect("it is in the table");
    /// let mut first = Vec::new();
    /// clobber.each_small(&mut |small| {
    ///     first.extend(small.map(|small| small.start.board()));
    ///     if first.len() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(first, [".", "XO", "XXO", "XOX"]);
    /// ```
    pub fn each_small(&'static self, found: EachSmall<'_>) {
        let mut finder = Finder { entry: self, seen: HashSet::new(), found };
        // That it broke is known to who broke it.
        let ControlFlow::Break(()) = match self.small {
            Small::Boards => {
                let letters: Vec<String> = self.letters.chars().map(String::from).collect();
                finder.rectangles(&letters.iter().map(String::as_str).collect::<Vec<_>>(), "")
            }
            Small::Cells { cells, between } => finder.rectangles(cells, between),
            Small::Regions => finder.regions(),
            Small::Graphs(graphs) => finder.graphs(graphs),
            Small::Heaps(least, most) => finder.heaps(least, most),
            Small::Orders => finder.orders(),
            Small::Cakes => finder.cakes(),
        };
    }

    /// The parameters of the example in their parentheses, and a blank; nothing where it has none.
    fn example_parameters(&self) -> &'static str {
        let end = if self.has_parameters() { self.example.rfind(')') } else { None };
        end.map_or("", |end| &self.example[..end + 2])
    }
}

/// The end of an enumeration: it only ends by a break.
type Broken = ControlFlow<(), std::convert::Infallible>;

/// What a text is as a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// None.
    Refused,
    /// A position without moves, or one that does not fall apart.
    Whole,
    /// A sum.
    Sum,
}

struct Finder<'f> {
    entry: &'static Entry,
    seen: HashSet<Vec<(<crate::Varied<crate::Game> as Ruleset>::Position, Sign)>>,
    found: EachSmall<'f>,
}

impl Finder<'_> {
    /// Hands a text on, when it is a position and no other one like it was.
    fn offer(&mut self, size: usize, text: &str, sums: bool) -> ControlFlow<(), Read> {
        let text = format!("{}{text}", self.entry.example_parameters());
        let Ok(start) = Start::of(self.entry, Variant::Plain, &text) else {
            (self.found)(None)?;
            return ControlFlow::Continue(Read::Refused);
        };
        let mut parts = Vec::new();
        let Ok(()) = start.rules.split(start.position.clone(), &mut parts);
        let mut parts: Vec<_> = parts
            .into_iter()
            .map(|(part, sign)| {
                let (normal, turned) = start.rules.normal(part);
                (normal, sign * turned)
            })
            .collect();
        let read = if parts.len() < 2 { Read::Whole } else { Read::Sum };
        if let [(_, sign)] = &mut parts[..] {
            *sign = Sign::Plus;
        }
        let is_new = (sums || read == Read::Whole) && self.seen.insert(parts);
        (self.found)(is_new.then_some(SmallPosition { size, start }))?;
        ControlFlow::Continue(read)
    }

    fn rectangles(&mut self, letters: &[&str], between: &str) -> Broken {
        for cells in 1.. {
            for rows in (1..=cells).filter(|rows| cells % rows == 0) {
                let written = |digits: &[usize]| {
                    let row = |row: &[usize]| {
                        let cells: Vec<&str> = row.iter().map(|&digit| letters[digit]).collect();
                        cells.join(between)
                    };
                    digits.chunks(cells / rows).map(row).collect::<Vec<_>>().join("|")
                };
                let mut digits = vec![0; cells];
                // Where a board of several rows is refused, all are: positions are strips.
                let mut next = match self.offer(cells, &written(&digits), false)? {
                    Read::Refused if rows > 1 => None,
                    _ => Some(0),
                };
                while next.is_some() {
                    next = digits.iter().rposition(|&digit| digit + 1 < letters.len());
                    if let Some(next) = next {
                        digits[next] += 1;
                        digits[next + 1..].fill(0);
                        self.offer(cells, &written(&digits), false)?;
                    }
                }
            }
        }
        unreachable!("numbers do not end")
    }

    fn regions(&mut self) -> Broken {
        let mut level = vec![vec![(0, 0)]];
        for size in 1.. {
            let mut next = HashSet::new();
            for cells in &level {
                self.offer(size, &region(cells), false)?;
            }
            for cells in &level {
                for &(row, column) in cells {
                    for cell in
                        [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
                    {
                        if !cells.contains(&cell) {
                            (self.found)(None)?;
                            let mut grown = cells.clone();
                            grown.push(cell);
                            next.insert(least_image(&grown));
                        }
                    }
                }
            }
            level = next.into_iter().collect();
            level.sort_unstable();
        }
        unreachable!("numbers do not end")
    }

    fn graphs(&mut self, kind: SmallGraphs) -> Broken {
        let first = kind.first.iter().map(|label| Sketch { vertices: vec![label], edges: vec![] });
        let mut waiting: VecDeque<Sketch> = first.collect();
        let mut seen: HashSet<Graph> = HashSet::new();
        while let Some(sketch) = waiting.pop_front() {
            let read = self.offer(sketch.edges.len(), &sketch.text(kind), false)?;
            // A sum grows into sums and into what others grow into. A loony position may grow into another one.
            let is_refused = read == Read::Refused && !kind.ground && !sketch.edges.is_empty();
            if read == Read::Sum || is_refused {
                continue;
            }
            for grown in sketch.grown(kind) {
                (self.found)(None)?;
                if seen.insert(grown.class(kind)) {
                    waiting.push_back(grown);
                }
            }
        }
        // Every graph grows: only a refusal of all of them ends here.
        ControlFlow::Break(())
    }

    fn heaps(&mut self, least: usize, most: usize) -> Broken {
        for sum in 0.. {
            for count in least..=most {
                let mut heaps = vec![0; count];
                self.heaps_of(sum, sum, 0, &mut heaps)?;
            }
        }
        unreachable!("numbers do not end")
    }

    /// Fills the heaps from a place on in all ways with tokens.
    fn heaps_of(
        &mut self,
        sum: usize,
        rest: usize,
        at: usize,
        heaps: &mut Vec<usize>,
    ) -> ControlFlow<()> {
        if at + 1 == heaps.len() {
            heaps[at] = rest;
            let words: Vec<String> = heaps.iter().map(usize::to_string).collect();
            return self.offer(sum, &words.join(" "), true).map_continue(|_| ());
        }
        for tokens in 0..=rest {
            heaps[at] = tokens;
            self.heaps_of(sum, rest - tokens, at + 1, heaps)?;
        }
        ControlFlow::Continue(())
    }

    fn orders(&mut self) -> Broken {
        for size in 1.. {
            let mut order: Vec<usize> = (1..=size).collect();
            loop {
                let words: Vec<String> = order.iter().map(usize::to_string).collect();
                self.offer(size, &words.join(" "), true)?;
                // The next order of a dictionary.
                let Some(at) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else { break };
                let larger = order.iter().rposition(|&number| number > order[at]);
                order.swap(at, larger.expect("the one behind it is larger"));
                order[at + 1..].reverse();
            }
        }
        unreachable!("numbers do not end")
    }

    fn cakes(&mut self) -> Broken {
        for squares in 1.. {
            for rows in (1..=squares).filter(|rows| squares % rows == 0) {
                self.offer(squares, &format!("{rows}x{}", squares / rows), true)?;
            }
        }
        unreachable!("numbers do not end")
    }
}

/// Cells as rows and columns.
type Cells = Vec<(i32, i32)>;

/// Of the eight turns and reflections of some cells, moved to the corner, the least.
fn least_image(cells: &Cells) -> Cells {
    let images = (0..8).map(|image: u8| {
        let turned = cells.iter().map(|&(row, column)| {
            let (row, column) = if image & 1 == 0 { (row, column) } else { (column, row) };
            let row = if image & 2 == 0 { row } else { -row };
            (row, if image & 4 == 0 { column } else { -column })
        });
        let mut turned: Cells = turned.collect();
        let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
        turned.iter_mut().for_each(|cell| *cell = (cell.0 - top, cell.1 - left));
        turned.sort_unstable();
        turned
    });
    images.min().expect("there are eight images")
}

/// A board on which these cells, which stand in the corner, are free.
fn region(cells: &Cells) -> String {
    let rows = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let columns = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    let sign = |cell| if cells.contains(&cell) { '.' } else { '#' };
    let row = |row| (0..=columns).map(|column| sign((row, column))).collect::<String>();
    (0..=rows).map(row).collect::<Vec<_>>().join("|")
}

/// A graph that grows.
#[derive(Clone)]
struct Sketch {
    /// The label of each vertex.
    vertices: Vec<&'static str>,
    /// The ends of each edge, and its label.
    edges: Vec<(usize, usize, &'static str)>,
}

impl Sketch {
    fn name(vertex: usize, kind: SmallGraphs) -> String {
        match (vertex, kind.ground) {
            (0, true) => "g".into(),
            _ => {
                let letter = vertex - usize::from(kind.ground);
                // `g` is the ground.
                let names = "abcdefhijklmnopqrstuvwxyz".chars();
                names.clone().nth(letter).map_or_else(|| format!("v{letter}"), String::from)
            }
        }
    }

    /// As a position is written. Edges without labels are paths where they can be.
    fn text(&self, kind: SmallGraphs) -> String {
        let link = if kind.directed { "->" } else { "-" };
        let name = |vertex| Self::name(vertex, kind);
        let edge = |&(from, to, label): &(usize, usize, &str)| {
            format!("{}{link}{}{label}", name(from), name(to))
        };
        let vertices = self.vertices.iter().enumerate();
        let labelled = vertices.filter(|(_, label)| !label.is_empty() || self.edges.is_empty());
        let items = self.edges.iter().map(edge);
        items
            .chain(labelled.map(|(vertex, label)| name(vertex) + label))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The graph that stands for all that are the same but for names.
    fn class(&self, kind: SmallGraphs) -> Graph {
        let place = |labels: &[&str], label: &str| {
            1 + labels.iter().position(|one| *one == label).unwrap_or(labels.len())
        };
        let link = if kind.directed { "->" } else { "-" };
        let edges = self
            .edges
            .iter()
            .map(|(from, to, label)| format!("v{from}{link}v{to}:{}", place(kind.edge, label)));
        let vertices = self.vertices.iter().enumerate().map(|(vertex, label)| {
            // The ground is like no other vertex.
            let ground = if kind.ground && vertex == 0 { 100 } else { 0 };
            format!("v{vertex}:{}", ground + place(kind.vertex, label))
        });
        let text = edges.chain(vertices).collect::<Vec<_>>().join(", ");
        let graph = Graph::read_with(&text, Labels::Numbers, Labels::Numbers);
        graph.expect("it is written as graphs are").canonical()
    }

    /// With one more edge, between vertices that are there or to a new one.
    fn grown(&self, kind: SmallGraphs) -> Vec<Sketch> {
        let mut grown = Vec::new();
        let count = self.vertices.len();
        let joined = |one: usize, other: usize| {
            self.edges.iter().any(|&(from, to, _)| {
                (from, to) == (one, other) || !kind.directed && (to, from) == (one, other)
            })
        };
        let mut add = |from: usize, to: usize, new: Option<&'static str>| {
            for label in kind.edge {
                let mut sketch = self.clone();
                sketch.vertices.extend(new);
                sketch.edges.push((from, to, label));
                grown.push(sketch);
            }
        };
        for one in 0..count {
            for new in kind.vertex {
                add(one, count, Some(new));
                if kind.directed {
                    add(count, one, Some(new));
                }
            }
            for other in (0..count).filter(|&other| other > one || kind.directed && other != one) {
                if kind.ground || !joined(one, other) {
                    add(one, other, None);
                }
            }
        }
        grown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many positions there are of each size from `least` to `most`.
    fn counts(name: &str, least: usize, most: usize) -> Vec<usize> {
        let entry = Entry::named(name).unwrap();
        let mut counts = vec![0; most + 1];
        entry.each_small(&mut |small| match small {
            Some(small) if small.size > most => ControlFlow::Break(()),
            Some(small) => {
                counts[small.size] += 1;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Continue(()),
        });
        counts.split_off(least)
    }

    #[test]
    fn components_of_domineering_are_polyominoes() {
        assert_eq!(counts("domineering", 1, 8), [1, 1, 2, 5, 12, 35, 108, 369]);
        assert_eq!(counts("cram", 1, 6), [1, 1, 2, 5, 12, 35]);
    }

    #[test]
    fn graphs_are_counted_up_to_isomorphism() {
        // Connected graphs with 0 to 6 edges.
        assert_eq!(counts("node-kayles", 0, 6), [1, 1, 1, 3, 5, 12, 30]);
        // Stalks and bushes with edges of two colours and green.
        assert_eq!(counts("hackenbush", 1, 1), [2]);
        assert_eq!(counts("edge-nim", 0, 1), [1, 3]);
    }

    #[test]
    fn heaps_orders_and_cakes_are_all_there() {
        // A last move that forbids nothing is no other position.
        assert_eq!(counts("mem", 0, 3), [1, 1, 1, 2]);
        assert_eq!(counts("wythoff", 0, 3), [1, 1, 2, 2]);
        assert_eq!(counts("quicksort", 1, 3), [1, 2, 6]);
        assert_eq!(counts("cutcake", 1, 4), [1, 1, 1, 2]);
    }

    #[test]
    fn every_ruleset_has_small_positions() {
        for entry in Entry::all() {
            let mut count = 0;
            let mut tried = 0;
            entry.each_small(&mut |small| {
                count += usize::from(small.is_some());
                tried += 1;
                match count < 2 && tried < 100_000 {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            assert_eq!(count, 2, "{} after {tried}", entry.name);
        }
    }
}
