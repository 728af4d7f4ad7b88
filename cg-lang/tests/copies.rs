//! Copies of a game are components, whatever the game is: their moves are listed as those of a sum.

use cg_lang::{Event, Role, Source};

use crate::common;

fn answered(text: &str) -> String {
    let mut session = common::session();
    let mut shown = String::new();
    session.run(&Source::new("copies", text), Role::Typed, &mut |session, event| match event {
        Event::Answer(answer) => shown += &answer.to_text(session).unwrap(),
        Event::Note(_) => {}
        Event::Error(error) => panic!("{text}: {error}"),
    });
    shown
}

#[test]
fn copies_are_played_as_the_sum_of_them() {
    for (copies, sum) in [
        ("1 + 2.*3", "1 + *3 + *3"),
        ("2.^", "^ + ^"),
        ("3.*2 + *", "*2 + *2 + *2 + *"),
        ("2.{1|-1} + *", "{1|-1} + {1|-1} + *"),
        ("^* + 2.v3", "^* + v3 + v3"),
    ] {
        let [copies, sum] = [copies, sum].map(|text| answered(&format!("?? {text}")));
        // A sum lists the same move in each of its equal components.
        let moves = |text: &str| -> std::collections::BTreeSet<String> {
            text.lines()
                .filter_map(|line| line.split_once(". "))
                .map(|it| it.1.to_owned())
                .collect()
        };
        assert_eq!(moves(&copies), moves(&sum), "{copies}\n{sum}");
        assert_eq!(copies.lines().next(), sum.lines().next());
    }
}
