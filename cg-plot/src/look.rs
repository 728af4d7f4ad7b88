//! The one look of all pictures.

use plotters::style::RGBColor;

/// What something is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ink {
    /// Text, axes, nodes.
    #[default]
    Plain,
    /// Left's, or the first of two.
    First,
    /// Right's, or the second of two.
    Second,
    /// Lines that help the eye, notes.
    Faint,
}

impl Ink {
    /// The colour on paper. The lightness of all four differs: printed in grey
    /// they are told apart.
    pub(crate) fn colour(self) -> RGBColor {
        match self {
            Ink::Plain => RGBColor(0x1a, 0x1a, 0x1a),
            Ink::First => RGBColor(0x14, 0x46, 0x96),
            Ink::Second => RGBColor(0xdc, 0x6a, 0x50),
            Ink::Faint => RGBColor(0xc4, 0xc4, 0xc4),
        }
    }

    /// The escape sequence that a terminal understands, if it takes one.
    pub(crate) fn escape(self) -> Option<&'static str> {
        match self {
            Ink::Plain => None,
            Ink::First => Some("\x1b[94m"),
            Ink::Second => Some("\x1b[91m"),
            Ink::Faint => Some("\x1b[2m"),
        }
    }
}

/// The family of all letters.
pub(crate) const FONT: &str = "sans-serif";
/// The sizes of letters, in pixels.
pub(crate) const TITLE: i32 = 24;
pub(crate) const LABEL: i32 = 18;
pub(crate) const NOTE: i32 = 15;

/// About how wide a text is, in pixels. `plotters` writes letters smaller than
/// their size by a quarter, so that they take half of it on average.
pub(crate) fn text_width(text: &str, size: i32) -> i32 {
    let signs = i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    signs.saturating_mul(size) / 2
}

/// Where text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The columns that lines may take.
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
