//! Mates, differences and parts of misère games (ONAG, chapter 12).
//!
//! Sums of misère forms cancel: if G + X = G + Y, then X = Y. So there is at most one form G - Y,
//! the game X with X + Y = G. Only 0 and `*` have an inverse, and each is its own: a game G is
//! always (G + `*`) + `*`.

use std::collections::BTreeSet;

use crate::{Form, Forms, MisereError, Result};

/// The largest number of options of a difference that may be absent or present. If there are more,
/// they are not tried.
const MOST_OPEN: usize = 12;

impl Forms {
    /// The mate of a form: `*` for 0, and otherwise the game whose options are the mates of its
    /// options. A form plus its mate is P.
    ///
    /// ```
    /// use cg_misere::Forms;
    /// let mut forms = Forms::new(100);
    /// let game = forms.read("*[[2],1]")?;
    /// let mate = forms.mate(game)?;
    /// let sum = forms.sum(game, mate)?;
    /// assert!(forms.is_p(sum));
    /// # Ok::<(), cg_misere::MisereError>(())
    /// ```
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn mate(&mut self, form: Form) -> Result<Form> {
        let mut mates = std::collections::HashMap::new();
        for follower in self.followers(form)? {
            self.work(1)?;
            let options = self.options(follower).to_vec();
            let options: Vec<Form> = match options[..] {
                [] => vec![self.form(&[])?],
                _ => options.iter().map(|option| mates[option]).collect(),
            };
            let mate = self.form(&options)?;
            mates.insert(follower, mate);
        }
        Ok(mates[&form])
    }

    /// A form and all its followers, each after its options.
    fn followers(&self, form: Form) -> Result<BTreeSet<Form>> {
        let mut seen = BTreeSet::from([form]);
        let mut waiting = vec![form];
        while let Some(next) = waiting.pop() {
            self.work(8 * self.options(next).len())?;
            for &option in self.options(next) {
                if seen.insert(option) {
                    waiting.push(option);
                }
            }
        }
        Ok(seen)
    }

    /// The form X with X + `part` = `whole`; `None` if there is none.
    ///
    /// Let G = X + Y. An option X' of X makes X' + Y an option of the sum. So X' + Y is an option
    /// of the form G, or it reverses through an option equal to G, which by cancellation is X' + Y'
    /// for an option Y' of Y. Hence X' is a difference G' - Y or G - Y'. Conversely an option G' of
    /// G is X' + Y, so X' = G' - Y, or it is X + Y', so X = G' - Y'. If no G' - Y' is X, all G' - Y
    /// are options of X. Each G - Y' may or may not be an option.
    ///
    /// # Errors
    /// More forms than fit; more than 12 options that may be absent or present; an interrupt.
    pub fn difference(&mut self, whole: Form, part: Form) -> Result<Option<Form>> {
        // The pairs in work. The last one waits for smaller pairs.
        let mut stack = vec![(whole, part)];
        while let Some(&(g, y)) = stack.last() {
            self.work(1)?;
            if self.differences.contains_key(&(g, y)) {
                stack.pop();
                continue;
            }
            let (of_g, of_y) = (self.options(g).to_vec(), self.options(y).to_vec());
            // A waiting pair is a node of a tree.
            self.work(16 * (of_g.len() + 1) * (of_y.len() + 1))?;
            let smaller = of_g.iter().map(|&g| (g, y));
            let smaller = smaller.chain(of_y.iter().map(|&y| (g, y)));
            let smaller =
                smaller.chain(of_g.iter().flat_map(|&g| of_y.iter().map(move |&y| (g, y))));
            let open: BTreeSet<(Form, Form)> =
                smaller.filter(|pair| !self.differences.contains_key(pair)).collect();
            if open.is_empty() {
                let found = self.difference_by_smaller(g, y, &of_g, &of_y)?;
                self.differences.insert((g, y), found);
                stack.pop();
            } else if self.differences.len() + stack.len() > (1 << 22) {
                return Err(self.full("the difference"));
            } else {
                stack.extend(open);
            }
        }
        Ok(self.differences[&(whole, part)])
    }

