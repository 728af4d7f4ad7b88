//! Graphs: their functions in the language.

use crate::builtin::BuiltIn;
use crate::context::{Context, RunResult, wrong_kind};
use crate::error::RunError;
use crate::graph::{Edge, Graph, Vertex, is_name};
use crate::heap::Shared;
use crate::value::Value;

/// The functions that take graphs only.
pub(crate) fn functions() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "graph",
            "graph(text)",
            "The graph with these edges and vertices: graph(\"a-b, b-c:red, d\").",
            1..=1,
            |context, values| match &values[0] {
                Value::Graph(_) => Ok(values[0].clone()),
                Value::Text(text) => match Graph::read(text.as_str()) {
                    Ok(graph) => Ok(context.heap.graph(graph)),
                    Err(error) => Err(refused("graph", &error.to_string())),
                },
                other => Err(wrong_kind("the argument of `graph`", "a text", other)),
            },
        ),
        BuiltIn::new(
            "vertices",
            "vertices(g, x)",
            "The vertices of a graph, those with the label x, or all.",
            1..=2,
            |context, values| {
                let graph = graph(&values[0], "vertices")?;
                let wanted = wanted(values.get(1), "vertices")?;
                let takes = |vertex: &&Vertex| wanted.is_none_or(|wanted| *vertex.label == *wanted);
                let names = graph.vertices.iter().filter(takes);
                let names = names.map(|vertex| context.text(&*vertex.name)).collect();
                context.list(names)
            },
        ),
        BuiltIn::new(
            "edges",
            "edges(g, x)",
            "The edges of a graph as pairs of vertices, those with the label x, or all.",
            1..=2,
            |context, values| {
                let graph = graph(&values[0], "edges")?;
                let wanted = wanted(values.get(1), "edges")?;
                let takes = |edge: &&Edge| wanted.is_none_or(|wanted| *edge.label == *wanted);
                let mut pairs = Vec::new();
                for edge in graph.edges.iter().filter(takes) {
                    let ends = edge.ends.iter().map(|end| context.text(&**end)).collect();
                    pairs.push(context.list(ends)?);
                }
                context.list(pairs)
            },
        ),
        BuiltIn::new(
            "label",
            "label(g, v)",
            "The label of a vertex, or of an edge [v, w]; the empty text if there is none.",
            2..=2,
            |context, values| {
                let graph = graph(&values[0], "label")?;
                Ok(match part(&graph, &values[1], None, "label")? {
                    Part::Vertex(at) => context.text(&*graph.vertices[at].label),
                    Part::Edge(at) => context.text(&*graph.edges[at].label),
                })
            },
        ),
        BuiltIn::new(
            "delete",
            "delete(g, v)",
            "The graph without a vertex and its edges, or without an edge [v, w]; delete(g, [v, w], x) takes one with the label x.",
            2..=3,
            |context, values| {
                let graph = graph(&values[0], "delete")?;
                let wanted = wanted(values.get(2), "delete")?;
                let left = match part(&graph, &values[1], wanted, "delete")? {
                    Part::Vertex(deleted) => {
                        let mut kept = vec![true; graph.vertices.len()];
                        kept[deleted] = false;
                        graph.restricted(&kept)
                    }
                    Part::Edge(deleted) => {
                        let mut edges = graph.edges.clone();
                        edges.remove(deleted);
                        Graph::of(graph.vertices.clone(), edges)
                    }
                };
                Ok(context.heap.graph(left))
            },
        ),
        BuiltIn::new(
            "component",
            "component(g, v)",
            "The part of a graph that hangs together with a vertex.",
            2..=2,
            |context, values| {
                let graph = graph(&values[0], "component")?;
                let Part::Vertex(at) = part(&graph, &values[1], None, "component")? else {
                    return Err(wrong_kind("the vertex of `component`", "a text", &values[1]));
                };
                Ok(context.heap.graph(graph.restricted(&graph.reached(at))))
            },
        ),
        BuiltIn::new(
            "canonicalgraph",
            "canonicalgraph(g)",
            "The same graph for all graphs that are isomorphic, with equal labels; its vertices are numbered.",
            1..=1,
            |context, values| {
                let canonical = canonical(context, &*graph(&values[0], "canonicalgraph")?)?;
                Ok(context.heap.graph(canonical))
            },
        ),
        BuiltIn::new(
            "samegraph",
            "samegraph(g, h)",
            "Whether two graphs are isomorphic, with equal labels.",
            2..=2,
            |context, values| {
                let [g, h] = [0, 1].map(|at| graph(&values[at], "samegraph"));
                let (g, h) = (g?, h?);
                let counts = |graph: &Graph| (graph.vertices.len(), graph.edges.len());
                let same =
                    counts(&g) == counts(&h) && canonical(context, &g)? == canonical(context, &h)?;
                Ok(same.into())
            },
        ),
    ]
}

