//! Where answers are shown: how wide it is, and whether it has colours.

use std::io::IsTerminal;

use cg_plot::Terminal;

use crate::args::{Colour, Common};

/// The columns of pictures: as many as the terminal has, within these.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=120;

/// Standard output, as far as pictures are concerned.
pub(crate) fn of_answers(options: &Common) -> Terminal {
    let colour = !options.json && has_colour(options.color, std::io::stdout().is_terminal());
    let plain = Terminal::default();
    let width = seen()
        .filter(|_| !options.json)
        .map_or(plain.width, |columns| columns.clamp(*WIDTHS.start(), *WIDTHS.end()));
    Terminal { width, colour }
}

/// The columns of the terminal that answers go to; as many as it takes elsewhere.
pub(crate) fn columns() -> usize {
    seen().unwrap_or(usize::MAX)
}

/// The columns of standard output when that is a terminal.
fn seen() -> Option<usize> {
    let size = console::Term::stdout().size_checked();
    size.filter(|_| std::io::stdout().is_terminal()).map(|(_, columns)| usize::from(columns))
}

/// Whether colours are used on a stream.
pub(crate) fn has_colour(when: Colour, is_terminal: bool) -> bool {
    match when {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => {
            let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
            is_terminal
                && set("NO_COLOR").is_none()
                && set("TERM").is_none_or(|terminal| terminal != "dumb")
        }
    }
}
