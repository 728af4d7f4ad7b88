//! Twins of the games on graphs.

use std::collections::BTreeMap;

use cg_core::Player;

use super::{Positions, Twin, all_digits, is_wide, tried};

/// Vertices by name with their labels, and edges with theirs.
#[derive(Clone, Default)]
struct Net {
    labels: BTreeMap<String, String>,
    edges: Vec<Line>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    from: String,
    to: String,
    directed: bool,
    label: String,
}

impl Line {
    fn at(&self, vertex: &str) -> bool {
        self.from == vertex || self.to == vertex
    }

    /// The other end, when the edge leads there from this vertex.
    fn leads(&self, vertex: &str) -> Option<&str> {
        match self.directed {
            _ if self.from == vertex => Some(&self.to),
            false if self.to == vertex => Some(&self.from),
            _ => None,
        }
    }
}

impl Net {
    fn read(text: &str) -> Self {
        let mut net = Net::default();
        for item in text.split(", ").filter(|item| *item != "none") {
            let (item, label) = item.split_once(':').unwrap_or((item, ""));
            match item.split_once('-') {
                None => {
                    net.labels.insert(item.to_owned(), label.to_owned());
                }
                Some((from, to)) => {
                    let (to, directed) = to.strip_prefix('>').map_or((to, false), |to| (to, true));
                    for end in [from, to] {
                        net.labels.entry(end.to_owned()).or_default();
                    }
                    let (from, to) = if directed || from < to { (from, to) } else { (to, from) };
                    let [from, to, label] = [from, to, label].map(str::to_owned);
                    net.edges.push(Line { from, to, directed, label });
                }
            }
        }
        net
    }

    fn write(&self) -> String {
        let mut edges = self.edges.clone();
        edges.sort();
        let colon = |label: &str| if label.is_empty() { "" } else { ":" };
        let edge = |edge: &Line| {
            let link = if edge.directed { "->" } else { "-" };
            format!("{}{link}{}{}{}", edge.from, edge.to, colon(&edge.label), edge.label)
        };
        let vertex = |(name, label): (&String, &String)| format!("{name}{}{label}", colon(label));
        let items: Vec<String> =
            edges.iter().map(edge).chain(self.labels.iter().map(vertex)).collect();
        if items.is_empty() { "none".into() } else { items.join(", ") }
    }

    fn neighbours(&self, vertex: &str) -> Vec<&str> {
        self.edges.iter().filter_map(|edge| edge.leads(vertex)).collect()
    }

    fn without(&self, gone: &[&str]) -> Net {
        let mut after = self.clone();
        after.labels.retain(|name, _| !gone.contains(&name.as_str()));
        after.edges.retain(|edge| !gone.iter().any(|vertex| edge.at(vertex)));
        after
    }

    /// The vertices that can be reached from one.
    fn reached<'a>(&'a self, from: &'a str) -> Vec<&'a str> {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&vertex) = found.get(next) {
            next += 1;
            for beside in self.neighbours(vertex) {
                if !found.contains(&beside) {
                    found.push(beside);
                }
            }
        }
        found
    }
}

fn plain(text: &str) -> String {
    Net::read(text).write()
}

fn twin(name: &'static str, moves: impl Fn(&Net, Player) -> Vec<Net> + 'static) -> Twin {
    let moves =
        move |text: &str, player| moves(&Net::read(text), player).iter().map(Net::write).collect();
    Twin { plain, ..Twin::new(name, moves) }
}

fn side(player: Player) -> &'static str {
    if player == Player::Left { "L" } else { "R" }
}

/// A vertex is coloured where `permits` says so of its label. It goes; its neighbours learn of
/// the colour, and those that are beside both colours go.
fn colouring(name: &'static str, permits: fn(label: &str, own: &str, other: &str) -> bool) -> Twin {
    twin(name, move |net, player| {
        let (own, other) = (side(player), side(player.opponent()));
        let chosen = net.labels.iter().filter(|(_, label)| permits(label, own, other));
        let coloured = |(chosen, _): (&String, &String)| {
            let mut after = net.clone();
            let mut gone = vec![chosen.as_str()];
            for beside in net.neighbours(chosen) {
                if net.labels[beside] == other {
                    gone.push(beside);
                } else {
                    after.labels.insert(beside.to_owned(), own.to_owned());
                }
            }
            after.without(&gone)
        };
        chosen.map(coloured).collect()
    })
}

