// SPDX-License-Identifier: Apache-2.0
//! Audio of the loopback stream engine, and recordings that it refuses.

mod support;

use std::sync::mpsc::channel;
use std::time::Duration;

use happyoyster::{block_on, code, EventKind, Status};
use support::{refused, Gateway, LIMIT};

#[test]
fn there_is_no_audio_before_start() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut audio = travel.audio().unwrap();
    refused(code::TIMED_OUT, audio.recv(Some(Duration::from_millis(20))));
}

#[test]
fn audio_arrives_in_order_and_ends_with_the_travel() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut audio = travel.audio().unwrap();
    travel.start(None).wait().unwrap();
    let chunks: Vec<_> = audio.by_ref().take(30).collect();
    assert!(chunks.iter().all(|chunk| (chunk.sample_rate(), chunk.channels()) == (48_000, 2)));
    assert!(chunks.iter().all(|chunk| chunk.samples().len() == 2 * chunk.frame_count()));
    assert!(chunks.windows(2).all(|pair| pair[0].pts() < pair[1].pts()));
    assert!(chunks.iter().any(|chunk| chunk.samples().iter().any(|sample| *sample > 500)));
    travel.end().wait().unwrap();
    for _ in &mut audio {}
    assert!(audio.recv(Some(LIMIT)).unwrap().is_none());
    assert!(travel.audio().unwrap().recv(Some(LIMIT)).unwrap().is_none());
}

#[test]
fn audio_can_be_read_without_a_stream() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    refused(code::TIMED_OUT, travel.read_audio(Duration::ZERO));
    assert!(travel.audio_fd().is_ok());
    travel.start(None).wait().unwrap();
    let chunks: Vec<_> = (0..5).map(|_| travel.read_audio(LIMIT).unwrap()).collect();
    assert!(chunks.windows(2).all(|pair| pair[0].pts() < pair[1].pts()));
    let _stream = travel.audio().unwrap();
    refused(code::UNSUPPORTED, travel.read_audio(LIMIT));
}

#[test]
fn audio_can_be_awaited() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let chunk = block_on(async {
        let mut audio = travel.audio().unwrap();
        travel.start(None).await.unwrap();
        audio.recv_async().await
    });
    assert!(chunk.unwrap().frame_count() > 0);
}

#[test]
fn a_handler_replaces_an_audio_stream_and_can_be_stopped() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    let mut audio = travel.audio().unwrap();
    let (sender, heard) = channel();
    travel.on_audio(move |chunk| drop(sender.send(chunk))).unwrap();
    for _ in &mut audio {}
    drop(audio);
    heard.recv_timeout(LIMIT).unwrap();
    travel.stop_audio().unwrap();
    while heard.recv_timeout(LIMIT).is_ok() {}
    let mut again = travel.audio().unwrap();
    assert!(again.recv(Some(LIMIT)).unwrap().is_some());
}

#[test]
fn a_recording_that_the_stream_refuses_is_an_error_event() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut events = travel.events().unwrap();
    travel.record("a.webm").unwrap();
    travel.start(None).wait().unwrap();
    let error = loop {
        match events.recv(Some(LIMIT)).unwrap().unwrap().kind {
            EventKind::Error(error) => break error,
            _ => continue,
        }
    };
    assert_eq!((error.code(), error.operation()), (code::UNSUPPORTED, Some("record")));
    assert_eq!(travel.status().unwrap(), Status::Running);
    travel.stop_recording().unwrap();
    refused(code::INVALID_ARGUMENT, travel.record(""));
    refused(code::INVALID_ARGUMENT, travel.record("a\0b"));
    travel.end().wait().unwrap();
    refused(code::NO_ACTIVE_TRAVEL, travel.record("a.webm"));
}
