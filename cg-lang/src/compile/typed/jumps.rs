//! Branches that bring a truth value to a test of it jump to where that test leads.
//!
//! Each `and` and `or`, and each helper in place of its call, leaves a truth value where its
//! branches come together, and most of these are tested there at once. The code becomes a graph
//! in which each branch has its own way on. Instructions that no way reaches are left out.

use super::{Test, TypedOp};

/// The code in which no truth value is made only to be tested next. Targets are indices of instructions.
pub(super) fn threaded(mut ops: Vec<TypedOp>) -> Vec<TypedOp> {
    let mut graph = Graph { next: (1..=ops.len()).collect(), is_empty: vec![false; ops.len()] };
    // Each way becomes shorter by an instruction, until nothing changes; only one in a circle never
    // ends, and code has no circle without an instruction that counts.
    for _ in 0..ops.len() {
        graph.follow(&mut ops);
        let mut changed = false;
        for at in 0..ops.len() {
            changed |= !graph.is_empty[at] && graph.step(&mut ops, at);
        }
        if !changed {
            break;
        }
    }
    graph.follow(&mut ops);
    graph.in_line(&ops)
}

struct Graph {
    /// The instruction after each, where it does not jump.
    next: Vec<usize>,
    /// Instructions that do nothing: only the one after them counts.
    is_empty: Vec<bool>,
}

impl Graph {
    /// Where a way that comes to an instruction goes on: past jumps and what is empty.
    fn end_of(&self, ops: &[TypedOp], mut at: usize) -> usize {
        // A circle of jumps alone does nothing for ever; it stays as it is.
        for _ in 0..ops.len() {
            at = match ops.get(at) {
                Some(&TypedOp::Jump(to)) => to as usize,
                Some(_) if self.is_empty[at] => self.next[at],
                _ => break,
            };
        }
        at
    }

    /// Leads all ways past jumps.
    fn follow(&mut self, ops: &mut [TypedOp]) {
        for at in 0..ops.len() {
            self.next[at] = self.end_of(ops, self.next[at]);
            if let Some(&mut to) = ops[at].target() {
                let to = self.end_of(ops, to as usize);
                *ops[at].target().expect("it has one") =
                    u32::try_from(to).expect("it was a target before");
            }
        }
    }

    /// Joins an instruction with the next one, if it makes a truth value for that one alone.
    fn step(&mut self, ops: &mut [TypedOp], at: usize) -> bool {
        if let TypedOp::Unless { test: Test::Always, holds, no } = ops[at] {
            self.is_empty[at] = true;
            if !holds {
                self.next[at] = no as usize;
            }
            return true;
        }
        let TypedOp::Truth { to: register, test, holds } = ops[at] else { return false };
        let next = self.next[at];
        match ops.get(next) {
            Some(&TypedOp::Unless { test: Test::Truth(read), holds: wanted, no })
                if read == register
                    && !self.is_read(ops, self.next[next], register)
                    && !self.is_read(ops, no as usize, register) =>
            {
                ops[at] = TypedOp::Unless { test, holds: holds == wanted, no };
            }
            Some(&TypedOp::Truth { to, test: Test::Truth(read), holds: wanted })
                if read == register
                    && (to == register || !self.is_read(ops, self.next[next], register)) =>
            {
                ops[at] = TypedOp::Truth { to, test, holds: holds == wanted };
            }
            _ => return false,
        }
        self.next[at] = self.next[next];
        true
    }

    /// Whether a truth value in a register may still be read on the ways from an instruction on.
    /// Truth values are read by tests alone.
    fn is_read(&self, ops: &[TypedOp], from: usize, register: u16) -> bool {
        let (mut seen, mut waiting) = (vec![false; ops.len()], vec![from]);
        while let Some(at) = waiting.pop() {
            if at >= ops.len() || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match ops[at] {
                TypedOp::Unless { test: Test::Truth(read), .. }
                | TypedOp::Truth { test: Test::Truth(read), .. }
                | TypedOp::TruthValue { test: Test::Truth(read), .. }
                    if read == register =>
                {
                    return true;
                }
                TypedOp::Truth { to, .. } if to == register => continue,
                _ => {}
            }
            waiting.extend(self.ways(ops[at], at));
        }
        false
    }

    /// Where the ways from an instruction go.
    fn ways(&self, mut op: TypedOp, at: usize) -> impl Iterator<Item = usize> + use<> {
        let target = op.target().map(|to| *to as usize);
        self.after(op, at).into_iter().chain(target)
    }

