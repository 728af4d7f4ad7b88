//! The rules of the Coq library's `Rules.v` once more, move for move in the same order: the
//! number of a move in a certificate is its place here and there.
//!
//! Positions are read by `cg-rulesets`; a test compares the moves with those of that crate.

use std::sync::Arc;

use cg_core::Player;
use cg_rulesets::{Entry, Graph, Labels, Variant};

use crate::graph::PositionGraph;
use crate::key::Key;

/// A set of squares or of vertices: bit i is the square i.
pub(crate) type Set = u128;

/// The most squares of a board with the ends of its rows, and the most vertices of a graph.
const MOST_SQUARES: usize = 127;
/// The largest heap that is played as a position; larger ones are nimbers by the theorem.
const MOST_HEAP: u128 = 2_000;

/// A ruleset of the library, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rules {
    /// Domineering; the distance to the square below.
    Domineering(u32),
    /// Cram.
    Cram(u32),
    /// Clobber; the distance less one.
    Clobber(u32),
    /// NoGo; the distance and the points.
    NoGo(u32, Set),
    /// Col.
    Col(Places),
    /// Snort.
    Snort(Places),
    /// Toads and Frogs.
    Toads,
    /// Toppling Dominoes.
    Toppling,
    /// Hackenbush.
    Hackenbush,
    /// Nim.
    Nim,
    /// A graph of positions that is written out, with its name in Coq.
    Graph(String, Arc<PositionGraph>),
}

/// Where Col and Snort are played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Places {
    /// A board; the distance to the square below.
    Board(u32),
    /// A graph by its edges.
    Graph(Vec<(u32, u32)>),
}

impl Places {
    /// The neighbours of a place.
    fn near(&self, place: u32) -> Set {
        match self {
            Places::Board(w) => beside(*w, 1 << place),
            Places::Graph(edges) => {
                let of = |&(a, b): &(u32, u32)| match () {
                    () if a == place => 1 << b,
                    () if b == place => 1 << a,
                    () => 0,
                };
                edges.iter().map(of).fold(0, |all, one| all | one)
            }
        }
    }
}

/// A cell of a strip, a domino of a row, the owner of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    /// Nothing, or of both players.
    E,
    /// Left's.
    X,
    /// Right's.
    O,
    /// No cell at all.
    W,
}

/// An edge of Hackenbush: its ends and its owner. The vertex 0 is the ground.
type Edge = (u32, u32, Cell);

/// A position of one of the rulesets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Position {
    /// The empty squares.
    Set(Set),
    /// What is Left's, and what is Right's.
    Pair(Set, Set),
    /// A strip, a row.
    Strip(Vec<Cell>),
    /// Edges.
    Edges(Vec<Edge>),
    /// A heap.
    Heap(u128),
    /// A position of a graph, by its number.
    Node(u32),
}

