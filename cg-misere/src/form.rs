//! Misère canonical forms.
//!
//! Let H be the game whose options are some of the options of G. G equals H if every further option
//! of G has an option equal to H, and, if H has no options, G is N. There is no other
//! simplification in misère play: games in this form are equal only if they are identical (ONAG,
//! chapter 12). Equality means equality in all sums with all impartial games.

use std::collections::HashMap;
use std::hash::BuildHasher;

use cg_core::Arrange;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::genus::Character;
use crate::watch::{grown, table};
use crate::{Genus, HeapGame, MisereError, Result, Temper, Watch};

/// A misère canonical form, in the [`Forms`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// The known facts about a form.
#[derive(Clone, Debug)]
struct Entry {
    /// In the order in which they were created.
    options: Box<[Form]>,
    is_p: bool,
    birthday: u32,
    character: Character,
    is_nim_heap: bool,
    /// A hash of the game tree that does not depend on the order in which forms are created.
    digest: u64,
}

/// Canonical forms, each stored once: equal games have the same [`Form`].
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
    /// The forms by their options.
    numbers: HashTable<Form>,
    sums: FxHashMap<(Form, Form), Form>,
    pub(crate) differences: FxHashMap<(Form, Form), Option<Form>>,
    most: usize,
    /// The number of options of all forms.
    listed: usize,
    watch: Watch,
}

/// About the heap memory of a genus and the two boxes of options.
const BYTES_OF_GENUS: usize = 100;

/// The number of options of all forms may be this many times the largest number of forms.
const OPTIONS_PER_FORM: usize = 64;

fn hash(options: &[Form]) -> u64 {
    FxBuildHasher.hash_one(options)
}

impl Forms {
    /// Room for at most `most` forms, with at most 64 options on average.
    pub fn new(most: usize) -> Self {
        let most = most.min(u32::MAX as usize);
        Self {
            entries: Vec::new(),
            numbers: HashTable::new(),
            sums: HashMap::default(),
            differences: HashMap::default(),
            most,
            listed: 0,
            watch: Watch::default(),
        }
    }

    /// The same, but work ends with an error at the limits of `watch`.
    #[must_use]
    pub fn watched_by(mut self, watch: Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Counts steps of work.
    pub(crate) fn work(&self, steps: usize) -> Result<()> {
        self.watch.work(steps, || self.bytes())
    }

    /// About the number of bytes held.
    fn bytes(&self) -> usize {
        grown(self.entries.len(), self.entries.capacity()) * size_of::<Entry>()
            + self.listed * size_of::<Form>()
            + self.entries.len() * BYTES_OF_GENUS
            + grown(self.numbers.len(), self.numbers.capacity()) / 7 * 8 * (size_of::<Form>() + 1)
            + table(&self.sums)
            + table(&self.differences)
    }

    /// Checks the limits before a full container grows.
    fn look_before_growth(&self) -> Result<()> {
        let full = self.entries.len() == self.entries.capacity()
            || self.numbers.len() == self.numbers.capacity()
            || self.sums.len() == self.sums.capacity();
        if full { self.watch.look(self.bytes()) } else { Ok(()) }
    }

    fn entry(&self, form: Form) -> &Entry {
        &self.entries[form.0 as usize]
    }

    /// The options of a form, in the order in which they were created. Each was created before the
    /// form.
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
        &self.entry(form).character.genus
    }

    /// Whether the form is tame, restive, restless or wild.
    pub fn temper(&self, form: Form) -> Temper {
        self.entry(form).character.temper
    }

    /// The misère nim-value. It is 0 exactly for P-positions. It does not decide who wins sums.
    pub fn misere_nim_value(&self, form: Form) -> u32 {
        self.genus(form).misere(0)
    }

    /// The size of the Nim heap, if the form is a Nim heap.
    pub fn nim_heap(&self, form: Form) -> Option<u32> {
        let entry = self.entry(form);
        entry.is_nim_heap.then_some(entry.birthday)
    }

