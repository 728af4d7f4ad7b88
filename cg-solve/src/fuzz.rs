//! What fuzzing runs: any bytes as what this crate reads. A panic, a hang or a crash is a
//! defect.

use std::path::Path;

use crate::{Database, DatabaseWriter};

#[cfg(test)]
mod tests;

/// Reads `bytes` as a database; then as a header, a line break and a body, so that fuzzing
/// gets past the checksums. What is read is looked through, and must be written as a database
/// with the same components. Returns how many of both were one.
pub fn database_any(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let body = bytes.get(end + 1..).unwrap_or_default();
    let forged = Database::forged(&bytes[..end], body);
    [Some(bytes.to_vec()), forged].into_iter().flatten().filter(|file| database(file)).count()
}

fn database(bytes: &[u8]) -> bool {
    let parse = |bytes: &[u8]| Database::parse(Path::new("fuzz"), Box::new(bytes.to_vec()));
    let Ok(database) = parse(bytes) else { return false };
    let mut texts = Vec::new();
    if database.each(&mut |text, valued| texts.push((text.to_owned(), valued))).is_err() {
        return false;
    }
    let Ok(mut writer) = DatabaseWriter::new(Some(&database)) else { return false };
    let header = database.header();
    let again = writer.file(&header.game, header.up_to, header.steps, header.boards_done);
    let again = parse(&again.expect("texts in order differ")).expect("it was just written");
    let mut found = Vec::new();
    let read = again.each(&mut |text, valued| found.push((text.to_owned(), valued)));
    assert_eq!((read, found), (Ok(()), texts));
    true
}
