//! `:why`: the reasons behind an answer.
//!
//! What the user typed is followed as far as its steps have names: a binding, a
//! clause of a definition, the options of braces, the terms of a sum, the two
//! sides of a comparison. The engine gives the reasons from there on
//! ([`cg_simplify::why`]).

use std::sync::Arc;

use cg_core::{Game, Outcome, Player};
use cg_simplify::why::{MOST_SHOWN, Page, Simplification, SumRule};
use dashu_int::IBig;

use super::{
    Component, Expression, Failure, Found, GamePosition, Host, PositionMove, Positions, Term, Terms,
};
use crate::ast::{Ast, Infix, Node, NodeId, Prefix};
use crate::builtin::Special;
use crate::error::{Error, RunError};
use crate::machine::{Defined, IT, Machine};
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
    let mut expression = Expression::of(source, ast, node);
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

/// Answers `:why` for the last answer.
pub(crate) fn explanation_of_last(
    machine: &mut Machine,
    question: Question,
) -> Result<Explanation, Error> {
    let source = Source::new("<last answer>", IT);
    let span = source.whole();
    let mut ast = Ast::default();
    let name = ast.symbol(IT);
    let node = ast.add(Node::Name(name), span);
    explanation(machine, &source, &Arc::new(ast), question, node)
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
            Value::Outcome(outcome) => Ok(outcome.to_string()),
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

/// A text of at most `most` characters, at least 10: its middle is left out when it is too
/// long.
///
/// ```
/// assert_eq!(cg_lang::cut("Clobber(\"xoxoxo\")", 12), "Clobb...xo\")");
/// ```
pub fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let tail = most / 3;
    let head: String = text.chars().take(most - tail - 3).collect();
    let tail: String = text.chars().skip(count - tail).collect();
    format!("{head}...{tail}")
}

// Why an expression has its value.

/// How many calls are followed that stand for other calls.
const MOST_CALLS: usize = 4;

/// How many terms of a sum are shown at most.
const MOST_TERMS: usize = 100;