    /// Whether two forms are linked: with some game added to both, both are P. That is so if
    /// neither is equal to an option of the other (ONAG, chapter 12).
    ///
    /// ```
    /// use cg_misere::Forms;
    /// let mut forms = Forms::new(100);
    /// let (two, three) = (forms.nim(2)?, forms.nim(3)?);
    /// assert!(!forms.linked(two, three));
    /// assert!(forms.linked(two, two));
    /// # Ok::<(), cg_misere::MisereError>(())
    /// ```
    pub fn linked(&self, a: Form, b: Form) -> bool {
        self.options(a).binary_search(&b).is_err() && self.options(b).binary_search(&a).is_err()
    }

    /// The canonical form of the game with these options.
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn form(&mut self, options: &[Form]) -> Result<Form> {
        let mut options = options.to_vec();
        options.arrange();
        options.dedup();
        let code = hash(&options);
        let alike = |form: &Form| *self.options(*form) == *options;
        if let Some(&known) = self.numbers.find(code, alike) {
            return Ok(known);
        }
        if let Some(smaller) = self.reversed(&options)? {
            return Ok(smaller);
        }
        self.work(options.len())?;
        self.look_before_growth()?;
        self.listed = self.listed.saturating_add(options.len());
        if self.entries.len() >= self.most || self.listed / OPTIONS_PER_FORM > self.most {
            return Err(self.full("the canonical form"));
        }
        let form = Form(u32::try_from(self.entries.len()).expect("the limit is below 2^32"));
        let characters: Vec<&Character> =
            options.iter().map(|&option| &self.entry(option).character).collect();
        let answered = |at: usize, genus: &Genus, temper: Temper| {
            let mut answers = self.options(options[at]).iter();
            answers.any(|&answer| self.entry(answer).character.is(genus, temper))
        };
        let character = Character::of_options(&characters, answered);
        // Smaller heaps were created before larger ones.
        let is_nim_heap =
            (0..).zip(&options).all(|(size, &option)| self.nim_heap(option) == Some(size));
        let entry = Entry {
            is_p: self.loses(&options),
            birthday: options.iter().map(|&x| self.birthday(x) + 1).max().unwrap_or(0),
            is_nim_heap,
            digest: self.digest(&options),
            character,
            options: options.into(),
        };
        self.entries.push(entry);
        let entries = &self.entries;
        self.numbers.insert_unique(code, form, |form| hash(&entries[form.0 as usize].options));
        Ok(form)
    }

    /// A hash of options that does not depend on their order.
    fn digest(&self, options: &[Form]) -> u64 {
        let mut digests: Vec<u64> =
            options.iter().map(|&option| self.entry(option).digest).collect();
        digests.sort_unstable();
        // The steps of splitmix64.
        digests.into_iter().fold(options.len() as u64, |hash, digest| {
            let mixed = (hash ^ digest).wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        })
    }

    /// The options in an order that does not depend on how forms were created: by birthday, and a
    /// Nim heap last among those of one day.
    pub(crate) fn in_order(&self, form: Form) -> Vec<Form> {
        let mut options = self.options(form).to_vec();
        options.arrange_by_key(|&option| {
            let entry = self.entry(option);
            (entry.birthday, entry.is_nim_heap, entry.digest)
        });
        options
    }

    pub(crate) fn full(&self, what: &str) -> MisereError {
        MisereError::limit(what, format!("{} forms", self.most))
    }

    fn loses(&self, options: &[Form]) -> bool {
        !options.is_empty() && options.iter().all(|&option| !self.is_p(option))
    }

    /// The form to which a game reverses.
    ///
    /// All options that are not options of that form must have it as an option. The option that was
    /// created last is one of them: it was created after the form to which it reverses, and the
    /// options of that form are older still.
    fn reversed(&self, options: &[Form]) -> Result<Option<Form>> {
        let last = options.iter().copied().max_by_key(|&option| self.birthday(option));
        for &h in last.map_or(&[][..], |last| self.options(last)) {
            self.work(self.options(h).len())?;
            if self.reverses_to(options, h) {
                return Ok(Some(h));
            }
        }
        Ok(None)
    }