/// The members of a set, in order.
fn members(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

/// The squares beside those of a set.
fn beside(w: u32, set: Set) -> Set {
    set << 1 | set >> 1 | set << w | set >> w
}

/// Places a domino on i and i + d, in all ways.
fn dominoes(d: u32, set: Set, found: &mut Vec<Position>) {
    found.extend(members(set & set >> d).map(|i| Position::Set(set & !(1 << i | 1 << (i + d)))));
}

/// The steps of Clobber, of the stones `own`.
fn clobbers(w: u32, own: Set, opp: Set) -> Vec<(Set, Set)> {
    let step = |i: u32, j: u32| ((own & !(1 << i)) | 1 << j, opp & !(1 << j));
    let mut found = Vec::new();
    for d in [1, w] {
        found.extend(members(own & opp >> d).map(|i| step(i, i + d)));
        found.extend(members(own >> d & opp).map(|j| step(j + d, j)));
    }
    found
}

/// Whether each group of stones has a free point beside it.
fn breathes(w: u32, own: Set, free: Set) -> bool {
    let mut alive = own & beside(w, free);
    loop {
        let more = alive | own & beside(w, alive);
        if more == alive {
            return alive == own;
        }
        alive = more;
    }
}

/// The moves that change the cells from a place on.
fn slides(
    strip: &[Cell],
    found: &mut Vec<Position>,
    head: impl Fn(&[Cell]) -> Option<&'static [Cell]>,
) {
    for at in 0..strip.len() {
        if let Some(changed) = head(&strip[at..]) {
            let mut after = strip.to_vec();
            after[at..at + changed.len()].copy_from_slice(changed);
            found.push(Position::Strip(after));
        }
    }
}

/// What still hangs on the ground, with the sign of the library's `fall`.
fn fall(edges: Vec<Edge>) -> Vec<Edge> {
    let mut hanging: Set = 1;
    for _ in 0..edges.len() {
        for &(u, v, _) in &edges {
            if hanging >> u & 1 == 1 {
                hanging |= 1 << v;
            } else if hanging >> v & 1 == 1 {
                hanging |= 1 << u;
            }
        }
    }
    edges.into_iter().filter(|&(u, _, _)| hanging >> u & 1 == 1).collect()
}

impl Rules {
    /// The lines of a board of Domineering across which only this player moves: rows of Left,
    /// columns of Right.
    pub(crate) fn domino_lines(width: u32, board: Set, player: Player) -> Vec<Set> {
        let rows = (Set::BITS - board.leading_zeros()).div_ceil(width);
        match player {
            Player::Left => {
                (0..rows).map(|line| ((1 << (width - 1)) - 1) << (line * width)).collect()
            }
            Player::Right => {
                let column = |line: u32| -> Set {
                    (0..rows).fold(0, |all, row| all | 1 << (row * width + line))
                };
                (0..width - 1).map(column).collect()
            }
        }
    }

    /// The positions after a move of `player`, in the order of the library.
    pub(crate) fn moves(&self, position: &Position, player: Player) -> Vec<Position> {
        let mut found = Vec::new();
        let left = player == Player::Left;
        // The rules of boards are written for the mover; Right sees the pair exchanged.
        let seen = |x: Set, o: Set| if left { (x, o) } else { (o, x) };
        let back = |(own, opp): (Set, Set)| if left { (own, opp) } else { (opp, own) };
        match (self, position) {
            (Rules::Domineering(w), &Position::Set(set)) => {
                dominoes(if left { *w } else { 1 }, set, &mut found);
            }
            (Rules::Cram(w), &Position::Set(set)) => {
                dominoes(*w, set, &mut found);
                dominoes(1, set, &mut found);
            }
            (Rules::Clobber(n), &Position::Pair(x, o)) => {
                let (own, opp) = seen(x, o);
                let moves = clobbers(n + 1, own, opp).into_iter().map(back);
                found.extend(moves.map(|(x, o)| Position::Pair(x, o)));
            }
            (Rules::NoGo(w, all), &Position::Pair(x, o)) => {
                for i in members(all & !(x | o)) {
                    let (x, o) = if left { (x | 1 << i, o) } else { (x, o | 1 << i) };
                    let free = all & !(x | o);
                    if breathes(*w, x, free) && breathes(*w, o, free) {
                        found.push(Position::Pair(x, o));
                    }
                }
            }
            (Rules::Col(places) | Rules::Snort(places), &Position::Pair(x, o)) => {
                let (own, opp) = seen(x, o);
                for i in members(own) {
                    let (own, opp) = match self {
                        Rules::Col(_) => (own & !places.near(i), opp),
                        _ => (own, opp & !places.near(i)),
                    };
                    let (x, o) = back((own & !(1 << i), opp & !(1 << i)));
                    found.push(Position::Pair(x, o));
                }
            }
            (Rules::Toads, Position::Strip(strip)) => {
                use Cell::{E, O, X};
                slides(strip, &mut found, |cells| match (left, cells) {
                    (true, [X, E, ..]) => Some(&[E, X]),
                    (true, [X, O, E, ..]) => Some(&[E, O, X]),
                    (false, [E, O, ..]) => Some(&[O, E]),
                    (false, [E, X, O, ..]) => Some(&[O, X, E]),
                    _ => None,
                });
            }
            (Rules::Toppling, Position::Strip(row)) => {
                let other = if left { Cell::O } else { Cell::X };
                for (at, _) in row.iter().enumerate().filter(|&(_, &cell)| cell != other) {
                    found.push(Position::Strip(row[..at].to_vec()));
                    found.push(Position::Strip(row[at + 1..].to_vec()));
                }
            }
            (Rules::Hackenbush, Position::Edges(edges)) => {
                let other = if left { Cell::O } else { Cell::X };
                for at in (0..edges.len()).filter(|&at| edges[at].2 != other) {
                    let mut rest = edges.clone();
                    rest.remove(at);
                    found.push(Position::Edges(fall(rest)));
                }
            }
            (Rules::Nim, &Position::Heap(heap)) => found.extend((0..heap).map(Position::Heap)),
            (Rules::Graph(_, graph), &Position::Node(number)) => {
                found.extend(graph.options(number, player).iter().copied().map(Position::Node));
            }
            _ => unreachable!("a position belongs to the rules that read it"),
        }
        found
    }

    /// Positions whose sum is `position`, as the library takes it apart.
    pub(crate) fn parts(&self, position: &Position) -> Vec<Position> {
        let distances: &[u32] = match self {
            Rules::Domineering(w) | Rules::Cram(w) => &[*w, 1],
            _ => return vec![position.clone()],
        };
        let &Position::Set(mut set) = position else {
            unreachable!("a position belongs to the rules that read it")
        };
        let mut parts = Vec::new();
        while set != 0 {
            let mut part = set & set.wrapping_neg();
            loop {
                let more = distances.iter().fold(part, |more, d| more | part << d | part >> d);
                if more & set == part {
                    break;
                }
                part = more & set;
            }
            if distances.iter().any(|d| part & part >> d != 0) {
                parts.push(Position::Set(part));
            }
            set &= !part;
        }
        parts
    }

    /// The key of a position.
    pub(crate) fn key(&self, position: &Position) -> Key {
        let pair = |a: u128, b: u128| Key::above(a).glue(&Key::above(b));
        let strip = |cells: &[Cell]| {
            cells.iter().rev().fold(Key::one(), |key, cell| match cell {
                Cell::E => key.below(false).below(false),
                Cell::X => key.below(true).below(false),
                Cell::O => key.below(false).below(true),
                Cell::W => key.below(true).below(true),
            })
        };
        match position {
            &Position::Set(set) => Key::above(set),
            &Position::Pair(x, o) => pair(x, o),
            Position::Strip(cells) => strip(cells),
            Position::Edges(edges) => edges.iter().rev().fold(Key::one(), |key, &(u, v, cell)| {
                let ends = pair(u.into(), v.into());
                ends.glue(&strip(&[cell]).glue(&key)).below(false)
            }),
            &Position::Heap(heap) => Key::above(heap),
            &Position::Node(number) => Key::of(number),
        }
    }

    /// How many squares, stones or edges a position has: a guess how much there is to play.
    pub(crate) fn size(&self, position: &Position) -> usize {
        match position {
            Position::Set(set) => set.count_ones() as usize,
            Position::Pair(x, o) => (x.count_ones() + o.count_ones()) as usize,
            Position::Strip(cells) => cells.len(),
            Position::Edges(edges) => edges.len(),
            Position::Heap(heap) => usize::try_from(*heap).unwrap_or(usize::MAX),
            Position::Node(number) => *number as usize,
        }
    }

    /// A position in words. A board ends with its last square.
    pub(crate) fn text(&self, position: &Position) -> String {
        let board = |w: u32, end: u32, sign: &dyn Fn(u32) -> char| -> String {
            let sign = |at| if (at + 1) % w == 0 { '|' } else { sign(at) };
            (0..end.max(1)).map(sign).collect()
        };
        let length = |set: Set| Set::BITS - set.leading_zeros();
        let has = |set: Set, at: u32| set >> at & 1 == 1;
        if let (Rules::Graph(_, graph), &Position::Node(number)) = (self, position) {
            return graph.text(number).to_owned();
        }
        let name = match self {
            Rules::Domineering(_) => "Domineering",
            Rules::Cram(_) => "Cram",
            Rules::Clobber(_) => "Clobber",
            Rules::NoGo(..) => "NoGo",
            Rules::Col(_) => "Col",
            Rules::Snort(_) => "Snort",
            Rules::Toads => "ToadsAndFrogs",
            Rules::Toppling => "TopplingDominoes",
            Rules::Hackenbush => "Hackenbush",
            Rules::Nim => "Nim",
            Rules::Graph(..) => unreachable!("positions of graphs have their text"),
        };
        let text = match (self, position) {
            (Rules::Domineering(w) | Rules::Cram(w), &Position::Set(set)) => {
                board(*w, length(set), &|at| if has(set, at) { '.' } else { '#' })
            }
            (Rules::Clobber(w), &Position::Pair(x, o)) => board(w + 1, length(x | o), &|at| {
                let own = if has(o, at) { 'O' } else { '.' };
                if has(x, at) { 'X' } else { own }
            }),
            (Rules::NoGo(w, all), &Position::Pair(x, o)) => board(*w, length(*all), &|at| {
                let own = if has(o, at) { 'O' } else { '.' };
                if has(x, at) { 'X' } else { own }
            }),
            (_, &Position::Pair(x, o)) => {
                let list =
                    |set| members(set).map(|at| at.to_string()).collect::<Vec<_>>().join(" ");
                format!("Left may colour {}; Right {}", list(x), list(o))
            }
            (Rules::Toads, Position::Strip(cells)) => cells
                .iter()
                .map(|cell| match cell {
                    Cell::E => '.',
                    Cell::X => 't',
                    Cell::O => 'f',
                    Cell::W => '|',
                })
                .collect(),
            (_, Position::Strip(cells)) => cells
                .iter()
                .map(|cell| match cell {
                    Cell::X => 'l',
                    Cell::O => 'r',
                    Cell::E | Cell::W => 'e',
                })
                .collect(),
            (_, Position::Edges(edges)) => {
                let owner = |cell| match cell {
                    Cell::X => 'l',
                    Cell::O => 'r',
                    Cell::E | Cell::W => 'e',
                };
                let edges = edges.iter().map(|&(u, v, cell)| format!("{u}-{v}:{}", owner(cell)));
                edges.collect::<Vec<_>>().join(", ")
            }
            (_, &Position::Heap(heap)) => heap.to_string(),
            (_, Position::Set(_) | Position::Node(_)) => {
                unreachable!("a position belongs to the rules that read it")
            }
        };
        format!("{name}({text})")
    }

    /// The ruleset in Coq, as an argument.
    pub(crate) fn coq(&self) -> String {
        let places = |places: &Places| match places {
            Places::Board(w) => format!("(near_on_board {w})"),
            Places::Graph(edges) => {
                let edges: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
                format!("(near_on_graph [{}])", edges.join("; "))
            }
        };
        match self {
            Rules::Domineering(w) => format!("(domineering {w})"),
            Rules::Cram(w) => format!("(cram {w})"),
            Rules::Clobber(n) => format!("(clobber {n})"),
            Rules::NoGo(w, all) => format!("(nogo {w} {all})"),
            Rules::Col(near) => format!("(col {})", places(near)),
            Rules::Snort(near) => format!("(snort {})", places(near)),
            Rules::Toads => "toads_and_frogs".into(),
            Rules::Toppling => "toppling_dominoes".into(),
            Rules::Hackenbush => "hackenbush".into(),
            Rules::Nim => "nim".into(),
            Rules::Graph(name, _) => format!("(graph {name})"),
        }
    }

    /// The universe of the ruleset in Coq.
    pub(crate) fn universe(&self) -> String {
        match self {
            Rules::Toads => "toads_u".into(),
            Rules::Toppling => "toppling_u".into(),
            Rules::Hackenbush => "hackenbush_u".into(),
            Rules::Nim => "nim_u".into(),
            _ => {
                let rules = self.coq();
                let inside = &rules[1..rules.len() - 1];
                let (name, parameters) = inside.split_once(' ').expect("these have parameters");
                format!("({name}_u {parameters})")
            }
        }
    }
}

/// A position as it was read: with its text and its term in Coq.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) rules: Rules,
    pub(crate) position: Position,
    /// The position in Coq, as an argument.
    pub(crate) coq: String,
}

