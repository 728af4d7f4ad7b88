//! From trees to code for the stack machine, and from there to [`typed`] code.
//!
//! Expressions are walked with a work stack, so their nesting is bounded by
//! memory only. Names are resolved here: parameters, `let` and generators to
//! locals, other names to bindings of the session, calls to functions by
//! number, so that a function can be called before it is defined.

mod declared;
mod expression;
mod op;
mod position;
pub(crate) mod typed;
pub(crate) mod winner;

use std::collections::HashMap;
use std::sync::Arc;

use cg_simplify::Engine;

use crate::ast::{Ast, Clause, Definition, Infix, Node, NodeId, Prefix, Symbol};
use crate::builtin::{BuiltIns, Special};
use crate::error::{Error, ErrorKind};
use crate::heap::Heap;
use crate::source::{Source, Span};
use crate::value::{Names, Value};

pub(crate) use op::{
    Code, FormOf, Linear, Op, Operand, Path, Piece, PositionOp, Shape, SumOfCalls,
};
pub(crate) use position::{clause, is_braces, options, options_of_braces, parts, position};

/// What compiling needs to know of the session.
pub(crate) struct Surroundings<'s> {
    pub(crate) functions: &'s mut Names,
    /// What is known of the functions, by number.
    pub(crate) shapes: &'s [Shape],
    pub(crate) globals: &'s mut Names,
    /// The values of the bindings.
    pub(crate) bound: &'s [Option<Value>],
    pub(crate) builtins: &'s BuiltIns,
    pub(crate) heap: &'s Heap,
    /// For looks at the limits.
    pub(crate) engine: &'s Engine,
}

/// The functions and bindings that code refers to.
#[derive(Clone, Debug, Default)]
pub(crate) struct References {
    pub(crate) functions: Vec<u32>,
    pub(crate) globals: Vec<u32>,
}

/// For each function by its name the numbers of those that tell whether Left, and whether Right,
/// wins a call of it when moving first.
pub(crate) type Winners = HashMap<Symbol, [u32; 2]>;

struct Compiler<'c, 's> {
    source: &'c Source,
    ast: &'c Arc<Ast>,
    around: &'c mut Surroundings<'s>,
    code: Code,
    scope: Scope,
    references: References,
    /// Where each label stands, once it is known.
    labels: Vec<Option<u32>>,
    /// In the body of a definition.
    in_definition: bool,
    /// The function whose clauses are compiled.
    defined: Option<Symbol>,
    /// The function that is called in place of another.
    stand_in: Option<(Symbol, u32)>,
    /// The local that says whether the options of Right are wanted.
    player: u32,
    /// Options are counted, not made.
    counts_options: bool,
    /// Declarations give positions, not values.
    keeps_positions: bool,
    /// The function that asks for the moves of the position that is compiled.
    asking: Option<u32>,
    /// What the bodies of the clauses are is looked at.
    reads_bodies: bool,
    /// A value that a `let` names stays a position.
    keeps_lets: bool,
    /// Calls that are kept as positions may also be values.
    or_value: bool,
    /// Games that are written become components; with true numbers too.
    literals: Option<bool>,
    /// The functions that tell who wins calls, where they are asked for.
    winners: Winners,
    /// Something was met of which this code does not tell who wins.
    untold: bool,
}

/// Compiles an expression whose free names are the `locals`, in their order.
pub(crate) fn expression(
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    locals: &[Symbol],
    around: &mut Surroundings<'_>,
) -> Result<(Code, References), Error> {
    let mut compiler = Compiler::new(source, ast, around);
    for &local in locals {
        compiler.scope.bind(local, 1);
    }
    compiler.value(node)?;
    compiler.emit(Op::Return, ast.span(node));
    Ok(compiler.finish())
}

impl<'c, 's> Compiler<'c, 's> {
    fn new(source: &'c Source, ast: &'c Arc<Ast>, around: &'c mut Surroundings<'s>) -> Self {
        Compiler {
            source,
            ast,
            around,
            code: Code::default(),
            scope: Scope::default(),
            references: References::default(),
            labels: Vec::new(),
            in_definition: false,
            defined: None,
            stand_in: None,
            player: 0,
            counts_options: false,
            keeps_positions: false,
            asking: None,
            reads_bodies: false,
            keeps_lets: false,
            or_value: false,
            literals: None,
            winners: Winners::new(),
            untold: false,
        }
    }

    fn finish(mut self) -> (Code, References) {
        for label in self.code.ops.iter_mut().filter_map(Op::target_mut) {
            *label = self.labels[*label as usize].expect("every label that is used was placed");
        }
        self.code.locals = self.scope.most();
        self.code.finish(self.around.heap);
        self.references.functions.sort_unstable();
        self.references.functions.dedup();
        self.references.globals.sort_unstable();
        self.references.globals.dedup();
        (self.code, self.references)
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.spans.push(span);
    }

