//! Graphs with names and labels: the common ground of the rulesets on graphs.
//!
//! | question | answer |
//! | --- | --- |
//! | vertices, edges, text | [`Graph`] |
//! | which parts are connected | [`Graph::components`] |
//! | which graphs are alike | [`Graph::canonical`] |

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use cg_core::Arrange;

use crate::{Drawing, DrawnEdge, DrawnVertex, NotationError, Owner};

/// The most vertices of a graph.
pub const MOST_VERTICES: usize = 200;

/// The text of a graph without vertices.
pub const EMPTY: &str = "none";

/// The most edges of a graph.
pub const MOST_EDGES: usize = 2_000;

/// A graph: vertices with labels and names, edges with labels. Edges can be directed, and
/// there can be several between two vertices.
///
/// The text is a list of edges and vertices: `a-b, b-c, d`. A path is written at once,
/// `a-b-c`; `a->b` is a directed edge. A label stands behind a colon: `a:L` labels a vertex,
/// `a-b:r` an edge.
///
/// ```
/// use cg_rulesets::Graph;
/// let graph = Graph::read("a-b-c, d, b:L")?;
/// assert_eq!((graph.vertices().len(), graph.edges().len()), (4, 2));
/// assert_eq!(graph.to_string(), "a-b, b-c, b:L, d");
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Graph(Arc<Contents>);

/// The contents of a graph. They are shared, so that a position of any ruleset takes few bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Contents {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    /// The names; empty in a graph that stands for its class.
    names: Arc<[String]>,
}

/// A vertex of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// Its label; what it means is a matter of the rules. 0 is none.
    pub label: u32,
    /// The number of its name.
    name: u32,
}

/// An edge of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends. The order means nothing unless the edge is directed.
    pub to: usize,
    /// Its label. 0 is none.
    pub label: u32,
    /// Whether it leads only from `from` to `to`.
    pub directed: bool,
}

/// How labels are written: letters, or whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// There are none.
    None,
    /// These letters stand for 1, 2 and so on; a large letter for the small one.
    Letters(&'static str),
    /// Whole numbers.
    Numbers,
}

impl Labels {
    fn read(self, text: &str) -> Option<u32> {
        match self {
            Labels::None => None,
            Labels::Numbers => text.parse().ok(),
            Labels::Letters(letters) => {
                let mut signs = text.chars();
                let (Some(sign), None) = (signs.next(), signs.next()) else { return None };
                let mut places = (1..).zip(letters.chars());
                let found = places.find(|(_, letter)| letter.eq_ignore_ascii_case(&sign));
                found.map(|(place, _)| place)
            }
        }
    }

    fn write(self, label: u32) -> String {
        match self {
            Labels::None => String::new(),
            Labels::Numbers => label.to_string(),
            Labels::Letters(letters) => {
                let letter = letters.chars().nth(label.saturating_sub(1) as usize);
                letter.map_or_else(String::new, String::from)
            }
        }
    }

    /// Whose a label makes a vertex or an edge. Where a letter means both players, no label means them too.
    fn owner(self, label: u32) -> Owner {
        let Labels::Letters(letters) = self else { return Owner::Neither };
        let letter = label.checked_sub(1).map_or(Some('e'), |at| letters.chars().nth(at as usize));
        match letter.map(|letter| letter.to_ascii_lowercase()) {
            Some('l') => Owner::Left,
            Some('r') => Owner::Right,
            Some('e') if letters.contains('e') => Owner::Both,
            _ => Owner::Neither,
        }
    }

    fn is_ground(self, label: u32) -> bool {
        label > 0 && matches!(self, Labels::Letters("G"))
    }

    fn expected(self) -> String {
        match self {
            Labels::None => "there are no labels here".into(),
            Labels::Numbers => "a label is a whole number".into(),
            Labels::Letters(letters) => {
                let letters: Vec<String> =
                    letters.chars().map(|letter| format!("`{letter}`")).collect();
                format!("a label is one of {}", letters.join(", "))
            }
        }
    }
}

impl From<Contents> for Graph {
    fn from(contents: Contents) -> Self {
        Graph(Arc::new(contents))
    }
}

impl Graph {
    /// Reads a graph whose labels are the letters L and R, of vertices and edges.
    ///
    /// # Errors
    /// As [`Graph::read_with`].
    pub fn read(text: &str) -> Result<Self, NotationError> {
        Graph::read_with(text, Labels::Letters("LR"), Labels::Letters("LR"))
    }

