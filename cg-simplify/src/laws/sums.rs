//! The laws of a family of sums.

use cg_core::encoding::Element;
use cg_core::{Error, Game, Limits, Outcome, Registry, Relation, Result, SumFamily};
use dashu_int::IBig;
use fastrand::Rng;

use super::Report;
use crate::engine::Engine;

const GAME: &str = "outcome rule: the outcome of the game, or none";
const DECIDES: &str = "outcome rule: it decides a known game";
const ESSENTIAL: [&str; 2] = [GAME, DECIDES];

/// Steps of the engine for a sum of known games: a larger sum is not compared.
const STEPS: u32 = 20_000;
/// The most known games in a sum that is compared with its canonical form.
const MOST_TERMS: usize = 6;

/// A family of sums under test, and the length of the test.
///
/// ```
/// use cg_core::SumFamily;
/// use cg_simplify::laws::SumLaws;
/// # fn check<F: SumFamily>(family: F) {
/// let report = SumLaws::of(family).rounds(1_000).check();
/// assert!(report.holds(), "{report}");
/// # }
/// ```
pub struct SumLaws<F: SumFamily> {
    family: F,
    rounds: usize,
    seed: u64,
}

/// An element, and the game that it is where that is small.
type Known<F> = (<F as SumFamily>::Element, Option<Game>);

impl<F: SumFamily> SumLaws<F> {
    /// The laws of a family.
    pub fn of(family: F) -> Self {
        SumLaws { family, rounds: 200, seed: 0 }
    }

    /// The number of rounds of the random phase (200 by default).
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// The seed of the random phase (0 by default).
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Tries all laws. Games are compared by the general algorithm, without subgroups.
    pub fn check(&self) -> Report {
        let mut report = Report {
            subgroup: self.family.name().to_owned(),
            kind: "a family of sums",
            essential: &ESSENTIAL,
            ..Report::default()
        };
        let tried = self.try_all(&mut report);
        report.attempt("the rules succeed", tried);
        report
    }

    fn try_all(&self, report: &mut Report) -> Result<()> {
        let family = &self.family;
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let zero = family.zero()?;
        report.expect(
            "0 is a second player win",
            family.decide(&zero)? == Some(Outcome::Previous),
            || format!("{zero:?}"),
        );
        let mut known: Vec<Known<F>> = vec![(zero, Some(Game::ZERO))];
        for index in 0..cg_core::MOST_VALUES {
            let Some((tree, element)) = family.value(index)? else { break };
            let game = engine.of_tree(&tree)?;
            let outcome = engine.outcome(game)?;
            let decided = family.decide(&element)?;
            report.expect(DECIDES, decided == Some(outcome), || {
                format!("game {index} is a {outcome}, and the rule says {decided:?}")
            });
            known.push((element, Some(game)));
        }
        known.extend(family.samples()?.into_iter().map(|sample| (sample, None)));
        for (element, _) in &known {
            self.bytes(element, report)?;
        }
        let mut rng = Rng::with_seed(self.seed);
        for _ in 0..self.rounds {
            self.small(&known, &mut engine, &mut rng, report)?;
            self.large(&known, &mut rng, report)?;
        }
        Ok(())
    }

