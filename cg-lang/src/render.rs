//! Draws errors: the source line, a caret, what is wrong and what to write
//! instead.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};

use crate::error::Error;

/// How much of a line is shown around the place of an error, in bytes.
const CONTEXT: usize = 160;
/// How many lines of a longer stretch are shown.
const LINES: usize = 6;

/// Draws `error` for a terminal; `colour` adds ANSI colours.
///
/// The drawing ends without a line break.
pub fn render(error: &Error, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let view = View::of(error);
    let title = error.to_string();
    let help = error.help();
    let within: Vec<String> =
        error.calls().iter().map(|call| format!("while computing {call}")).collect();
    let mut group = Level::ERROR.primary_title(&title).id(error.code()).element(
        Snippet::source(view.text)
            .path(error.origin().name())
            .line_start(view.first_line)
            .annotation(AnnotationKind::Primary.span(view.start..view.end)),
    );
    for call in &within {
        group = group.element(Level::NOTE.message(call));
    }
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

/// The part of the source that is shown. A program can be one line of many
/// megabytes, so only the neighbourhood of the error is handed to the drawer.
struct View<'a> {
    text: &'a str,
    first_line: usize,
    start: usize,
    end: usize,
}

impl<'a> View<'a> {
    fn of(error: &'a Error) -> Self {
        let text = error.origin().text();
        let (start, end) = (error.span().range().start, error.span().range().end);
        let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let from = from.max(text.floor_char_boundary(start.saturating_sub(CONTEXT)));
        let last =
            text[start..end].match_indices('\n').nth(LINES - 1).map_or(end, |(at, _)| start + at);
        let last = last.min(text.floor_char_boundary(start + LINES * CONTEXT));
        let to = text[last..].find('\n').map_or(text.len(), |at| last + at);
        let to = to.min(text.floor_char_boundary(last.saturating_add(CONTEXT)));
        View {
            text: &text[from..to],
            first_line: 1 + text.as_bytes()[..from].iter().filter(|&&b| b == b'\n').count(),
            start: start - from,
            end: end.min(last) - from,
        }
    }
}
