//! Which moves a function of one heap has, read from its definition.

use crate::ast::{Ast, Definition, Infix, Node, NodeId, Prefix, Symbol};

/// Some options of `F(n)`, as a definition writes them; all numbers are at least 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeapOptions {
    /// `F(n - taken)`.
    One {
        /// What is taken: at least 1.
        taken: u64,
    },
    /// `F(k)` for all k from `least` to `n - taken`.
    Any {
        /// The least k.
        least: u64,
        /// What is taken at least: 1 or more.
        taken: u64,
    },
    /// `F(a) + F(b)` for all a and b with sum `n - taken`, a at least `first`, b at least `second`.
    Two {
        /// What is taken.
        taken: u64,
        /// The least a.
        first: u64,
        /// The least b.
        second: u64,
    },
    /// `F(a) + F(b)` for all a and b with sum `n - taken`, b at least a, and a at least `first`.
    Half {
        /// What is taken.
        taken: u64,
        /// The least a.
        first: u64,
    },
}

/// A function of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapFunction {
    /// The arguments with a case of their own.
    pub cases: Vec<u64>,
    /// The options of Left and those of Right at all other arguments.
    pub options: [Vec<HeapOptions>; 2],
}

impl HeapFunction {
    /// Reads a definition.
    pub(crate) fn of(ast: &Ast, definition: &Definition) -> Option<Self> {
        Reader::new(ast, definition)?.read(definition)
    }

    /// The options of both players, if they are the same.
    pub fn impartial(&self) -> Option<&[HeapOptions]> {
        let [left, right] = &self.options;
        (left == right).then_some(left)
    }
}

/// The most levels of an expression that are looked into.
const DEEPEST: usize = 40;
/// The most options that a range of constants may stand for.
const MOST: i64 = 1000;

/// `n * n + k * k + constant`, of the parameter and the variable of a generator.
#[derive(Clone, Copy, Default)]
struct Linear {
    n: i64,
    k: i64,
    constant: i64,
}

/// The upper end of a generator.
#[derive(Clone, Copy)]
enum End {
    Whole(Linear),
    /// Halved and rounded down.
    Half(Linear),
}

struct Reader<'a> {
    ast: &'a Ast,
    function: Symbol,
    parameter: Symbol,
}

impl<'a> Reader<'a> {
    fn new(ast: &'a Ast, definition: &Definition) -> Option<Self> {
        match definition.parameters[..] {
            [parameter] => Some(Self { ast, function: definition.name, parameter }),
            _ => None,
        }
    }

    fn read(&self, definition: &Definition) -> Option<HeapFunction> {
        let (default, cases) = definition.clauses.split_last()?;
        let plain = default.values.is_none() && default.guard.is_none() && default.lets.is_empty();
        let mut function = HeapFunction { cases: Vec::new(), options: [Vec::new(), Vec::new()] };
        for case in cases {
            let values = case.values.as_ref().filter(|values| !values.is_empty())?;
            if case.guard.is_some() {
                return None;
            }
            for &value in values {
                let Node::Integer(value) = self.ast.node(value) else { return None };
                function.cases.push(u64::try_from(value).ok()?);
            }
        }
        let sides = match self.ast.node(default.body) {
            Node::ImpartialGame(options) => [options, options],
            Node::Game(left, right) => [left, right],
            _ => return None,
        };
        for (side, options) in sides.into_iter().zip(&mut function.options) {
            for &option in self.ast.children(side) {
                self.option(option, options)?;
            }
        }
        plain.then_some(function)
    }

