//! `:plot`.

mod common;

use common::{run, run_in, session};

#[test]
fn thermographs_are_drawn() {
    let lines = run(":plot thermograph({4|-2})");
    let [drawing] = &lines[..] else { panic!("{lines:?}") };
    assert!(drawing.lines().count() > 10 && drawing.contains('#'), "{drawing}");
    assert!(drawing.lines().all(|line| line.len() <= 80), "{drawing}");
    // Read in the notation of the program, with what it defines.
    let program = ":notation standard\ng = {4|-2}\n:plot thermograph(g + 0*0)";
    assert_eq!(run(program), lines);
    assert_eq!(run("f = '{4|-2}'\n:plot thermograph(f)"), lines);
}

#[test]
fn pictures_are_files() {
    let folder = std::env::temp_dir().join(format!("cg-plot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, quote) in [("plain.svg", ""), ("a (b).SVG", "\"")] {
        let path = folder.join(name);
        let typed = format!(":plot thermograph({{4|-2}}) {quote}{}{quote}", path.display());
        let answer = run_in(&mut session(), &typed);
        assert_eq!(answer, [format!("written to {}", path.display())]);
        let picture = std::fs::read_to_string(&path).unwrap();
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
    }
    // Nothing lies beside them.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}
