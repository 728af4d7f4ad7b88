//! What fuzzing runs: any bytes as a transcript.

use cg_core::{Interrupt, Player};

use crate::games::{Heaps, Nim, Triangle};
use crate::{Contest, Named, PlayError, Playable, Transcript};

/// Reads `bytes` as a transcript and, when it is one of a small game, replays it.
/// Returns how many moves were made; a panic, a hang or a crash is a defect, and so
/// is a transcript that does not read back.
///
/// # Errors
/// Why it is no transcript, or a move that is not allowed.
pub fn replay_any(bytes: &[u8]) -> Result<usize, PlayError> {
    let transcript = Transcript::read(bytes)?;
    let again = Transcript::read(transcript.to_string().as_bytes())?;
    let texts = |transcript: &Transcript| -> Vec<String> {
        transcript.moves.iter().map(|(_, text)| text.clone()).collect()
    };
    assert_eq!((&again.game, texts(&again)), (&transcript.game, texts(&transcript)));
    let stop = Interrupt::new();
    let play = transcript.play;
    match Named::from_texts(&transcript.game, &transcript.position)? {
        Named::Nim(heaps) => replay(Nim::new(heaps, play)?, &transcript),
        Named::Heaps(rules, heaps)
            if heaps.iter().fold(0u64, |a, &b| a.saturating_add(b)) <= 20 =>
        {
            replay(Heaps::new(rules, &heaps, play, &stop)?, &transcript)
        }
        Named::Triangle(board) if board.layers().get() <= 3 => {
            replay(Triangle::new(board, play, &stop)?, &transcript)
        }
        // Larger games take time, and programs reach outside.
        _ => Ok(0),
    }
}

fn replay<G: Playable>(game: G, transcript: &Transcript) -> Result<usize, PlayError> {
    let mut contest = Contest::new(game, Player::Left);
    for (_, text) in &transcript.moves {
        contest.play(text)?;
        contest.favourite()?;
        contest.ask(|game, position, _| game.picture(position))?;
    }
    Ok(contest.turns().len())
}
