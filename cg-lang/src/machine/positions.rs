//! Positions on the stack: sums of components that are not valued.

use std::sync::Arc;

use cg_core::Player;
use dashu_int::IBig;

use super::valued::MOST_INSIDE;
use super::{BracesCode, CodeOf, Defined, Machine, Way};
use crate::ast::Infix;
use crate::compile::{self, Code, Op, PositionOp};
use crate::context::RunResult;
use crate::error::{Error, RunError};
use crate::source::{Source, Span};
use crate::sum::{Component, Expression, Sum, Term, Terms, Tree};
use crate::value::Value;

/// The codes of a definition that give positions.
pub(crate) struct PositionCodes {
    /// The code that lists the options of a player.
    options: Arc<Code>,
    /// The code that counts the options of a player.
    counts: Arc<Code>,
    /// Whether its options name `pass`.
    passes: bool,
    /// Whether each of its clauses is braces: then a call stands for no other position.
    is_braces: bool,
    /// By all that is declared, and by sums alone.
    parts: [Option<Arc<Code>>; 2],
}

/// The sum that declarations make of a position.
pub(crate) struct Declared {
    pub(crate) terms: Terms,
    /// Whether the declarations make nothing else of its components.
    pub(crate) is_normal: bool,
}

/// What a component stands for.
pub(crate) enum Opened {
    /// Another position.
    Sum(Terms),
    /// A position with these options of the player who was asked about.
    Options(Vec<Terms>),
}

/// The components of a value, where it is a game.
pub(super) fn terms_of(value: &Value) -> Option<Terms> {
    match value {
        Value::Position(sum) => Some(sum.terms.clone()),
        value if value.is_game() => Some(vec![Term::one(Component::Literal(value.clone()))]),
        _ => None,
    }
}

impl Machine {
    pub(crate) fn value_of_terms(&self, terms: Terms) -> Value {
        let sum = Sum::new(terms);
        let bytes = sum.bytes();
        Value::Position(self.heap.share(sum, bytes))
    }

