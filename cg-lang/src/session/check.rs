//! `:check F`: whether what a definition declares of its positions holds on small ones.
//!
//! The values are found by the clauses alone: by a copy of the function that declares
//! nothing. The positions are all small boards over the characters that the definition
//! mentions, or all short strips, or small graphs with the labels that it mentions, or
//! small integers: the first of which all have a value by the clauses, or if there are
//! none, the first of which some have. Further parameters are tried with small integers.

use std::sync::Arc;

use cg_core::{Arrange, Game};

use super::Session;
use crate::ast::{Fact, Node};
use crate::board::Board;
use crate::error::{Error, RunError};
use crate::graph::Graph;
use crate::machine::{Defined, count, fill};
use crate::source::{Source, Span};
use crate::value::Value;

/// So many boards of one size are tried at most.
const MOST_OF_A_SIZE: usize = 1 << 12;
/// Rows and columns of the largest boards, and the length of the longest strips.
const LONGEST: usize = 4;
const LONGEST_STRIP: u32 = 8;
/// Integers are tried from 0 up to this one.
const LARGEST: i64 = 40;

/// Vertices of the largest graphs.
const VERTICES: [&str; 4] = ["0", "a", "b", "c"];
/// Further parameters are tried with integers from 0 up to this one, and so many of them.
const LARGEST_OTHER: i64 = 2;
const MOST_OTHERS: usize = 3;

/// The name of the copy that declares nothing: no program can write it.
const PLAIN: &str = "by its clauses";

impl Session {
    /// What `:check` answers.
    pub(super) fn check(
        &mut self,
        source: &Source,
        place: Span,
        name: &str,
    ) -> Result<String, Error> {
        let refuse = |problem: String| {
            let usage = crate::directive::Directive::Check.written().usage;
            Error::new(RunError::BadArgument { problem, usage }, source, place)
        };
        let known = self.machine.function_names.find(name);
        let defined =
            known.and_then(|number| self.machine.functions[number as usize].defined.clone());
        let Some(defined) = defined else {
            return Err(refuse(format!("`{name}` is no function of this session")));
        };
        if defined.definition.declarations.is_empty() {
            return Err(refuse(format!(
                "`{name}` declares nothing of its positions: `sum:`, `symmetric:` or `negative:`"
            )));
        }
        if defined.definition.parameters.len() > 1 + MOST_OTHERS {
            return Err(refuse(format!(
                "`{name}` has more than {MOST_OTHERS} parameters besides its position"
            )));
        }
        let plain = self.define_plain(&defined)?;
        let checked = self.check_all(name, &defined, plain);
        let function = &mut self.machine.functions[plain as usize];
        function.defined = None;
        self.machine.forget([plain]);
        checked?.map_err(refuse)
    }

    /// The function without what it declares.
    fn define_plain(&mut self, defined: &Defined) -> Result<u32, Error> {
        let plain = self.machine.function_names.number(PLAIN);
        let Defined { source, ast, definition, .. } = defined;
        let around = &mut self.machine.around();
        let (code, references) =
            crate::compile::definition(source, ast, definition, Some(plain), around)?;
        self.machine.follow_names();
        let mut by_clauses = defined.with_code(code, references);
        by_clauses.definition.declarations.clear();
        self.machine.functions[plain as usize].defined = Some(Arc::new(by_clauses));
        self.machine.forget([plain]);
        Ok(plain)
    }