    /// Looks at the limits; the caller holds `more` bytes besides the code.
    fn look(&self, more: usize) -> Result<(), Error> {
        let bytes = self.code.bytes() + self.labels.capacity() * 8 + more;
        let looked = self.around.engine.look(bytes);
        looked.map_err(|error| Error::new(error, self.source, Span::default()))
    }

    fn new_label(&mut self) -> u32 {
        self.labels.push(None);
        index(self.labels.len() - 1)
    }

    fn place(&mut self, label: u32) {
        self.labels[label as usize] = Some(index(self.code.ops.len()));
    }

    /// The number of a function.
    fn function(&mut self, name: Symbol) -> u32 {
        match self.stand_in {
            Some((replaced, number)) if replaced == name => number,
            _ => self.around.functions.number(self.ast.name(name)),
        }
    }

    fn fail(&self, kind: impl Into<ErrorKind>, span: Span) -> Error {
        Error::new(kind, self.source, span)
    }
}

/// An index into code. Code is made from the nodes of a tree, a few
/// instructions for each, and those come from a source of less than 1 GiB.
fn index(length: usize) -> u32 {
    u32::try_from(length).expect("code in memory has fewer than 2^32 instructions")
}

// The clauses of a definition.

/// Compiles the clauses of a definition, tried in order. With `plain` its declarations are
/// left out, and it calls the function of that number where it calls itself.
pub(crate) fn definition(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    plain: Option<u32>,
    around: &mut Surroundings<'_>,
) -> Result<(Code, References), Error> {
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    compiler.defined = Some(definition.name);
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    match plain {
        None => compiler.declarations(definition)?,
        Some(stand_in) => compiler.stand_in = Some((definition.name, stand_in)),
    }
    let asks = compiler.asks_anywhere();
    compiler.keeps_lets = asks;
    for clause in &definition.clauses {
        compiler.clause(clause)?;
    }
    compiler.emit(Op::NoClause, definition.name_span);
    let mut bodies = definition.clauses.iter().map(|clause| clause.body);
    compiler.reads_bodies = true;
    let is_game = bodies.any(|body| compiler.writes_position(body));
    compiler.code.shape = Shape { is_game: is_game && !definition.loopy, asks };
    Ok(compiler.finish())
}

impl Compiler<'_, '_> {
    fn clause(&mut self, clause: &Clause) -> Result<(), Error> {
        self.clause_with(clause, |compiler, body| {
            compiler.expression(body)?;
            // What falls apart is not remembered: its parts are.
            let done = if compiler.falls_apart(body) { Op::ReturnLight } else { Op::Return };
            compiler.emit(done, compiler.ast.span(body));
            Ok(())
        })
    }

    /// A clause with code for its body, which returns.
    fn clause_with(
        &mut self,
        clause: &Clause,
        body: impl FnOnce(&mut Self, NodeId) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (fits, next) = (self.new_label(), self.new_label());
        if let Some(values) = &clause.values
            && !values.is_empty()
        {
            for &value in values {
                self.pattern(value, fits)?;
            }
            self.emit(Op::Jump(next), self.ast.span(clause.body));
        }
        self.place(fits);
        if let Some(guard) = clause.guard {
            self.guard(guard, next)?;
        }
        for &(name, value) in &clause.lets {
            match self.keeps_lets && self.writes_position(value) {
                true => self.kept(value)?,
                false => self.expression(value)?,
            }
            let slot = self.scope.bind(name, 1);
            self.emit(Op::Set(slot), self.ast.span(value));
        }
        body(self, clause.body)?;
        for _ in &clause.lets {
            self.scope.unbind(1);
        }
        self.place(next);
        Ok(())
    }

    /// Whether a body is `sum([F(part) : ...])` with the function F that is defined.
    fn falls_apart(&self, body: NodeId) -> bool {
        let only = |children| match self.ast.children(children) {
            &[child] => Some(self.ast.node(child)),
            _ => None,
        };
        let Node::Call(sum, list) = self.ast.node(body) else { return false };
        let number = self.around.builtins.find(self.ast.name(sum));
        let is_sum =
            number.is_some_and(|number| self.around.builtins.get(number).special() == Special::Sum);
        let Some(Node::List(items)) = only(list).filter(|_| is_sum) else { return false };
        let Some(Node::Each(element, _)) = only(items) else { return false };
        matches!(self.ast.node(element), Node::Call(name, _) if Some(name) == self.defined)
    }