    /// Reads a graph with labels of vertices and of edges.
    ///
    /// # Errors
    /// A name that is none, a vertex that is labelled twice, an edge from a vertex to
    /// itself, too many of them: with its place.
    pub fn read_with(text: &str, vertex: Labels, edge: Labels) -> Result<Self, NotationError> {
        Reader::default().read(text, vertex, edge)
    }

    /// The same, where an edge may lead from a vertex to itself. It becomes an edge to a new vertex,
    /// for games in which it does the same: in Hackenbush, nothing hangs on it.
    ///
    /// # Errors
    /// As [`Graph::read_with`], but for edges from a vertex to itself.
    pub fn read_with_loops(
        text: &str,
        vertex: Labels,
        edge: Labels,
    ) -> Result<Self, NotationError> {
        Reader { loops: Some(Vec::new()), ..Reader::default() }.read(text, vertex, edge)
    }

    /// The graph, when none of its edges is directed.
    ///
    /// # Errors
    /// A directed edge of the `text` that was read.
    pub fn undirected(self, text: &str) -> Result<Self, NotationError> {
        match text.find("->") {
            Some(at) => {
                let problem = "edges have no direction here: write `a-b`";
                Err(NotationError::new(problem, at..at + 2))
            }
            None => Ok(self),
        }
    }

    /// The text, with labels written so.
    pub fn text(&self, vertex: Labels, edge: Labels) -> String {
        if self.0.vertices.is_empty() {
            return EMPTY.into();
        }
        let mut items: Vec<String> = Vec::new();
        let mut met = vec![false; self.0.vertices.len()];
        for one in &self.0.edges {
            let (from, to) = (self.name(one.from), self.name(one.to));
            let link = if one.directed { "->" } else { "-" };
            let label = match one.label {
                0 => String::new(),
                label => format!(":{}", edge.write(label)),
            };
            items.push(format!("{from}{link}{to}{label}"));
            (met[one.from], met[one.to]) = (true, true);
        }
        for (number, one) in self.0.vertices.iter().enumerate() {
            let name = self.name(number);
            match (one.label, met[number]) {
                (0, true) => {}
                (0, false) => items.push(name),
                (label, _) => items.push(format!("{name}:{}", vertex.write(label))),
            }
        }
        items.join(", ")
    }

    /// The drawing of it.
    pub fn drawing(&self, vertex: Labels, edge: Labels) -> Drawing {
        let drawn = |(number, one): (usize, &Vertex)| DrawnVertex {
            name: self.name(number),
            label: if one.label == 0 { String::new() } else { vertex.write(one.label) },
            owner: vertex.owner(one.label),
            is_ground: vertex.is_ground(one.label),
        };
        let line = |one: &Edge| DrawnEdge {
            from: one.from,
            to: one.to,
            label: if one.label == 0 { String::new() } else { edge.write(one.label) },
            owner: edge.owner(one.label),
            directed: one.directed,
        };
        Drawing::Graph {
            vertices: self.0.vertices.iter().enumerate().map(drawn).collect(),
            edges: self.0.edges.iter().map(line).collect(),
        }
    }

    /// The vertices.
    pub fn vertices(&self) -> &[Vertex] {
        &self.0.vertices
    }

    /// The edges.
    pub fn edges(&self) -> &[Edge] {
        &self.0.edges
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: usize) -> String {
        let name = self.0.vertices[vertex].name;
        self.0.names.get(name as usize).cloned().unwrap_or_else(|| format!("v{}", name + 1))
    }

    /// An edge as it is written: `a-b`.
    pub fn edge_name(&self, edge: usize) -> String {
        let one = &self.0.edges[edge];
        let alike =
            |other: &Edge| (other.from, other.to) == (one.from, one.to) && other.label == one.label;
        let number = self.0.edges[..edge].iter().filter(|other| alike(other)).count();
        let link = if one.directed { "->" } else { "-" };
        let more = if number > 0 { format!(" {}", number + 1) } else { String::new() };
        format!("{}{link}{}{more}", self.name(one.from), self.name(one.to))
    }

    /// The number of the vertex of a name.
    pub fn vertex(&self, name: &str) -> Option<usize> {
        (0..self.0.vertices.len()).find(|&vertex| self.name(vertex) == name)
    }

