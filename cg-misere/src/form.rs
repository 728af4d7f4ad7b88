//! Misère canonical forms and genera.
//!
//! A game equals the game H of some of its options when every further option has an option
//! equal to H; when H has no options, the game must besides be N. There is no other
//! simplification under misère play: games in this form are equal only when they are
//! identical (ONAG, chapter 12). Equality is in all sums with all impartial games.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::{MisereError, Result};

/// A misère canonical form, in the [`Forms`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// The genus of a game: its nim-value, and the misère nim-values of the game plus 0, 1, 2,
/// ... copies of `*2`.
///
/// It is written `2^{1420}`: the values up to the second of the first two that repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u32,
    /// At least two values, of which the last two repeat for ever.
    misere: Vec<u32>,
}

impl Genus {
    /// The nim-value in normal play.
    pub fn normal(&self) -> u32 {
        self.normal
    }

    /// The misère nim-value of the game plus `copies` of `*2`.
    pub fn misere(&self, copies: usize) -> u32 {
        let first = self.misere.len() - 2;
        if copies < first { self.misere[copies] } else { self.misere[first + (copies - first) % 2] }
    }
}

impl std::fmt::Display for Genus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let by = if self.misere.iter().any(|&value| value > 9) { "," } else { "" };
        let values: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        write!(f, "{}^{{{}}}", self.normal, values.join(by))
    }
}

/// What is known of a form.
#[derive(Clone, Debug)]
struct Entry {
    options: Box<[Form]>,
    is_p: bool,
    birthday: u32,
    genus: Genus,
}

/// Canonical forms, each kept once: equal games have the same [`Form`].
///
/// ```
/// use cg_misere::Forms;
/// let mut forms = Forms::new(1000);
/// let zero = forms.form(&[])?;
/// let star = forms.form(&[zero])?;
/// let two = forms.form(&[zero, star])?;
/// assert_eq!(forms.genus(two).to_string(), "2^{20}");
/// // * plus * is 0, but *2 plus *2 is not.
/// assert_eq!(forms.sum(star, star)?, zero);
/// assert_ne!(forms.sum(two, two)?, zero);
/// # Ok::<(), cg_misere::MisereError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forms {
    entries: Vec<Entry>,
    numbers: FxHashMap<Box<[Form]>, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    most: usize,
}

impl Forms {
    /// Room for at most `most` forms.
    pub fn new(most: usize) -> Self {
        let most = most.min(u32::MAX as usize);
        Self { entries: Vec::new(), numbers: HashMap::default(), sums: HashMap::default(), most }
    }

    fn entry(&self, form: Form) -> &Entry {
        &self.entries[form.0 as usize]
    }

    /// The options of a form, in the order in which they were made.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.entry(form).options
    }

    /// Whether the player to move loses.
    pub fn is_p(&self, form: Form) -> bool {
        self.entry(form).is_p
    }

    /// The length of the longest line of play.
    pub fn birthday(&self, form: Form) -> u32 {
        self.entry(form).birthday
    }

    /// The genus.
    pub fn genus(&self, form: Form) -> &Genus {
        &self.entry(form).genus
    }

    /// The misère nim-value: 0 exactly for P-positions. It does not tell who wins sums.
    pub fn misere_nim_value(&self, form: Form) -> u32 {
        self.entry(form).genus.misere(0)
    }

    /// The canonical form of the game with some options.
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn form(&mut self, options: &[Form]) -> Result<Form> {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(options.as_slice()) {
            return Ok(known);
        }
        if let Some(smaller) = self.reversed(&options) {
            return Ok(smaller);
        }
        if self.entries.len() >= self.most {
            let limit = format!("{} forms", self.most);
            return Err(MisereError::limit("the canonical form", limit));
        }
        let form = Form(u32::try_from(self.entries.len()).expect("the limit is below 2^32"));
        let entry = Entry {
            is_p: self.loses(&options),
            birthday: options.iter().map(|&x| self.birthday(x) + 1).max().unwrap_or(0),
            genus: self.genus_of(&options),
            options: options.clone().into(),
        };
        self.entries.push(entry);
        self.numbers.insert(options.into(), form);
        Ok(form)
    }

    fn loses(&self, options: &[Form]) -> bool {
        !options.is_empty() && options.iter().all(|&option| !self.is_p(option))
    }

    /// The form to which a game reverses.
    fn reversed(&self, options: &[Form]) -> Option<Form> {
        let candidates = options.iter().flat_map(|&option| self.options(option));
        let mut found = candidates.copied().filter(|&h| {
            let kept = self.options(h);
            kept.iter().all(|x| options.binary_search(x).is_ok())
                && options.iter().all(|x| {
                    kept.binary_search(x).is_ok() || self.options(*x).binary_search(&h).is_ok()
                })
                && (!kept.is_empty() || !self.loses(options))
        });
        found.next()
    }

    /// By the genera of the options: the options of the game plus n copies of `*2` are those of the game with
    /// n copies, and the game with n - 1 copies and 0 or `*1`.
    fn genus_of(&self, options: &[Form]) -> Genus {
        let genera: Vec<&Genus> = options.iter().map(|&option| self.genus(option)).collect();
        let stable = genera.iter().map(|genus| genus.misere.len()).max().unwrap_or(2);
        let mut misere: Vec<u32> = Vec::new();
        loop {
            let n = misere.len();
            let more = n.checked_sub(1).map(|last| [misere[last], misere[last] ^ 1]);
            let seen: Vec<u32> = genera
                .iter()
                .map(|genus| genus.misere(n))
                .chain(more.into_iter().flatten())
                .collect();
            misere.push(if seen.is_empty() { 1 } else { mex(&seen) });
            // From `stable` on the options repeat with period 2, and so does what follows.
            if n >= stable && misere[n] == misere[n - 2] {
                break;
            }
        }
        while let [.., a, _, b] = misere[..]
            && a == b
        {
            misere.pop();
        }
        let normal: Vec<u32> = genera.iter().map(|genus| genus.normal).collect();
        Genus { normal: mex(&normal), misere }
    }

    /// The canonical form of a sum.
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn sum(&mut self, a: Form, b: Form) -> Result<Form> {
        // The pairs in work: the last one waits for those of its options that are not known.
        let key = |a: Form, b: Form| (a.min(b), a.max(b));
        let mut stack = vec![key(a, b)];
        while let Some(&(x, y)) = stack.last() {
            if self.sums.contains_key(&(x, y)) {
                stack.pop();
                continue;
            }
            let pairs = self.options(x).iter().map(|&option| key(option, y));
            let pairs: Vec<_> =
                pairs.chain(self.options(y).iter().map(|&option| key(x, option))).collect();
            let open: Vec<_> =
                pairs.iter().filter(|pair| !self.sums.contains_key(pair)).copied().collect();
            if open.is_empty() {
                let options: Vec<Form> = pairs.iter().map(|pair| self.sums[pair]).collect();
                let form = self.form(&options)?;
                self.sums.insert((x, y), form);
                stack.pop();
            } else if self.sums.len() + stack.len() > self.most.saturating_mul(16) {
                return Err(MisereError::limit("the sum", format!("{} forms", self.most)));
            } else {
                stack.extend(open);
            }
        }
        Ok(self.sums[&key(a, b)])
    }
}

