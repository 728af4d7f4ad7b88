//! Why an expression has its value.

use cg_core::Game;
use cg_simplify::why::{MOST_SHOWN, SumRule};
use dashu_int::IBig;

use super::super::{Component, Expression, Found, Positions, Term};
use super::{Explanation, MOST_TYPED, cut};
use crate::ast::{Node, Prefix};
use crate::machine::Defined;
use crate::value::Value;

/// How many calls are followed that stand for other calls.
const MOST_CALLS: usize = 4;

/// How many terms of a sum are shown at most.
const MOST_TERMS: usize = 100;

impl Positions<'_> {
    pub(super) fn why_value(&mut self, expression: &Expression) -> Found<Explanation> {
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
        let game = match value.is_game() {
            true => Some(self.machine.context().game(&value, "the value")?),
            false => None,
        };
        let sign = if game.is_some() { " =" } else { ":" };
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
            Some(game) => self.why_game(&expression, game, &mut found)?,
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
            Node::SwitchGame(items) => {
                let mut left = Vec::new();
                for item in self.items(expression, items)? {
                    let position = self.components(&item)?;
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
                    Component::Literal(_) => {
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
        let Some((body, index)) = self.clause(function, arguments)? else { return Ok(None) };
        let defined = self.machine.functions.get(function as usize);
        let Some(defined) = defined.and_then(|function| function.defined.clone()) else {
            return Ok(None);
        };
        let head = clause_head(&defined, index);
        let place = body.tree.ast.span(body.node);
        let short = place.range().len() <= MOST_TYPED;
        let clause = if short { format!("{head}: {};", body.typed()) } else { head };
        found.page.text(format!("{}: the clause `{clause}` applies.", cut(&text, MOST_TYPED)));
        self.components(&body).map(Some)
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
        if ast.name(name) == "sum" {
            // The summands are shown instead.
            return Ok(false);
        }
        let builtin = self.machine.builtins.get(number).clone();
        found.page.text(format!("{}: {}", builtin.usage(), builtin.help()));
        if builtin.special() != crate::builtin::Special::None {
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
            self.why_thermal(builtin.name(), game, found)?;
        }
        if let Some(value) = found.value {
            let home = self.home(value);
            found.page.text(format!("The answer is {home}."));
        }
        Ok(true)
    }

    /// What thermographs answer.
    fn why_thermal(&mut self, name: &str, game: Game, found: &mut Explanation) -> Found<()> {
        let read_off = match name {
            "mean" => "the mean is where the mast stands",
            "temperature" => "the temperature is where the mast begins",
            "leftstop" => "the left stop is where the left wall stands at t = 0",
            "rightstop" => "the right stop is where the right wall stands at t = 0",
            "freeze" => "the game is cooled by the temperature at which the mast begins",
            _ => return Ok(()),
        };
        let thermograph = self.machine.engine.thermograph(game);
        let Ok(thermograph) = thermograph else { return Ok(()) };
        found.page.text(format!("Its thermograph: {thermograph}"));
        found.page.detail(&format!("{read_off}."));
        Ok(())
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