impl Positions<'_> {
    fn why_value(&mut self, expression: &Expression) -> Found<Explanation> {
        let tree = &expression.tree;
        if let Node::Infix(infix, left, right) = tree.ast.node(expression.node)
            && infix.compares()
            && let Some(found) = self.why_comparison(expression, infix, left, right)?
        {
            return Ok(found);
        }
        let value = self.evaluate(expression)?;
        let value = self.machine.context().simplified(value)?;
        let answer = self.value_shown(&value)?;
        let game = match value.is_game() && !matches!(value, Value::Loopy(_)) {
            true => Some(self.machine.context().game(&value, "the value")?),
            false => None,
        };
        let sign = if value.is_game() { " =" } else { ":" };
        let mut found = self.explained(expression.typed(), sign, answer, game);
        let mut expression = expression.clone();
        for _ in 0..MOST_CALLS {
            let Node::Name(name) = expression.tree.ast.node(expression.node) else { break };
            let Some(form) = self.global_form(&expression, name) else { break };
            let text = format!("{} is bound to {}.", expression.typed(), form.typed());
            found.page.text(text);
            expression = form;
        }
        if self.why_builtin(&expression, &mut found)? {
            return Ok(found);
        }
        match game {
            Some(game) => match self.why_game(&expression, game, &mut found) {
                Err(Failure::GoesOn(_)) => found.page.text(
                    "It comes of games that go on for ever: dominated options are left out and \
                     reversible ones bypassed, as for stoppers, and what is left ends.",
                ),
                result => result?,
            },
            None if let Value::Loopy(_) = value => {
                for line in self.machine.context().why_loopy(&value)? {
                    found.page.text(line);
                }
            }
            None => found.page.text(format!(
                "The value is {}. `:why` explains games, their outcomes and comparisons.",
                value.kind()
            )),
        }
        Ok(found)
    }

    fn why_game(
        &mut self,
        expression: &Expression,
        game: Game,
        found: &mut Explanation,
    ) -> Found<()> {
        let part = |node| expression.part(node);
        match expression.tree.ast.node(expression.node) {
            Node::Prefix(Prefix::Switch, operand) => {
                let value = self.evaluate(&part(operand))?;
                let left = self.machine.context().game(&value, "the operand of `+-`")?;
                self.why_switch(&[left], found)
            }
            Node::SwitchGame(_) => {
                let braces = Component::Braces(expression.clone());
                let mut left = Vec::new();
                for position in self.moves(&braces, Player::Left)? {
                    left.push(self.position_game(&position)?);
                }
                self.why_switch(&left, found)
            }
            _ => {
                let terms = self.components(expression)?;
                self.why_terms(&terms, game, found)
            }
        }
    }

    /// `+-x` and `+-{ ... }`: Right has the negatives of Left's options.
    fn why_switch(&mut self, left: &[Game], found: &mut Explanation) -> Found<()> {
        let mut right = Vec::with_capacity(left.len());
        for &option in left {
            right.push(self.machine.engine.negate(option)?);
        }
        found.page.text("A switch: Right's options are the negatives of Left's.");
        self.simplification(left, &right, found)
    }

    /// The value of a sum of components.
    fn why_terms(&mut self, terms: &[Term], game: Game, found: &mut Explanation) -> Found<()> {
        let mut terms = terms.to_vec();
        for _ in 0..MOST_CALLS {
            match &terms[..] {
                [Term { count, component }] if count.is_one() => match component.clone() {
                    Component::Literal(_) | Component::Ruled(..) => {
                        self.as_it_stands(game, found);
                        return Ok(());
                    }
                    Component::Braces(braces) => return self.why_braces(&braces, found),
                    Component::Call(function, arguments) => {
                        terms = match self.why_call(function, &arguments, found)? {
                            Some(body) => body,
                            None => return Ok(()),
                        };
                    }
                },
                _ => return self.why_sum(&terms, found),
            }
        }
        found.page.text("and so on, through more calls.");
        Ok(())
    }

    /// Nothing was done to come by the value.
    fn as_it_stands(&mut self, game: Game, found: &mut Explanation) {
        let home = self.home(game);
        found.page.text(match self.machine.engine.subgroup_name(game) {
            Some(_) => format!("A value as it stands, {home}: there was nothing to simplify."),
            None => format!("Its canonical form, {home}."),
        });
    }

    /// The clause that applies to a call, and the sum that its body is.
    fn why_call(
        &mut self,
        function: u32,
        arguments: &[Value],
        found: &mut Explanation,
    ) -> Found<Option<Vec<Term>>> {
        let call = Component::Call(function, arguments.to_vec());
        let text = self.component_text(&call, true)?;
        if !self.machine.takes(function, arguments.len()) {
            return Ok(None);
        }
        let Some((index, body)) = self.machine.clause_of(function, arguments)? else {
            return Ok(None);
        };
        let defined = self.machine.functions[function as usize].defined.clone();
        let defined = defined.expect("it takes so many arguments");
        let head = clause_head(&defined, index);
        let written =
            Expression::of(&defined.source, &defined.ast, defined.definition.clauses[index].body);
        let place = defined.ast.span(written.node);
        let short = place.range().len() <= MOST_TYPED;
        let clause = if short { format!("{head}: {};", written.typed()) } else { head };
        found.page.text(format!("{}: the clause `{clause}` applies.", cut(&text, MOST_TYPED)));
        self.components_of(body).map(Some)
    }

    /// How the terms of a sum add up.
    fn why_sum(&mut self, terms: &[Term], found: &mut Explanation) -> Found<()> {
        let mut games = Vec::new();
        let mut items = Vec::new();
        for term in terms {
            let game = self.component_game(&term.component)?;
            let game = self.machine.engine.multiple(&term.count, game)?;
            games.push(game);
            if items.len() < MOST_TERMS {
                let text = self.position_text(std::slice::from_ref(term))?;
                let (text, value) = (cut(&text, MOST_TYPED), self.shown(game)?);
                let home = self.home(game);
                items.push(match text == value {
                    true => format!("{text}, {home}"),
                    false => format!("{text} is {value}, {home}"),
                });
            }
        }
        match terms {
            [] => found.page.text("No copies of anything: 0."),
            [Term { count, .. }] => found.page.text(copies(count)),
            _ => found.page.text("A sum, of"),
        }
        found.page.items(items, terms.len());
        match (terms, &games[..]) {
            ([Term { count, component }], _) => self.why_copies(count, component, found),
            (_, [g, h]) => self.why_pair(*g, *h, found).map(|_| ()),
            _ => self.why_many(games, found),
        }
    }

    /// How the last copy of a game is added to the others.
    fn why_copies(
        &mut self,
        count: &IBig,
        component: &Component,
        found: &mut Explanation,
    ) -> Found<()> {
        let one = if *count < IBig::ZERO { IBig::NEG_ONE } else { IBig::ONE };
        let others = count - &one;
        if others.is_zero() || *count == one {
            return Ok(());
        }
        let game = self.component_game(component)?;
        let last = self.machine.engine.multiple(&one, game)?;
        let others = self.machine.engine.multiple(&others, game)?;
        self.why_pair(others, last, found).map(|_| ())
    }

    /// How two games are added. Their sum.
    fn why_pair(&mut self, g: Game, h: Game, found: &mut Explanation) -> Found<Game> {
        let notation = self.machine.notation;
        let engine = &mut self.machine.engine;
        let reason = engine.why_sum(g, h, notation)?;
        reason.write(engine, notation, &mut found.page)?;
        if let SumRule::Options(simplification) = reason.rule {
            found.simplification = Some(simplification);
        }
        Ok(reason.sum)
    }

    /// How three or more games are added: elements first, so that the subgroups
    /// do what they can.
    fn why_many(&mut self, games: Vec<Game>, found: &mut Explanation) -> Found<()> {
        let notation = self.machine.notation;
        let engine = &mut self.machine.engine;
        if let Some(addition) = engine.why_sum_at_home(&games, notation)? {
            found.page.text(format!("All lie in {}, which adds them at once.", addition.subgroup));
            found.page.detail(addition.reason.as_deref().unwrap_or_default());
            return Ok(());
        }
        let (elements, others): (Vec<Game>, Vec<Game>) =
            games.into_iter().partition(|&game| engine.subgroup_name(game).is_some());
        let mut rest = match engine.why_sum_at_home(&elements, notation)? {
            Some(addition) if elements.len() > 1 => {
                let sum = engine.sum(&elements)?;
                let text = engine.print_short(sum, notation, MOST_SHOWN)?;
                let home = &addition.subgroup;
                found.page.text(format!("Those that lie in {home} add up to {text} there."));
                vec![sum]
            }
            _ => elements,
        };
        rest.extend(others);
        let mut rest = rest.into_iter();
        let Some(mut sum) = rest.next() else { return Ok(()) };
        for term in rest {
            sum = self.why_pair(sum, term, found)?;
        }
        Ok(())
    }

    /// What a built-in function answered, if the expression is a call of one.
    fn why_builtin(&mut self, expression: &Expression, found: &mut Explanation) -> Found<bool> {
        let ast = std::sync::Arc::clone(&expression.tree.ast);
        let Node::Call(name, arguments) = ast.node(expression.node) else { return Ok(false) };
        let Some(number) = self.machine.builtins.find(ast.name(name)) else { return Ok(false) };
        let builtin = self.machine.builtins.get(number).clone();
        if builtin.special() == Special::Sum {
            // The summands are shown instead.
            return Ok(false);
        }
        found.page.text(format!("{}: {}", builtin.usage(), builtin.help()));
        let mut told = false;
        if let Some(reasons) = builtin.reasons() {
            let typed = self.arguments(expression, ast.children(arguments), builtin.name())?;
            let rules = super::rules_of(self.machine);
            for reason in reasons(&rules, &typed)? {
                found.page.text(reason);
                told = true;
            }
        }
        if builtin.special() != Special::None && (told || builtin.seen().is_none()) {
            return Ok(true);
        }
        for &argument in ast.children(arguments) {
            let argument = expression.part(argument);
            let value = self.evaluate(&argument)?;
            if !value.is_game() {
                continue;
            }
            let game = self.machine.context().game(&value, "an argument")?;
            let (typed, shown, home) = (argument.typed(), self.shown(game)?, self.home(game));
            found.page.text(format!("The argument {typed} is {shown}, {home}."));
            if let Some(seen) = builtin.seen() {
                let thermograph = self.machine.engine.thermograph(game)?;
                found.page.text(format!("Its thermograph: {thermograph}"));
                found.page.detail(&format!("{seen}."));
            }
        }
        if let Some(value) = found.value {
            let home = self.home(value);
            found.page.text(format!("The answer is {home}."));
        }
        Ok(true)
    }
}

