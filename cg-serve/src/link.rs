//! Links that hold a worksheet.
//!
//! The worksheet stands in the fragment, behind `#sheet=`, as base64 for URLs (RFC 4648,
//! section 5) of its cells in JSON. Browsers never send a fragment: no server sees it. The
//! token of a running server is not part of such a link.

/// The longest worksheet in a link, in bytes of base64.
const MOST: usize = 1 << 20;

/// Why a link holds no worksheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// There is no `#sheet=` in it.
    #[error("this link holds no worksheet: one made by the worksheet ends in `#sheet=...`")]
    NoSheet,
    /// Signs that no link of a worksheet has.
    #[error("this link is damaged: behind `#sheet=` stand letters, digits, `-` and `_` only")]
    Damaged,
    /// More than a link may hold.
    #[error("this link is too long: a worksheet in a link has at most {MOST} signs")]
    TooLong,
}

/// The worksheet of a link, still in base64: what [`crate::Options::sheet`] takes.
///
/// ```
/// assert_eq!(cg_serve::worksheet_of("http://127.0.0.1:4000/#sheet=WyIxIl0"), Ok("WyIxIl0".into()));
/// assert_eq!(cg_serve::worksheet_of("https://example.org/"), Err(cg_serve::LinkError::NoSheet));
/// ```
///
/// # Errors
/// There is none, or it is damaged.
pub fn worksheet_of(link: &str) -> Result<String, LinkError> {
    let (_, fragment) = link.trim().split_once('#').ok_or(LinkError::NoSheet)?;
    let sheet = fragment.split('&').find_map(|part| part.strip_prefix("sheet="));
    let sheet = sheet.filter(|sheet| !sheet.is_empty()).ok_or(LinkError::NoSheet)?;
    if sheet.len() > MOST {
        return Err(LinkError::TooLong);
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if sheet.bytes().all(plain) { Ok(sheet.to_owned()) } else { Err(LinkError::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_worksheet_is_taken() {
        for (link, expected) in [
            ("http://127.0.0.1:1/#token=ab&sheet=WyIxIl0", Ok("WyIxIl0")),
            ("#sheet=a-_9", Ok("a-_9")),
            ("#sheet=", Err(LinkError::NoSheet)),
            ("sheet=abc", Err(LinkError::NoSheet)),
            ("#sheet=a b", Err(LinkError::Damaged)),
            ("#sheet=\"><script>", Err(LinkError::Damaged)),
        ] {
            assert_eq!(worksheet_of(link), expected.map(str::to_owned), "{link}");
        }
        assert_eq!(
            worksheet_of(&format!("#sheet={}", "a".repeat(MOST + 1))),
            Err(LinkError::TooLong)
        );
    }
}