    /// The vertices beside a vertex; along directed edges those to which they lead.
    pub fn beside(&self, vertex: usize) -> Vec<usize> {
        let mut found: Vec<usize> =
            self.0.edges.iter().filter_map(|edge| edge.leads(vertex)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The graph with other labels of some vertices.
    #[must_use]
    pub fn labelled(&self, labels: &[(usize, u32)]) -> Self {
        let mut after = Contents::clone(&self.0);
        for &(vertex, label) in labels {
            after.vertices[vertex].label = label;
        }
        after.into()
    }

    /// The graph with another label of an edge.
    #[must_use]
    pub fn with_edge_label(&self, edge: usize, label: u32) -> Self {
        let mut after = Contents::clone(&self.0);
        after.edges[edge].label = label;
        after.into()
    }

    /// The graph with other labels of its edges.
    #[must_use]
    pub fn recoloured(&self, label: impl Fn(u32) -> u32) -> Self {
        let mut after = Contents::clone(&self.0);
        after.edges.iter_mut().for_each(|edge| edge.label = label(edge.label));
        after.into()
    }

    /// The graph without some edges.
    #[must_use]
    pub fn without_edges(&self, gone: impl Fn(usize) -> bool) -> Self {
        let edges = self.0.edges.iter().enumerate().filter(|&(number, _)| !gone(number));
        let edges = edges.map(|(_, &edge)| edge).collect();
        let (vertices, names) = (self.0.vertices.clone(), Arc::clone(&self.0.names));
        Contents { vertices, edges, names }.into()
    }

    /// The graph without some vertices and their edges.
    #[must_use]
    pub fn without(&self, gone: impl Fn(usize) -> bool) -> Self {
        let mut place = vec![usize::MAX; self.0.vertices.len()];
        let mut vertices = Vec::new();
        for (number, &vertex) in self.0.vertices.iter().enumerate() {
            if !gone(number) {
                place[number] = vertices.len();
                vertices.push(vertex);
            }
        }
        let kept = |edge: &&Edge| place[edge.from] != usize::MAX && place[edge.to] != usize::MAX;
        let moved = |&edge: &Edge| Edge { from: place[edge.from], to: place[edge.to], ..edge };
        let edges = self.0.edges.iter().filter(kept).map(moved).collect();
        Contents { vertices, edges, names: Arc::clone(&self.0.names) }.into()
    }

    /// The connected components, directed edges taken as undirected; for each vertex the
    /// number of its component. Vertices that `parts` says no to connect nothing, and have
    /// no component.
    fn component_of(&self, joins: impl Fn(usize) -> bool) -> (Vec<usize>, usize) {
        let mut component = vec![usize::MAX; self.0.vertices.len()];
        let mut beside = vec![Vec::new(); self.0.vertices.len()];
        for edge in &self.0.edges {
            beside[edge.from].push(edge.to);
            beside[edge.to].push(edge.from);
        }
        let mut count = 0;
        for start in 0..self.0.vertices.len() {
            if component[start] != usize::MAX || !joins(start) {
                continue;
            }
            component[start] = count;
            let mut open = vec![start];
            while let Some(vertex) = open.pop() {
                for &other in &beside[vertex] {
                    if component[other] == usize::MAX && joins(other) {
                        component[other] = count;
                        open.push(other);
                    }
                }
            }
            count += 1;
        }
        (component, count)
    }

    /// The connected components as graphs. Directed edges connect both ways.
    pub fn components(&self) -> Vec<Graph> {
        let (component, count) = self.component_of(|_| true);
        (0..count).map(|number| self.without(|vertex| component[vertex] != number)).collect()
    }

    /// The parts that hang together without some vertices, each with those of these vertices
    /// that it touches. Edges between two of these vertices are parts of their own.
    pub fn components_at(&self, cut: impl Fn(usize) -> bool) -> Vec<Graph> {
        let (component, count) = self.component_of(|vertex| !cut(vertex));
        let mut parts = Vec::new();
        for number in 0..count {
            let of_it =
                |edge: &Edge| component[edge.from] == number || component[edge.to] == number;
            let touched: Vec<usize> = self
                .0
                .edges
                .iter()
                .filter(|edge| of_it(edge))
                .flat_map(|edge| [edge.from, edge.to])
                .collect();
            let kept = self.without_edges(|edge| !of_it(&self.0.edges[edge]));
            parts.push(
                kept.without(|vertex| component[vertex] != number && !touched.contains(&vertex)),
            );
        }
        for (number, edge) in self.0.edges.iter().enumerate() {
            if cut(edge.from) && cut(edge.to) {
                let kept = self.without_edges(|other| other != number);
                parts.push(kept.without(|vertex| vertex != edge.from && vertex != edge.to));
            }
        }
        parts
    }

    /// The vertices that can be reached from some.
    pub fn reached(&self, from: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached: Vec<bool> = (0..self.0.vertices.len()).map(from).collect();
        let mut open: Vec<usize> = (0..reached.len()).filter(|&vertex| reached[vertex]).collect();
        while let Some(vertex) = open.pop() {
            for other in self.beside(vertex) {
                if !reached[other] {
                    reached[other] = true;
                    open.push(other);
                }
            }
        }
        reached
    }

    /// A graph like this one, without names, that is the same for most graphs that differ
    /// only in names and order: the first in order of those that a search finds, which gives
    /// up with very symmetric graphs.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mut around = vec![Vec::new(); self.0.vertices.len()];
        for edge in &self.0.edges {
            let way = if edge.directed { [1, 2] } else { [0, 0] };
            around[edge.from].push((edge.to, edge.label, way[0]));
            around[edge.to].push((edge.from, edge.label, way[1]));
        }
        let mut best: Option<Code> = None;
        let mut work = MOST_WORK;
        self.refine(&around, self.first_colours(), &mut work, &mut best);
        let (labels, edges) = best.expect("the search finds an order");
        let vertices = (0..).zip(labels).map(|(name, label)| Vertex { label, name });
        Contents { vertices: vertices.collect(), edges, names: Arc::new([]) }.into()
    }

    /// Colours of vertices by their labels.
    fn first_colours(&self) -> Vec<usize> {
        ranks(&self.0.vertices.iter().map(|vertex| vertex.label).collect::<Vec<_>>())
    }

    /// Vertices of a colour are told apart by the colours around them, as long as that tells
    /// more; where that is not enough each vertex of a colour is taken first, in turn.
    fn refine(
        &self,
        around: &[Vec<(usize, u32, u8)>],
        mut colours: Vec<usize>,
        work: &mut usize,
        best: &mut Option<Code>,
    ) {
        loop {
            *work = work.saturating_sub(self.0.vertices.len() + self.0.edges.len());
            let seen = |vertex: usize| {
                let mut seen: Vec<(usize, u32, u8)> = around[vertex]
                    .iter()
                    .map(|&(at, label, way)| (colours[at], label, way))
                    .collect();
                seen.arrange();
                (colours[vertex], seen)
            };
            let finer = ranks(&(0..self.0.vertices.len()).map(seen).collect::<Vec<_>>());
            let count = |colours: &[usize]| colours.iter().max().map_or(0, |&most| most + 1);
            let done = count(&finer) == count(&colours);
            colours = finer;
            if done {
                break;
            }
        }
        let mut numbers = vec![0; colours.len()];
        colours.iter().for_each(|&colour| numbers[colour] += 1);
        match numbers.iter().position(|&number| number > 1) {
            None => {
                let code = self.code(&colours);
                if best.as_ref().is_none_or(|best| code < *best) {
                    *best = Some(code);
                }
            }
            Some(tied) => {
                for vertex in (0..colours.len()).filter(|&vertex| colours[vertex] == tied) {
                    if best.is_some() && *work == 0 {
                        return;
                    }
                    // Doubled, so that there is room between two colours.
                    let mut colours: Vec<usize> = colours.iter().map(|&c| 2 * c + 1).collect();
                    colours[vertex] -= 1;
                    self.refine(around, ranks(&colours), work, best);
                }
            }
        }
    }

    /// Labels and edges in the order of the colours, which are all different.
    fn code(&self, place: &[usize]) -> Code {
        let mut labels = vec![0; place.len()];
        for (vertex, &place) in self.0.vertices.iter().zip(place) {
            labels[place] = vertex.label;
        }
        let edge = |edge: &Edge| {
            let (from, to) = (place[edge.from], place[edge.to]);
            let swap = !edge.directed && from > to;
            let (from, to) = if swap { (to, from) } else { (from, to) };
            Edge { from, to, ..*edge }
        };
        let mut edges: Vec<Edge> = self.0.edges.iter().map(edge).collect();
        edges.arrange();
        (labels, edges)
    }
}

/// What compares graphs: the labels of the vertices, and the edges.
type Code = (Vec<u32>, Vec<Edge>);

/// How many vertices and edges are looked at, at most, once an order of them is found.
const MOST_WORK: usize = 20_000;

/// Each item's place among the different items.
fn ranks<T: Ord>(items: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = items.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    let rank = |item: &T| sorted.binary_search(&item).expect("it is among them");
    items.iter().map(rank).collect()
}

impl Edge {
    /// The other end of an edge at this vertex, when it leads there.
    fn leads(&self, vertex: usize) -> Option<usize> {
        match vertex {
            _ if vertex == self.from => Some(self.to),
            _ if vertex == self.to && !self.directed => Some(self.from),
            _ => None,
        }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Labels::Letters("LR"), Labels::Letters("LR")))
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({})", self.text(Labels::Numbers, Labels::Numbers))
    }
}