/// The head of a clause as it is written: `case 0, 1`, `default`.
fn clause_head(defined: &Defined, index: usize) -> String {
    let Some(clause) = defined.definition.clauses.get(index) else { return String::new() };
    let span = |node| defined.ast.span(node);
    let values = clause.values.iter().flatten().map(|&node| span(node));
    let all = values.chain(clause.guard.map(span)).reduce(|all, part| all.to(part));
    match all {
        None => "default".to_owned(),
        Some(place) => {
            let written = defined.source.slice(place).split_whitespace().collect::<Vec<_>>();
            let only_guard = clause.values.as_ref().is_some_and(Vec::is_empty);
            let word = if only_guard { "case if" } else { "case" };
            format!("{word} {}", cut(&written.join(" "), MOST_TYPED))
        }
    }
}

fn copies(count: &IBig) -> String {
    if *count == IBig::NEG_ONE {
        "The negative: the players change sides.".to_owned()
    } else {
        format!("{count} copies:")
    }
}

// The options of braces: as the rules write them, and by value.

/// How many names are shown of the options that have one value.
const MOST_NAMES: usize = 3;

/// How long a value with its names may be, in characters, where it has several.
const ITEM_WIDTH: usize = 60;

/// The options of a player that have one value.
struct Group {
    value: Game,
    /// As the rules write them; the first few.
    names: Vec<String>,
    count: usize,
}

