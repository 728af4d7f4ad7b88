//! Games that points decide: `? G`, `?? G` and `stops(G)` in the language.
//!
//! A sum of guaranteed games is reduced to its simplest form, which tells its scores. A game in which the
//! same player may move again has no theory of sums yet, so its positions are searched. Boards of Dots and
//! Boxes have a search of their own.

use std::sync::{Arc, Mutex, PoisonError};

use cg_core::Player;
use cg_lang::{
    Asked, BuiltIn, Context, GamePosition, PositionArgument, PositionPart, Rules, RunResult,
    Scored, Session, Value,
};
use cg_rulesets::{Notated, Sign};
use cg_universes::{
    BoxesPosition, BoxesSolver, DotsAndBoxes, Score, ScoreAnswer, ScoreMove, Theory, UniverseError,
};
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

use crate::universes::{Failure, Known, Place, WithWords, form, in_theory, refused};

mod reply;
mod search;

pub use reply::ScoreReply;
use search::{Search, Sum, becomes, joined, signed, with_sign};

/// The most copies of a board whose moves are listed.
const MOST_COPIES: i32 = 1_000;

/// The function of the language for a board.
pub(crate) const BOXES: &str = "DotsAndBoxes";

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
        let answer = of_queries
            .answer(rules, position, asked)
            .map_err(|failure| failure.of(rules, "stops"))?;
        told(rules, answer)
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

/// A line that a player draws on a board, or on its negative.
fn on_board(
    (board, position): &(DotsAndBoxes, BoxesPosition),
    sign: Sign,
    line: u32,
    player: Player,
) -> ScoreMove {
    let chosen = board.draws(position, line, sign.player(player));
    ScoreMove {
        term: 0,
        from: String::new(),
        after: String::new(),
        becomes: with_sign(sign, &format!("{BOXES}(\"{}\")", board.write(&chosen.after))),
        again: board.moves_again(position, &chosen),
        name: chosen.name,
        reaches: None,
    }
}

/// The terms of a position after a move in one of them.
pub(crate) fn after_move(terms: &[PositionPart], chosen: &ScoreMove) -> String {
    let mut sum = Vec::new();
    for (at, term) in terms.iter().enumerate() {
        if at != chosen.term {
            sum.push(&term.written[..]);
            continue;
        }
        sum.push(&chosen.becomes);
        // The move is in one of the copies.
        let copies = usize::try_from(term.count.clone().unsigned_abs());
        for _ in 1..copies.expect("copies that are played are few") {
            sum.push(&chosen.from);
        }
    }
    joined(sum)
}

/// The moves of a player on the boards of a sum, of which it takes too long to know what they reach.
pub(crate) fn moves_on_boards(terms: &[PositionPart], player: Player) -> Vec<ScoreMove> {
    let boards = terms.iter().enumerate().filter_map(|(number, term)| {
        let (name, arguments) = term.call.as_ref()?;
        if name != BOXES
            || !(-MOST_COPIES..=MOST_COPIES).contains(&i32::try_from(&term.count).ok()?)
        {
            return None;
        }
        let board = board_of(arguments).ok()?;
        Some((number, term, board))
    });
    let moves = boards.flat_map(|(term, written, board)| {
        let sign = if written.count < IBig::ZERO { Sign::Minus } else { Sign::Plus };
        let drawn = board.1.drawn();
        let lines = (0..board.0.lines()).filter(move |line| drawn >> line & 1 == 0);
        lines.map(move |line| {
            let from = with_sign(sign, &written.text);
            let one = ScoreMove { term, from, ..on_board(&board, sign, line, player) };
            ScoreMove { after: after_move(terms, &one), ..one }
        })
    });
    moves.collect()
}

/// The scores, as a query says them.
fn told(rules: &Rules<'_>, answer: ScoreAnswer) -> RunResult<Scored> {
    let reply = ScoreReply::from(&answer);
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
    let value = rules.with_context(|context| listed(context, answer.reached))?;
    Ok(Scored { value, text, data: Arc::new(answer) })
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
        return stops_of_normal_play(rules, position);
    }
    let reached = match passes {
        true => memory.by_form(&WithWords::new(rules), name, &given[0], true),
        false => memory.answer(rules, position, Asked::Outcome).map(|answer| answer.reached),
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
fn stops_of_normal_play(rules: &Rules<'_>, position: &GamePosition) -> RunResult<Value> {
    let game = rules.value(position)?;
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

impl Memory {
    /// The scores of a position when Left and when Right starts, and the first moves with what they reach.
    fn answer(
        &self,
        rules: &Rules<'_>,
        position: &GamePosition,
        asked: Asked,
    ) -> Result<ScoreAnswer, Failure> {
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
                Ok(sum.answer(reached, moves))
            }
            // The theory has no games in which a player moves again, and a search has them.
            Err(_) if words.has_again() => {
                let mut search = Search::new(&words);
                let reached = [
                    sum.score()?.plus(search.reached(&sum.parts, Player::Left)?)?,
                    sum.score()?.plus(search.reached(&sum.parts, Player::Right)?)?,
                ];
                let moves = match asked {
                    Asked::Outcome => None,
                    Asked::Moves => Some([
                        search.moves(&sum, Player::Left)?,
                        search.moves(&sum, Player::Right)?,
                    ]),
                };
                Ok(sum.answer(reached, moves))
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
                        let Place::Game(option) = &place else {
                            unreachable!("guaranteed games have no other moves");
                        };
                        let becomes = becomes(words, option, *sign)?;
                        found[player as usize].push(ScoreMove {
                            term: sum.terms[at],
                            from: sum.texts[at].clone(),
                            after: sum.after(at, &becomes),
                            becomes,
                            name,
                            again: false,
                            reaches: Some(sum.score()?.plus(reached)?),
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
    ) -> Result<ScoreAnswer, Failure> {
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
        let (mut drawn, mut first, mut lead) = (0, Vec::new(), sum.score()?);
        let mut before = 0;
        for ((board, position), sign) in boards {
            first.push(before);
            // The solver has at most 64 lines, and each board has one.
            drawn |= position.drawn() << before;
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
                return Ok(sum.answer(reached, None));
            }
            let lines = known.solver.moves(drawn)?;
            let moves = Player::BOTH.map(|player| {
                let named = lines.iter().map(|&(line, net)| {
                    let at = first.iter().rposition(|&first| first <= line).expect("0 is first");
                    let (board, sign) = &boards[at];
                    let reaches = Some(reached_by(player, net)?);
                    let (term, from) = (sum.terms[at], sum.texts[at].clone());
                    let one = on_board(board, *sign, line - first[at], player);
                    let after = sum.after(at, &one.becomes);
                    Ok(ScoreMove { term, from, after, reaches, ..one })
                });
                named.collect::<cg_universes::Result<Vec<ScoreMove>>>()
            });
            let [left, right] = moves;
            Ok(sum.answer(reached, Some([left?, right?])))
        });
        *kept = Some(known);
        Ok(answer?)
    }
}
