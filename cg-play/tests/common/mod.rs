//! The definition of who wins, and games to try it on.

use std::collections::HashMap;

use cg_core::{Limits, Player, Registry};
use cg_lang::{Event, Role, Session, Source};
use cg_play::games::SessionGame;
use cg_play::{Convention, Playable};
use cg_simplify::Engine;

/// What was found, by position and player.
pub(crate) type Known = HashMap<(String, Player), bool>;

/// Whether `mover` wins, from the rules alone.
pub(crate) fn slow<G: Playable>(
    game: &mut G,
    position: &G::Position,
    mover: Player,
    known: &mut Known,
) -> bool {
    let key = (game.position_text(position).unwrap(), mover);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let moves = game.moves(position, mover, usize::MAX).unwrap().list;
    let stuck = moves.is_empty() && game.convention() == Convention::Misere;
    let wins = moves.iter().any(|found| {
        let after = game.after(position, found);
        !slow(game, &after, mover.opponent(), known)
    });
    known.insert(key, wins || stuck);
    wins || stuck
}

/// Compares a game with the definition, in every position that can come up.
pub(crate) fn check_all<G: Playable>(game: &mut G, known: &mut Known) -> usize {
    let mut waiting = vec![(game.start(), Player::Left)];
    if game.is_partizan() {
        waiting.push((game.start(), Player::Right));
    }
    let mut seen = std::collections::HashSet::new();
    while let Some((position, mover)) = waiting.pop() {
        let text = game.position_text(&position).unwrap();
        if !seen.insert((text.clone(), mover)) {
            continue;
        }
        assert_eq!(
            game.wins(&position, mover).unwrap(),
            slow(game, &position, mover, known),
            "{} {} {text} {mover}",
            game.title(),
            game.convention()
        );
        let winning = game.winning_moves(&position, mover).unwrap();
        let moves = game.moves(&position, mover, usize::MAX).unwrap();
        assert_eq!(moves.total, moves.list.len() as u128);
        for found in &moves.list {
            let after = game.after(&position, found);
            let wins = !slow(game, &after, mover.opponent(), known);
            assert_eq!(winning.contains(found), wins, "{text}: {}", game.move_text(found));
            let typed = game.move_text(found);
            assert_eq!(&game.read_move(&position, mover, &typed).unwrap(), found, "{typed}");
            if game.is_partizan() {
                waiting.push((after.clone(), mover));
            }
            waiting.push((after, mover.opponent()));
        }
        assert!(winning.iter().all(|found| moves.list.contains(found)), "{text}");
        let replies = game.replies(&position, mover).unwrap();
        assert_eq!((replies.winning, replies.total), (winning.len() as u128, moves.total));
        let some = game.moves(&position, mover, 3).unwrap();
        assert!(some.list.len() <= 3 && some.total == moves.total);
        assert!(some.list.iter().all(|found| moves.list.contains(found)));
        assert_eq!(some.list.is_empty(), moves.list.is_empty());
        game.picture(&position).unwrap();
        game.reasons(&position).unwrap();
        for found in winning.iter().take(1) {
            assert!(!game.why(&position, mover, found).unwrap().is_empty());
        }
        let lines = game.list_moves(&position, mover, 20).unwrap();
        assert!(lines.len() <= 21 && lines.iter().all(|line| line.len() <= 80), "{lines:?}");
    }
    seen.len()
}

/// A session with these definitions.
pub(crate) fn session(program: &str) -> Session {
    let registry = cg_subgroups::register(Registry::builder()).close().unwrap();
    let mut session = Session::new(Engine::new(registry, Limits::default()).unwrap());
    session.run(&Source::new("rules", program), Role::Program, &mut |_, event| {
        if let Event::Error(error) = event {
            panic!("{error}");
        }
    });
    session
}

/// The file of a game in `examples/`, without its queries.
pub(crate) fn example(name: &str) -> String {
    let path = format!("{}/../examples/{name}.g", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// A position of one of the example games.
pub(crate) fn session_game(name: &str, text: &str, convention: Convention) -> SessionGame {
    SessionGame::new(session(&example(name)), name, text, convention).unwrap()
}