    /// Whether the game with these options equals `h`, an option of the option that was created
    /// last.
    fn reverses_to(&self, options: &[Form], h: Form) -> bool {
        let kept = self.options(h);
        // No form is an option of itself.
        options.binary_search(&h).is_err()
            && kept.iter().all(|x| options.binary_search(x).is_ok())
            && options.iter().all(|x| {
                kept.binary_search(x).is_ok() || self.options(*x).binary_search(&h).is_ok()
            })
            && (!kept.is_empty() || !self.loses(options))
    }

    /// A heap of Nim.
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn nim(&mut self, size: u32) -> Result<Form> {
        let mut smaller = Vec::new();
        for _ in 0..size {
            self.work(smaller.len())?;
            let heap = self.form(&smaller)?;
            smaller.push(heap);
        }
        self.form(&smaller)
    }

    /// The forms of the heaps 0 to `last` of a game.
    ///
    /// # Errors
    /// More forms than there is room for; an interrupt.
    pub fn heaps(&mut self, game: &impl HeapGame, last: u64) -> Result<Vec<Form>> {
        let mut known: Vec<Form> = Vec::new();
        for heap in 0..=last {
            let mut options = Ok(Vec::new());
            game.each_option(heap, &mut |parts| {
                if let Ok(list) = &mut options {
                    match self.sum_of(parts.iter().map(|&part| known[index(part)])) {
                        Ok(sum) => list.push(sum),
                        Err(error) => options = Err(error),
                    }
                }
            });
            known.push(self.form(&options?)?);
        }
        Ok(known)
    }

    /// The canonical form of a sum of any number of games.
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn sum_of(&mut self, forms: impl IntoIterator<Item = Form>) -> Result<Form> {
        let mut sum = self.form(&[])?;
        for form in forms {
            sum = self.sum(sum, form)?;
        }
        Ok(sum)
    }

    /// The canonical form of a sum.
    ///
    /// # Errors
    /// More forms than there is room for.
    pub fn sum(&mut self, a: Form, b: Form) -> Result<Form> {
        // The pairs in work. The last one waits for those of its options that are not known.
        let key = |a: Form, b: Form| (a.min(b), a.max(b));
        let mut stack = vec![key(a, b)];
        while let Some(&(x, y)) = stack.last() {
            self.work(1)?;
            if self.sums.contains_key(&(x, y)) {
                stack.pop();
                continue;
            }
            self.work(8 * (self.options(x).len() + self.options(y).len()))?;
            let pairs = self.options(x).iter().map(|&option| key(option, y));
            let pairs: Vec<_> =
                pairs.chain(self.options(y).iter().map(|&option| key(x, option))).collect();
            let open: Vec<_> =
                pairs.iter().filter(|pair| !self.sums.contains_key(pair)).copied().collect();
            if open.is_empty() {
                let options: Vec<Form> = pairs.iter().map(|pair| self.sums[pair]).collect();
                let form = self.form(&options)?;
                self.look_before_growth()?;
                self.sums.insert((x, y), form);
                stack.pop();
            } else if self.sums.len() + stack.len() > self.most.saturating_mul(16) {
                return Err(self.full("the sum"));
            } else {
                stack.extend(open);
            }
        }
        Ok(self.sums[&key(a, b)])
    }
}

/// A heap whose form is in memory.
fn index(heap: u64) -> usize {
    usize::try_from(heap).expect("parts are smaller than their heap, whose forms are in memory")
}

#[cfg(test)]
pub(crate) mod tests {
    use cg_octal::Rules;

    use super::*;

