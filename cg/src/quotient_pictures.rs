//! Pictures of misère quotients: phi, the words of the heaps as a strip, the idempotents in their order.
//!
//! ```
//! use cg_calculator::cg_misere::{MisereLimits, MisereSearch};
//! use cg_calculator::cg_plot::{Picture, Terminal};
//! use cg_calculator::{Interrupt, quotient_pictures};
//!
//! let game: cg_calculator::cg_octal::Rules = ".75".parse()?;
//! let mut search = MisereSearch::new(game.clone());
//! search.go(&MisereLimits::default(), &Interrupt::new(), &mut |_| {});
//! let drawn = quotient_pictures::idempotents(&quotient_pictures::title(&game), search.solution());
//! assert!(drawn.text(Terminal::default()).starts_with("Idempotents of .75\n  1 (2 elements, 1 in P)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use cg_misere::Solution;
use cg_octal::Rules;
use cg_plot::{Cell, LatticePicture, SequencePicture, TablePicture};

/// The most heaps whose words a strip shows.
pub const MOST_SHOWN: u64 = 500;

/// Heaps in a row of a strip that is drawn.
pub const MOST_COLUMNS: usize = 40;

/// The code of a game with its name: `.77 (Kayles)`.
pub fn title(game: &Rules) -> String {
    let name = game.name().map(|name| format!(" ({name})")).unwrap_or_default();
    format!("{game}{name}")
}

/// `1 element`, `40 elements`.
pub fn elements(count: usize) -> String {
    if count == 1 { "1 element".into() } else { format!("{count} elements") }
}

/// The last heap that a strip shows: the end of the first period where one is proved, else the last that is
/// verified; at most [`MOST_SHOWN`].
pub fn last_shown(solution: &Solution) -> u64 {
    let last = match solution.period() {
        Some(period) => period.preperiod + period.period - 1,
        None => solution.last_heap(),
    };
    last.min(MOST_SHOWN)
}

/// The word of a heap up to [`last_shown`].
pub fn word(solution: &Solution, heap: u64) -> String {
    let value = solution.value(heap).expect("it is among the verified heaps");
    solution.quotient().word(value).to_string()
}

/// The most signs that a word of a strip has.
pub fn longest_word(solution: &Solution) -> usize {
    let words = (0..=last_shown(solution)).map(|heap| word(solution, heap).chars().count());
    words.max().expect("heap 0 has a word")
}

/// Heaps in a row of a strip that is written in so many signs.
pub fn columns_of_text(solution: &Solution, width: usize) -> usize {
    // Each word may have a mark, and stands behind two blanks; the row begins with a number.
    (width.saturating_sub(8) / (longest_word(solution) + 3)).max(1)
}

/// How many heaps of at most `most` stand in a row: those of a period, or as many as divide it, where that fills
/// half a row.
pub fn columns(solution: &Solution, most: usize) -> usize {
    let period = solution.period().map(|period| {
        usize::try_from(period.period)
            .expect("a proved period is shorter than phi, which is in memory")
    });
    match period {
        Some(period) if period <= most && period > 1 => period,
        Some(period) if period > most => (1..=most)
            .rev()
            .find(|columns| period.is_multiple_of(*columns))
            .filter(|&columns| 2 * columns > most)
            .unwrap_or(most),
        _ => most,
    }
}

/// The words of the heaps as a strip of rows of at most `most` heaps, wound so that the period begins a row; those
/// in P are marked.
pub fn strip(title: &str, solution: &Solution, most: usize) -> TablePicture {
    let columns = columns(solution, most);
    let cell = |heap: u64| {
        let value = solution.value(heap).expect("it is among the verified heaps");
        let is_p = solution.quotient().is_p(value);
        let mark = if is_p { "!" } else { "" };
        let text = format!("{}{mark}", solution.quotient().word(value));
        Cell { text, latex: None, weight: Some(f64::from(u8::from(is_p))) }
    };
    let width = columns as u64;
    let first = solution.period().map_or(width, |period| period.preperiod % width);
    let mut rows = Vec::new();
    let mut from = 0;
    let last = last_shown(solution);
    while from <= last {
        let to = if from == 0 && first > 0 { first - 1 } else { from + width - 1 };
        rows.push((from.to_string(), (from..=to.min(last)).map(cell).collect()));
        from = to + 1;
    }
    let heads = (0..columns).map(|column| format!("+{column}")).collect();
    let note = match solution.period() {
        Some(period) => format!("period {} from heap {} on", period.period, period.preperiod),
        None => format!("heaps to {}", solution.last_heap()),
    };
    TablePicture::new(format!("The words of {title}: {note}; ! is in P"), heads, rows)
}

/// Phi: the number of the element of each heap, elements in P apart.
pub fn phi(title: &str, solution: &Solution) -> SequencePicture {
    let quotient = solution.quotient();
    let top = quotient.order() as u64 - 1;
    let count = solution.phi().len() as u64;
    let title = format!("Phi of {title}: {}", elements(quotient.order()));
    let picture = SequencePicture::new(title, ["heap", "element"], count, top);
    let mut picture = picture.with_kinds(["elements not in P", "elements in P"]);
    for (heap, &value) in (0..).zip(solution.phi()) {
        picture.add(heap, value.into(), quotient.is_p(value));
    }
    picture
}

/// The idempotents e, f, ... of the quotient, e below f when e f = e; with each the elements that have it as
/// a power.
pub fn idempotents(title: &str, solution: &Solution) -> LatticePicture {
    let quotient = solution.quotient();
    let idempotents = quotient.idempotents();
    let mut picture = LatticePicture::new(format!("Idempotents of {title}"));
    for &e in &idempotents {
        let of_e = quotient.elements().filter(|&x| quotient.idempotent_of(x) == e);
        let (lost, count) =
            of_e.fold((0, 0), |(lost, count), x| (lost + usize::from(quotient.is_p(x)), count + 1));
        let note = format!("{}, {lost} in P", elements(count));
        picture.add(quotient.word(e).to_string(), note, quotient.is_p(e));
    }
    picture.ordered(|a, b| quotient.product(idempotents[a], idempotents[b]) == idempotents[a])
}
