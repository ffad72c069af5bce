// SPDX-License-Identifier: Apache-2.0
//! The log of the library: lines on stderr, or records for the handler of [`set_handler`]. It never
//! contains tokens, tickets, RTC secrets or media URLs.

use std::os::raw::{c_char, c_void};
use std::ptr;
use std::sync::Mutex;

use happyoyster_sys as sys;

use crate::boundary::{self, Handler};
use crate::error::check;
use crate::{text, Error, LogLevel};

/// Sets the lowest level that is logged. It replaces that of configurations and `HAPPYOYSTER_LOG`.
pub fn set_level(level: LogLevel) -> Result<(), Error> {
    // SAFETY: any number is refused or taken.
    check(unsafe { sys::oyster_log_set_minimum_level(level.raw()) }, "log")
}

/// Sends the log to a handler, which receives level, tag and message. The tag is one of `core`,
/// `network`, `world`, `stream`, `control` and `sdk`.
///
/// Records arrive one at a time and in order on a thread of the library. A slow handler delays only
/// later records. The new handler replaces the former one, which is dropped.
pub fn set_handler<F>(handler: F) -> Result<(), Error>
where
    F: FnMut(LogLevel, &str, &str) + Send + 'static,
{
    let context = boundary::lend::<Handler<F>>(Mutex::new(handler));
    let release = Some(boundary::release::<Handler<F>> as unsafe extern "C" fn(*mut c_void));
    // SAFETY: handler, context and release function belong together.
    let code = unsafe {
        sys::oyster_log_set_handler(Some(on_record::<F>), context, release, ptr::null_mut())
    };
    if code != sys::OYSTER_OK {
        // SAFETY: a refused handler's context is not kept.
        drop(unsafe { boundary::take_back::<Handler<F>>(context) });
    }
    check(code, "log")
}

/// Sends the log to stderr again.
pub fn restore() -> Result<(), Error> {
    // SAFETY: without a handler the context is not used.
    let code = unsafe { sys::oyster_log_set_handler(None, ptr::null_mut(), None, ptr::null_mut()) };
    check(code, "log")
}

/// Passes a record to a handler.
///
/// # Safety
/// `context` is a lent `Handler<F>`; the texts are valid for the call.
unsafe extern "C" fn on_record<F>(
    context: *mut c_void,
    level: sys::oyster_log_level,
    tag: *const c_char,
    message: *const c_char,
) where
    F: FnMut(LogLevel, &str, &str) + Send + 'static,
{
    let level = LogLevel::from_raw(level).unwrap_or(LogLevel::Error);
    // SAFETY: the context is released only after the last record, and the texts are borrowed.
    unsafe {
        boundary::with_handler::<F>("log", context, |handler| {
            handler(level, &text::borrowed(tag), &text::borrowed(message));
        });
    }
}