impl Positions<'_> {
    /// The options of braces, and what is made of them.
    fn why_braces(&mut self, braces: &Expression, found: &mut Explanation) -> Found<()> {
        let mut groups = Vec::new();
        let mut telling = false;
        for player in Player::BOTH {
            let positions = self.moves(&Component::Braces(braces.clone()), player)?;
            telling |= positions.iter().any(|position| is_computed(position));
            groups.push(self.grouped(&positions)?);
        }
        // Different values that were written as such need no table.
        for group in groups.iter().flatten() {
            let value = self.shown(group.value)?;
            let same = |name: &String| without_braces(name) == without_braces(&value);
            telling |= group.count > 1 || !group.names.iter().all(same);
        }
        let [left, right] = [&groups[0], &groups[1]];
        if telling {
            let same = left.len() == right.len()
                && left.iter().zip(right).all(|(a, b)| (a.value, a.count) == (b.value, b.count));
            if same {
                self.table("Both players have", left, found)?;
            } else {
                for (side, player) in [left, right].into_iter().zip(Player::BOTH) {
                    self.table(&format!("{player} has"), side, found)?;
                }
            }
        }
        let games = |side: &[Group]| side.iter().map(|group| group.value).collect::<Vec<_>>();
        self.simplification(&games(left), &games(right), found)
    }

    /// The step from options to the value.
    fn simplification(
        &mut self,
        left: &[Game],
        right: &[Game],
        found: &mut Explanation,
    ) -> Found<()> {
        let notation = self.machine.notation;
        let engine = &mut self.machine.engine;
        let simplification = engine.why_game(left, right, notation)?;
        simplification.write(engine, notation, &mut found.page)?;
        found.simplification = Some(simplification);
        Ok(())
    }

    /// Options by value, in the order of printing.
    fn grouped(&mut self, positions: &[Terms]) -> Found<Vec<Group>> {
        let mut games = Vec::with_capacity(positions.len());
        for position in positions {
            games.push(self.position_game(position)?);
        }
        let mut distinct = games.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let distinct = self.machine.engine.in_order(&distinct)?;
        let group = |value| Group { value, names: Vec::new(), count: 0 };
        let mut groups: Vec<Group> = distinct.iter().copied().map(group).collect();
        let places: std::collections::HashMap<Game, usize> =
            distinct.into_iter().enumerate().map(|(place, game)| (game, place)).collect();
        for (position, game) in positions.iter().zip(games) {
            let group = &mut groups[places[&game]];
            group.count += 1;
            if group.names.len() < MOST_NAMES {
                let name = self.position_text(position)?;
                if !group.names.contains(&name) {
                    group.names.push(name);
                }
            }
        }
        Ok(groups)
    }

    fn table(&mut self, who: &str, groups: &[Group], found: &mut Explanation) -> Found<()> {
        let count: usize = groups.iter().map(|group| group.count).sum();
        if count == 0 {
            found.page.text(format!("{who} no option."));
            return Ok(());
        }
        let s = if count == 1 { "" } else { "s" };
        let values = match groups.len() {
            _ if count == 1 => String::new(),
            1 => " of one value".to_owned(),
            values if values == count => " of different values".to_owned(),
            values => format!(" of {values} values"),
        };
        found.page.text(format!("{who} {count} option{s}{values}:"));
        let mut items = Vec::new();
        for group in groups.iter().take(cg_simplify::why::LINES) {
            let value = self.shown(group.value)?;
            let mut names: Vec<String> = Vec::new();
            let mut width = value.len();
            for name in &group.names {
                let name = cut(name, MOST_TYPED);
                width += name.len() + 2;
                if !names.is_empty() && width > ITEM_WIDTH {
                    break;
                }
                names.push(name);
            }
            if group.count > group.names.len() || names.len() < group.names.len() {
                names.push(format!("... {} more", group.count - names.len()));
            }
            items.push(match &names[..] {
                [name] if *name == value => value,
                _ => format!("{value}: {}", names.join(", ")),
            });
        }
        found.page.items(items, groups.len());
        Ok(())
    }
}

