//! `cg trinim` as a user meets it, and the function `trinim` of the language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cg_calculator::Convention;
use cg_calculator::cg_trinim::{Oracle, Position};
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::common::Run;

/// The command, in a folder of its own with a cache folder of its own.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

fn cg_in(folder: &Path, arguments: &[&str]) -> Run {
    command(folder, arguments).stdin(Stdio::null()).output().expect("the command runs").into()
}

fn cg(arguments: &[&str]) -> Run {
    cg_in(folder().path(), arguments)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The objects of an answer in JSON, which must be one.
fn json(run: &Run) -> Vec<Json> {
    assert_eq!(run.code, Some(0), "{run:?}");
    run.out
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect()
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("its entries read").path());
    paths.map(|path| (path.clone(), std::fs::read(path).expect("its files read"))).collect()
}

/// The table of what is known: layers, P-positions and winner, normal then misère.
const KNOWN: [(u64, [u64; 2], [bool; 2]); 6] = [
    (1, [1, 1], [true, false]),
    (2, [2, 3], [false, true]),
    (3, [14, 14], [true, false]),
    (4, [149, 142], [true, true]),
    (5, [3_663, 3_902], [true, false]),
    (6, [185_802, 189_089], [true, true]),
];

#[test]
fn boards_have_the_known_counts_and_winners() {
    for (k, counts, wins) in KNOWN {
        let objects = json(&cg(&["trinim", "solve", &k.to_string(), "--both", "--json"]));
        for (object, (count, win)) in objects.iter().zip(counts.into_iter().zip(wins)) {
            assert_eq!(object["kind"], "board");
            assert_eq!(object["p_positions"], count, "{k}");
            assert_eq!(object["full_board"]["win"], win, "{k}");
            let by_pieces = object["p_by_pieces"].as_array().expect("a list of counts");
            assert_eq!(by_pieces.len() as u64, k * (k + 1) / 2 + 1);
            assert_eq!(by_pieces.iter().filter_map(Json::as_u64).sum::<u64>(), count);
        }
        let rows = objects[2]["rows"].as_array().expect("the table of ratios");
        assert_eq!(rows.len() as u64, 2 * k);
        for (row, (layers, counts, _)) in rows.chunks(2).zip(KNOWN) {
            assert_eq!(
                (&row[0]["layers"], &row[1]["p_positions"]),
                (&layers.into(), &counts[1].into())
            );
            let all = 2f64.powf((layers * (layers + 1) / 2) as f64);
            let to_n = counts[0] as f64 / (all - counts[0] as f64);
            let told = row[0]["p_to_n"].as_f64().expect("a ratio");
            assert!((told - to_n).abs() < 1e-12, "{layers}: {told}");
        }
    }
}