    fn check_all(
        &mut self,
        name: &str,
        defined: &Defined,
        plain: u32,
    ) -> Result<Result<String, String>, Error> {
        let cells = self.machine.letters(defined);
        let graphs = self.small_graphs(defined);
        let kinds: [(&str, Vec<Value>); 4] = [
            ("boards", self.small_boards(&cells)),
            ("strips", self.short_strips(&cells)),
            ("graphs", graphs),
            ("integers", (0..=LARGEST).map(Value::Integer).collect()),
        ];
        let others = others(defined.definition.parameters.len() - 1);
        let kinds = kinds.map(|(kind, positions)| {
            let calls = positions.iter().flat_map(|position| {
                others
                    .iter()
                    .map(move |others| [std::slice::from_ref(position), &others[..]].concat())
            });
            (kind, calls.collect::<Vec<Vec<Value>>>())
        });
        // First what the clauses are made for: positions that all have a value.
        for (all, (kind, positions)) in
            [true, false].into_iter().flat_map(|all| kinds.iter().map(move |kind| (all, kind)))
        {
            let mut valued = Vec::new();
            for position in positions {
                match self.plain_value(plain, position)? {
                    Some(value) => valued.push((position, value)),
                    None if all => {
                        valued.clear();
                        break;
                    }
                    None => {}
                }
            }
            for &(position, value) in &valued {
                if let Some(wrong) = self.check_one(name, defined, plain, position, value)? {
                    return Ok(Err(wrong));
                }
            }
            let checked = valued.len();
            if let Some(&(last, _)) = valued.last() {
                let last = self.arguments(last);
                return Ok(Ok(format!(
                    "what `{name}` declares holds on {checked} {kind}, the last of them {last}"
                )));
            }
        }
        Ok(Err(format!(
            "`{name}` has a value on no small board, short strip, small graph or small integer"
        )))
    }

    /// The arguments of a call as text.
    fn arguments(&mut self, arguments: &[Value]) -> String {
        let mut context = self.machine.context();
        let shown: Vec<String> = arguments.iter().map(|value| context.show(value)).collect();
        shown.join(", ")
    }

