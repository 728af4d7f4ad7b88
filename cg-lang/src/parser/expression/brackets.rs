//! Inside brackets: items, generators, bars, and the closing bracket.

use super::Parse;
use super::{
    Bracket, BracketKind, Context, Each, Expression, Generator, Guard, Names, OpenForm, Step,
};
use crate::ast::{Children, Node, NodeId, Prefix};
use crate::error::ParseError;
use crate::lexer::{Keyword, Token, TokenKind};
use crate::source::Span;

/// One side of a bar while the bars are sorted out.
#[derive(Clone, Copy)]
enum Side {
    /// These of the items.
    Items(usize, usize),
    /// A game made by a shorter bar.
    Inner(NodeId),
}

impl Expression<'_> {
    /// The bracket that `token` belongs to, after everything in it is applied.
    /// `None` when no bracket is open.
    fn settled_bracket(&mut self, token: Token) -> Parse<(bool, Option<BracketKind>)> {
        let operand = self.complete(token)?;
        let kind = self.top_bracket().map(|bracket| bracket.kind);
        Ok((operand, kind))
    }

    pub(super) fn comma(&mut self, token: Token) -> Parse<Step> {
        let (operand, kind) = self.settled_bracket(token)?;
        match kind {
            Some(BracketKind::Game | BracketKind::List) => {
                self.parser.take();
                if !operand {
                    if let Some(step) = self.next_generator() {
                        return Ok(step);
                    }
                    self.finish_each();
                } else {
                    self.finish_item();
                }
                self.after_comma();
                Ok(Step::Operand)
            }
            Some(BracketKind::Call(..) | BracketKind::Group) => {
                self.parser.take();
                self.finish_item();
                self.after_comma();
                Ok(Step::Operand)
            }
            Some(BracketKind::Index(base)) if self.open_bracket_mut().from.is_none() => {
                self.parser.take();
                // `b[r, c]` is the item c of the item r.
                let row = self.pop_operand();
                let span = self.span_of(base).to(self.span_of(row));
                let item = self.ast().add(Node::Index(base, row), span);
                self.open_bracket_mut().kind = BracketKind::Index(item);
                Ok(Step::Operand)
            }
            Some(kind @ (BracketKind::Index(_) | BracketKind::Literal(..))) => {
                let (_, _, close) = kind.closing();
                Err(self.expected(token, &format!("`{close}`")))
            }
            None if matches!(self.context, Context::Case | Context::Print) => Ok(Step::Done),
            None => {
                if self.repair_missing_brace(token)? {
                    return Ok(Step::Operator);
                }
                Err(self.expected(token, "an operator or the end"))
            }
        }
    }

    fn after_comma(&mut self) {
        self.open_bracket_mut().after_comma = true;
    }

    pub(super) fn colon(&mut self, token: Token) -> Parse<Step> {
        let (operand, kind) = self.settled_bracket(token)?;
        match kind {
            Some(BracketKind::Game | BracketKind::List) if operand => {
                self.parser.take();
                let element = self.pop_operand();
                let each = Each {
                    element,
                    names: Vec::new(),
                    generators: Vec::new(),
                    current: Generator::Done,
                };
                self.open_bracket_mut().each = Some(Box::new(each));
                if self.parser.peek().is(TokenKind::Keyword(Keyword::If)) {
                    let word = self.parser.take();
                    self.push_if(word, Guard::Yes);
                    return Ok(Step::Operand);
                }
                match self.next_generator() {
                    Some(step) => Ok(step),
                    None => {
                        let at = self.parser.peek();
                        if at.is(TokenKind::Bad) {
                            return Err(self.parser.fail_lex(at));
                        }
                        Err(self.fail(ParseError::BadGenerator, at.span))
                    }
                }
            }
            Some(BracketKind::Game | BracketKind::List) => {
                Err(self.expected(token, "`,` between generators"))
            }
            Some(_) => Err(self.fail(ParseError::GeneratorOutside, token.span)),
            None if matches!(self.context, Context::Case | Context::Guard) => Ok(Step::Done),
            None if self.parser.peek_at(1).is_glued(TokenKind::Assign) => {
                let help = "write `x = 3`: a name is bound by `=`";
                Err(self.fail(ParseError::AssignmentInside { help }, token.span))
            }
            None => {
                if self.repair_missing_brace(token)? {
                    return Ok(Step::Operator);
                }
                Err(self.fail(ParseError::GeneratorOutside, token.span))
            }
        }
    }

    /// The names of `(a, b) in`, if that comes, or of `(a, b) ->`: what stands `behind`.
    fn names_taken_apart(&mut self, behind: TokenKind) -> Option<Vec<Token>> {
        let mut names = Vec::new();
        for at in (1..).step_by(2) {
            let name = self.parser.peek_at(at);
            if !name.is(TokenKind::Name) {
                return None;
            }
            names.push(name);
            match self.parser.peek_at(at + 1).kind {
                TokenKind::Comma => {}
                TokenKind::RightParen => {
                    let word = self.parser.peek_at(at + 2);
                    return word.is(behind).then_some(names);
                }
                _ => return None,
            }
        }
        None
    }

    /// The head of an anonymous function, `x ->` or `(a, b) ->`, if one comes where a call
    /// has its first argument. What follows is read as that argument.
    pub(super) fn function_head(&mut self) -> bool {
        let items = self.items.len();
        let fits = self.top_bracket().is_some_and(|bracket| {
            matches!(bracket.kind, BracketKind::Call(..))
                && bracket.items == items
                && bracket.function.is_none()
        });
        if !fits {
            return false;
        }
        let first = self.parser.peek();
        let names = if first.is(TokenKind::LeftParen) {
            self.names_taken_apart(TokenKind::Arrow)
        } else {
            self.parser.peek_at(1).is(TokenKind::Arrow).then(|| vec![first])
        };
        let Some(tokens) = names else { return false };
        let mut last = self.parser.take();
        while !self.parser.peek().is(TokenKind::Arrow) {
            last = self.parser.take();
        }
        self.parser.take();
        let names = tokens.iter().map(|&token| (self.parser.symbol(token), token.span)).collect();
        let names = Names { names, at: first.span.to(last.span) };
        self.open_bracket_mut().function = Some(Box::new(names));
        true
    }

    /// The arguments of `map(x -> value, list)`, as lists with generators: `[value : x in list]`
    /// and `[x : x in list, if value]`.
    fn applied(&mut self, names: &Names, start: usize) -> Parse<Children> {
        let &[value, list] = &self.items[start..] else {
            return Err(self.fail(ParseError::FunctionOutside, names.at));
        };
        self.items.truncate(start);
        let span = self.span_of(value);
        let (item, mut generators) = if let &[(name, at)] = &names.names[..] {
            let over = at.to(self.span_of(list));
            (name, vec![self.ast().add(Node::In(name, list), over)])
        } else {
            (self.name_of_whole(names), self.taken_apart(names, list))
        };
        let item = self.ast().add(Node::Name(item), names.at);
        let values = self.list_of_each(value, &generators, span);
        let pair = self.ast().add_children(&[value, item]);
        let pair = self.ast().add(Node::List(pair), span);
        let pairs = self.list_of_each(pair, &generators, span);
        generators.push(self.ast().add(Node::Filter(value), span));
        let kept = self.list_of_each(item, &generators, span);
        let function = Node::Function { values, kept, pairs };
        let function = self.ast().add(function, names.at.to(span));
        Ok(self.ast().add_children(&[function]))
    }

    /// `[element : generators]`
    fn list_of_each(&mut self, element: NodeId, generators: &[NodeId], span: Span) -> NodeId {
        let generators = self.ast().add_children(generators);
        let each = self.ast().add(Node::Each(element, generators), span);
        let items = self.ast().add_children(&[each]);
        self.ast().add(Node::List(items), span)
    }

    /// The head of a generator, if one comes: `name =`, `name in`, `(a, b) in`,
    /// `let name =`, `if`.
    fn next_generator(&mut self) -> Option<Step> {
        let first = self.parser.peek();
        if Self::is_keyword(first, Keyword::Let) {
            let name = self.parser.peek_at(1);
            if !name.is(TokenKind::Name) || !self.parser.peek_at(2).is(TokenKind::Assign) {
                return None;
            }
            for _ in 0..3 {
                self.parser.take();
            }
            let symbol = self.parser.symbol(name);
            self.begin_generator(Generator::Let(symbol, name.span));
            return Some(Step::Operand);
        }
        if first.is(TokenKind::LeftParen) {
            let tokens = self.names_taken_apart(TokenKind::Keyword(Keyword::In))?;
            for _ in 0..2 * tokens.len() {
                self.parser.take();
            }
            let close = self.parser.take();
            self.parser.take();
            let names = tokens.iter().map(|&token| (self.parser.symbol(token), token.span));
            let names = names.collect();
            self.begin_generator(Generator::Apart(first.span.to(close.span)));
            let each = self.open_bracket_mut().each.as_mut();
            each.expect("a generator has an item").names = names;
            return Some(Step::Operand);
        }
        if Self::is_keyword(first, Keyword::If) {
            self.parser.take();
            self.push_if(first, Guard::Maybe);
            return Some(Step::Operand);
        }
        if !first.is(TokenKind::Name) {
            return None;
        }
        let second = self.parser.peek_at(1);
        let range = second.is(TokenKind::Assign);
        if !range && !Self::is_keyword(second, Keyword::In) {
            return None;
        }
        self.parser.take();
        self.parser.take();
        let name = self.parser.symbol(first);
        let current = if range {
            Generator::Range(name, first.span)
        } else {
            Generator::In(name, first.span)
        };
        self.begin_generator(current);
        Some(Step::Operand)
    }

    fn begin_generator(&mut self, generator: Generator) {
        let each = self.open_bracket_mut().each.as_mut();
        each.expect("generators stand behind the colon of an item").current = generator;
    }

    /// The operand becomes an item of the innermost bracket.
    fn finish_item(&mut self) {
        let operand = self.pop_operand();
        self.items.push(operand);
    }

    /// The element with its generators becomes an item.
    pub(super) fn finish_each(&mut self) {
        let Some(each) = self.top_bracket().and_then(|bracket| bracket.each.take()) else {
            return;
        };
        let span = match each.generators.last() {
            Some(&last) => self.span_of(each.element).to(self.span_of(last)),
            None => self.span_of(each.element),
        };
        let generators = self.ast().add_children(&each.generators);
        // `(a, b) : generators` is both, each with the generators.
        let elements = match self.parser.ast.node(each.element) {
            Node::Tuple(elements) => self.parser.ast.children(elements).to_vec(),
            _ => vec![each.element],
        };
        for element in elements {
            let node = self.ast().add(Node::Each(element, generators), span);
            self.items.push(node);
        }
    }

    pub(super) fn bars(&mut self, token: Token) -> Parse<Step> {
        let (operand, kind) = self.settled_bracket(token)?;
        match kind {
            Some(BracketKind::Game) => {
                if operand {
                    self.finish_item();
                } else {
                    self.finish_each();
                }
                self.close_or_bar(token, None)
            }
            Some(kind) if self.inside_game() => {
                let (_, bracket, close) = kind.closing();
                let open = self.open_bracket_mut().open;
                Err(self.fail(ParseError::Unclosed { bracket, close, at_end: false }, open))
            }
            Some(_) => Err(self.fail(ParseError::BarOutsideBraces, token.span)),
            None => {
                if self.repair_missing_brace(token)? {
                    return Ok(Step::Operator);
                }
                Err(self.fail(ParseError::BarOutsideBraces, token.span))
            }
        }
    }

    fn inside_game(&self) -> bool {
        self.frames.iter().any(|frame| {
            matches!(frame, OpenForm::Bracket(Bracket { kind: BracketKind::Game, .. }))
        })
    }

    pub(super) fn close(&mut self, token: Token) -> Parse<Step> {
        let (operand, kind) = self.settled_bracket(token)?;
        let Some(kind) = kind else {
            // The last clause may end with the definition.
            if token.is(TokenKind::RightBrace)
                && matches!(self.context, Context::Let | Context::Body)
            {
                return Ok(Step::Done);
            }
            let bracket = self.parser.first_character(token);
            return Err(match self.context {
                Context::Statement | Context::Print => {
                    self.fail(ParseError::Unopened { bracket }, token.span)
                }
                Context::Case | Context::Guard => self.expected(token, "`:`"),
                Context::Let | Context::Body => {
                    self.expected(token, "`;` at the end of the clause")
                }
            });
        };
        let (closing, bracket, close) = kind.closing();
        if token.kind != closing {
            let open = self.open_bracket_mut().open;
            let error = ParseError::Unclosed { bracket, close, at_end: false };
            return Err(self.fail(error, open));
        }
        let last = match kind {
            BracketKind::Index(_) | BracketKind::Literal(..) => Some(self.pop_operand()),
            _ if operand => {
                self.finish_item();
                None
            }
            _ => {
                self.finish_each();
                None
            }
        };
        self.close_or_bar(token, last)
    }

    /// A bar, or the bracket that closes the innermost one; its items are
    /// complete.
    pub(super) fn close_or_bar(&mut self, token: Token, last: Option<NodeId>) -> Parse<Step> {
        self.parser.take();
        if let TokenKind::Bars(strokes) = token.kind {
            self.bars.push((self.items.len(), strokes, token.span));
            self.open_bracket_mut().after_comma = false;
            return Ok(Step::Operand);
        }
        let Some(OpenForm::Bracket(bracket)) = self.frames.pop() else {
            return Err(self.expected(token, "an operator"));
        };
        self.open -= 1;
        let span = bracket.open.to(token.span);
        match (bracket.kind, last) {
            (BracketKind::Group, _) => self.close_group(&bracket, span),
            (BracketKind::Call(name, at), _) => {
                let arguments = match &bracket.function {
                    None => self.take_items(bracket.items),
                    Some(names) => self.applied(names, bracket.items)?,
                };
                Ok(self.push_operand(Node::Call(name, arguments), at.to(span)))
            }
            (BracketKind::List, _) => {
                let items = self.take_items(bracket.items);
                Ok(self.push_operand(Node::List(items), span))
            }
            (BracketKind::Game, _) => self.close_game(&bracket, span),
            (BracketKind::Index(base), Some(last)) => {
                let span = self.span_of(base).to(span);
                let node = match bracket.from {
                    Some(from) => Node::Slice(base, from, last),
                    None => Node::Index(base, last),
                };
                Ok(self.push_operand(node, span))
            }
            (BracketKind::Literal(sign, base, written), Some(last)) => {
                Ok(self.finish_literal(sign, base, last, written.to(span)))
            }
            (BracketKind::Index(_) | BracketKind::Literal(..), None) => {
                Err(self.missing_operand(token))
            }
        }
    }

    fn take_items(&mut self, start: usize) -> Children {
        let children = self.parser.ast.add_children(&self.items[start..]);
        self.items.truncate(start);
        children
    }

    fn close_group(&mut self, bracket: &Bracket, span: Span) -> Parse<Step> {
        if self.items.len() == bracket.items + 1 {
            let inner = self.items.pop().expect("there is one item");
            return Ok(self.push_node(inner));
        }
        let shares_generators = self.parser.peek().is(TokenKind::Colon)
            && matches!(
                self.top_bracket(),
                Some(Bracket { kind: BracketKind::List | BracketKind::Game, each: None, .. })
            );
        if !shares_generators && (self.context != Context::Case || self.open > 0) {
            return Err(self.fail(ParseError::PatternOutside { what: "a tuple" }, span));
        }
        let items = self.take_items(bracket.items);
        Ok(self.push_operand(Node::Tuple(items), span))
    }

    /// Splits the items at the bars, the longest first: a stack of sides that
    /// wait for a right side, strokes decreasing.
    fn close_game(&mut self, bracket: &Bracket, span: Span) -> Parse<Step> {
        let bars = self.bars.split_off(bracket.bars);
        if bracket.quoted && bars.is_empty() {
            return Err(self.fail(ParseError::MissingBar, span));
        }
        let span = if bracket.quoted {
            span.to(self.parser.expect(TokenKind::Quote, "`'` at the end of the form")?.span)
        } else {
            span
        };
        let end = self.items.len();
        if bars.is_empty() {
            if !self.parser.impartial || self.quoted > 0 {
                return self.close_switch(bracket, span);
            }
            let items = self.take_items(bracket.items);
            return Ok(self.push_operand(Node::ImpartialGame(items), span));
        }
        let mut waiting: Vec<(Side, u32, Span)> = Vec::new();
        let mut side = Side::Items(bracket.items, bars[0].0);
        for (index, &(_, strokes, at)) in bars.iter().enumerate() {
            while let Some(&(left, shorter, bar)) = waiting.last()
                && shorter < strokes
            {
                waiting.pop();
                let inner = self.part_span(left, bar).to(self.part_span(side, bar));
                side = Side::Inner(self.game(left, side, inner));
            }
            if waiting.last().is_some_and(|&(_, longer, _)| longer == strokes) {
                return Err(self.fail(ParseError::EqualBars { strokes }, at));
            }
            waiting.push((side, strokes, at));
            let start = bars[index].0;
            side = Side::Items(start, bars.get(index + 1).map_or(end, |next| next.0));
        }
        while let Some((left, _, bar)) = waiting.pop() {
            let inner = self.part_span(left, bar).to(self.part_span(side, bar));
            let span = if waiting.is_empty() { span } else { inner };
            side = Side::Inner(self.game(left, side, span));
        }
        self.items.truncate(bracket.items);
        self.quoted -= usize::from(bracket.quoted);
        Ok(match side {
            Side::Inner(game) if let Some(label) = bracket.label => {
                self.push_operand(Node::Label(label, game), span)
            }
            Side::Inner(game) => self.push_node(game),
            Side::Items(..) => unreachable!("there was a bar, so the last side is a game"),
        })
    }

    /// `+-{a, b}` is `{a, b | -a, -b}`; other braces need a bar.
    fn close_switch(&mut self, bracket: &Bracket, span: Span) -> Parse<Step> {
        let Some(&OpenForm::Prefix(Prefix::Switch, sign)) = self.frames.last() else {
            return Err(self.fail(ParseError::MissingBar, span));
        };
        self.frames.pop();
        let options = self.take_items(bracket.items);
        Ok(self.push_operand(Node::SwitchGame(options), sign.to(span)))
    }

    fn game(&mut self, left: Side, right: Side, span: Span) -> NodeId {
        let left = self.side(left);
        let right = self.side(right);
        let node = if self.quoted > 0 { Node::Form(left, right) } else { Node::Game(left, right) };
        self.ast().add(node, span)
    }

    /// The stretch of one side; that of its bar when it is empty.
    fn part_span(&self, side: Side, bar: Span) -> Span {
        match side {
            Side::Inner(game) => self.span_of(game),
            Side::Items(start, end) => {
                let items = self.items[start..end].iter().map(|&item| self.span_of(item));
                items.reduce(|all, item| all.to(item)).unwrap_or(bar)
            }
        }
    }

    fn side(&mut self, side: Side) -> Children {
        match side {
            Side::Items(start, end) => self.parser.ast.add_children(&self.items[start..end]),
            Side::Inner(game) => self.parser.ast.add_children(&[game]),
        }
    }
}
