// SPDX-License-Identifier: Apache-2.0
//! One travel in each mode, with statuses in order.

mod support;

use happyoyster::{Action, Command, EventKind, Interaction, Mode, Status, Translation};
use support::{changes, eventually, Gateway, Value, LIMIT};
use Status::{Ended, Paused, Pausing, Prepare, Running};

#[test]
fn an_adventure_takes_commands() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("adventure");
    assert!(engine.is_ready());
    let events = travel.events().unwrap();
    assert_eq!((travel.status().unwrap(), travel.can(Action::Start)), (Status::Idle, true));
    let started = travel.start(Some(60)).wait().unwrap();
    assert_eq!((started.mode, started.max_experience_time_sec), (Mode::Adventure, Some(60.0)));
    assert!(travel.can(Action::SendCommand) && !travel.can(Action::Pause));
    let leap = Command {
        translation: Translation::Front,
        interaction: Interaction::Jump,
        ..Command::default()
    };
    for _ in 0..5 {
        travel.send_command(leap).unwrap();
    }
    travel.flush_commands().unwrap();
    travel.send_command(Command::NONE).unwrap();
    travel.pause_local_audio_capture().unwrap();
    travel.resume_local_audio_capture().unwrap();
    let info = Value::parse(&travel.info().unwrap()).unwrap();
    assert_eq!(info.text("encryptedTravelId"), Some(started.encrypted_travel_id.as_str()));
    eventually("six commands were counted", || {
        let stats = Value::parse(&travel.stats().unwrap()).unwrap();
        stats.number("commandsSubmitted") == Some(6.0)
    });
    let ended = travel.end().wait().unwrap();
    assert_eq!((ended.status, ended.confirmed), (Ended, true));
    assert_eq!(travel.end().wait().unwrap(), ended);
    assert!(travel.is_ended());
    assert_eq!(changes(events), [Prepare, Running, Ended]);
}

#[test]
fn a_directing_travel_keeps_instructions_while_paused_and_rewinds() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("directing");
    let events = travel.events().unwrap();
    assert_eq!(travel.start(None).wait().unwrap().mode, Mode::Directing);
    let sent = travel.send_instruct("The oven door swings open").wait().unwrap();
    assert_eq!((sent.accepted, sent.queued), (true, false));
    assert_eq!(travel.pause().wait().unwrap().status, Paused);
    let kept = travel.send_instruct("It begins to snow").wait().unwrap();
    assert_eq!(
        (kept.accepted, kept.queued, kept.content.as_str()),
        (true, true, "It begins to snow")
    );
    assert_eq!(travel.resume().wait().unwrap().status, Running);
    assert_eq!(travel.pause().wait().unwrap().status, Paused);
    let rewound = travel.rewind(4.0).wait().unwrap();
    assert_eq!((rewound.status, rewound.resumed_at_sec), (Running, Some(4.0)));
    travel.end().wait().unwrap();
    let pause_and_resume = [Pausing, Paused, Prepare, Running];
    let expected =
        [&[Prepare, Running][..], &pause_and_resume, &pause_and_resume, &[Ended]].concat();
    assert_eq!(changes(events), expected);
}

#[test]
fn an_acting_travel_pauses_and_resumes() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("acting");
    let events = travel.events().unwrap();
    let started = travel.start(None).wait().unwrap();
    assert_eq!(started.mode, Mode::Acting);
    assert!(started.aspect_ratio.is_some());
    assert!(travel.send_instruct("Wave to the audience").wait().unwrap().accepted);
    travel.pause().wait().unwrap();
    travel.resume().wait().unwrap();
    travel.end().wait().unwrap();
    assert_eq!(changes(events), [Prepare, Running, Pausing, Paused, Prepare, Running, Ended]);
}

#[test]
fn travel_info_ready_arrives_between_prepare_and_running() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut events = travel.events().unwrap();
    let started = travel.start(None).wait().unwrap();
    travel.end().wait().unwrap();
    let found: Vec<_> = events.by_ref().collect();
    let ready = found.iter().find_map(|event| match &event.kind {
        EventKind::TravelInfoReady(info) => Some((event.sequence, info.clone())),
        _ => None,
    });
    let (sequence, info) = ready.unwrap();
    assert_eq!(info, started);
    let running = found.iter().find(|event| event.status == Running).unwrap();
    assert!(sequence < running.sequence);
    assert!(found.windows(2).all(|pair| pair[0].monotonic_time <= pair[1].monotonic_time));
}

#[test]
fn an_end_by_the_server_ends_the_event_stream() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut events = travel.events().unwrap();
    let id = travel.start(None).wait().unwrap().encrypted_travel_id;
    gateway.post("/travels/end", &format!("{{\"encryptedTravelId\":\"{}\"}}", id));
    assert_eq!(changes(&mut events), [Prepare, Running, Ended]);
    assert_eq!(events.recv(Some(LIMIT)), Ok(None));
}

#[test]
fn a_stream_of_a_travel_that_is_over_is_empty() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.end().wait().unwrap();
    assert_eq!(travel.events().unwrap().recv(Some(LIMIT)), Ok(None));
    assert!(travel.video().frames(happyoyster::PixelFormat::I420).unwrap().next().is_none());
}

#[test]
fn an_engine_can_be_used_again_after_cleanup() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    engine.cleanup().wait().unwrap();
    assert!(travel.is_ended() && !engine.is_ready());
    drop(travel);
    let credentials = gateway.credentials("acting");
    credentials.apply(&engine);
    let travel = engine.create_travel(&credentials.ticket).unwrap();
    assert_eq!(travel.start(None).wait().unwrap().mode, Mode::Acting);
}