    /// Bytes are read back, and damaged ones are refused or are those of another element.
    fn bytes(&self, g: &F::Element, report: &mut Report) -> Result<()> {
        let bytes = g.encode();
        let read = self.family.decode(&bytes)?;
        report.expect("bytes are read back", read == *g, || format!("{g:?}"));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            let same = match self.family.decode(&damaged) {
                Ok(other) => other.encode() == damaged && other != *g,
                Err(error) => matches!(error, Error::Subgroup { .. }),
            };
            report.expect("damaged bytes are no such element", same, || format!("{damaged:?}"));
        }
        Ok(())
    }

    /// A sum of few known games, against its canonical form.
    fn small(
        &self,
        known: &[Known<F>],
        engine: &mut Engine,
        rng: &mut Rng,
        report: &mut Report,
    ) -> Result<()> {
        let family = &self.family;
        let (mut sum, mut game) = (family.zero()?, Some(Game::ZERO));
        for _ in 0..rng.usize(1..=MOST_TERMS) {
            let (term, own) = &known[rng.usize(..known.len())];
            let minus = rng.bool();
            let term = if minus { family.negate(term)? } else { term.clone() };
            sum = family.add(&sum, &term)?;
            let (Some(total), Some(own)) = (game, *own) else {
                game = None;
                continue;
            };
            let added = engine.within(STEPS, |engine| {
                let own = if minus { engine.negate(own)? } else { own };
                engine.add(total, own)
            });
            game = match added {
                Ok(total) => Some(total),
                Err(error) if error.is_limit() => None,
                Err(error) => return Err(error),
            };
        }
        let (Some(game), Some(decided)) = (game, family.decide(&sum)?) else { return Ok(()) };
        match engine.within(STEPS, |engine| engine.outcome(game)) {
            Ok(outcome) => report.expect(GAME, decided == outcome, || {
                format!("{sum:?} is a {outcome}, and the rule says {decided:?}")
            }),
            Err(error) if error.is_limit() => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// An element of any size.
    fn any(&self, known: &[Known<F>], rng: &mut Rng) -> Result<F::Element> {
        let mut sum = self.family.zero()?;
        for _ in 0..rng.usize(1..=4) {
            let bits = rng.u32(..80);
            let mut count = IBig::from(rng.i128(..) >> (127 - bits));
            if rng.bool() {
                count = -count;
            }
            let term = self.family.multiple(&count, &known[rng.usize(..known.len())].0)?;
            sum = self.family.add(&sum, &term)?;
        }
        Ok(sum)
    }

    /// The laws within the family, on elements of any size. A limit is not a failure.
    fn large(&self, known: &[Known<F>], rng: &mut Rng, report: &mut Report) -> Result<()> {
        match self.within_the_family(known, rng, report) {
            Err(error) if error.is_limit() => Ok(()),
            done => done,
        }
    }

    fn within_the_family(
        &self,
        known: &[Known<F>],
        rng: &mut Rng,
        report: &mut Report,
    ) -> Result<()> {
        let family = &self.family;
        let [g, h, k] = [self.any(known, rng)?, self.any(known, rng)?, self.any(known, rng)?];
        let zero = family.zero()?;
        let (gh, minus) = (family.add(&g, &h)?, family.negate(&g)?);
        let shown = || format!("{g:?}, {h:?}, {k:?}");
        report.expect("g + 0 = g", family.add(&g, &zero)? == g, shown);
        report.expect("g + h = h + g", family.add(&h, &g)? == gh, shown);
        let right = family.add(&g, &family.add(&h, &k)?)?;
        report.expect("(g + h) + k = g + (h + k)", family.add(&gh, &k)? == right, shown);
        report.expect("g - g = 0", family.add(&g, &minus)? == zero, shown);
        report.expect("-(-g) = g", family.negate(&minus)? == g, shown);
        report.expect("the sum of many", family.sum(&[&g, &h, &k])? == right, shown);
        let three = family.add(&g, &family.add(&g, &g)?)?;
        report.expect("3.g = g + g + g", family.multiple(&3.into(), &g)? == three, shown);
        self.bytes(&gh, report)?;
        let [of_g, of_minus, of_h, of_sum] =
            [family.decide(&g)?, family.decide(&minus)?, family.decide(&h)?, family.decide(&gh)?];
        if let (Some(one), Some(other)) = (of_g, of_minus) {
            let mirrored = Relation::from(one).reversed() == Relation::from(other);
            report.expect("the negative has the mirrored outcome", mirrored, shown);
        }
        if let (Some(one), Some(other), Some(sum)) = (of_g, of_h, of_sum) {
            let fits = match (Relation::from(one), Relation::from(other)) {
                (Relation::Equal, other) | (other, Relation::Equal) => other == Relation::from(sum),
                (one, other) if one == other && one != Relation::Confused => {
                    one == Relation::from(sum)
                }
                _ => true,
            };
            report.expect("sums keep the order", fits, shown);
        }
        // An element that was declined, or not, is the same on another way.
        let again = family.add(&gh, &family.negate(&h)?)?;
        report.expect("the answer is that of the element", family.decide(&again)? == of_g, shown);
        Ok(())
    }
}
