//! Labels that must not run into each other.

/// A label and where it stands on an axis.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) place: i32,
    /// Half of the room that it takes.
    pub(crate) half: i32,
    pub(crate) text: String,
}

/// The labels that do not run into any chosen before them.
pub(crate) fn spaced(labels: impl IntoIterator<Item = Label>) -> Vec<Label> {
    let mut chosen: Vec<Label> = Vec::new();
    for label in labels {
        let clear = |other: &Label| (label.place - other.place).abs() >= label.half + other.half;
        if chosen.iter().all(clear) {
            chosen.push(label);
        }
    }
    chosen
}

/// A text of at most `most` signs: a longer one ends in an ellipsis.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

/// A number with its noun: `1 move`, `3 moves`.
pub fn counted(number: impl std::fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A number with its thousands apart: `12,345`.
pub fn grouped(number: u64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_label_of_two_at_one_place_stays() {
        let label = |place, text: &str| Label { place, half: 5, text: text.to_owned() };
        let chosen = spaced([label(0, "a"), label(9, "b"), label(10, "c"), label(30, "d")]);
        let texts: Vec<_> = chosen.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(texts, ["a", "c", "d"]);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("↑↑↑", 3), "↑↑↑");
        assert_eq!(shortened("{1|{0|-2}}", 5), "{1|{…");
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (68_719_476_736, "68,719,476,736")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
