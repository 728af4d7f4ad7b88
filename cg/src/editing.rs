//! What an editor of programs asks: completion, hints of signatures, brackets.
//!
//! Everything is answered from a text and a [`Vocabulary`], the words of a session as they were
//! when it was asked: an editor need not wait for a computation.

use std::fs;
use std::path::Path;

use cg_core::Arrange;
use cg_lang::{ArgumentKind, Piece, PieceKind, Vocabulary, WordKind, pieces};

/// How many files of a folder are looked at.
const MOST_FILES: usize = 10_000;

/// What one level of a definition's text is indented by.
const INDENT: &str = "  ";

/// What could stand at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Where the word begins that is completed, in bytes.
    pub start: usize,
    /// What could stand there instead, in alphabetical order.
    pub candidates: Vec<Candidate>,
}

/// A word that could be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What a list of candidates shows: `thermograph(g)`.
    pub shown: String,
    /// What is written: `thermograph(`.
    pub text: String,
}

/// Where the word at `cursor` begins, and what could stand there instead.
pub fn complete(vocabulary: &Vocabulary, text: &str, cursor: usize) -> Completion {
    let (start, candidates) = candidates(vocabulary, text, cursor);
    Completion { start, candidates }
}

fn candidates(vocabulary: &Vocabulary, text: &str, cursor: usize) -> (usize, Vec<Candidate>) {
    let before = &text[..cursor];
    let typed = pieces(before, &vocabulary.reading);
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
                let indent = Candidate { shown: INDENT.into(), text: INDENT.into() };
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
) -> (usize, Vec<Candidate>) {
    let called = text[cursor..].starts_with('(');
    let call = |name: &str, usage: &str| {
        let opens = if called { "" } else { "(" };
        Candidate { shown: usage.to_owned(), text: format!("{name}{opens}") }
    };
    let plain = |name: &str| Candidate { shown: name.to_owned(), text: name.to_owned() };
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
    found.arrange_by(|a, b| a.text.cmp(&b.text));
    found.dedup_by(|a, b| a.text == b.text);
    (cursor - start.len(), found)
}

fn directives(vocabulary: &Vocabulary, start: &str) -> Vec<Candidate> {
    let found = vocabulary.directives(start).map(|(name, word)| {
        let blank = if word.usage.contains(' ') { " " } else { "" };
        Candidate { shown: word.usage.clone(), text: format!("{name}{blank}") }
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
) -> (usize, Vec<Candidate>) {
    let among = |known: Vec<&str>| {
        let known = known.into_iter().filter(|word| word.starts_with(typed));
        let pairs = known.map(|word| Candidate { shown: word.into(), text: word.into() });
        (cursor - typed.len(), pairs.collect())
    };
    // `:write!` is a variant of `:write`.
    let word = vocabulary.directive(name.strip_suffix('!').unwrap_or(name));
    let Some(WordKind::Directive(kind)) = word.map(|word| word.kind) else {
        return (cursor, Vec::new());
    };
    match kind {
        ArgumentKind::Free => (cursor, Vec::new()),
        ArgumentKind::Word(known) => among(known.to_vec()),
        ArgumentKind::WordThenExpression(known) if typed.chars().all(char::is_alphanumeric) => {
            among(known.to_vec())
        }
        ArgumentKind::Topic => {
            let own = vocabulary.words(typed).filter(|(_, word)| word.kind == WordKind::Function);
            let own = own.map(|(name, _)| name);
            among(vocabulary.topics(typed).chain(own).collect())
        }
        ArgumentKind::File => {
            let path = typed.strip_prefix('"').unwrap_or(typed);
            (cursor - path.len(), files(path))
        }
        ArgumentKind::WordThenExpression(_) | ArgumentKind::Expression => {
            let start = typed.rfind(|c: char| !c.is_alphanumeric() && c != '_');
            let start = start.map_or(typed, |at| {
                typed[at..].trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_')
            });
            words(vocabulary, text, cursor, start, &[])
        }
    }
}

/// The files and folders whose paths begin so.
fn files(path: &str) -> Vec<Candidate> {
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
        let text = format!("{folder}{name}{slash}");
        found.push(Candidate { shown: format!("{name}{slash}"), text });
    }
    found.arrange_by(|a, b| a.text.cmp(&b.text));
    found
}

/// A function that the text defines.
#[derive(Debug, PartialEq, Eq)]
pub struct Head<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its parameters, in order.
    pub parameters: Vec<&'t str>,
    /// Where its body begins, and where it ends: at the end of the text as long as the
    /// brace is open.
    pub body: std::ops::Range<usize>,
}

impl Head<'_> {
    /// The head as it is written.
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// The heads in `text`, of which these are the pieces.
pub fn heads<'t>(text: &'t str, pieces: &[Piece]) -> Vec<Head<'t>> {
    let pieces: Vec<&Piece> =
        pieces.iter().filter(|piece| piece.kind != PieceKind::Comment).collect();
    let mut heads = Vec::new();
    let mut depth = 0_usize;
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            PieceKind::Open => depth += 1,
            PieceKind::Close => depth = depth.saturating_sub(1),
            PieceKind::Call if depth == 0 => heads.extend(head(text, &pieces[at..])),
            _ => {}
        }
    }
    heads
}