/// A search keeps a labelling for each vertex.
const MOST_LABELLED: usize = 1000;

fn canonical(context: &mut Context<'_>, graph: &Graph) -> RunResult<Graph> {
    if graph.vertices.len() > MOST_LABELLED {
        let message = format!("it takes graphs of at most {MOST_LABELLED} vertices");
        return Err(refused("canonicalgraph", &message));
    }
    graph.canonical(&mut || context.engine.look(0).map_err(RunError::from))
}

/// `neighbours(g, v)`.
pub(crate) fn neighbours(
    context: &mut Context<'_>,
    graph: &Graph,
    values: &[Value],
) -> RunResult<Value> {
    let [vertex] = values else {
        return Err(refused("neighbours", "of a graph it takes a vertex"));
    };
    let Part::Vertex(at) = part(graph, vertex, None, "neighbours")? else {
        return Err(wrong_kind("the vertex of `neighbours`", "a text", vertex));
    };
    let names = graph.neighbours(&graph.vertices[at].name);
    let names = names.into_iter().map(|name| context.text(name)).collect();
    context.list(names)
}

/// `put(g, v, x)`.
pub(crate) fn put(context: &mut Context<'_>, graph: &Graph, values: &[Value]) -> RunResult<Value> {
    let [place, label] = values else {
        return Err(refused("put", "of a graph it takes a vertex or an edge, and a label"));
    };
    let label = match label {
        Value::Text(label) if label.length() == 0 || is_name(label.as_str()) => label.as_str(),
        Value::Text(_) => {
            return Err(refused("put", "a label is made of letters, digits and `_`"));
        }
        other => return Err(wrong_kind("a label", "a text", other)),
    };
    let (mut vertices, mut edges) = (graph.vertices.clone(), graph.edges.clone());
    match part(graph, place, None, "put")? {
        Part::Vertex(at) => vertices[at].label = label.into(),
        Part::Edge(at) => edges[at].label = label.into(),
    }
    Ok(context.heap.graph(Graph::of(vertices, edges)))
}

/// `parts(g)`.
pub(crate) fn parts(context: &mut Context<'_>, graph: &Graph) -> RunResult<Value> {
    let parts = graph.components().into_iter().map(|part| context.heap.graph(part)).collect();
    context.list(parts)
}

/// A vertex or an edge, by its number.
enum Part {
    Vertex(usize),
    Edge(usize),
}

/// The vertex or the edge that a value names, of the edges one with the label that is
/// wanted.
fn part(graph: &Graph, value: &Value, wanted: Option<&str>, name: &str) -> RunResult<Part> {
    if let Value::Text(vertex) = value {
        return match graph.vertex(vertex.as_str()) {
            Some(at) => Ok(Part::Vertex(at)),
            None => Err(refused(name, &format!("the graph has no vertex {:?}", vertex.as_str()))),
        };
    }
    match value.as_texts().as_deref() {
        Some(&[a, b]) => {
            let edge = Edge::new(a, b, "");
            let fits = |found: &Edge| {
                found.ends == edge.ends && wanted.is_none_or(|wanted| *found.label == *wanted)
            };
            match graph.edges.iter().position(fits) {
                Some(at) => Ok(Part::Edge(at)),
                None => Err(refused(name, &format!("the graph has no such edge {a}-{b}"))),
            }
        }
        _ => {
            Err(wrong_kind(&format!("what `{name}` is told"), "a vertex, or an edge [v, w]", value))
        }
    }
}

fn graph(value: &Value, name: &str) -> RunResult<Shared<Graph>> {
    match value {
        Value::Graph(graph) => Ok(graph.clone()),
        other => Err(wrong_kind(&format!("the first argument of `{name}`"), "a graph", other)),
    }
}

/// The label that is asked for.
fn wanted<'v>(value: Option<&'v Value>, name: &str) -> RunResult<Option<&'v str>> {
    match value {
        None => Ok(None),
        Some(Value::Text(label)) => Ok(Some(label.as_str())),
        Some(other) => Err(wrong_kind(&format!("the label of `{name}`"), "a text", other)),
    }
}

fn refused(name: &str, message: &str) -> RunError {
    RunError::Refused { function: name.into(), message: message.into() }
}