    /// All forms that are born by a day.
    pub(crate) fn born(forms: &mut Forms, day: u32) -> Vec<Form> {
        let mut born: Vec<Form> = vec![forms.form(&[]).unwrap()];
        for _ in 0..day {
            let mut next = Vec::new();
            for set in 0u32..1 << born.len() {
                next.push(forms.form(&subset(&born, set)).unwrap());
            }
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        born
    }

    fn subset(all: &[Form], set: u32) -> Vec<Form> {
        (0..all.len()).filter(|at| set >> at & 1 == 1).map(|at| all[at]).collect()
    }

    #[test]
    fn births_of_the_first_days() {
        for (day, wanted) in [1, 2, 3, 5, 22].into_iter().enumerate() {
            let count = born(&mut Forms::new(1000), u32::try_from(day).unwrap()).len();
            assert_eq!(count, wanted, "day {day}");
        }
        // A game born on the next day is in canonical form if it does not reverse.
        let mut forms = Forms::new(1000);
        let born = born(&mut forms, 4);
        let canonical = (0u32..1 << born.len())
            .filter(|&set| forms.reversed(&subset(&born, set)).unwrap().is_none());
        assert_eq!(canonical.count(), 4_171_780);
    }

    /// The definition of equality: no game distinguishes a game from its form. The games of the
    /// fourth day are tried, which are all sets of forms of the third, with the forms of the fourth
    /// day added.
    #[test]
    fn forms_are_equal_to_their_games() {
        let mut forms = Forms::new(100_000);
        let third = born(&mut forms, 3);
        let others = born(&mut forms, 4);
        for set in 0u32..1 << third.len() {
            let options = subset(&third, set);
            let form = forms.form(&options).unwrap();
            for &other in &others {
                // Whether `options` plus `other` is P, by the definition. All options of `other`
                // come first.
                let mut known: HashMap<Form, bool> = HashMap::new();
                let mut order = others.clone();
                order.retain(|&x| x <= other);
                for &x in &order {
                    let mut after: Vec<bool> = options
                        .iter()
                        .map(|&option| {
                            let sum = forms.sum(option, x).unwrap();
                            forms.is_p(sum)
                        })
                        .collect();
                    after.extend(forms.options(x).iter().map(|option| known[option]));
                    known.insert(x, !after.is_empty() && !after.contains(&true));
                }
                let sum = forms.sum(form, other).unwrap();
                assert_eq!(forms.is_p(sum), known[&other], "{options:?} and {other:?}");
            }
        }
    }

    #[test]
    fn sums_of_the_fourth_day() {
        let mut forms = Forms::new(100_000);
        let born = born(&mut forms, 4);
        for &a in &born {
            assert_eq!(forms.is_p(a), forms.misere_nim_value(a) == 0);
            for &b in &born {
                let sum = forms.sum(a, b).unwrap();
                assert_eq!(sum, forms.sum(b, a).unwrap());
                let tame = [a, b].iter().all(|&x| forms.temper(x) == Temper::Tame);
                if tame {
                    // Tame games add like Nim heaps.
                    assert_eq!(forms.temper(sum), Temper::Tame);
                    let nim = [a, b].map(|x| forms.genus(x).clone());
                    let fickle = nim.iter().all(|genus| genus.misere(0) != genus.normal());
                    let value = nim[0].normal() ^ nim[1].normal();
                    assert_eq!(forms.genus(sum).normal(), value);
                    assert_eq!(forms.misere_nim_value(sum), value ^ u32::from(fickle));
                }
            }
        }
    }

    #[test]
    fn forms_over_the_limit_are_errors() {
        let mut forms = Forms::new(12);
        let heaps: Vec<Form> = (0..10).map(|size| forms.nim(size).unwrap()).collect();
        assert!(forms.sum(heaps[8], heaps[9]).is_err());
        let error = Forms::new(1000).nim(1_000_000).unwrap_err().to_string();
        assert!(error.contains("1000 forms"), "{error}");
    }

    #[test]
    fn nim_heaps_are_told_from_other_forms() {
        let mut forms = Forms::new(1000);
        let born = born(&mut forms, 4);
        let heaps: Vec<Form> = (0..=4).map(|size| forms.nim(size).unwrap()).collect();
        for form in born {
            let wanted = heaps.iter().position(|&heap| heap == form);
            assert_eq!(forms.nim_heap(form).map(|size| size as usize), wanted);
        }
    }

    /// Whether a sum of two forms is P, by the definition.
    fn is_p_sum(forms: &Forms, a: Form, b: Form, known: &mut HashMap<(Form, Form), bool>) -> bool {
        if let Some(&known) = known.get(&(a, b)) {
            return known;
        }
        let mut after: Vec<bool> = Vec::new();
        for &option in forms.options(a) {
            after.push(is_p_sum(forms, option, b, known));
        }
        for &option in forms.options(b) {
            after.push(is_p_sum(forms, a, option, known));
        }
        let lost = !after.is_empty() && !after.contains(&true);
        known.insert((a, b), lost);
        lost
    }

    /// Linked by the definition: some game makes both sums P. The best game has all options that
    /// spoil neither sum. Those of the fourth day are enough to link all forms of the third that
    /// are linked.
    #[test]
    fn links_are_those_of_the_definition() {
        let mut forms = Forms::new(100_000);
        let few = born(&mut forms, 3);
        let fourth = born(&mut forms, 4);
        let mut known = HashMap::new();
        for &a in &few {
            for &b in &few {
                let mut spoils = |option: &Form| {
                    is_p_sum(&forms, a, *option, &mut known)
                        || is_p_sum(&forms, b, *option, &mut known)
                };
                let rest: Vec<Form> =
                    fourth.iter().copied().filter(|option| !spoils(option)).collect();
                let best = forms.form(&rest).unwrap();
                let mut linked = false;
                for &t in fourth.iter().chain([&best]) {
                    linked |=
                        is_p_sum(&forms, a, t, &mut known) && is_p_sum(&forms, b, t, &mut known);
                }
                assert_eq!(linked, forms.linked(a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn tempers_of_known_games() {
        let mut forms = Forms::new(1000);
        for (text, genus, temper) in [
            ("*2", "2^{20}", Temper::Tame),
            ("*[2]", "0^{02}", Temper::Tame),
            ("*[[2],0]", "1^{20}", Temper::Restive),
            ("*[[2],1]", "2^{1420}", Temper::Restless),
        ] {
            let form = forms.read(text).unwrap();
            assert_eq!(forms.genus(form).to_string(), genus, "{text}");
            assert_eq!(forms.temper(form), temper, "{text}");
        }
    }

    /// All rows about genera, by canonical forms and by search. Grundy's game and the others are
    /// games whose names or codes `cg-octal` reads.
    #[test]
    fn genera_of_the_tables() {
        let facts = include_str!("../../testdata/misere.tsv");
        let rows = facts.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let mut games: HashMap<String, (Rules, crate::Genera)> = HashMap::new();
        let mut other: Vec<&str> = Vec::new();
        let (mut by_form, mut by_search) = (0, 0);
        for row in rows.filter(|row| row[1] == "genus") {
            let (game, heap) = row[0].split_once(" heap ").expect("each is of a heap");
            let Ok(rules) = game.parse::<Rules>() else {
                other.push(row[0]);
                continue;
            };
            let heap: u64 = heap.parse().unwrap();
            let none = Watch::default();
            let (rules, genera) =
                games.entry(game.into()).or_insert_with(|| (rules, crate::Genera::new(1 << 20)));
            let (genus, temper) = genera.of(rules, &[heap], &none).unwrap();
            assert_eq!(genus.to_string().replace(['{', '}'], ""), row[2], "{}", row[0]);
            by_search += 1;
            // Forms grow fast: these take less than a second.
            if heap <= 12 {
                let mut forms = Forms::new(1 << 18);
                let form = forms.heaps(rules, heap).unwrap()[index(heap)];
                assert_eq!(forms.genus(form), &genus, "{}", row[0]);
                assert_eq!(forms.temper(form), temper, "{}", row[0]);
                by_form += 1;
            }
        }
        assert_eq!((by_search, other), (103, vec![]));
        assert_eq!(by_form, 84);
    }
}
