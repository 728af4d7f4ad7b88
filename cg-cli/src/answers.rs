//! Where answers and errors go: as lines of text or as JSON, one answer a line.

use std::io::{self, IsTerminal};

use cg_calculator::cg_lang::render;
use cg_calculator::{
    Answer, AnswerKind, Content, Error, Event, Notation, Progress, Reply, Session,
};
use console::measure_text_width;
use indicatif::HumanCount;

use crate::options::Common;
use crate::output::{Ending, Unwritten, complain, print, print_line};
use crate::paint;
use crate::terminal::has_colour;
use crate::watch::Watch;

/// How much text is made to be shortened, in bytes: more than any screen holds.
const MOST_SHORTENED: usize = 1 << 22;

/// Writes answers to standard output and errors to standard error.
pub(crate) struct Output {
    json: bool,
    notation: Option<Notation>,
    /// Colours in answers, and in errors.
    colour: [bool; 2],
    /// A reader sits at the terminal: answers are shortened to a screen.
    shortens: bool,
    /// Each question stands before its answer.
    echoes: bool,
}

impl Output {
    pub(crate) fn new(options: &Common, notation: Option<Notation>) -> Self {
        let colour = [io::stdout().is_terminal(), io::stderr().is_terminal()]
            .map(|terminal| has_colour(options.color, terminal));
        Output { json: options.json, notation, colour, shortens: false, echoes: false }
    }

    /// Shortens long answers from here on, if they go to a terminal.
    pub(crate) fn for_a_reader(&mut self) {
        self.shortens = !self.json && io::stdout().is_terminal();
    }

    /// Prints each question before its answer from here on, as the prompt of a session shows it.
    pub(crate) fn echo(&mut self) {
        self.echoes = !self.json;
    }

    /// Prints a question as it was typed.
    fn question(&self, answer: &Answer) -> Result<(), Unwritten> {
        let typed = answer.origin().slice(answer.span());
        let lines = typed.lines().zip(std::iter::once("cg> ").chain(std::iter::repeat("... ")));
        print(&lines.map(|(line, prompt)| format!("{prompt}{line}\n")).collect::<String>())
    }

    /// Whether what is typed is coloured.
    pub(crate) fn colours_input(&self) -> bool {
        self.colour[0]
    }

    /// Shows how far a computation is, where that can be shown.
    pub(crate) fn watch(&self, progress: Progress) -> Option<Watch> {
        if self.json { None } else { Watch::start(progress) }
    }

