// SPDX-License-Identifier: Apache-2.0
//! Frames of the loopback stream.

mod support;

use std::collections::HashSet;
use std::sync::mpsc::channel;
use std::time::Duration;

use happyoyster::{code, Delivery, PixelFormat};
use support::{refused, Gateway, LIMIT};

const WIDTH: usize = 864;
const HEIGHT: usize = 480;
const AREA: usize = WIDTH * HEIGHT;

fn sizes(format: PixelFormat) -> Vec<usize> {
    match format {
        PixelFormat::I420 => vec![AREA, AREA / 4, AREA / 4],
        PixelFormat::Nv12 => vec![AREA, AREA / 2],
        PixelFormat::Rgb24 | PixelFormat::Bgr24 => vec![AREA * 3],
        _ => vec![AREA * 4],
    }
}

#[test]
fn there_is_no_frame_before_start() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    refused(code::NO_FRAME, travel.video().acquire(PixelFormat::I420));
    let mut frames = travel.video().frames(PixelFormat::I420).unwrap();
    refused(code::TIMED_OUT, frames.recv(Some(Duration::from_millis(20))));
}

#[test]
fn frames_have_the_planes_of_each_format() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    for format in PixelFormat::ALL {
        let mut frames = travel.video().frames(*format).unwrap();
        let frame = frames.recv(Some(LIMIT)).unwrap().unwrap();
        assert_eq!((frame.format(), frame.width(), frame.height()), (*format, WIDTH, HEIGHT));
        let expected = sizes(*format);
        assert_eq!(frame.planes().count(), expected.len());
        for (plane, size) in frame.planes().zip(&expected) {
            assert!(plane.len() >= *size, "{:?}", frame);
        }
        let packed = frame.packed();
        assert_eq!(packed.len(), expected.iter().sum::<usize>());
        let values: HashSet<_> = packed.iter().step_by(AREA / 64).collect();
        assert!(values.len() > 2, "{:?} is blank", frame);
        if matches!(format, PixelFormat::Rgba | PixelFormat::Bgra) {
            assert!(packed.chunks(4).all(|pixel| pixel[3] == 255));
        }
    }
}

#[test]
fn all_formats_show_the_same_frame() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    travel.video().frames(PixelFormat::I420).unwrap().recv(Some(LIMIT)).unwrap();
    let (rgba, bgra) = loop {
        let rgba = travel.video().acquire(PixelFormat::Rgba).unwrap();
        let bgra = travel.video().acquire(PixelFormat::Bgra).unwrap();
        let (width, height) = (rgba.width(), rgba.height());
        let shown = format!("Frame({} {} {width}x{height})", rgba.sequence(), PixelFormat::Rgba);
        assert_eq!(format!("{rgba:?}"), shown);
        if rgba.sequence() == bgra.sequence() {
            break (rgba.packed(), bgra.packed());
        }
    };
    let is_swapped = |(a, b): (&[u8], &[u8])| a[..3] == [b[2], b[1], b[0]];
    assert!(rgba.chunks(4).zip(bgra.chunks(4)).all(is_swapped));
}

#[test]
fn bgr24_is_rgb24_with_reversed_bytes() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    let view = travel.video();
    let (rgb, bgr) = loop {
        let rgb = view.wait(PixelFormat::Rgb24, 0, LIMIT).unwrap();
        let bgr = view.wait(PixelFormat::Bgr24, 0, LIMIT).unwrap();
        if rgb.sequence() == bgr.sequence() {
            break (rgb.packed(), bgr.packed());
        }
    };
    let is_swapped = |(a, b): (&[u8], &[u8])| *a == [b[2], b[1], b[0]];
    assert!(rgb.chunks(3).zip(bgr.chunks(3)).all(is_swapped));
}

#[test]
fn wait_returns_newer_frames_and_ends_with_the_travel() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    let (view, mut sequence) = (travel.video(), 0);
    assert!(view.frame_fd().unwrap() >= 0);
    for _ in 0..5 {
        let frame = view.wait(PixelFormat::Bgr24, sequence, LIMIT).unwrap();
        assert!(frame.sequence() > sequence);
        sequence = frame.sequence();
    }
    refused(code::TIMED_OUT, view.wait(PixelFormat::I420, u64::MAX, Duration::from_millis(5)));
    let waiting = std::thread::spawn({
        let view = view.clone();
        move || view.wait(PixelFormat::I420, u64::MAX, LIMIT)
    });
    travel.end().wait().unwrap();
    refused(code::NO_FRAME, waiting.join().unwrap());
}

