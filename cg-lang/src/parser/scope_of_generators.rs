//! Options before a generator that does not reach them: `{ A(s), B(s) : k = 1..1 }`.

use super::{Parser, Surprise};
use crate::ast::{Ast, Children, Node, NodeId, Symbol};

/// So many signs of an option are repeated in a note.
const MOST_SHOWN: usize = 40;

impl Parser {
    /// Notes the generators of the statement whose names no option uses, with options before
    /// them: they hardly mean what they say.
    pub(super) fn note_generators(&mut self) {
        let mut found = Vec::new();
        for node in self.ast.nodes() {
            let sides = match *node {
                Node::Game(left, right) | Node::Form(left, right) => [Some(left), Some(right)],
                Node::ImpartialGame(options) | Node::SwitchGame(options) => [Some(options), None],
                _ => continue,
            };
            found.extend(sides.into_iter().flatten().filter_map(|side| self.first_always(side)));
        }
        for surprise in found {
            self.surprise(surprise);
        }
    }

    fn first_always(&self, side: Children) -> Option<Surprise> {
        let options = self.ast.children(side);
        let at = options.iter().position(|&id| matches!(self.ast.node(id), Node::Each(..)))?;
        let (before, &each) = (&options[..at], options.get(at)?);
        let Node::Each(last, generators) = self.ast.node(each) else { return None };
        let generators = self.ast.children(generators);
        let name = |&id: &NodeId| match self.ast.node(id) {
            Node::Range(name, ..) | Node::In(name, _) => Some(name),
            _ => None,
        };
        let names = generators.iter().map(name).collect::<Option<Vec<Symbol>>>()?;
        let used = |&id: &NodeId| names.iter().any(|&name| self.ast.mentions(id, name));
        if before.is_empty() || before.iter().any(used) || used(&last) {
            return None;
        }
        let shown = |first: NodeId, last: NodeId| {
            let text = self.source().slice(self.ast.span(first).to(self.ast.span(last)));
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            match text.char_indices().nth(MOST_SHOWN) {
                Some((at, _)) => format!("{}...", &text[..at]),
                None => text,
            }
        };
        Some(Surprise::FirstAlways {
            always: shown(before[0], before[before.len() - 1]),
            last: shown(last, last),
            generators: shown(generators[0], generators[generators.len() - 1]),
        })
    }
}

impl Ast {
    /// Whether a name occurs in an expression.
    fn mentions(&self, node: NodeId, wanted: Symbol) -> bool {
        let mut waiting = vec![node];
        while let Some(id) = waiting.pop() {
            let all = |children: Children| self.children(children).iter().copied();
            match self.node(id) {
                Node::Name(name) if name == wanted => return true,
                Node::Name(_)
                | Node::Integer(_)
                | Node::BigInteger(_)
                | Node::Number(_)
                | Node::Text(_)
                | Node::Truth(_)
                | Node::Wildcard => {}
                Node::Nimber(a)
                | Node::Up(a)
                | Node::Prefix(_, a)
                | Node::Apart(a, _)
                | Node::Label(_, a)
                | Node::In(_, a)
                | Node::Filter(a) => waiting.push(a),
                Node::Infix(_, a, b) | Node::Index(a, b) | Node::Range(_, a, b) => {
                    waiting.extend([a, b]);
                }
                Node::Function { values, kept, .. } => waiting.extend([values, kept]),
                Node::If(a, b, c) | Node::Slice(a, b, c) => waiting.extend([a, b, c]),
                Node::Call(name, _) if name == wanted => return true,
                Node::Call(_, list)
                | Node::List(list)
                | Node::ImpartialGame(list)
                | Node::SwitchGame(list)
                | Node::Tuple(list) => waiting.extend(all(list)),
                Node::Game(left, right) | Node::Form(left, right) => {
                    waiting.extend(all(left).chain(all(right)));
                }
                Node::Each(a, list) => {
                    waiting.push(a);
                    waiting.extend(all(list));
                }
            }
        }
        false
    }
}
