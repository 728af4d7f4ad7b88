//! Writing codes: what is printed is read back as the same code.

use std::fmt;

use super::Code;

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.zero != 0 {
            digit(f, self.zero)?;
        }
        f.write_str(".")?;
        if self.head.is_empty() && self.tail.is_empty() && self.zero == 0 {
            return f.write_str("0");
        }
        for &d in &self.head {
            digit(f, d)?;
        }
        if !self.tail.is_empty() {
            f.write_str("(")?;
            for &d in &self.tail {
                digit(f, d)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

fn digit(f: &mut fmt::Formatter<'_>, digit: u32) -> fmt::Result {
    if digit < 16 { write!(f, "{digit:X}") } else { write!(f, "[{digit}]") }
}
