//! Games on the edges of a graph: Hackenbush, Arc Kayles, and Nim along edges.

use cg_core::Player;

use crate::graph::{Graph, Labels};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign};

/// Edges are Left's, Right's or of both; without a label, of both.
const COLOURS: Labels = Labels::Letters("lre");

/// Whether `player` may use an edge with this label.
fn own(label: u32, player: Player) -> bool {
    match label {
        1 => player == Player::Left,
        2 => player == Player::Right,
        _ => true,
    }
}

/// The names of the vertex that is the ground.
pub(crate) const GROUND: [&str; 3] = ["g", "0", "ground"];

/// The label of the ground.
pub(crate) const GROUNDED: u32 = 1;

/// Hackenbush: a move cuts an edge, and what no longer hangs on the ground falls.
///
/// The ground is the vertex `g` (or `0`). Letters alone are a stalk, `lrl`; `|` stands
/// between stalks. A loop, `a-a:r`, is an edge on which nothing hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hackenbush {
    /// Childish: an edge of one player must not be cut when something falls with it.
    pub childish: bool,
}

/// How the ground is labelled; nothing else is.
pub(crate) const FOR_GROUND: Labels = Labels::Letters("G");

impl Hackenbush {
    /// The graph without what does not hang on the ground.
    fn standing(graph: &Graph) -> Graph {
        let held = graph.reached(|vertex| graph.vertices()[vertex].label == GROUNDED);
        graph.without(|vertex| !held[vertex])
    }
}

impl Listed for Hackenbush {
    type Position = Graph;

    fn read(&self, text: &str) -> Result<Graph, NotationError> {
        let letters = |text: &str| text.chars().all(|sign| "lreLRE| ".contains(sign));
        let stalks = !text.trim().is_empty() && letters(text);
        if text.contains(['b', 'B']) && text.chars().all(|sign| "bBrRgG| ".contains(sign)) {
            let edge = |sign| match sign {
                'b' | 'B' => 'l',
                'g' | 'G' => 'e',
                other => other.to_ascii_lowercase(),
            };
            let meant: String = text.chars().map(edge).take(40).collect();
            let problem = format!(
                "a blue edge is written `l`, a red one `r` and a green one `e`, as in `{meant}`"
            );
            return Err(NotationError::new(problem, 0..text.len()));
        }
        let spread;
        let source = if stalks {
            let signs: Vec<(char, usize)> =
                text.char_indices().map(|(at, sign)| (sign, at)).collect();
            crate::cells::evenly_spaced(&signs, "lre")?;
            let mut edges = Vec::new();
            for (stalk, letters) in (1..).zip(text.split('|')) {
                let mut below = "g".to_owned();
                for (number, letter) in (1..).zip(letters.chars().filter(|sign| *sign != ' ')) {
                    let above = format!("s{stalk}_{number}");
                    edges.push(format!("{below}-{above}:{letter}"));
                    below = above;
                }
            }
            spread = if edges.is_empty() { "g".to_owned() } else { edges.join(", ") };
            &spread[..]
        } else {
            text
        };
        let graph = Graph::read_with_loops(source, FOR_GROUND, COLOURS).map_err(|error| {
            if stalks { NotationError::new(error.problem, 0..text.len()) } else { error }
        })?;
        let Some(ground) = GROUND.iter().find_map(|name| graph.vertex(name)) else {
            let problem = "the ground is missing: the vertex `g`, as in `g-a:l, a-b:r`";
            return Err(NotationError::new(problem, 0..text.len()));
        };
        let graph = graph.undirected(text)?;
        let none: Vec<(usize, u32)> =
            (0..graph.vertices().len()).map(|vertex| (vertex, 0)).collect();
        let graph = graph.labelled(&none).labelled(&[(ground, GROUNDED)]);
        if graph.vertices().len() != Self::standing(&graph).vertices().len() {
            let problem = "an edge does not hang on the ground";
            return Err(NotationError::new(problem, 0..text.len()));
        }
        Ok(graph)
    }

    fn write(&self, graph: &Graph) -> String {
        match graph.edges().is_empty() {
            true => "g".into(),
            // The name of the ground says what it is.
            false => {
                let plain: Vec<(usize, u32)> =
                    (0..graph.vertices().len()).map(|vertex| (vertex, 0)).collect();
                graph.labelled(&plain).text(Labels::None, COLOURS)
            }
        }
    }

    fn draw(&self, graph: &Graph) -> Drawing {
        graph.drawing(FOR_GROUND, COLOURS)
    }

    fn each_move(&self, graph: &Graph, player: Player, found: Found<'_, Graph>) {
        for (cut, edge) in graph.edges().iter().enumerate() {
            if !own(edge.label, player) {
                continue;
            }
            let after = Self::standing(&graph.without_edges(|other| other == cut));
            let green = !matches!(edge.label, 1 | 2);
            if self.childish && !green && after.edges().len() + 1 < graph.edges().len() {
                continue;
            }
            found(after, &|| graph.edge_name(cut));
        }
    }

    /// What hangs together only by the ground is a sum.
    fn split(&self, graph: Graph, part: &mut dyn FnMut(Graph, Sign)) {
        let ground = |vertex: usize| graph.vertices()[vertex].label == GROUNDED;
        graph.components_at(ground).into_iter().for_each(|one| part(one, Sign::Plus));
    }

    fn normal(&self, graph: Graph) -> (Graph, Sign) {
        first_of_both(&graph)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["g-a   cuts the edge between g and a".into()]
    }
}

