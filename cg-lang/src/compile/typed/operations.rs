//! Operations on what is known: sums, items, comparisons, lists, and the built-in functions that typed code has
//! instructions for.

use std::cmp::Ordering;

use super::translator::{Entry, Known, Side, Translator, kind_of};
use super::{Int, Kind, Place, Put, Stretch, Sum, Test, TypedOp};
use crate::ast::Infix;
use crate::builtin::Native;
use crate::compile::{Linear, Op};
use crate::value::Value;

pub(super) fn known_constant(t: &mut Translator<'_, '_>, value: &Value) -> Option<Known> {
    Some(match value {
        Value::Integer(constant) => Known::Integer(Sum { constant: *constant, terms: Vec::new() }),
        value => Known::Value(t.constant(value.clone())?, Kind::of(value)),
    })
}

pub(super) fn unary(t: &mut Translator<'_, '_>, op: Op, entry: Entry) -> Option<()> {
    let of = t.value(entry)?;
    let to = t.new_value()?;
    t.emit(TypedOp::Unary { to, op, of });
    t.push(Known::Value(Place::Register(to), Kind::Any));
    Some(())
}

pub(super) fn negated(mut sum: Sum) -> Option<Sum> {
    sum.constant = sum.constant.checked_neg()?;
    for (_, positive) in &mut sum.terms {
        *positive = !*positive;
    }
    Some(sum)
}

pub(super) fn added(t: &mut Translator<'_, '_>, mut a: Sum, b: Sum) -> Option<Sum> {
    a.constant = a.constant.checked_add(b.constant)?;
    a.terms.extend(b.terms);
    if a.terms.len() > 4 {
        let from = t.operand(a)?;
        let to = t.new_integer()?;
        t.emit(TypedOp::Set { to, from });
        return Some(Sum { constant: 0, terms: vec![(to, true)] });
    }
    Some(a)
}

/// A small constant times a register, as a sum.
pub(super) fn few_copies(count: &Known, of: &Known) -> Option<Sum> {
    let (Known::Integer(count), Known::Integer(of)) = (count, of) else { return None };
    let (0, [term]) = (of.constant, &of.terms[..]) else { return None };
    let copies = usize::try_from(count.constant).ok().filter(|copies| (1..=4).contains(copies))?;
    count.terms.is_empty().then(|| Sum { constant: 0, terms: vec![*term; copies] })
}

/// A linear expression; a name alone stands for whatever it holds.
pub(super) fn linear_entry(t: &mut Translator<'_, '_>, linear: &Linear) -> Option<Entry> {
    let terms = &linear.terms[..linear.count];
    if let &[(slot, 1)] = terms
        && linear.constant == 0
    {
        return t.local(slot);
    }
    let mut sum = Sum { constant: linear.constant, terms: Vec::new() };
    for &(slot, sign) in terms {
        let local = t.local(slot)?;
        let term = t.sum(local)?;
        let term = if sign > 0 { term } else { negated(term)? };
        sum = added(t, sum, term)?;
    }
    Some(t.entry(Known::Integer(sum)))
}

/// `base[at]`
pub(super) fn index(t: &mut Translator<'_, '_>, base: Entry, at: Entry) -> Option<Known> {
    if let Known::Pair(first, second) = base.known
        && let Known::Integer(sum) = &at.known
        && sum.terms.is_empty()
    {
        let item = match sum.constant {
            0 => first,
            1 => second,
            _ => return None,
        };
        let sum = match item {
            Int::Register(register) => Sum { constant: 0, terms: vec![(register, true)] },
            _ => return None,
        };
        return Some(Known::Integer(sum));
    }
    let at = t.int(at)?;
    if let Known::Item(base, kind, first) = base.known {
        return Some(Known::Path(base, kind, first, at));
    }
    let (base, kind) = t.register(base)?;
    Some(Known::Item(base, kind, at))
}

pub(super) fn stretch(
    t: &mut Translator<'_, '_>,
    base: Entry,
    from: Entry,
    to: Entry,
) -> Option<Stretch> {
    let (from, to) = (t.int(from)?, t.int(to)?);
    if let Known::Item(base, Kind::List | Kind::Any, item) = base.known {
        return Some(Stretch { base, item: Some(item), from, to });
    }
    let (base, _) = t.register(base)?;
    Some(Stretch { base, item: None, from, to })
}

