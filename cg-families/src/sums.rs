//! A proved family as a family of sums: its elements are integer vectors with a class, and the
//! corners of its rule decide them.

use cg_core::encoding::{Decoder, Element as Bytes, Encoder, Malformed};
use cg_core::{Error, Limits, Outcome, Registry, Result, SumFamily, Tree};
use cg_simplify::Engine;
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use crate::{Element, FamilyError, Proof, Rule};

/// The sums of the values of a proof that holds.
///
/// The proof is verified when this is made, by the code of [`Proof::check`] and by the general
/// algorithm alone, without subgroups. If it does not hold, each operation is an error that says
/// why, and the calculator refuses the plugin.
///
/// ```
/// use cg_core::SumFamily;
/// use cg_families::ProvedSums;
///
/// let sums = ProvedSums::verified("stars", "{}");
/// let error = sums.zero().expect_err("this is no proof");
/// assert!(error.to_string().starts_with("subgroup stars: this is no proof of a family"));
/// ```
#[derive(Debug)]
pub struct ProvedSums {
    name: String,
    proved: std::result::Result<Proved, Error>,
}

#[derive(Debug)]
struct Proved {
    rule: Rule,
    /// The games that are known, and their elements.
    known: Vec<(Tree, Element)>,
    /// A sum of values for each class: the values, and what they carry beyond the representative.
    /// `None` for a class that no sum of values reaches.
    paths: Vec<Option<(Vec<usize>, Vec<IBig>)>>,
}

/// The count of the class; then the integers of the basis.
impl Bytes for Element {
    fn write(&self, to: &mut Encoder) {
        to.count(self.class as u64);
        self.basis.write(to);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        let class = usize::try_from(from.count()?);
        let class = class.map_err(|_| from.malformed("a class of more than 64 bits"))?;
        Ok(Element { class, basis: Vec::read(from)? })
    }
}

impl ProvedSums {
    /// The sums of the family that the text of a proof file states. `name` is that of the plugin.
    pub fn verified(name: &str, proof: &str) -> Self {
        let proved = Proved::of(proof).map_err(|error| match error {
            FamilyError::Game(error) => error,
            other => Error::subgroup(name, other.to_string()),
        });
        ProvedSums { name: name.to_owned(), proved }
    }

    fn proved(&self) -> Result<&Proved> {
        self.proved.as_ref().map_err(Clone::clone)
    }
}

impl Proved {
    fn of(text: &str) -> crate::Result<Self> {
        let proof = Proof::read(text)?;
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        proof.check(&mut engine)?;
        let rule = proof.rule.clone();
        let values = proof.values.iter().enumerate();
        let values =
            values.map(|(value, &game)| (game, rule.plus(&rule.zero(), &IBig::ONE, value)));
        let basis = proof.basis.iter().enumerate().map(|(axis, &(game, _))| {
            let mut element = rule.zero();
            element.basis[axis] = IBig::ONE;
            (game, element)
        });
        let classes = proof.representatives.iter().enumerate();
        let classes = classes.map(|(class, &game)| (game, Element { class, ..rule.zero() }));
        let paths = paths(&rule);
        // A class that no sum of values reaches is of no use: it cannot be added.
        let games = values.chain(basis).chain(classes);
        let games = games.filter(|(_, element)| paths[element.class].is_some());
        let known = games.map(|(game, element)| (proof.tree(game), element)).collect();
        Ok(Proved { rule, known, paths })
    }

    fn add(&self, g: &Element, h: &Element) -> Result<Element> {
        let (values, carry) = self.paths[h.class].as_ref().expect("the element was checked");
        let mut sum = g.clone();
        for &value in values {
            sum = self.rule.plus(&sum, &IBig::ONE, value);
        }
        for (axis, n) in sum.basis.iter_mut().enumerate() {
            *n += &h.basis[axis] - &carry[axis];
            cg_core::check_bits(n.bit_len())?;
        }
        Ok(sum)
    }
}

/// The shortest sum of values that reaches each class from 0.
fn paths(rule: &Rule) -> Vec<Option<(Vec<usize>, Vec<IBig>)>> {
    let mut paths = vec![None; rule.classes.len()];
    paths[0] = Some((Vec::new(), rule.zero().basis));
    let mut waiting = std::collections::VecDeque::from([(Vec::new(), rule.zero())]);
    while let Some((values, element)) = waiting.pop_front() {
        for value in 0..rule.adding.len() {
            let next = rule.plus(&element, &IBig::ONE, value);
            if paths[next.class].is_none() {
                let values: Vec<usize> = values.iter().copied().chain([value]).collect();
                paths[next.class] = Some((values.clone(), next.basis.clone()));
                waiting.push_back((values, next));
            }
        }
    }
    paths
}

impl SumFamily for ProvedSums {
    type Element = Element;

    fn name(&self) -> &str {
        &self.name
    }

    fn zero(&self) -> Result<Element> {
        Ok(self.proved()?.rule.zero())
    }

    fn negate(&self, g: &Element) -> Result<Element> {
        Ok(self.proved()?.rule.negative(g))
    }

    fn add(&self, g: &Element, h: &Element) -> Result<Element> {
        self.proved()?.add(g, h)
    }

    fn decide(&self, g: &Element) -> Result<Option<Outcome>> {
        Ok(self.proved()?.rule.outcome(g))
    }

    fn value(&self, index: u64) -> Result<Option<(Tree, Element)>> {
        let known = &self.proved()?.known;
        Ok(usize::try_from(index).ok().and_then(|index| known.get(index)).cloned())
    }

    fn contains(&self, g: &Element) -> Result<bool> {
        let proved = self.proved()?;
        let reached = proved.paths.get(g.class).is_some_and(Option::is_some);
        Ok(reached && g.basis.len() == proved.rule.rank)
    }
}