    /// Does an operation on positions. Braces need the code around them, and where its locals begin.
    pub(super) fn position_step(
        &mut self,
        op: PositionOp,
        around: Option<(&Code, usize)>,
    ) -> RunResult<()> {
        let value = match op {
            PositionOp::Call { function, count, .. } => {
                let count = count as usize;
                if !self.takes(function, count) {
                    // The call says what is wrong.
                    return self.call(function, count);
                }
                let arguments = self.arguments(count)?;
                self.value_of_terms(vec![Term::one(Component::Call(function, arguments))])
            }
            PositionOp::Ruled { index, count, check } => {
                let arguments = self.arguments(count as usize)?;
                if check {
                    let builtin = self.builtins.get(index).clone();
                    let moves = builtin.moves().expect("it is a component for its moves");
                    if !builtin.is_word() {
                        moves(&mut self.context(), &arguments, Player::Left)?;
                    }
                }
                self.value_of_terms(vec![Term::one(Component::Ruled(index, arguments))])
            }
            PositionOp::Sum => {
                let list = self.pop();
                match &list {
                    Value::List(items) if items.items().iter().any(is_position) => {
                        let mut all = Terms::new();
                        for item in items.items() {
                            self.engine.check()?;
                            all.extend(self.added(item)?);
                        }
                        self.value_of_terms(all)
                    }
                    _ => {
                        let sum = self.builtins.special(crate::builtin::Special::Sum);
                        let sum = self.builtins.get(sum).clone();
                        sum.call(&mut self.context(), &[list])?
                    }
                }
            }
            PositionOp::Add | PositionOp::Subtract => {
                let (b, a) = (self.pop(), self.pop());
                let minus = op == PositionOp::Subtract;
                if is_position(&a) || is_position(&b) {
                    let mut terms = self.added(&a)?;
                    let others = self.added(&b)?;
                    terms.extend(others.into_iter().map(|term| match minus {
                        true => Term { count: -term.count, ..term },
                        false => term,
                    }));
                    self.value_of_terms(terms)
                } else {
                    let infix = if minus { Infix::Subtract } else { Infix::Add };
                    self.context().infix(infix, &a, &b)?
                }
            }
            PositionOp::CheapValue => {
                let value = self.pop();
                self.cheap_value(value)?
            }
            PositionOp::Negate => match self.pop() {
                Value::Position(sum) => self.scaled(&sum, &-IBig::ONE),
                value => self.context().negate(&value)?,
            },
            PositionOp::Copies => {
                let (position, count) = (self.pop(), self.pop());
                match position {
                    Value::Position(sum) => {
                        let count = self.context().integer(&count, "the number of copies")?;
                        self.scaled(&sum, &count)
                    }
                    value => self.context().infix(Infix::Copies, &count, &value)?,
                }
            }
            PositionOp::Braces(at) => {
                let (code, base) = around.expect("braces are made by the stack machine");
                let braces = &code.braces[at as usize];
                let value = |slot: u32| self.stack[base + slot as usize].clone();
                let locals = braces.scope.iter().map(|&(name, slot)| (name, value(slot)));
                let locals: Vec<_> = locals.collect();
                let mut bindings = Vec::with_capacity(braces.globals.len() + locals.len());
                let own = braces.globals.iter().map(|&name| (name, false));
                let asked = braces.asked.iter().map(|&name| (name, true));
                for ((name, global), asked) in own.chain(asked) {
                    if let Some(value) = self.captured(global, asked)? {
                        bindings.push((name, value));
                    }
                }
                bindings.extend(locals);
                let bindings = Arc::new(bindings);
                let tree = Tree { ast: Arc::clone(&braces.ast), source: self.current_source() };
                let expression = Expression { tree, node: braces.node, bindings };
                self.value_of_terms(vec![Term::one(Component::Braces(expression))])
            }
            PositionOp::Global(number)
                if let Some(component) = &self.opening
                    && self.global_names.name(number) == crate::context::PASS
                    && self.globals.get(number as usize).is_none_or(Option::is_none) =>
            {
                self.value_of_terms(vec![Term::one(component.clone())])
            }
            PositionOp::Global(number) => match self.word(self.global_names.name(number)) {
                Some(word) => self.value_of_terms(vec![Term::one(Component::Ruled(word, vec![]))]),
                None => match self.answered_form(number) {
                    // The last answer is kept as its value; the position is what was asked about.
                    Some(form) => {
                        let around = &mut self.around();
                        let (source, ast, node) = (&form.source, &form.ast, form.node);
                        let code = compile::position(source, ast, node, &[], None, around);
                        let found =
                            code.and_then(|(code, _)| self.run(&form.source, &Arc::new(code), &[]));
                        found?
                    }
                    None => self.global(number)?,
                },
            },
            PositionOp::InNormalPlay { asking, called } => {
                return Err(self.in_normal_play(asking, called));
            }
            PositionOp::Literal { numbers } => match self.pop() {
                value if value.is_game() && (numbers || !value.is_held_integer()) => {
                    self.value_of_terms(vec![Term::one(Component::Literal(value))])
                }
                value => value,
            },
            PositionOp::Forgotten(function) => {
                let value = self.pop();
                if value.is_game() {
                    let function = self.builtins.get(function).name().to_owned();
                    let message = format!(
                        "this is a value, which forgot its moves, as do items of a list, earlier \
                         answers and words such as `on`: write the position itself, as in \
                         `[{function}(F(k)) : k = 1..3]`"
                    );
                    return Err(RunError::Refused { function, message });
                }
                value
            }
        };
        self.stack.push(value);
        Ok(())
    }

    /// Why a function that needs all moves refuses the positions of another.
    fn in_normal_play(&self, asking: u32, called: u32) -> RunError {
        let function = self.builtins.get(asking).name().to_owned();
        let called = self.builtins.get(called).name();
        let message = format!("positions of {called} have values in normal play alone");
        RunError::Refused { function, message }
    }