/// The head that begins with the first of these pieces.
fn head<'t>(text: &'t str, pieces: &[&Piece]) -> Option<Head<'t>> {
    let slice = |piece: &Piece| &text[piece.span.range()];
    let (name, rest) = pieces.split_first()?;
    let close = rest.iter().position(|piece| piece.kind == PieceKind::Close)?;
    let parameters = rest.get(1..close)?;
    let brace = rest.get(close + 1).filter(|piece| slice(piece) == "{")?;
    let simple = |piece: &&&Piece| piece.kind == PieceKind::Name || slice(piece) == ",";
    if !parameters.iter().all(|piece| simple(&piece)) {
        return None;
    }
    let names = parameters.iter().filter(|piece| piece.kind == PieceKind::Name);
    let end = partner_after(&rest[close + 1..]).map_or(text.len(), |at| at.span.range().end);
    Some(Head {
        name: slice(name),
        parameters: names.map(|piece| slice(piece)).collect(),
        body: brace.span.range().end..end,
    })
}

/// The bracket that closes the one that these pieces begin with.
fn partner_after<'p>(pieces: &[&'p Piece]) -> Option<&'p Piece> {
    let mut depth = 0_usize;
    for piece in pieces {
        match piece.kind {
            PieceKind::Open => depth += 1,
            PieceKind::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(piece);
                }
            }
            _ => {}
        }
    }
    None
}

/// The rest of the call or directive at the end of `text`.
pub fn signature(vocabulary: &Vocabulary, text: &str) -> Option<String> {
    let pieces = pieces(text, &vocabulary.reading);
    let last = pieces.last()?;
    let at_end = last.span.range().end == text.len();
    let slice = |piece: &Piece| &text[piece.span.range()];
    let heads = heads(text, &pieces);
    let usage = |name: &str| usage(vocabulary, &heads, name);
    let hint = match last.kind {
        PieceKind::Directive => {
            let on_its_line = !text[last.span.range().end..].contains('\n');
            let word = vocabulary.directive(slice(last)[1..].trim())?;
            let (_, argument) = word.usage.split_once(' ').filter(|_| on_its_line)?;
            if at_end { format!(" {argument}") } else { argument.to_owned() }
        }
        PieceKind::Argument | PieceKind::Comment | PieceKind::Text => return None,
        PieceKind::Name if at_end => {
            let name = slice(last);
            let usage = usage(name)?;
            usage.strip_prefix(name)?.to_owned()
        }
        _ => rest_of_call(text, &pieces, usage)?,
    };
    (!hint.is_empty()).then_some(hint)
}

/// How a function is written: one that the text defines wins.
fn usage(vocabulary: &Vocabulary, heads: &[Head<'_>], name: &str) -> Option<String> {
    if let Some(head) = heads.iter().find(|head| head.name == name) {
        return Some(head.usage());
    }
    let word = vocabulary.word(name)?;
    matches!(word.kind, WordKind::Function | WordKind::BuiltIn).then(|| word.usage.clone())
}

/// The arguments that the innermost open call still needs.
fn rest_of_call(
    text: &str,
    pieces: &[Piece],
    usage: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut depth = 0_usize;
    let mut commas = 0;
    let mut open = None;
    for (at, piece) in pieces.iter().enumerate().rev() {
        match piece.kind {
            PieceKind::Close => depth += 1,
            PieceKind::Open => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => {
                    open = Some(at);
                    break;
                }
            },
            PieceKind::Sign if depth == 0 && &text[piece.span.range()] == "," => commas += 1,
            _ => {}
        }
    }
    let open = open?;
    let call = pieces.get(open.checked_sub(1)?).filter(|piece| piece.kind == PieceKind::Call)?;
    let usage = usage(&text[call.span.range()])?;
    let (_, arguments) = usage.split_once('(')?;
    let arguments: Vec<&str> = arguments.strip_suffix(')')?.split(", ").collect();
    let last = &text[pieces.last()?.span.range()];
    if last == "," || open + 1 == pieces.len() {
        let rest = arguments.get(commas..).filter(|rest| !rest.is_empty())?;
        let blank = if text.ends_with(',') { " " } else { "" };
        return Some(format!("{blank}{})", rest.join(", ")));
    }
    let rest = arguments.get(commas + 1..).filter(|rest| !rest.is_empty())?;
    Some(format!(", {})", rest.join(", ")))
}

/// The two brackets of the pair of which one stands at the cursor or just before it.
pub fn brackets(text: &str, cursor: usize, pieces: &[Piece]) -> Option<[usize; 2]> {
    let bracket = |piece: &Piece| matches!(piece.kind, PieceKind::Open | PieceKind::Close);
    let at = |place: Option<usize>| {
        pieces.iter().position(|piece| bracket(piece) && Some(piece.span.range().start) == place)
    };
    let here = at(Some(cursor)).or_else(|| at(cursor.checked_sub(1)))?;
    let partner = partner(text, here, pieces)?;
    Some([here, partner])
}

/// The partner of the bracket at `here`: the nearest that is not between another pair,
/// if it is of the same shape.
fn partner(text: &str, here: usize, pieces: &[Piece]) -> Option<usize> {
    let opens = pieces[here].kind == PieceKind::Open;
    let (towards, against) = match opens {
        true => (PieceKind::Close, PieceKind::Open),
        false => (PieceKind::Open, PieceKind::Close),
    };
    let mut depth = 0_usize;
    let matches = |other: usize| {
        let shape = |at: usize| &text[pieces[at].span.range()];
        let (open, close) = if opens { (here, other) } else { (other, here) };
        ["()", "[]", "{}"].contains(&format!("{}{}", shape(open), shape(close)).as_str())
    };
    let look = |at: usize, depth: &mut usize| {
        let kind = pieces[at].kind;
        if kind == against {
            *depth += 1;
        } else if kind == towards {
            match depth.checked_sub(1) {
                Some(less) => *depth = less,
                None => return true,
            }
        }
        false
    };
    let found = match opens {
        true => (here + 1..pieces.len()).find(|&at| look(at, &mut depth)),
        false => (0..here).rev().find(|&at| look(at, &mut depth)),
    };
    found.filter(|&other| matches(other))
}
