//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.

use cg_properties::{kept, mutations};

use super::{block_file_any, board_any, manifest_any, residual, residual_any};

const BOARDS: &[&str] = &["x/xx/xxx", "./x.", "6", "x\nxx\nx.x\n....", "●/○●", "10"];

const BLOCK: &str = r#"{"version":4,"layers":4,"convention":"normal","block_pieces":1,"block":0,"order":[1,2,3,4,5,6,7,8,9],"p_counts":[0,1],"checked":64,"bytes":16,"starts":[0],"crc":0}
abcdefghabcdefgh"#;

/// The number of mutations that `read` reads.
fn tried(corpus: &[Vec<u8>], read: impl Fn(&[u8]) -> bool) -> usize {
    mutations(corpus).take(10_000).filter(|bytes| read(bytes)).count()
}

#[test]
fn boards() {
    let corpus: Vec<Vec<u8>> = BOARDS.iter().map(|board| board.as_bytes().to_vec()).collect();
    assert!(corpus.iter().all(|board| board_any(board)));
    let read = tried(&corpus, board_any);
    assert!((500..9500).contains(&read), "{read}");
}

#[test]
fn block_files() {
    let block = BLOCK.as_bytes();
    assert_eq!(block_file_any(block), 1);
    // A chunk that begins after the end of the payload, or before the chunk below it.
    for starts in ["[0,17]", "[18446744073709551615]", "[2,1]"] {
        let text = BLOCK.replace("[0],", &format!("{starts},"));
        assert_eq!(block_file_any(text.as_bytes()), 0, "{starts}");
    }
    let read = tried(&[block.to_vec()], |bytes| block_file_any(bytes) > 0);
    assert!((100..9500).contains(&read), "{read}");
}

#[test]
fn residuals() {
    let whole = residual();
    assert!(residual_any(&whole));
    assert!(!residual_any(&[&whole[..], &[0]].concat()));
    // Most changes give the first moves other bits, and then their number does not fit.
    let read = tried(&[whole], residual_any);
    assert!((1..9500).contains(&read), "{read}");
}

#[test]
fn manifests() {
    let manifest = |layers: u8, convention: &str, block_pieces: u64, fold: bool| {
        format!(
            r#"{{"version":1,"layers":{layers},"convention":"{convention}","block_pieces":{block_pieces},"fold":{fold}}}"#
        )
        .into_bytes()
    };
    let corpus = [
        manifest(7, "normal", 1 << 12, true),
        manifest(8, "misere", 0b110, true),
        manifest(7, "normal", 0, false),
    ];
    for bytes in &corpus {
        assert!(manifest_any(bytes), "{}", String::from_utf8_lossy(bytes));
    }
    // Only the identity keeps these pieces in their places.
    assert!(!manifest_any(&manifest(7, "normal", 1 << 4 | 1 << 17 | 1 << 20, true)));
    let read = tried(&corpus, manifest_any);
    assert!((30..9500).contains(&read), "{read}");
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let boards = kept(include_str!("../../fuzz/kept/board.hex"));
    let read = boards.iter().filter(|bytes| board_any(bytes)).count();
    assert!((10..boards.len()).contains(&read), "{read} of {}", boards.len());
    let files = kept(include_str!("../../fuzz/kept/block_file.hex"));
    let read = files.iter().filter(|bytes| block_file_any(bytes) > 0).count();
    assert!((1..files.len()).contains(&read), "{read} of {}", files.len());
    let manifests = kept(include_str!("../../fuzz/kept/manifest.hex"));
    let read = manifests.iter().filter(|bytes| manifest_any(bytes)).count();
    assert!((3..manifests.len()).contains(&read), "{read} of {}", manifests.len());
}
