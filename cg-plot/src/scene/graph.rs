//! Graphs: what stands on the ground is a tree on it, as far as it is one. Any other graph is laid out by springs.

use std::collections::HashMap;
use std::f64::consts::TAU;

use cg_rulesets::{DrawnEdge, DrawnVertex, Owner, Spot};

use super::{
    Form, Look, Mark, Place, Scene, ScenePart, circle, float, line, place, rounded, sign, square,
    text, wide,
};
use crate::sheet::Anchor;

/// Pixels between neighbours on the ground, and from an edge's lower end to its upper one.
const ASIDE: f64 = 76.0;
const LEVEL: f64 = 70.0;
/// Pixels around a graph.
const MARGIN: f64 = 26.0;
/// The rest length of a spring, and how often springs pull.
const SPRING: f64 = 80.0;
const ROUNDS: u32 = 200;

/// Vertices and edges. The ground is at height 0.
pub(super) fn scene(vertices: &[DrawnVertex], edges: &[DrawnEdge]) -> Scene {
    let ground = vertices.iter().position(|vertex| vertex.is_ground);
    let at = match ground {
        Some(ground) => standing(vertices.len(), edges, ground),
        None => sprung(vertices.len(), edges),
    };
    let standing = || (0..vertices.len()).filter(|&vertex| Some(vertex) != ground);
    let mut shown: Vec<Place> = standing().map(|vertex| at[vertex]).collect();
    let rightmost = shown.iter().map(|place| place.0).fold(-50.0, f64::max);
    let arches = edges.iter().filter(|edge| ends_on(edge, ground) == 2).count();
    if ground.is_some() {
        shown.extend(shown.clone().iter().map(|place| (place.0, 0.0)));
        shown.extend([(rightmost + 60.0 * float(arches), 0.0), (0.0, 0.0)]);
    }
    // Nothing is left: the drawing is empty, and not without a size.
    shown.push(shown.first().copied().unwrap_or_default());
    let names = vertices.iter().map(|vertex| wide(&vertex.name)).fold(0.0, f64::max);
    let least = |of: fn(&Place) -> f64| shown.iter().map(of).fold(f64::INFINITY, f64::min) - MARGIN;
    let most =
        |of: fn(&Place) -> f64| shown.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + MARGIN;
    let (left, top) = place((least(|it| it.0), least(|it| it.1)));
    let (right, low) = place((most(|it| it.0) + names, most(|it| it.1)));
    let mut scene =
        Scene { view: (left, top, rounded(right - left), rounded(low - top)), ..Scene::default() };
    if ground.is_some() {
        let ends = ((left + 8.0, 0.0), (right - 8.0, 0.0));
        scene.still((0.0, 0.0), vec![line(Look::Ground, ends.0, ends.1)]);
    }
    let mut between: HashMap<(usize, usize), usize> = HashMap::new();
    for (number, edge) in edges.iter().enumerate() {
        let nth = between.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_default();
        // An edge stands on the ground below its other end. What leads from the ground to it stands beside all.
        let beside = rightmost + 60.0 * float(*nth + 1);
        let foot = |end: usize, other: usize, beside: f64| match ground {
            Some(ground) if end == ground && other == ground => (beside, 0.0),
            Some(ground) if end == ground => (at[other].0, 0.0),
            _ => at[end],
        };
        let mut from = foot(edge.from, edge.to, beside - 20.0);
        let mut to = foot(edge.to, edge.from, beside - 60.0);
        // Several edges between two vertices are bent apart.
        let turn = if *nth % 2 == 1 { -1.0 } else { 1.0 };
        let mut bend = turn * float(nth.div_ceil(2)) * 26.0;
        let flat = |other: &Place| (other.1 - from.1).abs() < 1.0;
        let inside = |other: &Place| (other.0 - from.0) * (other.0 - to.0) < -1.0;
        if edge.from == edge.to {
            // A loop is an arch.
            if Some(edge.from) != ground {
                (from.0, to.0) = (from.0 + 20.0, to.0 - 20.0);
            }
            bend = 60.0 + 18.0 * float(*nth);
        } else if flat(&to) && standing().any(|it| flat(&at[it]) && inside(&at[it])) {
            // The edge passes above vertices between its ends at the same height.
            bend -= 50.0 * (to.0 - from.0).signum();
        }
        *nth += 1;
        let look = match edge.owner {
            Owner::Left => Look::LeftEdge,
            Owner::Right => Look::RightEdge,
            Owner::Both => Look::BothEdge,
            Owner::Neither => Look::Edge,
        };
        let named = |end| Some(end).filter(|&end| Some(end) != ground);
        let ends = (named(edge.from), named(edge.to));
        let path = |look, arrow| {
            let (from, to) = (place(from), place(to));
            Mark { look, form: Form::Line { from, to, bend, arrow, ends } }
        };
        let mut marks = vec![path(Look::Grasp, false), path(look, edge.directed)];
        let middle = middle(from, to, bend);
        if !edge.label.is_empty() && edge.owner == Owner::Neither {
            let at = (middle.0 + 6.0, middle.1 - 8.0);
            marks.push(text(Look::Axis, at, edge.label.clone(), Anchor::Start));
        }
        let whose = match edge.owner {
            Owner::Left => "Left's ",
            Owner::Right => "Right's ",
            Owner::Both | Owner::Neither => "",
        };
        let (from, to) = (&vertices[edge.from].name, &vertices[edge.to].name);
        scene.spot(Spot::Edge(number), format!("{whose}edge {from} to {to}"), middle, marks);
    }
    for vertex in standing() {
        let (DrawnVertex { name, label, owner, .. }, at) = (&vertices[vertex], at[vertex]);
        let radius = if label.is_empty() { 9.0 } else { 13.0 };
        let mut marks = vec![match owner {
            Owner::Left => circle(Look::LeftVertex, at, radius),
            Owner::Right => square(Look::RightVertex, at, radius - 1.0, 3.0),
            Owner::Both | Owner::Neither => circle(Look::Vertex, at, radius),
        }];
        if !label.is_empty() {
            marks.push(text(sign(*owner), at, label.clone(), Anchor::Middle));
        }
        marks.push(text(Look::Axis, (at.0 + 12.0, at.1 - 14.0), name.clone(), Anchor::Start));
        let (spot, label) = (Some(Spot::Vertex(vertex)), format!("vertex {name} {label}"));
        let (name, at) = (name.clone(), place(at));
        scene.parts.push(ScenePart { spot, label, name, at, marks });
    }
    scene
}

