//! Games that points decide: `? G`, `?? G` and `stops(G)` in the language.
//!
//! A sum of guaranteed games is reduced to its simplest form, which tells its scores. A game in which the
//! same player may move again has no theory of sums yet, so its positions are searched. Boards of Dots and
//! Boxes have a search of their own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use cg_core::{Meter, Player};
use cg_lang::{
    Asked, BuiltIn, Context, Error, GamePosition, PositionArgument, Rules, RunResult, Scored,
    Session, Source, Value,
};
use cg_rulesets::{Notated, Sign};
use cg_universes::{
    Atom, BoxesPosition, BoxesSolver, DotsAndBoxes, Playable, Score, Theory, UniverseError,
};
use serde::Serialize;

use crate::Calculator;
use crate::reply::Sides;
use crate::universes::{Failure, Known, Place, WithWords, form, in_theory, refused};

/// The function of the language for a board.
pub(crate) const BOXES: &str = "DotsAndBoxes";

/// The name of the game for `cg play` and `cg solve`.
const NAME: &str = "dots-and-boxes";

/// The longest play that is searched, in moves.
const LONGEST: usize = 1_000;

/// The scores of a position that points decide: `? G`, `?? G`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ScoreReply {
    /// Left's points less Right's at the end when Left moves first and both play well.
    pub left_first: String,
    /// The same when Right moves first.
    pub right_first: String,
    /// The first moves that reach these scores, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Sides<Vec<ScoreMoveReply>>>,
    #[serde(skip)]
    reached: [Score; 2],
    /// All first moves of each player, when they were asked for.
    #[serde(skip)]
    pub(crate) moves: Option<[Vec<ScoreMove>; 2]>,
}

impl ScoreReply {
    /// Who wins in one line: `Left wins by 3` if no one has a move, else for each who moves first.
    pub(crate) fn summary(&self) -> String {
        let ended = self.moves.as_ref().is_some_and(|moves| moves.iter().all(Vec::is_empty));
        match ended {
            true => self.words(Player::Left),
            false => {
                let side = |player| format!("{player} first: {}", self.words(player));
                Player::BOTH.map(side).join("; ")
            }
        }
    }

    /// Who wins, and by how much, when `first` moves first: `Left wins by 3`, or `a tie`.
    pub fn words(&self, first: Player) -> String {
        let score = self.reached[first as usize];
        match score.cmp(&Score::ZERO) {
            std::cmp::Ordering::Greater => format!("Left wins by {score}"),
            std::cmp::Ordering::Equal => "a tie".into(),
            std::cmp::Ordering::Less => format!("Right wins by {}", score.negated()),
        }
    }
}

/// A first move that reaches the best score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScoreMoveReply {
    /// The term in which it is made.
    pub from: String,
    /// The line that it draws, or what the term becomes.
    #[serde(rename = "move")]
    pub name: String,
}

/// A first move, with the score that it reaches.
#[derive(Clone, Debug)]
pub(crate) struct ScoreMove {
    /// The term in which it is made, by its place among the terms that are no scores, and as it is written.
    pub(crate) part: usize,
    pub(crate) from: String,
    pub(crate) name: String,
    /// What the term becomes, with its sign.
    pub(crate) becomes: String,
    /// Whether the same player moves again.
    pub(crate) again: bool,
    pub(crate) reaches: Score,
}

impl ScoreMove {
    /// Whether the player who makes it has more points at the end.
    pub(crate) fn wins(&self, player: Player) -> bool {
        match player {
            Player::Left => self.reaches > Score::ZERO,
            Player::Right => self.reaches < Score::ZERO,
        }
    }
}

/// A term with its sign.
fn with_sign(sign: Sign, text: &str) -> String {
    match sign {
        Sign::Plus => text.to_owned(),
        Sign::Minus if text.contains(['+', '-']) && !text.ends_with(')') => format!("-({text})"),
        Sign::Minus => format!("-{text}"),
    }
}