    /// Refuses positions whose moves are known for normal play alone to a function that needs all moves.
    pub(crate) fn check_moves_known(&self, asking: u32, value: &Value) -> RunResult<()> {
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            let sum = match value {
                Value::List(list) => {
                    waiting.extend(list.items());
                    continue;
                }
                Value::Position(sum) => sum,
                _ => continue,
            };
            for term in &sum.terms {
                if let Component::Ruled(called, _) = term.component
                    && self.builtins.get(called).is_in_normal_play()
                {
                    return Err(self.in_normal_play(asking, called));
                }
            }
        }
        Ok(())
    }

    /// The value that braces keep of a name, so that a later binding changes nothing in them; none
    /// where the name is bound when they are closed, or by a question in them.
    fn captured(&mut self, global: u32, asked: bool) -> RunResult<Option<Value>> {
        if let Some(word) = self.word(self.global_names.name(global)) {
            let word = Term::one(Component::Ruled(word, vec![]));
            return Ok(Some(self.value_of_terms(vec![word])));
        }
        match self.global(global) {
            // It is `pass`.
            Ok(Value::Open(_)) => Ok(None),
            Ok(value) if value.positions_inside() >= MOST_INSIDE => self.valued(value).map(Some),
            Ok(value) => Ok(Some(value)),
            // The question says so when it is asked, unless it binds the name.
            Err(
                RunError::UnknownName { .. }
                | RunError::FunctionAsValue { .. }
                | RunError::NoAnswerYet,
            ) if asked => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The statement whose answer a name stands for, when it is `it`.
    fn answered_form(&self, number: u32) -> Option<super::GlobalForm> {
        let is_it = self.global_names.name(number) == super::IT;
        self.global_forms.get(&number).filter(|_| is_it).cloned()
    }

    /// Whether a function is defined with so many parameters.
    pub(crate) fn takes(&self, function: u32, count: usize) -> bool {
        self.parameters(function) == Some(count)
    }

    /// How many parameters a function is defined with.
    pub(crate) fn parameters(&self, function: u32) -> Option<usize> {
        Some(self.defined(function)?.definition.parameters.len())
    }

    /// The last values of the stack, as arguments are held.
    fn arguments(&mut self, count: usize) -> RunResult<Vec<Value>> {
        let mut arguments = self.stack.split_off(self.stack.len() - count);
        for argument in &mut arguments {
            if argument.holds_positions() {
                *argument = self.valued(argument.clone())?;
            }
            self.context().normalize(argument)?;
        }
        Ok(arguments)
    }

    /// The components of a summand.
    fn added(&mut self, value: &Value) -> RunResult<Terms> {
        match terms_of(value) {
            Some(terms) => Ok(terms),
            // The sum of values says what is wrong.
            None => {
                let zero = Value::Game(cg_core::Game::ZERO);
                let sum = self.context().infix(Infix::Add, &zero, value)?;
                Ok(vec![Term::one(Component::Literal(sum))])
            }
        }
    }

    fn scaled(&self, sum: &Sum, count: &IBig) -> Value {
        let scaled = sum
            .terms
            .iter()
            .map(|term| Term { count: &term.count * count, component: term.component.clone() });
        self.value_of_terms(scaled.filter(|term| !term.count.is_zero()).collect())
    }

    /// The options of a player in a component that is a call of the program or braces; or the
    /// position that it stands for.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub(crate) fn open(&mut self, component: &Component, player: Player) -> Result<Opened, Error> {
        let mut options = Vec::new();
        let other = self.each_option(component, player, &mut |terms| {
            options.push(terms.to_vec());
            Ok(())
        })?;
        Ok(match other {
            None => Opened::Options(options),
            Some(terms) => Opened::Sum(terms),
        })
    }

    /// How many options a player has in a component; `None` where it must be opened to know.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub(crate) fn option_count(
        &mut self,
        component: &Component,
        player: Player,
    ) -> Result<Option<usize>, Error> {
        let Component::Call(function, arguments) = component else { return Ok(None) };
        match self.options_of_call(*function, arguments, player, true)?.2 {
            Value::List(list) if std::mem::take(&mut self.returned_options) => {
                Ok(Some(list.length()))
            }
            _ => Ok(None),
        }
    }

    /// Hands each option of a player in a component to `take`. Where the component stands for
    /// another position, that is the answer.
    ///
    /// # Errors
    /// Errors of the rules; limits; those of `take`.
    pub(crate) fn each_option(
        &mut self,
        component: &Component,
        player: Player,
        take: &mut dyn FnMut(&[Term]) -> Result<(), Error>,
    ) -> Result<Option<Terms>, Error> {
        let (source, span, value) = match component {
            Component::Call(function, arguments) => {
                self.options_of_call(*function, arguments, player, false)?
            }
            Component::Braces(braces) => self.options_of_braces(braces, player)?,
            Component::Ruled(..) | Component::Literal(_) => {
                unreachable!("their options are known without code")
            }
        };
        let located = |error: RunError| Error::new(error, &source, span);
        if !std::mem::take(&mut self.returned_options) {
            let terms = match terms_of(&value) {
                Some(terms) => terms,
                None => {
                    let game = self.context().game(&value, "a component of the position");
                    vec![Term::one(Component::Literal(Value::Game(game.map_err(located)?)))]
                }
            };
            return Ok(Some(terms));
        }
        let Value::List(list) = value else { unreachable!("options are returned as a list") };
        for option in list.items() {
            match option {
                Value::Position(sum) => take(&sum.terms)?,
                option if option.is_game() => {
                    take(&[Term::one(Component::Literal(option.clone()))])?;
                }
                option => {
                    let game = self.context().game(option, "an option of a game");
                    let game = Value::Game(game.map_err(located)?);
                    take(&[Term::one(Component::Literal(game))])?;
                }
            }
        }
        Ok(None)
    }

    /// Runs the code that lists the options of a player in a call; with `counts` the code that
    /// counts them. The span is the code's own place.
    fn options_of_call(
        &mut self,
        function: u32,
        arguments: &[Value],
        player: Player,
        counts: bool,
    ) -> Result<(Source, Span, Value), Error> {
        let (defined, position) = self.position_codes(function)?;
        self.follow_names();
        let codes = self.codes();
        let of = codes[function as usize].options.get_or_init(|| {
            let both = [&position.options, &position.counts];
            Box::new(both.map(|code| CodeOf::new(Some(Arc::clone(code)), arguments.len() + 1)))
        });
        let mut locals = Vec::with_capacity(arguments.len() + 1);
        locals.extend_from_slice(arguments);
        locals.push(Value::Truth(player == Player::Right));
        // A pass leads to the component itself.
        let component = position.passes.then(|| Component::Call(function, arguments.to_vec()));
        let before = std::mem::replace(&mut self.opening, component);
        let value = self.run_code(&defined.source, &of[usize::from(counts)], &locals, Way::Open);
        self.opening = before;
        let value = value?;
        Ok((defined.source.clone(), position.options.spans[0], value))
    }

    /// Runs the code that lists the options of a player in braces.
    fn options_of_braces(
        &mut self,
        braces: &Expression,
        player: Player,
    ) -> Result<(Source, Span, Value), Error> {
        let code = self.code_of_braces(braces, BracesCode::Options)?;
        let locals = braces.bindings.iter().map(|(_, value)| value.clone());
        let right = Value::Truth(player == Player::Right);
        let locals: Vec<Value> = locals.chain([right]).collect();
        let before = self.opening.replace(Component::Braces(braces.clone()));
        let value = self.run(&braces.tree.source, &code, &locals);
        self.opening = before;
        let value = value?;
        Ok((braces.tree.source.clone(), code.spans[0], value))
    }

    /// Whether a component may stand for another position, so that it must be opened to know.
    pub(crate) fn may_stand_for_others(&mut self, component: &Component) -> Result<bool, Error> {
        Ok(match component {
            Component::Call(function, _) => !self.position_codes(*function)?.1.is_braces,
            Component::Braces(_) | Component::Ruled(..) | Component::Literal(_) => false,
        })
    }

    /// The number of the clause that fits a call, and its body as a position.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub(crate) fn clause_of(
        &mut self,
        function: u32,
        arguments: &[Value],
    ) -> Result<Option<(usize, Value)>, Error> {
        let defined = self.functions[function as usize].defined.clone();
        let defined = defined.expect("only calls of defined functions are components");
        let (source, ast, definition) = (&defined.source, &defined.ast, &defined.definition);
        let code = compile::clause(source, ast, definition, &mut self.around())?;
        let Value::List(found) = self.run(source, &Arc::new(code), arguments)? else {
            return Ok(None);
        };
        let [Value::Integer(number), body] = found.items() else { return Ok(None) };
        let number = usize::try_from(*number).expect("clauses are counted from 0");
        Ok(Some((number, body.clone())))
    }

    /// The sum that the declarations of a function make of a call, with whether they are all
    /// used, or those of sums alone. `None` where they say nothing of it.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub(crate) fn declared_terms(
        &mut self,
        function: u32,
        arguments: &[Value],
        all: bool,
    ) -> Result<Option<Declared>, Error> {
        let (defined, codes) = self.position_codes(function)?;
        let Some(code) = &codes.parts[usize::from(!all)] else { return Ok(None) };
        if all
            && let Some(normal) = &defined.code.normal
            && let Value::Board(board) = &arguments[0]
        {
            let form = normal.form(board);
            if let [(only, false)] = &form[..]
                && *only == **board
            {
                return Ok(None);
            }
            let parts = form.into_iter().map(|(board, negative)| {
                let mut own = arguments.to_vec();
                own[0] = self.heap.board(board);
                let count = if negative { -IBig::ONE } else { IBig::ONE };
                Term { count, component: Component::Call(function, own) }
            });
            return Ok(Some(Declared { terms: parts.collect(), is_normal: true }));
        }
        let value = self.run(&defined.source, code, arguments)?;
        let terms = terms_of(&value).expect("the code of declarations makes a position");
        if let [Term { count, component: Component::Call(same, own) }] = &terms[..]
            && count.is_one()
            && *same == function
            && own == arguments
        {
            return Ok(None);
        }
        Ok(Some(Declared { terms, is_normal: false }))
    }

    /// The codes of a function that is defined, made when they are first asked for.
    fn position_codes(
        &mut self,
        function: u32,
    ) -> Result<(Arc<Defined>, Arc<PositionCodes>), Error> {
        let defined = self.functions[function as usize].defined.clone();
        let defined = defined.expect("only calls of defined functions are components");
        if let Some(codes) = defined.positions.get() {
            return Ok((Arc::clone(&defined), Arc::clone(codes)));
        }
        let (source, ast, definition) = (&defined.source, &defined.ast, &defined.definition);
        let mut around = self.around();
        let mut options =
            |counts| compile::options(source, ast, definition, counts, &mut around).map(Arc::new);
        let (options, counts) = (options(false)?, options(true)?);
        let mut parts = [None, None];
        for (code, all) in parts.iter_mut().zip([true, false]) {
            let made = compile::parts(source, ast, definition, all, &mut around)?;
            *code = made.map(Arc::new);
        }
        let is_braces = compile::is_braces(ast, definition);
        let passes = options.ops.iter().any(|op| match *op {
            Op::Position(PositionOp::Global(number)) => {
                self.global_names.name(number) == crate::context::PASS
            }
            _ => false,
        });
        let codes = Arc::new(PositionCodes { options, counts, passes, is_braces, parts });
        // Nobody else has this machine.
        let codes = Arc::clone(defined.positions.get_or_init(|| codes));
        Ok((defined, codes))
    }

    /// The value of a call, when it was worked out before.
    pub(crate) fn known_value(&self, function: u32, arguments: &[Value]) -> Option<Value> {
        let memo = &self.functions[function as usize].memo;
        match memo.find(super::memo::hash(arguments), arguments) {
            super::memo::Known::Value(value) => Some(value),
            _ => None,
        }
    }
}

