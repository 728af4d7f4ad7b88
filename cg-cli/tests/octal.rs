//! `cg octal` as a user meets it: answers, files, interruptions, bad input.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::Run;

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finished(mut command: Command) -> Run {
    command.output().expect("the command runs").into()
}

fn octal_in(folder: &Path, arguments: &[&str]) -> Run {
    finished(command(&[&["octal"], arguments].concat(), folder))
}

fn octal(arguments: &[&str]) -> Run {
    octal_in(Path::new("."), arguments)
}

fn object(run: &Run) -> Json {
    serde_json::from_str(&run.out).expect("the output is an object")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_table_has_the_rows_of_the_period_with_exceptions_marked() {
    let run = octal(&[".77", "-n", "100"]);
    insta::assert_snapshot!(run.out, @r"
      0:  0*  1   2   3*  1   4   3*  2   1   4*  2   6*
     12:  4   1   2   7*  1   4   3*  2   1   4*  6*  7 
     24:  4   1   2   8   5*  4   7   2   1   8   6*  7 
     36:  4   1   2   3*  1   4   7   2   1   8   2   7 
     48:  4   1   2   8   1   4   7   2   1   4*  2   7 
     60:  4   1   2   8   1   4   7   2   1   8   6*  7 
     72:  4   1   2   8   1   4   7   2   1   8   2   7 
     84:  4   1   2   8   1   4   7   2   1   8   2   7 
     96:  4   1   2   8 
    .77 (Kayles): period 12 from heap 71 on; proved: the theorem of Guy and Smith, 168 heaps
    largest value 8, first at heap 27, last at heap 291, of 292 heaps computed
    14 exceptions: heaps 0 3 6 9 11 15 18 21 22 28 34 39 57 70
    ");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[test]
fn json_has_what_was_found() {
    let run = object(&octal(&["Dawson's Kayles", "-n", "10", "--json"]));
    assert_eq!((&run["code"], &run["name"]), (&".07".into(), &"Dawson's Kayles".into()));
    assert_eq!(run["values"], serde_json::json!([0, 0, 1, 1, 2, 0, 3, 1, 1, 0]));
    assert_eq!((&run["period"], &run["preperiod"]), (&34.into(), &53.into()));
    assert_eq!((&run["saltus"], &run["proved"]), (&0.into(), &true.into()));
    assert_eq!(run["maximum"], 9);
    let grows = object(&octal(&[".3F", "--json"]));
    assert_eq!((&grows["period"], &grows["saltus"]), (&6.into(), &3.into()));
    assert_eq!(grows["proved"], true);
    assert_eq!(object(&octal(&[".4...", "--json"]))["proved"], false);
}

#[test]
fn csv_has_a_line_for_each_heap() {
    assert_eq!(octal(&[".77", "-n", "4", "--csv"]).out, "heap,value\n0,0\n1,1\n2,2\n3,3\n");
    // None is left out, of all that were computed.
    let all = octal(&[".07", "--limit", "5000", "--csv"]);
    let period = all.out.lines().skip(1).map(|line| line.split_once(',').expect("two fields"));
    let values: Vec<(usize, u32)> =
        period.map(|(h, v)| (h.parse().expect("a heap"), v.parse().expect("a value"))).collect();
    assert!(values.iter().enumerate().all(|(at, &(heap, _))| at == heap));
    assert!((100..values.len()).all(|n| values[n].1 == values[n - 34].1));
}

#[test]
fn a_certificate_is_written_and_verified_and_a_changed_one_refused() {
    let folder = folder();
    let run = octal_in(folder.path(), &[".16", "--certificate", "16.json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let run = octal_in(folder.path(), &["verify", "16.json"]);
    let line = "16.json: .16 has period 149459 from heap 105351 on: verified by computing";
    assert!(run.out.starts_with(line), "{run:?}");
    assert_eq!(run.code, Some(0));
    let json = object(&octal_in(folder.path(), &["verify", "16.json", "--json"]));
    assert_eq!((&json["kind"], &json["period"]), (&"verified".into(), &149_459.into()));

    let file = folder.path().join("16.json");
    let text = fs::read_to_string(&file).expect("the certificate");
    let limit = octal_in(folder.path(), &["verify", "16.json", "--limit", "1000"]);
    assert_eq!(limit.code, Some(3), "{limit:?}");
    for (from, to) in
        [("105351", "105350"), ("149459", "298918"), (".16", ".56"), ("hash\": \"", "hash\": \"0")]
    {
        fs::write(&file, text.replace(from, to)).expect("it is written");
        let run = octal_in(folder.path(), &["verify", "16.json"]);
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{from} {run:?}");
        assert!(run.err.contains("16.json"), "{run:?}");
    }
    for text in ["", "{}", "\u{0}", "[1,2]"] {
        fs::write(&file, text).expect("it is written");
        assert_eq!(octal_in(folder.path(), &["verify", "16.json"]).code, Some(1));
    }
    // What is not proved has no certificate.
    for (game, ending) in [(".4...", 1), (".6", 3)] {
        let run = octal_in(folder.path(), &[game, "--limit", "2000", "--certificate", "no.json"]);
        assert_eq!(run.code, Some(ending));
        assert!(run.err.contains("no certificate"), "{run:?}");
        assert!(!folder.path().join("no.json").exists());
    }
}

#[test]
fn a_certificate_in_segments_is_verified_whole_in_shards_and_by_chance() {
    let folder = folder();
    let long = ["--memory", "240K", "--checkpoint", "16.state", "--states", "16.states"];
    let proved = ["--segment", "140000", "--certificate", "16.json"];
    let run = octal_in(folder.path(), &[&[".16"][..], &long, &proved].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let verify = |more: &[&str]| octal_in(folder.path(), &[&["verify", "16.json"], more].concat());
    let whole = verify(&[]);
    let line = "16.json: .16 has period 149459 from heap 105351 on: verified by computing 276389 heaps in 5 segments\n";
    assert_eq!((whole.out.as_str(), whole.code), (line, Some(0)), "{}", whole.err);
    let shards = ["1/2", "2/2"].map(|shard| object(&verify(&["--shard", shard, "--json"])));
    assert!(shards.iter().all(|shard| shard["proved"] == false));
    assert_eq!(shards[1]["segments"], serde_json::json!([2, 4]));
    let sample = verify(&["--sample", "1"]).out;
    assert!(
        sample.contains("1 of 5 segments hold") && sample.contains("this alone does not prove")
    );
    let seed = sample.split("--seed ").nth(1).and_then(|rest| rest.split(':').next());
    let again = verify(&["--sample", "1", "--seed", seed.expect("the answer names the seed")]);
    assert_eq!(again.out, sample);
    let json = object(&verify(&["--sample", "2", "--seed", "5", "--json"]));
    assert_eq!(json["seed"], 5);
    assert_eq!(json["segments"].as_array().map(Vec::len), Some(2));
    assert_eq!(verify(&["--seed", "5"]).code, Some(2));
    assert_eq!(object(&verify(&["--sample", "9", "--json"]))["proved"], true);
    assert_eq!(verify(&["--limit", "1000"]).code, Some(3));
    let file = folder.path().join("16.json");
    let text = fs::read_to_string(&file).expect("the certificate");
    fs::write(&file, text.replacen("105351", "105350", 1)).expect("it is written");
    let forged = verify(&[]);
    assert_eq!((forged.out.as_str(), forged.code), ("", Some(1)));
    assert!(forged.err.contains("16.json: the certificate does not hold"), "{forged:?}");
    // The states are of this run; a certificate of one piece has no segments.
    let other = octal_in(
        folder.path(),
        &[&[".56"][..], &["--checkpoint", "56.state"], &long[4..], &proved[..2]].concat(),
    );
    assert!(other.code == Some(1) && other.err.contains("16.states"), "{other:?}");
    octal_in(folder.path(), &[".77", "--certificate", "77.json"]);
    let run = octal_in(folder.path(), &["verify", "77.json", "--shard", "1/2"]);
    assert!(run.code == Some(1) && run.err.contains("no segments"), "{run:?}");
}

#[test]
fn a_picture_tells_rare_from_common_and_a_plot_has_its_corners() {
    let folder = folder();
    let run = octal_in(folder.path(), &[".16", "-n", "20000", "--svg", "16.svg", "--plot"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let svg = fs::read_to_string(folder.path().join("16.svg")).expect("the picture");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for part in
        ["common values", "rare values (mask 0x1e)", "heap", "nim-value", "heaps 0 to 19999"]
    {
        assert!(svg.contains(part), "{part}");
    }
    assert!(svg.matches("#DC6A50").count() > 10);
    assert!(run.out.starts_with("Nim-values of .16, heaps 0 to 19999\n"), "{}", run.out);
    assert!(run.out.contains("\n20 ┤") && run.out.contains(" 15,000"), "{}", run.out);
    assert!(run.out.lines().take(24).all(|line| line.chars().count() <= 80), "{}", run.out);
}

#[test]
fn sums_have_every_winning_move() {
    let run = octal(&[".77", "--heaps", "5,9,12"]);
    let moves = "  5 -> 2 + 2\n  9 -> 4 + 4\n  12 -> 5 + 5\n";
    assert_eq!(run.out, format!("values 4 4 4, nim-sum 4\nfirst player win\n{moves}"));
    assert_eq!(
        octal(&["Nim", "--heaps", "1,2,3"]).out,
        "values 1 2 3, nim-sum 0\nsecond player win\n"
    );
    let json = object(&octal(&["Nim", "--heaps", "3", "--json"]));
    assert_eq!(json["winning_moves"], serde_json::json!([{ "heap": 3, "left": [] }]));
    assert_eq!(octal(&[".77", "--heaps", "5,x"]).code, Some(2));
    assert_eq!(octal(&[".77", "--heaps", "99999999999"]).code, Some(3));
}

#[test]
fn misere_quotients_are_proved_certified_and_verified() {
    let folder = folder();
    let run = octal_in(folder.path(), &[".123", "--misere", "--certificate", "proof.json"]);
    insta::assert_snapshot!(run.out, @r"
    .123: misère quotient of 20 elements, 5 of them in P
    proved for all heaps: period 5 from heap 5 on, verified for the heaps to 13
    elements: 2 at heap 1, 6 at heap 3, 12 at heap 8, 20 at heap 9
    P: h1, h3^2, h6, h1 h8, h3 h9
    relations: h1^2 = 1, h3^4 = h3^2, h3^2 h6 = h6, h6^2 = h6, h3^2 h8 = h3^3, h6 h8 = h3 h6, h8^2 = 1, h3^2 h9 = h9, h6 h9 = h1 h6, h8 h9 = h3 h9, h9^2 = h6
    0:  1   h1  1   h3  h3
    5:  h1  h6  1   h8  h9
    ");
    assert_eq!(run.code, Some(0));
    let run = octal_in(folder.path(), &["verify", "proof.json"]);
    assert_eq!(
        run.out,
        "proof.json: .123 has a misère quotient of 20 elements, 5 of them in P, for all heaps, with period 5 from heap 5 on: verified\n"
    );
    let proof = fs::read_to_string(folder.path().join("proof.json")).expect("it was written");
    for (from, to, says) in [
        ("\"order\": 20", "\"order\": 21", "one element for each"),
        ("\"p\": [1", "\"p\": [0", "the position without heaps is in P"),
        ("\"period\":5", "\"period\":4", "period"),
        ("\"version\": 1", "\"version\": 2", "version 2"),
        ("\"game\": \".123\"", "\"game\": \".124\"", "wrong"),
        ("\"game\": \".123\"", "\"game\": \".12x\"", "not a game code"),
    ] {
        assert!(proof.contains(from), "{from}");
        fs::write(folder.path().join("bad.json"), proof.replace(from, to)).expect("a file");
        let run = octal_in(folder.path(), &["verify", "bad.json"]);
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{run:?}");
        assert!(run.err.contains(says), "{run:?}");
    }
    let json = object(&octal(&[".77", "--misere", "--json"]));
    assert_eq!((&json["order"], &json["p_positions"]), (&40.into(), &9.into()));
    assert_eq!((&json["preperiod"], &json["period"]), (&71.into(), &12.into()));
    assert_eq!((&json["proved"], &json["heaps"]), (&true.into(), &168.into()));
    let run = octal(&[".07", "--misere", "--elements", "200"]);
    assert_eq!(run.code, Some(3));
    assert!(run.out.contains("verified for the heaps to 29, and for these alone\n"), "{}", run.out);
    assert!(run.out.contains("more elements than the limit (--elements)"), "{}", run.out);
}

#[test]
fn misere_sums_are_answered_by_the_quotient() {
    // In misère Nim an odd number of single tokens is lost, a bigger heap makes it odd.
    let run = octal(&["Nim", "--heaps", "1,1,1", "--misere"]);
    assert!(
        run.out.starts_with("second player win\nthe sum is h1 · h1 · h1 = h1, in P; "),
        "{}",
        run.out
    );
    let run = octal(&["Nim", "--heaps", "1,2", "--misere"]);
    assert!(run.out.starts_with("first player win\n  2 -> 0\n"), "{}", run.out);
    let run = octal(&[".77", "--misere", "--heaps", "1000000,999983,12"]);
    assert!(run.out.starts_with("first player win\n416664 winning moves, "), "{}", run.out);
    let run = octal(&[".77", "--misere", "--heaps", "300,300", "--json"]);
    let json = object(&run);
    assert_eq!((&json["outcome"], &json["word"]), (&"second player win".into(), &"h2^2".into()));
    // Its quotient is too large for such heaps, and the search is too.
    let run = octal(&[".07", "--heaps", "300,300", "--misere", "--time", "300ms"]);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(
        run.err.contains("; the quotient has ") && run.err.contains(" elements, verified"),
        "{run:?}"
    );
    let run = octal(&[".77", "--heaps", "0,0", "--misere"]);
    assert!(run.out.contains("there is no move: the player to move has won"), "{}", run.out);
    // The proof behind an answer, in the same call.
    let folder = folder();
    let asked = [".75", "--misere", "--heaps", "9,5", "--certificate", "proof.json"];
    let run = octal_in(folder.path(), &asked);
    assert!(run.out.starts_with("second player win\n"), "{run:?}");
    assert_eq!(octal_in(folder.path(), &["verify", "proof.json"]).code, Some(0));
    let normal = octal(&[".75", "--heaps", "9,5", "--certificate", "proof.json"]);
    assert_eq!(normal.code, Some(2), "{normal:?}");
}

#[test]
fn misere_quotients_are_drawn() {
    let folder = folder();
    let files = ["--svg", "phi.svg", "--strip", "strip.svg", "--lattice", "order.svg"];
    let run = octal_in(folder.path(), &[&[".123", "--misere", "--plot"][..], &files].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    let strip = run.out.split("\n\n").find(|part| part.contains("+0")).expect("the strip");
    insta::assert_snapshot!(strip, @r"
        +0   +1  +2  +3  +4
    0    1  h1!   1  h3  h3
    5  h1!  h6!   1  h8  h9
    ");
    for (file, words) in [
        ("phi.svg", &["element", "elements in P"][..]),
        ("strip.svg", &["The words of .123: period 5 from heap 5 on", "h6!", "+4"]),
        ("order.svg", &["Idempotents of .123", "in P"]),
    ] {
        let text = fs::read_to_string(folder.path().join(file)).expect("it was written");
        assert!(words.iter().all(|word| text.contains(word)), "{file}: {text}");
    }
}

#[test]
fn misere_surveys_go_on_where_they_stopped() {
    let folder = folder();
    let arguments = ["survey", "--misere", ".123", ".75", "--checkpoint", "kept"];
    let first = octal_in(folder.path(), &arguments);
    insta::assert_snapshot!(first.out, @r"
    code  elements  in P  preperiod  period  heaps  ending
    .123        20     5          5       5     13  proved
    .75          8     2          8       2     22  proved
    2 games: 2 proved for all heaps, 0 verified for some heaps, 0 grown beyond the limit on elements
    ");
    assert_eq!(octal_in(folder.path(), &arguments).out, first.out);
    let other = octal_in(folder.path(), &[&arguments[..], &["--elements", "50"]].concat());
    assert!(other.err.contains("ask for the same"), "{other:?}");
    let normal = octal_in(folder.path(), &["survey", ".75", "--checkpoint", "kept"]);
    assert!(normal.err.contains("--misere tells them apart"), "{normal:?}");
}

#[test]
fn misere_surveys_take_codes_with_a_digit_before_the_point() {
    let run = octal(&["survey", "--digits", "1", "--leading", "0,4", "--misere", "--limit", "60"]);
    assert!(run.out.contains("\n4.7 "), "{run:?}");
    assert!(run.out.ends_with("grown beyond the limit on elements\n"), "{run:?}");
    assert_eq!(run.out.lines().count(), 1 + 14 + 1);
    let bad = octal(&["survey", "--digits", "1", "--leading", "3", "--misere"]);
    assert_eq!((bad.out.as_str(), bad.code), ("", Some(1)), "{bad:?}");
    assert_eq!(octal(&["survey", ".7", "--leading", "4", "--misere"]).code, Some(2));
}

#[test]
fn misere_surveys_are_run_in_shards_and_merged() {
    let folder = folder();
    let games = [".77", ".75", ".07", "--limit", "100", "--elements", "60", "--misere"];
    for (shard, file) in [("1/2", "a"), ("2/2", "b")] {
        let shard = ["survey", "--shard", shard, "--checkpoint", file];
        assert_eq!(octal_in(folder.path(), &[&shard[..], &games].concat()).code, Some(0));
    }
    let merged =
        octal_in(folder.path(), &["survey", ".77", ".75", ".07", "--misere", "--merge", "a", "b"]);
    insta::assert_snapshot!(merged.out, @r"
    code  elements  in P  preperiod  period  heaps  ending
    .77         40     9          ?       ?    100  stopped by the limit on heaps
    .75          8     2          8       2     22  proved
    .07         24     5          ?       ?     24  the next quotient has more elements than the limit
    3 games: 1 proved for all heaps, 1 verified for some heaps, 1 grown beyond the limit on elements
    ");
    let normal = octal_in(folder.path(), &["survey", "--merge", "a"]);
    assert!(normal.err.contains("--misere tells them apart"), "{normal:?}");
}

#[test]
fn codes_are_explained() {
    let run = octal(&["explain", ".137", ".07"]);
    insta::assert_snapshot!(run.out, @r"
    .137 is Dawson's Chess, a finite octal game.
    Remove 1 token: take the whole heap.
    Remove 2 tokens: take the whole heap, or leave one heap.
    Remove 3 tokens: take the whole heap, leave one heap, or split the rest into two heaps.

    .07 is Dawson's Kayles, a finite octal game.
    Remove 2 tokens: take the whole heap, leave one heap, or split the rest into two heaps.
    A heap of n + 1 acts like a heap of n in .137: checked for 1000 heaps.
    ");
    let json = object(&octal(&["explain", "AllBut{2}", "--json"]));
    assert_eq!((&json["finite"], &json["all_but_set"][0]), (&false.into(), &2.into()));
}

#[test]
fn bad_games_are_wrong_usage() {
    let long = ".".to_owned() + &"7".repeat(100_000);
    for bad in [".8x", "..7", "0.", "", ".", "Kaylles", "S{", ".1.2", &long] {
        let run = octal(&[bad]);
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{run:?}");
        assert!(run.err.starts_with("error: ") && run.err.len() < 1000, "{run:?}");
        assert_eq!(octal(&["explain", bad]).code, Some(2));
    }
    for wrong in [
        &["octal"][..],
        &["octal", ".77", "explain", ".77"],
        &["octal", ".77", "-n", "-1"],
        &["octal", ".77", "-n", "5", "--limit", "9"],
        &["octal", ".77", "--csv", "--json"],
        &["octal", ".77", "--misere", "-n", "5"],
        &["octal", ".77", "--elements", "5"],
        &["octal", ".77", "--heaps", "5", "--limit", "9"],
        &["octal", "survey"],
        &["octal", "survey", "--digits", "2", ".77"],
    ] {
        assert_eq!(finished(command(wrong, Path::new("."))).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn limits_are_endings_with_a_report() {
    // Heaps are computed by blocks: a few more than asked.
    let run = octal(&[".6", "--limit", "3000"]);
    assert_eq!(run.code, Some(3));
    let heaps = run.out.split("stopped by the limit on heaps at ").nth(1);
    let heaps = heaps.and_then(|rest| rest.split(' ').next()).and_then(|heaps| heaps.parse().ok());
    assert!(heaps.is_some_and(|heaps: u32| (3000..3064).contains(&heaps)), "{}", run.out);
    let run = octal(&[".6", "--time", "100ms", "--json"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(object(&run)["ending"], "time");
    // All that was asked for is an answer.
    assert_eq!(octal(&[".6", "-n", "100"]).code, Some(0));
}

/// The last heap and value of a checkpoint, through the command.
fn state(folder: &Path, limit: &str) -> Json {
    let mut state =
        object(&octal_in(folder, &[".106", "--checkpoint", "state", "--limit", limit, "--json"]));
    state["seconds"] = Json::Null;
    state
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

fn wait_for(file: &Path, different_from: u64) {
    let start = Instant::now();
    while fs::metadata(file).map_or(0, |known| known.len()) <= different_from {
        assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint was written");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn a_run_goes_on_after_ctrl_c_and_after_kill() {
    const LIMIT: &str = "3000000";
    let (straight, broken) = (folder(), folder());
    let whole = state(straight.path(), LIMIT);
    assert_eq!(whole["heaps"], 3_000_000);

    let file = broken.path().join("state");
    let start = || {
        let arguments = ["octal", ".106", "--checkpoint", "state", "--every", "1ms"];
        command(&arguments, broken.path()).spawn().expect("the command starts")
    };
    // The first checkpoint holds no heap.
    let mut child = start();
    wait_for(&file, 2000);
    signal(&child, "-KILL");
    child.wait().expect("it ends");
    let size = fs::metadata(&file).expect("a checkpoint").len();
    let mut child = start();
    wait_for(&file, size);
    signal(&child, "-INT");
    let mut out = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut out).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(out.trim_start().starts_with("0:"), "the report is printed: {out}");
    let resumed = state(broken.path(), LIMIT);
    if resumed["heaps"] == whole["heaps"] {
        assert_eq!(resumed, whole);
    } else {
        // The broken run was faster than its interruption.
        let heaps = resumed["heaps"].to_string();
        assert_eq!(resumed, state(straight.path(), &heaps));
    }
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = folder();
    let arguments = ["octal", ".106", "--checkpoint", "state", "--every", "1ms"];
    let mut first = command(&arguments, folder.path()).spawn().expect("the command starts");
    wait_for(&folder.path().join("state"), 0);
    let second = octal_in(folder.path(), &[".106", "--checkpoint", "state"]);
    assert_eq!((second.out.as_str(), second.code), ("", Some(1)));
    let holder = format!("in use by process {} on ", first.id());
    assert!(second.err.contains(&holder), "{second:?}");
    signal(&first, "-KILL");
    first.wait().expect("it ends");
    let third = octal_in(folder.path(), &[".106", "--checkpoint", "state", "--limit", "100"]);
    assert_eq!(third.code, Some(3), "{third:?}");
}

#[cfg(unix)]
#[test]
fn an_interval_that_is_too_short_is_stretched_and_said() {
    let folder = folder();
    let arguments = [".106", "--checkpoint", "state", "--every", "1ms", "--limit", "20000000"];
    let run = octal_in(folder.path(), &arguments);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.err.contains("it is written every "), "{run:?}");
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused_and_kept() {
    let folder = folder();
    let file = folder.path().join("state");
    let arguments = [".106", "--checkpoint", "state", "--limit", "30000"];
    assert_eq!(octal_in(folder.path(), &arguments).code, Some(3));
    let good = fs::read(&file).expect("the checkpoint");
    let foreign = octal_in(folder.path(), &[".77", "--checkpoint", "state"]);
    assert_eq!(foreign.code, Some(1));
    assert!(foreign.err.contains("state") && foreign.err.contains(".106"), "{foreign:?}");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    for bad in [&good[..good.len() - 1], &good[..10], &damaged, b"a letter", b""] {
        fs::write(&file, bad).expect("it is written");
        let run = octal_in(folder.path(), &arguments);
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{run:?}");
        assert!(run.err.starts_with("cg: state: "), "{run:?}");
        assert_eq!(fs::read(&file).expect("it is still there"), bad);
    }
}

#[test]
fn files_that_cannot_be_written_are_errors_and_the_answer_is_printed() {
    for option in ["--certificate", "--svg"] {
        let run = octal(&[".77", option, "no/such/folder/file"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.starts_with("cg: no/such/folder/file: "), "{run:?}");
        assert!(run.out.contains("period 12 from heap 71 on; proved"), "{run:?}");
    }
    // A checkpoint that cannot be written is noticed before the run.
    let run = octal(&[".6", "--checkpoint", "no/such/folder/file"]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    for option in ["--certificate", "--svg"] {
        let run = octal(&[".77", option, "/dev/full"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains("/dev/full") && run.out.contains("proved"), "{run:?}");
    }
    let run = octal(&[".77", "--checkpoint", "/dev/full"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("must be a plain file"), "{run:?}");
    let mut full = command(&["octal", ".77"], Path::new("."));
    full.stdout(fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device"));
    let run = finished(full);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("cg: cannot write the answer: "), "{run:?}");

    // A limit on the size of files stands for a disk that fills up during the run.
    let folder = folder();
    let cg = env!("CARGO_BIN_EXE_cg");
    let first = octal_in(folder.path(), &[".106", "--checkpoint", "state", "--limit", "3000"]);
    assert_eq!(first.code, Some(3));
    let kept = fs::read(folder.path().join("state")).expect("the checkpoint");
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec {cg} octal .106 --checkpoint state --every 1ms --limit 300000"
    );
    let mut small = Command::new("sh");
    small.args(["-c", &script]).current_dir(folder.path());
    let run = finished(small);
    // The limit is reached, and the checkpoint is lost: that is worse.
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("300000 heaps") && run.err.contains("state"), "{run:?}");
    assert_eq!(fs::read(folder.path().join("state")).expect("the checkpoint"), kept);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn a_survey_is_a_table_and_goes_on_where_it_was_stopped() {
    let folder = folder();
    let arguments = ["survey", "--digits", "1", "--limit", "2000", "--checkpoint", "one"];
    let run = octal_in(folder.path(), &arguments);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((lines.len(), lines[8]), (9, "7 games, 6 with a proved period"), "{}", run.out);
    assert!(lines[4].starts_with(".4 ") && lines[6].contains("?"), "{}", run.out);
    // The same again comes from the file, half a line of which is forgotten.
    let file = folder.path().join("one");
    let record = fs::read_to_string(&file).expect("the record");
    assert_eq!(octal_in(folder.path(), &arguments).out, run.out);
    assert_eq!(fs::read_to_string(&file).expect("the record"), record);
    fs::write(&file, &record[..record.len() - 30]).expect("it is written");
    let again = octal_in(folder.path(), &arguments);
    assert_eq!(again.out.lines().last(), Some("7 games, 6 with a proved period"));
    assert_eq!(fs::read_to_string(&file).expect("the record").lines().count(), 8);
    // Another budget is another survey.
    let other = octal_in(folder.path(), &["survey", ".77", "--limit", "9", "--checkpoint", "one"]);
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("2000 heaps"), "{other:?}");
    let games = octal(&["survey", ".77", "Dawson's Chess", "--json"]);
    let codes: Vec<Json> = games
        .out
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).expect("an object")["code"].clone())
        .collect();
    assert_eq!(codes, [".77", ".137"]);
}

#[test]
fn shards_of_a_survey_are_merged_into_the_whole() {
    let folder = folder();
    let games = ["--digits", "2", "--limit", "500"];
    for index in 1..=3 {
        let (shard, file) = (format!("{index}/3"), format!("{index}.survey"));
        let arguments = [&["survey", "--shard", &shard, "--checkpoint", &file], &games[..]];
        let run = octal_in(folder.path(), &arguments.concat());
        assert_eq!((run.out.lines().count(), run.code), (23, Some(0)), "{}", run.err);
    }
    let columns = |out: &str| -> Vec<String> {
        let line = |line: &str| {
            line.rsplit_once("  ").map_or(line, |(start, _)| start).trim_end().to_owned()
        };
        out.lines().map(line).collect()
    };
    let merge = ["survey", "--digits", "2", "--merge", "3.survey", "1.survey", "2.survey"];
    let merged = octal_in(folder.path(), &[&merge[..], &["--checkpoint", "all"]].concat());
    let whole = octal_in(folder.path(), &[&["survey", "--shard", "1/1"], &games[..]].concat());
    assert_eq!(columns(&merged.out), columns(&whole.out));
    assert_eq!(octal_in(folder.path(), &["survey", "--merge", "all"]).code, Some(0));
    // A shard that is missing, twice the same, and what is no shard of the same survey.
    let two = octal_in(folder.path(), &merge[..5]);
    assert!(two.out.contains("21 of 63 games finished"), "{}", two.out);
    let twice = octal_in(folder.path(), &[&merge[..], &["1.survey"]].concat());
    assert_eq!(twice.out, merged.out);
    octal_in(folder.path(), &["survey", ".77", "--limit", "600", "--checkpoint", "other"]);
    for (arguments, message) in [
        (&["survey", "--merge", "1.survey", "other"][..], "not shards of one survey"),
        (&["survey", "--merge", "none"], "none"),
        (&["survey", "--shard", "1/2", "--digits", "1", "--time", "1s"], "no limit of time"),
    ] {
        let refused = octal_in(folder.path(), arguments);
        assert_eq!(refused.code, Some(1), "{arguments:?}: {}", refused.out);
        assert!(refused.err.contains(message), "{}", refused.err);
    }
}

#[test]
fn the_calculator_has_functions_on_octal_games() {
    let eval = |expressions: &[&str]| {
        finished(command(&[&["eval"], expressions].concat(), Path::new(".")))
    };
    let run = eval(&[
        "octal(\".77\", 15)",
        "nimsequence(\"Kayles\", 8)",
        "nimsequence(\".77\", range(70, 73))",
        "nimsequence(\".77\", 0..20)",
        "octal(\".77\", [5, 9, 12]) == octal(\".77\", 5) + octal(\".77\", 9) + octal(\".77\", 12)",
        "period(\".77\")",
        "period(\".3F\")",
        "period(\".6\", 1000)",
    ]);
    insta::assert_snapshot!(run.out, @r#"
    *7
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    [6, 7, 4, 1]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]
    true
    [["period", 12], ["preperiod", 71], ["saltus", 0], ["proved", true], ["heaps", 192], ["maximum", 8]]
    [["period", 6], ["preperiod", 0], ["saltus", 3], ["proved", true], ["heaps", 64], ["maximum", 32]]
    [["proved", false], ["heaps", 1000], ["maximum", 32]]
    "#);
    for bad in ["octal(\".8x\", 1)", "octal(77, 1)", "octal(\".77\", -1)", "octal(\".77\", 1/2)"] {
        let run = eval(&[bad]);
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{bad} {run:?}");
    }
    let run = eval(&["--memory", "64M", "nimsequence(\".77\", 99999999999)"]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(3)), "{run:?}");
    let run = eval(&["--time", "200ms", "octal(\".007\", 10000000)"]);
    assert_eq!(run.code, Some(3), "{run:?}");
}

#[test]
fn a_period_is_proved_of_a_function_that_is_an_octal_game_by_definition() {
    let kayles = "Kayles(n) { case 0: 0; case 1: *(1); default: { Kayles(k)+Kayles(n-k-1) : k = 0..n-1, \
                  Kayles(k)+Kayles(n-k-2) : k = 0..n-2 | Kayles(k)+Kayles(n-k-1) : k = 0..n-1, \
                  Kayles(k)+Kayles(n-k-2) : k = 0..n-2 }; }";
    let ask = |line: &str| finished(command(&["eval", kayles, line], Path::new(".")));
    let run = ask(":period Kayles 300");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    insta::assert_snapshot!(run.out, @r"
    Kayles(n) is .77 (Kayles) by its definition
    proved for ever: period 12 from heap 71 on
    ");
    assert_eq!(ask(":period Kayles 100").out, run.out);
    // The same values, in a way that is not recognised.
    let guess = kayles.replace("case 1: *(1);", "case if n == 1: *(1);");
    let run = finished(command(&["eval", &guess, ":period Kayles 300"], Path::new(".")));
    insta::assert_snapshot!(run.out, @r"
    Kayles(n): period 12 from heap 71 on, as far as seen: n = 0 to 300
    its values at 0 to 300 are those of .77 (Kayles), of which it is proved: period 12 from heap 71 on
    that Kayles(n) goes on like that is a conjecture
    ");
    // The built-in function of the name says the same.
    let built_in = finished(command(&["eval", ":period Kayles 300"], Path::new(".")));
    assert_eq!(built_in.out, ask(":period Kayles 300").out);
    assert!(ask(":help :period").out.starts_with(":period NAME"));
    // Values that grow, of a game that is no octal one of few digits.
    let doubled =
        finished(command(&["eval", "D(n) { default: *(2*n); }", ":period D 200"], Path::new(".")));
    let line = "D(n): period 1 with saltus 2 from heap 0 on, as far as seen: n = 0 to 200\n";
    assert_eq!(doubled.out, line);
    for bad in [":period", ":period Kayles x", ":period 7 7", ":period Nobody", ":period Kayles(3)"]
    {
        let run = ask(bad);
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{bad} {run:?}");
    }
    for (definition, question, answer) in [
        (
            "N(n) { default: n; }",
            ":period N 9",
            "N(n): period 1 with saltus 1 from n = 0 on, as far as seen: n = 0 to 9",
        ),
        (
            "K(n) { case 0: 0; default: { 0 | K(n-1) }; }",
            ":period K",
            "K(n): period 1 with saltus ^* from n = 1 on, as far as seen: n = 0 to 100",
        ),
        (
            "U(n) { case if n < 3: {1|-1}; default: U(n-2) + ^; }",
            ":period U 20",
            "U(n): period 2 with saltus ^ from n = 1 on, as far as seen: n = 0 to 20",
        ),
        (
            "T(m, n) { default: (m + n) % 3 == 0; }",
            ":period T(1 + 1, _) 30",
            "T(1 + 1, n): period 3 from n = 0 on, as far as seen: n = 0 to 30",
        ),
        (
            "O(n) { default: outcome(n % 2); }",
            ":period O 30",
            "O(n): period 2 from n = 0 on, as far as seen: n = 0 to 30",
        ),
        ("", "period([2, 1, 2, 3, 4, 5, 6, 7])[1]", "[\"preperiod\", 1]"),
        // A saltus of order 2 is a plain period of twice the length.
        ("", "period([*, {1|-1}, *2, {1|-1}, *2, {1|-1}, *2, {1|-1}])[0]", "[\"period\", 2]"),
        ("", "period([1, 7, 3])", "[[\"proved\", false], [\"values\", 3]]"),
    ] {
        let run = finished(command(&["eval", definition, question], Path::new(".")));
        assert_eq!((run.out.trim(), run.code), (answer, Some(0)), "{question} {run:?}");
    }
}

#[test]
fn a_code_for_each_player() {
    let run = octal(&[".7|.07"]);
    insta::assert_snapshot!(run.out, @r"
    0:  0      1      {1|0}  {2|1}
    .7|.07: period 2 with saltus {1|0} from heap 0 on; proved by the values of 8 heaps
    outcomes PLNL
    ");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let found = object(&octal(&[".7|.17", "-n", "9", "--json"]));
    assert_eq!((&found["kind"], &found["proved"]), (&"partizan_heaps".into(), &true.into()));
    assert_eq!((&found["period"], &found["preperiod"]), (&8.into(), &0.into()));
    assert_eq!((&found["saltus"], &found["outcomes"]), (&"0".into(), &"PNRLNPNNP".into()));
    assert_eq!(found["values"][7], "^*");
    assert_eq!(octal(&[".7|.17", "-n", "3", "--csv"]).out, "heap,value\n0,0\n1,*\n2,v\n");
    // A search without a proof reaches its limit; a question about some heaps is answered.
    let run = octal(&[".33|.303", "--limit", "30"]);
    assert!(run.out.contains("no period found in 30 heaps"), "{}", run.out);
    assert_eq!(run.code, Some(3));
    assert_eq!(octal(&[".33|.303", "-n", "5"]).code, Some(0));
    let told = octal(&["explain", ".7|.07"]);
    assert!(told.out.starts_with("Left moves by .7, a finite octal code.\n"), "{}", told.out);
    assert_eq!(object(&octal(&["explain", ".7|.07", "--json"]))["right"], ".07");
    for (arguments, part) in [
        (&[".7|"][..], "Right's code is missing at byte 3"),
        (&[".7|.0x"], "at byte 5"),
        (&[".7|.07", "--plot"], "--plot needs a game with one code"),
        (&[".7|.07", "--heaps", "3,4"], "cg eval '?? octal"),
    ] {
        let run = octal(arguments);
        assert!(run.err.contains(part) && run.code == Some(2), "{arguments:?}: {}", run.err);
    }
}
