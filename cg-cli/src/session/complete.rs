//! Completion: what could be meant by the word at the cursor.

use std::fs;
use std::path::Path;

use cg_core::Notation;
use cg_lang::{Piece, PieceKind, Vocabulary, WordKind, pieces};
use rustyline::completion::Pair;

use super::head::heads;

/// How many files of a folder are looked at.
const MOST_FILES: usize = 10_000;

/// What one level of a definition's text is indented by.
const INDENT: &str = "  ";

/// Where the word at `cursor` begins, and what could stand there instead.
pub(super) fn complete(vocabulary: &Vocabulary, text: &str, cursor: usize) -> (usize, Vec<Pair>) {
    let before = &text[..cursor];
    let typed = pieces(before, vocabulary.reading);
    let Some(last) = typed.last() else { return words(vocabulary, text, cursor, "", &typed) };
    let range = last.span.range();
    let same_line = !before[range.end..].contains('\n');
    match last.kind {
        PieceKind::Directive if range.end == cursor => {
            let start = before[range].trim_start_matches(':').trim_start();
            (cursor - start.len(), directives(vocabulary, start))
        }
        PieceKind::Directive if same_line => {
            let name = before[range][1..].trim();
            argument(vocabulary, text, cursor, name, "")
        }
        PieceKind::Argument if same_line => {
            let name = typed.iter().rev().find(|piece| piece.kind == PieceKind::Directive);
            let name = name.map_or("", |name| &before[name.span.range()][1..]);
            argument(vocabulary, text, cursor, name.trim(), &before[range.start..])
        }
        PieceKind::Comment | PieceKind::Text if range.end == cursor => (cursor, Vec::new()),
        PieceKind::Name | PieceKind::Call | PieceKind::Keyword | PieceKind::Game
            if range.end == cursor =>
        {
            words(vocabulary, text, cursor, &before[range], &typed)
        }
        PieceKind::Number if range.end == cursor => (cursor, Vec::new()),
        _ => {
            let line = before.rfind('\n').map(|at| &before[at + 1..]);
            if line.is_some_and(|line| line.trim().is_empty()) {
                let indent = Pair { display: INDENT.into(), replacement: INDENT.into() };
                return (cursor, vec![indent]);
            }
            words(vocabulary, text, cursor, "", &typed)
        }
    }
}

/// Words of an expression: parameters in whose scope the cursor is, functions that the
/// text defines, and what the session knows.
fn words(
    vocabulary: &Vocabulary,
    text: &str,
    cursor: usize,
    start: &str,
    typed: &[Piece],
) -> (usize, Vec<Pair>) {
    let called = text[cursor..].starts_with('(');
    let call = |name: &str, usage: &str| {
        let opens = if called { "" } else { "(" };
        Pair { display: usage.to_owned(), replacement: format!("{name}{opens}") }
    };
    let plain = |name: &str| Pair { display: name.to_owned(), replacement: name.to_owned() };
    let mut found = Vec::new();
    let heads = heads(&text[..cursor], typed);
    for head in &heads {
        // The end of a body that is open is the cursor.
        if head.body.contains(&cursor) || head.body.end == cursor && !text[..cursor].ends_with('}')
        {
            let parameters = head.parameters.iter().filter(|name| name.starts_with(start));
            found.extend(parameters.map(|name| plain(name)));
        }
        if head.name.starts_with(start) && vocabulary.word(head.name).is_none() {
            found.push(call(head.name, &head.usage()));
        }
    }
    found.extend(vocabulary.words(start).map(|(name, word)| match word.kind {
        WordKind::Function | WordKind::BuiltIn => call(name, &word.usage),
        _ => plain(name),
    }));
    found.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    found.dedup_by(|a, b| a.replacement == b.replacement);
    (cursor - start.len(), found)
}

fn directives(vocabulary: &Vocabulary, start: &str) -> Vec<Pair> {
    let found = vocabulary.directives(start).map(|(name, word)| {
        let blank = if word.usage.contains(' ') { " " } else { "" };
        Pair { display: word.usage.clone(), replacement: format!("{name}{blank}") }
    });
    found.collect()
}

/// What stands behind a directive; `typed` of it is there.
fn argument(
    vocabulary: &Vocabulary,
    text: &str,
    cursor: usize,
    name: &str,
    typed: &str,
) -> (usize, Vec<Pair>) {
    let among = |known: Vec<&str>| {
        let known = known.into_iter().filter(|word| word.starts_with(typed));
        let pairs = known.map(|word| Pair { display: word.into(), replacement: word.into() });
        (cursor - typed.len(), pairs.collect())
    };
    match name {
        "notation" => among(Notation::ALL.iter().map(|notation| notation.name()).collect()),
        "limit" => among(vec!["games ", "memory ", "memos ", "options ", "time "]),
        "time" => among(vec!["off", "on"]),
        "plot" if !typed.contains(|c: char| !c.is_alphanumeric()) => {
            among(vec!["sequence ", "thermograph ", "tree "])
        }
        "help" => {
            let own = vocabulary.words(typed).filter(|(_, word)| word.kind == WordKind::Function);
            let own = own.map(|(name, _)| name);
            among(vocabulary.topics(typed).chain(own).collect())
        }
        "load" | "save" | "write" | "write!" => {
            let path = typed.strip_prefix('"').unwrap_or(typed);
            (cursor - path.len(), files(path))
        }
        // Those that take nothing offer nothing; the rest take expressions.
        _ if vocabulary.directive(name).is_some_and(|word| !word.usage.contains(' ')) => {
            (cursor, Vec::new())
        }
        _ => {
            let start = typed.rfind(|c: char| !c.is_alphanumeric() && c != '_');
            let start = start.map_or(typed, |at| {
                typed[at..].trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_')
            });
            words(vocabulary, text, cursor, start, &[])
        }
    }
}

