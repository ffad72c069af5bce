// SPDX-License-Identifier: Apache-2.0
//! Failures of the service and of the library arrive as errors by code.

mod support;

use std::time::Duration;

use happyoyster::{
    code, Command, Config, Engine, ErrorKind, EventKind, Mode, Script, Status, Translation,
};
use support::{refused, Gateway, LIMIT};

#[test]
fn a_bad_ticket_is_401010() {
    let gateway = Gateway::start();
    let engine = Engine::new().unwrap();
    gateway.credentials("adventure").apply(&engine);
    let travel = engine.create_travel("no-such-ticket").unwrap();
    let error = refused(code::SERVER_TICKET_INVALID, travel.start(None).wait());
    assert_eq!((error.code(), error.name()), (401010, "SERVER_TICKET_INVALID"));
    assert_eq!((error.kind(), error.operation()), (ErrorKind::Server, Some("start")));
    assert!(!error.retryable() && !error.ends_travel());
    assert!(error.details().contains("\"raw\""));
    assert!(!format!("{} {}", error, error.details()).contains("no-such-ticket"));
}

#[test]
fn a_used_ticket_is_401011() {
    let gateway = Gateway::start();
    let credentials = gateway.credentials("adventure");
    let engine = Engine::new().unwrap();
    credentials.apply(&engine);
    let first = engine.create_travel(&credentials.ticket).unwrap();
    first.start(None).wait().unwrap();
    first.end().wait().unwrap();
    let again = engine.create_travel(&credentials.ticket).unwrap();
    refused(401011, again.start(None).wait());
}

#[test]
fn no_token_is_101001_and_start_succeeds_after_update_token() {
    let gateway = Gateway::start();
    let credentials = gateway.credentials("adventure");
    let engine = Engine::new().unwrap();
    engine.initialize(&credentials.config()).unwrap();
    let travel = engine.create_travel(&credentials.ticket).unwrap();
    let error = refused(101001, travel.start(None).wait());
    assert_eq!(error.kind(), ErrorKind::TokenMissing);
    engine.update_token(&credentials.token).unwrap();
    assert_eq!(travel.start(None).wait().unwrap().mode, Mode::Adventure);
}

#[test]
fn a_wrong_mode_is_103003() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    let error = refused(103003, travel.pause().wait());
    assert_eq!(error.kind(), ErrorKind::SendCommandInDirecting);
    refused(code::MODE_MISMATCH, travel.send_instruct("Hello").wait());
}

#[test]
fn a_wrong_state_is_103002_and_a_second_travel_103004() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("directing");
    travel.start(None).wait().unwrap();
    refused(103004, travel.start(None).wait());
    refused(103002, travel.rewind(4.0).wait());
    refused(103004, engine.create_travel("ticket"));
}

#[test]
fn a_text_that_would_break_a_header_is_109002() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("adventure");
    drop(travel);
    let long = "a".repeat(4097);
    for text in ["", " ", "a b", "a\r\nX: y", "a\n", "a\0b", "a\u{7f}", "ä", long.as_str()] {
        refused(code::INVALID_ARGUMENT, engine.update_token(text));
        refused(code::INVALID_ARGUMENT, engine.create_travel(text));
    }
}

#[test]
fn wrong_arguments_are_refused_by_the_operation() {
    let gateway = Gateway::start();
    let engine = Engine::new().unwrap();
    refused(code::NOT_INITIALIZED, engine.create_travel("ticket"));
    refused(code::NOT_INITIALIZED, engine.update_token("token"));
    refused(code::INVALID_CONFIG, engine.initialize(&Config::new("http://example.com", "m")));
    let config = Config::new("host.test", "m").ca_file("/nonexistent.pem");
    let error = refused(code::INVALID_CONFIG, engine.initialize(&config));
    assert!(error.to_string().contains("ca_file cannot be read (No such file"), "{error}");
    let (_other, travel) = gateway.travel("directing");
    for seconds in [f64::NAN, f64::INFINITY, -1.0] {
        let error = refused(code::INVALID_ARGUMENT, travel.rewind(seconds).wait()).to_string();
        assert!(error.starts_with("rewind: 109002 "), "{error}");
        assert!(error.contains("the log names the argument"), "{error}");
    }
    let error = refused(code::INVALID_ARGUMENT, travel.send_instruct("a\0b").wait());
    assert_eq!(error.operation(), Some("send_instruct"));
    refused(code::SERVER_INVALID_PARAMETER, travel.send_instruct("  ").wait());
    for script in [Script::from_acts(["one", "two"]), Script::from_json("[")] {
        refused(code::INVALID_ARGUMENT, travel.update_script(&script).wait());
    }
}