/// The scores of a sum that points decide; `None` if they do not decide it. A term may be written as for
/// `cg play`: `dots-and-boxes 2x3 a1-b1`.
///
/// ```
/// use cg_calculator::{Calculator, scores};
/// let mut calculator = Calculator::new()?;
/// let found = scores(&mut calculator, "dots-and-boxes 2x2 + score(1)", false)?;
/// assert_eq!(found.expect("points decide it").left_first, "3");
/// assert!(scores(&mut calculator, "Clobber(\"xo\")", false)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Errors of the rules; limits. A text that cannot be read is no such sum.
pub fn scores(
    calculator: &mut Calculator,
    sum: &str,
    moves: bool,
) -> Result<Option<ScoreReply>, Error> {
    let session = calculator.session();
    let source = Source::new("<sum>", in_the_language(sum));
    let asked = if moves { Asked::Moves } else { Asked::Outcome };
    let found = match session.scored_position(&source, asked) {
        Ok(found) => found,
        Err(error) if error.is_limit() || error.is_interruption() => return Err(error),
        Err(_) if sum.split_whitespace().any(|word| word == NAME) => {
            let message = "a board is added to other boards and to scores, not to other games";
            return Err(crate::reply::outside(refused(BOXES, message)));
        }
        Err(_) => return Ok(None),
    };
    let scored = found.map(|found| found.scored).transpose()?;
    Ok(scored.and_then(|scored| scored.data.downcast_ref::<ScoreReply>().cloned()))
}

/// A sum with its terms `dots-and-boxes 2x3 a1-b1` as calls of the language.
fn in_the_language(sum: &str) -> String {
    let mut terms = Vec::new();
    let mut words = sum.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word != NAME {
            terms.push(word.to_owned());
            continue;
        }
        let mut board = Vec::new();
        while let Some(word) = words.next_if(|word| !["+", "-"].contains(word)) {
            board.push(word);
        }
        terms.push(format!("{BOXES}(\"{}\")", board.join(" ").escape_default()));
    }
    terms.join(" ")
}

/// What a session knows of scores.
#[derive(Clone, Default)]
struct Memory {
    universes: Known,
    boards: Arc<Mutex<Option<Boards>>>,
}

/// The solver of the boards that were asked about last.
struct Boards {
    sizes: Vec<(u32, u32)>,
    solver: BoxesSolver,
}

/// Adds the functions.
pub(crate) fn equip(session: &mut Session, known: &Known) {
    let memory = Memory { universes: known.clone(), ..Memory::default() };
    let refusal = refused(
        BOXES,
        "points decide it, and it has no value of normal play: ask `? G`, `?? G` or stops(G)",
    );
    let board = BuiltIn::word(
        BOXES,
        "DotsAndBoxes(rows, columns)",
        "A position of Dots and Boxes: a size in boxes, or a text such as \"2x2 a1-b1\".",
        1..=2,
        refusal,
    );
    let board = board.that_scores().with_drawing(|arguments| {
        let (board, position) = board_of(arguments).ok()?;
        let Ok(drawing) = board.draw(&position);
        Some(drawing)
    });
    session.add_function(board.that_keeps_sums());
    let score = session.built_ins().iter().find(|function| function.name() == "score");
    let score = score.expect("it is a word of positions").clone();
    session.add_function(score.that_scores());
    let passes = BuiltIn::of_positions(
        "passstops",
        "passstops(G)",
        "The scores that are reached when Left and when Right starts and the other may pass.",
        1..=2,
        {
            let memory = memory.clone();
            move |rules, typed| stops(&memory, rules, typed, true)
        },
    );
    session.add_function(passes.that_keeps_sums());
    let of_queries = memory.clone();
    let stops = BuiltIn::of_positions(
        "stops",
        "stops(G)",
        "The scores that are reached when Left and when Right starts; of a game of normal play its stops.",
        1..=2,
        move |rules, typed| stops(&memory, rules, typed, false),
    );
    let stops = stops.with_scores(move |rules, position, asked| {
        let (reached, moves) = of_queries
            .answer(rules, position, asked)
            .map_err(|failure| failure.of(rules, "stops"))?;
        told(rules, reached, moves)
    });
    session.add_function(stops.that_keeps_sums());
}

