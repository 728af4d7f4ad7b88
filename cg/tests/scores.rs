//! Games that points decide: `? G`, `?? G`, `stops(G)`, sums as `cg solve` reads them, and what the page shows.

#![cfg(all(feature = "lang", feature = "universes"))]

use std::time::Duration;

use cg_calculator::{Calculator, Content, Player, ScoreReply, explore, scores};
use cg_universes::DotsAndBoxes;

/// Dots and Boxes as a user defines it: lines are cells of a board, and `~` is the inside of a box.
const OWN: &str = r##"
boxes = b -> len([1 : r = 0..rows(b)-1, c = 0..cols(b)-1,
  if b[r][c] == "~" and b[r-1][c] == "#" and b[r+1][c] == "#" and b[r][c-1] == "#" and b[r][c+1] == "#"]);
gain = (b, r, c) -> boxes(put(b, r, c, "#")) - boxes(b);
scoring Dots(b)
{
  default: {
    score(gain(b, r, c)) + again Dots(put(b, r, c, "#")) : (r, c) in free(b), if gain(b, r, c) > 0,
    Dots(put(b, r, c, "#")) : (r, c) in free(b), if gain(b, r, c) == 0
  |
    score(-gain(b, r, c)) + again Dots(put(b, r, c, "#")) : (r, c) in free(b), if gain(b, r, c) > 0,
    Dots(put(b, r, c, "#")) : (r, c) in free(b), if gain(b, r, c) == 0
  };
}
free = b -> [[r, c] : r = 0..rows(b)-1, c = 0..cols(b)-1, if b[r][c] == "."];
"##;

fn calculator(program: &str) -> Calculator {
    let mut calculator = Calculator::new().unwrap();
    let replies = calculator.evaluate(program);
    assert!(
        replies.iter().all(|reply| !matches!(reply.content, Content::Error { .. })),
        "{replies:?}"
    );
    calculator
}

/// What a query about scores answers.
fn asked(calculator: &mut Calculator, query: &str) -> ScoreReply {
    let replies = calculator.evaluate(query);
    match &replies[..] {
        [reply] => match &reply.content {
            Content::Scored(found) => found.clone(),
            other => panic!("{query}: {other:?}"),
        },
        other => panic!("{query}: {other:?}"),
    }
}

#[test]
fn a_definition_with_again_is_the_ruleset() {
    let mut calculator = calculator(OWN);
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (2, 1)] {
        let across = "+.".repeat(columns) + "+";
        let down = ".~".repeat(columns) + ".";
        let lines: Vec<&str> =
            (0..rows).flat_map(|_| [&across[..], &down]).chain([&across[..]]).collect();
        let own = asked(&mut calculator, &format!("?? Dots(board(\"{}\"))", lines.join("|")));
        let built_in = asked(&mut calculator, &format!("?? DotsAndBoxes({rows}, {columns})"));
        assert_eq!(
            (&own.left_first, &own.right_first),
            (&built_in.left_first, &built_in.right_first)
        );
        let counts = |reply: ScoreReply| {
            let moves = reply.best_moves.unwrap();
            (moves.left.len(), moves.right.len())
        };
        assert_eq!(counts(own), counts(built_in), "{rows}x{columns}");
    }
}

/// Positions in random play, with the boxes of both players, beside the table of all nets.
#[test]
fn boards_have_the_nets_of_the_table_at_every_door() {
    let mut calculator = calculator("");
    let board = DotsAndBoxes::new(2, 2).unwrap();
    let nets = board.all_nets(&cg_calculator::cg_core::Limits::default()).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..6 {
        let mut text = "DotsAndBoxes(\"2x2\")".to_owned();
        let mut player = Player::Left;
        loop {
            let inside =
                text.trim_start_matches("DotsAndBoxes(\"").trim_end_matches("\")").to_owned();
            let (_, position) = DotsAndBoxes::read(&inside).unwrap();
            let net = i32::from(nets[usize::try_from(position.drawn()).unwrap()]);
            let expected =
                [position.lead() + net, position.lead() - net].map(|score| score.to_string());
            let query = asked(&mut calculator, &format!("? {text}"));
            assert_eq!([query.left_first.clone(), query.right_first], expected, "{text}");
            let solved =
                scores(&mut calculator, &format!("dots-and-boxes {inside}"), false).unwrap();
            assert_eq!(solved.unwrap().left_first, query.left_first);
            let seen = explore(&mut calculator, &text, Duration::from_secs(60)).unwrap();
            assert!(seen.scored);
            let moves = if player == Player::Left { seen.moves.left } else { seen.moves.right };
            let best = moves
                .iter()
                .map(|one| one.judgement.score.as_ref().unwrap().parse::<i32>().unwrap());
            let best = if player == Player::Left { best.max() } else { best.min() };
            let Some(best) = best else { break };
            assert_eq!(best.to_string(), expected[player as usize], "{text}");
            let chosen = random.choice(&moves).unwrap();
            assert_eq!(chosen.named.len(), 1);
            let (_, after) = DotsAndBoxes::read(
                chosen.after.trim_start_matches("DotsAndBoxes(\"").trim_end_matches("\")"),
            )
            .unwrap();
            assert_eq!(after.lead() != position.lead(), chosen.judgement.again);
            if !chosen.judgement.again {
                player = player.opponent();
            }
            text.clone_from(&chosen.after);
        }
    }
}

