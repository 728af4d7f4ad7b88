//! Help on topics, from pages of Markdown that a guide can include as well: each text is written once.
//!
//! A page is a title (`# Title`) and topics (`## name`). A topic may name others that lead to it in a comment,
//! `<!-- also: a, b -->`; its text is a definition, an example as a session (`cg> ` before what is typed, what is printed
//! below), and the source. The pages of the language lie in the folder `help` of this crate; who embeds it adds others with
//! [`Session::add_help`](crate::Session::add_help).

use std::fmt;

/// The pages of the language, in the order of the overview.
pub(crate) const PAGES: [&str; 10] = [
    include_str!("../help/language.md"),
    include_str!("../help/values.md"),
    include_str!("../help/theory.md"),
    include_str!("../help/hot.md"),
    include_str!("../help/small.md"),
    include_str!("../help/forms.md"),
    include_str!("../help/lists.md"),
    include_str!("../help/boards.md"),
    include_str!("../help/session.md"),
    // Without a title: the overview is full.
    include_str!("../help/others.md"),
];

/// A page of topics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What its topics have in common.
    pub title: &'static str,
    /// The topics, in the order of the page.
    pub topics: Vec<Topic>,
}

/// What help knows under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// How it is written: `cool(g, t)`, `:list`, `atomic weight`.
    pub usage: &'static str,
    /// Other names that lead to it.
    pub also: Vec<&'static str>,
    /// Its text, as Markdown.
    pub text: &'static str,
}

impl Page {
    /// The page of this Markdown.
    ///
    /// ```
    /// let page = cg_lang::help::Page::new("# Games\n\n## Nim\n<!-- also: heaps -->\n\nTake some.\n");
    /// assert_eq!((page.title, page.topics[0].name()), ("Games", "Nim"));
    /// assert_eq!(page.topics[0].also, ["heaps"]);
    /// assert_eq!(page.topics[0].shown(80), "Nim\n\n  Take some.");
    /// ```
    pub fn new(markdown: &'static str) -> Self {
        let mut sections = markdown.split("\n## ");
        let title = sections.next().and_then(|head| head.trim().strip_prefix("# "));
        let title = title.and_then(|head| head.lines().next()).unwrap_or_default();
        Page { title, topics: sections.map(Topic::new).collect() }
    }
}

impl Topic {
    fn new(section: &'static str) -> Self {
        let (usage, rest) = section.split_once('\n').unwrap_or((section, ""));
        let also = rest.trim_start().strip_prefix("<!-- also: ");
        let (also, text) = also.and_then(|rest| rest.split_once("-->")).unwrap_or(("", rest));
        let also = also.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        Topic { usage: usage.trim(), also, text: text.trim() }
    }

    /// Its name: the usage without what stands behind a function's or directive's name.
    pub fn name(&self) -> &'static str {
        match self.usage.split_once('(') {
            _ if self.usage.starts_with(':') => self.usage.split(' ').next().unwrap_or(self.usage),
            Some((name, _)) => name,
            None => self.usage,
        }
    }

    /// The topic for a terminal of so many columns.
    pub fn shown(&self, columns: usize) -> String {
        let mut text = self.usage.to_owned();
        for block in blocks(self.text) {
            text += "\n\n";
            match block {
                Passage::Prose(prose) => text += &wrapped(&prose, columns, "  "),
                Passage::Code(lines) => text += &indented(&lines),
                Passage::Session(exchanges) => {
                    let lines: Vec<String> = exchanges.iter().map(Exchange::to_string).collect();
                    text += &indented(&lines.join("\n"));
                }
            }
        }
        text
    }

    /// Whether the name with this key means this topic; a directive is meant without its colon as well.
    fn is_named(&self, asked: &str) -> bool {
        let name = key(self.name());
        name == asked || name.strip_prefix(':') == Some(asked)
    }

    /// Whether another of its names has this key.
    fn is_also(&self, asked: &str) -> bool {
        self.also.iter().any(|also| key(also) == asked)
    }
}

/// The topics that `asked` means: those of that name, else the first that has it among its other names.
///
/// ```
/// use cg_lang::help::{Page, topics};
/// let pages = [Page::new("# Games\n\n## Nim\n<!-- also: heaps -->\n\nTake some.\n")];
/// assert_eq!(topics(&pages, "nim()")[0].name(), "Nim");
/// assert_eq!(topics(&pages, "Heaps")[0].name(), "Nim");
/// assert!(topics(&pages, "Kayles").is_empty());
/// ```
pub fn topics<'p>(pages: &'p [Page], asked: &str) -> Vec<&'p Topic> {
    let asked = key(asked);
    let all = || pages.iter().flat_map(|page| &page.topics);
    let mut found: Vec<&Topic> = all().filter(|topic| topic.is_named(&asked)).collect();
    if found.is_empty() {
        found.extend(all().find(|topic| topic.is_also(&asked)));
    }
    found
}

/// What must agree of names that mean the same: case, hyphens and blanks do not matter, nor the `()` of a call.
fn key(name: &str) -> String {
    let name = name.trim();
    let name = name.strip_suffix("()").unwrap_or(name);
    if !name.contains(char::is_alphabetic) {
        return name.to_owned();
    }
    name.to_lowercase().split([' ', '-', '_']).collect()
}

