// SPDX-License-Identifier: Apache-2.0
//! The library's log, which goes to stderr unless [`set_handler`] sends it elsewhere. Tokens,
//! tickets, RTC secrets and media URLs never reach it.

use std::os::raw::{c_char, c_void};
use std::ptr;
use std::sync::Mutex;

use happyoyster_sys as sys;

use crate::border::{self, Handler};
use crate::error::check;
use crate::{text, Error, LogLevel};

/// Sets the lowest level that is logged, whatever configurations and `HAPPYOYSTER_LOG` say.
pub fn set_level(level: LogLevel) -> Result<(), Error> {
    // SAFETY: any number is refused or taken.
    check(unsafe { sys::oyster_log_set_minimum_level(level.raw()) }, "log")
}

/// Sends the log to a handler, which gets level, tag and message. The tag is one of `core`,
/// `network`, `world`, `stream`, `control` and `sdk`.
///
/// Records come one at a time and in order on a thread of the library; a slow handler delays
/// nothing but later records. A former handler is dropped.
pub fn set_handler<F>(handler: F) -> Result<(), Error>
where
    F: FnMut(LogLevel, &str, &str) + Send + 'static,
{
    let context = border::lend::<Handler<F>>(Mutex::new(handler));
    let release = Some(border::release::<Handler<F>> as unsafe extern "C" fn(*mut c_void));
    // SAFETY: handler, context and release function belong together.
    let code = unsafe {
        sys::oyster_log_set_handler(Some(on_record::<F>), context, release, ptr::null_mut())
    };
    if code != sys::OYSTER_OK {
        // SAFETY: a refused handler's context is not kept.
        drop(unsafe { border::take_back::<Handler<F>>(context) });
    }
    check(code, "log")
}

/// Sends the log to stderr again.
pub fn restore() -> Result<(), Error> {
    // SAFETY: no handler needs no context.
    let code = unsafe { sys::oyster_log_set_handler(None, ptr::null_mut(), None, ptr::null_mut()) };
    check(code, "log")
}

/// Passes a record on.
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
    // SAFETY: the context is released after the last record only, and the texts are borrowed.
    unsafe {
        border::with_handler::<F>("log", context, |handler| {
            handler(level, &text::borrowed(tag), &text::borrowed(message));
        });
    }
}
