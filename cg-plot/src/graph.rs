//! Graphs of positions, with cycles: loopy games.
//!
//! Strongly connected parts, whose positions can come back to each other, have frames of their own
//! ink. Other positions have no frame. An arrow in Left's ink is a move of Left. `rust-sugiyama`
//! computes the places; it lays out graphs in levels.

use cg_core::{Arrange, Player};
use petgraph::graph::DiGraph;
use petgraph::visit::DfsPostOrder;
use rust_sugiyama::configure::Config;

use crate::sheet::{Anchor, Point, document};
use crate::style::{Ink, NOTE, Picture, Terminal, counted, shortened, text_width};
use crate::tikz;

/// A graph of positions with the moves of both players between them.
///
/// ```
/// use cg_core::Player;
/// use cg_plot::{GraphPicture, Picture, Terminal};
///
/// // over: Left may move to 0, Right may pass.
/// let mut picture = GraphPicture::new("over");
/// let over = picture.add("over");
/// let zero = picture.add("0");
/// picture.link(over, zero, Player::Left);
/// picture.link(over, over, Player::Right);
/// let text = picture.text(Terminal::default());
/// assert_eq!(text, "Graph of over\n\nOn a cycle:\n  over  Left: 0  Right: pass\nOn none:\n  0\n");
/// assert!(picture.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct GraphPicture {
    title: String,
    /// The text of each vertex, in lines.
    vertices: Vec<Vec<String>>,
    moves: Vec<Arrow>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrow {
    from: usize,
    to: usize,
    player: Player,
}

const MARGIN: i32 = 40;
const TITLE_ROOM: i32 = 50;
/// The height of a line in a vertex, and the space around its text.
const LINE: i32 = 20;
const INSIDE: i32 = 10;
/// The space between vertices.
const SPACING: f64 = 60.0;
const MOST_SIGNS: usize = 30;
/// The distance of a pass from its vertex.
const PASS: i32 = 24;

/// The places of vertices and moves.
struct Layout {
    size: (i32, i32),
    /// The middle of each vertex.
    places: Vec<Point>,
    /// Each move as a line through points, from its first vertex to its second.
    lines: Vec<Vec<Point>>,
}

impl GraphPicture {
    /// The largest number of vertices in a picture. More would not be readable.
    pub const MOST: usize = 60;

    /// A picture without vertices. `name` is used in the title.
    pub fn new(name: &str) -> Self {
        let title = format!("Graph of {name}");
        GraphPicture { title, vertices: Vec::new(), moves: Vec::new() }
    }

    /// Adds a vertex with a text, which may have several lines. Returns its number.
    pub fn add(&mut self, text: &str) -> usize {
        self.vertices.push(text.lines().map(|line| shortened(line, MOST_SIGNS)).collect());
        self.vertices.len() - 1
    }

    /// Adds a move of `player`. A move from a vertex to itself is a pass.
    ///
    /// # Panics
    /// A vertex that was not added.
    pub fn link(&mut self, from: usize, to: usize, player: Player) {
        assert!(from.max(to) < self.vertices.len(), "both vertices are there");
        let made = Arrow { from, to, player };
        if !self.moves.contains(&made) {
            self.moves.push(made);
        }
    }

    fn graph(&self) -> DiGraph<(), ()> {
        let number = |vertex| u32::try_from(vertex).expect("a picture has few vertices");
        let edges = self.moves.iter().map(|made| (number(made.from), number(made.to)));
        let mut graph = DiGraph::new();
        self.vertices.iter().for_each(|_| _ = graph.add_node(()));
        graph.extend_with_edges(edges);
        graph
    }

    /// The strongly connected parts with a cycle, each in the order of its vertices.
    fn parts(&self) -> Vec<Vec<usize>> {
        let passes =
            |vertex| self.moves.iter().any(|made| made.from == vertex && made.to == vertex);
        let mut parts: Vec<Vec<usize>> = petgraph::algo::tarjan_scc(&self.graph())
            .into_iter()
            .map(|part| part.into_iter().map(|vertex| vertex.index()).collect::<Vec<_>>())
            .filter(|part| part.len() > 1 || passes(part[0]))
            .collect();
        parts.iter_mut().for_each(|part| part.sort_unstable());
        parts.arrange();
        parts
    }

    /// Half of the width and of the height of a vertex.
    fn half(&self, vertex: usize) -> Point {
        let lines = &self.vertices[vertex];
        let wide = lines.iter().map(|line| text_width(line, NOTE)).max().unwrap_or(0);
        let high = i32::try_from(lines.len().max(1)).expect("a vertex has few lines") * LINE;
        ((wide / 2 + INSIDE).max(LINE), high / 2 + INSIDE / 2)
    }

