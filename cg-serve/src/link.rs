//! Links that hold a worksheet.
//!
//! The worksheet stands in the fragment, behind `#sheet=`, as base64 for URLs (RFC 4648,
//! section 5) of its cells in JSON. Browsers never send a fragment: no server sees it. The
//! token of a running server is not part of such a link.

use crate::ServeError;

/// The longest worksheet in a link, in bytes of base64.
pub(crate) const MOST: usize = 1 << 20;

/// The worksheet of a link, still in base64: what [`crate::Options::sheet`] takes.
///
/// ```
/// use cg_serve::{ServeError, worksheet_of};
/// assert_eq!(worksheet_of("http://127.0.0.1:4000/#sheet=WyIxIl0")?, "WyIxIl0");
/// assert!(matches!(worksheet_of("https://example.org/"), Err(ServeError::NoSheet)));
/// # Ok::<(), ServeError>(())
/// ```
///
/// # Errors
/// There is none, or it is damaged or too long.
pub fn worksheet_of(link: &str) -> Result<String, ServeError> {
    let (_, fragment) = link.trim().split_once('#').ok_or(ServeError::NoSheet)?;
    let sheet = fragment.split('&').find_map(|part| part.strip_prefix("sheet="));
    let sheet = sheet.filter(|sheet| !sheet.is_empty()).ok_or(ServeError::NoSheet)?;
    if sheet.len() > MOST {
        return Err(ServeError::LongSheet);
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if sheet.bytes().all(plain) { Ok(sheet.to_owned()) } else { Err(ServeError::DamagedSheet) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_worksheet_is_taken() {
        let link = "http://127.0.0.1:1/#token=ab&sheet=WyIxIl0";
        assert_eq!(worksheet_of(link).unwrap(), "WyIxIl0");
        assert_eq!(worksheet_of("#sheet=a-_9").unwrap(), "a-_9");
        for link in ["#sheet=", "sheet=abc"] {
            assert!(matches!(worksheet_of(link), Err(ServeError::NoSheet)), "{link}");
        }
        for link in ["#sheet=a b", "#sheet=\"><script>"] {
            assert!(matches!(worksheet_of(link), Err(ServeError::DamagedSheet)), "{link}");
        }
        let long = format!("#sheet={}", "a".repeat(MOST + 1));
        assert!(matches!(worksheet_of(&long), Err(ServeError::LongSheet)));
    }
}
