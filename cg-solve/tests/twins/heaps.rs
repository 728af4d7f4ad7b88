//! Twins of the games on heaps, pairs of numbers, cakes and rows of numbers.

use cg_core::Player;

use super::{Positions, Twin, all_digits, tried};

fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Any number from one heap, or numbers from both that differ by less than `near`.
fn wythoff(name: &'static str, near: u64) -> Twin {
    Twin::impartial(name, move |text| {
        let [one, other] = numbers(text)[..] else { panic!("{text}") };
        let mut found = Vec::new();
        for left in 0..=one {
            for also in 0..=other {
                let (taken, too) = (one - left, other - also);
                let from_one_heap = (taken == 0) != (too == 0);
                let from_both = taken > 0 && too > 0 && taken.abs_diff(too) < near;
                if from_one_heap || from_both {
                    found.push(joined(&[left, also]));
                }
            }
        }
        found
    })
}

fn euclid() -> Twin {
    Twin::new("partizan-euclid", |text, player| {
        let [p, q] = numbers(text)[..] else { panic!("{text}") };
        // p = k q + r, and the multiple of q above p is q - r away.
        match p % q {
            0 => Vec::new(),
            r if player == Player::Left => vec![joined(&[q, r])],
            r => vec![joined(&[q, q - r])],
        }
    })
}

/// A piece of cake: rows and columns.
type Piece = (u64, u64);

fn pieces(text: &str) -> Vec<Piece> {
    let piece = |piece: &str| {
        let (rows, columns) = piece.split_once('x').unwrap();
        (rows.parse().unwrap(), columns.parse().unwrap())
    };
    text.split(" + ").map(piece).collect()
}

/// A piece is replaced by what `cut` makes of it. Left cuts columns. Pieces without squares
/// are nothing.
fn cake(name: &'static str, cut: fn(piece: Piece, player: Player) -> Vec<Vec<Piece>>) -> Twin {
    let plain = |text: &str| {
        let mut pieces = pieces(text);
        pieces.retain(|&(rows, columns)| rows > 0 && columns > 0);
        pieces.sort_unstable();
        let texts: Vec<String> =
            pieces.iter().map(|(rows, columns)| format!("{rows}x{columns}")).collect();
        if texts.is_empty() { "0x0".into() } else { texts.join(" + ") }
    };
    let moves = move |text: &str, player| {
        let pieces = pieces(text);
        let mut found = Vec::new();
        let whole = |&(_, &(rows, columns)): &(usize, &Piece)| rows > 0 && columns > 0;
        for (place, &piece) in pieces.iter().enumerate().filter(whole) {
            for left in cut(piece, player) {
                let mut after = pieces.clone();
                after.splice(place..=place, left);
                let texts: Vec<String> =
                    after.iter().map(|(rows, columns)| format!("{rows}x{columns}")).collect();
                found.push(if texts.is_empty() { "0x0".into() } else { texts.join(" + ") });
            }
        }
        found
    };
    Twin { plain, ..Twin::new(name, moves) }
}

/// The piece with this side instead of the one that a player cuts.
fn with_side((rows, columns): Piece, player: Player, side: u64) -> Piece {
    if player == Player::Left { (rows, side) } else { (side, columns) }
}

fn side((rows, columns): Piece, player: Player) -> u64 {
    if player == Player::Left { columns } else { rows }
}

fn halves(piece: Piece, player: Player) -> Vec<Vec<Piece>> {
    let length = side(piece, player);
    let both = |at: u64| [at, length - at].map(|side| with_side(piece, player, side)).to_vec();
    (1..length).map(both).collect()
}

fn equal_parts(piece: Piece, player: Player) -> Vec<Vec<Piece>> {
    let length = side(piece, player);
    let parts = (2..=length).filter(|parts| length.is_multiple_of(*parts));
    let equal = |parts: u64| {
        (0..parts).map(|_| with_side(piece, player, length / parts)).collect::<Vec<_>>()
    };
    parts.map(equal).collect()
}

fn eaten(piece: Piece, player: Player) -> Vec<Vec<Piece>> {
    let length = side(piece, player);
    let both =
        |line: u64| [line, length - 1 - line].map(|side| with_side(piece, player, side)).to_vec();
    (0..length).map(both).collect()
}

