//! Tasks of the field as programs: what was wanted, and the last answer, in `testdata/tasks.tsv`.
//! There `\\n` ends a line of a program, and `TMP` is a folder of its own.

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
        let folder = tempfile::tempdir().expect("a folder");
        let program = program.replace("\\n", "\n");
        let program = program.replace("TMP", &folder.path().display().to_string());
        let replies = calculator.evaluate(&program);
        let answers: Vec<&str> = replies
            .iter()
            .map(|reply| &reply.shown[..])
            .filter(|shown| !shown.is_empty())
            .collect();
        // Directives say what they did.
        let alone = answers.len() == 1 || program.contains("\n:") || program.starts_with(':');
        if !alone || answers.last() != Some(&expected) {
            failures.push(format!("{number} {task}: {}", answers.join("\n")));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 57, "{count} tasks");
}
