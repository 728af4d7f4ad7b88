//! Sums, products, quotients and copies.

use std::cmp::Ordering;

use cg_core::{Dyadic, Game, Relation};
use cg_loopy::{Draft, Target};
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRem};

use super::{Context, LONG, RunResult, wrong_kind, wrong_kind_named};
use crate::ast::Infix;
use crate::error::RunError;
use crate::value::{MOST_INTEGER_BITS, Text, Value};

/// An operation on integers of more bits looks at the limits.
const LOOKED_AT: usize = 1 << 14;

impl Context<'_> {
    /// Any operator but `and` and `or`.
    pub(crate) fn infix(&mut self, infix: Infix, a: &Value, b: &Value) -> RunResult<Value> {
        match infix {
            Infix::Add => self.add(a, b),
            Infix::Subtract => self.subtract(a, b),
            Infix::Multiply => self.multiply(a, b),
            Infix::Divide => self.divide(a, b),
            Infix::IntegerDivide => self.divide_integers(a, b).map(|(quotient, _)| quotient),
            Infix::Remainder => self.divide_integers(a, b).map(|(_, remainder)| remainder),
            Infix::Xor => self.xor(a, b),
            Infix::Power => self.power(a, b),
            Infix::Copies => self.copies(a, b),
            Infix::Sides => self.sides(a, b),
            Infix::Concat => {
                let mut joining = Joining::default();
                joining.whole(self, a)?;
                joining.whole(self, b)?;
                joining.finish(self)
            }
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
    pub(crate) fn add(&mut self, a: &Value, b: &Value) -> RunResult<Value> {
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
        if let Some((x, y)) = self.rationals(a, b)? {
            return self.rational_value(x + y);
        }
        if Self::are_loopy(&[a, b]) {
            return self.add_loopy(a, b);
        }
        let (g, h) = self.summands("+", a, b)?;
        Ok(Value::Game(self.engine.add(g, h)?))
    }

    fn subtract(&mut self, a: &Value, b: &Value) -> RunResult<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && let Some(difference) = x.checked_sub(*y)
        {
            return Ok(Value::Integer(difference));
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            return self.checked(x - y);
        }
        if let Some((x, y)) = self.rationals(a, b)? {
            return self.rational_value(x - y);
        }
        if Self::are_loopy(&[a, b]) {
            let negative = self.negate(b)?;
            return self.add(a, &negative);
        }
        let (g, h) = self.summands("-", a, b)?;
        Ok(Value::Game(self.engine.subtract(g, h)?))
    }

    fn summands(&mut self, sign: &str, a: &Value, b: &Value) -> RunResult<(Game, Game)> {
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

    /// An integer, when it is not too large. Long ones look at the limits.
    pub(crate) fn checked(&mut self, value: IBig) -> RunResult<Value> {
        if value.bit_len() > MOST_INTEGER_BITS {
            return Err(RunError::IntegerTooLarge);
        }
        if value.bit_len() >= LOOKED_AT {
            self.engine.look(0)?;
            self.admit(value.bit_len() / 8)?;
        }
        Ok(self.heap.integer(value))
    }

    fn multiply(&mut self, a: &Value, b: &Value) -> RunResult<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && let Some(product) = x.checked_mul(*y)
        {
            return Ok(Value::Integer(product));
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            if x.bit_len() + y.bit_len() > MOST_INTEGER_BITS + 1 {
                return Err(RunError::IntegerTooLarge);
            }
            return self.checked(x * y);
        }
        if let Some((x, y)) = self.rationals(a, b)? {
            return self.rational_value(x * y);
        }
        if let Some((g, h)) = self.beyond_dyadics(a, b)? {
            let product = self.engine.known_product(g, h)?;
            return self.known(product, "*", a, b);
        }
        let (Some(x), Some(y)) = (self.as_number(a)?, self.as_number(b)?) else {
            return Err(self.product_of_game(a, b));
        };
        let product = x.checked_mul(&y)?;
        self.number_value(&product)
    }

    fn product_of_game(&mut self, a: &Value, b: &Value) -> RunError {
        for value in [a, b] {
            if let Value::Rational(_) = value
                && let Err(error) = self.game(value, "")
            {
                return error;
            }
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
    pub(crate) fn as_number(&mut self, value: &Value) -> RunResult<Option<Dyadic>> {
        match value {
            Value::Game(game) => Ok(self.engine.as_number(*game)?),
            Value::Form(form) => {
                let game = self.engine.value(*form)?;
                Ok(self.engine.as_number(game)?)
            }
            _ => Ok(value.held_integer().map(Dyadic::from)),
        }
    }

    /// Two numbers as games, where one of them is no dyadic.
    fn beyond_dyadics(&mut self, a: &Value, b: &Value) -> RunResult<Option<(Game, Game)>> {
        let mut found = false;
        for value in [a, b] {
            let game = match value {
                Value::Game(game) => *game,
                Value::Form(form) => self.engine.value(*form)?,
                value if value.is_held_integer() => continue,
                _ => return Ok(None),
            };
            if !self.engine.is_number(game)? {
                return Ok(None);
            }
            found |= self.engine.as_number(game)?.is_none();
        }
        match found && self.engine.registry().makes_numbers() {
            true => Ok(Some((self.game(a, "a number")?, self.game(b, "a number")?))),
            false => Ok(None),
        }
    }

    /// The result of an operation on numbers that a subgroup may know.
    fn known(
        &mut self,
        result: Option<Game>,
        sign: &str,
        a: &Value,
        b: &Value,
    ) -> RunResult<Value> {
        let Some(game) = result else {
            let (a, b) = (self.show_atom(a), self.show_atom(b));
            let message = format!("{a} {sign} {b} has no finite normal form, or is not defined");
            return Err(RunError::Refused { function: sign.into(), message });
        };
        let mut value = Value::Game(game);
        self.normalize(&mut value)?;
        Ok(value)
    }

    fn power(&mut self, base: &Value, exponent: &Value) -> RunResult<Value> {
        if let Some((g, h)) = self.beyond_dyadics(base, exponent)? {
            let power = self.engine.known_power(g, h)?;
            return self.known(power, "**", base, exponent);
        }
        crate::library::integer_power(self, "**", base, exponent)
    }

    pub(crate) fn number_value(&mut self, number: &Dyadic) -> RunResult<Value> {
        match number.to_integer() {
            Some(integer) => self.checked(integer),
            None => Ok(Value::Game(self.engine.number(number)?)),
        }
    }

    fn divide(&mut self, a: &Value, b: &Value) -> RunResult<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b)
            && *y != 0
            && x.checked_rem(*y) == Some(0)
            && let Some(quotient) = x.checked_div(*y)
        {
            return Ok(Value::Integer(quotient));
        }
        if let Some((x, y)) = self.rationals(a, b)? {
            return match y.is_zero() {
                true => Err(RunError::DivisionByZero),
                false => self.rational_value(x / y),
            };
        }
        if let Some((g, h)) = self.beyond_dyadics(a, b)? {
            if h == Game::ZERO {
                return Err(RunError::DivisionByZero);
            }
            let quotient = self.engine.known_quotient(g, h)?;
            return self.known(quotient, "/", a, b);
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
            None => self.quotient(dividend, divisor),
        }
    }

    /// Quotient and remainder; the quotient is rounded down, so the remainder
    /// has the sign of the divisor.
    fn divide_integers(&mut self, a: &Value, b: &Value) -> RunResult<(Value, Value)> {
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
        let (mut quotient, mut remainder) =
            if y.bit_len() < LONG || x.bit_len() < y.bit_len() + LONG {
                (&x).div_rem(&y)
            } else {
                let divisor = y.clone();
                self.beside(move || (&x).div_rem(&divisor))?
            };
        if !remainder.is_zero() && (remainder < IBig::ZERO) != (y < IBig::ZERO) {
            quotient -= IBig::ONE;
            remainder += y;
        }
        Ok((self.checked(quotient)?, self.checked(remainder)?))
    }

    pub(crate) fn xor(&mut self, a: &Value, b: &Value) -> RunResult<Value> {
        if let (Value::Integer(x), Value::Integer(y)) = (a, b) {
            return Ok(Value::Integer(x ^ y));
        }
        let x = self.integer(a, "the left side of `xor`")?;
        let y = self.integer(b, "the right side of `xor`")?;
        self.checked(x ^ y)
    }

    /// m copies of G.
    pub(crate) fn copies(&mut self, count: &Value, game: &Value) -> RunResult<Value> {
        let count = self.integer(count, "the number of copies")?;
        if let Some(integer) = game.held_integer() {
            let count = self.heap.integer(count);
            let integer = self.heap.integer(integer);
            return self.multiply(&count, &integer);
        }
        if Self::are_loopy(&[game]) {
            return match i64::try_from(&count) {
                Ok(count) => self.copies_of_loopy(count, game),
                Err(_) => Err(RunError::IntegerTooLarge),
            };
        }
        let game = self.game(game, "the game to be copied")?;
        Ok(Value::Game(self.engine.multiple(&count, game)?))
    }

    pub(crate) fn negate(&mut self, value: &Value) -> RunResult<Value> {
        if let Value::Integer(x) = value
            && let Some(negative) = x.checked_neg()
        {
            return Ok(Value::Integer(negative));
        }
        if let Some(x) = value.held_integer() {
            return self.checked(-x);
        }
        if let Value::Rational(x) = value {
            return self.rational_value(-(**x).clone());
        }
        if Self::are_loopy(&[value]) {
            return self.negate_loopy(value);
        }
        let game = self.game(value, "the operand of `-`")?;
        Ok(Value::Game(self.engine.negate(game)?))
    }

    /// {x | -x}
    pub(crate) fn switch(&mut self, value: &Value) -> RunResult<Value> {
        if Self::are_loopy(&[value]) {
            let game = self.loopy(value, "the operand of `+-`")?;
            let negative = self.stoppers.negate(self.engine, game)?;
            let mut draft = Draft::default();
            draft.add(vec![Target::Value(game)], vec![Target::Value(negative)]);
            let value = self.stoppers.value(self.engine, &draft, 0)?;
            return self.found_sides(value, "the switch");
        }
        let game = self.game(value, "the operand of `+-`")?;
        let negative = self.engine.negate(game)?;
        Ok(Value::Game(self.engine.game(&[game], &[negative])?))
    }
}