/// Whether a position is more than values and braces.
fn is_computed(position: &[Term]) -> bool {
    position.iter().any(|term| matches!(term.component, Component::Call(..)))
}

/// What is written between braces and bars, which can be set in several ways.
fn without_braces(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '{' | '}' | '|') && !c.is_whitespace()).collect()
}

// Why a game has its outcome.

/// How many winning moves of a player are shown.
const MOST_MOVES: usize = 3;

impl Positions<'_> {
    fn why_outcome(&mut self, expression: &Expression) -> Found<Explanation> {
        let subject = format!("? {}", expression.typed());
        if let Some((solver, sum)) = self.searchable(expression)?
            && let Some(reasons) = solver.reasons(&mut Host { machine: self.machine }, &sum)?
        {
            let mut found = self.explained(subject, ":", reasons.outcome.to_string(), None);
            for line in reasons.lines {
                found.page.text(line);
            }
            return Ok(found);
        }
        let value = self.evaluate(expression)?;
        if let Value::Loopy(_) = value {
            return self.why_loopy_outcome(expression, &value);
        }
        let game = self.machine.context().game(&value, "what `?` asks about")?;
        let outcome = self.machine.engine.outcome(game)?;
        let mut found = self.explained(subject, ":", outcome.to_string(), Some(game));
        let shown = self.shown(game)?;
        if shown != expression.typed() {
            let home = self.home(game);
            found.page.text(format!("{} is {shown}, {home}.", expression.typed()));
        }
        let terms = self.components(expression)?;
        let computed = is_computed(&terms);
        if computed && self.machine.engine.subgroup_name(game).is_none() {
            found.page.text("In canonical form, which leaves out the moves that do not matter:");
        }
        self.outcome_reason(game, &mut found)?;
        self.moves_as_typed(expression, &mut found)?;
        if computed {
            let span = expression.tree.ast.span(expression.node);
            let position = GamePosition::new(terms, expression.tree.source.clone(), span);
            self.replies_as_typed(&position, outcome, &mut found)?;
        }
        Ok(found)
    }

    /// Who wins a game that may go on for ever, by its value and by its moves.
    fn why_loopy_outcome(&mut self, expression: &Expression, value: &Value) -> Found<Explanation> {
        let outcome = self.machine.context().loopy_outcome(value, "what `?` asks about")?;
        let subject = format!("? {}", expression.typed());
        let mut found = self.explained(subject, ":", outcome.to_string(), None);
        let shown = self.value_shown(value)?;
        if shown != expression.typed() {
            found.page.text(format!("{} is {shown}.", expression.typed()));
        }
        for line in self.machine.context().why_loopy_outcome(value)? {
            found.page.text(line);
        }
        Ok(found)
    }

    fn outcome_reason(&mut self, game: cg_core::Game, found: &mut Explanation) -> Found<()> {
        let notation = self.machine.notation;
        let engine = &mut self.machine.engine;
        let reason = engine.why_outcome(game, notation)?;
        Ok(reason.write(engine, notation, &mut found.page)?)
    }

    /// Winning first moves as moves in what was typed, unless that is a value.
    fn moves_as_typed(&mut self, expression: &Expression, found: &mut Explanation) -> Found<()> {
        let terms = self.components(expression)?;
        let own = |term: &Term| match term.component {
            Component::Literal(_) => false,
            // Its options are spoken of already.
            Component::Braces(_) => terms.len() > 1,
            Component::Call(..) | Component::Ruled(..) => true,
        };
        if !terms.iter().any(own) {
            return Ok(());
        }
        let moves = match self.winning_moves(expression) {
            Ok(moves) => moves,
            Err(Failure::GoesOn(_)) => return self.loopy_moves_as_typed(expression, found),
            // More than can be listed.
            Err(Failure::Here(RunError::Refused { .. })) => return Ok(()),
            Err(error) => return Err(error),
        };
        let both = moves.left == moves.right;
        let sides = if both { &Player::BOTH[..1] } else { &Player::BOTH };
        for &player in sides {
            let won = moves.of(player);
            if won.is_empty() {
                continue;
            }
            let who = if both { "either player".to_owned() } else { player.to_string() };
            found.page.text(format!("Winning moves of {who}, as typed:"));
            let mut items = Vec::new();
            for found in won.iter().take(MOST_MOVES) {
                let from = cut(&found.component, MOST_TYPED);
                let made = match &found.change {
                    Some(change) if moves.components == 1 => change.to_string(),
                    Some(change) => format!("{from}: {change}"),
                    None => format!("{from} -> {}", cut(&found.becomes, MOST_TYPED)),
                };
                items.push(format!("{made}, which leaves {}", self.shown(found.after)?));
            }
            found.page.items(items, won.len());
        }
        Ok(())
    }
}