    /// G - Y, if all differences of smaller games are known.
    fn difference_by_smaller(
        &mut self,
        g: Form,
        y: Form,
        of_g: &[Form],
        of_y: &[Form],
    ) -> Result<Option<Form>> {
        let known = |this: &Self, pair: (Form, Form)| this.differences[&pair];
        let mut whole = BTreeSet::new();
        for &g in of_g {
            whole.extend(of_y.iter().filter_map(|&y| known(self, (g, y))));
        }
        for x in whole {
            if self.sum(x, y)? == g {
                return Ok(Some(x));
            }
        }
        let sure: Vec<Option<Form>> = of_g.iter().map(|&g| known(self, (g, y))).collect();
        let Some(sure) = sure.into_iter().collect::<Option<Vec<Form>>>() else {
            return Ok(None);
        };
        let open: BTreeSet<Form> = of_y.iter().filter_map(|&y| known(self, (g, y))).collect();
        let open: Vec<Form> = open.into_iter().filter(|x| !sure.contains(x)).collect();
        if open.len() > MOST_OPEN {
            return Err(MisereError::limit("the difference", format!("{MOST_OPEN} open options")));
        }
        for set in 0u32..1 << open.len() {
            let mut options = sure.clone();
            options.extend(
                open.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, x)| x),
            );
            let x = self.form(&options)?;
            if self.sum(x, y)? == g {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The parts of a form: all X for which X + Y equals the form for some Y. They are 0, `*`, the
    /// form, and the form plus `*`. A form that is not *prime* has others.
    ///
    /// An option of G = X + Y is X' + Y or X + Y'. So Y or X is a part of that option, and the
    /// other one is a difference.
    ///
    /// ```
    /// use cg_misere::Forms;
    /// let mut forms = Forms::new(10_000);
    /// let (two, three) = (forms.nim(2)?, forms.nim(3)?);
    /// let sum = forms.sum(two, three)?;
    /// let parts = forms.parts(sum)?;
    /// assert!(parts.contains(&two) && parts.contains(&three));
    /// # Ok::<(), cg_misere::MisereError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Forms::difference`].
    pub fn parts(&mut self, form: Form) -> Result<BTreeSet<Form>> {
        let zero = self.form(&[])?;
        let star = self.form(&[zero])?;
        // From a form to its first option, and so on to a unit; then back.
        let mut chain = vec![form];
        let mut last = form;
        while last != zero && last != star {
            last = self.options(last)[0];
            chain.push(last);
        }
        let mut parts = BTreeSet::from([zero, star]);
        for &g in chain.iter().rev().skip(1) {
            let mut next = BTreeSet::from([zero, star, g, self.sum(g, star)?]);
            for part in parts {
                if let Some(other) = self.difference(g, part)? {
                    next.extend([part, other]);
                }
            }
            parts = next;
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::tests::born;

    #[test]
    fn a_form_plus_its_mate_is_p() {
        let mut forms = Forms::new(1_000_000);
        for form in born(&mut forms, 4) {
            let mate = forms.mate(form).unwrap();
            let sum = forms.sum(form, mate).unwrap();
            assert!(forms.is_p(sum));
        }
    }

    /// Sums of the fourth day cancel, and only units have inverses. Their parts are those that all
    /// sums of two such forms give. Any other part must be a part in its own right.
    #[test]
    fn parts_are_those_of_all_sums() {
        let mut forms = Forms::new(1_000_000);
        let born = born(&mut forms, 4);
        let (zero, star) = (born[0], forms.nim(1).unwrap());
        let mut sums = std::collections::BTreeMap::new();
        for &a in &born {
            let mut seen = BTreeSet::new();
            for &b in &born {
                let sum = forms.sum(a, b).unwrap();
                assert!(seen.insert(sum), "{a:?} cancels");
                assert!(sum != zero || a == b && (a == zero || a == star));
                sums.entry(sum).or_insert_with(BTreeSet::new).extend([a, b]);
                assert_eq!(forms.difference(sum, b).unwrap(), Some(a));
            }
        }
        for (&sum, wanted) in &sums {
            let parts = forms.parts(sum).unwrap();
            assert!(wanted.is_subset(&parts), "{sum:?}");
            for &part in &parts {
                let other = forms.difference(sum, part).unwrap().expect("it is a part");
                assert_eq!(forms.sum(part, other).unwrap(), sum);
                assert!(parts.contains(&other));
            }
        }
        // If a difference is found, it must be right. If none is found, no known form may be one.
        for &whole in &born {
            for &part in &born {
                let known = forms.difference(whole, part).unwrap();
                if let Some(known) = known {
                    assert_eq!(forms.sum(known, part).unwrap(), whole);
                }
                for &x in &born {
                    let is_one = forms.sum(x, part).unwrap() == whole;
                    assert_eq!(is_one, known == Some(x));
                }
            }
        }
    }
}
