//! A short, repeatable run of the fuzz target: a corpus of transcripts, and
//! mutations of it with a fixed seed.

use cg_play::PlayError;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is a library for fuzzing")]
mod targets;

use targets::replay_any;

const CORPUS: &[&str] = &[
    "cg play transcript 1\ngame: nim\nposition: 3 4 5\nplay: normal\nfirst: Left\nplayers: human computer\n\n1. heap 1 take 2\n2. heap 2 take 4\n3. heap 3 take 4\n",
    "cg play transcript 1\ngame: .77\nposition: 12\nplay: misere\nfirst: Left\nplayers: computer computer\n\n1. 12 -> 5 + 5\n2. 5 -> 2 + 2\n3. 5 -> 0 + 4\n",
    "cg play transcript 1\n# a comment\ngame: trinim\nposition: x/xx/xxx\nplay: normal\nfirst: Left\nplayers: human human\n1. 0-5\n2. 1\n3. 3-4\n",
    "cg play transcript 1\ngame: Grundy\nposition: 7\nplay: normal\nfirst: Left\nplayers: human computer\n",
    "cg play transcript 1\ngame: games/x.g\nposition: X(3)\nplay: normal\nfirst: Right\nplayers: human computer\n\n1. X(3) -> X(2)\n",
    "",
    "\u{0}\u{1}",
];

#[test]
fn the_corpus_and_its_mutations_do_no_harm() {
    let (mut moves, mut errors, mut illegal) = (0, 0, 0);
    let mut tried = |bytes: &[u8]| match replay_any(bytes) {
        Ok(made) => moves += made,
        Err(PlayError::Illegal(_)) => illegal += 1,
        Err(_) => errors += 1,
    };
    CORPUS.iter().for_each(|text| tried(text.as_bytes()));
    let corpus: Vec<Vec<u8>> = CORPUS.iter().map(|text| text.as_bytes().to_vec()).collect();
    cg_properties::mutations(&corpus).take(20_000).for_each(|bytes| tried(&bytes));
    assert!(moves > 500 && errors > 1000 && illegal > 100, "{moves} {errors} {illegal}");
}

#[test]
fn noise_ends_quickly() {
    let mut random = fastrand::Rng::with_seed(2);
    let noise: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(1 << 20).collect();
    assert!(replay_any(&noise).is_err());
    let head = "cg play transcript 1\ngame: nim\nposition: 3\nplay: normal\nfirst: Left\nplayers: human human\n";
    let long = format!("{head}{}", "1. heap 1 take 1\n".repeat(50_000));
    assert!(replay_any(long.as_bytes()).unwrap_err().to_string().contains("move 2 is due"));
    let heaps = format!("{head}1. {}\n", "9".repeat(100_000));
    assert!(replay_any(heaps.as_bytes()).is_err());
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let kept = cg_properties::kept(include_str!("../fuzz/kept/transcript.hex"));
    let made: usize = kept.iter().filter_map(|bytes| replay_any(bytes).ok()).sum();
    assert!(made > 30 && kept.len() > 1000, "{made} moves of {}", kept.len());
}
