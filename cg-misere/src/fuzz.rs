//! The targets of fuzzing: each reads any bytes as some input of this crate, and ends quickly. A
//! panic, a hang or a crash is a defect.

use cg_core::Interrupt;

use crate::{Forms, MisereCertificate};

#[cfg(test)]
mod tests;

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 1 << 14;

/// Room for forms, and for the heaps and elements of a certificate that is verified.
const MOST_FORMS: usize = 300;
const MOST_HEAPS: usize = 400;
const MOST_ORDER: usize = 60;

fn cut(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(MOST_BYTES)]
}

/// Reads `bytes` as a misère form. The printed form must be read as the same form. Returns whether
/// it was a form.
pub fn form_any(bytes: &[u8]) -> bool {
    let mut forms = Forms::new(MOST_FORMS);
    let read = forms.read(&String::from_utf8_lossy(cut(bytes)));
    let Ok(form) = read.map_err(|error| assert!(!error.to_string().is_empty())) else {
        return false;
    };
    // Its text may need more forms than fit.
    if let Ok(text) = forms.text(form) {
        assert_eq!(forms.read(&text).ok(), Some(form), "{text}");
    }
    true
}

/// Reads `bytes` as a certificate and verifies a small one. The printed certificate must be read as
/// the same one. Returns whether it was read and whether it holds.
pub fn certificate_any(bytes: &[u8]) -> (bool, bool) {
    let Ok(certificate) = MisereCertificate::from_json(&String::from_utf8_lossy(bytes)) else {
        return (false, false);
    };
    let again = MisereCertificate::from_json(&certificate.to_json());
    assert_eq!(again.ok().as_ref(), Some(&certificate));
    let small = certificate.order <= MOST_ORDER
        && certificate.phi.len() <= MOST_HEAPS
        && certificate.game.len() <= 100;
    (true, small && certificate.verify(&Interrupt::new()).is_ok())
}
