//! Graphs as values, and the functions of the language on them.
//!
//! A graph is written as its edges and vertices: `a-b, b-c:red, d`. Vertices have names,
//! vertices and edges may have labels. Vertices and edges are kept in ascending order, so
//! that graphs written in any order are equal; vertices with other names make another
//! graph, also when the two are isomorphic.

mod canonical;

use std::hash::{Hash, Hasher};

use cg_core::Arrange;
use cg_rulesets::NotationError;
use rustc_hash::FxHasher;

/// Graphs have at most so many vertices, and so many edges.
pub const MOST_VERTICES: usize = 1 << 12;

/// A graph with named vertices, and labels on vertices and edges.
///
/// ```
/// let graph = cg_lang::Graph::read("b-a, b-c:red, d").unwrap();
/// assert_eq!(graph.to_string(), "d, a-b, b-c:red");
/// assert!(cg_lang::Graph::read("a-").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    hash: u64,
    /// In ascending order of their names.
    pub(crate) vertices: Vec<Vertex>,
    /// In ascending order.
    pub(crate) edges: Vec<Edge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Vertex {
    pub(crate) name: Box<str>,
    pub(crate) label: Box<str>,
}

/// An edge: the names of its ends, the smaller first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Edge {
    pub(crate) ends: [Box<str>; 2],
    pub(crate) label: Box<str>,
}

impl Edge {
    pub(crate) fn new(a: &str, b: &str, label: &str) -> Self {
        let ends = if a <= b { [a.into(), b.into()] } else { [b.into(), a.into()] };
        Edge { ends, label: label.into() }
    }

    pub(crate) fn has(&self, vertex: &str) -> bool {
        self.ends.iter().any(|end| **end == *vertex)
    }
}

pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl Graph {
    /// The graph that a text writes.
    ///
    /// # Errors
    /// A part that is no vertex and no edge, a vertex with two labels, too many parts.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let too_large = |at| {
            let problem = format!("a graph has at most {MOST_VERTICES} vertices and as many edges");
            NotationError::new(problem, at)
        };
        let (mut vertices, mut edges, mut start) = (Vec::new(), Vec::new(), 0);
        let blank = text.trim().is_empty();
        for whole in text.split(',').filter(|_| !blank) {
            let part = whole.trim();
            let before = start + whole.len() - whole.trim_start().len();
            let at = before..before + part.len();
            start += whole.len() + 1;
            let wrong = || {
                let part: String = part.chars().take(40).collect();
                let how = "write `a`, `a-b`, or with a label `a-b:red`";
                NotationError::new(format!("{part:?} is no vertex and no edge: {how}"), at.clone())
            };
            let (what, label) = match part.split_once(':') {
                Some((what, label)) if is_name(label.trim()) => (what.trim(), label.trim()),
                Some(_) => return Err(wrong()),
                None => (part, ""),
            };
            let ends: Vec<&str> = what.split('-').map(str::trim).collect();
            if !ends.iter().all(|end| is_name(end)) {
                return Err(wrong());
            }
            let more = ends.len() - 1;
            if vertices.len() > 2 * MOST_VERTICES || edges.len() + more > MOST_VERTICES {
                return Err(too_large(at));
            }
            match ends[..] {
                [_] => vertices.push((what, label)),
                // A path is written at once; its label is that of each edge.
                _ => {
                    edges.extend(ends.windows(2).map(|pair| Edge::new(pair[0], pair[1], label)));
                    vertices.extend(ends.iter().map(|&end| (end, "")));
                }
            }
        }
        // Of the mentions of one vertex the one with a label comes last.
        vertices.arrange();
        vertices.dedup();
        let mut kept: Vec<Vertex> = Vec::new();
        for (name, label) in vertices {
            match kept.last_mut() {
                Some(last) if *last.name == *name && last.label.is_empty() => {
                    last.label = label.into();
                }
                Some(last) if *last.name == *name => {
                    let problem = format!("the vertex {name:?} has two labels");
                    return Err(NotationError::new(problem, 0..text.len()));
                }
                _ => kept.push(Vertex { name: name.into(), label: label.into() }),
            }
        }
        if kept.len() > MOST_VERTICES {
            return Err(too_large(0..text.len()));
        }
        Ok(Self::of(kept, edges))
    }

    /// The graph with these vertices, which are in order.
    pub(crate) fn of(vertices: Vec<Vertex>, mut edges: Vec<Edge>) -> Self {
        edges.arrange();
        let mut hasher = FxHasher::default();
        vertices.hash(&mut hasher);
        edges.hash(&mut hasher);
        Graph { hash: hasher.finish(), vertices, edges }
    }

    /// The bytes that it holds beside itself.
    pub(crate) fn bytes(&self) -> usize {
        let vertices =
            self.vertices.iter().map(|v| size_of::<Vertex>() + v.name.len() + v.label.len());
        let edges = self.edges.iter().map(|edge| {
            size_of::<Edge>() + edge.ends[0].len() + edge.ends[1].len() + edge.label.len()
        });
        vertices.sum::<usize>() + edges.sum::<usize>()
    }

    pub(crate) fn vertex(&self, name: &str) -> Option<usize> {
        self.vertices.binary_search_by(|vertex| (*vertex.name).cmp(name)).ok()
    }

    /// The vertices beside one, in ascending order, each once.
    pub(crate) fn neighbours(&self, name: &str) -> Vec<&str> {
        let other = |edge: &'_ Edge| usize::from(*edge.ends[0] == *name);
        let mut found: Vec<&str> =
            self.edges.iter().filter(|edge| edge.has(name)).map(|e| &*e.ends[other(e)]).collect();
        found.arrange();
        found.dedup();
        found
    }

    /// For each vertex whether it hangs together with vertex `first`.
    pub(crate) fn reached(&self, first: usize) -> Vec<bool> {
        let mut reached = vec![false; self.vertices.len()];
        let mut waiting = vec![first];
        reached[first] = true;
        while let Some(at) = waiting.pop() {
            for near in self.neighbours(&self.vertices[at].name) {
                let near = self.vertex(near).expect("the ends of an edge are vertices");
                if !std::mem::replace(&mut reached[near], true) {
                    waiting.push(near);
                }
            }
        }
        reached
    }

    /// The graph of the vertices that are marked, with the edges between them.
    pub(crate) fn restricted(&self, kept: &[bool]) -> Graph {
        let vertices = self.vertices.iter().zip(kept).filter(|(_, kept)| **kept);
        let vertices: Vec<Vertex> = vertices.map(|(vertex, _)| vertex.clone()).collect();
        let is_kept = |name: &str| self.vertex(name).is_some_and(|at| kept[at]);
        let edges = self.edges.iter().filter(|edge| edge.ends.iter().all(|end| is_kept(end)));
        Graph::of(vertices, edges.cloned().collect())
    }

    pub(crate) fn components(&self) -> Vec<Graph> {
        let mut seen = vec![false; self.vertices.len()];
        let mut components = Vec::new();
        for first in 0..self.vertices.len() {
            if !seen[first] {
                let reached = self.reached(first);
                seen.iter_mut().zip(&reached).for_each(|(seen, reached)| *seen |= reached);
                components.push(self.restricted(&reached));
            }
        }
        components
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.vertices == other.vertices && self.edges == other.edges
    }
}

