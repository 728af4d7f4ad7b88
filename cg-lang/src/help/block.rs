//! The pieces of a text in Markdown: paragraphs and sessions.

use std::fmt;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
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
/// use cg_lang::help::{Block, blocks};
/// let blocks = blocks("One\nline.\n\n```\ncg> 1 +\n... 1\n2\n```\n");
/// let [Block::Prose(prose), Block::Session(session)] = &blocks[..] else { panic!("{blocks:?}") };
/// assert_eq!(prose, "One line.");
/// assert_eq!((&session[0].typed[..], &session[0].printed[..]), ("1 +\n1", "2\n"));
/// ```
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut prose = String::new();
    let mut code: Option<String> = None;
    for line in markdown.lines() {
        if line.starts_with("```") {
            match code.take() {
                Some(lines) => blocks.push(session(&lines).unwrap_or(Block::Code(lines))),
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

fn end_paragraph(prose: &mut String, blocks: &mut Vec<Block>) {
    if !prose.is_empty() {
        blocks.push(Block::Prose(std::mem::take(prose)));
    }
}

/// The exchanges of a code block, if it has prompts.
fn session(code: &str) -> Option<Block> {
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
    (!exchanges.is_empty()).then_some(Block::Session(exchanges))
}

/// A paragraph in lines of at most so many columns, each behind `indent`; a word that is longer stands alone.
pub fn wrapped(prose: &str, columns: usize, indent: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in prose.split(' ').filter(|word| !word.is_empty()) {
        let width = word.chars().count();
        match lines.last_mut() {
            Some(line) if used + 1 + width <= columns => {
                line.push(' ');
                *line += word;
                used += 1 + width;
            }
            _ => {
                lines.push(format!("{indent}{word}"));
                used = indent.chars().count() + width;
            }
        }
    }
    lines.join("\n")
}
