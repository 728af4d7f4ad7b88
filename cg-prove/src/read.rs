//! Reading claims.
//!
//! A claim is `SUM RELATION SUM`, `? SUM`, or `SUM`, whose value is meant. A sum has terms with
//! `+` and `-` between them. A term is an explicit game `{L | R}`, which is taken as it stands;
//! a call of a ruleset such as `Domineering("..|..")`, of `octal(CODE, HEAP)` or of `Nim(HEAP)`;
//! a sum in parentheses, `3 * TERM`; and anything else is an expression of the language G: a
//! position by the graph of its positions, or a value in simplest form.

use std::sync::Arc;

use cg_core::{Dyadic, Game, NumberUpsStar, Outcome};
use cg_octal::{Code, Rules as OctalRules};
use cg_rulesets::{Entry, Numbers};
use cg_simplify::{Engine, Form};

use crate::claim::{Claim, ClaimKind, Relation, Sum, Term, What};
use crate::error::ProveError;
use crate::graph::PositionGraph;
use crate::rules::Placed;

/// What gives the value of an expression of the language G.
pub trait Evaluate {
    /// The value of an expression.
    ///
    /// # Errors
    /// An expression that is wrong or no game; a limit.
    fn game(&mut self, expression: &str) -> Result<Game, ProveError>;

    /// Whether the program defines a function of this name, which then hides a ruleset.
    fn defines(&mut self, function: &str) -> bool;

    /// The graph of the positions that can be reached from an expression, of at most `most`;
    /// `None` when the expression has no call of a game: then its value is meant.
    ///
    /// # Errors
    /// An expression that is wrong; a graph that is too large; a position that comes back; a limit.
    fn graph(&mut self, expression: &str, most: usize)
    -> Result<Option<PositionGraph>, ProveError>;

    /// The engine to which the values belong.
    fn engine(&mut self) -> &mut Engine;
}

/// The most positions of a game whose rules are not in the library.
const MOST_POSITIONS: usize = 50_000;
/// The most copies of a term.
const MOST_COPIES: u32 = 1_000;
/// How deep explicit games and parentheses may be nested.
const MOST_NESTED: usize = 200;

type Read<T> = Result<T, ProveError>;

fn fault<T>(problem: impl Into<String>) -> Read<T> {
    Err(ProveError::Text(problem.into()))
}

impl Claim {
    /// Reads a claim. `claimed` is the outcome that is claimed of `? SUM`.
    ///
    /// # Errors
    /// What does not read, and what no rule of the library is known for.
    pub fn read(
        text: &str,
        claimed: Option<Outcome>,
        with: &mut impl Evaluate,
    ) -> Result<Self, ProveError> {
        let mut reader = Reader { with, nested: 0, graphs: Vec::new() };
        let kind = match text.trim().strip_prefix('?') {
            Some(sum) => ClaimKind::Outcome { sum: reader.sum(sum)?, claimed },
            None if claimed.is_some() => {
                return fault("an outcome is claimed of a sum: write `? SUM`");
            }
            None => match relation(text)? {
                Some((left, relation, right)) => ClaimKind::Compare {
                    left: reader.sum(left)?,
                    relation,
                    right: reader.sum(right)?,
                },
                None => ClaimKind::Value(reader.sum(text)?),
            },
        };
        Ok(Claim { text: text.trim().into(), kind })
    }
}

/// The places of a text outside all brackets and texts, with the sign there.
fn outside(text: &str) -> Read<Vec<(usize, char)>> {
    let mut open = Vec::new();
    let mut quoted = false;
    let mut found = Vec::new();
    for (at, sign) in text.char_indices() {
        if quoted {
            quoted = sign != '"';
            continue;
        }
        match sign {
            '"' => quoted = true,
            '(' | '[' | '{' => open.push(sign),
            ')' | ']' | '}' => {
                let own = match sign {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                if open.pop() != Some(own) {
                    return fault(format!("`{sign}` closes nothing in `{}`", text.trim()));
                }
            }
            _ if open.is_empty() => found.push((at, sign)),
            _ => {}
        }
    }
    match (quoted, open.pop()) {
        (true, _) => fault("a text is not closed by `\"`"),
        (false, Some(sign)) => fault(format!("`{sign}` is not closed in `{}`", text.trim())),
        (false, None) => Ok(found),
    }
}

/// The two sides of a comparison, which may stand in brackets.
fn relation(mut text: &str) -> Read<Option<(&str, Relation, &str)>> {
    for _ in 0..MOST_NESTED {
        let inner = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        match inner {
            Some(inner) if outside(inner).is_ok() => text = inner,
            _ => break,
        }
    }
    let mut found = None;
    let mut next = 0;
    for (at, _) in outside(text)? {
        if at < next {
            continue;
        }
        let here = Relation::WRITTEN.iter().find(|(sign, _)| text[at..].starts_with(sign));
        if let Some(&(sign, relation)) = here {
            if found.is_some() {
                return fault("a claim compares two sums, and here are more");
            }
            next = at + sign.len();
            found = Some((&text[..at], relation, &text[next..]));
        }
    }
    Ok(found)
}

struct Reader<'a, E> {
    with: &'a mut E,
    nested: usize,
    /// The graphs of positions that were read.
    graphs: Vec<Arc<PositionGraph>>,
}