fn indented(lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

// The pieces of a text in Markdown: paragraphs and sessions.

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A paragraph, on one line.
    Prose(String),
    /// A code block of a session.
    Session(Vec<Exchange>),
    /// Another code block.
    Code(String),
}

/// What is typed at a prompt, and what it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The statement, without its prompts.
    pub typed: String,
    /// The lines printed, each with its end.
    pub printed: String,
}

/// With the prompts of a session.
impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = self.typed.replace('\n', "\n... ");
        write!(f, "{}", format!("cg> {typed}\n{}", self.printed).trim_end())
    }
}

/// The paragraphs and code blocks of a text, comments left out.
///
/// ```
/// use cg_lang::help::{Passage, blocks};
/// let blocks = blocks("One\nline.\n\n```\ncg> 1 +\n... 1\n2\n```\n");
/// let [Passage::Prose(prose), Passage::Session(session)] = &blocks[..] else { panic!("{blocks:?}") };
/// assert_eq!(prose, "One line.");
/// assert_eq!((&session[0].typed[..], &session[0].printed[..]), ("1 +\n1", "2\n"));
/// ```
pub fn blocks(markdown: &str) -> Vec<Passage> {
    let mut blocks = Vec::new();
    let mut prose = String::new();
    let mut code: Option<String> = None;
    for line in markdown.lines() {
        if line.starts_with("```") {
            match code.take() {
                Some(lines) => blocks.push(session(&lines).unwrap_or(Passage::Code(lines))),
                None => {
                    end_paragraph(&mut prose, &mut blocks);
                    code = Some(String::new());
                }
            }
        } else if let Some(lines) = &mut code {
            *lines += line;
            lines.push('\n');
        } else if line.trim().is_empty() {
            end_paragraph(&mut prose, &mut blocks);
        } else if !line.starts_with("<!--") {
            if !prose.is_empty() {
                prose.push(' ');
            }
            prose += line.trim();
        }
    }
    end_paragraph(&mut prose, &mut blocks);
    blocks
}

fn end_paragraph(prose: &mut String, blocks: &mut Vec<Passage>) {
    if !prose.is_empty() {
        blocks.push(Passage::Prose(std::mem::take(prose)));
    }
}

/// The exchanges of a code block, if it has prompts.
fn session(code: &str) -> Option<Passage> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in code.lines() {
        if let Some(typed) = line.strip_prefix("cg> ") {
            exchanges.push(Exchange { typed: typed.to_owned(), printed: String::new() });
            continue;
        }
        // Before the first prompt stands what was typed in a shell.
        let Some(last) = exchanges.last_mut() else { continue };
        match line.strip_prefix("... ").filter(|_| last.printed.is_empty()) {
            Some(more) => {
                last.typed.push('\n');
                last.typed += more;
            }
            None => {
                last.printed += line;
                last.printed.push('\n');
            }
        }
    }
    (!exchanges.is_empty()).then_some(Passage::Session(exchanges))
}

/// A paragraph in lines of at most so many columns, each behind `indent`; a word that is longer stands alone.
pub fn wrapped(prose: &str, columns: usize, indent: &str) -> String {
    let options = textwrap::Options::new(columns)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    match prose.trim_matches(' ') {
        "" => String::new(),
        prose => textwrap::fill(prose, options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_a_definition_an_example_and_a_source() {
        for page in PAGES.map(Page::new) {
            // A page without a title is left out of the overview.
            assert!(!page.topics.is_empty());
            for topic in page.topics {
                let blocks = blocks(topic.text);
                let [Passage::Prose(definition), Passage::Session(_), Passage::Prose(source)] =
                    &blocks[..]
                else {
                    panic!("{}: {blocks:?}", topic.usage)
                };
                assert!(definition.ends_with('.'), "{}", topic.usage);
                assert!(source.starts_with("Source: ") && source.ends_with('.'), "{}", topic.usage);
            }
        }
    }

    #[test]
    fn topics_fit_the_usual_terminal() {
        for topic in PAGES.map(Page::new).iter().flat_map(|page| &page.topics) {
            let shown = topic.shown(80);
            assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
            assert!(shown.lines().count() <= 22, "{shown}");
        }
    }

    #[test]
    fn no_name_leads_to_two_topics() {
        let pages = PAGES.map(Page::new);
        let topics = || pages.iter().flat_map(|page| &page.topics);
        let mut names: Vec<String> = topics()
            .flat_map(|topic| [topic.name()].into_iter().chain(topic.also.clone()))
            .map(key)
            .collect();
        names.sort();
        let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn names_are_compared_without_their_trimmings() {
        assert_eq!(key("Atomic-Weight "), key("atomicweight()"));
        assert_eq!(key("_"), "_");
        assert_eq!(key("+-"), "+-");
    }

    #[test]
    fn long_words_stand_alone() {
        assert_eq!(wrapped("a bb cccccccc d", 6, "  "), "  a bb\n  cccccccc\n  d");
        assert_eq!(wrapped("", 6, "  "), "");
    }
}