#[test]
fn sums_add_scores_and_boards() {
    let mut calculator = calculator("");
    let mut is = |sum: &str, left: &str, right: &str| {
        let found = asked(&mut calculator, &format!("? {sum}"));
        assert_eq!([&found.left_first[..], &found.right_first], [left, right], "{sum}");
    };
    is("DotsAndBoxes(2, 2) + score(1/2)", "5/2", "-3/2");
    is("DotsAndBoxes(1, 1) + DotsAndBoxes(1, 1)", "0", "0");
    // The other player's boxes count in a board that is subtracted.
    is("-DotsAndBoxes(\"1x1 a1-b1 a2-b2 a1-a2 b1-b2 left a1\")", "-1", "-1");
    is("DotsAndBoxes(\"1x1 a1-b1 a2-b2 a1-a2 b1-b2 left a1\") - score(3)", "-2", "-2");
    is("DotsAndBoxes(\"1x2 a1-b1 a1-a2 a2-b2\") - DotsAndBoxes(1, 1)", "1", "-1");
}

/// Terms that nobody can move in, scores and copies of terms do not confuse the moves.
#[test]
fn moves_belong_to_their_terms() {
    let mut calculator = calculator(OWN);
    let full = "DotsAndBoxes(\"1x1 a1-b1 a2-b2 a1-a2 b1-b2 right a1\")";
    for (sum, after) in [
        (format!("score(2)+{full}+DotsAndBoxes(1, 1)"), 2),
        ("DotsAndBoxes(1, 1)+DotsAndBoxes(1, 1)-DotsAndBoxes(1, 1)".to_owned(), 0),
        ("Dots(board(\"+#+|#~#|+#+\"))+Dots(board(\"+.+|.~.|+.+\"))".to_owned(), 1),
    ] {
        let seen = explore(&mut calculator, &sum, Duration::from_secs(60)).unwrap();
        let best = |seen: &cg_calculator::ExploreReply| {
            let scores = seen.moves.left.iter().map(|one| one.judgement.score.clone().unwrap());
            scores.map(|score| score.parse::<i32>().unwrap()).max().unwrap()
        };
        assert!(seen.moves.left.iter().any(|one| one.part == after), "{sum}");
        let first = &seen.moves.left[0];
        let next = explore(&mut calculator, &first.after, Duration::from_secs(60)).unwrap();
        let right = next.moves.right.iter().map(|one| one.judgement.score.clone().unwrap());
        let right = right.map(|score| score.parse::<i32>().unwrap()).min().unwrap();
        assert!(!first.judgement.again);
        assert_eq!(
            first.judgement.score.as_ref().unwrap(),
            &right.to_string(),
            "{sum}: {}",
            first.after
        );
        assert!(best(&seen) >= right);
    }
}

#[test]
fn what_is_wrong_is_told() {
    let mut calculator = calculator(OWN);
    let mut problem = |text: &str| {
        let replies = calculator.evaluate(text);
        match &replies[..] {
            [reply] => match &reply.content {
                Content::Error { error } => error.message.clone(),
                other => panic!("{text}: {other:?}"),
            },
            other => panic!("{text}: {other:?}"),
        }
    };
    insta::assert_snapshot!(
        [
            "DotsAndBoxes(2, 2)",
            "? DotsAndBoxes(9, 9)",
            "? DotsAndBoxes(4294967295, 4294967295)",
            "? DotsAndBoxes(-1, 2)",
            "? DotsAndBoxes(\"2x2 a1-c1\")",
            "? DotsAndBoxes(2, 2) + Dots(board(\"+.+|.~.|+.+\"))",
            "? DotsAndBoxes(2, 2) + *",
            "outcome(DotsAndBoxes(2, 2))",
            "? Dots(board(\"+.+|.~.|+.+\")) + again Dots(board(\"+.+|.~.|+.+\"))",
            "stops(Dots)",
        ]
        .map(|text| format!("{text}\n  {}", problem(text)))
        .join("\n")
    );
}

