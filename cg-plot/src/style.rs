//! The style of all pictures, and the trait [`Picture`].

use std::fmt;

use cg_core::Player;

/// A picture, drawn as SVG or as text.
pub trait Picture {
    /// The picture as an SVG document.
    fn svg(&self) -> String;

    /// The picture as lines of text that fit the terminal. Each line ends with a line break.
    fn text(&self, terminal: Terminal) -> String;
}

/// The colours of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ink {
    /// Text, axes, nodes.
    #[default]
    Plain,
    /// Left's, or the first of two.
    First,
    /// Right's, or the second of two.
    Second,
    /// What belongs to both, or to nobody.
    Both,
    /// Lines that help the eye, notes.
    Faint,
}

impl Ink {
    /// The ink of `player`.
    pub(crate) fn of(player: Player) -> Self {
        match player {
            Player::Left => Ink::First,
            Player::Right => Ink::Second,
        }
    }

    /// The colour on paper. The lightness of all differs, so they can be distinguished in grey
    /// print.
    pub(crate) fn colour(self) -> Colour {
        match self {
            Ink::Plain => Colour(0x1a, 0x1a, 0x1a),
            Ink::First => Colour(0x14, 0x46, 0x96),
            Ink::Second => Colour(0xdc, 0x6a, 0x50),
            Ink::Both => Colour(0x2c, 0x7a, 0x3d),
            Ink::Faint => Colour(0xc4, 0xc4, 0xc4),
        }
    }

    /// The escape sequence for a terminal, if there is one.
    pub(crate) fn escape(self) -> Option<&'static str> {
        match self {
            Ink::Plain => None,
            Ink::First => Some("\x1b[94m"),
            Ink::Second => Some("\x1b[91m"),
            Ink::Both => Some("\x1b[92m"),
            Ink::Faint => Some("\x1b[2m"),
        }
    }
}

/// A colour: its red, green and blue part.
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl fmt::Display for Colour {
    /// As SVG writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

/// The font of all texts.
pub(crate) const FONT: &str = "sans-serif";
/// The sizes of fonts, in pixels.
pub(crate) const TITLE: i32 = 24;
pub(crate) const LABEL: i32 = 18;
pub(crate) const NOTE: i32 = 15;

/// The size of letters in a document: a letter with the space around it has the size of a text.
pub(crate) fn font_size(size: i32) -> f64 {
    f64::from(size) * 0.8
}

/// About the width of a text, in pixels: a letter takes half of the size on average.
pub(crate) fn text_width(text: &str, size: i32) -> i32 {
    let signs = i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    signs.saturating_mul(size) / 2
}

/// The terminal that shows a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The number of columns.
    pub width: usize,
    /// Whether colours are used.
    pub colour: bool,
}

impl Default for Terminal {
    /// 80 columns, no colours.
    fn default() -> Self {
        Terminal { width: 80, colour: false }
    }
}

/// A label and its place on an axis.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) place: i32,
    /// Half of its width.
    pub(crate) half: i32,
    pub(crate) text: String,
}

/// The labels that do not overlap a label before them.
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

/// A text of at most `most` signs. A longer text is cut and ends in an ellipsis.
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

/// A number with separated thousands: `12,345`.
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