impl Eq for Graph {}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Vertices without edges and labels of vertices are written as vertices.
impl std::fmt::Display for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let label =
            |label: &str| if label.is_empty() { String::new() } else { format!(":{label}") };
        let alone = |name: &str| !self.edges.iter().any(|edge| edge.has(name));
        let mut parts: Vec<String> = Vec::new();
        for vertex in &self.vertices {
            if !vertex.label.is_empty() || alone(&vertex.name) {
                parts.push(format!("{}{}", vertex.name, label(&vertex.label)));
            }
        }
        for Edge { ends: [a, b], label: text } in &self.edges {
            parts.push(format!("{a}-{b}{}", label(text)));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_read_as_they_are_written() {
        for text in ["", "a", "a-b", "a:x, a-b", "a-a, a-b:red, a-b:red, b-c", "a, b, c"] {
            let graph = Graph::read(text).unwrap();
            assert_eq!(graph.to_string(), text);
            assert_eq!(Graph::read(&graph.to_string()), Ok(graph));
        }
        assert_eq!(Graph::read("c-b:r,b - a").unwrap().to_string(), "a-b, b-c:r");
        assert_eq!(Graph::read("a-b-c").unwrap().to_string(), "a-b, b-c");
        for wrong in ["a-", "a--b", ",", "a:", "a b", "a:x:y", "a-b,"] {
            assert!(Graph::read(wrong).is_err(), "{wrong}");
        }
        let labels = NotationError::new("the vertex \"a\" has two labels", 0..8);
        assert_eq!(Graph::read("a:x, a:y"), Err(labels));
        assert_eq!(Graph::read("a-b,  c- , d").unwrap_err().at, 6..8);
    }

    #[test]
    fn components_are_disjoint_and_connected() {
        let graph = Graph::read("a-b, c-d, d-e, f, b:x").unwrap();
        let parts: Vec<String> = graph.components().iter().map(ToString::to_string).collect();
        assert_eq!(parts, ["b:x, a-b", "c-d, d-e", "f"]);
        assert_eq!(graph.neighbours("d"), ["c", "e"]);
    }
}
