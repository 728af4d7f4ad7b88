//! The canonical labelling of a graph: isomorphic graphs get the same one.
//!
//! The method is that of McKay (*Practical graph isomorphism*, 1981): vertices are told apart by
//! the vertices beside them; where that is not enough, one of a class is singled out, and each
//! choice is tried but for those that an automorphism found before makes equal.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Edge, Graph, Vertex};

/// A place in the labelling, or a class of vertices: the place of its first.
type Place = u32;

/// The classes of the vertices beside one, each with the label of the edge.
type Around = Vec<(u32, Place)>;

/// Automorphisms are kept as long as they have so many images together.
const MOST_IMAGES: usize = 1 << 20;

/// The search for the labelling of a graph.
struct Search<'c, E> {
    /// Beside each vertex the others, with the number of the edge's label.
    beside: Vec<Vec<(u32, usize)>>,
    /// Asked at each step.
    check: &'c mut dyn FnMut() -> Result<(), E>,
    best: Option<Leaf>,
    /// The automorphisms that were found.
    automorphisms: Vec<Vec<usize>>,
}

/// A labelling, and how it was found.
#[derive(Clone)]
struct Leaf {
    /// A sum of the classes after each step: isomorphic graphs have the same.
    trace: Vec<u64>,
    /// The edges between places, with their labels.
    edges: Vec<(Place, Place, u32)>,
    /// The vertices that were singled out.
    path: Vec<usize>,
    places: Vec<Place>,
}

impl<E> Search<'_, E> {
    /// Divides classes until the vertices of each see the same classes; answers what was seen.
    fn refine(&self, classes: &mut [Place]) -> u64 {
        let mut count = 0;
        loop {
            let mut seen: Vec<(Place, Around, usize)> = (0..classes.len())
                .map(|vertex| {
                    let mut around: Around = self.beside[vertex]
                        .iter()
                        .map(|&(label, other)| (label, classes[other]))
                        .collect();
                    around.sort_unstable();
                    (classes[vertex], around, vertex)
                })
                .collect();
            seen.sort_unstable();
            let mut hasher = FxHasher::default();
            let (mut found, mut first) = (0, 0);
            for at in 0..seen.len() {
                let new = at == 0 || (seen[at - 1].0, &seen[at - 1].1) != (seen[at].0, &seen[at].1);
                if new {
                    (found, first) = (found + 1, at);
                    (at, &seen[at].0, &seen[at].1).hash(&mut hasher);
                }
                classes[seen[at].2] = Place::try_from(first).expect("graphs have few vertices");
            }
            if found == count {
                return hasher.finish();
            }
            count = found;
        }
    }

    /// The vertices of the first of the smallest classes with several.
    fn undecided(classes: &[Place]) -> Vec<usize> {
        let mut sizes = vec![0_usize; classes.len()];
        classes.iter().for_each(|&class| sizes[class as usize] += 1);
        let several = (0..sizes.len()).filter(|&class| sizes[class] > 1);
        let Some(class) = several.min_by_key(|&class| sizes[class]) else { return Vec::new() };
        (0..classes.len()).filter(|&vertex| classes[vertex] as usize == class).collect()
    }

    /// Looks at all labellings behind a choice of vertices that are singled out. Answers the
    /// length of the choice to go back to, where the others are made equal by an automorphism.
    fn go(&mut self, mut leaf: Leaf) -> Result<usize, E> {
        (self.check)()?;
        let level = leaf.path.len();
        let seen = self.refine(&mut leaf.places);
        leaf.trace.push(seen);
        if let Some(best) = &self.best
            && leaf.trace[..] > best.trace[..best.trace.len().min(level + 1)]
        {
            return Ok(level);
        }
        let candidates = Self::undecided(&leaf.places);
        if candidates.is_empty() {
            return Ok(self.compare(leaf));
        }
        let mut tried: Vec<usize> = Vec::new();
        for vertex in candidates {
            if self.is_alike(&leaf.path, &tried, vertex) {
                continue;
            }
            tried.push(vertex);
            let mut next = leaf.clone();
            // It comes behind the others of its class.
            let class = next.places[vertex];
            let size = next.places.iter().filter(|&&other| other == class).count();
            next.places[vertex] = class + Place::try_from(size).expect("few vertices") - 1;
            next.path.push(vertex);
            let back = self.go(next)?;
            if back < level {
                return Ok(back);
            }
        }
        Ok(level)
    }

    /// Whether an automorphism that fixes the vertices singled out takes `vertex` to one of those
    /// that were tried.
    fn is_alike(&self, path: &[usize], tried: &[usize], vertex: usize) -> bool {
        let fixing: Vec<&Vec<usize>> = self
            .automorphisms
            .iter()
            .filter(|images| path.iter().all(|&fixed| images[fixed] == fixed))
            .collect();
        let mut reached = vec![vertex];
        let mut at = 0;
        while at < reached.len() {
            if tried.contains(&reached[at]) {
                return true;
            }
            for images in &fixing {
                let image = images[reached[at]];
                if !reached.contains(&image) {
                    reached.push(image);
                }
            }
            at += 1;
        }
        false
    }

    /// Keeps a labelling if it is the best; answers how long the choice is to which to go back.
    fn compare(&mut self, mut leaf: Leaf) -> usize {
        for (vertex, around) in self.beside.iter().enumerate() {
            for &(label, other) in around {
                let (a, b) = (leaf.places[vertex], leaf.places[other]);
                if a <= b {
                    leaf.edges.push((a, b, label));
                }
            }
        }
        leaf.edges.sort_unstable();
        let level = leaf.path.len();
        let Some(best) = &self.best else {
            self.best = Some(leaf);
            return level;
        };
        match (&leaf.trace, &leaf.edges).cmp(&(&best.trace, &best.edges)) {
            std::cmp::Ordering::Less => {
                self.best = Some(leaf);
                level
            }
            std::cmp::Ordering::Greater => level,
            std::cmp::Ordering::Equal => {
                let mut at_place = vec![0; leaf.places.len()];
                for (vertex, &place) in leaf.places.iter().enumerate() {
                    at_place[place as usize] = vertex;
                }
                let images = best.places.iter().map(|&place| at_place[place as usize]).collect();
                if self.automorphisms.len() * leaf.places.len() < MOST_IMAGES {
                    self.automorphisms.push(images);
                }
                best.path.iter().zip(&leaf.path).take_while(|(a, b)| a == b).count()
            }
        }
    }
}