    /// The moves as edges without cycles. Each edge starts at the vertex that a depth-first search
    /// finishes later.
    fn levelled(&self) -> Vec<(u32, u32)> {
        let graph = self.graph();
        let mut rank = vec![None; self.vertices.len()];
        let mut search = DfsPostOrder::empty(&graph);
        let mut next = 0;
        for start in graph.node_indices() {
            search.move_to(start);
            while let Some(vertex) = search.next(&graph) {
                if rank[vertex.index()].is_none() {
                    rank[vertex.index()] = Some(next);
                    next += 1;
                }
            }
        }
        let number = |vertex| u32::try_from(vertex).expect("a picture has few vertices");
        let mut edges: Vec<(u32, u32)> = self
            .moves
            .iter()
            .filter(|made| made.from != made.to)
            .map(|made| match rank[made.from] > rank[made.to] {
                true => (number(made.from), number(made.to)),
                false => (number(made.to), number(made.from)),
            })
            .collect();
        edges.arrange();
        edges.dedup();
        edges
    }

    fn laid_out(&self) -> Layout {
        let sizes: Vec<(u32, (f64, f64))> = (0u32..)
            .zip(0..self.vertices.len())
            .map(|(number, vertex)| {
                let (wide, high) = self.half(vertex);
                (number, (f64::from(2 * wide), f64::from(2 * high)))
            })
            .collect();
        let config = Config { vertex_spacing: SPACING, ..Config::default() };
        let parts = rust_sugiyama::from_vertices_and_edges(&sizes, &self.levelled(), &config);
        let mut places = vec![(0, 0); self.vertices.len()];
        let (mut right, mut low) = (MARGIN, 0);
        for (placed, ..) in parts {
            let at = |&(vertex, (x, y)): &(usize, (f64, f64))| (vertex, (pixels(x), pixels(y)));
            let placed: Vec<(usize, Point)> = placed.iter().map(at).collect();
            let edge = |&(vertex, (x, y)): &(usize, Point)| {
                let (wide, high) = self.half(vertex);
                (x - wide, y - high, x + wide, y + high)
            };
            let left = placed.iter().map(|one| edge(one).0).min().unwrap_or(0);
            let top = placed.iter().map(|one| edge(one).1).min().unwrap_or(0);
            for &(vertex, (x, y)) in &placed {
                places[vertex] = (x - left + right + PASS, y - top + TITLE_ROOM + MARGIN);
            }
            let ends = placed.iter().map(|&(vertex, _)| edge(&(vertex, places[vertex])));
            let (wide, high) =
                ends.fold((0, 0), |(x, y), (_, _, right, low)| (x.max(right), y.max(low)));
            right = wide + PASS + MARGIN;
            low = low.max(high);
        }
        let wide = right.max(text_width(&self.title, NOTE) + 2 * MARGIN);
        let lines = (0..self.moves.len()).map(|made| self.line(made, &places)).collect();
        Layout { size: (wide, low + MARGIN), places, lines }
    }

    /// A move as a line. It is a bow if it must avoid other vertices, or other moves between the
    /// same vertices.
    fn line(&self, at: usize, places: &[Point]) -> Vec<Point> {
        let made = self.moves[at];
        let (start, end) = (places[made.from], places[made.to]);
        let half = self.half(made.from);
        if made.from == made.to {
            let side = if made.player == Player::Left { -1 } else { 1 };
            let edge = start.0 + side * half.0;
            let out = edge + side * PASS;
            let (up, down) = (start.1 - half.1 / 2, start.1 + half.1 / 2);
            return vec![(edge, up), (out, up), (out, down), (edge + side, down)];
        }
        let pair = |other: &Arrow| (other.from.min(other.to), other.from.max(other.to));
        let same: Vec<usize> = (0..self.moves.len())
            .filter(|&other| pair(&self.moves[other]) == pair(&made))
            .collect();
        let place = same.iter().position(|&other| other == at).expect("it is one of them");
        let [place, count] = [place, same.len()]
            .map(|number| i32::try_from(number).expect("a pair has few moves between it"));
        // The bow of a move back is on the same side as it would be for a move forth.
        let turn = if made.from < made.to { 1 } else { -1 };
        let own = turn * (2 * place - (count - 1)) * 18;
        let bows = [0, 50, -50, 100, -100, 160, -160].map(|more| own + more);
        let best = bows.into_iter().map(|bow| {
            let line = curve(start, end, bow);
            let hits = (0..places.len())
                .filter(|&vertex| vertex != made.from && vertex != made.to)
                .filter(|&vertex| {
                    line.iter().any(|&point| is_inside(point, places[vertex], self.half(vertex)))
                })
                .count();
            (hits, bow.abs(), line)
        });
        let (_, _, line) = best.min_by_key(|&(hits, bow, _)| (hits, bow)).expect("there are bows");
        let outside = |point: &Point| {
            !is_inside(*point, start, half) && !is_inside(*point, end, self.half(made.to))
        };
        let kept: Vec<Point> = line.iter().copied().filter(outside).collect();
        match kept[..] {
            // A straight line needs only its ends.
            [first, .., last] if own == 0 && is_straight(&kept) => vec![first, last],
            [first, .., last] => {
                let between = kept.iter().copied().step_by(4).skip(1);
                let mut line = vec![first];
                line.extend(between.filter(|&point| point != last));
                line.push(last);
                line
            }
            _ => vec![start, end],
        }
    }
}

