//! Sums of positions that points decide, and the search of all positions.

use std::collections::HashMap;

use cg_core::{Meter, Player};
use cg_lang::GamePosition;
use cg_rulesets::Sign;
use cg_universes::{Atom, Playable, Score, ScoreAnswer, ScoreMove, UniverseError};

use crate::universes::{Failure, Place, WithWords, refused};

/// The longest play that is searched, in moves.
const LONGEST: usize = 1_000;

/// One component with its sign.
pub(super) fn with_sign(sign: Sign, component: &str) -> String {
    match sign {
        Sign::Plus => component.to_owned(),
        Sign::Minus => format!("-{component}"),
    }
}

/// Terms as a sum, with a plus before each but the first and those that begin with a minus.
pub(super) fn joined<'t>(terms: impl IntoIterator<Item = &'t str>) -> String {
    let mut sum = String::new();
    for term in terms {
        sum += if sum.is_empty() || term.starts_with('-') { "" } else { "+" };
        sum += term;
    }
    sum
}

/// A score and components as a sum.
fn written(
    words: &WithWords<'_, '_>,
    score: Score,
    parts: &[(GamePosition, Sign)],
) -> Result<String, Failure> {
    let mut terms = Vec::new();
    if parts.is_empty() || score != Score::ZERO {
        terms.push(format!("score({score})"));
    }
    for (part, sign) in parts {
        terms.push(with_sign(*sign, &words.text(&Place::Game(part.clone()))?));
    }
    Ok(joined(terms.iter().map(String::as_str)))
}

/// What a component with a sign becomes by a move to an option.
pub(super) fn becomes(
    words: &WithWords<'_, '_>,
    option: &GamePosition,
    sign: Sign,
) -> Result<String, Failure> {
    let (mut parts, mut points) = (Vec::new(), [Score::ZERO; 2]);
    components(words, option, sign, &mut parts, &mut points)?;
    written(words, lead(points)?, &parts)
}

/// A sum of positions of one component each, and the score that is certain.
pub(super) struct Sum {
    pub(super) parts: Vec<(GamePosition, Sign)>,
    /// The parts as they are written, with their signs.
    pub(super) texts: Vec<String>,
    /// The places of their terms in the position as it was written.
    pub(super) terms: Vec<usize>,
    /// The points that Left and Right have for certain.
    pub(super) points: Points,
}

/// Left's points and Right's.
pub(super) type Points = [Score; 2];

/// Left's points less Right's.
fn lead([left, right]: Points) -> Result<Score, UniverseError> {
    left.plus(right.negated())
}

impl Sum {
    pub(super) fn of(words: &WithWords<'_, '_>, position: &GamePosition) -> Result<Self, Failure> {
        let (parts, texts, terms) = (Vec::new(), Vec::new(), Vec::new());
        let mut sum = Sum { parts, texts, terms, points: [Score::ZERO; 2] };
        for (number, term) in position.components().iter().enumerate() {
            if components(words, term, Sign::Plus, &mut sum.parts, &mut sum.points)? {
                let message = "`again` is a move, and not a position";
                return Err(Failure::Run(refused("stops", message)));
            }
            sum.terms.resize(sum.parts.len(), number);
        }
        for (part, sign) in &sum.parts {
            let text = words.rules().text(part).map_err(Failure::Rules)?;
            sum.texts.push(if *sign == Sign::Plus { text } else { format!("-{text}") });
        }
        Ok(sum)
    }

    pub(super) fn answer(
        &self,
        reached: [Score; 2],
        moves: Option<[Vec<ScoreMove>; 2]>,
    ) -> ScoreAnswer {
        ScoreAnswer { points: self.points, components: self.texts.clone(), reached, moves }
    }

    /// Left's points less Right's.
    pub(super) fn score(&self) -> Result<Score, UniverseError> {
        lead(self.points)
    }

    /// The sum after a move in one of its parts, as it is written.
    pub(super) fn after(&self, at: usize, becomes: &str) -> String {
        let [left, right] = self.points;
        let mut points = vec![format!("score({left})")];
        if right != Score::ZERO {
            points.push(format!("score({})", right.negated()));
        }
        let parts = self.texts.iter().enumerate();
        let parts = parts.map(|(number, part)| if number == at { becomes } else { part });
        joined(points.iter().map(String::as_str).chain(parts))
    }
}

/// Adds the components of a position to some, and the scores among them to the points of the players. Returns
/// whether the same player moves again.
fn components(
    words: &WithWords<'_, '_>,
    position: &GamePosition,
    sign: Sign,
    parts: &mut Vec<(GamePosition, Sign)>,
    points: &mut Points,
) -> Result<bool, Failure> {
    let mut again = false;
    for (place, own) in words.components(&Place::Game(position.clone()))? {
        let sign = own * sign;
        if let Place::Game(part) = &place
            && let Some(behind) = words.again(part)?
        {
            components(words, &behind, sign, parts, points)?;
            again = true;
            continue;
        }
        match (words.atom(&place)?, place) {
            (Some(Atom::Score(found)), _) => {
                let found = signed(sign, found);
                match found < Score::ZERO {
                    false => points[0] = points[0].plus(found)?,
                    true => points[1] = points[1].plus(found.negated())?,
                }
            }
            (None, Place::Game(part)) => parts.push((part, sign)),
            (_, _) => {
                let message = "a score and a certain win do not go together";
                return Err(Failure::Run(refused("stops", message)));
            }
        }
    }
    Ok(again)
}

