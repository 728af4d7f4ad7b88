//! The samples that every highlighter of G is tested against, cut by the lexer: the editor of the
//! worksheet, the lexer of Pygments and the grammar of tree-sitter read the same files.

use std::fs;
use std::path::Path;

use cg_lang::{Reading, pieces};

/// A line for each piece: its class, a tab, and its text without the ends of lines.
fn tokens(text: &str) -> String {
    let shown = |text: &str| text.trim().replace('\\', "\\\\").replace('\n', "\\n");
    let cut = pieces(text, &Reading::default());
    let lines = cut
        .iter()
        .map(|piece| format!("{}\t{}\n", piece.kind.name(), shown(&text[piece.span.range()])));
    lines.collect()
}

#[test]
fn samples_are_cut_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/highlight");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "g") {
            let found = tokens(&fs::read_to_string(&path).unwrap());
            let expected = path.with_extension("tokens");
            // `CG_WRITE=1` writes them anew, to be read before they are committed.
            if std::env::var_os("CG_WRITE").is_some() {
                fs::write(&expected, &found).unwrap();
            }
            assert_eq!(found, fs::read_to_string(&expected).unwrap(), "{}", path.display());
            assert!(!found.contains("bad\t"), "{found}");
            count += 1;
        }
    }
    assert!(count >= 3);
}