fn turned_and_eaten((rows, columns): Piece, player: Player) -> Vec<Vec<Piece>> {
    eaten((columns, rows), player)
}

/// What taking so many tokens may leave of a heap: 0, 1 or 2 heaps.
type Leaves = fn(player: Player, taken: u64) -> &'static [usize];

fn taking(name: &'static str, leaves: Leaves) -> Twin {
    let moves = move |text: &str, player| {
        let heaps = if text.is_empty() { Vec::new() } else { numbers(text) };
        let mut found = Vec::new();
        for (place, &heap) in heaps.iter().enumerate() {
            for taken in 1..=heap {
                let rest = heap - taken;
                for &parts in leaves(player, taken) {
                    let left: Vec<Vec<u64>> = match parts {
                        0 if rest == 0 => vec![vec![]],
                        1 if rest > 0 => vec![vec![rest]],
                        2 => (1..rest).map(|one| vec![one, rest - one]).collect(),
                        _ => Vec::new(),
                    };
                    for left in left {
                        let mut after = heaps.clone();
                        after.splice(place..=place, left);
                        after.sort_unstable();
                        found.push(joined(&after));
                    }
                }
            }
        }
        found
    };
    Twin { plain: sorted_heaps, ..Twin::new(name, moves) }
}

fn sorted_heaps(text: &str) -> String {
    let mut heaps = if text.is_empty() { Vec::new() } else { numbers(text) };
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    joined(&heaps)
}

/// A heap and how many the last move took; a move takes so many as `may` says of the heap, the
/// last move (none at the start) and the number.
fn remembering(
    name: &'static str,
    may: fn(heap: u64, last: Option<u64>, taken: u64) -> bool,
) -> Twin {
    Twin::impartial(name, move |text| {
        let all = numbers(text);
        let (heap, last) = (all[0], all.get(1).copied());
        let taken = (1..=heap).filter(|&taken| may(heap, last, taken));
        taken.map(|taken| joined(&[heap - taken, taken])).collect()
    })
}