/// A search of all positions of a game in which the same player may move again.
pub(super) struct Search<'a, 'r, 's> {
    words: &'a WithWords<'r, 's>,
    known: HashMap<Key, Score>,
    bytes: usize,
    meter: Meter,
    deep: usize,
}

/// Components and the player to move.
type Key = (Box<[(GamePosition, Sign)]>, Player);

/// A position after a move: the score that became certain, the other components, and the player to move.
type After = (Score, Vec<(GamePosition, Sign)>, Player);

impl<'a, 'r, 's> Search<'a, 'r, 's> {
    pub(super) fn new(words: &'a WithWords<'r, 's>) -> Self {
        let limits = words.rules().with_context(|context| {
            let mut limits = context.engine.limits().clone();
            limits.memory = limits.memory.saturating_sub(context.engine.memory() as u64) / 2;
            limits
        });
        let (known, meter) = (HashMap::new(), Meter::new(limits));
        Search { words, known, bytes: 0, meter, deep: 0 }
    }

    /// The score at the end if `mover` moves first and both play well.
    pub(super) fn reached(
        &mut self,
        parts: &[(GamePosition, Sign)],
        mover: Player,
    ) -> Result<Score, Failure> {
        let key = (parts.to_vec().into_boxed_slice(), mover);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.meter.look(self.known.len(), self.bytes).map_err(UniverseError::from)?;
        if self.deep == LONGEST {
            let message =
                format!("it may last more than {LONGEST} moves, which is too long for a search");
            return Err(Failure::Run(refused("stops", message)));
        }
        self.deep += 1;
        let (mut ends, mut best) = (Score::ZERO, None::<Score>);
        for (at, (part, sign)) in parts.iter().enumerate() {
            let choices = self.words.of_game(part, sign.player(mover))?;
            if let Some(mark) = choices.mark {
                ends = ends.plus(signed(*sign, mark))?;
            }
            for option in choices.options {
                let (score, left, next) = self.after(parts, at, &option, mover)?;
                let reached = score.plus(self.reached(&left, next)?)?;
                best = Some(best.map_or(reached, |best| better(mover, best, reached)));
            }
        }
        self.deep -= 1;
        let reached = best.unwrap_or(ends);
        let parts = key.0.iter().map(|(part, _)| part.bytes() + size_of::<(GamePosition, Sign)>());
        self.bytes += parts.sum::<usize>() + size_of::<(usize, Score)>();
        self.known.insert(key, reached);
        Ok(reached)
    }

    fn after(
        &self,
        parts: &[(GamePosition, Sign)],
        at: usize,
        option: &Place,
        mover: Player,
    ) -> Result<After, Failure> {
        let sign = parts[at].1;
        let (position, marked) = match option {
            Place::Game(position) => (position, false),
            Place::Again(position, _) => (position, true),
            Place::Entailed(..) | Place::Won(_) => {
                let message = "`entails` and `oo` belong to games without scores";
                return Err(Failure::Run(refused("stops", message)));
            }
        };
        let others = parts.iter().enumerate().filter(|(number, _)| *number != at);
        let mut left: Vec<_> = others.map(|(_, part)| part.clone()).collect();
        let mut points = [Score::ZERO; 2];
        let again = components(self.words, position, sign, &mut left, &mut points)?;
        Ok((lead(points)?, left, if marked || again { mover } else { mover.opponent() }))
    }

    /// The moves of a player in a sum, with what they reach.
    pub(super) fn moves(&mut self, sum: &Sum, player: Player) -> Result<Vec<ScoreMove>, Failure> {
        let mut moves = Vec::new();
        for (at, (part, sign)) in sum.parts.iter().enumerate() {
            for option in self.words.of_game(part, sign.player(player))?.options {
                let (score, left, next) = self.after(&sum.parts, at, &option, player)?;
                // The others come before those that the component becomes.
                let becomes = written(self.words, score, &left[sum.parts.len() - 1..])?;
                moves.push(ScoreMove {
                    term: sum.terms[at],
                    from: sum.texts[at].clone(),
                    after: sum.after(at, &becomes),
                    becomes,
                    name: self.words.text(&option)?,
                    again: next == player,
                    reaches: Some(sum.score()?.plus(score.plus(self.reached(&left, next)?)?)?),
                });
            }
        }
        Ok(moves)
    }
}

pub(super) fn signed(sign: Sign, score: Score) -> Score {
    match sign {
        Sign::Plus => score,
        Sign::Minus => score.negated(),
    }
}

fn better(player: Player, one: Score, other: Score) -> Score {
    match player {
        Player::Left => one.max(other),
        Player::Right => one.min(other),
    }
}
