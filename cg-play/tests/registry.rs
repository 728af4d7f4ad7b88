//! Games by their names.

use cg_play::{NamedGame, Opening};

#[test]
fn the_example_of_every_row_reads_back_and_no_name_is_given_twice() {
    let mut names: Vec<&str> = Vec::new();
    for row in NamedGame::all() {
        let opening = Opening::from_words(row.example).unwrap();
        let again = Opening::from_texts(opening.game(), opening.position()).unwrap();
        assert_eq!(
            (again.game(), again.position()),
            (opening.game(), opening.position()),
            "{row:?}"
        );
        for name in row.names {
            assert!(!names.contains(name), "{name}");
            names.push(name);
        }
    }
}

#[test]
fn what_is_unknown_is_told_what_there_is() {
    let error = Opening::from_words(&["chess"]).unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no game `chess`: write nim, trinim, dots-and-boxes, kayles, another octal game by its name \
         or code, FILE.g with a position, a ruleset such as clobber (`cg rulesets` lists them), or one whose \
         positions come back, such as fox-and-geese"
    );
}
