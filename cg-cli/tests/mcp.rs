//! `cg mcp` as a client drives it: messages over standard input and output, good and bad ones.
#![cfg(all(unix, feature = "mcp"))]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// A server that runs, with whatever it answered and nobody has asked for yet.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    answers: HashMap<u64, Value>,
    asked: u64,
}

impl Server {
    fn raw(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cg"))
            .arg("mcp")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Server { child, input, output, answers: HashMap::new(), asked: 0 }
    }

    fn start(options: &[&str]) -> Self {
        let mut server = Self::raw(options);
        let number = server.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        let begun = server.answer(number);
        assert_eq!(begun["result"]["serverInfo"]["name"], "cg", "{begun}");
        server.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("it reads");
    }

    fn say(&mut self, message: &Value) {
        self.send(message.to_string().as_bytes());
    }

    fn ask(&mut self, method: &str, parameters: Value) -> u64 {
        self.asked += 1;
        let number = self.asked;
        let mut message = json!({ "jsonrpc": "2.0", "id": number, "method": method });
        message["params"] = parameters;
        self.say(&message);
        number
    }

    /// The answer to a question; answers come in any order.
    fn answer(&mut self, number: u64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&number) {
                return answer;
            }
            let mut line = String::new();
            let bytes = self.output.read_line(&mut line).expect("it writes text");
            assert!(bytes > 0, "the server has left before it answered {number}");
            let message: Value = serde_json::from_str(&line).expect("each line is JSON");
            if let Some(number) = message["id"].as_u64() {
                self.answers.insert(number, message);
            }
        }
    }

    fn begin(&mut self, tool: &str, arguments: Value) -> u64 {
        let mut call = json!({ "name": tool });
        call["arguments"] = arguments;
        self.ask("tools/call", call)
    }

    /// What a tool gives, and whether it is an error.
    fn result(&mut self, number: u64) -> (Value, bool) {
        let answer = self.answer(number);
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        let structured = &result["structuredContent"];
        assert_eq!(&serde_json::from_str::<Value>(text).expect("JSON"), structured);
        (structured.clone(), result["isError"].as_bool().expect("it is said"))
    }

    fn call(&mut self, tool: &str, arguments: Value) -> (Value, bool) {
        let number = self.begin(tool, arguments);
        self.result(number)
    }

    fn good(&mut self, tool: &str, arguments: Value) -> Value {
        let (found, failed) = self.call(tool, arguments);
        assert!(!failed, "{tool}: {found}");
        found
    }

    fn bad(&mut self, tool: &str, arguments: Value) -> Value {
        let (found, failed) = self.call(tool, arguments);
        assert!(failed, "{tool}: {found}");
        found
    }

    /// Leaves, and waits for the end: the exit status, and what was said on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        let mut said = String::new();
        let mut error = self.child.stderr.take().expect("it is piped");
        error.read_to_string(&mut said).expect("text");
        (status.code(), said)
    }
}

/// Takes hours, and little memory for minutes.
const LONG: &str = "Amazons(\"6x6\")";

