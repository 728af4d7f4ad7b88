//! The README, the guide and the topics of help have short sentences.

use std::fs;
use std::path::PathBuf;

use crate::workspace::{markdown, root};

/// The largest number of words in a sentence.
const MOST: usize = 30;

/// The measured pages. The changelog and the notes of the laboratory are not among them, nor are copies of help in the guide.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for folder in ["docs", "cg-lang/help", "cg/help", "cg-cli/help"] {
        pages.extend(markdown(&root().join(folder)));
    }
    let skipped =
        ["docs/changelog.md", "docs/notes", "docs/reference"].map(|name| root().join(name));
    pages.retain(|page| !skipped.iter().any(|skipped| page.starts_with(skipped)));
    pages
}

/// The blocks of prose in Markdown: paragraphs, list items and cells of tables, without fenced code and headings.
fn blocks(markdown: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut is_code = false;
    for line in markdown.lines() {
        let follows_blank = blocks.last().unwrap().is_empty();
        if line.starts_with("    ") && follows_blank && !is_code {
            continue;
        }
        let line = line.trim();
        if line.starts_with("```") {
            is_code = !is_code;
            blocks.push(String::new());
        } else if is_code {
        } else if line.is_empty() || line.starts_with('#') || line.starts_with("<!--") {
            blocks.push(String::new());
        } else if line.starts_with('|') {
            blocks.extend(line.replace("\\|", "").split('|').map(str::to_owned));
            blocks.push(String::new());
        } else {
            let marker = line.split(' ').next().unwrap();
            let is_item = ["-", "*"].contains(&marker)
                || marker.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
            if is_item {
                blocks.push(String::new());
            }
            let block = blocks.last_mut().unwrap();
            block.push_str(line);
            block.push(' ');
        }
    }
    blocks
}

/// The text with each span of code as one word, and without the targets of links.
fn spoken(block: &str) -> String {
    let mut text = String::new();
    for (at, piece) in block.split('`').enumerate() {
        text.push_str(if at % 2 == 0 { piece } else { "0" });
    }
    let mut pieces = text.split("](");
    let mut spoken = pieces.next().unwrap().to_owned();
    for piece in pieces {
        spoken.push_str(piece.split_once(')').map_or(piece, |(_, rest)| rest));
    }
    spoken
}

/// The sentences of a block. A sentence ends at `.`, `!` or `?` before a blank; closing marks may follow the point.
fn sentences(block: &str) -> Vec<String> {
    let mut sentences = vec![Vec::new()];
    for word in block.split_whitespace() {
        sentences.last_mut().unwrap().push(word);
        if word.trim_end_matches(['"', '\'', ')', '*']).ends_with(['.', '!', '?']) {
            sentences.push(Vec::new());
        }
    }
    sentences.into_iter().map(|words| words.join(" ")).collect()
}

/// How many words a sentence has. A span of code and a number are words, a sign is none. Figures alone are no sentence.
fn words(sentence: &str) -> usize {
    if !sentence.contains(char::is_alphabetic) {
        return 0;
    }
    sentence.split(' ').filter(|word| word.contains(char::is_alphanumeric)).count()
}

#[test]
fn sentences_are_measured() {
    let page = "# A title\n\n- One, `two three`.\n- See [this\n  page](a/b.md): why? Yes!\n\n```\nno prose\n```\n\n    no prose\n\n| a | `b \\| c` d |";
    let found: Vec<_> = blocks(page).iter().flat_map(|block| sentences(&spoken(block))).collect();
    let counts: Vec<_> = found.iter().map(|sentence| words(sentence)).filter(|&n| n > 0).collect();
    assert_eq!(counts, [2, 4, 1, 1, 2], "{found:?}");
}

#[test]
fn sentences_are_short() {
    let mut long = String::new();
    let mut all = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let page = page.strip_prefix(root()).unwrap().display();
        for sentence in blocks(&text).iter().flat_map(|block| sentences(&spoken(block))) {
            all += usize::from(words(&sentence) > 0);
            if words(&sentence) > MOST && !sentence.starts_with("Source:") {
                long += &format!("{page}: {} words: {sentence}\n", words(&sentence));
            }
        }
    }
    assert!(all > 2000, "{all} sentences");
    assert!(long.is_empty(), "{long}");
}
