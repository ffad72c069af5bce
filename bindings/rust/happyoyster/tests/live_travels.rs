// SPDX-License-Identifier: Apache-2.0
//! Life and end of travels and engines.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use happyoyster::{code, Engine, PixelFormat, Status};
use support::{eventually, refused, Gateway, LIMIT};

/// Counts how often something that a handler owns is dropped.
struct Witness(Arc<AtomicUsize>);

impl Witness {
    fn touch(&self) {}
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn is_over(gateway: &Gateway) -> bool {
    gateway.statuses().iter().all(|status| status == "completed" || status == "failed")
}

#[test]
fn dropping_a_running_travel_ends_it_on_the_server() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    travel.start(None).wait().unwrap();
    assert!(!is_over(&gateway));
    drop(travel);
    eventually("the server knows the end", || is_over(&gateway));
}

#[test]
fn dropping_engine_and_travel_ends_it_on_the_server() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("adventure");
    drop(engine);
    travel.start(None).wait().unwrap();
    drop(travel);
    eventually("the server knows the end", || is_over(&gateway));
}

#[test]
fn dropping_a_travel_aborts_its_operations_and_ends_its_streams() {
    let gateway = Gateway::start();
    gateway.post("/faults", r#"{"route":"travels/enter-travel","kind":"hang"}"#);
    let (_engine, travel) = gateway.travel("adventure");
    let mut events = travel.events().unwrap();
    let mut frames = travel.video().frames(PixelFormat::I420).unwrap();
    let mut start = travel.start(None);
    drop(travel);
    refused(code::ABORTED, start.wait_timeout(LIMIT));
    while events.recv(Some(LIMIT)).unwrap().is_some() {}
    assert!(frames.recv(Some(LIMIT)).unwrap().is_none());
    gateway.get("/travels");
}

#[test]
fn a_dropped_operation_continues_and_frees_its_memory() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    drop(travel.start(None));
    eventually("it runs", || travel.status() == Ok(Status::Running));
    travel.end().detach();
    eventually("it ends", || travel.is_ended());
}

#[test]
fn handlers_are_dropped_once() {
    let gateway = Gateway::start();
    let count = Arc::new(AtomicUsize::new(0));
    let (_engine, travel) = gateway.travel("adventure");
    let witness = || Witness(Arc::clone(&count));
    let (first, second, third, fourth) = (witness(), witness(), witness(), witness());
    let listener = travel.add_listener(move |_| first.touch()).unwrap();
    travel.add_listener(move |_| second.touch()).unwrap().detach();
    travel.video().on_frame(PixelFormat::I420, move |_| third.touch()).unwrap();
    travel.video().on_frame(PixelFormat::I420, move |_| fourth.touch()).unwrap();
    eventually("the replaced frame handler is gone", || count.load(Ordering::SeqCst) == 1);
    travel.start(None).wait().unwrap();
    drop(listener);
    eventually("the first event handler is gone", || count.load(Ordering::SeqCst) == 2);
    drop(travel);
    eventually("all are gone", || count.load(Ordering::SeqCst) == 4);
}

#[test]
fn a_hundred_travels_in_sequence_start_and_end() {
    let gateway = Gateway::start();
    let engine = Engine::new().unwrap();
    let mut kept = Vec::new();
    for round in 0..100 {
        let credentials = gateway.credentials("adventure");
        let other = if round % 2 == 0 { Engine::new().unwrap() } else { engine.clone() };
        credentials.apply(&other);
        let travel = other.create_travel(&credentials.ticket).unwrap();
        let start = travel.start(None);
        match round % 4 {
            0 => drop(start),
            1 => {
                start.wait().unwrap();
                travel.end().wait().unwrap();
            }
            2 => kept.push(start),
            _ => start.wait().map(drop).unwrap(),
        }
        drop(travel);
        // The engine of its own is free at once, the common one when the travel is over.
    }
    for mut start in kept {
        assert_ne!(start.wait_timeout(LIMIT).map_err(|e| e.code()).err(), Some(code::TIMED_OUT));
    }
    eventually("the server knows every end", || is_over(&gateway));
}

#[test]
fn the_shared_engine_is_the_same_each_time() {
    let gateway = Gateway::start();
    let credentials = gateway.credentials("adventure");
    let (first, second) = (Engine::shared().unwrap(), Engine::shared().unwrap());
    credentials.apply(&first);
    assert!(second.is_ready());
    let travel = second.create_travel(&credentials.ticket).unwrap();
    drop((first, second));
    travel.start(None).wait().unwrap();
    Engine::shared().unwrap().cleanup().wait().unwrap();
    assert_eq!(travel.status(), Ok(Status::Ended));
}

#[test]
fn threads_share_a_travel() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("directing");
    travel.start(None).wait().unwrap();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|i| {
                let travel = &travel;
                scope.spawn(move || travel.send_instruct(&format!("Wave {}", i)).wait())
            })
            .collect();
        for worker in workers {
            assert!(worker.join().unwrap().unwrap().accepted);
        }
    });
    assert!(travel.stats().unwrap().contains("requests"));
}
