// SPDX-License-Identifier: Apache-2.0
//! The boundary to C: contexts that C holds, and callbacks, which no panic may leave.

use std::any::Any;
use std::cell::Cell;
use std::mem;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use crate::panics;

thread_local! {
    /// Number of callbacks on this thread's stack.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Whether this thread runs a callback. Waiting for another callback here would deadlock.
pub(crate) fn is_inside() -> bool {
    DEPTH.try_with(|depth| depth.get() > 0).unwrap_or(false)
}

/// Runs the Rust part of a callback. A panic does not leave it into C.
pub(crate) fn guard(what: &str, body: impl FnOnce()) {
    let _ = DEPTH.try_with(|depth| depth.set(depth.get() + 1));
    let outcome = catch_unwind(AssertUnwindSafe(body));
    let _ = DEPTH.try_with(|depth| depth.set(depth.get() - 1));
    if let Err(payload) = outcome {
        panics::report(what, &*payload);
        discard(payload);
    }
}

/// Drops a panic's payload, whose own drop may panic again.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(move || drop(payload))) {
        mem::forget(again);
    }
}

/// Gives a value to C as a context.
pub(crate) fn lend<T: Send>(value: T) -> *mut c_void {
    panics::watch();
    Box::into_raw(Box::new(value)).cast()
}

/// Takes a context back that C refused or releases.
///
/// # Safety
/// `context` comes from `lend::<T>` and is not used any more.
pub(crate) unsafe fn take_back<T: Send>(context: *mut c_void) -> T {
    // SAFETY: as the caller promises.
    *unsafe { Box::from_raw(context.cast::<T>()) }
}

/// The release function of contexts from [`lend`].
///
/// # Safety
/// As [`take_back`].
pub(crate) unsafe extern "C" fn release<T: Send>(context: *mut c_void) {
    // SAFETY: as the caller promises.
    guard("release", || drop(unsafe { take_back::<T>(context) }));
}

/// A handler that C holds. The library calls it one at a time; the lock proves it to the compiler.
pub(crate) type Handler<F> = Mutex<F>;

/// Borrows a handler for a callback and runs `call` with it.
///
/// # Safety
/// `context` comes from `lend::<Handler<F>>` and is not released before the callback returns.
pub(crate) unsafe fn with_handler<F: Send>(
    what: &str,
    context: *mut c_void,
    call: impl FnOnce(&mut F),
) {
    // SAFETY: as the caller promises.
    let handler = unsafe { &*context.cast::<Handler<F>>() };
    guard(what, || call(&mut handler.lock().unwrap_or_else(PoisonError::into_inner)));
}

#[cfg(test)]
mod tests {
    use super::{guard, is_inside};

    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("a payload that panics");
        }
    }

    #[test]
    fn a_panic_does_not_leave_guard() {
        guard("test", || panic!("a bug of the host"));
        guard("test", || std::panic::panic_any(Bomb));
        assert!(!is_inside());
    }

    #[test]
    fn is_inside_is_true_only_inside_a_callback() {
        let mut seen = Vec::new();
        guard("test", || seen.push(is_inside()));
        assert_eq!((seen, is_inside()), (vec![true], false));
    }
}
