//! Help on topics, from pages of Markdown that a guide can include as well: each text is written once.
//!
//! A page is a title (`# Title`) and topics (`## name`). A topic may name others that lead to it in a comment,
//! `<!-- also: a, b -->`; its text is a definition, an example as a session (`cg> ` before what is typed, what is printed
//! below), and the source. The pages of the language lie in the folder `help` of this crate; who embeds it adds others with
//! [`Session::add_help`](crate::Session::add_help).

mod block;

pub use block::{Block, Exchange, blocks, wrapped};

/// The pages of the language, in the order of the overview.
pub(crate) const PAGES: [&str; 8] = [
    include_str!("../../help/language.md"),
    include_str!("../../help/values.md"),
    include_str!("../../help/theory.md"),
    include_str!("../../help/hot.md"),
    include_str!("../../help/small.md"),
    include_str!("../../help/forms.md"),
    include_str!("../../help/lists.md"),
    include_str!("../../help/session.md"),
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
                Block::Prose(prose) => text += &wrapped(&prose, columns, "  "),
                Block::Code(lines) => text += &indented(&lines),
                Block::Session(exchanges) => {
                    let lines: Vec<String> = exchanges.iter().map(Exchange::to_string).collect();
                    text += &indented(&lines.join("\n"));
                }
            }
        }
        text
    }

    /// Whether `asked` means this topic by its name; a directive is meant without its colon as well.
    pub(crate) fn is_named(&self, asked: &str) -> bool {
        let (name, asked) = (key(self.name()), key(asked));
        name == asked || name.strip_prefix(':') == Some(&asked)
    }

    /// Whether another of its names is meant.
    pub(crate) fn is_also(&self, asked: &str) -> bool {
        self.also.iter().any(|also| key(also) == key(asked))
    }
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

#[cfg(test)]
mod tests;
