//! The target of fuzzing: it reads any bytes as a transcript.

use cg_core::Interrupt;

use cg_play::{Opening, PlayError, Transcript, drawn};

/// Larger games take time, and programs access files.
const LARGEST: u64 = 12;

/// Reads `bytes` as a transcript and replays it if it is one of a small game. Returns the number of
/// moves. A panic, a hang or a crash is a defect, and so is a transcript that is not read back as
/// the same.
///
/// # Errors
/// The reason why it is not a transcript, or a move that is not allowed.
pub fn replay_any(bytes: &[u8]) -> Result<usize, PlayError> {
    let transcript = Transcript::read(bytes)?;
    let again = Transcript::read(transcript.to_string().as_bytes())?;
    let texts = |transcript: &Transcript| -> Vec<String> {
        transcript.moves.iter().map(|(_, text)| text.clone()).collect()
    };
    assert_eq!((&again.game, texts(&again)), (&transcript.game, texts(&transcript)));
    let opening = Opening::from_texts(&transcript.game, &transcript.position)?;
    if opening.size() > LARGEST {
        return Ok(0);
    }
    let mut contest = opening.begin(transcript.play, &Interrupt::new(), None)?;
    for (_, text) in &transcript.moves {
        contest.play(text)?;
        contest.favourite()?;
        drawn(&contest.drawing()?);
    }
    Ok(contest.turns().len())
}