#[test]
fn a_board_is_told_in_full_and_in_80_columns() {
    let run = cg(&["trinim", "solve", "3"]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    insta::assert_snapshot!(run.out, @r"
    3 layers, normal play: the first player wins

    positions                        64
    P-positions                      14   21.8750% of all, 28.0000% of the N-positions

    pieces P-positions
         0           1
         1           0
         2           6
         3           4
         4           0
         5           3
         6           0

    first move: 6 winning moves, 2 up to symmetry (x left, o taken, . gone)

      x         x
     o x       x x
    x x x     o o o
    3 alike   3 alike

    in full:

      x       x       x       x       o       o
     o x     x o     x x     x x     o x     x o
    x x x   x x x   x o x   o o o   o x x   x x o


    The ratio of P-positions:

     k play         P-positions     P/all       P/N   full
     1 normal                 1   50.000%  100.000%    win
     1 misere                 1   50.000%  100.000%   loss
     2 normal                 2   25.000%   33.333%   loss
     2 misere                 3   37.500%   60.000%    win
     3 normal                14   21.875%   28.000%    win

     1 normal  │█████████████████████████████ 50.00%
     1 misere  │▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ 50.00%
     2 normal  │███████████████ 25.00%
     2 misere  │▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ 37.50%
     3 normal  │█████████████ 21.88%
    ");
    let wide = [
        &["trinim", "solve", "6", "--both"][..],
        &["trinim", "best", "7", "--misere"],
        &["trinim", "best", "x/../.../..../...../....../......./......../........./........xx"],
        &["trinim", "plan", "--layers", "9", "--orbits", "0,1,3"],
    ];
    for arguments in wide {
        let run = cg(arguments);
        assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    }
}

#[test]
fn drawings_are_written_where_asked() {
    let folder = folder();
    let run = cg_in(
        folder.path(),
        &["trinim", "solve", "5", "--both", "--svg", "ratio.svg", "--boards", "moves"],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let svg = std::fs::read_to_string(folder.path().join("ratio.svg")).expect("the plot is there");
    // Two ratios of five boards, and their two names: discs for normal play, triangles for
    // misère play.
    assert_eq!(svg.matches("<circle").count(), 12);
    assert_eq!(svg.matches("<polygon").count(), 12);
    assert!(svg.contains("P to N, misere play") && svg.trim_end().ends_with("</svg>"));
    let moves = files(&folder.path().join("moves"));
    let names: Vec<_> = moves.keys().filter_map(|path| path.file_name()?.to_str()).collect();
    // Five layers are lost in misère play.
    assert_eq!(names, ["5-normal-1.svg", "5-normal-2.svg"]);
    for drawing in moves.values() {
        assert_eq!(String::from_utf8_lossy(drawing).matches("<circle").count(), 15);
    }
}

#[test]
fn positions_have_the_winning_moves_of_the_oracle() {
    let boards = ["1", "3", "4", "x/.x/xx.", "./../...", "./x./xx./.x.x", "x/x./.../xx.x"];
    for (play, convention) in [(None, Convention::Normal), (Some("--misere"), Convention::Misere)] {
        let mut oracle = Oracle::new(convention);
        for board in boards {
            let position: Position = board.parse().expect("a board");
            let arguments = |ask| ["trinim", ask, board, "--json"].into_iter().chain(play);
            let best = &json(&cg(&arguments("best").collect::<Vec<_>>()))[0];
            assert_eq!(best["win"], oracle.is_win(position), "{board}");
            let winning: Vec<String> = position
                .options()
                .filter(|&option| !oracle.is_win(option))
                .map(|option| option.to_string())
                .collect();
            assert_eq!(best["winning"], serde_json::json!(winning), "{board}");
            let value = &json(&cg(&arguments("value").collect::<Vec<_>>()))[0];
            assert_eq!(value["win"], best["win"], "{board}");
            // A nim-value, in normal play only, is 0 exactly for losses.
            let nim = value["nim_value"].as_u64().map(|n| n != 0);
            let expected = (convention == Convention::Normal).then(|| oracle.is_win(position));
            assert_eq!(nim, expected, "{board}");
        }
    }
}

#[test]
fn nim_values_are_told_with_their_parts_where_feasible() {
    let run = cg(&["trinim", "value", "x/../xxx"]);
    assert_eq!(
        run.out,
        "x/../xxx: a win (N-position) for the player to move, normal play\n\
         nim-value 2, the nim-sum of 2 independent parts\n"
    );
    let run = cg(&["trinim", "value", "6"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("out of reach"), "{}", run.out);
    let run = cg(&["trinim", "value", "./..", "--misere"]);
    assert!(run.out.starts_with("./..: a win"), "{}", run.out);
    let run = cg(&["trinim", "best", "./..", "--misere"]);
    assert!(run.out.ends_with("nothing is left, and the player to move has won\n"), "{}", run.out);
}

#[test]
fn the_language_knows_positions_as_games() {
    let run = cg(&[
        "eval",
        "trinim(3)",
        "trinim(3, \"x/../xxx\") + *(2)",
        "? trinim(2)",
        "nimvalue(trinim(5))",
    ]);
    assert_eq!((run.out.as_str(), run.code), ("*\n0\nsecond player win\n1\n", Some(0)), "{run:?}");
    for (call, says) in [
        ("trinim(0)", "1 to 10 layers"),
        ("trinim(40)", "from 0 to 10"),
        ("trinim(3, \"x/x\")", "row 2 has 1 pieces"),
        ("trinim(3, \"x/xz\")", "`z` is no piece"),
        ("trinim(3, \"x/xx\")", "3 layers"),
        ("trinim(3, 4)", "not a text"),
        ("trinim(7)", "out of reach"),
    ] {
        let run = cg(&["eval", call, "trinim(4)"]);
        assert!(run.err.contains(says), "{call}: {}", run.err);
        // What failed takes nothing from what follows.
        assert_eq!((run.out.as_str(), run.code), ("*2\n", Some(1)), "{call}");
    }
}

#[test]
fn a_run_on_disk_resumes_to_the_same_bytes() {
    let folder = folder();
    let solve = ["trinim", "solve", "7", "--db", "seven", "--orbits", "1"];
    let first = cg_in(folder.path(), &solve);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(first.out.contains("19,765,963"), "{}", first.out);
    let seven = folder.path().join("seven");
    let whole = files(&seven);
    assert_eq!(whole.len(), 17);

    // Lost, damaged, cut off and foreign files are made again.
    let block = |number: usize| whole.keys().nth(number).expect("there are 16").clone();
    std::fs::remove_file(block(2)).expect("it was there");
    std::fs::write(block(5), "no block").expect("it can be written");
    std::fs::write(block(7), &whole[&block(7)][..500]).expect("it can be written");
    std::fs::copy(block(8), block(9)).expect("it can be copied");
    let verify = cg_in(folder.path(), &["trinim", "verify", "seven"]);
    assert_eq!(verify.code, Some(1), "{}", verify.out);
    // The pieces are those of the folder where none are given.
    let again = cg_in(folder.path(), &solve[..5]);
    assert_eq!((again.out, again.code), (first.out, Some(0)), "{}", again.err);
    assert_eq!(files(&seven), whole);

    // Positions are found in the folder as a search finds them, smaller boards included.
    for board in ["7", "x/xx/.xx/xxxx/x.xxx/xxxxxx/xxx.xxx", "6", "x/.x/xx."] {
        let by = |source: &[&str]| {
            let ask: Vec<_> =
                ["trinim", "best", board, "--json"].iter().chain(source).copied().collect();
            cg_in(folder.path(), &ask).out
        };
        assert_eq!(by(&["--db", "seven"]), by(&[]), "{board}");
    }

    // Folders of another board or convention are refused, and keep their bytes.
    for arguments in [
        &["solve", "8", "--db", "seven"][..],
        &["solve", "7", "--misere", "--db", "seven"],
        &["solve", "7", "--db", "seven", "--orbits", "0"],
        &["value", "8", "--db", "seven"],
        &["value", "7", "--misere", "--db", "seven"],
        &["block", "0", "--db", "seven", "--layers", "8"],
        &["block", "2", "--db", "seven"],
        &["block", "64", "--db", "seven"],
    ] {
        let run = cg_in(folder.path(), &[&["trinim"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(run.err.starts_with("cg trinim: ") && run.err.lines().count() == 1, "{}", run.err);
        assert_eq!(files(&seven), whole);
    }
}

#[test]
fn single_jobs_in_the_order_of_the_plan_give_the_files_of_a_run() {
    let folder = folder();
    let plan = ["trinim", "plan", "--layers", "7", "--orbits", "1", "--jobs", "--json"];
    let plan = &json(&cg_in(folder.path(), &plan))[0];
    let jobs = plan["jobs"].as_array().expect("the jobs of the plan");
    assert_eq!(jobs.len(), 16);
    let early = cg_in(
        folder.path(),
        &["trinim", "block", "1", "--db", "jobs", "--layers", "7", "--orbits", "1"],
    );
    assert_eq!(early.code, Some(1), "a job without its sources: {}", early.out);
    let asked = cg_in(folder.path(), &["trinim", "best", "7", "--db", "jobs"]);
    for unsolved in [early, asked] {
        assert!(unsolved.err.contains("the run is not done"), "{}", unsolved.err);
    }
    for job in jobs {
        let run =
            cg_in(folder.path(), &["trinim", "block", &job["block"].to_string(), "--db", "jobs"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    cg_in(folder.path(), &["trinim", "solve", "7", "--db", "run", "--orbits", "1"]);
    let bytes = |name| files(&folder.path().join(name)).into_values().collect::<Vec<_>>();
    assert_eq!(bytes("jobs"), bytes("run"));
}

#[test]
fn a_scheduler_makes_the_folder_keeps_what_is_there_and_asks_how_far_it_is() {
    let folder = folder();
    let run = |arguments: &[&str]| {
        let run = cg_in(folder.path(), &[&["trinim"], arguments, &["--json"]].concat());
        json(&run).remove(0)
    };
    let made = run(&["init", "7", "--db", "jobs", "--orbits", "1"]);
    assert_eq!((&made["kind"], &made["jobs"]), (&"folder".into(), &16.into()));
    let again = run(&["init", "7", "--db", "jobs"]);
    assert_eq!(made, again, "a folder that is there stays");

    let plan = run(&["plan", "--layers", "7", "--orbits", "1", "--jobs", "--measure"]);
    let jobs = plan["jobs"].as_array().expect("the jobs of the plan");
    let seconds: f64 = jobs.iter().filter_map(|job| job["seconds"].as_f64()).sum();
    let all = plan["estimate"]["core_hours"].as_f64().expect("an estimate");
    // A run keeps sources in memory that a job by itself decodes: here all of them.
    assert_eq!(plan["run"]["decodes"], 0, "{plan}");
    assert!(all < seconds / 3600.0, "{seconds} {all}");
    assert!(jobs.iter().all(|job| job["memory"] == made["memory"]));

    let nothing = run(&["status", "--db", "jobs"]);
    assert_eq!((&nothing["done"], &nothing["seconds_left"]), (&0.into(), &Json::Null));
    for job in &jobs[..3] {
        let block = job["block"].to_string();
        assert_eq!(run(&["block", &block, "--db", "jobs", "--keep"])["kept"], false);
    }
    let there = run(&["status", "--db", "jobs"]);
    assert_eq!((&there["done"], &there["blocks"]), (&3.into(), &16.into()));
    let share = there["share"].as_f64().expect("a share");
    assert!(share > 0.0 && share < 1.0, "{share}");

    // A whole file is kept, a damaged one is made again.
    let before = files(&folder.path().join("jobs"));
    assert_eq!(run(&["block", "1", "--db", "jobs", "--keep"])["kept"], true);
    let file = before.keys().nth(1).expect("three blocks and the manifest").clone();
    std::fs::write(&file, "no block").expect("it can be written");
    assert_eq!(run(&["block", "1", "--db", "jobs", "--keep"])["kept"], false);
    assert_eq!(files(&folder.path().join("jobs")), before);

    // One check, before anything is written: of the plan, the folder and the job.
    for arguments in [
        &["plan", "--layers", "7", "--orbits", "0,1", "--jobs"][..],
        &["init", "7", "--db", "none", "--orbits", "0,1"],
        &["block", "0", "--layers", "7", "--db", "none", "--orbits", "0,1"],
        &["solve", "7", "--db", "none", "--orbits", "0,1"],
    ] {
        let refused = cg_in(folder.path(), &[&["trinim"], arguments].concat());
        assert_eq!(refused.code, Some(1), "{arguments:?}");
        assert!(refused.err.contains("pairwise non-adjacent"), "{}", refused.err);
    }
    assert!(!folder.path().join("none").exists());
}

#[test]
fn plans_have_the_figures_of_the_paper() {
    let plan = |arguments: &[&str]| {
        json(&cg(&[&["trinim", "plan", "--json", "--layers"], arguments].concat())).remove(0)
    };
    let six = plan(&["8", "--block-pieces", "1,2,21,27,29,34"]);
    assert_eq!(
        (&six["canonical"], &six["updates_in_full"], &six["updates"]),
        (&16.into(), &336.into(), &87.into())
    );
    assert_eq!(six["groups"], serde_json::json!({ "1": 2, "2": 1, "3": 6, "6": 7 }));
    assert_eq!(plan(&["8", "--orbits", "1"]), six);
    let board = "./xx/.../..../...../....../x.....x/.x....x.";
    assert_eq!(plan(&["8", "--block-pieces", board]), six);
    assert_eq!(plan(&["8", "--search", "4", "--no-symmetry", "--top", "1"])["updates_in_full"], 32);
    // The choice for a machine.
    let machine = plan(&["7", "--memory", "3M", "--disk", "1M", "--threads", "2", "--top", "1"]);
    assert_eq!(
        (&machine["run"]["memory"], &machine["run"]["threads"]),
        (&(3 << 20).into(), &2.into())
    );
    assert!(
        machine["estimate"]["bytes_needed"].as_f64().is_some_and(|bytes| bytes <= 1048576.0),
        "{machine}"
    );
    let nine = plan(&["9", "--block-pieces", "0,4,8,10,14,17,19,22,23,24,25,36,40,41,44"]);
    assert_eq!(nine["blocks"], 32_768);
    for (arguments, says) in [
        (&["8"][..], "--block-pieces"),
        (&["8", "--block-pieces", "36"], "0 to 35"),
        (&["8", "--block-pieces", "x/xx"], "8 layers"),
        (&["8", "--search", "4"], "--no-symmetry"),
        (&["7", "--disk", "1K", "--memory", "3M"], "no choice"),
    ] {
        let run = cg(&[&["trinim", "plan", "--layers"], arguments].concat());
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains(says), "{}", run.err);
    }
}

#[test]
fn the_small_database_is_made_on_first_use_mended_and_not_needed() {
    let folder = folder();
    let ask = ["trinim", "value", "7", "--misere"];
    let first = cg_in(folder.path(), &ask);
    assert_eq!((first.err.as_str(), first.code), ("", Some(0)));
    let database = folder.path().join("cache/cg/trinim/7-misere");
    let whole = files(&database);
    assert_eq!(whole.len(), 17);
    let last = whole.keys().nth(15).expect("there are 16 blocks");
    std::fs::write(last, "damaged").expect("it can be written");
    assert_eq!(cg_in(folder.path(), &ask).out, first.out);
    assert_eq!(files(&database), whole);
    // Without a place for it the answer is the same, with a remark.
    std::fs::write(folder.path().join("file"), "").expect("it can be written");
    let mut command = command(folder.path(), &ask);
    command.env("XDG_CACHE_HOME", folder.path().join("file"));
    let output = command.output().expect("the command runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), first.out);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no database is kept"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn bad_input_is_refused_with_its_reason_and_damages_nothing() {
    let folder = folder();
    std::fs::write(folder.path().join("file"), "precious").expect("it can be written");
    let wrong_usage = [
        (&["solve", "0"][..], "1 to 10 layers, not 0"),
        (&["solve", "40"], "1 to 10 layers, not 40"),
        (&["solve", "many"], "a number of layers"),
        (&["solve", "99999999999999999999"], "a number of layers"),
        (&["value", "x/x"], "row 2 has 1 pieces and should have 2"),
        (&["best", "x/xy"], "`y` is no piece"),
        (&["value", ""], "row 1"),
        (&["value", "11"], "1 to 10 layers, not 11"),
        (&["solve", "5", "--threads", "0"], "not in 1..=256"),
        (&["plan", "--layers", "8", "--block-pieces", "1,b"], "`b` is no piece"),
    ];
    for (arguments, says) in wrong_usage {
        let run = cg_in(folder.path(), &[&["trinim"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
    let refused = [
        (&["solve", "6", "--db", "six"][..], "7 to 10 layers"),
        (&["solve", "6", "--orbits", "0"], "--db"),
        (&["solve", "7", "--db", "file"], "file"),
        (&["solve", "7", "--db", "/proc/none"], "/proc/none"),
        (&["solve", "3", "--svg", "no/such/folder/r.svg"], "No such file"),
        (&["solve", "3", "--boards", "file"], "file"),
        (&["verify", "nowhere"], "nowhere/trinim.json: there is no such file"),
        (&["block", "0", "--db", "nowhere"], "nowhere/trinim.json: there is no such file"),
        (&["value", "5", "--db", "nowhere"], "nowhere/trinim.json: there is no such file"),
        (&["status", "--db", "nowhere"], "`cg trinim init K --db DIR` begins one"),
        #[cfg(target_os = "linux")]
        (&["solve", "3", "--svg", "/dev/full"], "No space left"),
    ];
    for (arguments, says) in refused {
        let run = cg_in(folder.path(), &[&["trinim"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
    let limits = [
        (&["solve", "8", "--memory", "100M"][..], "--db DIR"),
        (&["solve", "7", "--db", "seven", "--memory", "10K"], "raise the limit"),
        (&["value", "9", "--visits", "3"], "limit of 3 positions"),
    ];
    for (arguments, says) in limits {
        let run = cg_in(folder.path(), &[&["trinim"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
    assert_eq!(std::fs::read(folder.path().join("file")).expect("it is there"), b"precious");
    let run = cg_in(folder.path(), &["trinim", "value", "9", "--visits", "3", "--json"]);
    let object: Json = serde_json::from_str(&run.out).expect("an object");
    assert_eq!((&object["kind"], &object["error"]["limit"]), (&"error".into(), &true.into()));
}

#[cfg(unix)]
#[test]
fn a_run_stops_at_ctrl_c_and_at_the_time_limit_and_keeps_its_blocks() {
    let folder = folder();
    let solve = ["trinim", "solve", "8", "--db", "eight", "--threads", "1"];
    let eight = folder.path().join("eight");
    let blocks = || {
        let there = std::fs::read_dir(&eight).into_iter().flatten().flatten();
        there.filter(|entry| entry.path().extension().is_some_and(|e| e == "tn")).count()
    };
    let mut child = command(folder.path(), &solve)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    while blocks() == 0 {
        assert_eq!(child.try_wait().expect("the command can be asked"), None);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill runs").success());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(130), &b""[..]));
    let there = blocks();
    assert!(there > 0);
    // The same command goes on; the limit on its time is no wrong answer.
    let run = cg_in(folder.path(), &[&solve[..], &["--time", "1500ms"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{}", run.err);
    assert!(run.err.contains("time limit") && blocks() >= there, "{}", run.err);
    // What is not whole is not used.
    assert_eq!(cg_in(folder.path(), &["trinim", "best", "8", "--db", "eight"]).code, Some(1));
}