fn squares(sign: char, text: &str) -> Set {
    let found = text.chars().enumerate().filter(|&(_, other)| other == sign);
    found.fold(0, |set, (at, _)| set | 1 << at)
}

fn set_of_cells(text: &str) -> Result<u32, String> {
    if text.len() > MOST_SQUARES {
        return Err(format!("boards of more than {MOST_SQUARES} squares are not proved"));
    }
    let row = text.find('|').unwrap_or(text.len());
    Ok(u32::try_from(row).expect("it was compared above") + 1)
}

/// Refuses a graph whose vertices are no set of bits.
fn small(graph: &Graph) -> Result<(), String> {
    match graph.vertices().len() < MOST_SQUARES {
        true => Ok(()),
        false => Err(format!("graphs of {MOST_SQUARES} vertices and more are not proved")),
    }
}

fn bit(vertex: usize) -> u32 {
    u32::try_from(vertex).expect("a graph has few vertices")
}

impl Placed {
    /// The start of a graph of positions, with the name of the graph in Coq.
    pub(crate) fn graph(name: String, graph: Arc<PositionGraph>) -> Self {
        let start = graph.start();
        Placed {
            rules: Rules::Graph(name, graph),
            position: Position::Node(start),
            coq: format!("{start}%positive"),
        }
    }

