//! Colours of programs and answers, by the lexer of the language.

use cg_calculator::Outcome;
use cg_calculator::cg_lang::{Piece, PieceKind, Reading, pieces};
use console::Style;

/// A text longer than this is written as it is: colours are for readers.
const MOST_PAINTED: usize = 1 << 16;

/// How a piece looks.
pub(crate) fn style(kind: PieceKind) -> Style {
    let style = Style::new().force_styling(true);
    match kind {
        PieceKind::Keyword => style.magenta(),
        PieceKind::Call => style.blue().bold(),
        PieceKind::Number => style.cyan(),
        PieceKind::Game => style.yellow(),
        PieceKind::Text => style.green(),
        PieceKind::Comment => style.dim(),
        PieceKind::Directive => style.magenta().bold(),
        PieceKind::Bar => style.bold(),
        PieceKind::Bad => style.red().underlined(),
        _ => style,
    }
}

/// How a name looks that means nothing yet.
pub(crate) fn unknown() -> Style {
    Style::new().force_styling(true)
}

/// How a hint looks, and a note about the answer rather than of it.
pub(crate) fn aside() -> Style {
    Style::new().force_styling(true).dim()
}

/// How a bracket and its partner look while the cursor is at one of them.
pub(crate) fn partner() -> Style {
    Style::new().force_styling(true).bold().reverse()
}

/// `text` with each piece as `style` says; what lies between pieces stays.
pub(crate) fn paint(
    text: &str,
    pieces: &[Piece],
    mut style: impl FnMut(usize, &Piece) -> Style,
) -> String {
    let mut painted = String::with_capacity(2 * text.len());
    let mut end = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let range = piece.span.range();
        painted += &text[end..range.start];
        // A style ends with its line: the terminal may show the next one alone.
        for (number, line) in text[range.clone()].split('\n').enumerate() {
            if number > 0 {
                painted.push('\n');
            }
            if !line.is_empty() {
                painted += &style(index, piece).apply_to(line).to_string();
            }
        }
        end = range.end;
    }
    painted + &text[end..]
}

/// A value as it is printed for programs to read.
pub(super) fn value(text: &str) -> String {
    if text.len() > MOST_PAINTED {
        return text.to_owned();
    }
    paint(text, &pieces(text, &Reading::default()), |_, piece| style(piece.kind))
}

/// An answer that begins with who wins: Left is blue and Right red, as in the
/// literature.
pub(super) fn outcome(text: &str, outcome: Outcome) -> String {
    let words = outcome.to_string();
    let Some(rest) = text.strip_prefix(words.as_str()) else { return text.to_owned() };
    let style = Style::new().force_styling(true).bold();
    let style = match outcome {
        Outcome::Left => style.blue(),
        Outcome::Right => style.red(),
        _ => style,
    };
    format!("{}{rest}", style.apply_to(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn painting_adds_nothing_but_colours() {
        for text in ["{0,*|1/2} + \"a b\"", "F(n) // x\n  { case 0: 1; }", "[1, \u{2191}] §", ""] {
            let painted = value(text);
            assert_eq!(console::strip_ansi_codes(&painted), text);
        }
        assert!(value("*(3)").contains('\u{1b}'));
        let painted = outcome("left player win; more", Outcome::Left);
        assert_eq!(console::strip_ansi_codes(&painted), "left player win; more");
        assert!(painted.ends_with("; more"));
    }
}
