// SPDX-License-Identifier: Apache-2.0
//! Reports on stderr of panics that leave handlers.
//!
//! One rule for all handlers: the first panic of a kind is reported at once, and the panic hook of
//! the program prints it. Later panics of that kind are counted; a line with the count follows at
//! most once per second, and the hook does not print them. The remaining counts are reported when a
//! travel or an engine is dropped, and at exit. A kind is a callback and the line that panicked.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::panic;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::boundary;

/// Least time between two lines about panics of one kind.
const INTERVAL: Duration = Duration::from_secs(1);

/// Number of kinds with an entry of their own; further kinds share one entry per callback.
const CAPACITY: usize = 64;

thread_local! {
    /// Location of this thread's last panic inside a handler.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Panics of one kind.
struct Entry {
    reported: Instant,
    count: u64,
    newest: String,
}

/// Panics of all kinds, by callback and place; `None` before the first.
type Entries = Option<HashMap<(String, String), Entry>>;

static ENTRIES: Mutex<Entries> = Mutex::new(None);

extern "C" {
    fn atexit(job: extern "C" fn()) -> std::os::raw::c_int;
}

/// Wraps the panic hook, so that it does not print repeated panics inside handlers.
///
/// The program's hook stays in force for every other panic, on every thread. A hook that the
/// program sets later replaces this one, and prints every panic.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    if std::thread::panicking() {
        return;
    }
    ONCE.call_once(|| {
        let program = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let is_repeated = boundary::is_inside() && is_known(&place);
            let _ = PLACE.try_with(|last| *last.borrow_mut() = Some(place));
            if !is_repeated {
                program(info);
            }
        }));
        // SAFETY: the job is a function of this library that takes nothing.
        unsafe { atexit(flush_at_exit) };
    });
}

/// Reports a panic that was caught, or counts it.
pub(crate) fn report(what: &str, payload: &(dyn Any + Send)) {
    let place = PLACE.try_with(|last| last.borrow_mut().take()).ok().flatten().unwrap_or_default();
    let text = message(payload);
    let line = count(what, &place, &text, Instant::now());
    if let Some(line) = line {
        let _ = writeln!(std::io::stderr(), "{}", line);
    }
}

/// Reports the remaining counts. The next panic of each kind counts as its first.
pub(crate) fn flush() {
    let entries = lock(Option::take).unwrap_or_default();
    for ((what, place), entry) in entries {
        if entry.count > 0 {
            let line = number_line(&what, &place, entry.count, &entry.newest);
            let _ = writeln!(std::io::stderr(), "{}", line);
        }
    }
}

extern "C" fn flush_at_exit() {
    let _ = panic::catch_unwind(flush);
}

/// Counts a panic and returns the line to report, if any.
fn count(what: &str, place: &str, text: &str, now: Instant) -> Option<String> {
    lock(|entries| {
        let entries = entries.get_or_insert_with(HashMap::new);
        let mut key = (what.to_owned(), place.to_owned());
        if entries.len() >= CAPACITY && !entries.contains_key(&key) {
            key.1.clear();
        }
        if let Some(entry) = entries.get_mut(&key) {
            entry.count += 1;
            entry.newest = text.to_owned();
            if now.saturating_duration_since(entry.reported) < INTERVAL {
                return None;
            }
            let line = number_line(what, place, entry.count, text);
            entry.count = 0;
            entry.reported = now;
            return Some(line);
        }
        entries.insert(key, Entry { reported: now, count: 0, newest: String::new() });
        Some(format!(
            "happyoyster: a panic left a handler ({}) at {}: {}; the library continues",
            what, place, text
        ))
    })
}

fn number_line(what: &str, place: &str, count: u64, text: &str) -> String {
    format!("happyoyster: a panic left a handler ({}) at {}, {} more: {}", what, place, count, text)
}

/// Whether a panic of this place has left a handler before.
fn is_known(place: &str) -> bool {
    lock(|entries| {
        let known = entries.as_ref().map(|entries| entries.keys().any(|(_, it)| it == place));
        known.unwrap_or(false)
    })
}

/// Runs `work` on the entries. A panic under the lock leaves them consistent: poison is ignored.
fn lock<T>(work: impl FnOnce(&mut Entries) -> T) -> T {
    work(&mut ENTRIES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The text of a panic's payload.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a value that is not a text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{count, lock, number_line, CAPACITY};
    use std::sync::{Mutex, PoisonError};
    use std::time::{Duration, Instant};

    /// The entries are global: one test at a time.
    static TURN: Mutex<()> = Mutex::new(());

    #[test]
    fn the_first_panic_is_reported_and_later_ones_are_counted() {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let lines: Vec<String> =
            (0..100).filter_map(|n| count("rule", "a.rs:1:1", "no", at(n * 40))).collect();
        assert_eq!(lines.len(), 4, "{:?}", lines);
        assert!(lines[0].ends_with("a.rs:1:1: no; the library continues"), "{}", lines[0]);
        assert_eq!(lines[1], number_line("rule", "a.rs:1:1", 25, "no"));
        let left = lock(|entries| {
            let key = ("rule".to_owned(), "a.rs:1:1".to_owned());
            entries.as_mut().unwrap().remove(&key).unwrap().count
        });
        // The first, three lines of 25, and the rest that a flush would report.
        assert_eq!(1 + 3 * 25 + left, 100);
    }

    #[test]
    fn places_beyond_the_limit_share_an_entry() {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        for number in 0..10 * CAPACITY {
            let _ = count("many", &format!("b.rs:{}:1", number), "no", now);
        }
        lock(|entries| {
            let entries = entries.as_mut().unwrap();
            // One for the rest, and a few of the tests that panic beside this one.
            assert!(entries.len() <= CAPACITY + 8, "{}", entries.len());
            entries.retain(|(what, _), _| what != "many");
        });
    }
}