    fn option(&self, option: NodeId, options: &mut Vec<HeapOptions>) -> Option<()> {
        let Node::Each(element, generators) = self.ast.node(option) else {
            return self.alone(option, options);
        };
        let &[generator] = self.ast.children(generators) else { return None };
        let Node::Range(variable, from, to) = self.ast.node(generator) else { return None };
        if variable == self.parameter {
            return None;
        }
        let from = self.linear(from, None, DEEPEST)?;
        let to = match self.ast.node(to) {
            Node::Infix(Infix::IntegerDivide, upper, two)
                if self.ast.node(two) == Node::Integer(2) =>
            {
                End::Half(self.linear(upper, None, DEEPEST)?)
            }
            _ => End::Whole(self.linear(to, None, DEEPEST)?),
        };
        let calls = self.calls(element, Some(variable))?;
        match (&calls[..], to) {
            (&[part], End::Whole(to)) => self.one(part, from, to, options),
            (&[a, b], to) => self.two(a, b, from, to, options),
            _ => None,
        }
    }

    /// An option without a generator.
    fn alone(&self, option: NodeId, options: &mut Vec<HeapOptions>) -> Option<()> {
        let [Linear { n: 1, k: 0, constant }] = self.calls(option, None)?[..] else {
            return None;
        };
        options.push(HeapOptions::One { taken: positive(-constant)? });
        Some(())
    }