impl<E: Evaluate> Reader<'_, E> {
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nested == MOST_NESTED {
            return fault(format!("a claim is nested at most {MOST_NESTED} deep"));
        }
        self.nested += 1;
        let done = work(self);
        self.nested -= 1;
        done
    }

    fn sum(&mut self, text: &str) -> Read<Sum> {
        let mut starts = vec![(false, 0)];
        let mut operand = false;
        let mut end = 0;
        let mut pieces = Vec::new();
        let signs = outside(text)?;
        for (number, &(at, sign)) in signs.iter().enumerate() {
            let binary = matches!(sign, '+' | '-');
            // What is inside brackets is part of an operand.
            let skipped = at > end && number > 0 && !text[end..at].trim().is_empty();
            operand |= skipped || number == 0 && !text[..at].trim().is_empty();
            end = at + sign.len_utf8();
            if binary && operand {
                let (minus, start) = starts.pop().expect("a term was begun");
                pieces.push((minus, &text[start..at]));
                starts.push((sign == '-', end));
                operand = false;
            } else if !sign.is_whitespace() {
                operand |= !binary;
            }
        }
        let (minus, start) = starts.pop().expect("a term was begun");
        pieces.push((minus, &text[start..]));
        let mut sum = Vec::new();
        for (minus, piece) in pieces {
            for mut term in self.term(piece)? {
                term.minus ^= minus;
                sum.push(term);
            }
        }
        Ok(sum)
    }

    fn term(&mut self, text: &str) -> Read<Sum> {
        let text = text.trim();
        if text.is_empty() {
            return fault("a term is missing");
        }
        if let Some(rest) = text.strip_prefix('-').filter(|rest| !rest.trim().is_empty()) {
            let mut sum = self.deeper(|reader| reader.term(rest))?;
            sum.iter_mut().for_each(|term| term.minus ^= true);
            return Ok(sum);
        }
        let whole =
            |open: char| text.starts_with(open) && outside(text).is_ok_and(|o| o.is_empty());
        if whole('(') && one_bracket(text) {
            return self.deeper(|reader| reader.sum(&text[1..text.len() - 1]));
        }
        if whole('{') && one_bracket(text) {
            let form = self.deeper(|reader| reader.body(&text[1..text.len() - 1]))?;
            return Ok(vec![Term { minus: false, what: What::Form(form), text: text.into() }]);
        }
        if let Some((count, rest)) = text.split_once('*')
            && let Ok(count) = count.trim().parse::<u32>()
            && rest.trim().starts_with(|sign: char| sign.is_alphabetic() || "({".contains(sign))
            && !rest.trim().starts_with('v')
        {
            if count > MOST_COPIES {
                return fault(format!("a sum has at most {MOST_COPIES} copies of a term"));
            }
            let term = self.deeper(|reader| reader.term(rest))?;
            let copies = (0..count).flat_map(|_| term.clone());
            return Ok(copies.collect());
        }
        if let Some((name, arguments)) = call(text)
            && !self.with.defines(name)
            && let Some(games) = self.position(name, arguments)?
        {
            let term = |what| Term { minus: false, what, text: text.into() };
            return Ok(games.into_iter().map(term).collect());
        }
        if let Some(graph) = self.with.graph(text, MOST_POSITIONS)? {
            let what = What::Position(self.placed(graph));
            return Ok(vec![Term { minus: false, what, text: text.into() }]);
        }
        let value = self.with.game(text)?;
        let parts = self.with.engine().number_ups_star(value)?;
        let plain = |parts: &NumberUpsStar| match &parts.ups[..] {
            [] => true,
            [(order, _)] => *order == Dyadic::ONE,
            _ => false,
        };
        let what = match parts.filter(plain) {
            Some(parts) => What::Small(parts),
            None => What::Form(self.with.engine().canonical_form(value)?),
        };
        Ok(vec![Term { minus: false, what, text: text.into() }])
    }

    /// What stands in the braces of an explicit game.
    fn body(&mut self, text: &str) -> Read<Form> {
        let signs = outside(text)?;
        // The longest run of bars parts the sides: {2||1|0} is {2|{1|0}}.
        let (mut best, mut run) = ((0, 0), (0, 0));
        for &(at, sign) in &signs {
            if sign == '|' {
                run = if run.1 > 0 && run.0 + run.1 == at { (run.0, run.1 + 1) } else { (at, 1) };
                if run.1 > best.1 {
                    best = run;
                }
            }
        }
        let (at, bars) = best;
        if bars == 0 {
            return fault(format!("`{{{text}}}` has no `|` between Left's and Right's options"));
        }
        let left = self.side(&text[..at])?;
        let right = self.side(&text[at + bars..])?;
        Ok(self.with.engine().form(&left, &right)?)
    }

    fn side(&mut self, text: &str) -> Read<Vec<Form>> {
        let signs = outside(text)?;
        if signs.iter().any(|&(_, sign)| sign == '|') {
            return Ok(vec![self.deeper(|reader| reader.body(text))?]);
        }
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let commas = signs.iter().filter(|(_, sign)| *sign == ',').map(|&(at, _)| at);
        let mut start = 0;
        let mut options = Vec::new();
        for end in commas.chain([text.len()]) {
            options.push(self.option(text[start..end].trim())?);
            start = end + 1;
        }
        Ok(options)
    }

    fn option(&mut self, text: &str) -> Read<Form> {
        if text.starts_with('{') && one_bracket(text) {
            return self.deeper(|reader| reader.body(&text[1..text.len() - 1]));
        }
        if text.is_empty() {
            return fault("an option is missing");
        }
        let value = self.with.game(text)?;
        Ok(self.with.engine().canonical_form(value)?)
    }

    /// The start of a graph, which has a name in Coq by its place among the graphs of the claim.
    fn placed(&mut self, graph: PositionGraph) -> Placed {
        let known = self.graphs.iter().position(|known| **known == graph);
        let place = known.unwrap_or_else(|| {
            self.graphs.push(Arc::new(graph));
            self.graphs.len() - 1
        });
        Placed::graph(format!("p{}", place + 1), Arc::clone(&self.graphs[place]))
    }

    /// The games whose sum a call of a ruleset is; `None` for a function of the language.
    fn position(&mut self, name: &str, arguments: &str) -> Read<Option<Vec<What>>> {
        let list = arguments_of(arguments)?;
        let text = |argument: &str| {
            let inner = argument.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            inner.map(str::to_owned)
        };
        if name == "Nim"
            && let [heap] = &list[..]
        {
            return Ok(Some(vec![What::Position(Placed::nim(heap).map_err(ProveError::Text)?)]));
        }
        if name == "octal"
            && let [code, heap] = &list[..]
            && let (Some(code), Some(heaps)) = (text(code), heaps(heap))
        {
            let digits = digits(&code)?;
            let heap = |heap| What::Heap { digits: digits.clone(), heap };
            return Ok(Some(heaps.into_iter().map(heap).collect()));
        }
        let Some(entry) = Entry::all().iter().find(|entry| entry.function == name) else {
            return Ok(None);
        };
        let sizes = list.iter().all(|one| one.bytes().all(|byte| byte.is_ascii_digit()));
        let board = match &list[..] {
            [board] if text(board).is_some() => text(board).unwrap_or_default(),
            [_, _] if sizes && entry.numbers == Numbers::Size => list.join("x"),
            // The language reads what else a position is written as.
            _ => return Ok(None),
        };
        match Placed::read(entry, &board) {
            Ok(placed) => Ok(placed.map(|placed| vec![What::Position(placed)])),
            Err(problem) => Err(ProveError::NoRoute(problem)),
        }
    }
}

