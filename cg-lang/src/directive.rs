//! The directives of the language: their names, and how they are written.
//!
//! This is only the table. What each one does is in the session; whoever embeds
//! the language adds others there.

use cg_core::Notation;

/// A line of a program that begins with a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    /// The notation of answers and of what is read.
    Notation,
    /// Help on a name, or an overview.
    Help,
    /// What the session defines.
    List,
    /// Runs a file.
    Load,
    /// Writes the session as a program.
    Save,
    /// Takes values of calls over that were saved.
    Values,
    /// The last answer, whole.
    Full,
    /// The last answer, into a new file.
    Write,
    /// Why an answer is what it is.
    Why,
    /// Tries what a definition declares of its positions.
    Check,
    /// Forgets all definitions and bindings.
    Clear,
    /// Shows or sets limits.
    Limit,
    /// Whether the time of each answer is shown.
    Time,
    /// The last answer, into a file that may be there already.
    Overwrite,
}

/// What stands behind a directive: an editor offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// Nothing, or something that an editor cannot know.
    Free,
    /// One of these words, each with the blank that follows if more is due.
    Word(&'static [&'static str]),
    /// One of these words, and then an expression.
    WordThenExpression(&'static [&'static str]),
    /// A topic of help, a function of the program, or a directive with its colon.
    Topic,
    /// The path of a file.
    File,
    /// An expression.
    Expression,
}

/// How a directive is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    /// Its name, without the colon.
    pub(crate) name: &'static str,
    /// The whole line, as help shows it.
    pub(crate) usage: &'static str,
    /// What stands behind the name.
    pub(crate) argument: ArgumentKind,
}

const fn row(
    directive: Directive,
    name: &'static str,
    usage: &'static str,
    argument: ArgumentKind,
) -> (Directive, Written) {
    (directive, Written { name, usage, argument })
}

/// The table. All are listed in help and completion, but [`Directive::Overwrite`], a variant of
/// `:write`, and [`Directive::Values`], which no one types.
const TABLE: [(Directive, Written); 14] = [
    row(
        Directive::Notation,
        "notation",
        ":notation standard|paper|unicode|latex",
        ArgumentKind::Word(&NOTATIONS),
    ),
    row(Directive::Help, "help", ":help [name]", ArgumentKind::Topic),
    row(Directive::List, "list", ":list", ArgumentKind::Free),
    row(Directive::Load, "load", ":load FILE", ArgumentKind::File),
    row(Directive::Save, "save", ":save FILE [--values]", ArgumentKind::File),
    row(Directive::Values, "values", ":values F CHECKSUM LIST", ArgumentKind::Free),
    row(Directive::Full, "full", ":full", ArgumentKind::Free),
    row(Directive::Write, "write", ":write FILE [VALUE]", ArgumentKind::File),
    row(Directive::Why, "why", ":why [EXPR]", ArgumentKind::Expression),
    row(Directive::Check, "check", ":check F", ArgumentKind::Free),
    row(Directive::Clear, "clear", ":clear", ArgumentKind::Free),
    row(
        Directive::Limit,
        "limit",
        ":limit [memory 4GiB | memos 1GiB | time 10s | games N | options N]",
        ArgumentKind::Word(&["games ", "memory ", "memos ", "options ", "time "]),
    ),
    row(Directive::Time, "time", ":time [on|off]", ArgumentKind::Word(&["off", "on"])),
    row(Directive::Overwrite, "write!", ":write! FILE [VALUE]", ArgumentKind::File),
];

/// The names of the notations, as [`Notation::ALL`] lists them.
const NOTATIONS: [&str; Notation::ALL.len()] = {
    let mut names = [""; Notation::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Notation::ALL[at].name();
        at += 1;
    }
    names
};

impl Directive {
    /// The directive of this name, which is given without its colon.
    pub(crate) fn from_name(name: &str) -> Option<Directive> {
        TABLE.iter().find(|(_, written)| written.name == name).map(|row| row.0)
    }

    /// The directives that help and completion list.
    pub(crate) fn listed() -> impl Iterator<Item = Written> {
        let typed = |row: &&(Directive, Written)| {
            !matches!(row.0, Directive::Overwrite | Directive::Values)
        };
        TABLE.iter().filter(typed).map(|row| row.1)
    }

    /// How it is written.
    pub(crate) fn written(self) -> Written {
        TABLE.iter().find(|row| row.0 == self).expect("every directive has a row in the table").1
    }
}
