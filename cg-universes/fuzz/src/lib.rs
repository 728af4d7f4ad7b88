//! What fuzzing runs: any bytes as what this crate reads. Each function ends quickly on any bytes; a
//! panic, a hang or a crash is a defect.

use std::io::Write;

use cg_core::Limits;

use cg_universes::{Theory, TopEntails, Universe};

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 1 << 10;

/// Room for forms.
const MOST_FORMS: u64 = 150;

/// Stacks that are worked out from a checkpoint.
const MORE_STACKS: usize = 20;

/// Reads `bytes` as a form in each theory; what is read must print as something that reads as the same
/// form, and must compare as equal to its simplest form. Returns whether some theory read it.
pub fn form_any(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)]);
    let mut is_form = false;
    for theory in Theory::ALL {
        let limits = Limits { games: MOST_FORMS, ..Limits::default() };
        let mut games = Universe::new(theory, limits);
        let read = games.read(&text);
        let Ok(form) = read.map_err(|error| assert!(!error.to_string().is_empty())) else {
            continue;
        };
        is_form = true;
        if let Ok(text) = games.text(form) {
            assert_eq!(games.read(&text), Ok(form), "{text}");
        }
        if games.fault(form).is_some() {
            let refused = games.expect_member(form);
            assert!(refused.is_ok() || !refused.unwrap_err().to_string().is_empty());
        } else if let Ok(simplest) = games.simplest(form)
            && let Ok(relation) = games.compare(form, simplest)
        {
            assert_eq!(relation, cg_core::Relation::Equal, "{text}");
        }
    }
    is_form
}

/// Reads `bytes` as a checkpoint of Top Entails, and goes on from it. Returns whether it was one.
pub fn checkpoint_any(bytes: &[u8]) -> bool {
    let mut file = tempfile::NamedTempFile::new().expect("there is room for a small file");
    file.write_all(bytes).expect("there is room for a small file");
    let Ok(mut stacks) = TopEntails::load(file.path(), &Limits::default()) else { return false };
    let last = stacks.last();
    // A forged file may have any values, but none that has no room.
    let went_on = stacks.extend_to(last + MORE_STACKS, Limits::default());
    assert!(went_on.is_ok() || !went_on.unwrap_err().to_string().is_empty());
    true
}
