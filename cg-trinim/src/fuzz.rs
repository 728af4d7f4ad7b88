//! What fuzzing runs: any bytes as what this crate reads. Each function ends quickly on
//! any bytes; a panic, a hang or a crash is a defect.

use crate::{BlockFile, Position};

/// Reads `bytes` as a board; what is read must print in both ways as something that reads
/// as the same. Returns whether it was one.
pub fn board_any(bytes: &[u8]) -> bool {
    let Ok(position) = String::from_utf8_lossy(bytes).parse::<Position>() else {
        return false;
    };
    for printed in [position.to_string(), position.picture()] {
        assert_eq!(printed.parse().ok(), Some(position), "{printed}");
    }
    true
}

/// Reads `bytes` as a block file; then as a header, a line break and a payload, so that
/// fuzzing gets past the checksums. What is read must be written as a file that reads as
/// the same. Returns how many of both were one.
pub fn block_file_any(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let payload = bytes.get(end + 1..).unwrap_or_default();
    let forged = BlockFile::forged(&bytes[..end], payload);
    [Some(bytes), forged.as_deref()].into_iter().flatten().filter(|file| block_file(file)).count()
}

fn block_file(bytes: &[u8]) -> bool {
    let Ok(file) = BlockFile::parse(bytes) else {
        return false;
    };
    for (stream, bits) in file.header().bits.into_iter().enumerate() {
        assert_eq!(file.words(stream).len() as u64, bits.div_ceil(64));
    }
    let again = file.to_bytes().ok().and_then(|bytes| BlockFile::parse(&bytes).ok());
    assert_eq!(again, Some(file));
    true
}