/// A comparison; what it tests, and whether that must hold.
pub(super) fn compare(
    t: &mut Translator<'_, '_>,
    infix: Infix,
    a: Entry,
    b: Entry,
) -> Option<(Test, bool)> {
    if let Infix::Equal | Infix::NotEqual = infix {
        let holds = infix == Infix::Equal;
        let cell = t.cell_of(&b.known);
        match (&a.known, cell) {
            (&Known::Item(text, Kind::Text, at), Some(cell)) => {
                return Some((Test::TextCell { text, at, cell }, holds));
            }
            (&Known::Path(board, Kind::Board, row, col), Some(cell)) => {
                return Some((Test::BoardCell { board, row, col, cell }, holds));
            }
            (&Known::Path(base, _, first, second), Some(cell)) => {
                return Some((Test::PathCell { base, first, second, cell }, holds));
            }
            _ => {}
        }
        if let Known::Stretch(stretch) = a.known
            && let Known::Value(Place::Constant(text), Kind::Text) = b.known
        {
            let stretch = t.stretch_number(stretch)?;
            return Some((Test::Stretch { stretch, text }, holds));
        }
    }
    if let (Known::Integer(_), _) | (_, Known::Integer(_)) = (&a.known, &b.known)
        && !matches!((&a.known, &b.known), (Known::Value(..), _) | (_, Known::Value(..)))
    {
        let (a, b) = (t.int(a)?, t.int(b)?);
        return Some((Test::Compare(infix, a, b), true));
    }
    let pair = t.pair(a, b)?;
    Some((Test::Values(infix, pair), true))
}

/// The list that ends here: a constant if its items are.
pub(super) fn list(t: &mut Translator<'_, '_>) -> Option<Known> {
    let literal = t.lists.pop()?;
    let start = literal.start;
    let constant = |op: &TypedOp| match op {
        TypedOp::ListItem(Place::Constant(at)) => Some(t.out.constants[usize::from(*at)].clone()),
        _ => None,
    };
    let items: Option<Vec<Value>> = t.out.ops[start + 1..].iter().map(constant).collect();
    let Some(items) = items else {
        let to = t.new_value()?;
        t.literal = Some(literal);
        t.emit(TypedOp::ListEnd(to));
        return Some(Known::Value(Place::Register(to), Kind::List));
    };
    // Games that are integers would have to be looked at first.
    if items.iter().any(|item| matches!(item, Value::Game(_) | Value::Form(_))) {
        return None;
    }
    t.out.ops.truncate(start);
    let list = t.program.heap.list(items)?;
    Some(Known::Value(t.constant(list)?, Kind::List))
}

// Functions of the language that typed code knows.

pub(super) fn built_in(
    t: &mut Translator<'_, '_>,
    number: u32,
    arguments: Vec<Entry>,
) -> Option<Known> {
    if let Some(native) = t.program.builtins.get(number).instruction()
        && let Some(known) = known_built_in(t, number, native, &arguments)
    {
        return known;
    }
    let mut places = Vec::new();
    for argument in arguments {
        places.push(t.value(argument)?);
    }
    let result = t.new_value()?;
    let op = t.call_built_in(number, places, result)?;
    t.emit(op);
    Some(Known::Value(Place::Register(result), Kind::Any))
}

