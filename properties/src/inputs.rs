//! The inputs of the short runs of fuzz targets: those that fuzzing kept, and changed ones.

use fastrand::Rng;

/// The kept inputs of fuzzing: one input a line, in hexadecimal digits. `scripts/fuzz` writes such
/// files.
///
/// ```
/// assert_eq!(cg_properties::kept("\n2e37\n"), [b"".to_vec(), b".7".to_vec()]);
/// ```
///
/// # Panics
/// A line that is not such an input.
pub fn kept(lines: &str) -> Vec<Vec<u8>> {
    let byte = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok();
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.expect("a kept input is written in pairs of hexadecimal digits")
    };
    lines.lines().map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect()
}

/// Changed inputs without end, the same in each run. Each is one of `corpus` with one to four
/// changes: it is cut off, a part of another input is put over or into it, or a byte or a digit is
/// changed. An empty corpus gives none.
///
/// ```
/// let corpus = [b"one".to_vec(), b"two".to_vec()];
/// assert_eq!(cg_properties::mutations(&corpus).take(9).count(), 9);
/// ```
pub fn mutations(corpus: &[Vec<u8>]) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Rng::with_seed(1);
    std::iter::from_fn(move || (!corpus.is_empty()).then(|| mutated(corpus, &mut random)))
}

fn mutated(corpus: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut bytes = corpus[random.usize(..corpus.len())].clone();
    for _ in 0..=random.usize(..4) {
        let other = &corpus[random.usize(..corpus.len())];
        let from = random.usize(..=other.len());
        let part = &other[from..(from + random.usize(..30)).min(other.len())];
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..6)).min(bytes.len());
        match random.u8(..5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.splice(at..end, part.iter().copied())),
            2 => drop(bytes.splice(at..at, part.iter().copied())),
            kind => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = if kind == 3 { random.u8(..) } else { random.u8(b'0'..=b'9') };
                }
            }
        }
    }
    bytes
}
