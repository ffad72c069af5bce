// SPDX-License-Identifier: Apache-2.0
//! A development gateway per test, and what live tests have in common.
#![allow(dead_code)]

pub mod http;
#[path = "../../src/json.rs"]
mod json;

use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use happyoyster::{Config, Engine, Error, Event, EventKind, LogLevel, Status, Travel};
pub use json::Value;

/// Longest wait for anything that comes at all.
pub const LIMIT: Duration = Duration::from_secs(20);

/// A variable of the environment that `make test-rust` sets.
pub fn required(variable: &str) -> PathBuf {
    match env::var_os(variable).filter(|value| !value.is_empty()) {
        Some(value) => PathBuf::from(value),
        None => panic!("the live tests need {}; `make test-rust` sets it", variable),
    }
}

/// What a server issues for one travel.
#[derive(Clone, Debug)]
pub struct Credentials {
    pub api_host: String,
    pub model: String,
    pub token: String,
    pub ticket: String,
}

impl Credentials {
    pub fn config(&self) -> Config {
        Config::new(&self.api_host, &self.model)
            .poll_interval(Duration::from_millis(100))
            .stream_engine("loopback")
            .log_level(LogLevel::Error)
    }

    /// Gives an engine everything but the ticket.
    pub fn apply(&self, engine: &Engine) {
        engine.initialize(&self.config()).unwrap();
        engine.update_token(&self.token).unwrap();
    }
}

/// A gateway of our own, which ends with us: it watches its standard input.
pub struct Gateway {
    process: Child,
    control: String,
}

impl Gateway {
    pub fn start() -> Self {
        let program = required("OYSTER_GATEWAY");
        let mut process = Command::new(&program)
            .arg("--exit-with-stdin")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|failure| panic!("cannot start {}: {}", program.display(), failure));
        let mut line = String::new();
        let output = process.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("the gateway prints its addresses");
        let ready = Value::parse(&line).expect("the gateway prints JSON");
        let control = ready.text("control").expect("the gateway has a control port").to_string();
        let gateway = Gateway { process, control };
        let fast = r#"{"initMs":0,"startMs":0,"pauseConfirmMs":50,"roomTeardownMs":0}"#;
        gateway.post("/settings", fast);
        gateway
    }

    pub fn post(&self, path: &str, body: &str) -> Value {
        http::request(&self.control, "POST", path, body)
    }

    pub fn get(&self, path: &str) -> Value {
        http::request(&self.control, "GET", path, "")
    }

    pub fn credentials(&self, mode: &str) -> Credentials {
        let issued = self.post("/credentials", &format!("{{\"mode\":\"{}\"}}", mode));
        let text = |key| issued.text(key).expect("credentials are complete").to_string();
        Credentials {
            api_host: text("apiHost"),
            model: text("model"),
            token: text("token"),
            ticket: text("ticket"),
        }
    }

    /// A travel of an engine of its own.
    pub fn travel(&self, mode: &str) -> (Engine, Travel) {
        let credentials = self.credentials(mode);
        let engine = Engine::new().unwrap();
        credentials.apply(&engine);
        let travel = engine.create_travel(&credentials.ticket).unwrap();
        (engine, travel)
    }

    /// Statuses of the travels that the gateway knows, newest first.
    pub fn statuses(&self) -> Vec<String> {
        let travels = self.get("/travels");
        let statuses = travels.array("travels").iter().filter_map(|t| t.text("status"));
        statuses.map(String::from).collect()
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// Polls a condition until it holds.
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < LIMIT, "{}: not within {:?}", what, LIMIT);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The statuses of a stream, after a check of what all streams promise.
pub fn changes(events: impl IntoIterator<Item = Event>) -> Vec<Status> {
    let found: Vec<Event> = events.into_iter().collect();
    let sequences: Vec<u64> = found.iter().map(|event| event.sequence).collect();
    assert_eq!(sequences, (1..=found.len() as u64).collect::<Vec<_>>(), "{:?}", found);
    assert!(!found.iter().any(|e| matches!(e.kind, EventKind::Error(_))), "{:?}", found);
    let changes = found.iter().filter(|event| event.kind == EventKind::StatusChanged);
    changes.map(|event| event.status).collect()
}

/// Asserts that something was refused with a code, and that the error explains itself.
pub fn refused<T: std::fmt::Debug>(code: i32, outcome: Result<T, Error>) -> Error {
    let error = outcome.expect_err("this was to be refused");
    assert_eq!(error.code(), code, "{}", error);
    assert!(!error.name().is_empty() && !error.advice().is_empty());
    error
}