fn node_kayles() -> Twin {
    twin("node-kayles", |net, _| {
        let taken = |vertex: &String| {
            let mut gone = net.neighbours(vertex);
            gone.push(vertex);
            net.without(&gone)
        };
        net.labels.keys().map(taken).collect()
    })
}

fn placement() -> Twin {
    twin("digraph-placement", |net, player| {
        let own = net.labels.iter().filter(|(_, owner)| *owner == side(player));
        let taken = |(vertex, _): (&String, &String)| {
            let mut gone = net.neighbours(vertex);
            gone.push(vertex);
            net.without(&gone)
        };
        own.map(taken).collect()
    })
}

fn poset() -> Twin {
    twin("poset", |net, _| {
        net.labels.keys().map(|element| net.without(&net.reached(element))).collect()
    })
}

/// Whether a player may use an edge: of theirs, or of both.
fn is_own(label: &str, player: Player) -> bool {
    label != if player == Player::Left { "r" } else { "l" }
}

fn hackenbush(name: &'static str, childish: bool) -> Twin {
    let moves = move |net: &Net, player| {
        let mut found = Vec::new();
        for (number, edge) in net.edges.iter().enumerate() {
            if !is_own(&edge.label, player) {
                continue;
            }
            let mut cut = net.clone();
            cut.edges.remove(number);
            let held = cut.reached("g");
            let fallen: Vec<&str> =
                cut.labels.keys().map(String::as_str).filter(|name| !held.contains(name)).collect();
            let after = cut.without(&fallen);
            let edge_falls = after.edges.len() < cut.edges.len();
            let coloured = edge.label == "l" || edge.label == "r";
            if !(childish && coloured && edge_falls) {
                found.push(after);
            }
        }
        found
    };
    // The ground stands even alone, and `e` is the label of an edge without one.
    let plain = |text: &str| {
        let mut net = Net::read(text);
        net.labels.insert("g".into(), String::new());
        net.edges.iter_mut().filter(|edge| edge.label == "e").for_each(|edge| edge.label.clear());
        net.write()
    };
    Twin { plain, ..twin(name, moves) }
}

fn arc_kayles(name: &'static str) -> Twin {
    let moves = |net: &Net, player| {
        let own = net.edges.iter().filter(|edge| is_own(&edge.label, player));
        own.map(|edge| net.without(&[&edge.from, &edge.to])).collect()
    };
    let plain = |text: &str| {
        let mut net = Net::read(text);
        net.edges.iter_mut().filter(|edge| edge.label == "e").for_each(|edge| edge.label.clear());
        net.write()
    };
    Twin { plain, ..twin(name, moves) }
}

fn number(label: &str) -> u32 {
    if label.is_empty() { 0 } else { label.parse().unwrap() }
}

/// A label of 0 is not written.
fn label(number: u32) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

fn weighted() -> Twin {
    twin("weighted-arc-kayles", |net, _| {
        let weight = |vertex: &String| number(&net.labels[vertex]);
        let heavy = net.edges.iter().filter(|edge| weight(&edge.from) > 0 && weight(&edge.to) > 0);
        let lowered = |edge: &Line| {
            let mut after = net.clone();
            for end in [&edge.from, &edge.to] {
                after.labels.insert(end.clone(), label(weight(end) - 1));
            }
            after
        };
        heavy.map(lowered).collect()
    })
}

fn edge_nim() -> Twin {
    twin("edge-nim", |net, _| {
        let (token, _) = net.labels.iter().find(|(_, label)| *label == "T").unwrap();
        let mut found = Vec::new();
        for (place, edge) in net.edges.iter().enumerate() {
            let Some(to) = edge.leads(token) else { continue };
            for left in 0..number(&edge.label) {
                let mut after = net.clone();
                after.edges[place].label = label(left);
                after.labels.insert(token.clone(), String::new());
                after.labels.insert(to.to_owned(), "T".into());
                found.push(after);
            }
        }
        found
    })
}

/// Strings that are left, with the ground among their ends.
type Strings = Vec<(String, String)>;

/// Who wins in Nimstring beside a heap, by the rules alone: who frees a coin moves again.
#[derive(Default)]
struct Oracle(std::collections::HashMap<(Strings, u32), bool>);

