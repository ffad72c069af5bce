// SPDX-License-Identifier: Apache-2.0
//! Processes that exit with running travels.

mod support;

use std::env;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use happyoyster::{Config, Engine, LogLevel, PixelFormat, Travel};
use support::{Credentials, Gateway};

/// Set in the child: apiHost, model, token, ticket, milliseconds until the exit, and how.
const CHILD: &str = "OYSTER_TEST_EXIT";

/// The ways to leave a process.
const WAYS: [&str; 4] = ["exit", "forget", "drop", "shutdown"];

/// How long a child may live, with the start of its travel.
const LIFE: Duration = Duration::from_secs(10);

fn run_child(credentials: &Credentials, delay: u64, way: &str) -> Output {
    let delay = delay.to_string();
    let Credentials { api_host, model, token, ticket } = credentials;
    let facts = [api_host.as_str(), model, token, ticket, &delay, way].join(" ");
    Command::new(env::current_exe().unwrap())
        .args(["child_leaves", "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, facts)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn fifty_exits_at_random_times_print_nothing() {
    let gateway = Gateway::start();
    let mut longest = Duration::ZERO;
    for round in 0..50_u64 {
        // Spread over the life of a travel, in no order; the same in each run.
        let (delay, way) = (round * 37 % 50 * 8, WAYS[round as usize % WAYS.len()]);
        let begin = Instant::now();
        let output = run_child(&gateway.credentials("adventure"), delay, way);
        longest = longest.max(begin.elapsed());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} after {} ms: {:?}", way, delay, output);
        assert_eq!(errors, "", "{} after {} ms", way, delay);
    }
    assert!(longest < LIFE, "a child lived for {:?}", longest);
}

#[test]
fn a_shutdown_ends_the_travel_on_the_server() {
    let gateway = Gateway::start();
    let output = run_child(&gateway.credentials("adventure"), 1000, "shutdown");
    assert!(output.status.success(), "{:?}", output);
    assert_eq!(gateway.statuses(), ["completed"]);
}

/// A travel with everything that can be under way.
fn stir(facts: &[String]) -> (Engine, Arc<Travel>) {
    let engine = Engine::new().unwrap();
    let config = Config::new(&facts[0], &facts[1]).stream_engine("loopback");
    let config = config.log_level(LogLevel::Error).poll_interval(Duration::from_millis(50));
    engine.initialize(&config).unwrap();
    engine.update_token(&facts[2]).unwrap();
    let travel = Arc::new(engine.create_travel(&facts[3]).unwrap());
    let seen = Arc::new(Mutex::new(Vec::new()));
    travel.add_listener(move |event| seen.lock().unwrap().push(event)).unwrap().detach();
    let mut frames = travel.video().frames(PixelFormat::Rgb24).unwrap();
    thread::spawn(move || while let Some(Ok(_)) = frames.next() {});
    let mut events = travel.events().unwrap();
    thread::spawn(move || while events.next().is_some() {});
    let busy = Arc::downgrade(&travel);
    thread::spawn(move || {
        while let Some(travel) = busy.upgrade() {
            let _ = travel.send_command(happyoyster::Command::NONE);
            let _ = travel.stats();
        }
    });
    (engine, travel)
}

/// Runs in a process of its own.
#[test]
fn child_leaves() {
    let facts: Vec<String> = match env::var(CHILD) {
        Ok(facts) => facts.split(' ').map(String::from).collect(),
        Err(_) => return,
    };
    let (engine, travel) = stir(&facts);
    let delay = Duration::from_millis(facts[4].parse().unwrap());
    let _ = travel.start(None).wait_timeout(delay);
    match facts[5].as_str() {
        "exit" => std::process::exit(0),
        "forget" => std::mem::forget((engine, travel)),
        "drop" => drop((travel, engine)),
        _ => {
            let _ = happyoyster::shutdown(Duration::from_secs(2));
            assert!(travel.start(None).wait().is_err());
            let _ = std::io::stdout().flush();
        }
    }
}