    /// The instruction after one, unless it always jumps or ends the code.
    fn after(&self, op: TypedOp, at: usize) -> Option<usize> {
        let ends = matches!(
            op,
            TypedOp::Jump(_) | TypedOp::GiveUp | TypedOp::Return { .. } | TypedOp::ReturnOptions(_)
        );
        (!ends).then_some(self.next[at])
    }

    /// The instructions to which a way leads, in their old order.
    fn in_line(&self, ops: &[TypedOp]) -> Vec<TypedOp> {
        let start = self.end_of(ops, 0);
        let (mut reached, mut waiting) = (vec![false; ops.len()], vec![start]);
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                waiting.extend(self.ways(ops[at], at));
            }
        }
        let number = |at: usize| u32::try_from(at).expect("there are few instructions");
        let (mut line, mut places) = (Vec::with_capacity(ops.len()), vec![0; ops.len()]);
        let mut comes = Some(start);
        for at in (0..ops.len()).filter(|&at| reached[at]) {
            if let Some(next) = comes.filter(|&next| next != at) {
                line.push(TypedOp::Jump(number(next)));
            }
            places[at] = number(line.len());
            line.push(ops[at]);
            comes = self.after(ops[at], at);
        }
        line.extend(comes.map(|next| TypedOp::Jump(number(next))));
        for op in &mut line {
            if let Some(target) = op.target() {
                *target = places[*target as usize];
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Int, Place};
    use super::*;

    /// A number from a seed and another number.
    fn mixed(seed: u64, number: u64) -> u64 {
        let word =
            (seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd134_2543_de82_ef95);
        word ^ word >> 29
    }

    /// The constants that code asks about and the registers that it sets, in order: the first 40 of
    /// them. A question is answered by the seed.
    fn done(ops: &[TypedOp], seed: u64) -> Vec<(bool, u16)> {
        let (mut trace, mut truths, mut at) = (Vec::new(), [false; 4], 0);
        // More steps than there are states without a question between them.
        for _ in 0..1_000 {
            let mut holds = |test: Test, truths: &[bool; 4]| match test {
                Test::Always => true,
                Test::Truth(register) => truths[usize::from(register)],
                Test::Value(Place::Constant(asked)) => {
                    trace.push((true, asked));
                    mixed(seed, trace.len() as u64 * 64 + u64::from(asked)) & 1 == 1
                }
                _ => unreachable!("the programs have no other tests"),
            };
            at += 1;
            match ops[at - 1] {
                TypedOp::Jump(to) => at = to as usize,
                TypedOp::Truth { to, test, holds: wanted } => {
                    truths[usize::from(to)] = holds(test, &truths) == wanted;
                }
                TypedOp::Unless { test, holds: wanted, no } => {
                    if holds(test, &truths) != wanted {
                        at = no as usize;
                    }
                }
                TypedOp::Set { to, .. } => trace.push((false, to)),
                TypedOp::GiveUp => break,
                _ => unreachable!("the programs have no other instructions"),
            }
            if trace.len() >= 40 {
                break;
            }
        }
        trace
    }

    #[test]
    fn threaded_code_asks_and_sets_the_same_in_the_same_order() {
        let (mut shorter, mut nothing) = (0, 0);
        for seed in 0..1_000 {
            let length = 4 + mixed(seed, 0) % 24;
            let mut ops: Vec<TypedOp> = (0..length)
                .map(|at| {
                    let random =
                        |number: u64, below: u64| mixed(seed, 100 + at * 8 + number) % below;
                    let small = |number, below| u16::try_from(random(number, below)).unwrap();
                    // Most jumps go on, some go back.
                    let to = if random(1, 8) == 0 {
                        random(2, length)
                    } else {
                        at + random(2, length - at)
                    };
                    let to = u32::try_from(to).unwrap();
                    let holds = random(3, 2) == 0;
                    let test = match random(4, 8) {
                        0 => Test::Always,
                        1..5 => Test::Truth(small(5, 4)),
                        _ => Test::Value(Place::Constant(small(5, 9))),
                    };
                    match random(6, 8) {
                        0 => TypedOp::Jump(to),
                        1..4 => TypedOp::Truth { to: small(7, 4), test, holds },
                        4..7 => TypedOp::Unless { test, holds, no: to },
                        _ => TypedOp::Set { to: small(7, 50), from: Int::Constant(0) },
                    }
                })
                .collect();
            ops.push(TypedOp::GiveUp);
            let threaded = threaded(ops.clone());
            for answers in 0..8 {
                let expected = done(&ops, answers);
                nothing += usize::from(expected.is_empty());
                assert_eq!(done(&threaded, answers), expected, "{ops:#?}\n{threaded:#?}");
            }
            shorter += usize::from(threaded.len() < ops.len());
        }
        assert!(shorter > 250 && nothing < 4_000, "{shorter} {nothing}");
    }
}
