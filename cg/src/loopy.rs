//! Functions of G on games that may go on for ever.

use std::sync::LazyLock;

use cg_core::{Meter, Player};
use cg_lang::{
    BuiltIn, Context, GamePosition, LoopyGame, MoveTo, PositionArgument, Rules, RunError,
    RunResult, Session, Value,
};
use cg_loopy::{Draft, Graph, Loopy, LoopyNimber, Side, Solved, Target, loopy_nimbers};
use cg_rulesets::{Cells, LoopyRules, Notated, Ruleset};

/// Adds the functions, and teaches those on short games what to do with others.
pub(crate) fn equip(session: &mut Session) {
    session.add_help(|| include_str!("../help/loopy.md"));
    for function in functions() {
        session.add_function(function);
    }
    for rules in LoopyRules::ALL {
        session.add_function(of_ruleset(rules));
    }
    session.add_function(loopy_nim());
    session.add_function(win_length());
    session.add_help(|| &RULESETS);
    for (name, extension) in EXTENSIONS {
        let known = session.built_ins().iter().find(|function| function.name() == *name);
        let known = known.expect("the functions on short games are there first").clone();
        session.add_function(known.extended(*extension));
    }
}

/// A function of one game.
fn of_one(
    name: &'static str,
    help: &'static str,
    answer: impl Fn(&mut Context<'_>, &Value, &str) -> RunResult<Value> + Send + Sync + 'static,
) -> BuiltIn {
    let place = format!("the argument of `{name}`");
    BuiltIn::new(name, format!("{name}(G)"), help, 1..=1, move |context, values| {
        answer(context, &values[0], &place)
    })
}

/// A function of two stoppers that may have no answer.
fn of_two(
    name: &'static str,
    help: &'static str,
    answer: impl Fn(&mut Context<'_>, Side, Side) -> RunResult<Option<Side>> + Send + Sync + 'static,
) -> BuiltIn {
    BuiltIn::new(name, format!("{name}(G, H)"), help, 2..=2, move |context, values| {
        let g = context.stopper(&values[0], &format!("the first argument of `{name}`"))?;
        let h = context.stopper(&values[1], &format!("the second argument of `{name}`"))?;
        let side = answer(context, g, h)?;
        context.found_sides(side.map(Loopy::from), name)
    })
}

/// The topics of help on the rulesets.
static RULESETS: LazyLock<String> = LazyLock::new(|| {
    // Without a title: `:rulesets` lists them.
    LoopyRules::ALL.map(|rules| format!("\n{}", rules.help())).concat()
});

/// The value of a position of a ruleset in which positions come back.
fn of_ruleset(rules: LoopyRules) -> BuiltIn {
    let name = rules.function();
    let about = format!("The value of a position of {}.", rules.title());
    BuiltIn::new(name, format!("{name}(position)"), about, 1..=1, move |context, values| {
        let board = board(rules, &values[0])?;
        let mut meter = Meter::new(context.engine.limits().clone());
        let moves = |board: &Cells, player: Player, out: &mut Vec<Cells>| {
            rules.each_move(board, player, &mut |after, _| out.push(after));
            Ok::<(), RunError>(())
        };
        let (graph, positions) = Graph::explore([board], &mut meter, moves)?;
        let mut draft = Draft::default();
        for vertex in 0..u32::try_from(positions.len()).expect("vertices have 32-bit numbers") {
            let [left, right] = Player::BOTH.map(|player| {
                graph.moves(vertex, player).iter().map(|&to| Target::Vertex(to)).collect()
            });
            draft.add(left, right);
        }
        context.value_of(draft)
    })
    .with_moves(move |context, values, player| {
        let board = board(rules, &values[0])?;
        let mut moves = Vec::new();
        rules.each_move(&board, player, &mut |after, name| {
            let after = vec![context.text(after.to_string())];
            moves.push(MoveTo { after, name: Some(name()) });
        });
        Ok(moves)
    })
    .that_comes_back()
    .with_drawing(move |values| {
        let Ok(drawing) = rules.draw(&board(rules, &values[0]).ok()?);
        Some(drawing)
    })
}

/// The position that an argument writes: a text, or rows of one.
fn board(rules: LoopyRules, value: &Value) -> RunResult<Cells> {
    let name = rules.function();
    let rows = value.as_texts();
    let text = match (&rows, value.as_text()) {
        (_, Some(text)) => text.to_owned(),
        (Some(rows), None) => rows.join("|"),
        (None, None) => {
            return Err(RunError::WrongKind {
                place: format!("the position of `{name}`"),
                expected: "a text".into(),
                found: value.kind().into(),
                help: Some(format!("write rows, as in {name}(\"{}\")", rules.example())),
            });
        }
    };
    rules.read(&text).map_err(|error| refused(name, &error.problem))
}

/// `loopynim(G)`: the loopy nim-value of an impartial position.
fn loopy_nim() -> BuiltIn {
    let name = "loopynim";
    let about =
        "The nimber that an impartial position is worth, or infinity(K): positions may come back.";
    BuiltIn::of_positions(name, "loopynim(G)", about, 1..=1, move |rules, typed| {
        let [PositionArgument::Position(position)] = typed else {
            return Err(refused(name, "write a position, as in loopynim(Walk(3))"));
        };
        rules.expect_impartial(true);
        let value = loopy_nim_value(rules, position);
        rules.expect_impartial(false);
        Ok(match value? {
            LoopyNimber::Nimber(value) => rules.with_context(|context| {
                let nimber = context.engine.nimber(&value.into())?;
                Ok::<Value, RunError>(Value::Game(nimber))
            })?,
            infinite => rules.with_context(|context| context.bare_text(infinite.to_string())),
        })
    })
}

/// The sum of the values of the components of a position.
fn loopy_nim_value(rules: &Rules<'_>, position: &GamePosition) -> RunResult<LoopyNimber> {
    let mut parts: Vec<(GamePosition, cg_rulesets::Sign)> = Vec::new();
    rules.split(position.clone(), &mut parts)?;
    let starts = parts.into_iter().map(|(part, _)| part);
    let mut meter = Meter::new(rules.with_context(|context| context.engine.limits().clone()));
    let explored = Graph::explore(starts.clone(), &mut meter, |at, player, out| {
        // In an impartial game the moves of one player are those of both.
        match player {
            Player::Left => rules.moves(at, player, out).map_err(RunError::from),
            Player::Right => Ok(()),
        }
    });
    let (graph, positions) = explored?;
    let values = loopy_nimbers(&graph, &mut meter)?;
    Ok(starts.fold(LoopyNimber::Nimber(0), |sum, part| {
        let vertex = positions.get_index_of(&part).expect("the starts are vertices");
        sum.sum(&values[vertex])
    }))
}

/// `winlength(G)`: how long play lasts from a position, for either player to start.
fn win_length() -> BuiltIn {
    let name = "winlength";
    let about = "How many moves play lasts when Left starts and when Right starts, or that it is a draw: \
                 the winner wants few, the loser many.";
    BuiltIn::of_positions(name, "winlength(G)", about, 1..=1, move |rules, typed| {
        let [PositionArgument::Position(position)] = typed else {
            return Err(refused(name, "write a position, as in winlength(Walk(3))"));
        };
        let mut meter = Meter::new(rules.with_context(|context| context.engine.limits().clone()));
        let moves = |at: &GamePosition, player, out: &mut Vec<GamePosition>| {
            rules.moves(at, player, out).map_err(RunError::from)
        };
        let (graph, _) = Graph::explore([position.clone()], &mut meter, moves)?;
        let solved = Solved::new(&graph, &mut meter)?;
        rules.with_context(|context| {
            let lengths = Player::BOTH.map(|player| match solved.length(0, player) {
                Some(length) => context.integer_value(length.into()),
                None => context.bare_text("draw"),
            });
            context.list(lengths.to_vec())
        })
    })
}

fn functions() -> Vec<BuiltIn> {
    vec![
        of_one(
            "onside",
            "What G is when play that never ends is a win for Left.",
            |context, value, place| {
                let game = context.loopy(value, place)?;
                Ok(context.loopy_value(game.onside.into()))
            },
        ),
        of_one(
            "offside",
            "What G is when play that never ends is a win for Right.",
            |context, value, place| {
                let game = context.loopy(value, place)?;
                Ok(context.loopy_value(game.offside.into()))
            },
        ),
        of_one(
            "degree",
            "The degree of loopiness of a stopper G: the onside of G - G.",
            |context, value, place| {
                let side = context.stopper(value, place)?;
                let degree = context.stoppers.degree(context.engine, side)?;
                context.found_sides(degree.map(Loopy::from), "the degree")
            },
        ),
        of_one(
            "variety",
            "The variety of a stopper G with an idempotent degree, when both of its definitions agree.",
            |context, value, place| {
                let side = context.stopper(value, place)?;
                let degree = context.stoppers.degree(context.engine, side)?;
                let Some(degree) = degree else { return Err(no_sides("the degree")) };
                if context.stoppers.upsum(context.engine, degree, degree)? != Some(degree) {
                    return Err(refused("variety", "the degree of the game is not idempotent"));
                }
                match context.stoppers.varieties(context.engine, side)? {
                    None => Err(no_sides("the variety")),
                    Some([up, down]) if up == down => Ok(context.loopy_value(up.into())),
                    Some(_) => {
                        Err(refused("variety", "the game is not stable: its two varieties differ"))
                    }
                }
            },
        ),
        of_one(
            "isstable",
            "Whether the two varieties of a stopper G are equal.",
            |context, value, place| {
                let side = context.stopper(value, place)?;
                match context.stoppers.varieties(context.engine, side)? {
                    None => Err(no_sides("the variety")),
                    Some([up, down]) => Ok((up == down).into()),
                }
            },
        ),
        of_one(
            "isstopper",
            "Whether G is equal to a stopper: a game in which no play that alternates goes on for ever.",
            |context, value, place| Ok(context.loopy(value, place)?.stopper().is_some().into()),
        ),
        of_one(
            "isloopfree",
            "Whether G is equal to a game in which every play ends.",
            |context, value, place| {
                if let Value::Loopy(game) = value
                    && let LoopyGame::Unsided(_) = &**game
                {
                    return Ok(false.into());
                }
                Ok(context.loopy(value, place)?.game().is_some().into())
            },
        ),
        of_two("upsum", "The onside of the sum of two stoppers.", |context, g, h| {
            Ok(context.stoppers.upsum(context.engine, g, h)?)
        }),
        of_two("downsum", "The offside of the sum of two stoppers.", |context, g, h| {
            Ok(context.stoppers.downsum(context.engine, g, h)?)
        }),
    ]
}

fn no_sides(place: &str) -> RunError {
    RunError::NoSides { place: place.into() }
}

fn refused(function: &str, message: &str) -> RunError {
    RunError::Refused { function: function.into(), message: message.into() }
}

/// What a function on short games answers about another game; `None` for short games.
type Extension = fn(&mut Context<'_>, &[Value]) -> RunResult<Option<Value>>;

/// The functions that know more, and what they know.
const EXTENSIONS: &[(&str, Extension)] = &[
    ("tiny", |context, values| tiny(context, &values[0], Player::Left)),
    ("Tiny", |context, values| tiny(context, &values[0], Player::Left)),
    ("miny", |context, values| tiny(context, &values[0], Player::Right)),
    ("Miny", |context, values| tiny(context, &values[0], Player::Right)),
    ("outcome", |context, values| {
        let Value::Loopy(_) = &values[0] else { return Ok(None) };
        let outcome = context.loopy_outcome(&values[0], "the argument of `outcome`")?;
        Ok(Some(outcome.into()))
    }),
    ("left", |context, values| options(context, &values[0], &[Player::Left])),
    ("right", |context, values| options(context, &values[0], &[Player::Right])),
    ("options", |context, values| options(context, &values[0], &Player::BOTH)),
    ("leftstop", |context, values| stop(context, &values[0], Player::Left)),
    ("rightstop", |context, values| stop(context, &values[0], Player::Right)),
];

/// `{0||0|-G}`, or its negative.
fn tiny(context: &mut Context<'_>, value: &Value, player: Player) -> RunResult<Option<Value>> {
    let Value::Loopy(_) = value else { return Ok(None) };
    let game = context.loopy(value, "the argument of `tiny`")?;
    let Some(mut tiny) = context.stoppers.tiny(context.engine, game)? else {
        return Err(no_sides("the tiny"));
    };
    if player == Player::Right {
        tiny = context.stoppers.negate(context.engine, tiny)?;
    }
    Ok(Some(context.loopy_value(tiny)))
}

/// The list of the options of one player, or the list of both lists.
fn options(
    context: &mut Context<'_>,
    value: &Value,
    players: &[Player],
) -> RunResult<Option<Value>> {
    let Value::Loopy(_) = value else { return Ok(None) };
    let side = context.stopper(value, "the game whose options are asked for")?;
    let mut lists = Vec::new();
    for &player in players {
        let options = context.stoppers.in_order(context.engine, side, player)?;
        let values = options.into_iter().map(|side| context.loopy_value(side.into())).collect();
        lists.push(context.list(values)?);
    }
    match (lists.pop(), lists.is_empty()) {
        (Some(list), true) => Ok(Some(list)),
        (last, _) => {
            lists.extend(last);
            Ok(Some(context.list(lists)?))
        }
    }
}

/// The stop of a stopper when `player` moves first.
fn stop(context: &mut Context<'_>, value: &Value, player: Player) -> RunResult<Option<Value>> {
    let Value::Loopy(_) = value else { return Ok(None) };
    let side = context.stopper(value, "the game whose stop is asked for")?;
    let stop: Side = context.stoppers.stop(context.engine, side, player)?;
    Ok(Some(context.loopy_value(stop.into())))
}