/// The strings after the cut of each of them, and whether the cut frees a coin.
fn cuts(strings: &Strings) -> Vec<(Strings, bool)> {
    let cut = |at: usize| {
        let mut after = strings.clone();
        let (one, other) = after.remove(at);
        let free = |coin: &str| {
            coin != "g" && !after.iter().any(|(one, other)| one == coin || other == coin)
        };
        let frees = free(&one) || free(&other);
        (after, frees)
    };
    (0..strings.len()).map(cut).collect()
}

impl Oracle {
    fn wins(&mut self, strings: &Strings, heap: u32) -> bool {
        if let Some(&known) = self.0.get(&(strings.clone(), heap)) {
            return known;
        }
        let wins = (0..heap).any(|smaller| !self.wins(strings, smaller))
            || cuts(strings).iter().any(|(after, frees)| self.wins(after, heap) == *frees);
        self.0.insert((strings.clone(), heap), wins);
        wins
    }

    /// The heaps beside which who moves loses: one, or none for a loony position.
    fn nimbers(&mut self, strings: &Strings) -> Vec<u32> {
        let most = u32::try_from(strings.len()).unwrap() + 2;
        (0..most).filter(|&heap| !self.wins(strings, heap)).collect()
    }
}

fn strings(text: &str) -> Strings {
    let mut strings: Strings =
        Net::read(text).edges.into_iter().map(|edge| (edge.from, edge.to)).collect();
    strings.sort();
    strings
}

fn of_strings(strings: &Strings) -> String {
    let texts: Vec<String> = strings.iter().map(|(one, other)| format!("{one}-{other}")).collect();
    if texts.is_empty() { "none".into() } else { texts.join(", ") }
}

fn nimstring() -> Twin {
    let plain: fn(&str) -> String = |text| of_strings(&strings(text));
    let oracle = std::cell::RefCell::new(Oracle::default());
    let twin = Twin::impartial("nimstring", move |text| {
        let mut found = Vec::new();
        let mut begun = vec![strings(text)];
        while let Some(left) = begun.pop() {
            for (after, frees) in cuts(&left) {
                if frees {
                    begun.push(after);
                } else if !oracle.borrow_mut().nimbers(&after).is_empty() {
                    found.push(of_strings(&after));
                }
            }
        }
        found
    });
    Twin { plain, ..twin }
}

/// Graphs of strings that are not loony.
fn tied() -> impl Iterator<Item = String> {
    let mut oracle = Oracle::default();
    let graphs = nets(4, &["", "-"], &[""]).chain(
        [
            "a-g, a-g, a-g",
            "a-g, a-g, a-b, b-g, b-g",
            "a-b, b-c, c-d, d-a, a-g",
            "a-g, a-b, a-b, b-g",
        ]
        .map(str::to_owned),
    );
    graphs
        .map(|text| of_strings(&strings(&text)))
        .filter(move |text| !oracle.nimbers(&strings(text)).is_empty())
}

/// The value is the one heap beside which who moves loses, and a position without such a
/// heap is refused.
#[test]
fn nimstring_has_the_nimbers_of_its_rules() {
    use cg_rulesets::{Known, Ruleset, Start};
    let mut oracle = Oracle::default();
    let mut loony = 0;
    for text in nets(4, &["", "-"], &[""]) {
        let strings = strings(&text);
        let text = of_strings(&strings);
        let read = Start::read(&format!("nimstring {text}"));
        match oracle.nimbers(&strings)[..] {
            [] => {
                assert!(read.unwrap_err().problem.contains("loony"), "{text}");
                loony += 1;
            }
            [nimber] => {
                let start = read.unwrap();
                let Ok(known) = start.rules.known(&start.position);
                match known {
                    Some(Known::Value(value)) => assert_eq!(value.nimber, nimber.into(), "{text}"),
                    _ => assert!(strings.is_empty(), "{text}"),
                }
            }
            ref several => panic!("{text}: {several:?}"),
        }
    }
    assert!(loony > 5, "{loony}");
}

const NAMES: [&str; 6] = ["g", "a", "b", "c", "d", "e"];

