// SPDX-License-Identifier: Apache-2.0
//! Operations and streams as futures, on executors that know nothing of the library.

mod support;

use std::future::Future;
use std::os::raw::{c_int, c_short, c_ulong};
use std::os::unix::io::AsRawFd;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use happyoyster::{code, Delivery, Engine, Error, EventKind, PixelFormat, Status, Travel};
use support::{changes, refused, Gateway, LIMIT};

/// Unparks a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The smallest executor there is.
fn run<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = Box::pin(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        thread::park();
    }
}

#[repr(C)]
struct PollFd {
    fd: c_int,
    events: c_short,
    revents: c_short,
}

extern "C" {
    fn poll(fds: *mut PollFd, count: c_ulong, timeout_ms: c_int) -> c_int;
}

/// An event loop of the host: it sleeps in poll(2) on the engine's descriptor, dispatches when
/// that is readable, and polls the future when something woke it.
fn run_on_fd<F: Future>(engine: &Engine, future: F) -> F::Output {
    struct Flag(AtomicBool);
    impl Wake for Flag {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let flag = Arc::new(Flag(AtomicBool::new(true)));
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = Box::pin(future);
    let descriptor = engine.event_fd().unwrap();
    loop {
        if flag.0.swap(false, Ordering::SeqCst) {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return output;
            }
        }
        let mut entry = PollFd { fd: descriptor.as_raw_fd(), events: 1, revents: 0 };
        // SAFETY: one entry, which outlives the call.
        let ready = unsafe { poll(&mut entry, 1, LIMIT.as_millis() as c_int) };
        assert_eq!(ready, 1, "the descriptor did not become readable");
        engine.dispatch(Duration::ZERO).unwrap();
    }
}

async fn journey(travel: &Travel) -> Result<Vec<Status>, Error> {
    let mut events = travel.events()?;
    travel.start(None).await?;
    assert!(travel.send_instruct("The oven door swings open").await?.accepted);
    travel.pause().await?;
    travel.resume().await?;
    travel.end().await?;
    let mut found = Vec::new();
    while let Some(event) = events.recv_async().await {
        found.push(event);
    }
    Ok(changes(found))
}

const JOURNEY: [Status; 7] = [
    Status::Prepare,
    Status::Running,
    Status::Pausing,
    Status::Paused,
    Status::Prepare,
    Status::Running,
    Status::Ended,
];

#[test]
fn a_tiny_executor_drives_a_travel() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("directing");
    assert_eq!(run(journey(&travel)).unwrap(), JOURNEY);
}

#[test]
fn block_on_drives_a_travel() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("acting");
    assert_eq!(happyoyster::block_on(journey(&travel)).unwrap(), JOURNEY);
}

#[test]
fn host_delivery_works_by_polling_the_descriptor() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("directing");
    engine.set_delivery(Delivery::Host).unwrap();
    let threads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&threads);
    travel
        .add_listener(move |_| seen.lock().unwrap().push(thread::current().id()))
        .unwrap()
        .detach();
    assert_eq!(run_on_fd(&engine, journey(&travel)).unwrap(), JOURNEY);
    let threads = threads.lock().unwrap();
    assert!(threads.len() >= JOURNEY.len());
    assert!(threads.iter().all(|id| *id == thread::current().id()));
}

#[test]
fn a_wait_dispatches_in_host_delivery() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("directing");
    engine.set_delivery(Delivery::Host).unwrap();
    assert_eq!(engine.block_on(journey(&travel)).unwrap(), JOURNEY);
    drop(travel);
    let credentials = gateway.credentials("adventure");
    credentials.apply(&engine);
    let travel = engine.create_travel(&credentials.ticket).unwrap();
    let events = travel.events().unwrap();
    travel.start(None).wait().unwrap();
    let frame = travel.video().frames(PixelFormat::Rgba).unwrap().recv(Some(LIMIT)).unwrap();
    assert!(frame.is_some());
    travel.end().wait().unwrap();
    assert_eq!(changes(events), [Status::Prepare, Status::Running, Status::Ended]);
    refused(code::UNSUPPORTED, {
        engine.set_delivery(Delivery::Thread).unwrap();
        engine.dispatch(Duration::ZERO)
    });
}

#[test]
fn waiting_threads_share_host_delivery() {
    let gateway = Gateway::start();
    let (engine, travel) = gateway.travel("directing");
    engine.set_delivery(Delivery::Host).unwrap();
    travel.start(None).wait().unwrap();
    thread::scope(|scope| {
        for i in 0..3 {
            let travel = &travel;
            scope.spawn(move || travel.send_instruct(&format!("Wave {}", i)).wait().unwrap());
        }
    });
}

#[test]
fn many_operations_are_awaited_at_once() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("directing");
    run(travel.start(None)).unwrap();
    let sent: Vec<_> = (0..5).map(|i| travel.send_instruct(&format!("Wave {}", i))).collect();
    run(async {
        for operation in sent {
            assert!(operation.await.unwrap().accepted);
        }
    });
}

/// A future that is polled once and then given up.
struct Once<F>(F);

impl<F: Future + Unpin> Future for Once<F> {
    type Output = bool;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<bool> {
        Poll::Ready(Pin::new(&mut self.0).poll(context).is_pending())
    }
}

#[test]
fn a_dropped_future_drops_its_waker_and_the_operation_continues() {
    struct Count(AtomicUsize);
    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let count = Arc::new(Count(AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&count));
    let mut events = travel.events().unwrap();
    for _ in 0..3 {
        assert!(run(Once(events.recv_async())));
    }
    let mut once = Once(travel.start(None));
    let polled = Pin::new(&mut once).poll(&mut Context::from_waker(&waker));
    assert_eq!(polled, Poll::Ready(true));
    drop((once, waker));
    assert_eq!(Arc::strong_count(&count), 1);
    let running = run(async {
        while let Some(event) = events.recv_async().await {
            if event.kind == EventKind::StatusChanged && event.status == Status::Running {
                return true;
            }
        }
        false
    });
    assert!(running);
    assert_eq!(count.0.load(Ordering::SeqCst), 0);
}

#[test]
fn frames_are_awaited() {
    let gateway = Gateway::start();
    let (_engine, travel) = gateway.travel("adventure");
    let mut frames = travel.video().frames(PixelFormat::Rgb24).unwrap();
    run(async {
        travel.start(None).await.unwrap();
        let mut sequence = 0;
        for _ in 0..3 {
            let frame = frames.recv_async().await.unwrap().unwrap();
            assert!(frame.sequence() > sequence);
            sequence = frame.sequence();
        }
        travel.end().await.unwrap();
        while let Some(frame) = frames.recv_async().await {
            frame.unwrap();
        }
    });
}