    /// Reads a position of a ruleset of the table.
    ///
    /// # Errors
    /// A position that does not read, or that is too large. `None` when the library does not have the
    /// rules.
    pub(crate) fn read(entry: &'static Entry, text: &str) -> Result<Option<Self>, String> {
        let start = cg_rulesets::Start::of(entry, Variant::Plain, text)
            .map_err(|error| error.to_string())?;
        let text = start.board();
        let (rules, position, coq) = match entry.name {
            "domineering" | "cram" => {
                let w = set_of_cells(&text)?;
                let rules = match entry.name {
                    "cram" => Rules::Cram(w),
                    _ => Rules::Domineering(w),
                };
                (rules, Position::Set(squares('.', &text)), format!("(empty \"{text}\"%string)"))
            }
            "clobber" => {
                let w = set_of_cells(&text)?;
                let pair = Position::Pair(squares('X', &text), squares('O', &text));
                (Rules::Clobber(w - 1), pair, format!("(stones \"{text}\"%string)"))
            }
            "nogo" => {
                let w = set_of_cells(&text)?;
                let (x, o) = (squares('X', &text), squares('O', &text));
                let all = squares('.', &text) | x | o;
                (Rules::NoGo(w, all), Position::Pair(x, o), format!("(stones \"{text}\"%string)"))
            }
            "col" | "snort" => colouring(entry.name == "col", &text)?,
            "toads-and-frogs" => {
                let cell = |sign| match sign {
                    't' => Cell::X,
                    'f' => Cell::O,
                    '.' => Cell::E,
                    _ => Cell::W,
                };
                let strip = Position::Strip(text.chars().map(cell).collect());
                (Rules::Toads, strip, format!("(strip \"{text}\"%string)"))
            }
            "toppling-dominoes" => {
                if let Some(sign) = text.chars().find(|&sign| !"lre".contains(sign)) {
                    return Err(format!(
                        "a row of dominoes with `{sign}` is not proved: write its parts as a sum"
                    ));
                }
                let cell = |sign| match sign {
                    'l' => Cell::X,
                    'r' => Cell::O,
                    _ => Cell::E,
                };
                let row = Position::Strip(text.chars().map(cell).collect());
                (Rules::Toppling, row, format!("(dominoes_row \"{text}\"%string)"))
            }
            "hackenbush" => hackenbush(&text)?,
            _ => return Ok(None),
        };
        Ok(Some(Placed { rules, position, coq }))
    }

