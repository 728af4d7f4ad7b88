//! What fuzzing runs: any bytes as a program whose answers are written as JSON.

use std::time::Duration;

use cg_calculator::{Calculator, Event, GameError, Limits, Reply, Role, Settings, Source};

/// A calculator that reaches no file and has tight limits.
///
/// # Errors
/// The families that are linked in do not fit together.
pub fn calculator() -> Result<Calculator, GameError> {
    let limits = Limits {
        memory: 64 << 20,
        games: 100_000,
        time: Some(Duration::from_millis(100)),
        options: 1000,
        ..Limits::default()
    };
    let mut calculator = Calculator::with(Settings { limits, ..Settings::default() })?;
    calculator.session().confine();
    Ok(calculator)
}

/// Runs `bytes` as a program and writes every reply as JSON. Returns how many answers and
/// errors there were; a panic, a hang or a crash is a defect.
///
/// # Panics
/// When the place of an error is no stretch of whole characters of its program: a defect.
pub fn replies_any(calculator: &mut Calculator, bytes: &[u8]) -> (usize, usize) {
    let program = Source::new("<input>", String::from_utf8_lossy(bytes));
    let (mut answers, mut errors) = (0, 0);
    calculator.run(&program, Role::Typed, &mut |session, event| {
        if let Event::Error(error) = &event {
            let place = error.origin().text().get(error.span().range());
            assert!(place.is_some(), "{program:?}: {:?} in {:?}", error.span(), error.origin());
        }
        let reply = Reply::new(session, &event);
        let json = reply.to_json();
        assert!(json.starts_with('{') && !json.contains('\n'), "{program:?}: {json}");
        let count = if reply.is_error() { &mut errors } else { &mut answers };
        *count += 1;
    });
    (answers, errors)
}
