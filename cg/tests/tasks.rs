//! Tasks of the field as programs: what was wanted, and the answer, in `testdata/tasks.tsv`.

use cg_calculator::Calculator;

#[test]
fn tasks_of_the_field_are_answered() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/tasks.tsv");
    let table = std::fs::read_to_string(path).expect("the table is there");
    let mut failures = Vec::new();
    let mut count = 0;
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [number, task, program, expected] = columns[..] else { panic!("{row}") };
        let mut calculator = Calculator::new().expect("a calculator");
        let replies = calculator.evaluate(program);
        let answers: Vec<&str> = replies
            .iter()
            .map(|reply| &reply.shown[..])
            .filter(|shown| !shown.is_empty())
            .collect();
        if answers != [expected] {
            failures.push(format!("{number} {task}: {}", answers.join("\n")));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 47, "{count} tasks");
}