/// The board and the position that a call writes.
pub(crate) fn board_of(arguments: &[Value]) -> RunResult<(DotsAndBoxes, BoxesPosition)> {
    let side = |value: &Value| value.held_integer().and_then(|side| u32::try_from(side).ok());
    let text = match arguments {
        [text] => text.as_text().map(str::to_owned),
        [rows, columns] => {
            side(rows).zip(side(columns)).map(|(rows, columns)| format!("{rows}x{columns}"))
        }
        _ => None,
    };
    let Some(text) = text else {
        let message =
            "write numbers of boxes, as in DotsAndBoxes(2, 3), or a text, as in \"2x3 a1-b1\"";
        return Err(refused(BOXES, message));
    };
    DotsAndBoxes::read(&text).map_err(|error| refused(BOXES, error.problem))
}

/// The scores, as a query says them.
fn told(
    rules: &Rules<'_>,
    reached: [Score; 2],
    moves: Option<[Vec<ScoreMove>; 2]>,
) -> RunResult<Scored> {
    let best_moves = moves.as_ref().map(|[left, right]| {
        let best = |moves: &[ScoreMove], reached: Score| {
            let best = moves.iter().filter(move |one| one.reaches == reached);
            let named =
                |one: &ScoreMove| ScoreMoveReply { from: one.from.clone(), name: one.name.clone() };
            best.map(named).collect()
        };
        Sides { left: best(left, reached[0]), right: best(right, reached[1]) }
    });
    let [left_first, right_first] = reached.map(|score| score.to_string());
    let reply = ScoreReply { left_first, right_first, best_moves, reached, moves };
    let side = |player: Player| {
        let mut lines = vec![format!("{player} moves first: {}", reply.words(player))];
        let moves = reply.best_moves.iter().flat_map(|moves| match player {
            Player::Left => &moves.left,
            Player::Right => &moves.right,
        });
        let numbered = (1..)
            .zip(moves)
            .map(|(number, one): (usize, _)| format!("  {number}. {}: {}", one.from, one.name));
        lines.extend(numbered);
        lines.join("\n")
    };
    let text = Player::BOTH.map(side).join("\n");
    let value = rules.with_context(|context| listed(context, reached))?;
    Ok(Scored { value, text, data: Arc::new(reply) })
}

fn listed(context: &mut Context<'_>, scores: [Score; 2]) -> RunResult<Value> {
    let [left, right] = scores.map(|score| score_value(context, score));
    context.list(vec![left?, right?])
}

/// A score as a value: a number where it is one of the language, else a text.
fn score_value(context: &mut Context<'_>, score: Score) -> RunResult<Value> {
    let (numerator, denominator) = score.fraction();
    if !denominator.is_power_of_two() {
        return Ok(context.bare_text(score.to_string()));
    }
    if denominator == 1 {
        return Ok(context.integer_value(numerator.into()));
    }
    let halvings = usize::try_from(denominator.trailing_zeros()).expect("at most 63");
    let number = cg_core::Dyadic::new(numerator.into(), halvings)?;
    Ok(Value::Game(context.engine.number(&number)?))
}

/// `stops(G)` and `passstops(G)`.
fn stops(
    memory: &Memory,
    rules: &Rules<'_>,
    typed: &[PositionArgument],
    passes: bool,
) -> RunResult<Value> {
    let name = if passes { "passstops" } else { "stops" };
    let (asked, given) = match typed {
        [_] => (None, typed),
        _ => in_theory(name, typed).map(|(theory, given)| (Some(theory), given))?,
    };
    let PositionArgument::Position(position) = &given[0] else {
        if !matches!(given[0], PositionArgument::Value(_)) {
            return Err(refused(name, format!("it is about one position, as in {name}(G)")));
        }
        let reached = memory.by_form(&WithWords::new(rules), name, &given[0], passes);
        let reached = reached.map_err(|failure| failure.of(rules, name))?;
        return rules.with_context(|context| listed(context, reached));
    };
    let scoring = match asked {
        Some(theory) => theory == Theory::Scoring,
        None => {
            passes
                || has_boards(rules, position)
                || has_scores(&memory.universes, rules, name, position)?
        }
    };
    if !scoring {
        return stops_of_normal_play(rules, name, position);
    }
    let reached = match passes {
        true => memory.by_form(&WithWords::new(rules), name, &given[0], true),
        false => memory.answer(rules, position, Asked::Outcome).map(|(reached, _)| reached),
    };
    let reached = reached.map_err(|failure| failure.of(rules, name))?;
    rules.with_context(|context| listed(context, reached))
}