    /// A heap of Nim.
    ///
    /// # Errors
    /// A heap that is too large for a position.
    pub(crate) fn nim(text: &str) -> Result<Self, String> {
        match text.trim().parse() {
            Ok(heap) if heap <= MOST_HEAP => Ok(Placed {
                rules: Rules::Nim,
                position: Position::Heap(heap),
                coq: heap.to_string(),
            }),
            _ => Err(format!(
                "a heap of Nim up to {MOST_HEAP} is a position; larger ones are nimbers, as in *1000000"
            )),
        }
    }
}

/// A position of Col or Snort.
fn colouring(col: bool, text: &str) -> Result<(Rules, Position, String), String> {
    let made = |places| if col { Rules::Col(places) } else { Rules::Snort(places) };
    let board = text.chars().all(|sign| ".#XO|".contains(sign));
    if board {
        let w = set_of_cells(text)?;
        let (free, x, o) = (squares('.', text), squares('X', text), squares('O', text));
        let (x, o) = (free & !beside(w, x), free & !beside(w, o));
        let (name, pair) = match col {
            true => ("col_board", Position::Pair(x, o)),
            false => ("snort_board", Position::Pair(o, x)),
        };
        return Ok((made(Places::Board(w)), pair, format!("({name} {w} \"{text}\"%string)")));
    }
    let graph = Graph::read_with(text, Labels::Letters("LR"), Labels::None)
        .map_err(|error| error.to_string())?;
    small(&graph)?;
    // 1 is beside a vertex of Left's colour, 2 beside one of Right's.
    let mut sides: [Set; 2] = [0; 2];
    for (vertex, labelled) in graph.vertices().iter().enumerate() {
        for (side, label) in [(0, 1), (1, 2)] {
            let forbidden = if col { side } else { 1 - side };
            if labelled.label != label {
                sides[forbidden] |= 1 << vertex;
            }
        }
    }
    let ends = |edge: &cg_rulesets::Edge| (bit(edge.from), bit(edge.to));
    let places = Places::Graph(graph.edges().iter().map(ends).collect());
    let pair = Position::Pair(sides[0], sides[1]);
    Ok((made(places), pair, format!("({}, {})", sides[0], sides[1])))
}

