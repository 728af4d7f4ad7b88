//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it with a
//! fixed seed. And the bad input that people are most likely to write.

use cg_properties::{kept, mutations};

use super::{board_any, graph_any, loopy_any, start_any};
use crate::{Entry, LoopyRules, Start};

fn bytes<T: AsRef<[u8]>>(texts: &[T]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_ref().to_vec()).collect()
}

#[test]
fn starts() {
    let examples = Entry::all().iter().map(|entry| format!("{} {}", entry.name, entry.example));
    let varied =
        ["impartial clobber xo|ox", "twisted col a-b", "dicotic nogo checker 3x4", "xt cram 2x3"];
    let corpus = examples.chain(varied.map(str::to_owned)).collect::<Vec<_>>();
    assert!(corpus.iter().all(|start| start_any(start.as_bytes())));
    let read = mutations(&bytes(&corpus)).take(6000).filter(|bytes| start_any(bytes)).count();
    assert!((100..5500).contains(&read), "{read}");
}

#[test]
fn graphs() {
    let corpus = ["a-b-c, d", "a->b, b->a:L, c:R", "graph(a-b, b-c)", "none", "x1:L, x2-x1"];
    assert!(corpus.iter().all(|graph| graph_any(graph.as_bytes())));
    let read = mutations(&bytes(&corpus)).take(6000).filter(|bytes| graph_any(bytes)).count();
    assert!((300..5500).contains(&read), "{read}");
}

#[test]
fn boards() {
    let corpus = ["xo.|oxo", "(XO)^20", "X . O | # . .", "(x)^3|ooo", "."];
    assert!(corpus.iter().all(|board| board_any(board.as_bytes())));
    let read = mutations(&bytes(&corpus)).take(6000).filter(|bytes| board_any(bytes)).count();
    assert!((300..5500).contains(&read), "{read}");
}

#[test]
fn loopy_boards() {
    let examples = LoopyRules::ALL.map(|rules| format!("{} {}", rules.name(), rules.example()));
    assert!(examples.iter().all(|board| loopy_any(board.as_bytes())));
    let read = mutations(&bytes(&examples)).take(12_000).filter(|bytes| loopy_any(bytes)).count();
    assert!((100..5500).contains(&read), "{read}");
}

/// Inputs that are kept: each went a way of its own.
#[test]
fn kept_inputs() {
    for (lines, read) in [
        (include_str!("../../fuzz/kept/start.hex"), start_any as fn(&[u8]) -> bool),
        (include_str!("../../fuzz/kept/graph.hex"), graph_any),
        (include_str!("../../fuzz/kept/board.hex"), board_any),
        (include_str!("../../fuzz/kept/loopy.hex"), loopy_any),
    ] {
        let inputs = kept(lines);
        let good = inputs.iter().filter(|input| read(input)).count();
        assert!(good > 0 && good < inputs.len(), "{good} of {}", inputs.len());
    }
}

/// What is wrong, and where it stands.
#[test]
fn bad_input_has_its_place() {
    let many = "x".repeat(1_000_000);
    let wide = format!("clobber {many}");
    for (text, problem, at) in [
        ("clobber xo|x", "row 2 has 1", 11..12),
        ("konane xo|xox", "row 2 has 3", 10..13),
        ("clobber xo|x?", "`?` is no cell", 12..13),
        ("konane xö", "`ö` is no cell", 8..10),
        (&wide, "too many", 8..1_000_008),
        ("clobber 1000x1000", "too many", 8..17),
        ("konane 1000x1000", "too many", 7..16),
        ("clobber 0x5", "at least one cell", 8..11),
        ("konane 0x5", "at least one cell", 6..10),
        ("fission 2x5", "no start position has a size", 8..11),
        ("clobber |", "cell", 8..9),
        ("clobber (xo)^999999999", "too many", 8..22),
        ("col a:L, b-c, a:R", "named twice", 14..15),
        ("node-kayles a, b, a", "named twice", 18..19),
        ("hackenbush a-b:l", "the ground is missing", 11..16),
        ("arc-kayles a-a", "leads to itself", 13..14),
        ("sheep 1 0 | 2", "same number of cells", 11..13),
        ("sheep 99", "no herd", 6..8),
        ("quicksort 3 1 3", "stands there twice", 10..15),
        ("wythoff 3", "two numbers", 7..9),
        ("gen-wythoff(1000) 1000000 1000000", "moves", 17..33),
        ("partizan-splittles(1,3|2) 1000000 1000000 1000000", "moves", 25..49),
        ("mem x", "`x`", 4..5),
        ("turning(1+) hx", "`x` is no cell", 13..14),
        ("turning(9z) hh", "no turning code", 7..11),
        ("chomp .X", "poisoned square", 6..8),
    ] {
        let shown: String = text.chars().take(60).collect();
        let error = Start::read(text).expect_err(&shown);
        assert!(error.problem.contains(problem), "{shown}: {}", error.problem);
        assert!(
            at.start <= error.at.start + 1 && error.at.end <= at.end + 1,
            "{shown}: {:?}, not {at:?}",
            error.at
        );
    }
}
