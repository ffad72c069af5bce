// SPDX-License-Identifier: Apache-2.0
//! The engine's handle, which engine, travels and operations share, and how they wait.

use std::os::unix::io::RawFd;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use happyoyster_sys as sys;

use crate::config::milliseconds;
use crate::error::check;
use crate::inbox::Inbox;
use crate::raw_handle::RawHandle;
use crate::system::wait_readable;
use crate::{boundary, code, panics, Delivery, Error};

/// Length of one wait while another thread dispatches, or when the system refuses a descriptor.
const RETRY: Duration = Duration::from_millis(50);

/// The longest wait of one call.
const LONGEST: Duration = Duration::from_secs(60);

/// An engine's handle, destroyed when its last owner is dropped.
pub(crate) struct EngineHandle {
    ticket: RawHandle<sys::oyster_engine>,
    is_shared: bool,
    is_host: AtomicBool,
}

impl EngineHandle {
    pub(crate) fn new(ticket: RawHandle<sys::oyster_engine>, is_shared: bool) -> Arc<Self> {
        Arc::new(EngineHandle { ticket, is_shared, is_host: AtomicBool::new(false) })
    }

    pub(crate) fn raw(&self) -> *mut sys::oyster_engine {
        self.ticket.0
    }

    pub(crate) fn set_delivery(&self, delivery: Delivery) -> Result<(), Error> {
        // SAFETY: any number is refused or taken.
        let code = unsafe { sys::oyster_engine_set_delivery(self.raw(), delivery.raw()) };
        check(code, "set_delivery")?;
        self.is_host.store(delivery == Delivery::Host, Ordering::Release);
        Ok(())
    }

    pub(crate) fn dispatch(&self, timeout: Duration) -> Result<usize, Error> {
        let mut count = 0;
        let limit = milliseconds(timeout.min(LONGEST));
        // SAFETY: `count` outlives the call.
        let code = unsafe { sys::oyster_engine_dispatch(self.raw(), limit, &mut count) };
        check(code, "dispatch").map(|()| count)
    }

    /// Blocks for the next item; `None` when there will be none. In host delivery it dispatches while
    /// it waits.
    pub(crate) fn wait<T>(
        &self,
        inbox: &Inbox<T>,
        deadline: Option<Instant>,
    ) -> Result<Option<T>, i32> {
        loop {
            if let Some(found) = inbox.take() {
                return Ok(found);
            }
            if boundary::is_inside() {
                return Err(code::WOULD_DEADLOCK);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Err(code::TIMED_OUT);
            }
            if self.is_host.load(Ordering::Acquire) {
                self.pump(inbox, left);
            } else {
                inbox.park(left);
            }
        }
    }

    /// Sleeps until there is a callback to dispatch or an item to take. Dispatches, unless another
    /// thread does.
    fn pump<T>(&self, inbox: &Inbox<T>, limit: Option<Duration>) {
        let retry = limit.map_or(RETRY, |limit| limit.min(RETRY));
        let (events, items) = match (self.event_fd(), inbox.descriptor()) {
            (Ok(events), Some(items)) => (events, items),
            _ if self.dispatch(retry).is_ok() => return,
            _ => return inbox.park(Some(retry)),
        };
        let [has_events, has_items] = wait_readable([events, items], limit);
        if has_items {
            inbox.acknowledge();
        }
        if has_events && self.dispatch(Duration::ZERO).is_err() {
            inbox.park(Some(retry));
        }
    }

    pub(crate) fn event_fd(&self) -> Result<RawFd, Error> {
        let mut descriptor = -1;
        // SAFETY: the output lives as long as the call.
        let code = unsafe { sys::oyster_engine_event_fd(self.raw(), &mut descriptor) };
        check(code, "event_fd").map(|()| descriptor)
    }
}

impl Drop for EngineHandle {
    fn drop(&mut self) {
        if !self.is_shared {
            // SAFETY: the handle was created here and is destroyed once. Refused only after a fork
            // or at exit, when there is no engine to destroy.
            unsafe { sys::oyster_engine_destroy(self.raw(), ptr::null_mut()) };
        }
        panics::flush();
    }
}

/// The end of a wait that begins now; `None` if it is not representable.
pub(crate) fn deadline(timeout: Option<Duration>) -> Option<Instant> {
    timeout.and_then(|timeout| Instant::now().checked_add(timeout))
}