/// All graphs of so many vertices: each pair of them has one of `links`, each vertex one of
/// `labels`.
fn nets(
    vertices: usize,
    links: &'static [&'static str],
    labels: &'static [&'static str],
) -> impl Iterator<Item = String> {
    let pairs: Vec<(usize, usize)> =
        (0..vertices).flat_map(|one| (0..one).map(move |other| (other, one))).collect();
    all_digits(pairs.len(), links.len()).flat_map(move |chosen| {
        let edge = |(&(one, other), &link): (&(usize, usize), &usize)| {
            let link = links[link];
            (!link.is_empty()).then(|| match link.split_once(':') {
                None => format!("{}{link}{}", NAMES[one], NAMES[other]),
                Some(("<-", _)) => format!("{}->{}", NAMES[other], NAMES[one]),
                Some((link, label)) => format!("{}{link}{}:{label}", NAMES[one], NAMES[other]),
            })
        };
        let edges: Vec<String> = pairs.iter().zip(&chosen).filter_map(edge).collect();
        all_digits(vertices, labels.len()).map(move |chosen| {
            let vertex = |(name, &label): (&&str, &usize)| format!("{name}{}", labels[label]);
            let mut items = edges.clone();
            items.extend(NAMES.iter().zip(&chosen).map(vertex));
            items.join(", ")
        })
    })
}

/// Graphs of fewer than `most` vertices, and of those of as many and of one more vertex some.
fn graphs(
    most: usize,
    links: &'static [&'static str],
    labels: &'static [&'static str],
    step: usize,
) -> Positions {
    let small = (1..most).flat_map(move |vertices| nets(vertices, links, labels));
    let step_now = if is_wide() { 1 } else { 3 };
    let large = nets(most, links, labels).step_by(step_now);
    Box::new(small.chain(large).chain(nets(most + 1, links, labels).step_by(step * step_now)))
}

/// Pictures of Hackenbush: all of the graph hangs on the ground.
fn pictures() -> Positions {
    let stands = |text: &String| {
        let net = Net::read(text);
        net.reached("g").len() == net.labels.len()
    };
    Box::new(graphs(4, &["", "-:l", "-:r", "-:e"], &[""], 997).filter(stands))
}

/// Graphs with one token.
fn tokens() -> Positions {
    let graphs = graphs(3, &["", "-:1", "-:2", "-:3"], &["", ":T"], 7);
    Box::new(graphs.filter(|text| text.matches('T').count() == 1))
}

pub(crate) fn twins() -> Vec<(Twin, Positions)> {
    let labelled = || graphs(4, &["", "-"], &["", ":L", ":R"], 53);
    let bare = || graphs(5, &["", "-"], &[""], 17);
    vec![
        (colouring("col", |label, own, _| label != own), labelled()),
        (colouring("snort", |label, _, other| label != other), labelled()),
        (colouring("fjords", |label, own, _| label == own), labelled()),
        (node_kayles(), bare()),
        (arc_kayles("arc-kayles"), bare()),
        (arc_kayles("partizan-arc-kayles"), graphs(4, &["", "-:l", "-:r", "-:e"], &[""], 997)),
        (weighted(), graphs(3, &["", "-"], &["", ":1", ":2", ":3"], 11)),
        (placement(), graphs(3, &["", "->", "<-:", "-"], &[":L", ":R"], 29)),
        (poset(), graphs(5, &["", "->"], &[""], 17)),
        (hackenbush("hackenbush", false), pictures()),
        (hackenbush("childish-hackenbush", true), pictures()),
        (edge_nim(), tokens()),
        (nimstring(), Box::new(tied())),
    ]
}

#[test]
fn colours_of_vertices() {
    tried(twins(), &["col", "snort", "fjords"]);
}

#[test]
fn vertices_that_are_taken() {
    tried(twins(), &["node-kayles", "digraph-placement", "poset"]);
}

#[test]
fn edges_that_are_cut() {
    tried(twins(), &["hackenbush", "childish-hackenbush"]);
}

#[test]
fn edges_that_are_taken() {
    tried(twins(), &["arc-kayles", "partizan-arc-kayles"]);
}

#[test]
fn weights_and_tokens() {
    tried(twins(), &["weighted-arc-kayles", "edge-nim", "nimstring"]);
}

#[test]
fn stalks_are_paths_on_the_ground() {
    let read = |text: &str| cg_rulesets::Start::read(&format!("hackenbush {text}")).unwrap();
    for (stalks, graph) in [("lre", "g-a:l, a-b:r, b-c:e"), ("l|r", "g-a:l, g-b:r"), ("g", "g")] {
        let [one, other] = [stalks, graph].map(|text| {
            let start = read(text);
            cg_rulesets::Ruleset::normal(&start.rules, start.position)
        });
        assert_eq!(one, other, "{stalks}");
    }
}