/// Whether a component of a position is a board of Dots and Boxes.
fn has_boards(rules: &Rules<'_>, position: &GamePosition) -> bool {
    let parts = position.components();
    parts.iter().any(|part| rules.built_in_call(part).is_some_and(|(name, _)| name == BOXES))
}

/// Whether a position has scores.
fn has_scores(
    known: &Known,
    rules: &Rules<'_>,
    name: &str,
    position: &GamePosition,
) -> RunResult<bool> {
    let words = WithWords::new(rules);
    let place = Place::Game(position.clone());
    let found = known.ask(Theory::AllMisere, rules, |universe| {
        universe.universe_of::<_, Failure>(&words, &place)
    });
    match found {
        _ if words.has_scores() => Ok(true),
        Err(Failure::Universe(UniverseError::Mixed { .. })) | Ok(_) => Ok(false),
        // A sum with `again` in it, which has scores alone.
        Err(Failure::Run(_)) if words.has_again() => Ok(true),
        Err(failure) => Err(failure.of(rules, name)),
    }
}

/// The stops of a game of normal play.
fn stops_of_normal_play(
    rules: &Rules<'_>,
    name: &str,
    position: &GamePosition,
) -> RunResult<Value> {
    let game = rules.value(position).map_err(|error| rules.failed(name, &error))?;
    rules.with_context(|context| {
        let stops = [context.engine.left_stop(game)?, context.engine.right_stop(game)?];
        let mut values = Vec::new();
        for stop in stops {
            values.push(Value::Game(context.engine.number(&stop)?));
        }
        context.list(values)
    })
}

// The answers.

type Answer = ([Score; 2], Option<[Vec<ScoreMove>; 2]>);

impl Memory {
    /// The scores of a position when Left and when Right starts, and the first moves with what they reach.
    fn answer(
        &self,
        rules: &Rules<'_>,
        position: &GamePosition,
        asked: Asked,
    ) -> Result<Answer, Failure> {
        let words = WithWords::new(rules);
        let sum = Sum::of(&words, position)?;
        let mut boards = Vec::new();
        for (part, sign) in &sum.parts {
            let call = rules.built_in_call(part).filter(|(name, _)| name == BOXES);
            if let Some((_, arguments)) = call {
                boards.push((board_of(&arguments).map_err(Failure::Run)?, *sign));
            }
        }
        if !boards.is_empty() {
            if boards.len() < sum.parts.len() {
                let message = "a board is added to other boards and to scores, not to other games";
                return Err(Failure::Run(refused(BOXES, message)));
            }
            return self.of_boards(rules, &sum, &boards, asked);
        }
        let argument = PositionArgument::Position(position.clone());
        match self.by_form(&words, "stops", &argument, false) {
            Ok(reached) => {
                let moves = match asked {
                    Asked::Outcome => None,
                    Asked::Moves => Some(self.moves_by_form(&words, &sum)?),
                };
                Ok((reached, moves))
            }
            // The theory has no games in which a player moves again, and a search has them.
            Err(_) if words.has_again() => {
                let mut search = Search::new(&words);
                let reached = [
                    sum.score.plus(search.reached(&sum.parts, Player::Left)?)?,
                    sum.score.plus(search.reached(&sum.parts, Player::Right)?)?,
                ];
                let moves = match asked {
                    Asked::Outcome => None,
                    Asked::Moves => Some([
                        search.moves(&sum, Player::Left)?,
                        search.moves(&sum, Player::Right)?,
                    ]),
                };
                Ok((reached, moves))
            }
            Err(failure) => Err(failure),
        }
    }

    /// The scores of a guaranteed game, by its simplest form.
    fn by_form(
        &self,
        words: &WithWords<'_, '_>,
        name: &str,
        argument: &PositionArgument,
        passes: bool,
    ) -> Result<[Score; 2], Failure> {
        self.universes.ask(Theory::Scoring, words.rules(), |universe| {
            let form = form(universe, words, name, argument, false)?;
            let form = universe.simplest(form)?;
            Ok(match passes {
                true => universe.pass_stops(form)?,
                false => universe.stops(form)?,
            })
        })
    }

