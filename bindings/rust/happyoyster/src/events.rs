// SPDX-License-Identifier: Apache-2.0
//! Events of a travel as a stream.

use std::fmt;
use std::os::raw::c_void;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::handle::{deadline, EngineHandle};
use crate::inbox::Inbox;
use crate::next::{impl_stream, Next, Source};
use crate::raw_handle::RawHandle;
use crate::{boundary, Error, Event, EventKind, Listener};

/// Number of events that a stream buffers. When it is full, only changes of status are added.
const CAPACITY: usize = 1024;

/// Events of a travel in order, from the creation of the stream on. It ends after the terminal
/// status, or when the travel is dropped.
///
/// It is a blocking [`Iterator`], which ends early where it would have to wait inside a callback;
/// in async functions `await` [`recv_async`](Events::recv_async).
pub struct Events {
    inbox: Arc<Inbox<Event>>,
    engine: Arc<EngineHandle>,
    _listener: Listener,
}

/// Fills the inbox, and closes it when C releases the handler.
struct Feed(Arc<Inbox<Event>>);

impl Feed {
    fn put(&self, event: Event) {
        let (is_last, is_change) = (event.is_last(), event.kind == EventKind::StatusChanged);
        self.0.push_if(event, |waiting| is_change || waiting < CAPACITY);
        if is_last {
            self.0.close();
        }
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Events {
    pub(crate) fn new(
        engine: &Arc<EngineHandle>,
        travel: RawHandle<sys::oyster_travel>,
    ) -> Result<Self, Error> {
        let inbox = Arc::new(Inbox::new());
        let feed = Feed(Arc::clone(&inbox));
        let listener = Listener::new(travel, move |event| feed.put(event))?;
        close_if_over(&inbox, travel);
        Ok(Events { inbox, engine: Arc::clone(engine), _listener: listener })
    }

    /// Blocks for the next event; `None` after the last one. Fails with 109010 after `timeout`,
    /// and with 109004 if it had to wait inside a callback of the library.
    pub fn recv(&mut self, timeout: Option<Duration>) -> Result<Option<Event>, Error> {
        let found = self.engine.wait(&self.inbox, deadline(timeout));
        found.map_err(|code| Error::refused(code, "events"))
    }

    /// Polls for the next event, as a stream of the `futures` crate does.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Event>> {
        self.inbox.poll(context)
    }

    /// A future of the next event; `None` after the last one. Dropping it loses no event.
    pub fn recv_async(&mut self) -> Next<'_, Self> {
        Next::new(self)
    }
}

impl_stream!(Events, Event, |stream| stream.recv(None).ok().flatten());

impl fmt::Debug for Events {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Events").finish_non_exhaustive()
    }
}

/// Closes the stream of a travel that is over. Events may still be queued, so the stream is closed
/// by the completion of another `end`, which comes after them; this `end` makes no request.
fn close_if_over(inbox: &Arc<Inbox<Event>>, travel: RawHandle<sys::oyster_travel>) {
    // SAFETY: any handle is accepted.
    if !unsafe { sys::oyster_travel_is_ended(travel.0) } {
        return;
    }
    let context = boundary::lend(Feed(Arc::clone(inbox)));
    // SAFETY: `on_end` and the context belong together.
    if unsafe { sys::oyster_travel_end(travel.0, Some(on_end), context) } != sys::OYSTER_OK {
        // SAFETY: a refused call does not keep its context.
        drop(unsafe { boundary::take_back::<Feed>(context) });
    }
}

/// Closes a stream.
///
/// # Safety
/// `context` is a lent `Feed`, and this is called once.
unsafe extern "C" fn on_end(context: *mut c_void, _: sys::oyster_result, _: *const sys::cJSON) {
    // SAFETY: the library completes an accepted operation exactly once.
    boundary::guard("completion", || drop(unsafe { boundary::take_back::<Feed>(context) }));
}