/// A board that cannot be searched in the time is played all the same.
#[test]
fn boards_that_are_too_large_have_their_moves() {
    let mut calculator = calculator("");
    let sum = "DotsAndBoxes(4, 5)-DotsAndBoxes(1, 1)";
    let seen = explore(&mut calculator, sum, Duration::from_millis(50)).unwrap();
    assert!(seen.outcome.known().is_none() && seen.scored);
    for moves in [&seen.moves.left, &seen.moves.right] {
        assert_eq!(moves.len(), 49 + 4);
        assert!(
            moves
                .iter()
                .all(|one| one.judgement.wins.known().is_none() && one.judgement.score.is_none())
        );
    }
    assert_eq!(seen.moves.left[0].after, "DotsAndBoxes(\"4x5 a1-b1\")-DotsAndBoxes(1, 1)");
    // So many copies are an error, or have no moves.
    let many = format!("1{}.DotsAndBoxes(1, 1)", "0".repeat(30));
    let many = explore(&mut calculator, &many, Duration::from_millis(50));
    assert!(many.is_err() || many.is_ok_and(|seen| seen.moves.left.is_empty()));
    let last = &seen.moves.left[52];
    assert_eq!((last.part, &last.after[..]), (1, "DotsAndBoxes(4, 5)-DotsAndBoxes(\"1x1 b1-b2\")"));
}

/// A search that cannot end in the time says so.
#[test]
fn a_limit_of_time_is_an_error() {
    let mut calculator = calculator("");
    let limits = calculator.limits().clone();
    calculator.set_limits(cg_calculator::cg_core::Limits {
        time: Some(Duration::from_millis(50)),
        ..limits
    });
    let error = scores(&mut calculator, "dots-and-boxes 4x5", false).unwrap_err();
    assert!(error.is_limit(), "{error}");
}

/// Against random moves the computer never gets a smaller lead than it was promised.
#[cfg(feature = "play")]
#[test]
fn a_program_is_played_for_points() {
    use cg_calculator::cg_play::{Computer, Convention, Opening, Score};

    const PROGRAM: &str = "scoring Taken(n) { default: { score(s) + Taken(n-s) : s in [1, 2, 3], if s <= n
           | score(-s/2) + Taken(n-s) : s in [1, 3], if s <= n }; }
        scoring Twice(n) { case 0: 0; default: { score(1) + again Twice(n-1), Twice(n-1) : i = 1..1, if n >= 2
           | score(-1) + again Twice(n-1) }; }
        scoring Ends(n) { case 0: { end(-1) | end(2) }; default: { score(1) + Ends(n-1) | score(-1) + Ends(n-1) }; }";
    let mut random = fastrand::Rng::with_seed(5);
    for sum in [
        "Taken(6)",
        "Taken(5)-Taken(3)+score(1/2)",
        "Twice(3)-Twice(2)",
        "Twice(2)+Ends(1)",
        "Ends(3)",
    ] {
        for round in 0..8 {
            let opening = Opening::from_words(&["points.g", sum]).unwrap();
            let session = calculator(PROGRAM).into_session();
            let mut contest =
                opening.begin(Convention::Normal, &Default::default(), Some(session)).unwrap();
            let computer = if round % 2 == 0 { Player::Left } else { Player::Right };
            let mut promised = Score::from(i32::MIN);
            while contest.ended().unwrap().is_none() {
                let mover = contest.mover();
                let lead = contest.lead().unwrap().unwrap();
                let lead = if mover == computer { lead } else { lead.negated() };
                assert!(lead >= promised, "{sum}: {lead} after {promised}");
                promised = lead;
                if mover == computer {
                    assert!(contest.let_move(&mut Computer::default()).unwrap());
                } else {
                    let moves = contest.list_moves(100).unwrap().len();
                    contest.play(&(1 + random.usize(0..moves)).to_string()).unwrap();
                }
            }
            let points = contest.points().unwrap().unwrap();
            let lead = points.left.plus(points.right.negated()).unwrap();
            let lead = if computer == Player::Left { lead } else { lead.negated() };
            assert!(lead >= promised, "{sum}: {lead} at the end after {promised}");
        }
    }
    let opening = Opening::from_words(&["points.g", "Taken(3)"]).unwrap();
    let session = calculator(PROGRAM).into_session();
    assert!(opening.begin(Convention::Misere, &Default::default(), Some(session)).is_err());
}
