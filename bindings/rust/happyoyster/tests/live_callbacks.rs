// SPDX-License-Identifier: Apache-2.0
//! What handlers may do, and what their bugs cannot do.

mod support;

use std::env;
use std::process::{Command, Stdio};
use std::sync::mpsc::{channel, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use happyoyster::{code, log, LogLevel, PixelFormat, Status};
use support::{refused, required, Gateway, LIMIT};

/// Set in the child process that panics.
const CHILD: &str = "OYSTER_TEST_PANICS";

#[test]
fn a_panic_in_a_handler_does_not_reach_c_and_is_reported_once_and_then_counted() {
    required("OYSTER_GATEWAY");
    let test = "child_panics";
    let output = Command::new(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (printed, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}{}", printed, errors);
    assert!(printed.contains("1 passed"), "{}", printed);
    // One for events, frames and the log; a callback that outlives the travel may be first again.
    let firsts = errors.matches("; the library continues").count();
    assert!((3..=5).contains(&firsts), "{}", errors);
    // The hook prints the first panic of each place, and no other.
    assert_eq!(errors.matches("panicked at").count(), firsts, "{}", errors);
    let frame_firsts = errors
        .lines()
        .filter(|line| line.contains("handler (frame)") && line.ends_with("the library continues"))
        .count() as u64;
    let counted: u64 = errors
        .lines()
        .filter(|line| line.contains("a panic left a handler (frame)"))
        .filter_map(|line| line.split(", ").nth(1)?.split(' ').next()?.parse::<u64>().ok())
        .sum();
    let frames = printed.split("frames: ").nth(1).and_then(|rest| rest.lines().next());
    assert_eq!(
        Some((counted + frame_firsts).to_string().as_str()),
        frames,
        "{}{}",
        printed,
        errors
    );
    assert!(errors.contains("a bug of the host"), "{}", errors);
}

/// Runs in a process of its own: its panics are printed, and the log is the process's.
#[test]
fn child_panics() {
    if env::var_os(CHILD).is_none() {
        return;
    }
    let gateway = Gateway::start();
    let (sender, rings) = channel();
    let ring = |sender: &Sender<&'static str>| (sender.clone(), sender.clone(), sender.clone());
    let (for_events, for_frames, for_log) = ring(&sender);
    log::set_handler(move |_, _, _| {
        let _ = for_log.send("log");
        panic!("a bug of the host");
    })
    .unwrap();
    let (_engine, travel) = gateway.travel("adventure");
    log::set_level(LogLevel::Info).unwrap();
    travel
        .add_listener(move |_| {
            let _ = for_events.send("event");
            panic!("a bug of the host");
        })
        .unwrap()
        .detach();
    travel
        .video()
        .on_frame(PixelFormat::I420, move |_| {
            let _ = for_frames.send("frame");
            panic!("a bug of the host");
        })
        .unwrap();
    assert_eq!(travel.start(None).wait().unwrap().mode.name(), "adventure");
    let mut missing = vec!["event", "log"];
    missing.extend(["frame"; 30]);
    let mut frames = 0;
    while !missing.is_empty() {
        let rung = rings.recv_timeout(LIMIT).unwrap();
        frames += u32::from(rung == "frame");
        if let Some(place) = missing.iter().position(|kind| *kind == rung) {
            missing.remove(place);
        }
    }
    assert_eq!(travel.end().wait().unwrap().status, Status::Ended);
    log::restore().unwrap();
    drop(travel);
    frames += rings.try_iter().filter(|rung| *rung == "frame").count() as u32;
    println!("frames: {}", frames);
}

#[test]
fn handlers_run_before_calls_return_and_on_another_thread() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let seen = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&seen);
    let listener = travel
        .add_listener(move |event| notes.lock().unwrap().push((event, thread::current().id())))
        .unwrap();
    travel.start(None).wait().unwrap();
    {
        let seen = seen.lock().unwrap();
        assert_eq!(seen.last().unwrap().0.status, Status::Running);
        assert!(seen.iter().all(|(_, thread)| *thread != thread::current().id()));
    }
    drop(listener);
    let count = seen.lock().unwrap().len();
    travel.end().wait().unwrap();
    assert_eq!(seen.lock().unwrap().len(), count);
}

#[test]
fn waiting_inside_a_handler_is_109004_and_all_other_calls_work() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("directing");
    let (sender, outcomes) = channel();
    let travel = Arc::new(travel);
    let weak = Arc::downgrade(&travel);
    let inside = move |event: happyoyster::Event| {
        let travel = match weak.upgrade() {
            Some(travel) if event.status == Status::Running => travel,
            _ => return,
        };
        let mut events = travel.events().unwrap();
        let refusals = [
            travel.send_instruct("Wait here").wait().unwrap_err().code(),
            events.recv(None).unwrap_err().code(),
            engine.dispatch(LIMIT).unwrap_err().code(),
        ];
        travel.send_instruct("Go on").detach();
        assert!(travel.info().is_ok() && travel.status().is_ok() && events.next().is_none());
        let _ = sender.send(refusals);
    };
    travel.add_listener(inside).unwrap().detach();
    travel.start(None).wait().unwrap();
    let refusals = outcomes.recv_timeout(LIMIT).unwrap();
    assert_eq!(refusals[..2], [code::WOULD_DEADLOCK; 2]);
    assert_ne!(refusals[2], 0);
    travel.pause().wait().unwrap();
}

#[test]
fn a_travel_can_be_dropped_by_its_own_handler() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let holder = Arc::new(Mutex::new(None));
    let inner = Arc::clone(&holder);
    let (sender, dropped) = channel();
    travel
        .add_listener(move |event| {
            if event.status == Status::Running {
                drop(inner.lock().unwrap().take());
                let _ = sender.send(());
            }
        })
        .unwrap()
        .detach();
    let mut events = travel.events().unwrap();
    travel.start(None).detach();
    *holder.lock().unwrap() = Some(travel);
    dropped.recv_timeout(LIMIT).unwrap();
    while events.recv(Some(LIMIT)).unwrap().is_some() {}
}

#[test]
fn more_than_64_listeners_are_109007() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("acting");
    let mut held = Vec::new();
    let refusal = loop {
        match travel.events() {
            Ok(events) => held.push(events),
            Err(error) => break error,
        }
        assert!(held.len() <= 64);
    };
    let refusal = refused::<()>(code::LIMIT_REACHED, Err(refusal));
    assert!(refusal.message().contains("this travel has 64 listeners"), "{}", refusal);
    held.pop();
    assert!(travel.events().is_ok());
}
