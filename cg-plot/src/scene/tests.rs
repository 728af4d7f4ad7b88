use std::collections::HashSet;

use cg_rulesets::{Drawing, Entry, LoopyRules, Notated, Start};

use super::{Form, Look, Place, Scene};

fn scene(text: &str) -> Scene {
    let start = Start::read(text).unwrap();
    let Ok(drawing) = start.rules.draw(&start.position);
    Scene::of(&drawing)
}

/// The scenes of all rulesets, with their names.
fn all() -> impl Iterator<Item = (&'static str, Scene)> {
    let short = Entry::all()
        .iter()
        .map(|entry| (entry.name, scene(&format!("{} {}", entry.name, entry.example))));
    short.chain(LoopyRules::ALL.into_iter().map(|rules| {
        let Ok(drawing) = rules.draw(&rules.read(rules.example()).unwrap());
        (rules.name(), Scene::of(&drawing))
    }))
}

/// The corners of the box around a mark.
fn ends(form: &Form) -> Vec<Place> {
    match form {
        &Form::Circle { at: (x, y), radius } => {
            vec![(x - radius, y - radius), (x + radius, y + radius)]
        }
        &Form::Rect { at: (x, y), size, .. } => vec![(x, y), (x + size.0, y + size.1)],
        Form::Polygon { corners } => corners.clone(),
        &Form::Line { from, to, .. } => vec![from, to],
        Form::Text { at, .. } => vec![*at],
    }
}

#[test]
fn every_ruleset_is_drawn_inside_its_view() {
    for (name, scene) in all() {
        let (left, top, width, height) = scene.view;
        let inside =
            |(x, y): Place| x >= left && y >= top && x <= left + width && y <= top + height;
        for mark in scene.parts.iter().flat_map(|part| &part.marks) {
            assert!(
                ends(&mark.form).into_iter().all(inside),
                "{name}: {mark:?} of {:?}",
                scene.view
            );
        }
    }
}

#[test]
fn every_spot_has_a_name_of_its_own() {
    for (name, scene) in all() {
        let spots: Vec<_> = scene.parts.iter().filter_map(|part| part.spot).collect();
        assert!(!spots.is_empty(), "{name}");
        assert_eq!(spots.iter().collect::<HashSet<_>>().len(), spots.len(), "{name}");
        assert!(
            scene.parts.iter().all(|part| part.spot.is_none() || !part.label.is_empty()),
            "{name}"
        );
    }
}

fn count(text: &str, look: Look) -> usize {
    scene(text).parts.iter().flat_map(|part| &part.marks).filter(|mark| mark.look == look).count()
}

#[test]
fn pieces_are_drawn_as_their_owners() {
    for (text, look, number) in [
        ("clobber xo.|oxo", Look::Cell, 6),
        ("clobber xo.|oxo", Look::Left, 2),
        ("clobber xo.|oxo", Look::Right, 3),
        ("domineering .#|..", Look::Taken, 1),
        ("toads-and-frogs tt.f", Look::Left, 2),
        ("toppling-dominoes lre", Look::Other, 1),
        ("chomp 2x2", Look::Token, 4),
        ("hackenbush g-a:l, g-a:r, g-a", Look::BothEdge, 1),
        ("hackenbush g-a:l, g-a:r, g-a", Look::Ground, 1),
        ("cutcake 2x3", Look::Crack, 3),
        ("wythoff 3 4", Look::Token, 7),
        ("quicksort 4 1 3", Look::DarkSign, 3),
        ("partizan-euclid 17 5", Look::Missing, 1),
        ("sheep 3 0 | 0 -2", Look::Right, 1),
    ] {
        assert_eq!(count(text, look), number, "{text}");
    }
}

#[test]
fn edges_between_the_same_vertices_differ() {
    let scene = scene("hackenbush g-a:l, g-a:r, g-a");
    let edges = scene.parts.iter().flat_map(|part| &part.marks);
    let bends: HashSet<String> = edges
        .filter_map(|mark| match mark.form {
            Form::Line { bend, .. } if mark.look != Look::Grasp && mark.look != Look::Ground => {
                Some(bend.to_string())
            }
            _ => None,
        })
        .collect();
    assert_eq!(bends.len(), 3);
}

#[test]
fn a_graph_without_vertices_and_a_large_cake_have_a_size() {
    let empty = Drawing::Graph { vertices: Vec::new(), edges: Vec::new() };
    for scene in [Scene::of(&empty), scene("cutcake 1000x1000 + 1x1"), scene("cutcake 0x0")] {
        assert!(scene.view.2 > 20.0 && scene.view.3 > 20.0 && scene.view.2 < 800.0);
    }
}
