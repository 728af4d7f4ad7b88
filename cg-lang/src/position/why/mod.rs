//! `:why`: the reasons behind an answer.
//!
//! What the user typed is followed as far as its steps have names: a binding, a
//! clause of a definition, the options of braces, the terms of a sum, the two
//! sides of a comparison. The engine gives the reasons from there on
//! ([`cg_simplify::why`]).

mod comparison;
mod options;
mod outcome;
mod value;

use std::sync::Arc;

use cg_core::Game;
use cg_simplify::why::{Page, Simplification};

use super::{Bindings, Expression, Found, Positions, Tree};
use crate::ast::{Ast, Node, NodeId};
use crate::error::Error;
use crate::machine::Machine;
use crate::session::IT;
use crate::source::Source;
use crate::value::Value;

/// What `:why` answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What was asked about, as it was typed.
    pub subject: String,
    /// The answer that is explained, in the notation of the session.
    pub answer: String,
    /// The value, when the answer is a game or the outcome of one.
    pub value: Option<Game>,
    /// The step from options to their value, where the explanation ends in one.
    pub simplification: Option<Simplification>,
    /// The explanation, in the notation of the session.
    pub page: Page,
}

/// What `:why` is asked about an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Its value, which may be the truth of a comparison.
    Value,
    /// Its outcome.
    Outcome,
}

/// How long what was typed may be in an explanation, in characters.
const MOST_TYPED: usize = 50;

/// How long the answer may be in the first line.
const MOST_ANSWER: usize = 200;

/// Answers `:why` for an expression.
pub(crate) fn explanation(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    question: Question,
    node: NodeId,
) -> Result<Explanation, Error> {
    let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
    let mut expression = Expression { tree, node, bindings: Bindings::default() };
    let mut positions = Positions::new(machine);
    // The last answer is shown by what was typed for it.
    if let Node::Name(name) = ast.node(node)
        && ast.name(name) == IT
        && let Some(form) = positions.global_form(&expression, name)
    {
        expression = form;
    }
    let found = match question {
        Question::Value => positions.why_value(&expression),
        Question::Outcome => positions.why_outcome(&expression),
    };
    found.map_err(|error| error.located(source, ast.span(node)))
}

impl Positions<'_> {
    /// An explanation to be filled in, which begins with the answer behind `sign`.
    fn explained(
        &mut self,
        subject: String,
        sign: &str,
        answer: String,
        value: Option<Game>,
    ) -> Explanation {
        let mut page = Page::default();
        page.text(format!("{subject}{sign} {answer}"));
        Explanation { subject, answer, value, simplification: None, page }
    }

    /// A game as an explanation shows it.
    fn shown(&mut self, game: Game) -> Found<String> {
        let notation = self.machine.notation;
        Ok(self.machine.engine.print_short(game, notation, cg_simplify::why::MOST_SHOWN)?)
    }

    /// A value that may be no game.
    fn value_shown(&mut self, value: &Value) -> Found<String> {
        match value {
            Value::Game(game) => {
                let notation = self.machine.notation;
                Ok(self.machine.engine.print_short(*game, notation, MOST_ANSWER)?)
            }
            value => Ok(self.machine.context().show(value)),
        }
    }

    /// Which subgroup holds a game, in words.
    fn home(&self, game: Game) -> String {
        match self.machine.engine.subgroup_name(game) {
            Some(name) => format!("in {name}"),
            None => "in no subgroup".to_owned(),
        }
    }
}

impl Expression {
    /// The expression as it is written, on one line and not too long.
    fn typed(&self) -> String {
        let text = self.tree.source.slice(self.tree.ast.span(self.node));
        cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), MOST_TYPED)
    }
}

/// The text, its middle left out when it is too long.
fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let tail = most / 3;
    let head: String = text.chars().take(most - tail - 3).collect();
    let tail: String = text.chars().skip(count - tail).collect();
    format!("{head}...{tail}")
}