#[test]
fn every_tool_answers() {
    let mut cg = Server::start(&[]);
    let tools = cg.ask("tools/list", json!({}));
    let tools = cg.answer(tools);
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        names,
        [
            "evaluate",
            "who_wins",
            "winning_moves",
            "explain",
            "compare",
            "ruleset_help",
            "solve",
            "octal",
            "prove"
        ]
    );

    let found = cg.good("evaluate", json!({ "program": "a = {1|-1}; a + a; ? * + ^" }));
    let replies = found["replies"].as_array().expect("a list");
    assert_eq!(replies[replies.len() - 2]["text"]["standard"], "0");
    assert_eq!(replies[replies.len() - 1]["outcome"], "first player win");

    let nim = "impartial N(n) { default: { N(k) : k = 0..n-1 }; }";
    let found = cg.good("who_wins", json!({ "game": "N(3) + N(3)", "definitions": nim }));
    assert_eq!(found["outcome"], "second player win");
    let found = cg.good("who_wins", json!({ "game": "Clobber(\"xoxo\")", "misere": true }));
    assert_eq!(found["outcome"], "first player win");
    let found = cg.good("winning_moves", json!({ "game": "Clobber(\"xo\") + ^" }));
    assert!(found.to_string().contains("first player win"), "{found}");
    let found = cg.good("explain", json!({ "game": "{0,*|*}" }));
    assert_eq!(found["kind"], "why");
    let found = cg.good("explain", json!({ "game": "^ + *", "subject": "outcome" }));
    assert_eq!(found["kind"], "why");
    for (left, right, sign) in
        [("^", "*", "<>"), ("1/2", "1", "<"), ("{1|-1}", "-2", ">"), ("*2 + *3", "*", "==")]
    {
        let found = cg.good("compare", json!({ "left": left, "right": right }));
        assert_eq!(found["relation"], sign, "{left} {right}");
    }
    let found = cg.good("ruleset_help", json!({ "name": "clobber" }));
    assert_eq!((&found["kind"], &found["function"]), (&json!("ruleset"), &json!("Clobber")));
    let found = cg.good("ruleset_help", json!({ "name": "atomic weight" }));
    assert_eq!(found["kind"], "help");
    let found = cg.good("ruleset_help", json!({}));
    assert!(found["rulesets"].as_array().expect("a list").len() > 50);

    let found = cg.good("solve", json!({ "sum": "clobber XOXO + {3|-1}", "moves": true }));
    assert_eq!((&found["left_first"], &found["right_first"]), (&json!("left"), &json!("right")));
    assert!(!found["left_moves"].as_array().expect("a list").is_empty());

    let found = cg.good("octal", json!({ "code": ".77", "position": [5, 9, 12], "count": 8 }));
    assert_eq!(found["sequence"]["values"], json!([0, 1, 2, 3, 1, 4, 3, 2]));
    assert!(found["sequence"].to_string().contains(r#""period":12"#), "{found}");
    assert_eq!(found["sum"]["nim_sum"], 4);
    let found = cg.good("octal", json!({ "code": "Kayles", "position": [1, 1], "misere": true }));
    assert_eq!(found["sum"]["outcome"], "first player win");

    // A code for each player.
    let found = cg.good("octal", json!({ "code": ".7|.07", "position": [3, 5], "count": 4 }));
    assert_eq!(found["sequence"]["values"], json!(["0", "1", "{1|0}", "{2|1}"]));
    assert_eq!(
        (&found["sequence"]["period"], &found["sequence"]["proved"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(found["sum"]["kind"], "moves");
    let found = cg.bad("octal", json!({ "code": ".7|.07", "misere": true }));
    assert!(found["error"]["message"].as_str().unwrap().contains("one for each player"), "{found}");
    assert_eq!(cg.bad("octal", json!({ "code": ".7|beer" }))["error"]["code"], "octal");
    let found = cg.good("evaluate", json!({ "program": "family([^, *])" }));
    assert_eq!(
        (&found["replies"][0]["kind"], &found["replies"][0]["group"]),
        (&json!("family"), &json!("Z + Z2"))
    );

    let found = cg.good("prove", json!({ "claim": "{1|-1} <> 0", "coq": true }));
    assert_eq!(found["kind"], "proof");
    assert!(found["coq"].as_str().expect("a text").contains("Theorem"), "{found}");
    let found = cg.bad("prove", json!({ "claim": "{1|-1} == 0" }));
    assert_eq!(found["error"]["code"], "false");
    assert_eq!(cg.end(), (Some(0), String::new()));
}

#[test]
fn sessions_are_apart() {
    let mut cg = Server::start(&[]);
    cg.good("evaluate", json!({ "program": "a = *7", "session": "one" }));
    let found = cg.good("evaluate", json!({ "program": "a", "session": "one" }));
    assert_eq!(found["replies"][0]["text"]["standard"], "*7");
    let again = "a = 1/4";
    cg.good("evaluate", json!({ "program": again, "session": "two" }));
    let found = cg.good("who_wins", json!({ "game": "a", "session": "one" }));
    assert_eq!(found["outcome"], "first player win");
    // Without a name, and after `fresh`, there is nothing.
    cg.bad("evaluate", json!({ "program": "a" }));
    cg.bad("evaluate", json!({ "program": "a", "session": "one", "fresh": true }));
    let found = cg.good("evaluate", json!({ "program": "a", "session": "two" }));
    assert_eq!(found["replies"][0]["text"]["standard"], "1/4");
    for name in 3..=8 {
        cg.good("evaluate", json!({ "program": again, "session": format!("{name}") }));
    }
    let found = cg.bad("evaluate", json!({ "program": again, "session": "nine" }));
    assert_eq!(found["error"]["code"], "too-many-sessions");
    cg.good("evaluate", json!({ "program": again, "session": "8", "fresh": true }));
}

#[test]
fn no_file_is_reached_and_no_plugin_loaded() {
    let mut cg = Server::start(&[]);
    for program in [
        ":load /etc/hostname",
        ":save x.g",
        ":write! x",
        "use \"x.g\"",
        ":limit memory 64G",
        ":limit time 1h",
    ] {
        let found = cg.bad("evaluate", json!({ "program": program }));
        assert!(found.to_string().contains("this session"), "{program}: {found}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(["mcp", "--plugin", "plugins/switches"])
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_wrong_is_said_and_the_rest_goes_on() {
    let mut cg = Server::start(&[]);
    // No JSON, no message, no UTF-8, nests too deep: passed over.
    cg.send(b"{\"jsonrpc\":");
    cg.send(b"");
    cg.send(b"\xff\xfe\xfd");
    cg.send("[".repeat(100_000).as_bytes());
    cg.send(b"[]");
    cg.send(b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/list\"}");
    cg.send(b"{\"jsonrpc\":\"2.0\",\"id\":900,\"result\":{}}");
    // A method that is not there, a tool that is not there.
    let number = cg.ask("files/read", json!({ "path": "/etc/passwd" }));
    assert!(cg.answer(number)["error"]["code"].is_i64());
    let number = cg.begin("shell", json!({}));
    assert_eq!(cg.answer(number)["error"]["code"], -32602);
    // Arguments that do not fit.
    let found = cg.bad("who_wins", json!({ "game": "*", "path": "x" }));
    assert_eq!(found["error"]["code"], "arguments");
    let found = cg.bad("who_wins", json!({}));
    assert!(found["error"]["message"].as_str().expect("words").contains("`game`"));
    // Programs that do not read.
    let found = cg.bad("evaluate", json!({ "program": "1 +" }));
    assert_eq!(found["replies"][0]["error"]["line"], 1);
    assert_eq!(
        cg.bad("who_wins", json!({ "game": "1; 2" }))["error"]["code"],
        "not-one-expression"
    );
    assert_eq!(cg.bad("who_wins", json!({ "game": "" }))["kind"], "error");
    assert_eq!(cg.bad("compare", json!({ "left": "1", "right": "1) + (" }))["kind"], "error");
    assert_eq!(cg.bad("solve", json!({ "sum": "clobber X?" }))["error"]["code"], "not-a-sum");
    assert_eq!(cg.bad("octal", json!({ "code": "beer" }))["error"]["code"], "octal");
    assert_eq!(
        cg.bad("ruleset_help", json!({ "name": "clober" }))["error"]["code"],
        "no-such-name"
    );
    assert_eq!(cg.good("compare", json!({ "left": "1", "right": "1" }))["relation"], "==");
    assert_eq!(cg.end().0, Some(0));
}

#[test]
fn huge_messages_are_bounded() {
    let mut cg = Server::start(&[]);
    let found = cg.bad("evaluate", json!({ "program": "1+".repeat(200_000) }));
    assert_eq!(found["error"]["code"], "arguments");
    // A line beyond all bounds is passed over.
    let number = cg.begin("evaluate", json!({ "program": "1", "session": "x".repeat(17 << 20) }));
    let found = cg.good("evaluate", json!({ "program": "2" }));
    assert_eq!(found["replies"][0]["text"]["standard"], "2");
    assert!(!cg.answers.contains_key(&number));
    // Much that fits a message, and large answers.
    let found = cg.good("evaluate", json!({ "program": "1;".repeat(20_000) }));
    assert!(found.to_string().len() <= 64 << 10);
    let found = cg.good("evaluate", json!({ "program": "[k : k = 1..100000]" }));
    assert!(found["cut"].as_str().expect("words").contains("lists of more than"), "{found}");
    let nested = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    cg.call("evaluate", json!({ "program": nested }));
    let nested = "Deep(n) { case 0: []; default: [Deep(n-1)]; } Deep(20000)";
    cg.call("evaluate", json!({ "program": nested }));
    cg.good("evaluate", json!({ "program": "3" }));
}

#[test]
fn limits_end_a_call_and_nothing_else() {
    let mut cg = Server::start(&["--time", "2s", "--memory", "64M"]);
    let start = Instant::now();
    let found = cg.bad("evaluate", json!({ "program": LONG, "seconds": 1 }));
    assert_eq!(found["replies"][0]["error"]["limit"], true, "{found}");
    let found = cg.bad("who_wins", json!({ "game": LONG, "seconds": 1000 }));
    assert_eq!(found["error"]["limit"], true, "{found}");
    let found = cg.bad("solve", json!({ "sum": "amazons 6x6", "seconds": 1 }));
    assert!(found["stopped"].is_string(), "{found}");
    // Each statement is short, and all together are not.
    let many = "x = [k : k = 0..30000, if k < 0];".repeat(5_000);
    let found = cg.bad("evaluate", json!({ "program": many, "seconds": 1 }));
    assert!(found["stopped"].as_str().expect("words").contains("longer than 1s"), "{found}");
    assert!(start.elapsed() < Duration::from_secs(60));
    let large = "x = 1; y = [[i, j] : i = 1..100000, j = 1..100000]";
    let found = cg.bad("evaluate", json!({ "program": large, "session": "a" }));
    let replies = found["replies"].as_array().expect("a list");
    assert_eq!(replies.last().expect("an error")["error"]["limit"], true, "{found}");
    let found = cg.good("evaluate", json!({ "program": "x + 1", "session": "a" }));
    assert_eq!(found["replies"][0]["text"]["standard"], "2");
}

#[test]
fn cancelling_stops_the_computation() {
    let mut cg = Server::start(&["--time", "10m"]);
    // As many as are computed at a time: the next one waits for them.
    let long = [0, 1].map(|_| cg.begin("who_wins", json!({ "game": LONG, "session": "long" })));
    let other = cg.begin("evaluate", json!({ "program": LONG }));
    std::thread::sleep(Duration::from_millis(300));
    let waiting = cg.begin("evaluate", json!({ "program": "4" }));
    for number in long.into_iter().chain([other]) {
        cg.say(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": number, "reason": "no longer needed" },
        }));
    }
    let start = Instant::now();
    let (found, _) = cg.result(waiting);
    assert_eq!(found["replies"][0]["text"]["standard"], "4");
    let found = cg.good("evaluate", json!({ "program": "5", "session": "long" }));
    assert_eq!(found["replies"][0]["text"]["standard"], "5");
    assert!(start.elapsed() < Duration::from_secs(60), "they were stopped, and no limit came");
}

#[test]
fn a_client_that_leaves_ends_the_server() {
    // Before it begins, in the middle of a message, of a computation, with answers unread.
    assert_eq!(Server::raw(&[]).end(), (Some(0), String::new()));
    let mut cg = Server::start(&["--time", "10m"]);
    cg.begin("evaluate", json!({ "program": LONG }));
    cg.input.as_mut().expect("open").write_all(b"{\"jsonrpc\"").expect("it reads");
    let start = Instant::now();
    assert_eq!(cg.end().0, Some(0));
    assert!(start.elapsed() < Duration::from_secs(30));

    let mut cg = Server::start(&[]);
    for _ in 0..200 {
        cg.ask("tools/list", json!({}));
    }
    let Server { mut child, input, output, .. } = cg;
    drop((output, input));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));

    // A client that begins otherwise.
    let mut cg = Server::raw(&[]);
    cg.send(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"evaluate\",\"arguments\":{\"program\":\"1\"}}}");
    let mut line = String::new();
    let _ = cg.output.read_line(&mut line);
    let (code, said) = cg.end();
    assert!(code == Some(0) || said.starts_with("cg mcp: "), "{code:?} {said}");
}

#[test]
fn ctrl_c_ends_the_server() {
    let mut cg = Server::start(&["--time", "10m"]);
    cg.begin("evaluate", json!({ "program": LONG }));
    let number = cg.child.id().try_into().expect("a number of a process");
    kill_process(Pid::from_raw(number).expect("not 0"), Signal::INT).expect("it runs");
    assert_eq!(cg.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn help_and_guide_are_resources() {
    let mut cg = Server::start(&[]);
    let number = cg.ask("resources/list", json!({}));
    let all = cg.answer(number);
    let all = all["result"]["resources"].as_array().expect("a list");
    assert!(all.len() > 150, "{}", all.len());
    for address in ["cg://guide/tutorial", "cg://help/mean"] {
        assert!(all.iter().any(|one| one["uri"] == address), "{address}");
        let number = cg.ask("resources/read", json!({ "uri": address }));
        let found = cg.answer(number);
        let text = found["result"]["contents"][0]["text"].as_str().expect("a text");
        assert!(text.starts_with('#'), "{text}");
    }
    for address in ["file:///etc/passwd", "cg://guide/../Cargo.toml", ""] {
        let number = cg.ask("resources/read", json!({ "uri": address }));
        assert!(cg.answer(number)["error"]["code"].is_i64(), "{address}");
    }
}
