//! A slow and obvious oracle: canonical forms by the definition, sharing nothing with the rules
//! under test.

use std::collections::HashMap;

use cg_core::{Dyadic, Outcome, Player};
use cg_subgroups::{Infinitesimal, NumberPlus};
use dashu_int::{IBig, UBig};

/// A canonical form, by its number in the oracle.
pub(crate) type G = usize;

/// All canonical forms so far. Equal games have the same number.
#[derive(Default)]
pub(crate) struct Oracle {
    forms: Vec<[Vec<G>; 2]>,
    index: HashMap<[Vec<G>; 2], G>,
    order: HashMap<(G, G), bool>,
    sums: HashMap<(G, G), G>,
    ups: HashMap<Dyadic, G>,
}

impl Oracle {
    pub(crate) fn options(&self, g: G, player: Player) -> &[G] {
        &self.forms[g][player as usize]
    }

    /// g <= h: no g^L is at least h, and no h^R is at most g.
    pub(crate) fn le(&mut self, g: G, h: G) -> bool {
        if let Some(&known) = self.order.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.forms[g][0].clone(), self.forms[h][1].clone());
        let answer = !left.iter().any(|&l| self.le(h, l)) && !right.iter().any(|&r| self.le(r, g));
        self.order.insert((g, h), answer);
        answer
    }

    /// Whether the form is at most h; with `at_least`, whether it is at least h.
    fn form(&mut self, form: &[Vec<G>; 2], at_least: bool, h: G) -> bool {
        let side = usize::from(at_least);
        let theirs = self.forms[h][1 - side].clone();
        let bad = form[side].iter().any(|&g| if at_least { self.le(g, h) } else { self.le(h, g) });
        !bad && !theirs.iter().any(|&option| self.form(form, !at_least, option))
    }

    /// The canonical form of `{left | right}`.
    pub(crate) fn make(&mut self, left: &[G], right: &[G]) -> G {
        let mut form = [left.to_vec(), right.to_vec()];
        'again: loop {
            for side in 0..2 {
                for at in 0..form[side].len() {
                    for back in self.forms[form[side][at]][1 - side].clone() {
                        // A left option reverses through a right option that is at most the form.
                        if self.form(&form, side == 0, back) {
                            form[side].remove(at);
                            let further = self.forms[back][side].clone();
                            form[side].extend(further);
                            form[side].sort_unstable();
                            form[side].dedup();
                            continue 'again;
                        }
                    }
                }
            }
            break;
        }
        for (side, options) in form.iter_mut().enumerate() {
            options.sort_unstable();
            options.dedup();
            let all = options.clone();
            options.retain(|&g| {
                let worse = |h| if side == 0 { self.le(g, h) } else { self.le(h, g) };
                !all.iter().filter(|&&h| h != g).copied().any(worse)
            });
        }
        let forms = &mut self.forms;
        *self.index.entry(form).or_insert_with_key(|form| {
            forms.push(form.clone());
            forms.len() - 1
        })
    }

    pub(crate) fn add(&mut self, g: G, h: G) -> G {
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let sides = [0, 1].map(|side| {
            let (gs, hs) = (self.forms[g][side].clone(), self.forms[h][side].clone());
            let mut options: Vec<G> = gs.into_iter().map(|option| self.add(option, h)).collect();
            options.extend(hs.into_iter().map(|option| self.add(g, option)));
            options
        });
        let sum = self.make(&sides[0], &sides[1]);
        self.sums.insert(key, sum);
        sum
    }

    pub(crate) fn negate(&mut self, g: G) -> G {
        let [right, left] = self.forms[g].clone();
        let [left, right] =
            [left, right].map(|side| side.into_iter().map(|g| self.negate(g)).collect::<Vec<_>>());
        self.make(&left, &right)
    }

    pub(crate) fn outcome(&mut self, g: G) -> Outcome {
        let zero = self.make(&[], &[]);
        Outcome::from_first_moves(!self.le(g, zero), !self.le(zero, g))
    }

    pub(crate) fn nimber(&mut self, n: usize) -> G {
        let lower: Vec<G> = (0..n).map(|k| self.nimber(k)).collect();
        self.make(&lower, &lower)
    }

    pub(crate) fn number(&mut self, number: &Dyadic) -> G {
        let [left, right] = [number.left_option(), number.right_option()]
            .map(|option| option.iter().map(|number| self.number(number)).collect::<Vec<_>>());
        self.make(&left, &right)
    }

    /// ^(d) = {^(d^L), * | ^(d^R), *}, where ^(0) = 0.
    pub(crate) fn up(&mut self, order: &Dyadic) -> G {
        if order.is_zero() {
            return self.make(&[], &[]);
        }
        if let Some(&known) = self.ups.get(order) {
            return known;
        }
        let star = self.nimber(1);
        let [left, right] = [order.left_option(), order.right_option()].map(|option| {
            option.iter().map(|order| self.up(order)).chain([star]).collect::<Vec<_>>()
        });
        let up = self.make(&left, &right);
        self.ups.insert(order.clone(), up);
        up
    }

    /// The canonical form of S + *n, by summing its parts.
    pub(crate) fn infinitesimal(&mut self, value: &Infinitesimal) -> G {
        let mut sum = self.nimber(small(value.star()));
        for term in value.terms() {
            let up = self.up(&term.order);
            let one = if term.coefficient < IBig::ZERO { self.negate(up) } else { up };
            for _ in 0..small(&UBig::try_from(abs(&term.coefficient)).expect("absolute")) {
                sum = self.add(sum, one);
            }
        }
        sum
    }

    /// The canonical form of x + S + *n.
    pub(crate) fn number_plus(&mut self, value: &NumberPlus) -> G {
        let number = self.number(&value.number);
        let rest = self.infinitesimal(&value.infinitesimal);
        self.add(number, rest)
    }
}

fn abs(n: &IBig) -> IBig {
    if *n < IBig::ZERO { -n } else { n.clone() }
}

fn small(n: &UBig) -> usize {
    usize::try_from(n).expect("the oracle is for small values")
}