/// What was read of a graph.
#[derive(Default)]
struct Reader {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    labels: Vec<Option<u32>>,
    edges: Vec<Edge>,
    /// The edges from a vertex to itself, by their place among the edges, where they may be.
    loops: Option<Vec<usize>>,
}

impl Reader {
    fn read(mut self, text: &str, vertex: Labels, edge: Labels) -> Result<Graph, NotationError> {
        let inside = text.trim().strip_prefix("graph(").and_then(|rest| rest.strip_suffix(')'));
        let start = match inside {
            Some(inside) => text.find(inside).unwrap_or(0),
            None => 0,
        };
        let text_in = inside.unwrap_or(text);
        let mut end = start;
        let items = if text_in.trim() == EMPTY { "" } else { text_in };
        for item in items.split_inclusive([',', ';']) {
            let at = end;
            end += item.len();
            let item = item.trim_end_matches([',', ';']);
            if !item.trim().is_empty() {
                let blanks = item.len() - item.trim_start().len();
                self.item(item.trim(), at + blanks, vertex, edge)?;
            }
        }
        if text_in.trim() == EMPTY {
            let names = Arc::new([]);
            return Ok(Contents { vertices: Vec::new(), edges: Vec::new(), names }.into());
        }
        if self.names.is_empty() {
            let problem = "there is no vertex: write edges and vertices, such as `a-b, b-c, d`";
            return Err(NotationError::new(problem, 0..text.len()));
        }
        self.open_loops(text)?;
        let vertices = (0..).zip(&self.labels);
        let vertices = vertices.map(|(name, label)| Vertex { label: label.unwrap_or(0), name });
        let names = self.names.into();
        Ok(Contents { vertices: vertices.collect(), edges: self.edges, names }.into())
    }