    /// Writes an answer, an error, or what kept an answer from being written out. `watch`
    /// shows how far the computation is until there is something to write.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub(crate) fn event(
        &self,
        session: &mut Session,
        event: &Event,
        watch: Option<&Watch>,
    ) -> Result<Ending, Unwritten> {
        if self.json {
            let reply = Reply::new(session, event);
            print(&(reply.to_json() + "\n"))?;
            return Ok(match &reply.content {
                Content::Error { error } => ending(error.interrupted, error.limit),
                _ => Ending::Answered,
            });
        }
        match event {
            Event::Answer(answer) => self.answer(session, answer, watch),
            Event::Error(error) => {
                let _pause = watch.map(Watch::pause);
                Ok(self.error(error))
            }
            _ => unreachable!("notes are written by whoever runs the program"),
        }
    }

    /// Something that the user should know, among the replies in JSON. Text goes to standard error.
    pub(crate) fn note(&self, note: &str) -> Result<(), Unwritten> {
        if self.json { print(&(Reply::note(note).to_json() + "\n")) } else { Ok(()) }
    }

    fn answer(
        &self,
        session: &mut Session,
        answer: &Answer,
        watch: Option<&Watch>,
    ) -> Result<Ending, Unwritten> {
        let notation = self.notation.unwrap_or_else(|| session.notation());
        let whole = matches!(answer.kind(), AnswerKind::Text(_) | AnswerKind::Full(_));
        let text = match self.shortens && !whole {
            true => answer.start_in(session, notation, MOST_SHORTENED),
            false => answer.text_in(session, notation).map(|text| (text, true)),
        };
        let _pause = watch.map(Watch::pause);
        let (text, all) = match text {
            Ok(text) => text,
            Err(error) => return Ok(self.error(&error)),
        };
        let is_list = matches!(answer.kind(), AnswerKind::Value(_)) && text.starts_with('[');
        let text = match self.shortens && is_list {
            true => broken(&text, Screen::of_terminal().columns),
            false => text,
        };
        let (shown, note) = match self.shortens && !whole {
            true => Screen::of_terminal().shorten(&text, all),
            false => (text.as_str(), None),
        };
        let painted = self.painted(answer, shown, notation);
        if self.echoes {
            self.question(answer)?;
        }
        let interrupt = &session.limits().interrupt;
        if !print_line(painted.as_deref().unwrap_or(shown), interrupt)? {
            return Ok(Ending::Interrupted);
        }
        if let Some(note) = note {
            print(&format!("{}\n", self.aside(note)))?;
        }
        if session.shows_time() {
            print(&format!("{}\n", self.aside(format!("  in {}", seconds(answer.elapsed())))))?;
        }
        Ok(Ending::Answered)
    }

    /// The text of an answer in colour, if it is to have any.
    fn painted(&self, answer: &Answer, text: &str, notation: Notation) -> Option<String> {
        if !self.colour[0] {
            return None;
        }
        match answer.kind() {
            AnswerKind::Value(_) => match notation {
                Notation::Paper | Notation::Standard => Some(paint::value(text)),
                _ => None,
            },
            AnswerKind::Outcome { outcome, .. } => Some(paint::outcome(text, *outcome)),
            AnswerKind::Moves(moves) => Some(paint::outcome(text, moves.outcome)),
            AnswerKind::Verdict(verdict) => Some(paint::outcome(text, verdict.outcome)),
            AnswerKind::Full(answer) => self.painted(answer, text, notation),
            _ => None,
        }
    }

    /// A note about an answer.
    fn aside(&self, note: String) -> String {
        if self.colour[0] { paint::aside().apply_to(note).to_string() } else { note }
    }

    /// Draws an error with its place in the program.
    fn error(&self, error: &Error) -> Ending {
        complain(&render::render(error, self.colour[1]));
        ending(error.is_interruption(), error.is_limit())
    }
}

/// The ending of a statement that failed.
fn ending(interrupted: bool, limit: bool) -> Ending {
    match (interrupted, limit) {
        (true, _) => Ending::Interrupted,
        (false, true) => Ending::LimitReached,
        (false, false) => Ending::ProgramError,
    }
}

/// A duration in the unit that suits it.
fn seconds(elapsed: std::time::Duration) -> String {
    match elapsed.as_secs_f64() {
        short if short < 1e-3 => format!("{:.1} microseconds", short * 1e6),
        short if short < 1.0 => format!("{:.1} milliseconds", short * 1e3),
        long => format!("{long:.2} seconds"),
    }
}

/// A list whose lines end between items: between those of the list itself where they fit a line,
/// else between those inside.
fn broken(list: &str, columns: usize) -> String {
    let mut text = String::with_capacity(list.len() + list.len() / 16);
    let mut column = 0;
    for item in items(list, 1) {
        let width = measure_text_width(item);
        if width < columns {
            add_item(&mut text, &mut column, item, columns);
        } else {
            for part in items(item, usize::MAX) {
                add_item(&mut text, &mut column, part, columns);
            }
        }
    }
    text
}

/// Adds an item, which ends with its comma, in this line or the next.
fn add_item(text: &mut String, column: &mut usize, item: &str, columns: usize) {
    let width = measure_text_width(item);
    if *column > 0 && *column + 1 + width > columns {
        text.push('\n');
        *column = 0;
    }
    if *column > 0 || text.ends_with('\n') {
        text.push(' ');
        *column += 1;
    }
    text.push_str(item);
    *column += width;
}