/// How many ends of an edge are on the ground.
fn ends_on(edge: &DrawnEdge, ground: Option<usize>) -> usize {
    [edge.from, edge.to].into_iter().filter(|&end| Some(end) == ground).count()
}

/// The point that pulls a bent line aside.
pub(super) fn middle(from: Place, to: Place, bend: f64) -> Place {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (x, y) = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
    (x - dy / length * bend, y + dx / length * bend)
}

/// Each vertex as high as it is edges away from the ground, and in the middle above those that it carries.
fn standing(count: usize, edges: &[DrawnEdge], ground: usize) -> Vec<Place> {
    let mut carried: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut level: Vec<Option<u32>> = vec![None; count];
    level[ground] = Some(0);
    let mut found = vec![ground];
    let mut next = 0;
    while let Some(&here) = found.get(next) {
        next += 1;
        for edge in edges {
            for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
                if from == here && level[to].is_none() {
                    level[to] = level[here].map(|level| level + 1);
                    carried[here].push(to);
                    found.push(to);
                }
            }
        }
    }
    let mut across: Vec<Option<f64>> = vec![None; count];
    let mut free = (0..).map(|number: u32| f64::from(number) * ASIDE);
    // Those that carry nothing stand side by side; the others are placed after those that they carry.
    let mut waiting = vec![ground];
    while let Some(here) = waiting.pop() {
        if carried[here].is_empty() && here != ground {
            across[here] = free.next();
        }
        waiting.extend(carried[here].iter().rev());
    }
    for &vertex in found.iter().rev() {
        if let (Some(&first), Some(&last)) = (carried[vertex].first(), carried[vertex].last()) {
            across[vertex] = across[first].zip(across[last]).map(|(a, b)| f64::midpoint(a, b));
        }
    }
    let place = |vertex: usize| {
        let x = across[vertex].or_else(|| free.next()).unwrap_or(0.0);
        (x, -LEVEL * f64::from(level[vertex].unwrap_or(1)))
    };
    (0..count).map(place).collect()
}

/// Edges are springs, and all vertices push each other away.
fn sprung(count: usize, edges: &[DrawnEdge]) -> Vec<Place> {
    let start = |number: usize| {
        let angle = TAU * float(number) / float(count.max(1));
        (90.0 * angle.cos(), 90.0 * angle.sin())
    };
    let mut at: Vec<Place> = (0..count).map(start).collect();
    for round in 0..ROUNDS {
        let heat = 12.0 * (1.0 - f64::from(round) / f64::from(ROUNDS));
        let mut push = vec![(0.0, 0.0); count];
        let mut pull = |vertex: usize, (x, y): Place, force: f64| {
            push[vertex] = (push[vertex].0 + x * force, push[vertex].1 + y * force);
        };
        let apart = |from: Place, to: Place| {
            let off = |difference: f64| if difference == 0.0 { 0.1 } else { difference };
            (off(from.0 - to.0), off(from.1 - to.1))
        };
        for one in 0..count {
            for other in 0..one {
                let away = apart(at[one], at[other]);
                let force = 4000.0 / (away.0 * away.0 + away.1 * away.1 + 1.0) / 60.0;
                pull(one, away, force);
                pull(other, away, -force);
            }
        }
        for edge in edges.iter().filter(|edge| edge.from != edge.to) {
            let away = apart(at[edge.to], at[edge.from]);
            let length = away.0.hypot(away.1);
            let force = (length - SPRING) / 12.0 / length;
            pull(edge.from, away, force);
            pull(edge.to, away, -force);
        }
        for (place, (x, y)) in at.iter_mut().zip(push) {
            *place = (place.0 + x.clamp(-heat, heat), place.1 + y.clamp(-heat, heat));
        }
    }
    at
}
