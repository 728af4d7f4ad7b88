//! The topics of help and the pages of the guide, to read.

use cg_calculator::cg_lang::help::{Page, Topic};
use rmcp::model::{Resource, ResourceContents};

/// The pages of the guide, by name.
const GUIDE: &[(&str, &str)] = &[
    ("index", include_str!("../guide/index.md")),
    ("assistants", include_str!("../guide/assistants.md")),
    ("boards", include_str!("../guide/boards.md")),
    ("command", include_str!("../guide/command.md")),
    ("cookbook", include_str!("../guide/cookbook.md")),
    ("distributed", include_str!("../guide/distributed.md")),
    ("editors", include_str!("../guide/editors.md")),
    ("embedding", include_str!("../guide/embedding.md")),
    ("entailing", include_str!("../guide/entailing.md")),
    ("families", include_str!("../guide/families.md")),
    ("grammar", include_str!("../guide/grammar.md")),
    ("install", include_str!("../guide/install.md")),
    ("language", include_str!("../guide/language.md")),
    ("limits", include_str!("../guide/limits.md")),
    ("loopy", include_str!("../guide/loopy.md")),
    ("misere", include_str!("../guide/misere.md")),
    ("notations", include_str!("../guide/notations.md")),
    ("octal", include_str!("../guide/octal.md")),
    ("pictures", include_str!("../guide/pictures.md")),
    ("play", include_str!("../guide/play.md")),
    ("plugins", include_str!("../guide/plugins.md")),
    ("proofs", include_str!("../guide/proofs.md")),
    ("python", include_str!("../guide/python.md")),
    ("records", include_str!("../guide/records.md")),
    ("rulesets", include_str!("../guide/rulesets.md")),
    ("scores", include_str!("../guide/scores.md")),
    ("solver", include_str!("../guide/solver.md")),
    ("speed", include_str!("../guide/speed.md")),
    ("theory", include_str!("../guide/theory.md")),
    ("tour", include_str!("../guide/tour.md")),
    ("transfinite", include_str!("../guide/transfinite.md")),
    ("trinim", include_str!("../guide/trinim.md")),
    ("trust", include_str!("../guide/trust.md")),
    ("tutorial", include_str!("../guide/tutorial.md")),
    ("universes", include_str!("../guide/universes.md")),
    ("worksheet", include_str!("../guide/worksheet.md")),
];

const MARKDOWN: &str = "text/markdown";

/// A page's heading.
fn heading(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
}

/// The address of a topic: its name, with what an address cannot hold as `%` and two digits.
fn address(topic: &Topic) -> String {
    let mut address = String::from("cg://help/");
    for byte in topic.name().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(byte));
            }
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address
}

fn topics(pages: &[Page]) -> impl Iterator<Item = (&Page, &Topic)> {
    pages.iter().flat_map(|page| page.topics.iter().map(move |topic| (page, topic)))
}

/// All that there is to read.
pub(crate) fn list(pages: &[Page]) -> Vec<Resource> {
    let guide = GUIDE.iter().map(|(name, text)| {
        Resource::new(format!("cg://guide/{name}"), format!("guide: {name}"))
            .with_title(heading(text))
            .with_description("a page of the guide of cg")
            .with_mime_type(MARKDOWN)
            .with_size(text.len() as u64)
    });
    let mut known = std::collections::HashSet::new();
    let help = topics(pages).filter_map(|(page, topic)| {
        let address = address(topic);
        // Some names have two topics: one address shows both.
        known.insert(address.clone()).then(|| {
            Resource::new(address, format!("help: {}", topic.name()))
                .with_title(topic.usage)
                .with_description(format!("help on a topic of cg: {}", page.title.to_lowercase()))
                .with_mime_type(MARKDOWN)
        })
    });
    guide.chain(help).collect()
}

/// What stands at an address.
pub(crate) fn read(pages: &[Page], asked: &str) -> Option<ResourceContents> {
    let page = GUIDE.iter().find(|(name, _)| asked.strip_prefix("cg://guide/") == Some(name));
    let text = match page {
        Some((_, text)) => (*text).to_owned(),
        None => {
            let found: Vec<String> = topics(pages)
                .filter(|(_, topic)| address(topic) == asked)
                .map(|(_, topic)| format!("# {}\n\n{}\n", topic.usage, topic.text))
                .collect();
            if found.is_empty() {
                return None;
            }
            found.join("\n")
        }
    };
    Some(ResourceContents::text(text, asked).with_mime_type(MARKDOWN))
}

#[cfg(test)]
mod tests {
    use cg_calculator::Calculator;

    use super::*;

    #[test]
    fn the_guide_is_whole() {
        let summary = include_str!("../guide/SUMMARY.md");
        let mut pages = 0;
        for line in summary.lines() {
            let Some((_, name)) = line.split_once("](") else { continue };
            let name = name.trim_end_matches(')');
            // Topics of help are listed as such; the notes and the change log are for those who change cg.
            if name.contains('/') || name == "changelog.md" {
                continue;
            }
            pages += 1;
            let name = name.trim_end_matches(".md");
            assert!(GUIDE.iter().any(|(known, _)| *known == name), "{name} is missing");
        }
        assert_eq!(pages, GUIDE.len());
    }

    #[test]
    fn all_that_is_listed_is_there_to_read() {
        let pages = Calculator::new().expect("a calculator").session().help_pages();
        let all = list(&pages);
        assert!(all.len() > 150, "{}", all.len());
        for resource in &all {
            let Some(ResourceContents::TextResourceContents { text, .. }) =
                read(&pages, &resource.uri)
            else {
                panic!("{} is not there", resource.uri)
            };
            assert!(text.len() > 40, "{}: {text}", resource.uri);
        }
        let mut addresses: Vec<&str> = all.iter().map(|resource| &resource.uri[..]).collect();
        addresses.sort_unstable();
        addresses.dedup();
        assert_eq!(addresses.len(), all.len());
        assert!(read(&pages, "cg://help/nothing").is_none());
        assert!(read(&pages, "file:///etc/passwd").is_none());
        assert!(read(&pages, "cg://guide/../../Cargo.toml").is_none());
    }
}