/// Whether a point is inside a vertex or close to it.
fn is_inside(point: Point, middle: Point, half: Point) -> bool {
    (point.0 - middle.0).abs() <= half.0 + 2 && (point.1 - middle.1).abs() <= half.1 + 2
}

/// Whether all points are on the line from the first to the last, up to rounding.
fn is_straight(points: &[Point]) -> bool {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return true };
    let (right, down) = (f64::from(last.0 - first.0), f64::from(last.1 - first.1));
    let length = right.hypot(down).max(1.0);
    points.iter().all(|point| {
        let (x, y) = (f64::from(point.0 - first.0), f64::from(point.1 - first.1));
        ((x * down - y * right) / length).abs() < 2.0
    })
}

/// A bow between two points, as a list of points. Its middle is `bow` pixels off the straight line.
fn curve(start: Point, end: Point, bow: i32) -> Vec<Point> {
    const STEPS: i32 = 48;
    let (right, down) = (f64::from(end.0 - start.0), f64::from(end.1 - start.1));
    let length = right.hypot(down).max(1.0);
    (0..=STEPS)
        .map(|step| {
            let along = f64::from(step) / f64::from(STEPS);
            let aside = 4.0 * along * (1.0 - along) * f64::from(bow) / length;
            let x = f64::from(start.0) + along * right - aside * down;
            let y = f64::from(start.1) + along * down + aside * right;
            (pixels(x), pixels(y))
        })
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a picture has few pixels")]
fn pixels(length: f64) -> i32 {
    length.round() as i32
}

/// The head of an arrow at the end of a line.
fn head(line: &[Point]) -> [Point; 3] {
    let &end = line.last().expect("a line has points");
    let &from = line
        .iter()
        .rev()
        .find(|&&(x, y)| f64::from(x - end.0).hypot(f64::from(y - end.1)) >= 6.0)
        .unwrap_or(&line[0]);
    let (right, down) = (f64::from(end.0 - from.0), f64::from(end.1 - from.1));
    let length = right.hypot(down).max(1.0);
    let at = |back: f64, aside: f64| {
        let x = f64::from(end.0) - back * right / length - aside * down / length;
        let y = f64::from(end.1) - back * down / length + aside * right / length;
        (pixels(x), pixels(y))
    };
    [at(0.0, 0.0), at(11.0, 5.0), at(11.0, -5.0)]
}

impl GraphPicture {
    /// The picture for LaTeX with the package `tikz`.
    pub fn tikz(&self) -> String {
        let Layout { places, lines, .. } = self.laid_out();
        let mut commands = Vec::new();
        for (made, line) in self.moves.iter().zip(&lines) {
            let points: Vec<String> = line.iter().map(|point| format!("{point:?}")).collect();
            let ink = tikz::name(Ink::of(made.player));
            commands.push(format!("\\draw[{ink},line width=1pt,->] {};", points.join(" -- ")));
        }
        let parts = self.parts();
        for (vertex, text) in self.vertices.iter().enumerate() {
            let (x, y) = places[vertex];
            if parts.iter().any(|part| part.contains(&vertex)) {
                let (wide, high) = self.half(vertex);
                let corners =
                    format!("({},{}) rectangle ({},{})", x - wide, y - high, x + wide, y + high);
                commands.push(format!("\\draw[cgplain,rounded corners=2pt] {corners};"));
            }
            let text: Vec<String> = text.iter().map(|line| tikz::written(line)).collect();
            let text = text.join("\\\\");
            commands.push(format!("\\node[align=center] at ({x},{y}) {{\\small {text}}};"));
        }
        tikz::document(commands)
    }
}

impl Picture for GraphPicture {
    fn svg(&self) -> String {
        let Layout { size, places, lines } = self.laid_out();
        let parts = self.parts();
        document(size, &self.title, |sheet| {
            sheet.title(size.0, &self.title);
            for (made, line) in self.moves.iter().zip(&lines) {
                let ink = Ink::of(made.player);
                sheet.line(line, ink, 2);
                sheet.head(head(line), ink);
            }
            for (vertex, text) in self.vertices.iter().enumerate() {
                let (x, y) = places[vertex];
                let (wide, high) = self.half(vertex);
                if parts.iter().any(|part| part.contains(&vertex)) {
                    let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)];
                    let corners = corners.map(|(a, b)| (x + a * wide, y + b * high));
                    sheet.line(&corners, Ink::Plain, 1);
                }
                let top = y - high + INSIDE / 2 + LINE / 2;
                for (line, down) in text.iter().zip((0..).step_by(20)) {
                    sheet.text((x, top + down), line, Anchor::Middle, NOTE);
                }
            }
        })
    }

    /// A line for each vertex, with its moves. Vertices on cycles come first, part by part.
    fn text(&self, terminal: Terminal) -> String {
        let parts = self.parts();
        let name = |vertex: usize| self.vertices[vertex].join("|");
        let wide = (0..self.vertices.len()).map(|vertex| name(vertex).chars().count()).max();
        let wide = wide.unwrap_or(0);
        let line = |vertex: usize| {
            let mut line = format!("  {:wide$}", name(vertex));
            for player in Player::BOTH {
                let from =
                    self.moves.iter().filter(|made| (made.from, made.player) == (vertex, player));
                let to = |made: &Arrow| match made.to == vertex {
                    true => "pass".to_owned(),
                    false => name(made.to),
                };
                let to: Vec<String> = from.map(to).collect();
                if !to.is_empty() {
                    line += &format!("  {player}: {}", to.join(", "));
                }
            }
            shortened(line.trim_end(), terminal.width) + "\n"
        };
        let mut text = format!("{}\n\n", shortened(&self.title, terminal.width));
        for part in &parts {
            text += &match part.len() {
                1 => "On a cycle:\n".to_owned(),
                many => format!("A strongly connected part of {}:\n", counted(many, "position")),
            };
            part.iter().for_each(|&vertex| text += &line(vertex));
        }
        let others: Vec<usize> = (0..self.vertices.len())
            .filter(|vertex| !parts.iter().any(|part| part.contains(vertex)))
            .collect();
        if !others.is_empty() && !parts.is_empty() {
            text += "On none:\n";
        }
        others.into_iter().for_each(|vertex| text += &line(vertex));
        text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A graph with these moves. It has a vertex for each number up to the largest.
    fn picture(moves: &[(usize, usize, bool)]) -> GraphPicture {
        let mut picture = GraphPicture::new("G");
        let vertices = moves.iter().map(|&(from, to, _)| from.max(to) + 1).max().unwrap_or(1);
        (0..vertices).for_each(|vertex| _ = picture.add(&format!("vertex {vertex}\nhere")));
        for &(from, to, left) in moves {
            picture.link(from, to, if left { Player::Left } else { Player::Right });
        }
        picture
    }

    proptest! {
        #![proptest_config(cg_properties::cases(40))]

        #[test]
        fn vertices_stand_apart_and_inside(
            moves in prop::collection::vec((0usize..12, 0usize..12, any::<bool>()), 0..30)
        ) {
            let picture = picture(&moves);
            let Layout { size, places, lines } = picture.laid_out();
            for (vertex, &(x, y)) in places.iter().enumerate() {
                let (wide, high) = picture.half(vertex);
                prop_assert!(x - wide >= 0 && y - high >= 0 && x + wide <= size.0 && y + high <= size.1);
                for (other, &(across, down)) in places.iter().enumerate().take(vertex) {
                    let (w, h) = picture.half(other);
                    prop_assert!((x - across).abs() >= wide + w || (y - down).abs() >= high + h);
                }
            }
            prop_assert_eq!(lines.len(), picture.moves.len());
            let svg = picture.svg();
            prop_assert!(roxmltree::Document::parse(&svg).is_ok());
            prop_assert_eq!(svg, picture.svg());
            let tikz = picture.tikz();
            prop_assert_eq!(tikz.matches("->]").count(), picture.moves.len());
        }
    }

    #[test]
    fn parts_are_told_apart_in_a_terminal() {
        let picture = picture(&[(0, 1, true), (1, 0, false), (1, 2, true), (2, 2, true)]);
        assert_eq!(
            picture.text(Terminal::default()),
            "Graph of G\n\nA strongly connected part of 2 positions:\n  \
             vertex 0|here  Left: vertex 1|here\n  \
             vertex 1|here  Left: vertex 2|here  Right: vertex 0|here\n\
             On a cycle:\n  vertex 2|here  Left: pass\n"
        );
    }
}
