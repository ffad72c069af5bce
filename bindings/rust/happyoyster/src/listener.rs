// SPDX-License-Identifier: Apache-2.0
//! Listeners of events.

use std::fmt;
use std::mem;
use std::os::raw::c_void;
use std::ptr;
use std::sync::Mutex;

use happyoyster_sys as sys;

use crate::boundary::{self, Handler};
use crate::error::check_limit;
use crate::raw_handle::RawHandle;
use crate::{Error, Event};

/// A handler that receives events until this is dropped or the travel is released.
#[must_use = "dropping a listener removes it; detach() keeps it"]
pub struct Listener {
    travel: RawHandle<sys::oyster_travel>,
    id: sys::oyster_listener_id,
}

impl Listener {
    pub(crate) fn new<F>(travel: RawHandle<sys::oyster_travel>, handler: F) -> Result<Self, Error>
    where
        F: FnMut(Event) + Send + 'static,
    {
        let context = boundary::lend::<Handler<F>>(Mutex::new(handler));
        let mut id = 0;
        // SAFETY: handler, context and release function belong together; `id` outlives the call.
        let code = unsafe {
            let release =
                Some(boundary::release::<Handler<F>> as unsafe extern "C" fn(*mut c_void));
            sys::oyster_travel_add_listener(
                travel.0,
                Some(on_event::<F>),
                context,
                release,
                &mut id,
            )
        };
        if code != sys::OYSTER_OK {
            // SAFETY: a refused listener does not keep its context.
            drop(unsafe { boundary::take_back::<Handler<F>>(context) });
        }
        check_limit(code, "add_listener", "this travel has 64 listeners")
            .map(|()| Listener { travel, id })
    }

    /// Keeps the listener as long as the travel.
    pub fn detach(self) {
        mem::forget(self);
    }
}

impl Drop for Listener {
    /// Removes the listener. A call that runs continues.
    fn drop(&mut self) {
        // SAFETY: stale handles and ids are refused; then the listener was removed before.
        unsafe { sys::oyster_travel_remove_listener(self.travel.0, self.id, ptr::null_mut()) };
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Listener").field(&self.id).finish()
    }
}

/// Passes an event to a handler.
///
/// # Safety
/// `context` is a lent `Handler<F>`; `event` is valid for the call.
unsafe extern "C" fn on_event<F>(context: *mut c_void, event: *const sys::oyster_event)
where
    F: FnMut(Event) + Send + 'static,
{
    // SAFETY: the context is released only after the last event, and the event is borrowed.
    unsafe {
        boundary::with_handler::<F>("event", context, |handler| handler(Event::copy(&*event)));
    }
}