    /// The first moves in a sum of guaranteed games.
    fn moves_by_form(
        &self,
        words: &WithWords<'_, '_>,
        sum: &Sum,
    ) -> Result<[Vec<ScoreMove>; 2], Failure> {
        self.universes.ask(Theory::Scoring, words.rules(), |universe| {
            let mut forms = Vec::new();
            for (part, sign) in &sum.parts {
                let form = universe.simplest_of::<_, Failure>(words, &Place::Game(part.clone()))?;
                forms.push(if *sign == Sign::Plus { form } else { universe.conjugate(form)? });
            }
            let mut found = [Vec::new(), Vec::new()];
            for (at, (part, sign)) in sum.parts.iter().enumerate() {
                let mut others = universe.zero()?;
                for (_, &form) in forms.iter().enumerate().filter(|(number, _)| *number != at) {
                    others = universe.simplest_sum(others, form)?;
                }
                for player in Player::BOTH {
                    for place in words.of_game(part, sign.player(player))?.options {
                        let form = universe.simplest_of::<_, Failure>(words, &place)?;
                        let form =
                            if *sign == Sign::Plus { form } else { universe.conjugate(form)? };
                        let after = universe.simplest_sum(others, form)?;
                        let reached = universe.stops(after)?[player.opponent() as usize];
                        let name = words.text(&place)?;
                        found[player as usize].push(ScoreMove {
                            part: at,
                            from: sum.texts[at].clone(),
                            becomes: with_sign(*sign, &name),
                            name,
                            again: false,
                            reaches: sum.score.plus(reached)?,
                        });
                    }
                }
            }
            Ok(found)
        })
    }

    /// The scores of boards of Dots and Boxes.
    fn of_boards(
        &self,
        rules: &Rules<'_>,
        sum: &Sum,
        boards: &[((DotsAndBoxes, BoxesPosition), Sign)],
        asked: Asked,
    ) -> Result<Answer, Failure> {
        let limits = rules.with_context(|context| {
            let mut limits = context.engine.limits().clone();
            limits.memory = limits.memory.saturating_sub(context.engine.memory() as u64);
            limits
        });
        let mut kept = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let sizes: Vec<(u32, u32)> = boards.iter().map(|((board, _), _)| board.size()).collect();
        let known = kept.take().filter(|known| known.sizes == sizes);
        let mut known = match known {
            Some(mut known) => {
                known.solver.set_limits(limits);
                known
            }
            None => {
                let all = boards.iter().map(|((board, _), _)| board);
                Boards { sizes, solver: BoxesSolver::new(all, limits)? }
            }
        };
        let (mut drawn, mut first, mut lead) = (0, Vec::new(), sum.score);
        let mut before = 0;
        for ((board, position), sign) in boards {
            first.push(before);
            drawn |= position.drawn().checked_shl(before).unwrap_or(0);
            before += board.lines();
            lead = lead.plus(signed(*sign, Score::from(position.lead())))?;
        }
        let reached_by = |player: Player, net: i8| {
            let net = Score::from(i32::from(net));
            lead.plus(if player == Player::Left { net } else { net.negated() })
        };
        let answer = known.solver.net(drawn).and_then(|net| {
            let reached = [reached_by(Player::Left, net)?, reached_by(Player::Right, net)?];
            if asked == Asked::Outcome {
                return Ok((reached, None));
            }
            let lines = known.solver.moves(drawn)?;
            let moves = Player::BOTH.map(|player| {
                let named = lines.iter().map(|&(line, net)| {
                    let at = first.iter().rposition(|&first| first <= line).expect("0 is first");
                    let ((board, position), sign) = &boards[at];
                    let chosen = board.line(line - first[at], sign.player(player));
                    let Ok(after) = board.after(position, &chosen);
                    let becomes = format!("{BOXES}(\"{}\")", board.write(&after));
                    Ok(ScoreMove {
                        part: at,
                        from: sum.texts[at].clone(),
                        name: board.write_move(&chosen),
                        becomes: with_sign(*sign, &becomes),
                        again: board.moves_again(position, &chosen),
                        reaches: reached_by(player, net)?,
                    })
                });
                named.collect::<cg_universes::Result<Vec<ScoreMove>>>()
            });
            let [left, right] = moves;
            Ok((reached, Some([left?, right?])))
        });
        *kept = Some(known);
        Ok(answer?)
    }
}

