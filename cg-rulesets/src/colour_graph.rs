//! Games on the vertices of a graph: Col, Snort and Fjords, Node Kayles, Digraph Placement,
//! and games on ordered sets.

use cg_core::Player;

use crate::graph::{Graph, Labels};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign};

const SIDES: Labels = Labels::Letters("LR");

/// The label of a player: what a vertex beside one of their colour has.
fn label(player: Player) -> u32 {
    match player {
        Player::Left => 1,
        Player::Right => 2,
    }
}

/// The graph with the players' labels exchanged.
fn exchanged(graph: &Graph) -> Graph {
    let other = |(vertex, found): (usize, u32)| match found {
        1 => (vertex, 2),
        2 => (vertex, 1),
        same => (vertex, same),
    };
    let labels = graph.vertices().iter().map(|vertex| vertex.label).enumerate().map(other);
    graph.labelled(&labels.collect::<Vec<_>>())
}

/// Of a graph and its exchange the one that comes first, with the sign.
fn first_of_both(graph: &Graph) -> (Graph, Sign) {
    let code = |graph: &Graph| {
        let labels: Vec<u32> = graph.vertices().iter().map(|vertex| vertex.label).collect();
        (labels, graph.edges().to_vec())
    };
    let (one, other) = (graph.canonical(), exchanged(graph).canonical());
    if code(&other) < code(&one) { (other, Sign::Minus) } else { (one, Sign::Plus) }
}

/// Col, Snort and Fjords on a graph. A coloured vertex is gone, and leaves its mark on its
/// neighbours: `L` is beside a vertex of Left's colour, `R` of Right's. A vertex beside both
/// is gone too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colouring {
    /// Neighbours must not have the same colour.
    Col,
    /// Neighbours must not have different colours.
    Snort,
    /// As Snort, and only beside a vertex of one's own colour.
    Fjords,
}

impl Colouring {
    /// Whether `player` may colour a vertex with this label.
    fn permits(self, player: Player, found: u32) -> bool {
        match self {
            Colouring::Col => found != label(player),
            Colouring::Snort => found != label(player.opponent()),
            Colouring::Fjords => found == label(player),
        }
    }
}

impl Listed for Colouring {
    type Position = Graph;

    fn read(&self, text: &str) -> Result<Graph, NotationError> {
        Graph::read_with(text, SIDES, Labels::None)?.undirected(text)
    }

    fn write(&self, graph: &Graph) -> String {
        graph.text(SIDES, Labels::None)
    }

    fn draw(&self, graph: &Graph) -> Drawing {
        graph.drawing(SIDES, Labels::None)
    }

    fn each_move(&self, graph: &Graph, player: Player, found: Found<'_, Graph>) {
        for (chosen, vertex) in graph.vertices().iter().enumerate() {
            if !self.permits(player, vertex.label) {
                continue;
            }
            let beside = graph.beside(chosen);
            let labelled = |other: &usize| graph.vertices()[*other].label;
            let blocked = |other: &usize| labelled(other) == label(player.opponent());
            let marks: Vec<(usize, u32)> = beside
                .iter()
                .filter(|other| labelled(other) == 0)
                .map(|&other| (other, label(player)))
                .collect();
            let after = graph
                .labelled(&marks)
                .without(|other| other == chosen || beside.contains(&other) && blocked(&other));
            found(after, &|| graph.name(chosen));
        }
    }

    fn split(&self, graph: Graph, part: &mut dyn FnMut(Graph, Sign)) {
        graph.components().into_iter().for_each(|one| part(one, Sign::Plus));
    }

    fn normal(&self, graph: Graph) -> (Graph, Sign) {
        first_of_both(&graph)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a   colours the vertex a".into()]
    }
}

/// Games in which a move takes a vertex and what hangs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taking {
    /// Node Kayles: the vertex and its neighbours.
    NodeKayles,
    /// Digraph Placement: the vertex, which is the mover's, and those to which an edge leads.
    DigraphPlacement,
    /// Poset games: the element and all above it, which edges lead to, directly or not.
    Poset,
}

impl Taking {
    fn labels(self) -> Labels {
        match self {
            Taking::DigraphPlacement => SIDES,
            Taking::NodeKayles | Taking::Poset => Labels::None,
        }
    }
}

impl Listed for Taking {
    type Position = Graph;

    fn read(&self, text: &str) -> Result<Graph, NotationError> {
        let graph = Graph::read_with(text, self.labels(), Labels::None)?;
        let fault = |problem: String| Err(NotationError::new(problem, 0..text.len()));
        if *self == Taking::DigraphPlacement
            && let Some(bare) = graph.vertices().iter().position(|vertex| vertex.label == 0)
        {
            return fault(format!(
                "the vertex `{0}` is nobody's: write `{0}:L` or `{0}:R`",
                graph.name(bare)
            ));
        }
        if *self == Taking::NodeKayles {
            return graph.undirected(text);
        }
        if *self == Taking::Poset {
            if graph.edges().iter().any(|edge| !edge.directed) {
                return fault("what is above what is written `a->b`: b is above a".into());
            }
            let in_circle = |vertex: usize| {
                let reached = graph.reached(|other| graph.beside(vertex).contains(&other));
                reached[vertex]
            };
            if let Some(vertex) = (0..graph.vertices().len()).find(|&vertex| in_circle(vertex)) {
                return fault(format!("`{}` is above itself", graph.name(vertex)));
            }
        }
        Ok(graph)
    }

    fn write(&self, graph: &Graph) -> String {
        graph.text(self.labels(), Labels::None)
    }

    fn draw(&self, graph: &Graph) -> Drawing {
        graph.drawing(self.labels(), Labels::None)
    }

    fn is_impartial(&self) -> bool {
        *self != Taking::DigraphPlacement
    }

    fn each_move(&self, graph: &Graph, player: Player, found: Found<'_, Graph>) {
        for (chosen, vertex) in graph.vertices().iter().enumerate() {
            let after = match self {
                Taking::DigraphPlacement if vertex.label != label(player) => continue,
                Taking::NodeKayles | Taking::DigraphPlacement => {
                    let beside = graph.beside(chosen);
                    graph.without(|other| other == chosen || beside.contains(&other))
                }
                Taking::Poset => {
                    let above = graph.reached(|other| other == chosen);
                    graph.without(|other| above[other])
                }
            };
            found(after, &|| graph.name(chosen));
        }
    }

    fn split(&self, graph: Graph, part: &mut dyn FnMut(Graph, Sign)) {
        graph.components().into_iter().for_each(|one| part(one, Sign::Plus));
    }

    fn normal(&self, graph: Graph) -> (Graph, Sign) {
        match self {
            Taking::DigraphPlacement => first_of_both(&graph),
            Taking::NodeKayles | Taking::Poset => (graph.canonical(), Sign::Plus),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a   takes the vertex a".into()]
    }
}