    /// Leads each loop to a vertex of its own, whose name is not used.
    fn open_loops(&mut self, text: &str) -> Result<(), NotationError> {
        for number in self.loops.take().unwrap_or_default() {
            let name = self.names[self.edges[number].from].clone();
            let mut names = (1..).map(|count| format!("{name}_{count}"));
            let new = names.find(|new| !self.numbers.contains_key(new));
            let new = new.expect("there are fewer vertices than numbers");
            self.edges[number].to = self.vertex(&new, 0..text.len())?;
        }
        Ok(())
    }

    /// Reads a path, an edge or a vertex that stands at `at`.
    fn item(
        &mut self,
        item: &str,
        at: usize,
        vertex: Labels,
        edge: Labels,
    ) -> Result<(), NotationError> {
        let fault = |problem: String, at: Range<usize>| Err(NotationError::new(problem, at));
        let (path, label) = match item.split_once(':') {
            Some((path, label)) => (path, Some((label.trim(), at + path.len() + 1))),
            None => (item, None),
        };
        let labels = if path.contains('-') { edge } else { vertex };
        let read = match label {
            None => 0,
            Some((text, place)) => match labels.read(text) {
                Some(read) => read,
                None => {
                    let shown: String = text.chars().take(20).collect();
                    let problem =
                        format!("`{}` is no label: {}", shown.escape_debug(), labels.expected());
                    return fault(problem, place..at + item.len());
                }
            },
        };
        let mut next = at;
        let mut before = None;
        for word in path.split('-') {
            let from = next;
            next += word.len() + 1;
            let (name, directed) = match word.strip_prefix('>') {
                Some(name) if before.is_some() => (name, true),
                _ => (word, false),
            };
            // What is missing behind a link is the fault of the link.
            let place = match word.is_empty() && before.is_some() {
                true => from - 1..from,
                false => from..from + word.len().max(1),
            };
            let number = self.vertex(name.trim(), place.clone())?;
            if let Some(before) = before {
                if before == number {
                    if let Some(loops) = &mut self.loops {
                        loops.push(self.edges.len());
                    } else {
                        let problem = format!("the edge from `{}` leads to itself", name.trim());
                        return fault(problem, place);
                    }
                }
                if self.edges.len() >= MOST_EDGES {
                    return fault(format!("a graph has at most {MOST_EDGES} edges"), place);
                }
                self.edges.push(Edge { from: before, to: number, label: read, directed });
            }
            before = Some(number);
        }
        if let (Some(number), false) = (before, path.contains('-')) {
            if self.labels[number].is_some() {
                let problem = format!("the vertex `{}` is named twice: name it once", path.trim());
                return fault(problem, at..at + path.len());
            }
            self.labels[number] = Some(read);
        }
        Ok(())
    }