    /// `F(part)` for k from `from` to `to`.
    fn one(
        &self,
        part: Linear,
        from: Linear,
        to: Linear,
        options: &mut Vec<HeapOptions>,
    ) -> Option<()> {
        // With k going down, the ends change places.
        let (low, high) = match part.k {
            1 => (from, to),
            -1 => (to, from),
            _ => return None,
        };
        let at = |end: Linear| (part.n + part.k * end.n, part.constant + part.k * end.constant);
        match (at(low), at(high)) {
            ((0, least), (1, most)) => {
                let least = u64::try_from(least).ok()?;
                options.push(HeapOptions::Any { least, taken: positive(-most)? });
            }
            ((1, least), (1, most)) if most - least < MOST => {
                for back in least..=most {
                    options.push(HeapOptions::One { taken: positive(-back)? });
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// `F(a) + F(b)` for k from `from` to `to`.
    fn two(
        &self,
        a: Linear,
        b: Linear,
        from: Linear,
        to: End,
        options: &mut Vec<HeapOptions>,
    ) -> Option<()> {
        let (a, b) = if a.k == 1 { (a, b) } else { (b, a) };
        if (a.k, b.k, a.n + b.n) != (1, -1, 1) {
            return None;
        }
        let taken = u64::try_from(-(a.constant + b.constant)).ok()?;
        if from.n + a.n != 0 {
            return None;
        }
        let first = u64::try_from(from.constant + a.constant).ok()?;
        options.push(match to {
            End::Whole(to) if b.n - to.n == 0 => {
                let second = u64::try_from(b.constant - to.constant).ok()?;
                HeapOptions::Two { taken, first, second }
            }
            End::Half(to)
                if (a.n, a.constant, to.n) == (0, 0, 1)
                    && u64::try_from(-to.constant) == Ok(taken) =>
            {
                HeapOptions::Half { taken, first }
            }
            _ => return None,
        });
        Some(())
    }

    /// The arguments of the calls of the function whose sum `node` is.
    fn calls(&self, node: NodeId, variable: Option<Symbol>) -> Option<Vec<Linear>> {
        let terms = match self.ast.node(node) {
            Node::Infix(Infix::Add, a, b) => vec![a, b],
            _ => vec![node],
        };
        let call = |term| match self.ast.node(term) {
            Node::Call(name, arguments) if name == self.function => {
                match *self.ast.children(arguments) {
                    [argument] => self.linear(argument, variable, DEEPEST),
                    _ => None,
                }
            }
            _ => None,
        };
        terms.into_iter().map(call).collect()
    }

    fn linear(&self, node: NodeId, variable: Option<Symbol>, deep: usize) -> Option<Linear> {
        let deeper = |node| self.linear(node, variable, deep.checked_sub(1)?);
        let combine = |a: Linear, b: Linear, sign: i64| {
            let add =
                |a: i64, b: i64| a.checked_add(b.checked_mul(sign)?).filter(|s| s.abs() < 1 << 32);
            let (n, k) = (add(a.n, b.n)?, add(a.k, b.k)?);
            Some(Linear { n, k, constant: add(a.constant, b.constant)? })
        };
        match self.ast.node(node) {
            Node::Integer(constant) if constant.abs() < 1 << 32 => {
                Some(Linear { constant, ..Linear::default() })
            }
            Node::Name(name) if Some(name) == variable => {
                Some(Linear { k: 1, ..Linear::default() })
            }
            Node::Name(name) if name == self.parameter => {
                Some(Linear { n: 1, ..Linear::default() })
            }
            Node::Prefix(Prefix::Negate, a) => combine(Linear::default(), deeper(a)?, -1),
            Node::Infix(Infix::Add, a, b) => combine(deeper(a)?, deeper(b)?, 1),
            Node::Infix(Infix::Subtract, a, b) => combine(deeper(a)?, deeper(b)?, -1),
            _ => None,
        }
    }
}

fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Registry};

    use super::*;
    use crate::session::{Role, Session};
    use crate::source::Source;

    fn read(text: &str) -> Option<HeapFunction> {
        let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default()).unwrap();
        let mut session = Session::new(engine);
        session.run(&Source::new("test", text), Role::Program, &mut |_, event| {
            assert!(matches!(event, crate::session::Event::Answer(_)), "{text}");
        });
        session.rules().heap_function("F")
    }

    #[test]
    fn definitions_of_heap_games() {
        let both =
            |options: &str| format!("F(n) {{ case 0: 0; default: {{ {options} | {options} }}; }}");
        let found = |text: &str| read(&both(text))?.impartial().map(<[HeapOptions]>::to_vec);
        let two = |taken, first, second| HeapOptions::Two { taken, first, second };
        assert_eq!(found("F(k)+F(n-k-1) : k = 0..n-1"), Some(vec![two(1, 0, 0)]));
        assert_eq!(found("F(n-k) + F(k-2) : k = 3..n-1"), Some(vec![two(2, 1, 1)]));
        assert_eq!(
            found("F(k)+F(n-k) : k = 1..n div 2"),
            Some(vec![HeapOptions::Half { taken: 0, first: 1 }])
        );
        assert_eq!(found("F(k) : k = 0..n-1"), Some(vec![HeapOptions::Any { least: 0, taken: 1 }]));
        assert_eq!(found("F(n-k) : k = 1..n"), Some(vec![HeapOptions::Any { least: 0, taken: 1 }]));
        let ones = [3, 2, 1].map(|taken| HeapOptions::One { taken });
        assert_eq!(found("F(n-k) : k = 1..3"), Some(ones.to_vec()));
        assert_eq!(found("F(n-2)"), Some(vec![HeapOptions::One { taken: 2 }]));
        for other in [
            "F(k)+F(n-k) : k = 1..n-1, if k < n-k",
            "F(k)+F(n-k-1)+F(0) : k = 0..n-1",
            "F(2*k) : k = 0..n-1",
            "F(k)+F(k) : k = 0..n-1",
            "F(k)+F(n-k-1) : k = 0..(n-2) div 2",
            "F(n)",
            "*",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
        let cases = "impartial F(n) { case 0, 1: 0; case 2: *(1); default: { F(n-2) }; }";
        assert_eq!(read(cases).map(|f| f.cases), Some(vec![0, 1, 2]));
        assert_eq!(read("F(n) { case if n < 1: 0; default: { F(n-1) | F(n-1) }; }"), None);
        let ends = read("F(n) { case 0: 0; default: { F(n-1) | F(k)+F(n-k-2) : k = 0..n-2 }; }");
        let options = [vec![HeapOptions::One { taken: 1 }], vec![two(2, 0, 0)]];
        assert_eq!(ends.map(|f| (f.impartial().is_none(), f.options)), Some((true, options)));
        assert_eq!(read("F(n) { case 0: 0; default: { F(n-1) | * }; }"), None);
        assert_eq!(read("F(n) { default: n; }"), None);
    }
}