/// A position of Hackenbush.
fn hackenbush(text: &str) -> Result<(Rules, Position, String), String> {
    let graph = Graph::read_with(text, Labels::None, Labels::Letters("lre"))
        .map_err(|error| error.to_string())?;
    small(&graph)?;
    // The text names the ground so, the first of these names before the others.
    let ground = ["g", "0", "ground"].iter().find_map(|name| graph.vertex(name));
    let number = |vertex: usize| if Some(vertex) == ground { 0 } else { bit(vertex) + 1 };
    let owner = |label| match label {
        1 => Cell::X,
        2 => Cell::O,
        _ => Cell::E,
    };
    let edge = |edge: &cg_rulesets::Edge| (number(edge.from), number(edge.to), owner(edge.label));
    let edges: Vec<Edge> = graph.edges().iter().map(edge).collect();
    let written: Vec<String> =
        edges.iter().map(|(u, v, cell)| format!("({u}, {v}, {cell:?})")).collect();
    let coq = format!("[{}]", written.join("; "));
    Ok((Rules::Hackenbush, Position::Edges(edges), coq))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use cg_core::Limits;
    use cg_rulesets::Start;
    use cg_simplify::Engine;
    use cg_solve::Values;

    use super::*;

    /// The values by the rules here are those by the rules of `cg-rulesets`: on all small
    /// boards and strips, and on some graphs.
    #[test]
    fn values_are_those_of_the_other_rules() {
        let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap();
        let mut compared = 0;
        let mut compare = |entry: &'static Entry, start: &Start| {
            let placed = match Placed::read(entry, &start.board()) {
                Ok(placed) => placed.expect("the library has these rules"),
                // Rows with gaps are written as sums.
                Err(problem) => return assert!(problem.contains("row of dominoes"), "{problem}"),
            };
            let own = Values::new().value(&mut engine, &placed.rules, placed.position).unwrap();
            let position = start.position.clone();
            let other = Values::new().value(&mut engine, &start.rules, position).unwrap();
            assert_eq!(own, other, "{start}");
            compared += 1;
        };
        let boards = ["domineering", "cram", "clobber", "nogo", "col", "snort"];
        for name in boards.into_iter().chain(["toads-and-frogs", "toppling-dominoes"]) {
            let entry = Entry::named(name).unwrap();
            let sizes: &[(usize, usize)] = match boards.contains(&name) {
                true => &[(1, 4), (2, 3), (3, 1)],
                false => &[(1, 5)],
            };
            for &(rows, columns) in sizes {
                entry.each_board(rows, columns, true, &mut |start| {
                    compare(entry, &start);
                    ControlFlow::Continue(())
                });
            }
        }
        for (name, text) in [
            ("hackenbush", "g-a:l, a-b:r, g-b:e, b-c:l"),
            ("hackenbush", "lrl|re"),
            ("col", "a-b-c, d-a, c:L, b:R"),
            ("snort", "a-b-c-a, d-a, d:L, b:R"),
        ] {
            let entry = Entry::named(name).unwrap();
            compare(entry, &Start::of(entry, Variant::Plain, text).unwrap());
        }
        assert!(compared > 1_500, "{compared}");
    }
}
