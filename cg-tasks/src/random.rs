//! Random forms, positions and codes, small enough for plain methods.

use cg_calculator::cg_rulesets::Start;
use fastrand::Rng;

/// A form of a few options, to a depth, as it is typed. Its leaves are small numbers, stars and ups.
pub(crate) fn form(rng: &mut Rng, depth: u32) -> String {
    let leaf = ["0", "1", "-1", "2", "-2", "*", "*2", "^", "v"];
    if depth == 0 || rng.u32(..4) == 0 {
        return leaf[rng.usize(..leaf.len())].to_owned();
    }
    let side = |rng: &mut Rng| {
        let count = rng.usize(1..=2);
        let mut options: Vec<String> = (0..count).map(|_| form(rng, depth - 1)).collect();
        options.dedup();
        options.join(",")
    };
    format!("{{{}|{}}}", side(rng), side(rng))
}

/// A hot form: its options are integers and switches of integers, and each of Left's stops is above
/// each of Right's.
pub(crate) fn hot(rng: &mut Rng) -> String {
    let middle = rng.i32(-3..=3);
    let option = |rng: &mut Rng, sign: i32| {
        // The lower of two stops is away from the middle.
        let near = middle + sign * rng.i32(1..=4);
        match rng.u32(..3) {
            0 => near.to_string(),
            _ => {
                let far = near + sign * rng.i32(1..=5);
                let (left, right) = (near.max(far), near.min(far));
                format!("{{{left}|{right}}}")
            }
        }
    };
    let side = |rng: &mut Rng, sign: i32| {
        let count = rng.usize(1..=2);
        let mut options: Vec<String> = (0..count).map(|_| option(rng, sign)).collect();
        options.dedup();
        options.join(",")
    };
    format!("{{{}|{}}}", side(rng, 1), side(rng, -1))
}

/// A position of a ruleset on a small board: its name and the board.
pub(crate) fn position(rng: &mut Rng) -> (&'static str, String) {
    let (ruleset, signs): (_, &[u8]) = match rng.u32(..4) {
        0 => ("clobber", b"XO"),
        1 => ("domineering", b"...#"),
        2 => ("col", b"...XO"),
        _ => ("snort", b"...XO"),
    };
    loop {
        let rows = rng.usize(1..=3);
        let columns = if rows == 1 { rng.usize(3..=7) } else { rng.usize(2..=7 / rows) };
        let row = |rng: &mut Rng| -> String {
            (0..columns).map(|_| char::from(signs[rng.usize(..signs.len())])).collect()
        };
        let board = (0..rows).map(|_| row(rng)).collect::<Vec<_>>().join("|");
        // Stones may stand as the rules do not allow.
        if Start::read(&format!("{ruleset} {board}")).is_ok() {
            return (ruleset, board);
        }
    }
}

/// An octal code of two or three digits in which some move can be made.
pub(crate) fn code(rng: &mut Rng) -> String {
    loop {
        let digits: Vec<u32> = (0..rng.usize(2..=3)).map(|_| rng.u32(..8)).collect();
        if digits.last() != Some(&0) && digits[0] != 0 {
            let digits: String = digits.iter().map(u32::to_string).collect();
            return format!(".{digits}");
        }
    }
}

/// A few heaps of at most a size.
pub(crate) fn heaps(rng: &mut Rng, most: u64) -> Vec<u64> {
    (0..rng.usize(2..=4)).map(|_| rng.u64(1..=most)).collect()
}