// Equality and order.

impl Context<'_> {
    /// Whether the values are the same; values of different kinds are not.
    pub(crate) fn same(&mut self, a: &Value, b: &Value) -> RunResult<bool> {
        match (a, b) {
            (Value::Game(g), Value::Game(h)) => Ok(g == h),
            // Equal games have equal handles.
            (Value::Game(g), number) | (number, Value::Game(g)) if number.is_held_integer() => {
                Ok(*g == self.game(number, "")?)
            }
            (Value::Outcome(outcome), Value::Text(text))
            | (Value::Text(text), Value::Outcome(outcome)) => {
                Ok(self.outcome_said(text.as_str())? == *outcome)
            }
            (Value::Form(f), Value::Form(g)) if f == g => Ok(true),
            (form @ Value::Form(_), other) | (other, form @ Value::Form(_)) if other.is_game() => {
                Ok(self.game(form, "")? == self.game(other, "")?)
            }
            // Forms and outcomes hide in lists, which are nested only so deep.
            (Value::List(x), Value::List(y))
                if (x.holds_forms() || y.holds_forms()) && x.length() == y.length() =>
            {
                for (x, y) in x.items().iter().zip(y.items()) {
                    if !self.same(x, y)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            // What lies in lists is normalized.
            _ => Ok(a == b),
        }
    }

    /// Whether an argument is the value of a case.
    pub(crate) fn fits_case(&mut self, argument: &Value, case: &Value) -> RunResult<bool> {
        if let (Value::Truth(_), false) = (case, matches!(argument, Value::Truth(_))) {
            return Err(RunError::TruthAsCase { argument: self.show(argument) });
        }
        self.same(argument, case)
    }

    pub(crate) fn compare(&mut self, infix: Infix, a: &Value, b: &Value) -> RunResult<bool> {
        let relation = match self.relation(infix, a, b)? {
            Ok(ordering) => match ordering {
                Ordering::Less => Relation::Less,
                Ordering::Equal => Relation::Equal,
                Ordering::Greater => Relation::Greater,
            },
            Err(relation) => relation,
        };
        Ok(match infix {
            Infix::Equal => relation == Relation::Equal,
            Infix::NotEqual => relation != Relation::Equal,
            Infix::Less => relation == Relation::Less,
            Infix::Greater => relation == Relation::Greater,
            Infix::AtMost => relation.at_most(),
            Infix::AtLeast => relation.at_least(),
            _ => relation == Relation::Confused,
        })
    }

    /// How the values stand: integers and texts are ordered, games partly.
    fn relation(
        &mut self,
        infix: Infix,
        a: &Value,
        b: &Value,
    ) -> RunResult<Result<Ordering, Relation>> {
        let equality = matches!(infix, Infix::Equal | Infix::NotEqual);
        if let (Value::Outcome(_), Value::Outcome(_) | Value::Text(_))
        | (Value::Text(_), Value::Outcome(_)) = (a, b)
        {
            if !equality {
                let [a, b] = [self.sentence(a), self.sentence(b)];
                return self.relation(infix, &a, &b);
            }
            let same = self.same(a, b)?;
            return Ok(Err(if same { Relation::Equal } else { Relation::Confused }));
        }
        match (a, b) {
            (Value::Integer(x), Value::Integer(y)) => return Ok(Ok(x.cmp(y))),
            (Value::Text(x), Value::Text(y)) => return Ok(Ok(x.as_str().cmp(y.as_str()))),
            (Value::List(_), Value::List(_))
            | (Value::Board(_), Value::Board(_))
            | (Value::Graph(_), Value::Graph(_))
            | (Value::Finding(_), Value::Finding(_))
            | (Value::Collection(_), Value::Collection(_))
            | (Value::Truth(_), Value::Truth(_))
                if equality =>
            {
                let same = self.same(a, b)?;
                return Ok(Err(if same { Relation::Equal } else { Relation::Confused }));
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            return Ok(Ok(x.cmp(&y)));
        }
        if let Some((x, y)) = self.rationals(a, b)? {
            return Ok(Ok(x.cmp(&y)));
        }
        if Self::are_loopy(&[a, b]) && a.is_game() && b.is_game() {
            return Ok(Err(self.relation_of_loopy(a, b)?));
        }
        for (a, b) in [(a, b), (b, a)] {
            if let (Value::Rational(_), true) = (a, b.is_game()) {
                self.game(a, "")?;
            }
        }
        if !a.is_game() || !b.is_game() {
            let (known, other) = if a.is_game() { (a, b) } else { (b, a) };
            let place = format!("one side of `{}`", infix.sign());
            let expected = if known.is_game() { "a game, as the other is" } else { "a game" };
            return Err(match wrong_kind(&place, expected, other) {
                RunError::WrongKind { place, expected, found, .. } if !known.is_game() => {
                    let help = Some(format!("the other side is {}", known.kind()));
                    RunError::WrongKind { place, expected, found, help }
                }
                error => error,
            });
        }
        let (g, h) = (self.game(a, "")?, self.game(b, "")?);
        if equality {
            return Ok(Err(if g == h { Relation::Equal } else { Relation::Confused }));
        }
        Ok(Err(self.engine.compare(g, h)?))
    }
}

// Lists and texts: joining, indexing, slicing.

/// A text or a list that is being joined of pieces: all texts, or all lists.
#[derive(Default)]
pub(crate) enum Joining {
    #[default]
    Nothing,
    /// ASCII, as long as it is short.
    Short([u8; SHORT], usize),
    Text(String),
    Items(Vec<Value>),
    /// Sets or dictionaries.
    Collection(Value),
    /// A value that becomes a text when a text follows.
    One(Value),
}

/// Texts of so many bytes are joined without a buffer in the heap.
const SHORT: usize = 32;

impl Joining {
    pub(crate) fn whole(&mut self, context: &mut Context<'_>, value: &Value) -> RunResult<()> {
        match value {
            Value::Text(_) | Value::Outcome(_) if matches!(self, Joining::One(_)) => {
                let Joining::One(first) = std::mem::take(self) else { unreachable!("it is one") };
                let first = context.as_text(&first)?;
                self.add_text(context, &first)?;
                self.whole(context, value)
            }
            Value::Text(text) if self.takes_texts() => self.add_text(context, text.as_str()),
            Value::Outcome(outcome) if self.takes_texts() => {
                self.add_text(context, &outcome.to_string())
            }
            Value::List(list) if self.takes_items() => self.add_items(context, list.items()),
            Value::Collection(_) if matches!(self, Joining::Nothing) => {
                *self = Joining::Collection(value.clone());
                Ok(())
            }
            other => match self {
                Joining::Collection(Value::Collection(first)) => {
                    *self = Joining::Collection(context.join_collections(first, other)?);
                    Ok(())
                }
                Joining::Nothing => {
                    *self = Joining::One(other.clone());
                    Ok(())
                }
                Joining::Short(..) | Joining::Text(_)
                    if !matches!(other, Value::List(_) | Value::Collection(_)) =>
                {
                    let text = context.as_text(other)?;
                    self.add_text(context, &text)
                }
                _ => Err(self.refuse(other)),
            },
        }
    }

    pub(crate) fn item(&mut self, context: &mut Context<'_>, item: &Value) -> RunResult<()> {
        if let Joining::Collection(collection) = self {
            let expected = format!("{}, as the other side is", collection.kind());
            return Err(wrong_kind_named("one side of `++`", &expected, "a list"));
        }
        if !self.takes_items() {
            let expected = "a text, as the other side is";
            return Err(wrong_kind_named("one side of `++`", expected, "a list"));
        }
        let mut item = item.clone();
        context.normalize(&mut item)?;
        self.add_items(context, std::slice::from_ref(&item))
    }

    pub(crate) fn slice(
        &mut self,
        context: &mut Context<'_>,
        value: &Value,
        from: &Value,
        to: &Value,
    ) -> RunResult<()> {
        if let Joining::One(_) = self
            && let Value::Text(_) | Value::Outcome(_) = value
        {
            let piece = context.slice(value, from, to)?;
            return self.whole(context, &piece);
        }
        match &context.sentence(value) {
            Value::Text(text) if self.takes_texts() => {
                let (from, end) = context.stretch(text.length(), from, to)?;
                self.add_text(context, text.slice(from, end))
            }
            Value::List(list) if self.takes_items() => {
                let (from, end) = context.stretch(list.length(), from, to)?;
                self.add_items(context, &list.items()[from..end])
            }
            Value::Text(_) | Value::List(_) => Err(self.refuse(value)),
            other => Err(wrong_kind("what is sliced", "a list or a text", other)),
        }
    }

    /// What was joined.
    pub(crate) fn finish(self, context: &mut Context<'_>) -> RunResult<Value> {
        match self {
            Joining::Short(bytes, length) => Ok(match Text::short(&bytes[..length]) {
                Some(text) => Value::Text(text),
                None => {
                    let text = std::str::from_utf8(&bytes[..length]);
                    context.text(text.expect("whole texts were joined"))
                }
            }),
            Joining::Text(text) => Ok(context.text(text)),
            Joining::Items(items) => context.list_of_normal(items),
            Joining::Collection(collection) => Ok(collection),
            Joining::Nothing | Joining::One(_) => {
                unreachable!("the parser joins two parts or more")
            }
        }
    }

    fn takes_texts(&self) -> bool {
        !matches!(self, Joining::Items(_) | Joining::Collection(_) | Joining::One(_))
    }

    fn takes_items(&self) -> bool {
        matches!(self, Joining::Nothing | Joining::Items(_))
    }

    fn add_text(&mut self, context: &Context<'_>, part: &str) -> RunResult<()> {
        match self {
            Joining::Nothing if part.len() <= SHORT => {
                let mut bytes = [0; SHORT];
                bytes[..part.len()].copy_from_slice(part.as_bytes());
                *self = Joining::Short(bytes, part.len());
            }
            Joining::Short(bytes, length) if *length + part.len() <= SHORT => {
                bytes[*length..*length + part.len()].copy_from_slice(part.as_bytes());
                *length += part.len();
            }
            Joining::Text(text) => {
                // What was joined so far may be copied.
                admit_long(context, 2 * text.len() + part.len())?;
                text.push_str(part);
            }
            Joining::Short(bytes, length) => {
                let whole = std::str::from_utf8(&bytes[..*length]);
                let whole = whole.expect("whole texts were joined");
                *self = Joining::Text([whole, part].concat());
            }
            _ => {
                admit_long(context, part.len())?;
                *self = Joining::Text(part.to_owned());
            }
        }
        Ok(())
    }

    fn add_items(&mut self, context: &Context<'_>, part: &[Value]) -> RunResult<()> {
        if !matches!(self, Joining::Items(_)) {
            *self = Joining::Items(Vec::with_capacity(part.len() + 4));
        }
        if let Joining::Items(items) = self {
            admit_long(context, (2 * items.len() + part.len()) * size_of::<Value>())?;
            items.extend_from_slice(part);
        }
        Ok(())
    }

    fn refuse(&self, found: &Value) -> RunError {
        let found = if let Joining::One(first) = self { first } else { found };
        let expected = match self {
            Joining::Nothing | Joining::One(_) => "a text or a list",
            Joining::Items(_) => "a list, as the other side is",
            Joining::Collection(_) => "a set or a dictionary, as the other side is",
            _ => "a text, as the other side is",
        };
        wrong_kind("one side of `++`", expected, found)
    }
}

/// Looks at the limit for what is not small.
fn admit_long(context: &Context<'_>, bytes: usize) -> RunResult<()> {
    if bytes < 1 << 8 { Ok(()) } else { context.admit(bytes) }
}

impl Context<'_> {
    /// Fails when `bytes` more would be over the memory limit.
    pub(crate) fn admit(&self, bytes: usize) -> RunResult<()> {
        let limit = self.engine.limits().memory;
        let held = (self.engine.memory() + self.heap.bytes()) as u64;
        if held.saturating_add(bytes as u64) > limit {
            return Err(RunError::Memory { limit });
        }
        Ok(())
    }

    /// How many items or characters; `None` when it is neither list nor text.
    pub(crate) fn length(&self, value: &Value) -> Option<usize> {
        match value {
            Value::List(list) => Some(list.length()),
            Value::Text(text) => Some(text.length()),
            Value::Board(board) => Some(board.rows()),
            Value::Collection(collection) => Some(collection.items().len()),
            _ => None,
        }
    }

    /// Fails unless each item of a list has so many items itself.
    pub(crate) fn taken_apart(&mut self, list: &Value, count: usize) -> RunResult<()> {
        let Value::List(list) = list else { return Ok(()) };
        for item in list.items() {
            self.engine.check()?;
            let found = match self.length(item) {
                Some(length) if length == count => continue,
                Some(length) => format!("{}, with {length} items", self.show(item)),
                None => format!("{}, {}", self.show(item), item.kind()),
            };
            return Err(RunError::WrongKind {
                place: "what is taken apart".into(),
                expected: format!("a list of {count} items"),
                found,
                help: Some("there is a name for each item: `(a, b) in [[1, 2], [3, 4]]`".into()),
            });
        }
        Ok(())
    }

    /// `s[i]`, counted from 0.
    pub(crate) fn index(&mut self, base: &Value, at: &Value) -> RunResult<Value> {
        if let Value::Collection(dictionary) = base {
            return self.looked_up(dictionary, at);
        }
        let base = &self.sentence(base);
        let Some(length) = self.length(base) else {
            return Err(wrong_kind("what is indexed", "a list, a text or a board", base));
        };
        let at = self.bound(at, length)?;
        if at < 0 || at.unsigned_abs() >= length {
            return Err(RunError::OutOfRange { index: at.to_string(), length });
        }
        let at = at.unsigned_abs();
        Ok(match base {
            Value::List(list) => list.items()[at].clone(),
            Value::Text(text) => self.text(text.slice(at, at + 1)),
            Value::Board(board) => self.text(board.row(at)),
            _ => unreachable!("what has a length is a list, a text or a board"),
        })
    }

    /// `s[i..j]`, both ends included, empty when i > j.
    pub(crate) fn slice(&mut self, base: &Value, from: &Value, to: &Value) -> RunResult<Value> {
        let base = &self.sentence(base);
        let Some(length) = self.length(base) else {
            return Err(wrong_kind("what is sliced", "a list or a text", base));
        };
        let (from, end) = self.stretch(length, from, to)?;
        match base {
            Value::List(list) => self.list_of_normal(list.items()[from..end].to_vec()),
            Value::Text(text) => Ok(self.text(text.slice(from, end))),
            Value::Board(board) => {
                let rows = (from..end).map(|row| self.text(board.row(row))).collect();
                self.list_of_normal(rows)
            }
            other => Err(wrong_kind("what is sliced", "a list or a text", other)),
        }
    }

    /// The indices `from..to`, both included, as a half-open range.
    fn stretch(&mut self, length: usize, from: &Value, to: &Value) -> RunResult<(usize, usize)> {
        let (from, to) = (self.bound(from, length)?, self.bound(to, length)?);
        let outside = |index: isize| RunError::OutOfRange { index: index.to_string(), length };
        if from < 0 || from.unsigned_abs() > length {
            return Err(outside(from));
        }
        if to < -1 || to >= 0 && to.unsigned_abs() >= length {
            return Err(outside(to));
        }
        let from = from.unsigned_abs();
        Ok((from, (to + 1).unsigned_abs().max(from)))
    }

    /// An index, or an error that names it.
    fn bound(&mut self, value: &Value, length: usize) -> RunResult<isize> {
        if let Value::Integer(index) = value
            && let Ok(index) = isize::try_from(*index)
        {
            return Ok(index);
        }
        let integer = self.integer(value, "an index")?;
        isize::try_from(&integer)
            .map_err(|_| RunError::OutOfRange { index: self.show(value), length })
    }
}
