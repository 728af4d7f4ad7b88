//! What can be typed into a session: for completion, hints and highlighting.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::{Name, Session};
use crate::directive::{ArgumentKind, Written};
use crate::lexer::{Keyword, Reading};
use crate::machine::IT;

/// The words that a session knows, as they were when it was asked.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    words: BTreeMap<String, Word>,
    directives: BTreeMap<String, Word>,
    topics: BTreeSet<&'static str>,
    /// How what is typed is read.
    pub reading: Reading,
}

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What it is.
    pub kind: WordKind,
    /// How it is written: `Nim(n)`, `:load FILE`; for others the word alone.
    pub usage: String,
}

impl Word {
    /// Whether it can stand for an argument: a binding, or a function by its name.
    fn is_value(&self) -> bool {
        matches!(self.kind, WordKind::Binding | WordKind::Function | WordKind::BuiltIn)
    }
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A function that a definition gives.
    Function,
    /// A built-in function.
    BuiltIn,
    /// A name that stands for a value of a subgroup, such as `omega`.
    Constant,
    /// A name that is bound to a value.
    Binding,
    /// A reserved word.
    Keyword,
    /// A line that begins with a colon, and what stands behind its name.
    Directive(ArgumentKind),
}

impl Vocabulary {
    /// The word that is written so in an expression.
    pub fn word(&self, name: &str) -> Option<&Word> {
        self.words.get(name)
    }

    /// The topics of help that begin so, in alphabetical order.
    pub fn topics<'v>(&'v self, start: &'v str) -> impl Iterator<Item = &'v str> {
        self.topics.iter().copied().filter(move |topic| topic.starts_with(start))
    }

    /// Whether what was typed goes on in another line: an open bracket, an
    /// operator that waits, or what looks like the head of a definition. An
    /// empty line ends such a head.
    pub fn is_unfinished(&self, text: &str) -> bool {
        crate::parser::is_unfinished(text, &self.reading)
            || !text.ends_with("\n\n") && self.is_head(text)
    }

    /// `Nim(n)` with an unbound n: more likely the first line of a definition
    /// than a call. The functions of rulesets have capital letters, as games of programs do, which
    /// may hide them.
    fn is_head(&self, text: &str) -> bool {
        let last = crate::parser::last_call_of_names(text, &self.reading);
        last.is_some_and(|(function, names)| {
            let built_in = self.word(&function).is_some_and(|word| word.kind == WordKind::BuiltIn)
                && !function.starts_with(char::is_uppercase);
            let unbound = |name: &String| !self.word(name).is_some_and(Word::is_value);
            !built_in && !names.is_empty() && names.iter().all(unbound)
        })
    }

    /// The words of expressions that begin so, in alphabetical order.
    pub fn words<'v>(&'v self, start: &'v str) -> impl Iterator<Item = (&'v str, &'v Word)> {
        beginning(&self.words, start)
    }

    /// The directive of this name, which is given without its colon.
    pub fn directive(&self, name: &str) -> Option<&Word> {
        self.directives.get(name)
    }

    /// The directives whose names begin so, in alphabetical order.
    pub fn directives<'v>(&'v self, start: &'v str) -> impl Iterator<Item = (&'v str, &'v Word)> {
        beginning(&self.directives, start)
    }
}

fn beginning<'v>(
    words: &'v BTreeMap<String, Word>,
    start: &'v str,
) -> impl Iterator<Item = (&'v str, &'v Word)> {
    words
        .range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .map(|(name, word)| (name.as_str(), word))
        .take_while(move |(name, _)| name.starts_with(start))
}

impl Session {
    /// The words that can be typed now.
    pub fn vocabulary(&self) -> Vocabulary {
        let machine = &self.machine;
        let mut words = BTreeMap::new();
        let mut add = |kind, name: &str, usage: String| {
            words.insert(name.to_owned(), Word { kind, usage });
        };
        for (name, _) in Keyword::ALL {
            add(WordKind::Keyword, name, name.to_owned());
        }
        for function in machine.builtins.all() {
            add(WordKind::BuiltIn, function.name(), function.usage().to_owned());
        }
        for name in machine.engine.registry().constants() {
            add(WordKind::Constant, name, name.to_owned());
        }
        if machine.globals.get(self.it.number as usize).is_some_and(Option::is_some) {
            add(WordKind::Binding, IT, IT.to_owned());
        }
        for &name in &self.order {
            match name {
                Name::Function(number) => {
                    let text = machine.function_names.name(number);
                    let usage = self.signature(number).unwrap_or_else(|| text.to_owned());
                    add(WordKind::Function, text, usage);
                }
                Name::Global(number) => {
                    let text = machine.global_names.name(number);
                    add(WordKind::Binding, text, text.to_owned());
                }
            }
        }
        let open = |written: &Written| !(self.confined && written.argument == ArgumentKind::File);
        let directives = self.directives().filter(open).map(|Written { name, usage, argument }| {
            let word = Word { kind: WordKind::Directive(argument), usage: usage.to_owned() };
            (name.to_owned(), word)
        });
        let directives = directives.collect();
        let pages = self.help_pages();
        let topics = pages.iter().flat_map(|page| &page.topics);
        let topics = topics.flat_map(|topic| topic.also.iter().copied().chain([topic.name()]));
        let topics = topics.collect();
        Vocabulary { words, directives, topics, reading: self.reading.clone() }
    }

    /// Every name that can be typed: the words of expressions, and the directives with
    /// their colon.
    pub fn names(&self) -> Vec<String> {
        let vocabulary = self.vocabulary();
        let directives = vocabulary.directives.into_keys().map(|name| format!(":{name}"));
        vocabulary.words.into_keys().chain(directives).collect()
    }

    /// A function of the session as its definition's head writes it: `Nim(n)`.
    pub(super) fn signature(&self, number: u32) -> Option<String> {
        let defined = self.machine.defined(number)?;
        let parameters = defined.definition.parameters.iter();
        let parameters: Vec<&str> =
            parameters.map(|&parameter| defined.ast.name(parameter)).collect();
        let name = self.machine.function_names.name(number);
        Some(format!("{name}({})", parameters.join(", ")))
    }
}
