//! Drawings for a terminal of 80 columns.

use std::fmt::Write;

/// The width that drawings keep to.
pub(super) const COLUMNS: usize = 80;
/// Blanks between drawings side by side.
const GAP: &str = "   ";

/// Texts of several lines side by side, as many in a row as 80 columns hold, an
/// empty line after each row.
pub(super) fn side_by_side(drawings: &[String]) -> String {
    let width = |text: &str| text.chars().count();
    let widest = drawings.iter().flat_map(|drawing| drawing.lines()).map(width).max().unwrap_or(0);
    let in_a_row = ((COLUMNS + GAP.len()) / (widest + GAP.len())).max(1);
    let mut text = String::new();
    for row in drawings.chunks(in_a_row) {
        let height = row.iter().map(|drawing| drawing.lines().count()).max().unwrap_or(0);
        for line in 0..height {
            let cells: Vec<String> = row
                .iter()
                .map(|drawing| {
                    let cell = drawing.lines().nth(line).unwrap_or("");
                    format!("{cell}{}", " ".repeat(widest - width(cell)))
                })
                .collect();
            text.push_str(cells.join(GAP).trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// The P-positions by number of pieces left, in columns.
pub(super) fn by_pieces(counts: &[u64]) -> String {
    let digits = counts.iter().map(|&count| grouped(count).len()).max().unwrap_or(0).max(11);
    let column = |(at, counts): (usize, &[u64])| {
        let mut text = format!("pieces {:>digits$}\n", "P-positions");
        for (pieces, &count) in (at * COLUMN_HEIGHT..).zip(counts) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{pieces:>6} {:>digits$}", grouped(count));
        }
        text
    };
    let columns: Vec<String> = counts.chunks(COLUMN_HEIGHT).enumerate().map(column).collect();
    side_by_side(&columns)
}

/// Rows in a column of counts.
const COLUMN_HEIGHT: usize = 19;

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with the noun it counts.
pub(super) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (68_719_476_736, "68,719,476,736")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn drawings_keep_to_the_width_and_lose_nothing() {
        for width in [1, 7, 17, 19, 40, 80] {
            let drawings: Vec<String> = (0..9).map(|_| "o".repeat(width) + "\nx").collect();
            let text = side_by_side(&drawings);
            assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
            assert_eq!(text.matches('o').count(), 9 * width);
            assert_eq!(text.matches('x').count(), 9);
        }
        assert_eq!(side_by_side(&[]), "");
        assert_eq!(side_by_side(&["a\nb".into(), "cd".into()]), "a    cd\nb\n\n");
    }
}