/// Of a graph and the one with the colours of its edges exchanged the first, with the sign.
fn first_of_both(graph: &Graph) -> (Graph, Sign) {
    let code = |graph: &Graph| {
        let labels: Vec<u32> = graph.vertices().iter().map(|vertex| vertex.label).collect();
        (labels, graph.edges().to_vec())
    };
    let exchanged = graph.recoloured(|label| match label {
        1 => 2,
        2 => 1,
        same => same,
    });
    let (one, other) = (graph.canonical(), exchanged.canonical());
    if code(&other) < code(&one) { (other, Sign::Minus) } else { (one, Sign::Plus) }
}

/// Games in which a move uses up an edge with its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArcKayles {
    /// Take an edge with both its ends.
    Plain,
    /// The same, with edges of Left, of Right and of both.
    Partizan,
    /// Vertices have weights: choose an edge whose ends have positive weights, and lower
    /// both by one.
    Weighted,
}

impl ArcKayles {
    fn labels(self) -> (Labels, Labels) {
        match self {
            ArcKayles::Plain => (Labels::None, Labels::None),
            ArcKayles::Partizan => (Labels::None, COLOURS),
            ArcKayles::Weighted => (Labels::Numbers, Labels::None),
        }
    }
}

impl Listed for ArcKayles {
    type Position = Graph;

    fn read(&self, text: &str) -> Result<Graph, NotationError> {
        let (vertex, edge) = self.labels();
        Graph::read_with(text, vertex, edge)?.undirected(text)
    }

    fn write(&self, graph: &Graph) -> String {
        let (vertex, edge) = self.labels();
        graph.text(vertex, edge)
    }

    fn draw(&self, graph: &Graph) -> Drawing {
        let (vertex, edge) = self.labels();
        graph.drawing(vertex, edge)
    }

    fn is_impartial(&self) -> bool {
        *self != ArcKayles::Partizan
    }

    fn each_move(&self, graph: &Graph, player: Player, found: Found<'_, Graph>) {
        for (number, edge) in graph.edges().iter().enumerate() {
            let (from, to) = (edge.from, edge.to);
            let weight = |vertex: usize| graph.vertices()[vertex].label;
            let after = match self {
                ArcKayles::Partizan if !own(edge.label, player) => continue,
                ArcKayles::Plain | ArcKayles::Partizan => {
                    graph.without(|vertex| vertex == from || vertex == to)
                }
                ArcKayles::Weighted => {
                    if weight(from) == 0 || weight(to) == 0 {
                        continue;
                    }
                    graph.labelled(&[(from, weight(from) - 1), (to, weight(to) - 1)])
                }
            };
            found(after, &|| graph.edge_name(number));
        }
    }

    fn split(&self, graph: Graph, part: &mut dyn FnMut(Graph, Sign)) {
        // Vertices without weight connect nothing.
        let graph = match self {
            ArcKayles::Weighted => graph.without(|vertex| graph.vertices()[vertex].label == 0),
            _ => graph,
        };
        let with_edges = graph.components().into_iter().filter(|one| !one.edges().is_empty());
        with_edges.for_each(|one| part(one, Sign::Plus));
    }

    fn normal(&self, graph: Graph) -> (Graph, Sign) {
        match self {
            ArcKayles::Partizan => first_of_both(&graph),
            _ => (graph.canonical(), Sign::Plus),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a-b   uses the edge between a and b".into()]
    }
}

/// Nim on a graph: a token stands on a vertex, and edges have numbers. A move lowers the
/// number of an edge at the token and takes the token to its other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EdgeNim;

/// The label of the vertex with the token.
const TOKEN: u32 = 1;
const TOKENS: Labels = Labels::Letters("T");

impl Listed for EdgeNim {
    type Position = Graph;

    fn read(&self, text: &str) -> Result<Graph, NotationError> {
        let graph = Graph::read_with(text, TOKENS, Labels::Numbers)?;
        let tokens = graph.vertices().iter().filter(|vertex| vertex.label == TOKEN).count();
        if tokens != 1 || graph.edges().iter().any(|edge| edge.directed) {
            let problem =
                "one vertex has the token, and edges have numbers, as in `a:T, a-b:3, b-c:2`";
            return Err(NotationError::new(problem, 0..text.len()));
        }
        Ok(graph)
    }

    fn write(&self, graph: &Graph) -> String {
        graph.text(TOKENS, Labels::Numbers)
    }

    fn draw(&self, graph: &Graph) -> Drawing {
        graph.drawing(TOKENS, Labels::Numbers)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, graph: &Graph, _: Player, found: Found<'_, Graph>) {
        let token = graph.vertices().iter().position(|vertex| vertex.label == TOKEN);
        let token = token.expect("a position has a token");
        for (number, edge) in graph.edges().iter().enumerate() {
            let other = match token {
                _ if edge.from == token => edge.to,
                _ if edge.to == token => edge.from,
                _ => continue,
            };
            for left in 0..edge.label {
                let moved = graph.labelled(&[(token, 0), (other, TOKEN)]);
                let after = moved.with_edge_label(number, left);
                found(after, &|| format!("{} {left}", graph.edge_name(number)));
            }
        }
    }

    /// Edges that are used up, and what the token cannot reach, mean nothing.
    fn normal(&self, graph: Graph) -> (Graph, Sign) {
        let live = graph.without_edges(|edge| graph.edges()[edge].label == 0);
        let reached = live.reached(|vertex| live.vertices()[vertex].label == TOKEN);
        (live.without(|vertex| !reached[vertex]).canonical(), Sign::Plus)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a-b 2   lowers the number of the edge a-b to 2 and moves along it".into()]
    }
}