/// A sum of positions of one component each, and the score that is certain.
struct Sum {
    parts: Vec<(GamePosition, Sign)>,
    /// The parts as they are written, with their signs.
    texts: Vec<String>,
    score: Score,
}

impl Sum {
    fn of(words: &WithWords<'_, '_>, position: &GamePosition) -> Result<Self, Failure> {
        let mut sum = Sum { parts: Vec::new(), texts: Vec::new(), score: Score::ZERO };
        let (score, again) = components(words, position, Sign::Plus, &mut sum.parts)?;
        if again {
            let message = "`again` is a move, and not a position";
            return Err(Failure::Run(refused("stops", message)));
        }
        sum.score = score;
        for (part, sign) in &sum.parts {
            let text = words.rules().text(part).map_err(Failure::Rules)?;
            sum.texts.push(if *sign == Sign::Plus { text } else { format!("-{text}") });
        }
        Ok(sum)
    }
}

/// Adds the components of a position to some. Returns the sum of the scores among them, and whether the same
/// player moves again.
fn components(
    words: &WithWords<'_, '_>,
    position: &GamePosition,
    sign: Sign,
    parts: &mut Vec<(GamePosition, Sign)>,
) -> Result<(Score, bool), Failure> {
    let (mut score, mut again) = (Score::ZERO, false);
    for (place, own) in words.components(&Place::Game(position.clone()))? {
        let sign = own * sign;
        if let Place::Game(part) = &place
            && let Some(behind) = words.again(part)?
        {
            let (more, _) = components(words, &behind, sign, parts)?;
            (score, again) = (score.plus(more)?, true);
            continue;
        }
        match (words.atom(&place)?, place) {
            (Some(Atom::Score(found)), _) => {
                score = score.plus(signed(sign, found))?;
            }
            (None, Place::Game(part)) => parts.push((part, sign)),
            (_, _) => {
                let message = "a score and a certain win do not go together";
                return Err(Failure::Run(refused("stops", message)));
            }
        }
    }
    Ok((score, again))
}

// The search.

/// A search of all positions of a game in which the same player may move again.
struct Search<'a, 'r, 's> {
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
    fn new(words: &'a WithWords<'r, 's>) -> Self {
        let limits = words.rules().with_context(|context| {
            let mut limits = context.engine.limits().clone();
            limits.memory = limits.memory.saturating_sub(context.engine.memory() as u64) / 2;
            limits
        });
        let (known, meter) = (HashMap::new(), Meter::new(limits));
        Search { words, known, bytes: 0, meter, deep: 0 }
    }

    /// The score at the end if `mover` moves first and both play well.
    fn reached(&mut self, parts: &[(GamePosition, Sign)], mover: Player) -> Result<Score, Failure> {
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
        let (score, again) = components(self.words, position, sign, &mut left)?;
        Ok((score, left, if marked || again { mover } else { mover.opponent() }))
    }

    /// The moves of a player in a sum, with what they reach.
    fn moves(&mut self, sum: &Sum, player: Player) -> Result<Vec<ScoreMove>, Failure> {
        let mut moves = Vec::new();
        for (at, (part, sign)) in sum.parts.iter().enumerate() {
            for option in self.words.of_game(part, sign.player(player))?.options {
                let (score, left, next) = self.after(&sum.parts, at, &option, player)?;
                let name = match &option {
                    Place::Again(position, _) => self.words.text(&Place::Game(position.clone()))?,
                    other => self.words.text(other)?,
                };
                moves.push(ScoreMove {
                    part: at,
                    from: sum.texts[at].clone(),
                    becomes: with_sign(*sign, &name),
                    name: self.words.text(&option)?,
                    again: next == player,
                    reaches: sum.score.plus(score.plus(self.reached(&left, next)?)?)?,
                });
            }
        }
        Ok(moves)
    }
}

fn signed(sign: Sign, score: Score) -> Score {
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