/// A heap, or a list of heaps, of whole numbers.
fn heaps(text: &str) -> Option<Vec<u64>> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    inner.split(',').map(|heap| heap.trim().parse().ok()).collect()
}

/// The digits of an octal code that the library knows.
pub(crate) fn digits(code: &str) -> Read<Vec<u32>> {
    let problem = |error: cg_octal::OctalError| ProveError::Text(error.to_string());
    let rules: OctalRules = code.parse().map_err(problem)?;
    let Some(code) = rules.code() else {
        return Err(ProveError::route("games without an octal code are not in the Coq library"));
    };
    let finite: &Code = code;
    if finite.zero_digit() != 0 || !finite.tail().is_empty() || finite.all_bits() > 7 {
        return Err(ProveError::route(
            "octal codes with finitely many digits up to 7 behind the point are in the Coq library, \
             and no others",
        ));
    }
    Ok(finite.head().to_vec())
}

/// Whether the bracket at the start is closed by the last sign.
fn one_bracket(text: &str) -> bool {
    let mut open = 0usize;
    let mut quoted = false;
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => {
                open = open.saturating_sub(1);
                if open == 0 {
                    return at + 1 == text.len();
                }
            }
            _ => {}
        }
    }
    false
}

/// A name and what stands in the parentheses behind it, when a text is that.
fn call(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_at(text.find('(')?);
    let plain = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    (plain && one_bracket(rest)).then(|| (name, &rest[1..rest.len() - 1]))
}

fn arguments_of(text: &str) -> Read<Vec<String>> {
    let signs = outside(text)?;
    let mut start = 0;
    let mut list = Vec::new();
    let commas = signs.iter().filter(|(_, sign)| *sign == ',').map(|&(at, _)| at);
    for end in commas.chain([text.len()]) {
        list.push(text[start..end].trim().to_owned());
        start = end + 1;
    }
    Ok(list)
}