impl Graph {
    /// The same graph for all graphs that are isomorphic, with equal labels: its vertices are
    /// numbered from 1. `check` is asked at each step of the search, which takes long for large
    /// graphs with many automorphisms.
    ///
    /// # Errors
    /// The error that `check` gives.
    pub fn canonical<E>(&self, check: &mut dyn FnMut() -> Result<(), E>) -> Result<Graph, E> {
        let mut labels: Vec<&str> = self.edges.iter().map(|edge| &*edge.label).collect();
        labels.sort_unstable();
        labels.dedup();
        let mut beside = vec![Vec::new(); self.vertices.len()];
        for edge in &self.edges {
            let label = labels.binary_search(&&*edge.label).expect("it is one of them");
            let label = u32::try_from(label).expect("graphs have few edges");
            let [a, b] = [0, 1]
                .map(|end| self.vertex(&edge.ends[end]).expect("the ends of an edge are vertices"));
            beside[a].push((label, b));
            if a != b {
                beside[b].push((label, a));
            }
        }
        // Vertices with other labels are in other classes.
        let class =
            |vertex: &Vertex| self.vertices.iter().filter(|v| v.label < vertex.label).count();
        let few = |number: usize| Place::try_from(number).expect("graphs have few vertices");
        let places = self.vertices.iter().map(|vertex| few(class(vertex))).collect();
        let start = Leaf { trace: Vec::new(), edges: Vec::new(), path: Vec::new(), places };
        let mut search = Search { beside, check, best: None, automorphisms: Vec::new() };
        search.go(start)?;
        let best = search.best.expect("the first labelling is kept");
        let width = self.vertices.len().to_string().len();
        let name = |vertex: usize| format!("{:0width$}", best.places[vertex] + 1);
        let mut vertices: Vec<Vertex> = self
            .vertices
            .iter()
            .enumerate()
            .map(|(at, vertex)| Vertex { name: name(at).into(), label: vertex.label.clone() })
            .collect();
        vertices.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let edges = self.edges.iter().map(|edge| {
            let [a, b] = [0, 1].map(|end| {
                name(self.vertex(&edge.ends[end]).expect("the ends of an edge are vertices"))
            });
            Edge::new(&a, &b, &edge.label)
        });
        Ok(Graph::of(vertices, edges.collect()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::convert::Infallible;

    use super::*;

    fn canonical(text: &str) -> String {
        let graph = Graph::read(text).unwrap();
        let Ok(found) = graph.canonical(&mut || Ok::<(), Infallible>(()));
        found.to_string()
    }

    /// The graph on `n` vertices whose edges are the bits of `mask`, named by `names`.
    fn graph(n: usize, mask: u32, names: &[usize]) -> String {
        let mut parts: Vec<String> = names.iter().map(|name| format!("v{name}")).collect();
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (bit, (a, b)) in pairs.enumerate() {
            if mask >> bit & 1 == 1 {
                parts.push(format!("v{}-v{}", names[a], names[b]));
            }
        }
        parts.join(", ")
    }

    #[test]
    fn isomorphic_graphs_and_no_others_are_equal() {
        // The numbers of graphs up to isomorphism (OEIS A000088).
        for (n, expected) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
            let forms: HashSet<String> = (0..1 << (n * (n - 1) / 2))
                .map(|mask| canonical(&graph(n, mask, &(0..n).collect::<Vec<_>>())))
                .collect();
            assert_eq!(forms.len(), expected, "{n}");
        }
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (state >> 16) % below
        };
        for _ in 0..300 {
            let n = 6 + random(2) as usize;
            let mask = random(1 << 15) << 6 ^ random(1 << 15);
            let mut names: Vec<usize> = (0..n).collect();
            let first = canonical(&graph(n, mask, &names));
            for at in (1..n).rev() {
                names.swap(at, random(u32::try_from(at).unwrap() + 1) as usize);
            }
            assert_eq!(canonical(&graph(n, mask, &names)), first);
        }
    }

    #[test]
    fn labels_loops_and_edges_that_stand_twice_count() {
        assert_eq!(canonical("a-b:red, b-c"), canonical("x-y, y-z:red"));
        assert_ne!(canonical("a-b:red, b-c"), canonical("a-b:blue, b-c"));
        assert_ne!(canonical("a:x, a-b, b-c"), canonical("b:x, a-b, b-c"));
        assert_ne!(canonical("a-b, a-b, b-c, c-d"), canonical("a-b, b-c, b-c, c-d"));
        assert_ne!(canonical("a-a, a-b"), canonical("a-b, a-b"));
        assert_eq!(canonical(""), "");
    }

    #[test]
    fn graphs_with_many_automorphisms_take_few_steps() {
        let star: Vec<String> = (1..60).map(|leaf| format!("m-l{leaf}")).collect();
        let cycle: Vec<String> = (0..60).map(|at| format!("c{at}-c{}", (at + 1) % 60)).collect();
        let cube = (0..32_u32).flat_map(|a| (0..5).map(move |bit| (a, a ^ 1 << bit)));
        let cube: Vec<String> = cube.map(|(a, b)| format!("q{a}-q{b}")).collect();
        let complete = (0..20).flat_map(|a| (0..a).map(move |b| format!("k{a}-k{b}")));
        let alone: Vec<String> = (0..60).map(|vertex| format!("i{vertex}")).collect();
        for (parts, most) in
            [(star, 2_000), (cycle, 200), (cube, 200), (complete.collect(), 400), (alone, 2_000)]
        {
            let graph = Graph::read(&parts.join(",")).unwrap();
            let mut steps = 0;
            let mut count = || {
                steps += 1;
                Ok::<(), Infallible>(())
            };
            let Ok(_) = graph.canonical(&mut count);
            assert!(steps <= most, "{steps} of {most}: {graph}");
        }
    }
}