    /// Goes to `fits` when the arguments are the values of this case.
    fn pattern(&mut self, pattern: NodeId, fits: u32) -> Result<(), Error> {
        let span = self.ast.span(pattern);
        match self.ast.node(pattern) {
            Node::Wildcard => {}
            Node::Tuple(values) => {
                let fails = self.new_label();
                for (slot, &value) in (0..).zip(self.ast.children(values)) {
                    if self.ast.node(value) != Node::Wildcard {
                        self.emit(Op::Local(slot), span);
                        self.expression(value)?;
                        self.emit(Op::Same, span);
                        self.emit(Op::JumpIfFalse(fails), span);
                    }
                }
                self.emit(Op::Jump(fits), span);
                self.place(fails);
                return Ok(());
            }
            _ => {
                self.emit(Op::Local(0), span);
                self.expression(pattern)?;
                self.emit(Op::Same, span);
                self.emit(Op::JumpIfTrue(fits), span);
                return Ok(());
            }
        }
        self.emit(Op::Jump(fits), span);
        Ok(())
    }
}

// The locals that names stand for.

/// Names bound by parameters, `let` and generators, the innermost last.
#[derive(Clone, Debug, Default)]
struct Scope {
    bound: Vec<(Symbol, u32)>,
    /// For each name its locals, the innermost last.
    by_name: HashMap<Symbol, Vec<u32>>,
    next: u32,
    most: u32,
}

impl Scope {
    /// Binds `name` to the first of `size` new locals.
    fn bind(&mut self, name: Symbol, size: u32) -> u32 {
        let slot = self.next;
        self.next += size;
        self.most = self.most.max(self.next);
        self.bound.push((name, slot));
        self.by_name.entry(name).or_default().push(slot);
        slot
    }

    /// Ends the last binding, of `size` locals.
    fn unbind(&mut self, size: u32) {
        let (name, _) = self.bound.pop().expect("what is unbound was bound");
        self.by_name.entry(name).or_default().pop();
        self.next -= size;
    }

    /// Locals without a name.
    fn reserve(&mut self, size: u32) -> u32 {
        let slot = self.next;
        self.next += size;
        self.most = self.most.max(self.next);
        slot
    }

    /// Gives back the last locals without a name.
    fn release(&mut self, size: u32) {
        self.next -= size;
    }

    fn find(&self, name: Symbol) -> Option<u32> {
        self.by_name.get(&name)?.last().copied()
    }

    fn bound(&self) -> &[(Symbol, u32)] {
        &self.bound
    }

    fn most(&self) -> usize {
        self.most as usize
    }
}

// Arguments like `n-k-1`, and sums of two calls with such arguments.

/// How many nodes such an argument may have.
const MOST_NODES: usize = 9;

impl Compiler<'_, '_> {
    /// The linear expression that this is, if it is a small one over locals.
    fn linear(&self, node: NodeId) -> Option<Linear> {
        let mut linear = Linear::default();
        let mut waiting = vec![(node, 1)];
        let mut seen = 0;
        while let Some((node, sign)) = waiting.pop() {
            seen += 1;
            if seen > MOST_NODES {
                return None;
            }
            match self.ast.node(node) {
                Node::Integer(value) => {
                    linear.constant = linear.constant.checked_add(value.checked_mul(sign)?)?;
                }
                Node::Name(name) => {
                    let slot = self.scope.find(name)?;
                    *linear.terms.get_mut(linear.count)? = (slot, sign);
                    linear.count += 1;
                }
                Node::Infix(Infix::Add, a, b) => waiting.extend([(b, sign), (a, sign)]),
                Node::Infix(Infix::Subtract, a, b) => waiting.extend([(b, -sign), (a, sign)]),
                Node::Prefix(Prefix::Negate, a) => waiting.push((a, -sign)),
                _ => return None,
            }
        }
        Some(linear)
    }

    /// The sum of two calls with one linear argument each that this is, if it
    /// is one: the option of most heap games.
    fn sum_of_calls(&mut self, node: NodeId) -> Option<SumOfCalls> {
        let Node::Infix(Infix::Add, left, right) = self.ast.node(node) else { return None };
        let mut sum = SumOfCalls { functions: [0; 2], arguments: [Linear::default(); 2] };
        for (at, side) in [left, right].into_iter().enumerate() {
            let Node::Call(name, arguments) = self.ast.node(side) else { return None };
            let &[argument] = self.ast.children(arguments) else { return None };
            if self.around.builtins.find(self.ast.name(name)).is_some() {
                return None;
            }
            sum.arguments[at] = self.linear(argument)?;
            sum.functions[at] = self.function(name);
        }
        Some(sum)
    }
}