/// The files and folders whose paths begin so.
fn files(path: &str) -> Vec<Pair> {
    let (folder, start) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
    let listed = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let Ok(entries) = fs::read_dir(listed) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries.take(MOST_FILES).flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let hidden = name.starts_with('.') && !start.starts_with('.');
        if !name.starts_with(start) || hidden {
            continue;
        }
        let slash = if entry.path().is_dir() { "/" } else { "" };
        let replacement = format!("{folder}{name}{slash}");
        found.push(Pair { display: format!("{name}{slash}"), replacement });
    }
    found.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    found
}

#[cfg(test)]
pub(super) mod tests {
    use cg_core::{Limits, Registry};
    use cg_lang::{Role, Session, Source};
    use cg_simplify::Engine;

    use super::*;

    /// Of a session with two functions and a binding.
    pub(in crate::session) fn vocabulary() -> Vocabulary {
        let engine = Engine::new(Registry::empty(), Limits::default()).unwrap();
        let mut session = Session::new(engine);
        let program = "Kayles(n) { default: 0; } Pair(a, b) { default: 0; } position = 1; 5";
        session.run(&Source::new("", program), Role::Typed, &mut |_, _| ());
        session.vocabulary()
    }

    /// What could stand at the end of `text`, with what stands before it.
    fn completions(text: &str) -> Vec<String> {
        let (start, pairs) = complete(&vocabulary(), text, text.len());
        pairs.into_iter().map(|pair| format!("{}{}", &text[..start], pair.replacement)).collect()
    }

    #[test]
    fn words_are_completed() {
        assert_eq!(completions("1 + Kay"), ["1 + Kayles("]);
        assert_eq!(completions("pos"), ["position"]);
        assert_eq!(completions("thermo"), ["thermograph("]);
        assert_eq!(completions("it"), ["it"]);
        assert_eq!(
            completions("is"),
            completions("(is").iter().map(|s| s[1..].to_owned()).collect::<Vec<_>>()
        );
        assert!(completions("is").len() > 5);
        assert_eq!(completions("nosuchword"), [""; 0]);
        assert_eq!(complete(&vocabulary(), "Kay(3)", 3).1[0].replacement, "Kayles");
        for nothing in ["\"Kay", "// Kay", "12"] {
            assert_eq!(completions(nothing), [""; 0], "{nothing}");
        }
    }

    #[test]
    fn parameters_are_completed_in_their_definition() {
        let text = "Strip(stones, limit) {\n  case (0, _): 0;\n  default: { Strip(st";
        assert_eq!(completions(text).len(), 2, "{:?}", completions(text));
        assert!(completions(text).contains(&format!("{text}ones")));
        assert_eq!(
            completions("Strip(stones) { default: Str"),
            ["Strip(stones) { default: Strip("]
        );
        assert_eq!(completions("Strip(stones) { default: 0; } ston"), [""; 0]);
        assert_eq!(completions("F(n) {\n"), ["F(n) {\n  "]);
    }

    #[test]
    fn directives_and_their_arguments_are_completed() {
        assert_eq!(completions(":no"), [":notation "]);
        assert_eq!(completions(":notation st"), [":notation standard"]);
        assert_eq!(completions(":notation ").len(), 4);
        assert_eq!(completions(":limit m"), [":limit memory ", ":limit memos "]);
        assert_eq!(completions(":time o"), [":time off", ":time on"]);
        assert!(completions(":help thermo").contains(&":help thermograph".to_owned()));
        assert_eq!(completions(":help Kay"), [":help Kayles"]);
        assert_eq!(completions(":help :fu"), [":help :full"]);
        assert_eq!(completions(":plot thermo"), [":plot thermograph "]);
        assert_eq!(completions(":list "), [""; 0]);
        assert_eq!(completions("1\n:cl"), ["1\n:clear"]);
    }

    #[test]
    fn files_are_completed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["nim.g", "nimble.g", "other"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("more")).unwrap();
        let path = folder.path().display().to_string();
        assert_eq!(completions(&format!(":load {path}/nimb")), [format!(":load {path}/nimble.g")]);
        assert_eq!(completions(&format!(":load {path}/n")).len(), 2);
        assert_eq!(completions(&format!(":save {path}/m")), [format!(":save {path}/more/")]);
        assert_eq!(completions(&format!(":load \"{path}/o")), [format!(":load \"{path}/other")]);
    }
}