    /// The number of a vertex, which is new when its name is.
    fn vertex(&mut self, name: &str, at: Range<usize>) -> Result<usize, NotationError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let well = |sign: char| sign.is_alphanumeric() || sign == '_';
        if name.is_empty() || !name.chars().all(well) {
            let shown: String = name.chars().take(20).collect();
            let problem = format!(
                "`{}` is no name of a vertex: write letters and digits, as in `a-b, b-c`",
                shown.escape_debug()
            );
            return Err(NotationError::new(problem, at));
        }
        if self.names.len() >= MOST_VERTICES {
            let problem = format!("a graph has at most {MOST_VERTICES} vertices");
            return Err(NotationError::new(problem, at));
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.labels.push(None);
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_their_place() {
        let fault = |text: &str| {
            let error = Graph::read(text).unwrap_err();
            (error.at, error.problem)
        };
        assert_eq!(fault("").0, 0..0);
        assert_eq!(fault("a-b, b-").0, 6..7);
        assert_eq!(fault("a-b, -b").0, 5..6);
        assert_eq!(fault("a-a").0, 2..3);
        assert_eq!(fault("a:L, a-b, a:R").0, 10..11);
        assert!(fault("a, b, a").1.contains("named twice"));
        assert_eq!(fault("a-b:x").0, 4..5);
        assert_eq!(fault("a-b c").0, 2..5);
        let many: Vec<String> = (0..1000).map(|number| format!("v{number}")).collect();
        assert!(fault(&many.join(", ")).1.contains("at most 200"));
    }

    #[test]
    fn texts_read_back() {
        for text in ["a-b, b-c", "a->b, b->a, c", "a-b:L, a:R", "x", "none"] {
            assert_eq!(Graph::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Graph::read("graph(a-b-c)").unwrap().to_string(), "a-b, b-c");
    }

    #[test]
    fn graphs_that_are_alike_have_one_representative() {
        let alike = |one: &str, other: &str| {
            Graph::read(one).unwrap().canonical() == Graph::read(other).unwrap().canonical()
        };
        assert!(alike("a-b, b-c, c-d", "x-z, y-w, w-x"));
        assert!(!alike("a-b, b-c, c-d", "a-b, a-c, a-d"));
        assert!(alike("a-b-c-d-a", "q-r, r-s, s-t, t-q"));
        assert!(!alike("a->b, a:L", "a->b, b:L"));
        assert!(alike("a->b, a:L", "c->d, c:L"));
        // Two triangles and a hexagon look alike from each vertex.
        assert!(!alike("a-b-c-a, d-e-f-d", "a-b-c-d-e-f-a"));
    }

    #[test]
    fn parts_hang_together() {
        let graph = Graph::read("g-a, a-b, g-c, g-d, d-c, g-h").unwrap();
        let ground = graph.vertex("g").unwrap();
        let parts: Vec<String> =
            graph.components_at(|vertex| vertex == ground).iter().map(Graph::to_string).collect();
        assert_eq!(parts, ["g-a, a-b", "g-c, g-d, d-c", "g-h"]);
    }
}
