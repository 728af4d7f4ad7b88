//! Ordered sets, drawn with a line from each element to the elements next below it.

use crate::sheet::{Anchor, Point, document};
use crate::style::{Ink, LABEL, NOTE, Picture, Terminal, shortened, text_width};

/// A finite ordered set. Greater elements are drawn above smaller ones.
///
/// ```
/// use cg_plot::{LatticePicture, Picture, Terminal};
/// let divisors = [1, 2, 3, 6];
/// let mut picture = LatticePicture::new("Divisors of 6");
/// divisors.iter().for_each(|n| picture.add(n.to_string(), "", *n == 6));
/// let picture = picture.ordered(|a, b| divisors[b] % divisors[a] == 0);
/// let text = picture.text(Terminal::default());
/// assert!(text.contains("6!: above 2, 3\n"), "{text}");
/// assert!(picture.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct LatticePicture {
    title: String,
    nodes: Vec<Node>,
}

/// An element.
#[derive(Clone, Debug)]
struct Node {
    label: String,
    note: String,
    marked: bool,
    /// The elements next below it.
    below: Vec<usize>,
    /// The largest number of elements in a chain above it.
    level: usize,
}

/// The content of a row.
#[derive(Clone, Copy, Debug)]
enum Item {
    /// An element.
    Node(usize),
    /// A line between elements of other rows.
    Passing(usize),
}

const MARGIN: i32 = 40;
const TOP: i32 = 90;
const LEVEL: i32 = 110;
const GAP: i32 = 40;
/// Space for a label above and below its middle, and for the note.
const ROOM: i32 = 16;
const NOTE_ROOM: i32 = 36;
/// Space for a line that passes a row.
const PASSING: i32 = 40;
const MOST_LABEL: usize = 40;

impl LatticePicture {
    /// A picture without elements.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), nodes: Vec::new() }
    }

    /// Adds an element with a note below it. Marked elements have the second ink.
    pub fn add(&mut self, label: impl Into<String>, note: impl Into<String>, marked: bool) {
        self.nodes.push(Node {
            label: label.into(),
            note: note.into(),
            marked,
            below: Vec::new(),
            level: 0,
        });
    }

    /// The picture with an order: `is_below` tells whether the element of the first number, counted
    /// from 0, is smaller than that of the second, or the same.
    #[must_use]
    pub fn ordered(mut self, is_below: impl Fn(usize, usize) -> bool) -> Self {
        let count = self.nodes.len();
        let less = |a: usize, b: usize| a != b && is_below(a, b);
        for b in 0..count {
            let smaller: Vec<usize> = (0..count).filter(|&a| less(a, b)).collect();
            let next = |a: &usize| !smaller.iter().any(|&between| less(*a, between));
            self.nodes[b].below = smaller.iter().copied().filter(next).collect();
        }
        // Levels grow along the lines downwards. A chain is shorter than the set.
        for _ in 0..count {
            for a in 0..count {
                let level = self.nodes[a].level + 1;
                for b in self.nodes[a].below.clone() {
                    self.nodes[b].level = self.nodes[b].level.max(level);
                }
            }
        }
        self
    }

    /// The elements level by level, from the top.
    fn levels(&self) -> Vec<Vec<usize>> {
        let count = self.nodes.iter().map(|node| node.level + 1).max().unwrap_or(0);
        let mut levels = vec![Vec::new(); count];
        for (number, node) in self.nodes.iter().enumerate() {
            levels[node.level].push(number);
        }
        levels
    }

    /// The content of each row of a drawing, from the top, and the lines between elements. If a
    /// line leads to an element that is not in the next row, it has a place in each of the rows
    /// between, so it crosses no label.
    fn rows(&self) -> (Vec<Vec<Item>>, Vec<(usize, usize)>) {
        let links = |(above, node): (usize, &Node)| {
            node.below.clone().into_iter().map(move |below| (above, below))
        };
        let paths: Vec<(usize, usize)> = self.nodes.iter().enumerate().flat_map(links).collect();
        let mut rows: Vec<Vec<Item>> = Vec::new();
        for (level, nodes) in self.levels().into_iter().enumerate() {
            let passing = paths.iter().enumerate().filter(|(_, (from, to))| {
                self.nodes[*from].level < level && level < self.nodes[*to].level
            });
            let mut row: Vec<Item> = nodes.into_iter().map(Item::Node).collect();
            row.extend(passing.map(|(path, _)| Item::Passing(path)));
            if let Some(before) = rows.last() {
                // Each element is below the middle of the elements above it. Places are counted in
                // halves.
                let place = |path: usize| {
                    let from = paths[path].0;
                    before.iter().position(|item| match *item {
                        Item::Node(node) => node == from,
                        Item::Passing(other) => other == path,
                    })
                };
                row.sort_by_cached_key(|item| {
                    let found: Vec<usize> = match *item {
                        Item::Node(node) => {
                            let to = (0..paths.len()).filter(|&path| paths[path].1 == node);
                            to.filter_map(place).collect()
                        }
                        Item::Passing(path) => place(path).into_iter().collect(),
                    };
                    2 * found.iter().sum::<usize>() / found.len().max(1)
                });
            }
            rows.push(row);
        }
        (rows, paths)
    }

    /// The width of an element, in pixels.
    fn width(&self, node: usize) -> i32 {
        let Node { label, note, .. } = &self.nodes[node];
        text_width(&shortened(label, MOST_LABEL), LABEL)
            .max(text_width(&shortened(note, MOST_LABEL), NOTE))
    }
}