#[test]
fn a_scriptlist_travel_accepts_a_script() {
    let gateway = Gateway::start();
    let issued =
        gateway.post("/credentials", r#"{"mode":"directing","creationModel":"scriptlist"}"#);
    let text = |key| issued.text(key).unwrap();
    let engine = Engine::new().unwrap();
    engine.initialize(&Config::new(text("apiHost"), text("model"))).unwrap();
    engine.update_token(text("token")).unwrap();
    let travel = engine.create_travel(text("ticket")).unwrap();
    travel.start(None).wait().unwrap();
    let acts = (1..=45).map(|turn| format!("Act {}: the sea is \"calm\"", turn));
    let taken = travel.update_script(&Script::from_acts(acts)).wait().unwrap();
    assert_eq!((taken.accepted, taken.turn_count), (true, 45));
}

#[test]
fn commands_after_the_end_are_103001() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    travel.end().wait().unwrap();
    refused(103001, travel.send_command(Command::NONE));
    refused(103001, travel.flush_commands());
}

#[test]
fn commands_of_a_wrong_mode_are_error_events() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("acting");
    travel.start(None).wait().unwrap();
    let mut events = travel.events().unwrap();
    let front = Command { translation: Translation::Front, ..Command::NONE };
    travel.send_command(front).unwrap();
    loop {
        let event = events.recv(Some(LIMIT)).unwrap().expect("the travel continues");
        if let EventKind::Error(error) = event.kind {
            assert_eq!((error.code(), error.operation()), (103003, Some("send_command")));
            return;
        }
    }
}

#[test]
fn a_failure_of_the_server_is_an_error_event_before_failed() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let id = travel.start(None).wait().unwrap().encrypted_travel_id;
    let mut events = travel.events().unwrap();
    gateway.post("/travels/fail", &format!("{{\"encryptedTravelId\":\"{}\"}}", id));
    let found: Vec<_> = events.by_ref().collect();
    let (failed, error) = (&found[found.len() - 1], &found[found.len() - 2]);
    assert!(matches!(&error.kind, EventKind::Error(error) if error.ends_travel()), "{:?}", error);
    assert_eq!((failed.status, failed.is_last()), (Status::Failed, true));
}

#[test]
fn wait_timeout_fails_with_109010_and_the_operation_continues() {
    let gateway = Gateway::start();
    gateway.post("/faults", r#"{"route":"travels/enter-travel","delayMs":400,"times":1}"#);
    let (_engine, travel) = gateway.travel("adventure");
    let mut events = travel.events().unwrap();
    refused(code::TIMED_OUT, events.recv(Some(Duration::from_millis(20))));
    let mut start = travel.start(None);
    let error = refused(code::TIMED_OUT, start.wait_timeout(Duration::from_millis(20)));
    assert_eq!(error.operation(), Some("start"));
    assert_eq!(start.wait_timeout(LIMIT).unwrap().mode, Mode::Adventure);
    refused(code::ABORTED, start.wait());
}

#[test]
fn the_4097th_engine_is_109007_and_names_the_limit() {
    let mut engines = Vec::new();
    let refusal = loop {
        match happyoyster::Engine::new() {
            Ok(engine) => engines.push(engine),
            Err(error) => break error,
        }
        assert!(engines.len() <= 4096);
    };
    let refusal = refused::<()>(code::LIMIT_REACHED, Err(refusal));
    assert!(refusal.message().contains("4096 engines exist"), "{}", refusal);
}

#[test]
fn names_agree_with_the_library() {
    for status in Status::ALL {
        // SAFETY: the function takes any number and gives static text.
        let name =
            unsafe { std::ffi::CStr::from_ptr(happyoyster_sys::oyster_status_name(status.raw())) };
        assert_eq!(name.to_str(), Ok(status.name()));
    }
    for kind in ErrorKind::ALL {
        assert_eq!(ErrorKind::from_name(kind.name()), Some(*kind));
    }
    for (code, kind) in
        [(0, "none"), (103003, "sendCommandInDirecting"), (109001, "interfaceMisuse")]
    {
        // SAFETY: as above.
        let (raw, name) = unsafe {
            let name = happyoyster_sys::oyster_error_kind_name(code);
            (happyoyster_sys::oyster_error_kind(code), std::ffi::CStr::from_ptr(name))
        };
        assert_eq!((ErrorKind::from_raw(raw).unwrap().name(), name.to_str()), (kind, Ok(kind)));
    }
    assert_eq!(happyoyster::version(), env!("CARGO_PKG_VERSION"));
}
