//! Text for a terminal of 80 columns.

/// The width that texts keep to.
const WIDTH: usize = 78;

/// Texts in columns, read from left to right, at most `most` lines.
pub(crate) fn columns(texts: &[String], most: usize) -> Vec<String> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let in_a_line = (WIDTH / width).max(1);
    let shown = texts.len().min(in_a_line.saturating_mul(most));
    let mut lines: Vec<String> = texts[..shown]
        .chunks(in_a_line)
        .map(|line| {
            let cells: Vec<String> = line.iter().map(|text| pad(text, width)).collect();
            cells.concat().trim_end().to_owned()
        })
        .collect();
    if shown < texts.len() {
        lines.push(format!("... and {} more", texts.len() - shown));
    }
    lines
}

fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(blanks))
}

/// Drawings beside each other, below an empty line; nothing when there are none, or
/// when they are wider than a line.
pub(crate) fn side_by_side(drawings: &[Vec<String>]) -> String {
    let widest = |rows: &Vec<String>| rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = drawings.iter().map(|rows| widest(rows) + 3).collect();
    if widths.iter().sum::<usize>() > WIDTH {
        return String::new();
    }
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..height {
        let cells = drawings.iter().zip(&widths);
        let row: String = cells
            .map(|(rows, &width)| pad(rows.get(line).map_or("", String::as_str), width))
            .collect();
        text += &format!("\n{}", row.trim_end());
    }
    text
}

/// Words in lines; longer words have a line of their own.
pub(crate) fn wrapped(words: &[String], between: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (index, word) in words.iter().enumerate() {
        let length = word.chars().count() + between.trim_end().len();
        if index > 0 {
            text += between.trim_end();
            if column + length + 1 > WIDTH {
                text.push('\n');
                column = 0;
            } else if between.ends_with(' ') {
                text.push(' ');
                column += 1;
            }
        }
        text += word;
        column += length;
    }
    text
}

/// A text whose long lines are broken at blanks.
///
/// ```
/// let long = "word ".repeat(40);
/// assert!(cg_play::folded(&long).lines().all(|line| line.len() <= 80));
/// ```
pub fn folded(text: &str) -> String {
    let line = |line: &str| match line.chars().count() {
        0..=80 => line.to_owned(),
        _ => wrapped(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), " "),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// `3, 4 and 5`.
pub(crate) fn listed<T: ToString>(items: &[T], and: &str) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    match texts.split_last() {
        None => "none".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {and} {last}", rest.join(", ")),
    }
}

/// The most rows of a table or drawing: the rest is told in words.
pub(crate) const MOST_ROWS: usize = 20;

/// Numbers below each other in binary, with their nim-sum.
///
/// The labels stand in front of them; above 40 binary digits the decimal ones are
/// left out, so that the table fits 80 columns.
pub(crate) fn nim_table(rows: &[(String, u64)]) -> Vec<String> {
    let sum = rows.iter().fold(0, |sum, (_, number)| sum ^ number);
    let largest = rows.iter().map(|&(_, number)| number).max().unwrap_or(0);
    let digits = (u64::BITS - largest.leading_zeros()).max(1) as usize;
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(7);
    let decimals = largest.to_string().len();
    let line = |text: &str, number: u64| {
        let decimal = match digits {
            0..=40 => format!("{number:>decimals$}   "),
            _ => String::new(),
        };
        format!("{}  {decimal}{number:0digits$b}", pad(text, label))
    };
    let mut lines: Vec<String> =
        rows.iter().take(MOST_ROWS).map(|(text, number)| line(text, *number)).collect();
    if rows.len() > MOST_ROWS {
        lines.push(format!("... and {} more", rows.len() - MOST_ROWS));
    }
    lines.push(line("nim-sum", sum));
    lines
}

/// Rows of marks: each with its label, as many marks as the number says, and the
/// number.
pub(crate) fn rows_of_marks(rows: &[(String, u64)], mark: &str) -> String {
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let digits = rows.iter().map(|(_, number)| number.to_string().len()).max().unwrap_or(0);
    let room = (WIDTH - 4).saturating_sub(label + digits);
    let mut lines: Vec<String> = rows
        .iter()
        .take(MOST_ROWS)
        .map(|(text, number)| {
            let marks = match usize::try_from(*number) {
                Ok(number) if number <= room => mark.repeat(number),
                _ => format!("{} ...", mark.repeat(room.saturating_sub(4))),
            };
            format!("{}  {number:>digits$}  {marks}", pad(text, label)).trim_end().to_owned()
        })
        .collect();
    if rows.len() > MOST_ROWS {
        lines.push(format!("... and {} more", rows.len() - MOST_ROWS));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_columns_are_aligned() {
        let rows = [3, 4, 5].map(|number| (format!("heap {number}"), number));
        assert_eq!(
            nim_table(&rows),
            ["heap 3   3   011", "heap 4   4   100", "heap 5   5   101", "nim-sum  2   010"]
        );
        let large = [("heap 1".to_owned(), u64::MAX), ("heap 2".to_owned(), 1)];
        assert!(nim_table(&large).iter().all(|line| line.len() <= 80));
    }

    #[test]
    fn lists_are_shortened() {
        let texts: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        let lines = columns(&texts, 2);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.len() <= 80));
        assert_eq!(lines[2], "... and 62 more");
        assert_eq!(listed(&[3, 4, 5], "and"), "3, 4 and 5");
        assert_eq!(wrapped(&["a".into(), "b".into()], "+"), "a+b");
        assert_eq!(wrapped(&["a".into(), "b".into()], ", "), "a, b");
    }
}