impl Picture for LatticePicture {
    fn svg(&self) -> String {
        let (rows, paths) = self.rows();
        let room = |item: &Item| match item {
            Item::Node(node) => self.width(*node) + GAP,
            Item::Passing(_) => PASSING,
        };
        let width_of = |row: &Vec<Item>| -> i32 { row.iter().map(room).sum::<i32>() };
        let widest = rows.iter().map(width_of).max().unwrap_or(0);
        let widest = widest.max(text_width(&self.title, LABEL)).max(320);
        let levels =
            i32::try_from(rows.len().max(1)).expect("2^31 elements are ordered by 2^62 questions");
        let size = (widest + 2 * MARGIN, TOP + LEVEL * (levels - 1) + NOTE_ROOM + MARGIN);
        let mut places: Vec<Point> = vec![(0, 0); self.nodes.len()];
        let mut passed: Vec<Vec<Point>> = vec![Vec::new(); paths.len()];
        for (row, level) in rows.iter().zip(0..) {
            let mut across = (size.0 - width_of(row)) / 2;
            for item in row {
                let at = (across + room(item) / 2, TOP + LEVEL * level);
                match *item {
                    Item::Node(node) => places[node] = at,
                    Item::Passing(path) => passed[path].push(at),
                }
                across += room(item);
            }
        }
        document(size, &self.title, |sheet| {
            sheet.title(size.0, &self.title);
            for (&(from, to), passed) in paths.iter().zip(&passed) {
                let (at, end) = (places[from], places[to]);
                let noted = !self.nodes[from].note.is_empty();
                let mut line = vec![(at.0, at.1 + if noted { NOTE_ROOM } else { ROOM })];
                for &(across, down) in passed {
                    line.extend([(across, down - ROOM), (across, down + NOTE_ROOM)]);
                }
                line.push((end.0, end.1 - ROOM));
                sheet.line(&line, Ink::Faint, 2);
            }
            for (node, &at) in self.nodes.iter().zip(&places) {
                let label = shortened(&node.label, MOST_LABEL);
                if node.marked {
                    let (wide, high) = (text_width(&label, LABEL) / 2 + 8, ROOM - 2);
                    let corner = |x: i32, y: i32| (at.0 + x * wide, at.1 + y * high);
                    let frame = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)];
                    sheet.line(&frame.map(|(x, y)| corner(x, y)), Ink::Second, 2);
                }
                sheet.text(at, &label, Anchor::Middle, LABEL);
                let below = (at.0, at.1 + ROOM + 8);
                sheet.text(below, &shortened(&node.note, MOST_LABEL), Anchor::Middle, NOTE);
            }
        })
    }

    /// A line for each element, the greatest first, with the elements next below it. Marked ones
    /// have a `!`.
    fn text(&self, terminal: Terminal) -> String {
        let mut text = format!("{}\n", shortened(&self.title, terminal.width));
        for &node in self.levels().iter().flatten() {
            let Node { label, note, marked, below, .. } = &self.nodes[node];
            let mark = if *marked { "!" } else { "" };
            let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
            let below: Vec<&str> =
                below.iter().map(|&node| self.nodes[node].label.as_str()).collect();
            let below = match below.is_empty() {
                true => String::new(),
                false => format!(": above {}", below.join(", ")),
            };
            let line = format!("  {label}{mark}{note}{below}");
            text += &shortened(&line, terminal.width);
            text.push('\n');
        }
        text
    }
}
