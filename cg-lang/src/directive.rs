//! The directives of the language: their names, and how they are written.
//!
//! This is only the table. What each one does is in the session; whoever embeds
//! the language adds others there.

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
    /// The last answer, whole.
    Full,
    /// The last answer, into a new file.
    Write,
    /// Why an answer is what it is.
    Why,
    /// Forgets all definitions and bindings.
    Clear,
    /// Shows or sets limits.
    Limit,
    /// Whether the time of each answer is shown.
    Time,
    /// The last answer, into a file that may be there already.
    Overwrite,
}

/// The table: each directive, its name without the colon, and its usage. The first
/// eleven are listed in help and completion; [`Directive::Overwrite`] is a variant
/// of `:write` and not listed.
const TABLE: [(Directive, &str, &str); 12] = [
    (Directive::Notation, "notation", ":notation standard|paper|unicode|latex"),
    (Directive::Help, "help", ":help [name]"),
    (Directive::List, "list", ":list"),
    (Directive::Load, "load", ":load FILE"),
    (Directive::Save, "save", ":save FILE"),
    (Directive::Full, "full", ":full"),
    (Directive::Write, "write", ":write FILE"),
    (Directive::Why, "why", ":why [EXPR]"),
    (Directive::Clear, "clear", ":clear"),
    (
        Directive::Limit,
        "limit",
        ":limit [memory 4GiB | memos 1GiB | time 10s | games N | options N]",
    ),
    (Directive::Time, "time", ":time [on|off]"),
    (Directive::Overwrite, "write!", ":write! FILE"),
];

impl Directive {
    /// The directive of this name, which is given without its colon.
    pub(crate) fn from_name(name: &str) -> Option<Directive> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Name and usage of the directives that help and completion list.
    pub(crate) fn listed() -> impl Iterator<Item = (&'static str, &'static str)> {
        TABLE.iter().filter(|row| row.0 != Directive::Overwrite).map(|row| (row.1, row.2))
    }

    fn row(self) -> &'static (Directive, &'static str, &'static str) {
        TABLE.iter().find(|row| row.0 == self).expect("every directive has a row in the table")
    }

    /// Its name, without the colon.
    pub(crate) fn name(self) -> &'static str {
        self.row().1
    }

    /// How it is written.
    pub(crate) fn usage(self) -> &'static str {
        self.row().2
    }
}