fn is_position(value: &Value) -> bool {
    matches!(value, Value::Position(_))
}

/// The source of a position that stands in no text.
pub(crate) fn nowhere() -> Source {
    Source::new("<position>", "")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cg_core::{Limits, Registry};

    use super::*;
    use crate::session::{Role, Session};

    /// Definitions with the call whose positions are compared, and whether their options have
    /// typed code.
    const PROGRAMS: [(&str, &str, &str, bool); 9] = [
        (
            "C(b) { sum: parts(b, \".\"); symmetric: symmetries(b); negative: swap(b, \"x\", \"o\"); default: {
               C(put(b, r, c, \".\", i, j, \"x\")) : (r, c) in cells(b, \"x\"), (i, j) in neighbours(b, r, c), if b[i, j] == \"o\"
             | C(put(b, r, c, \".\", i, j, \"o\")) : (r, c) in cells(b, \"o\"), (i, j) in neighbours(b, r, c), if b[i, j] == \"x\" } }",
            "C",
            "[board(\"xox|oxo\")]",
            true,
        ),
        (
            "S(b) { default: { S(put(b, r, c, \"x\")) : (r, c) in cells(b, \".\"), if not near(b, r, c, \"o\")
                             | S(put(b, r, c, \"o\")) : (r, c) in cells(b, \".\"), if not near(b, r, c, \"x\") } }",
            "S",
            "[board(\"..|..\")]",
            true,
        ),
        // Sums, copies, negatives, values.
        (
            "H(n) { case 0: 0; case if n > 5: { H(n-1) + H(k) : k = 0..1, *, 1 | 2.H(n-2), -H(n-1) };
                    default: { H(n-1), *2 | H(n-1) - H(0), 1/2 } }",
            "H",
            "[7]",
            true,
        ),
        // A clause that is no braces, an `if`, and a helper.
        (
            "half(n) { default: n div 2 }
             K(n) { case 0: {|}; case if n > 8: K(n-4) + K(half(n));
                    default: if n > 3 then { K(n-1) | K(half(n)), K(n-2) } else { K(n-1) | K(0) : k = 1..n } }",
            "K",
            "[10]",
            true,
        ),
        (
            "impartial I(a, b) { default: { I(a-k, b) : k = 1..min([a, 3]), I(a, b-k) : k = 1..min([b, 2]) } }",
            "I",
            "[3, 4]",
            true,
        ),
        (
            "W(s) { default: ±{ W(s[0..i-1] ++ s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == \"x\" } }",
            "W",
            "[\"x.xx\"]",
            true,
        ),
        (
            "L(l) { case []: 0; default: { L(l[1..len(l)-1]) : j = 1..1, if l[0] > 2
                                         | L(l[0..len(l)-2]) : j = 1..1, if l[len(l)-1] < 2 } }",
            "L",
            "[[3, 4, 1, 3, 0, 1]]",
            true,
        ),
        // Braces within braces, and moves that a function of the language lists.
        (
            "B(n) { case 0: 0; default: { {B(n-1)|}, B(n-1) | {|B(n-2) : j = 2..n} } }",
            "B",
            "[4]",
            false,
        ),
        (
            "G(g) { default: { G(delete(g, v)) : v in vertices(g, \"l\") | G(delete(g, v)) : v in vertices(g, \"r\") } }",
            "G",
            "[graph(\"a:l, b:r, c:r, a-b\")]",
            true,
        ),
    ];

    /// A session over a program.
    fn session(program: &str) -> Session {
        let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
        let engine = cg_simplify::Engine::new(registry, Limits::default()).expect("it starts");
        let mut session = Session::new(engine);
        session.run(&Source::new("test", program), Role::Program, &mut |_, event| {
            if let crate::Event::Error(error) = event {
                panic!("{program}: {error}");
            }
        });
        session
    }

    /// The options of each position that can be reached, and whether typed code found them.
    fn listed(
        session: &mut Session,
        function: &str,
        call: &str,
        typed_after: Option<u32>,
    ) -> (Vec<Vec<Terms>>, bool) {
        let Ok(Value::List(arguments)) = session.evaluate(call) else { panic!("{call}") };
        let machine = session.host().machine;
        machine.typed_after = typed_after;
        machine.codes = None;
        let number = machine.function_names.find(function).expect("it is defined");
        let first = Component::Call(number, arguments.items().to_vec());
        let (mut seen, mut waiting) = (HashSet::from([first.clone()]), vec![first]);
        let mut all = Vec::new();
        while let Some(component) = waiting.pop() {
            for player in Player::BOTH {
                let count = machine.option_count(&component, player).unwrap();
                let found = match machine.open(&component, player).unwrap() {
                    Opened::Options(options) => {
                        let is_call = matches!(component, Component::Call(..));
                        assert_eq!(count, is_call.then_some(options.len()), "{component:?}");
                        options
                    }
                    Opened::Sum(terms) => {
                        assert!(machine.may_stand_for_others(&component).unwrap());
                        assert_eq!(count, None);
                        vec![terms]
                    }
                };
                for term in found.iter().flatten() {
                    if matches!(term.component, Component::Call(..) | Component::Braces(_))
                        && seen.insert(term.component.clone())
                    {
                        waiting.push(term.component.clone());
                    }
                }
                all.push(found);
            }
        }
        let codes = machine.codes.clone().expect("code ran");
        let both = codes[number as usize].options.get().expect("options were asked for");
        let is_typed = both.iter().all(|of| {
            matches!(of.typed.get(), Some(Some(_)))
                && of.given_up.load(std::sync::atomic::Ordering::Relaxed) == 0
        });
        (all, is_typed)
    }

    #[test]
    fn options_are_alike_in_typed_code_and_counted() {
        for (program, function, call, typed) in PROGRAMS {
            let mut session = session(program);
            let (plain, _) = listed(&mut session, function, call, None);
            let (fast, is_typed) = listed(&mut session, function, call, Some(0));
            assert_eq!(plain, fast, "{program}");
            assert_eq!(is_typed, typed, "{program}");
            assert!(plain.len() > 8, "{program}");
        }
    }
}
