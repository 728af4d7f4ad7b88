//! A proof as a text in JSON: a family, its rule, and the claims that prove the rule.

use cg_core::{Game, Player, Tree};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::prove::{Answer, Claim};
use crate::{Family, FamilyError, ProvedRule, Result, Rule};

/// The first words of a file.
const FORMAT: &str = "cg family proof 1";

/// The number of a game in the list of all games.
pub(crate) type GameNumber = usize;

/// A proof of an outcome rule, on its own: all games are written as trees.
///
/// ```
/// use cg_core::{Dyadic, Limits};
/// use cg_families::{Family, Proof, Search, Settings};
/// use cg_simplify::Engine;
///
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let star = engine.nimber(&1u8.into())?;
/// let up = engine.up(&Dyadic::from(1))?;
/// let settings = Settings::default();
/// let family = Family::find(&mut engine, &[up, star], &settings)?;
/// let Search::Proved(found) = family.rule(&mut engine, &settings)? else { panic!("it has a rule") };
/// let text = Proof::of(&mut engine, "ups and star", &["^".into(), "*".into()], &family, &found)?.write();
/// let mut other = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let checked = Proof::read(&text)?.check(&mut other)?;
/// assert_eq!((checked.classes, checked.corners), (2, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    format: String,
    /// The family in words.
    pub title: String,
    /// All games: the numbers of their left options and of their right options, which come before.
    pub(crate) games: Vec<[Vec<GameNumber>; 2]>,
    /// The names of the values.
    pub names: Vec<String>,
    /// The values of the family.
    pub(crate) values: Vec<GameNumber>,
    /// The games of the basis, with the weights of their negatives.
    pub(crate) basis: Vec<(GameNumber, u64)>,
    /// The representatives of the classes.
    pub(crate) representatives: Vec<GameNumber>,
    /// The rule.
    pub rule: Rule,
    /// For each class the proofs of its minimal corners, then of its maximal ones. A proof is the
    /// number of a claim, or nothing for a comparison.
    pub(crate) proofs: Vec<[Vec<Option<usize>>; 2]>,
    pub(crate) claims: Vec<WrittenClaim>,
}

/// A claim as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenClaim {
    pub(crate) pieces: Vec<usize>,
    pub(crate) constant: GameNumber,
    pub(crate) weight: u64,
    pub(crate) block: usize,
    pub(crate) base: Vec<Option<usize>>,
    pub(crate) answers: Vec<WrittenAnswer>,
}

/// A move: in a piece or in the constant, and the option that is chosen there.
pub(crate) type WrittenMove = (Option<usize>, GameNumber);

/// The move of Right, the answer of Left, the claim that it leads to.
pub(crate) type WrittenAnswer = (WrittenMove, WrittenMove, usize);

/// Gives numbers to games, the options before.
#[derive(Default)]
struct Numbering {
    games: Vec<[Vec<GameNumber>; 2]>,
    numbers: FxHashMap<Game, GameNumber>,
}

impl Numbering {
    fn number(&mut self, engine: &mut Engine, game: Game) -> Result<GameNumber> {
        let mut waiting = vec![game];
        while let Some(&next) = waiting.last() {
            engine.check()?;
            if self.numbers.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let [left, right] =
                [engine.options(next, Player::Left)?, engine.options(next, Player::Right)?];
            let before = waiting.len();
            let all = left.iter().chain(&right);
            waiting.extend(all.filter(|option| !self.numbers.contains_key(option)));
            if waiting.len() == before {
                let numbers = [left, right]
                    .map(|options| options.iter().map(|option| self.numbers[option]).collect());
                self.numbers.insert(next, self.games.len());
                self.games.push(numbers);
            }
        }
        Ok(self.numbers[&game])
    }

    fn numbers(&mut self, engine: &mut Engine, games: &[Game]) -> Result<Vec<GameNumber>> {
        games.iter().map(|&game| self.number(engine, game)).collect()
    }

    fn claim(&mut self, engine: &mut Engine, claim: &Claim) -> Result<WrittenClaim> {
        let mut answers = Vec::new();
        for Answer { right, left, claim } in &claim.answers {
            let right = (right.0, self.number(engine, right.1)?);
            answers.push((right, (left.0, self.number(engine, left.1)?), *claim));
        }
        Ok(WrittenClaim {
            pieces: (0..32).filter(|piece| claim.pieces >> piece & 1 == 1).collect(),
            constant: self.number(engine, claim.constant)?,
            weight: claim.weight,
            block: claim.block,
            base: claim.base.clone(),
            answers,
        })
    }
}

impl Proof {
    /// The proof of a rule of a family. `names` are those of the values of the family.
    ///
    /// # Errors
    /// Limits and interrupts of the engine.
    pub fn of(
        engine: &mut Engine,
        title: &str,
        names: &[String],
        family: &Family,
        found: &ProvedRule,
    ) -> Result<Self> {
        let mut numbering = Numbering::default();
        let values = numbering.numbers(engine, family.values())?;
        let basis = numbering.numbers(engine, &found.basis)?;
        let basis = basis.into_iter().zip(found.prover.weights().iter().copied()).collect();
        let representatives = numbering.numbers(engine, &found.representatives)?;
        let claims = found.prover.claims().iter().map(|claim| numbering.claim(engine, claim));
        let claims = claims.collect::<Result<_>>()?;
        Ok(Proof {
            format: FORMAT.into(),
            title: title.into(),
            games: numbering.games,
            names: names.to_vec(),
            values,
            basis,
            representatives,
            rule: found.rule.clone(),
            proofs: found.proofs.clone(),
            claims,
        })
    }

    /// A game of a proof that was checked, with what lies below it.
    pub(crate) fn tree(&self, game: GameNumber) -> Tree {
        let mut needed = vec![false; game + 1];
        needed[game] = true;
        for at in (0..=game).rev() {
            if needed[at] {
                self.games[at].iter().flatten().for_each(|&option| needed[option] = true);
            }
        }
        let mut numbers = vec![0; game + 1];
        let mut forms = Vec::new();
        for at in (0..=game).filter(|&at| needed[at]) {
            numbers[at] = u32::try_from(forms.len()).expect("a proof has less than 2^32 games");
            let side =
                |side: &Vec<GameNumber>| side.iter().map(|&option| numbers[option]).collect();
            forms.push(self.games[at].each_ref().map(side));
        }
        Tree::new(forms).expect("in a checked proof options come before their games")
    }

    /// The text of a file.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string(self).expect("a proof has no maps with odd keys");
        text.push('\n');
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`FamilyError::Format`].
    pub fn read(text: &str) -> Result<Self> {
        let proof: Proof =
            serde_json::from_str(text).map_err(|error| FamilyError::Format(error.to_string()))?;
        match &proof.format[..] {
            FORMAT => Ok(proof),
            other => Err(FamilyError::Format(format!(
                "its format is `{}`, and this program reads `{FORMAT}`",
                other.escape_debug()
            ))),
        }
    }
}
