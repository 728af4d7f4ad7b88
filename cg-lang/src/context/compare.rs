//! Equality and order.

use std::cmp::Ordering;

use cg_core::Relation;

use super::{Context, Run, wrong_kind};
use crate::ast::Infix;
use crate::error::RunError;
use crate::value::Value;

impl Context<'_> {
    /// Whether the values are the same; values of different kinds are not.
    pub(crate) fn same(&mut self, a: &Value, b: &Value) -> Run<bool> {
        match (a, b) {
            (Value::Game(g), Value::Game(h)) => Ok(g == h),
            // Equal games have equal handles.
            (Value::Game(g), number) | (number, Value::Game(g)) if number.is_held_integer() => {
                Ok(*g == self.game(number, "")?)
            }
            (Value::Form(f), Value::Form(g)) if f == g => Ok(true),
            (form @ Value::Form(_), other) | (other, form @ Value::Form(_)) if other.is_game() => {
                Ok(self.game(form, "")? == self.game(other, "")?)
            }
            // Forms hide in lists, which are nested only so deep.
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

    pub(super) fn compare(&mut self, infix: Infix, a: &Value, b: &Value) -> Run<bool> {
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
    fn relation(&mut self, infix: Infix, a: &Value, b: &Value) -> Run<Result<Ordering, Relation>> {
        let equality = matches!(infix, Infix::Equal | Infix::NotEqual);
        match (a, b) {
            (Value::Integer(x), Value::Integer(y)) => return Ok(Ok(x.cmp(y))),
            (Value::Text(x), Value::Text(y)) => return Ok(Ok(x.as_str().cmp(y.as_str()))),
            (Value::List(_), Value::List(_)) | (Value::Truth(_), Value::Truth(_)) if equality => {
                let same = self.same(a, b)?;
                return Ok(Err(if same { Relation::Equal } else { Relation::Confused }));
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (a.held_integer(), b.held_integer()) {
            return Ok(Ok(x.cmp(&y)));
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