    /// The value by the clauses alone; none when they fail.
    fn plain_value(&mut self, plain: u32, arguments: &[Value]) -> Result<Option<Game>, Error> {
        let source = Source::new("", "");
        let called = self.machine.call_function(&source, Span::default(), plain, arguments);
        let found = called.and_then(|value| {
            let game = self.machine.context().game(&value, "a position");
            game.map_err(|error| Error::new(error, &source, Span::default()))
        });
        match found {
            Ok(game) => Ok(Some(game)),
            Err(error) if error.is_limit() || error.is_interruption() => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// What is wrong of one position.
    fn check_one(
        &mut self,
        name: &str,
        defined: &Defined,
        plain: u32,
        call: &[Value],
        value: Game,
    ) -> Result<Option<String>, Error> {
        let Defined { source, ast, definition, .. } = defined;
        for declaration in &definition.declarations {
            let span = ast.span(declaration.value);
            let located = |error: crate::error::RunError| Error::new(error, source, span);
            let engine_error = |error: cg_core::Error| located(error.into());
            let around = &mut self.machine.around();
            let parameters = &definition.parameters;
            let (code, _) =
                crate::compile::expression(source, ast, declaration.value, parameters, around)?;
            let images = self.machine.run(source, &Arc::new(code), call)?;
            let images = match &images {
                Value::List(list) => list.items(),
                image => std::slice::from_ref(image),
            };
            let written = format!("{}: {}", declaration.fact.word(), source.slice(span));
            let mut sum = Game::ZERO;
            for image in images {
                let image = [std::slice::from_ref(image), &call[1..]].concat();
                let found = self.plain_value(plain, &image)?;
                let engine = &mut self.machine.engine;
                let wrong = match (found, declaration.fact) {
                    (None, _) => true,
                    (Some(part), Fact::Sum) => {
                        sum = engine.add(sum, part).map_err(engine_error)?;
                        false
                    }
                    (Some(image), Fact::Symmetric) => image != value,
                    (Some(image), Fact::Negative) => {
                        engine.negate(image).map_err(engine_error)? != value
                    }
                };
                if wrong {
                    let (position, image) = (self.arguments(call), self.arguments(&image));
                    let mut context = self.machine.context();
                    let value = context.show(&Value::Game(value));
                    let found = match found {
                        Some(game) => format!("is {}", context.show(&Value::Game(game))),
                        None => "has none".to_owned(),
                    };
                    return Ok(Some(format!(
                        "`{written}` is wrong: {name}({position}) is {value} by its clauses, and {name}({image}) {found}"
                    )));
                }
            }
            if declaration.fact == Fact::Sum && sum != value {
                let position = self.arguments(call);
                let mut context = self.machine.context();
                let (value, sum) =
                    (context.show(&Value::Game(value)), context.show(&Value::Game(sum)));
                return Ok(Some(format!(
                    "`{written}` is wrong: {name}({position}) is {value} by its clauses, and the sum of its parts is {sum}"
                )));
            }
        }
        Ok(None)
    }

    /// The smallest boards over these cells, smaller ones first.
    fn small_boards(&self, cells: &[u8]) -> Vec<Value> {
        let lengths = (1..=LONGEST).flat_map(|rows| (1..=LONGEST).map(move |cols| (rows, cols)));
        let mut sizes: Vec<(usize, usize)> = lengths.collect();
        sizes.arrange_by_key(|&(rows, cols)| rows * cols);
        let mut boards = Vec::new();
        for (rows, cols) in sizes {
            let Some(count) = few(cells, rows * cols) else { continue };
            for number in 0..count {
                let board = Board::of(rows, cols, |board| fill(board, cells, number));
                boards.push(self.machine.heap.board(board));
            }
        }
        boards
    }

    /// Graphs on a few vertices, each two of which have no edge or one with a label.
    fn small_graphs(&self, defined: &Defined) -> Vec<Value> {
        let mut labels: Vec<&str> = defined
            .ast
            .nodes()
            .iter()
            .filter_map(|&node| match node {
                Node::Text(at) => Some(defined.ast.text(at)),
                _ => None,
            })
            .filter(|text| crate::graph::is_name(text) && !VERTICES.contains(text))
            .collect();
        labels.arrange();
        labels.dedup();
        let suffixes: Vec<String> = match labels[..] {
            [] => vec![String::new()],
            _ => labels.iter().map(|label| format!(":{label}")).collect(),
        };
        let mut graphs = Vec::new();
        for count in 2..=VERTICES.len() {
            let vertices = &VERTICES[..count];
            let pairs: Vec<String> = (1..count)
                .flat_map(|b| (0..b).map(move |a| format!("{}-{}", vertices[a], vertices[b])))
                .collect();
            let choices = suffixes.len() + 1;
            let all = u32::try_from(pairs.len()).ok().and_then(|n| choices.checked_pow(n));
            let Some(all) = all.filter(|&all| all <= MOST_OF_A_SIZE) else { continue };
            for mut number in 0..all {
                let mut edges = Vec::new();
                for pair in &pairs {
                    if let Some(suffix) = (number % choices).checked_sub(1) {
                        edges.push(format!("{pair}{}", suffixes[suffix]));
                    }
                    number /= choices;
                }
                let text = edges.into_iter().chain([vertices[0].to_owned()]);
                let text = text.collect::<Vec<_>>().join(", ");
                let graph = Graph::read(&text).expect("edges and vertices are written so");
                graphs.push(self.machine.heap.graph(graph));
            }
        }
        graphs
    }

    fn short_strips(&self, cells: &[u8]) -> Vec<Value> {
        let mut strips = Vec::new();
        for length in 1..=LONGEST_STRIP as usize {
            let Some(count) = few(cells, length) else { continue };
            for number in 0..count {
                let mut strip = vec![0; length];
                fill(&mut strip, cells, number);
                let strip = String::from_utf8(strip).expect("cells are ASCII");
                strips.push(self.machine.heap.text(strip));
            }
        }
        strips
    }
}

/// All small arguments for so many further parameters.
fn others(count: usize) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|others: &Vec<Value>| {
            (0..=LARGEST_OTHER).map(|n| [&others[..], &[Value::Integer(n)]].concat())
        });
        all = longer.collect();
    }
    all
}

/// How many boards there are with so many cells, unless that is too many.
fn few(letters: &[u8], cells: usize) -> Option<u64> {
    count(letters, cells).filter(|&count| count <= MOST_OF_A_SIZE).map(|count| count as u64)
}