/// Heaps of which each set of `sets` may be made smaller, all of them by at least one.
fn hypergraph(name: &'static str, sets: &'static [&'static [usize]]) -> Twin {
    Twin::impartial(name, move |text| {
        let heaps = numbers(text);
        let most = usize::try_from(*heaps.iter().max().unwrap()).unwrap() + 1;
        let after = all_digits(heaps.len(), most);
        let after = after.map(|heaps| heaps.iter().map(|&heap| heap as u64).collect::<Vec<_>>());
        let legal = |after: &Vec<u64>| {
            let changed: Vec<usize> =
                (0..heaps.len()).filter(|&heap| after[heap] != heaps[heap]).collect();
            changed.iter().all(|&heap| after[heap] < heaps[heap]) && sets.contains(&&changed[..])
        };
        after.filter(legal).map(|after| joined(&after)).collect()
    })
}

fn quicksort() -> Twin {
    Twin::impartial("quicksort", |text| {
        let row = numbers(text);
        let sorted = |&pivot: &u64| {
            let mut after = row.clone();
            // Stable: what is on one side keeps its order.
            after.sort_by_key(|&number| number.cmp(&pivot));
            after
        };
        row.iter().map(sorted).filter(|after| *after != row).map(|after| joined(&after)).collect()
    })
}

/// One to three heaps of up to nine tokens, smaller when there are more.
fn heaps(most: u64) -> Positions {
    let one = (0..=most).map(|heap| heap.to_string());
    let two =
        (0..=most / 2).flat_map(move |one| (one..=most / 2).map(move |two| joined(&[one, two])));
    Box::new(one.chain(two).chain(["1 2 3".to_owned(), "3 1 4".to_owned()]))
}

fn pairs(least: u64, most: u64) -> Positions {
    Box::new((least..=most).flat_map(move |one| (least..=most).map(move |two| joined(&[one, two]))))
}

fn cakes() -> Positions {
    let single =
        (0..=5u64).flat_map(|rows| (0..=5u64).map(move |columns| format!("{rows}x{columns}")));
    let wide = (1..=7u64).flat_map(|long| [format!("2x{long}"), format!("{long}x1")]);
    Box::new(single.chain(wide).chain(["2x3 + 3x1".to_owned(), "0x4 + 2x2".to_owned()]))
}

/// A heap alone, and with the last move.
fn remembered() -> Positions {
    let with = |heap: u64| (1..=heap + 1).map(move |last| joined(&[heap, last]));
    Box::new((0..=16u64).flat_map(move |heap| std::iter::once(heap.to_string()).chain(with(heap))))
}

fn three_heaps() -> Positions {
    Box::new(
        all_digits(3, 4)
            .map(|heaps| joined(&heaps.iter().map(|&heap| heap as u64).collect::<Vec<_>>())),
    )
}

/// All orders of one to six numbers.
fn rows() -> Positions {
    let rows = (1..=6usize).flat_map(|length| all_digits(length, length));
    let different = |row: &Vec<usize>| (0..row.len()).all(|number| row.contains(&number));
    Box::new(
        rows.filter(different).map(|row| {
            joined(&row.iter().map(|&number| 2 * number as u64 + 1).collect::<Vec<_>>())
        }),
    )
}

pub(crate) fn twins() -> Vec<(Twin, Positions)> {
    let splittles: Leaves = |player, taken| match (player, taken) {
        (Player::Left, 1 | 3) | (Player::Right, 2) => &[0, 1, 2],
        _ => &[],
    };
    let subtraction: Leaves = |player, taken| match (player, taken) {
        (Player::Left, 1 | 2) | (Player::Right, 1 | 3) => &[0, 1],
        _ => &[],
    };
    // Left plays .77, Right .3504: 3 is no or one heap, 5 no heap or two, 4 two heaps.
    let octal: Leaves = |player, taken| match (player, taken) {
        (Player::Left, 1 | 2) => &[0, 1, 2],
        (Player::Right, 1) => &[0, 1],
        (Player::Right, 2) => &[0, 2],
        (Player::Right, 4) => &[2],
        _ => &[],
    };
    vec![
        (wythoff("wythoff", 1), pairs(0, 8)),
        (wythoff("gen-wythoff(2)", 2), pairs(0, 8)),
        (wythoff("gen-wythoff(3)", 3), pairs(0, 7)),
        (euclid(), pairs(1, 24)),
        (cake("cutcake", halves), cakes()),
        (cake("maundy-cake", equal_parts), cakes()),
        (cake("eatcake", eaten), cakes()),
        (cake("turn-and-eatcake", turned_and_eaten), cakes()),
        (taking("partizan-subtraction(1,2|1,3)", subtraction), heaps(16)),
        (taking("partizan-splittles(1,3|2)", splittles), heaps(9)),
        (taking("partizan-take-and-break(.77|.3504)", octal), heaps(9)),
        (
            remembering("fibonacci-nim", |heap, last, taken| match last {
                None => taken < heap,
                Some(last) => taken <= 2 * last,
            }),
            remembered(),
        ),
        (
            remembering("take-away(3/2)", |heap, last, taken| match last {
                None => taken < heap,
                Some(last) => 2 * taken <= 3 * last,
            }),
            remembered(),
        ),
        (remembering("mem", |_, last, taken| taken >= last.unwrap_or(1)), remembered()),
        (hypergraph("hypergraph-nim(1 2, 2 3, 1 3)", &[&[0, 1], &[1, 2], &[0, 2]]), three_heaps()),
        (hypergraph("hypergraph-nim(1, 2 3)", &[&[0], &[1, 2]]), three_heaps()),
        (quicksort(), rows()),
    ]
}

#[test]
fn pairs_of_numbers_and_rows() {
    tried(twins(), &["wythoff", "gen-wythoff", "partizan-euclid", "quicksort"]);
}

#[test]
fn cakes_are_cut_and_eaten() {
    tried(twins(), &["cutcake", "maundy-cake", "eatcake", "turn-and-eatcake"]);
}

#[test]
fn heaps_that_are_taken_and_broken() {
    let names = ["partizan-subtraction", "partizan-splittles", "partizan-take-and-break"];
    tried(twins(), &names);
    tried(twins(), &["fibonacci-nim", "take-away", "mem", "hypergraph-nim"]);
}