impl Positions<'_> {
    /// Winning first moves as moves in what was typed, where some lead to games that go on
    /// for ever.
    fn loopy_moves_as_typed(
        &mut self,
        expression: &Expression,
        found: &mut Explanation,
    ) -> Found<()> {
        let value = self.evaluate(expression)?;
        let moves = self.loopy_moves(expression, value)?;
        for player in Player::BOTH {
            let won = moves.of(player);
            if won.is_empty() {
                continue;
            }
            found.page.text(format!("Winning moves of {player}, as typed:"));
            let mut items = Vec::new();
            for found in won.iter().take(MOST_MOVES) {
                let (from, to) =
                    (cut(&found.component, MOST_TYPED), cut(&found.becomes, MOST_TYPED));
                items.push(format!(
                    "{from} -> {to}, which leaves {}",
                    self.value_shown(&found.after)?
                ));
            }
            found.page.items(items, won.len());
        }
        Ok(())
    }

    /// First moves of a player who loses when moving first, each with an answer to it, as
    /// moves in what was typed.
    fn replies_as_typed(
        &mut self,
        position: &GamePosition,
        outcome: Outcome,
        found: &mut Explanation,
    ) -> Found<()> {
        let loses = |player| match player {
            Player::Left => outcome.at_most_zero(),
            Player::Right => outcome.at_least_zero(),
        };
        let losers: Vec<Player> =
            Player::BOTH.into_iter().filter(|&player| loses(player)).collect();
        let mut said: Vec<(Vec<String>, usize)> = Vec::new();
        for &player in &losers {
            let moves = match self.played_moves(position, player) {
                Ok(moves) => moves,
                // More than can be listed.
                Err(Failure::Here(RunError::Refused { .. })) => return Ok(()),
                Err(error) => return Err(error),
            };
            let mut items = Vec::new();
            for made in moves.iter().take(MOST_MOVES) {
                let Some(reply) = self.answer_to(&made.after, player.opponent())? else { continue };
                let alone = position.terms.len() == 1;
                let (made, reply) = (made_text(made, alone), made_text(&reply, alone));
                items.push(format!("after {made}: {reply}"));
            }
            said.push((items, moves.len()));
        }
        let both = said.len() == 2 && said[0] == said[1];
        for (player, (items, count)) in losers.into_iter().zip(said).take(if both { 1 } else { 2 })
        {
            if items.is_empty() {
                continue;
            }
            let (who, other) = match both {
                true => ("either player".to_owned(), "the other".to_owned()),
                false => (player.to_string(), player.opponent().to_string()),
            };
            found.page.text(format!("Answers of {other} to the moves of {who}, as typed:"));
            found.page.items(items, count);
        }
        Ok(())
    }

    /// A move after which the other player loses moving first.
    fn answer_to(
        &mut self,
        position: &GamePosition,
        player: Player,
    ) -> Found<Option<PositionMove>> {
        for made in self.played_moves(position, player)? {
            let outcome = self.outcome_of(&made.after.terms)?;
            if outcome.when_starts(player.opponent()).winner() == Some(player) {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }
}

/// A move as it is written: what changes, where that says all.
fn made_text(made: &PositionMove, alone: bool) -> String {
    let component = cut(&made.component, MOST_TYPED);
    match &made.change {
        Some(change) if alone => change.to_string(),
        Some(change) => format!("{component}: {change}"),
        None => format!("{component} -> {}", cut(&made.becomes, MOST_TYPED)),
    }
}

// Why two games compare as they do.

impl Infix {
    /// Whether it compares.
    fn compares(self) -> bool {
        self.holds_when().is_some()
    }

    /// For which outcomes of G - H the comparison of G and H holds.
    fn holds_when(self) -> Option<&'static str> {
        Some(match self {
            Infix::Equal => "the second player wins",
            Infix::NotEqual => "the second player does not win",
            Infix::Less => "Right wins",
            Infix::Greater => "Left wins",
            Infix::AtMost => "Right, moving second, wins",
            Infix::AtLeast => "Left, moving second, wins",
            Infix::Confused => "the first player wins",
            _ => return None,
        })
    }
}

