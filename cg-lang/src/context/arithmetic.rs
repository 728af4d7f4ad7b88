//! Sums, products, quotients and copies.

use cg_core::{Dyadic, Game};
use dashu_int::IBig;
use dashu_int::ops::{DivRem, Gcd};

use super::{Context, MOST_INTEGER_BITS, Run, wrong_kind};
use crate::ast::Infix;
use crate::error::RunError;
use crate::value::Value;

impl Context<'_> {
    /// Any operator but `and` and `or`.
    pub(crate) fn infix(&mut self, infix: Infix, a: &Value, b: &Value) -> Run<Value> {
        match infix {
            Infix::Add => self.add(a, b),
            Infix::Subtract => self.subtract(a, b),
            Infix::Multiply => self.multiply(a, b),
            Infix::Divide => self.divide(a, b),
            Infix::IntegerDivide => self.divide_integers(a, b).map(|(quotient, _)| quotient),
            Infix::Remainder => self.divide_integers(a, b).map(|(_, remainder)| remainder),
            Infix::Xor => self.xor(a, b),
            Infix::Copies => self.copies(a, b),
            Infix::Concat => self.concat(a, b),
            Infix::Equal
            | Infix::NotEqual
            | Infix::Less
            | Infix::Greater
            | Infix::AtMost
            | Infix::AtLeast
            | Infix::Confused => self.compare(infix, a, b).map(Value::Truth),
            // Compiled to jumps.
            Infix::And | Infix::Or => Err(wrong_kind("the left side", "a truth value", a)),
        }
    }

    /// The sum of two integers, or of two games.
    pub(crate) fn add(&mut self, a: &Value, b: &Value) -> Run<Value> {
        match (a, b) {
            (Value::Game(g), Value::Game(h)) => return Ok(Value::Game(self.engine.add(*g, *h)?)),
            (Value::Integer(x), Value::Integer(y)) => {
                if let Some(sum) = x.checked_add(*y) {
                    return Ok(Value::Integer(sum));
                }
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            return self.checked(x + y);
        }
        let (g, h) = self.summands("+", a, b)?;
        Ok(Value::Game(self.engine.add(g, h)?))
    }

    fn subtract(&mut self, a: &Value, b: &Value) -> Run<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && let Some(difference) = x.checked_sub(*y)
        {
            return Ok(Value::Integer(difference));
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            return self.checked(x - y);
        }
        let (g, h) = self.summands("-", a, b)?;
        Ok(Value::Game(self.engine.subtract(g, h)?))
    }

    fn summands(&mut self, sign: &str, a: &Value, b: &Value) -> Run<(Game, Game)> {
        if let Some(joined) =
            [a, b].into_iter().find(|v| matches!(v, Value::Text(_) | Value::List(_)))
        {
            return Err(RunError::WrongKind {
                place: format!("an operand of `{sign}`"),
                expected: "a game".into(),
                found: joined.kind().into(),
                help: Some("`++` joins texts and lists; `sum(list)` adds games".into()),
            });
        }
        let place = |side: &str| format!("the {side} of `{sign}`");
        Ok((self.game(a, &place("left side"))?, self.game(b, &place("right side"))?))
    }

    /// An integer, when it is not too large.
    fn checked(&self, value: IBig) -> Run<Value> {
        use dashu_int::ops::BitTest;
        if value.bit_len() > MOST_INTEGER_BITS {
            return Err(cg_core::Error::NumberTooLarge { bits: MOST_INTEGER_BITS }.into());
        }
        Ok(self.heap.integer(value))
    }

    fn multiply(&mut self, a: &Value, b: &Value) -> Run<Value> {
        use dashu_int::ops::BitTest;
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && let Some(product) = x.checked_mul(*y)
        {
            return Ok(Value::Integer(product));
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            if x.bit_len() + y.bit_len() > MOST_INTEGER_BITS + 1 {
                return Err(cg_core::Error::NumberTooLarge { bits: MOST_INTEGER_BITS }.into());
            }
            return self.checked(x * y);
        }
        let (Some(x), Some(y)) = (self.as_number(a)?, self.as_number(b)?) else {
            return Err(self.product_of_game(a, b));
        };
        let product = x.checked_mul(&y)?;
        self.number_value(&product)
    }

    fn product_of_game(&mut self, a: &Value, b: &Value) -> RunError {
        for value in [a, b] {
            if !value.is_game() {
                return wrong_kind("a factor of `*`", "an integer or a number", value);
            }
        }
        // The integer counts the copies.
        let (count, game) = if a.is_held_integer() { (a, b) } else { (b, a) };
        let help = if count.is_held_integer() {
            let (count, game) = (self.show(count), self.show_atom(game));
            format!("for {count} copies of a game write `{count}.{game}`")
        } else {
            "for copies of a game write `m.G` with an integer m".into()
        };
        RunError::ProductOfGame { help }
    }

    /// The number that `value` is, if it is one.
    pub(crate) fn as_number(&mut self, value: &Value) -> Run<Option<Dyadic>> {
        match value {
            Value::Game(game) => Ok(self.engine.as_number(*game)?),
            Value::Form(form) => {
                let game = self.engine.value(*form)?;
                Ok(self.engine.as_number(game)?)
            }
            _ => Ok(value.held_integer().map(Dyadic::from)),
        }
    }

    pub(crate) fn number_value(&mut self, number: &Dyadic) -> Run<Value> {
        match number.to_integer() {
            Some(integer) => self.checked(integer.clone()),
            None => Ok(Value::Game(self.engine.number(number)?)),
        }
    }

    fn divide(&mut self, a: &Value, b: &Value) -> Run<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && *y != 0
            && x.checked_rem(*y) == Some(0)
            && let Some(quotient) = x.checked_div(*y)
        {
            return Ok(Value::Integer(quotient));
        }
        let x = self.number(a, "the left side of `/`")?;
        let y = self.number(b, "the right side of `/`")?;
        // (m / 2^i) / (n / 2^j) = (m 2^j) / (n 2^i)
        let dividend = x.numerator() << y.exponent();
        let divisor = y.numerator() << x.exponent();
        if divisor.is_zero() {
            return Err(RunError::DivisionByZero);
        }
        match Dyadic::quotient(&dividend, &divisor) {
            Some(quotient) => self.number_value(&quotient),
            None => {
                let positive = divisor > IBig::ZERO;
                let (dividend, divisor) =
                    if positive { (dividend, divisor) } else { (-dividend, -divisor) };
                let common = IBig::from((&dividend).gcd(&divisor));
                let quotient = format!("{}/{}", dividend / &common, divisor / common);
                Err(RunError::NotDyadic { quotient: shortened(quotient) })
            }
        }
    }

    /// Quotient and remainder; the quotient is rounded down, so the remainder
    /// has the sign of the divisor.
    fn divide_integers(&mut self, a: &Value, b: &Value) -> Run<(Value, Value)> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && *y > 0
        {
            return Ok((Value::Integer(x.div_euclid(*y)), Value::Integer(x.rem_euclid(*y))));
        }
        let x = self.integer(a, "the left side of a division with remainder")?;
        let y = self.integer(b, "the right side of a division with remainder")?;
        if y.is_zero() {
            return Err(RunError::DivisionByZero);
        }
        let (mut quotient, mut remainder) = (&x).div_rem(&y);
        if !remainder.is_zero() && (remainder < IBig::ZERO) != (y < IBig::ZERO) {
            quotient -= IBig::ONE;
            remainder += y;
        }
        Ok((self.heap.integer(quotient), self.heap.integer(remainder)))
    }

    pub(crate) fn xor(&mut self, a: &Value, b: &Value) -> Run<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b) {
            return Ok(Value::Integer(x ^ y));
        }
        let x = self.integer(a, "the left side of `xor`")?;
        let y = self.integer(b, "the right side of `xor`")?;
        Ok(self.heap.integer(x ^ y))
    }

    /// m copies of G.
    fn copies(&mut self, count: &Value, game: &Value) -> Run<Value> {
        let count = self.integer(count, "the number of copies")?;
        if let Some(integer) = game.held_integer() {
            let count = self.heap.integer(count);
            let integer = self.heap.integer(integer);
            return self.multiply(&count, &integer);
        }
        let game = self.game(game, "the game to be copied")?;
        Ok(Value::Game(self.engine.multiple(&count, game)?))
    }

    pub(crate) fn negate(&mut self, value: &Value) -> Run<Value> {
        if let Value::Integer(x) = value
            && let Some(negative) = x.checked_neg()
        {
            return Ok(Value::Integer(negative));
        }
        if let Some(x) = value.held_integer() {
            return Ok(self.heap.integer(-x));
        }
        let game = self.game(value, "the operand of `-`")?;
        Ok(Value::Game(self.engine.negate(game)?))
    }

    /// {x | -x}
    pub(crate) fn switch(&mut self, value: &Value) -> Run<Value> {
        let game = self.game(value, "the operand of `+-`")?;
        let negative = self.engine.negate(game)?;
        Ok(Value::Game(self.engine.game(&[game], &[negative])?))
    }
}

fn shortened(text: String) -> String {
    const MOST: usize = 60;
    if text.len() <= MOST { text } else { format!("{}...", &text[..MOST]) }
}