fn mex(seen: &[u32]) -> u32 {
    (0..).find(|value| !seen.contains(value)).expect("finitely many are seen")
}

#[cfg(test)]
mod tests {
    use cg_octal::Rules;

    use super::*;

    /// All sets of forms born by one day are games born by the next.
    #[test]
    fn births_of_the_first_days() {
        let mut forms = Forms::new(1000);
        let mut born: Vec<Form> = vec![forms.form(&[]).unwrap()];
        for wanted in [2, 3, 5, 22] {
            let mut next = Vec::new();
            for set in 0u32..1 << born.len() {
                let options: Vec<Form> =
                    (0..born.len()).filter(|at| set >> at & 1 == 1).map(|at| born[at]).collect();
                next.push(forms.form(&options).unwrap());
            }
            next.sort_unstable();
            next.dedup();
            assert_eq!(next.len(), wanted);
            born = next;
        }
        // A game born on the next day is in canonical form when it does not reverse.
        let canonical = (0u32..1 << born.len()).filter(|set| {
            let options: Vec<Form> =
                (0..born.len()).filter(|at| set >> at & 1 == 1).map(|at| born[at]).collect();
            forms.reversed(&options).is_none()
        });
        assert_eq!(canonical.count(), 4_171_780);
        for &a in &born {
            assert_eq!(forms.is_p(a), forms.misere_nim_value(a) == 0);
            for &b in &born {
                let sum = forms.sum(a, b).unwrap();
                assert_eq!(sum, forms.sum(b, a).unwrap());
            }
        }
    }

    #[test]
    fn sums_over_the_limit_are_errors() {
        let mut forms = Forms::new(12);
        let mut heaps = vec![];
        for _ in 0..10 {
            let heap = forms.form(&heaps).unwrap();
            heaps.push(heap);
        }
        assert!(forms.sum(heaps[8], heaps[9]).is_err());
    }

    #[test]
    fn genera_of_the_tables() {
        let facts = include_str!("../../testdata/misere.tsv");
        let rows = facts.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let mut games: HashMap<String, (Rules, Vec<Form>)> = HashMap::new();
        let mut forms = Forms::new(1 << 20);
        let mut checked = 0;
        for row in rows.filter(|row| row[1] == "genus") {
            let Some((game, heap)) = row[0].split_once(" heap ") else { continue };
            let Ok(rules) = game.parse::<Rules>() else { continue };
            let heap: usize = heap.parse().unwrap();
            let (rules, known) = games.entry(game.into()).or_insert((rules, Vec::new()));
            while known.len() <= heap {
                let mut positions: Vec<Vec<u64>> = Vec::new();
                rules.each_option(known.len() as u64, &mut |parts| positions.push(parts.to_vec()));
                let mut options = Vec::new();
                for parts in positions {
                    let mut sum = forms.form(&[]).unwrap();
                    for part in parts {
                        sum = forms.sum(sum, known[usize::try_from(part).unwrap()]).unwrap();
                    }
                    options.push(sum);
                }
                let form = forms.form(&options).unwrap();
                known.push(form);
            }
            let genus = forms.genus(known[heap]);
            let written = genus.to_string().replace(['{', '}'], "");
            assert_eq!(written, row[2], "{}", row[0]);
            checked += 1;
        }
        assert!(checked >= 90, "{checked}");
    }
}