/// The function done by an instruction of its own; `None` when it is called like the others,
/// `Some(None)` when there is no typed code for it.
fn known_built_in(
    t: &mut Translator<'_, '_>,
    number: u32,
    native: Native,
    arguments: &[Entry],
) -> Option<Option<Known>> {
    if let Native::Extreme(order) = native {
        return extreme(t, order, arguments);
    }
    let (base, rest) = arguments.split_first()?;
    let kind = kind_of(&base.known);
    match (native, kind) {
        (Native::Rows, Kind::Board) => Some(t.size(Side::Rows, base.clone())),
        (Native::Cols, Kind::Board) => Some(t.size(Side::Cols, base.clone())),
        (Native::Length, _) => Some(length(t, base.clone())),
        (Native::Put, Kind::Board | Kind::Text) => {
            let each = if kind == Kind::Board { 3 } else { 2 };
            if rest.is_empty() || rest.len() % each != 0 {
                return None;
            }
            let mut cells = Vec::new();
            for change in rest.chunks(each) {
                cells.push(t.cell_of(&change[each - 1].known)?);
            }
            Some(put(t, base.clone(), kind, each, rest, cells))
        }
        (Native::Near, Kind::Board | Kind::Text) => {
            let numbers = if kind == Kind::Board { 2 } else { 1 };
            if rest.len() != numbers + 1 {
                return None;
            }
            let cells = &rest[numbers].known;
            let Known::Value(Place::Constant(cells), _) = *cells else { return None };
            let Value::Text(text) = &t.out.constants[usize::from(cells)] else { return None };
            if !text.is_ascii() {
                return None;
            }
            let (base, place) = match place(t, base.clone(), &rest[..numbers]) {
                Some(found) => found,
                None => return Some(None),
            };
            Some(Some(Known::Truth(Test::Near { base, place, cells }, true)))
        }
        (Native::Neighbours, Kind::Board | Kind::Text) => {
            let numbers = if kind == Kind::Board { 2 } else { 1 };
            let steps = match rest.get(numbers).map(|entry| &entry.known) {
                None => 4,
                Some(Known::Integer(sum)) if sum.terms.is_empty() => sum.constant,
                Some(_) => return None,
            };
            if !matches!(steps, 4 | 8) || rest.len() < numbers || rest.len() > numbers + 1 {
                return None;
            }
            let (base, place) = match place(t, base.clone(), &rest[..numbers]) {
                Some(found) => found,
                None => return Some(None),
            };
            Some(Some(Known::Neighbours(base, kind, place, steps, number)))
        }
        (Native::Cells, Kind::Board) => {
            let wanted = match rest {
                [] => None,
                [Entry { known: Known::Value(Place::Constant(at), _), .. }]
                    if let Value::Text(text) = &t.out.constants[usize::from(*at)]
                        && text.is_ascii() =>
                {
                    Some(*at)
                }
                _ => return None,
            };
            let Some((base, _)) = t.register(base.clone()) else { return Some(None) };
            Some(Some(Known::Cells(base, wanted, number)))
        }
        _ => None,
    }
}

fn length(t: &mut Translator<'_, '_>, of: Entry) -> Option<Known> {
    let (of, _) = t.register(of)?;
    let to = t.new_integer()?;
    t.emit(TypedOp::Length { to, of });
    Some(Known::Integer(Sum { constant: 0, terms: vec![(to, true)] }))
}

/// The least or the greatest of some numbers, one of which is an integer, or of a list that is
/// written with such items. The list is not made.
fn extreme(
    t: &mut Translator<'_, '_>,
    order: Ordering,
    arguments: &[Entry],
) -> Option<Option<Known>> {
    let is_integer = |entry: &Entry| matches!(entry.known, Known::Integer(_));
    let numbers = match arguments {
        [list] if t.ends_here(list) => {
            let literal = t.literal.take().expect("a list has just ended");
            let items = literal.items.filter(|items| items.iter().any(is_integer))?;
            t.out.ops.truncate(literal.start);
            items
        }
        numbers if numbers.iter().any(is_integer) => numbers.to_vec(),
        _ => return None,
    };
    let mut numbers = numbers.into_iter();
    let first = numbers.next()?;
    let found = t.sum(first).and_then(|mut best| {
        for number in numbers {
            let (a, b) = (t.operand(best)?, t.int(number)?);
            let to = t.new_integer()?;
            t.emit(TypedOp::Extreme { to, order, a, b });
            best = Sum { constant: 0, terms: vec![(to, true)] };
        }
        Some(Known::Integer(best))
    });
    Some(found)
}

fn place(t: &mut Translator<'_, '_>, base: Entry, numbers: &[Entry]) -> Option<(u16, (Int, Int))> {
    let (base, _) = t.register(base)?;
    let place = match numbers {
        [row, col] => (t.int(row.clone())?, t.int(col.clone())?),
        [at] => (Int::Constant(0), t.int(at.clone())?),
        _ => return None,
    };
    Some((base, place))
}

fn put(
    t: &mut Translator<'_, '_>,
    base: Entry,
    kind: Kind,
    each: usize,
    changes: &[Entry],
    cells: Vec<u8>,
) -> Option<Known> {
    let (base, _) = t.register(base)?;
    let mut all = Vec::new();
    for (change, cell) in changes.chunks(each).zip(cells) {
        let (row, col) = match change {
            [row, col, _] => (t.int(row.clone())?, t.int(col.clone())?),
            [at, _] => (Int::Constant(0), t.int(at.clone())?),
            _ => return None,
        };
        all.push((row, col, cell));
    }
    Some(Known::Put(Put { base, changes: all }, kind))
}
