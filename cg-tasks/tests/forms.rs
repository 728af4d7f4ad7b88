//! Forms with no engine behind them: order, canonical forms, stops and thermographs from their
//! definitions.

use std::collections::HashMap;

use cg_calculator::{Engine, Game, Player};

/// Forms by number, each once.
#[derive(Default)]
pub(crate) struct Forms {
    rows: Vec<[Vec<usize>; 2]>,
    known: HashMap<[Vec<usize>; 2], usize>,
    order: HashMap<(usize, usize), bool>,
    integers: HashMap<usize, i64>,
}

impl Forms {
    pub(crate) fn form(&mut self, mut left: Vec<usize>, mut right: Vec<usize>) -> usize {
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        let row = [left, right];
        if let Some(&known) = self.known.get(&row) {
            return known;
        }
        self.rows.push(row.clone());
        self.known.insert(row, self.rows.len() - 1);
        self.rows.len() - 1
    }

    pub(crate) fn integer(&mut self, value: i64) -> usize {
        let mut form = self.form(vec![], vec![]);
        self.integers.insert(form, 0);
        for step in 1..=value.abs() {
            form = match value > 0 {
                true => self.form(vec![form], vec![]),
                false => self.form(vec![], vec![form]),
            };
            self.integers.insert(form, step * value.signum());
        }
        form
    }

    fn nimber(&mut self, size: usize) -> usize {
        let mut smaller = Vec::new();
        for _ in 0..=size {
            let next = self.form(smaller.clone(), smaller.clone());
            smaller.push(next);
        }
        smaller[size]
    }

    /// Reads a form as a task writes it.
    pub(crate) fn read(&mut self, text: &str) -> usize {
        let mut rest = text;
        let form = self.read_part(&mut rest);
        assert_eq!(rest, "", "{text}");
        form
    }

    fn read_part(&mut self, rest: &mut &str) -> usize {
        if let Some(inside) = rest.strip_prefix('{') {
            *rest = inside;
            let mut sides = [Vec::new(), Vec::new()];
            for (side, end) in sides.iter_mut().zip(['|', '}']) {
                loop {
                    side.push(self.read_part(rest));
                    let sign = rest.chars().next().expect("a bracket is open");
                    *rest = &rest[1..];
                    if sign == end {
                        break;
                    }
                    assert_eq!(sign, ',');
                }
            }
            let [left, right] = sides;
            return self.form(left, right);
        }
        let end = rest.find([',', '|', '}']).unwrap_or(rest.len());
        let word = &rest[..end];
        *rest = &rest[end..];
        let (zero, star) = (self.integer(0), self.nimber(1));
        match word {
            "*" => star,
            "*2" => self.nimber(2),
            "^" => self.form(vec![zero], vec![star]),
            "v" => self.form(vec![star], vec![zero]),
            number => self.integer(number.parse().expect("a leaf")),
        }
    }

    /// The form of a value: its canonical options, theirs, and so on.
    pub(crate) fn of_game(&mut self, engine: &mut Engine, game: Game) -> usize {
        let [left, right] = Player::BOTH.map(|player| {
            let options = engine.options(game, player).expect("few options");
            options.into_iter().map(|option| self.of_game(engine, option)).collect()
        });
        self.form(left, right)
    }

    /// G <= H: no left option of G is >= H, and no right option of H is <= G.
    pub(crate) fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.order.get(&(g, h)) {
            return known;
        }
        let (lefts, rights) = (self.rows[g][0].clone(), self.rows[h][1].clone());
        let found = !lefts.into_iter().any(|left| self.le(h, left))
            && !rights.into_iter().any(|right| self.le(right, g));
        self.order.insert((g, h), found);
        found
    }

    /// Whether no option is dominated or reversible, here and in all options.
    pub(crate) fn is_canonical(&mut self, g: usize) -> bool {
        let [left, right] = self.rows[g].clone();
        for (at, &one) in left.iter().enumerate() {
            for &other in &left[at + 1..] {
                if self.le(one, other) || self.le(other, one) {
                    return false;
                }
            }
            if self.rows[one][1].clone().into_iter().any(|back| self.le(back, g)) {
                return false;
            }
        }
        for (at, &one) in right.iter().enumerate() {
            for &other in &right[at + 1..] {
                if self.le(one, other) || self.le(other, one) {
                    return false;
                }
            }
            if self.rows[one][0].clone().into_iter().any(|back| self.le(g, back)) {
                return false;
            }
        }
        left.into_iter().chain(right).all(|option| self.is_canonical(option))
    }

    /// The left and right stops of a form whose subforms are integers or hot.
    pub(crate) fn stops(&self, g: usize) -> [i64; 2] {
        if let Some(&integer) = self.integers.get(&g) {
            return [integer; 2];
        }
        let [left, right] = &self.rows[g];
        let left = left.iter().map(|&option| self.stops(option)[1]).max();
        let right = right.iter().map(|&option| self.stops(option)[0]).min();
        [left.expect("a left option"), right.expect("a right option")]
    }

    /// The walls of such a form at the temperature `at`, in units of 1/16.
    fn walls(&self, g: usize, at: i64) -> [i64; 2] {
        if let Some(&integer) = self.integers.get(&g) {
            return [integer * 16; 2];
        }
        let [left, right] = &self.rows[g];
        let mut walls = [0; 2];
        for t in 0..=at {
            let lefts = left.iter().map(|&option| self.walls(option, t)[1] - t).max();
            let rights = right.iter().map(|&option| self.walls(option, t)[0] + t).min();
            walls = [lefts.expect("a left option"), rights.expect("a right option")];
            assert!(walls[0] >= walls[1], "the walls meet between two points");
            if walls[0] == walls[1] {
                break;
            }
        }
        walls
    }

    /// The mean and the temperature of such a form, in units of 1/16.
    pub(crate) fn mean_and_temperature(&self, g: usize) -> [i64; 2] {
        (0..)
            .find_map(|t| {
                let [left, right] = self.walls(g, t);
                (left == right).then_some([left, t])
            })
            .expect("walls meet")
    }
}

#[test]
fn the_definitions_know_what_everybody_knows() {
    let mut forms = Forms::default();
    let [up, star, half] = ["^", "*", "{0|1}"].map(|text| forms.read(text));
    assert!(!forms.le(up, star) && !forms.le(star, up));
    let zero = forms.integer(0);
    assert!(forms.le(zero, up) && !forms.le(up, zero) && forms.le(zero, half));
    assert!(forms.is_canonical(up));
    let reversible = forms.read("{0,^|*}");
    assert!(!forms.is_canonical(reversible));
    let hot = forms.read("{{7|2},3|-1}");
    assert_eq!(forms.stops(hot), [3, -1]);
    let switch = forms.read("{5|-2}");
    assert_eq!(forms.mean_and_temperature(switch), [24, 56]);
}