/// The items of a list with the commas behind them; those of lists inside too, which lie at most so
/// `deep`.
fn items(list: &str, deep: usize) -> impl Iterator<Item = &str> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let ends = list.char_indices().filter_map(move |(at, sign)| {
        match sign {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '[' | '(' | '{' if !quoted => depth += 1,
            ']' | ')' | '}' if !quoted => depth = usize::saturating_sub(depth, 1),
            ',' if !quoted && depth <= deep && list[at + 1..].starts_with(' ') => {
                return Some(at + 1);
            }
            _ => {}
        }
        None
    });
    let mut start = 0;
    ends.chain(std::iter::once(list.len())).map(move |end| {
        let item = list[start..end].trim_start();
        start = end;
        item
    })
}

/// How large the terminal is, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Screen {
    rows: usize,
    columns: usize,
}

/// Lines of a screen that are left for the question, the note and the prompt.
const LEFT: usize = 4;
/// How small and how large a terminal is believed to be.
const FEWEST: Screen = Screen { rows: 3, columns: 20 };
const MOST: Screen = Screen { rows: 500, columns: 2000 };

impl Screen {
    /// The terminal of standard output. What cannot be true is not believed.
    fn of_terminal() -> Self {
        let (rows, columns) = console::Term::stdout().size();
        Screen {
            rows: usize::from(rows).saturating_sub(LEFT).clamp(FEWEST.rows, MOST.rows),
            columns: usize::from(columns).clamp(FEWEST.columns, MOST.columns),
        }
    }

    /// Where in `text` the screen is full, if it is.
    fn end(self, text: &str) -> Option<usize> {
        let (mut row, mut column) = (1, 0);
        for (at, character) in text.char_indices() {
            if character == '\n' {
                row += 1;
                column = 0;
            } else {
                let width = match character.is_ascii() {
                    true => 1,
                    false => measure_text_width(character.encode_utf8(&mut [0; 4])),
                };
                if column + width > self.columns {
                    row += 1;
                    column = 0;
                }
                column += width;
            }
            if row > self.rows {
                return Some(at);
            }
        }
        None
    }

    /// What of `text` fits on the screen, and a note about the rest if there is one;
    /// `all` unless the text goes on behind its end.
    fn shorten(self, text: &str, all: bool) -> (&str, Option<String>) {
        let Some(end) = self.end(text) else { return (text, None) };
        let more = HumanCount(text[end..].chars().count() as u64);
        let over = if all { "" } else { "over " };
        let note =
            format!("... {over}{more} more characters: `:full` shows all, `:write FILE` saves it");
        (text[..end].trim_end_matches('\n'), Some(note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Screen = Screen { rows: 3, columns: 20 };

    #[test]
    fn lists_break_between_items() {
        assert_eq!(broken("[1, 2, 3]", 20), "[1, 2, 3]");
        assert_eq!(broken("[10, 20, 30, 40]", 9), "[10, 20,\n 30, 40]");
        assert_eq!(broken("[[1, 2], [3, 4], [5, 6]]", 12), "[[1, 2],\n [3, 4],\n [5, 6]]");
        assert_eq!(broken("[\"a, b\", \"c\"]", 9), "[\"a, b\",\n \"c\"]");
        // A row that fits no line breaks inside.
        assert_eq!(broken("[[100, 200, 300]]", 10), "[[100,\n 200,\n 300]]");
    }

    #[test]
    fn what_fits_stays_whole() {
        for text in ["", "1", &"1".repeat(60), "1\n2\n3", &"é".repeat(60)] {
            assert_eq!(SMALL.shorten(text, true), (text, None));
        }
    }

    #[test]
    fn what_does_not_fit_is_cut_where_the_screen_ends() {
        let long = "12345".repeat(1000);
        let (start, note) = SMALL.shorten(&long, true);
        assert_eq!(start, &long[..60]);
        assert!(note.unwrap().starts_with("... 4,940 more characters"));
        let (start, note) = SMALL.shorten("1\n2\n3\n4\n5", false);
        assert_eq!(start, "1\n2\n3");
        assert!(note.unwrap().starts_with("... over 4 more characters"));
        // Wide characters take two columns, and none is cut in halves.
        let wide = "漢".repeat(100);
        let (start, _) = SMALL.shorten(&wide, true);
        assert_eq!(start, "漢".repeat(30));
    }
}
