//! `:limit`.

use std::time::Duration;

use super::Session;
use super::directive::or_similar;
use super::help::DIRECTIVES;
use crate::error::DirectiveError;

/// The names of the limits.
const LIMITS: [&str; 5] = ["memory", "memos", "time", "games", "options"];

impl Session {
    pub(super) fn limit(&mut self, argument: &str) -> Result<String, DirectiveError> {
        let mut words = argument.split_whitespace();
        let (Some(name), value, None) = (words.next(), words.next(), words.next()) else {
            if argument.is_empty() {
                return Ok(self.limits_shown());
            }
            return Err(bad("a limit is a name and a value"));
        };
        let mut limits = self.limits().clone();
        let value = value.ok_or_else(|| bad(format!("the limit `{name}` needs a value")))?;
        let wrong = || bad(format!("`{value}` is no value of the limit `{name}`"));
        match name {
            "memory" => limits.memory = parse_bytes(value).ok_or_else(wrong)?,
            "memos" if value == "none" => limits.memos = u64::MAX,
            "memos" => limits.memos = parse_bytes(value).ok_or_else(wrong)?,
            "time" => limits.time = parse_time(value).ok_or_else(wrong)?,
            "games" => limits.games = value.parse().map_err(|_| wrong())?,
            "options" => limits.options = value.parse().map_err(|_| wrong())?,
            _ => {
                let problem = format!("there is no limit `{name}`");
                return Err(bad(or_similar(problem, name, LIMITS)));
            }
        }
        self.set_limits(limits);
        Ok(self.limits_shown())
    }

    fn limits_shown(&self) -> String {
        let limits = self.limits();
        let time = limits.time.map_or_else(|| "none".into(), |time| format!("{time:?}"));
        let memos = match limits.memos {
            u64::MAX => String::new(),
            memos => format!("memos {}, ", bytes_shown(memos)),
        };
        format!(
            "memory {}, {memos}time {time}, games {}, options {}",
            bytes_shown(limits.memory),
            limits.games,
            limits.options
        )
    }
}

fn bad(problem: impl Into<String>) -> DirectiveError {
    let usage = DIRECTIVES.iter().find(|directive| directive.name == "limit");
    DirectiveError::BadArgument {
        problem: problem.into(),
        usage: usage.map_or(":limit", |directive| directive.usage),
    }
}

const UNITS: [(&str, u64); 4] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

/// `512MiB`, `4GiB`, `4G`, or a number of bytes.
fn parse_bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let size = match unit {
        "" => 1,
        unit => {
            let known = |&&(name, _): &&(&str, u64)| {
                name.eq_ignore_ascii_case(unit)
                    || name.len() == 3
                        && (name[..1].eq_ignore_ascii_case(unit)
                            || unit.len() == 2
                                && unit.eq_ignore_ascii_case(&format!("{}B", &name[..1])))
            };
            UNITS.iter().find(known)?.1
        }
    };
    digits.parse::<u64>().ok()?.checked_mul(size)
}

fn bytes_shown(bytes: u64) -> String {
    let unit = UNITS.iter().find(|(_, size)| bytes >= *size && bytes.is_multiple_of(*size));
    match unit {
        Some((name, size)) => format!("{}{name}", bytes / size),
        None => format!("{bytes}B"),
    }
}

/// `10s`, `500ms`, `2min`, `1h`, `none`.
fn parse_time(text: &str) -> Option<Option<Duration>> {
    if text == "none" {
        return Some(None);
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let milliseconds = match &text[digits.len()..] {
        "ms" => 1,
        "" | "s" => 1000,
        "min" | "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let count: u64 = digits.parse().ok()?;
    Some(Some(Duration::from_millis(count.checked_mul(milliseconds)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(parse_bytes("4GiB"), Some(4 << 30));
        assert_eq!(parse_bytes("512mb"), Some(512 << 20));
        assert_eq!(parse_bytes("2G"), Some(2 << 30));
        assert_eq!(parse_bytes("100"), Some(100));
        assert_eq!(parse_bytes("x"), None);
        assert_eq!(parse_bytes("99999999999GiB"), None);
        assert_eq!(bytes_shown(4 << 30), "4GiB");
        assert_eq!(bytes_shown(1000), "1000B");
        assert_eq!(parse_time("none"), Some(None));
        assert_eq!(parse_time("2min"), Some(Some(Duration::from_secs(120))));
        assert_eq!(parse_time("500ms"), Some(Some(Duration::from_millis(500))));
        assert_eq!(parse_time("5y"), None);
    }
}
