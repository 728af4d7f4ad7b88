use crate::Rules;

fn explained(code: &str) -> String {
    code.parse::<Rules>().unwrap().explain().join("\n")
}

#[test]
fn games_in_words() {
    assert_eq!(
        explained("4.07"),
        "4.07 is a finite octal game.\n\
         Remove no token: split the rest into two heaps.\n\
         Remove 2 tokens: take the whole heap, leave one heap, or split the rest into two heaps."
    );
    assert_eq!(
        explained("Nim"),
        ".(3) is Nim, an infinite quaternary game.\n\
         Remove 1 or more tokens: take the whole heap, or leave one heap.\n\
         So any number of tokens may be removed, except those in []."
    );
    assert!(explained(".1(20)").contains("Remove 2, 4, 6, ... tokens: leave one heap."));
    assert!(explained("S{1,4}").contains("the set [1, 4]"));
    assert!(explained(".8").contains("into 3 heaps"));
    assert!(explained(".11").contains("trivial"));
    assert!(explained("Grundy").contains("different sizes"));
}