#[test]
fn after_a_rewind_no_earlier_frame_is_returned() {
    for delivery in [Delivery::Thread, Delivery::Host] {
        let gateway = Gateway::start();
        let (engine, travel) = gateway.travel("directing");
        engine.set_delivery(delivery).unwrap();
        let mut frames = travel.video().frames(PixelFormat::I420).unwrap();
        let mut audio = travel.audio().unwrap();
        travel.start(None).wait().unwrap();
        frames.recv(Some(LIMIT)).unwrap().unwrap();
        let mut last = audio.recv(Some(LIMIT)).unwrap().unwrap().monotonic_time();
        travel.pause().wait().unwrap();
        let kept = travel.video().acquire(PixelFormat::I420).unwrap();
        last = last.max(kept.monotonic_time());
        travel.rewind(0.0).wait().unwrap();
        // The request of the rewind waits for the rest of three seconds.
        let least = last + Duration::from_secs(2);
        if let Ok(frame) = travel.video().acquire(PixelFormat::I420) {
            assert!(frame.monotonic_time() > least);
        }
        let frame = frames.recv(Some(LIMIT)).unwrap().unwrap();
        assert!(frame.monotonic_time() > least && frame.sequence() > kept.sequence());
        assert!(audio.recv(Some(LIMIT)).unwrap().unwrap().monotonic_time() > least);
    }
}

#[test]
fn frames_is_an_iterator_of_differing_frames_until_the_travel_is_over() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut frames = travel.video().frames(PixelFormat::I420).unwrap();
    travel.start(None).wait().unwrap();
    let (mut images, mut sequences, mut times) = (HashSet::new(), Vec::new(), Vec::new());
    for frame in &mut frames {
        let frame = frame.unwrap();
        images.insert(frame.plane(0).to_vec());
        sequences.push(frame.sequence());
        times.push((frame.pts(), frame.monotonic_time()));
        if images.len() == 5 && !travel.is_ended() {
            travel.end().wait().unwrap();
        }
    }
    assert!(sequences.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", sequences);
    assert!(times.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1));
    assert!(frames.recv(Some(LIMIT)).unwrap().is_none());
}

#[test]
fn a_held_frame_outlives_travel_and_engine() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    let mut frames = travel.video().frames(PixelFormat::I420).unwrap();
    let frame = frames.recv(Some(LIMIT)).unwrap().unwrap();
    let before = frame.packed();
    drop((frames, travel, engine));
    assert_eq!(frame.packed(), before);
}

#[test]
fn dropped_frames_are_given_back_and_the_65th_held_frame_names_the_limit() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    let view = travel.video();
    let mut frames = view.frames(PixelFormat::I420).unwrap();
    let mut held = vec![frames.recv(Some(LIMIT)).unwrap().unwrap()];
    for _ in 0..200 {
        view.acquire(PixelFormat::I420).unwrap();
    }
    let refusal = loop {
        match view.acquire(PixelFormat::I420) {
            Ok(frame) => held.push(frame),
            Err(error) => break error,
        }
        assert!(held.len() <= 64);
    };
    assert!(refusal.to_string().contains("64 frames of this view are held"), "{}", refusal);
    refused::<()>(code::LIMIT_REACHED, Err(refusal));
    assert_eq!(held.len(), 64);
}

#[test]
fn a_handler_borrows_frames_and_can_be_stopped() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let (sender, sizes) = channel();
    travel
        .video()
        .on_frame(PixelFormat::Rgb24, move |frame| {
            let _ = sender.send((frame.format(), frame.plane(0).len(), frame.sequence()));
        })
        .unwrap();
    travel.start(None).wait().unwrap();
    for _ in 0..3 {
        let (format, length, _) = sizes.recv_timeout(LIMIT).unwrap();
        assert_eq!((format, length), (PixelFormat::Rgb24, AREA * 3));
    }
    travel.video().stop_frames().unwrap();
    while sizes.recv_timeout(LIMIT).is_ok() {}
}

#[test]
fn a_new_consumer_replaces_the_former_one_of_a_view() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let view = travel.video();
    let mut first = view.frames(PixelFormat::I420).unwrap();
    let mut second = view.frames(PixelFormat::I420).unwrap();
    assert!(first.recv(Some(LIMIT)).unwrap().is_none());
    drop(first);
    travel.start(None).wait().unwrap();
    assert!(second.recv(Some(LIMIT)).unwrap().is_some());
    let (sender, rings) = channel();
    view.on_frame(PixelFormat::I420, move |_| sender.send(()).unwrap_or(())).unwrap();
    while second.recv(Some(LIMIT)).unwrap().is_some() {}
    drop(second);
    for _ in 0..3 {
        rings.recv_timeout(LIMIT).unwrap();
    }
}