impl Positions<'_> {
    /// The comparison of two games; `None` when other values are compared.
    fn why_comparison(
        &mut self,
        expression: &Expression,
        infix: Infix,
        left: NodeId,
        right: NodeId,
    ) -> Found<Option<Explanation>> {
        let holds = self.evaluate(expression)?;
        let (left, right) = (expression.part(left), expression.part(right));
        let (a, b) = (self.evaluate(&left)?, self.evaluate(&right)?);
        let (Value::Truth(holds), true, Some(condition)) =
            (holds, a.is_game() && b.is_game(), infix.holds_when())
        else {
            return Ok(None);
        };
        let mut context = self.machine.context();
        let (g, h) = (context.game(&a, "the left side")?, context.game(&b, "the right side")?);
        let mut found = self.explained(expression.typed(), " is", holds.to_string(), None);
        for (side, game) in [(&left, g), (&right, h)] {
            let (typed, shown, home) = (side.typed(), self.shown(game)?, self.home(game));
            if typed != shown {
                found.page.text(format!("{typed} is {shown}, {home}."));
            }
        }
        if g == h {
            found.page.text(
                "Both are the same game: equal games have one canonical form. In their difference, \
                 0, who moves first loses.",
            );
            return Ok(Some(found));
        }
        let difference = self.machine.engine.subtract(g, h)?;
        let outcome = self.machine.engine.outcome(difference)?;
        let sign = infix.sign();
        found.page.text(format!("G {sign} H says that {condition} G - H."));
        let (shown, home) = (self.shown(difference)?, self.home(difference));
        found.page.text(format!("Here G - H is {shown}, {home}: {outcome}."));
        self.outcome_reason(difference, &mut found)?;
        Ok(Some(found))
    }
}
