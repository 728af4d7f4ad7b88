//! The tests of the language, in one program: it is linked once.

mod boards;
mod common;
mod copies;
mod error_messages;
mod facts;
mod format;
mod forms;
mod help;
mod highlight;
mod kept_values;
mod language;
mod last_answer;
mod library;
mod limits;
mod loopy;
mod outline;
mod printing;
mod properties;
mod rationals;
mod texts;
mod traps;
mod values;
mod words;
