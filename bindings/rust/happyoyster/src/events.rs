// SPDX-License-Identifier: Apache-2.0
//! Events of a travel as a stream.

use std::fmt;
use std::os::raw::c_void;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::blocking::{impl_source, Blocking, Next, Source};
use crate::handle::{deadline, EngineHandle};
use crate::inbox::Inbox;
use crate::ticket::Ticket;
use crate::{border, Error, Event, EventKind, Listener};

/// How many undelivered events a stream keeps before it drops others than changes of status.
const CAPACITY: usize = 1024;

/// Events of a travel in order, from the listener on; ends after the terminal status, or when
/// the travel is dropped. Dropping the stream unsubscribes.
///
/// Iterate over it (`for event in &mut events`) to block, or `await` [`next`](Events::next).
pub struct Events {
    inbox: Arc<Inbox<Event>>,
    engine: Arc<EngineHandle>,
    _listener: Listener,
}

/// Fills the inbox, and closes it when C lets go of the handler.
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
        travel: Ticket<sys::oyster_travel>,
    ) -> Result<Self, Error> {
        let inbox = Arc::new(Inbox::new());
        let feed = Feed(Arc::clone(&inbox));
        let listener = Listener::new(travel, move |event| feed.put(event))?;
        close_if_over(&inbox, travel);
        Ok(Events { inbox, engine: Arc::clone(engine), _listener: listener })
    }

    /// Blocks for the next event; `None` after the last one. Fails with 109010 after `timeout`,
    /// and with 109004 where it would have to wait inside a callback of the library.
    pub fn recv(&mut self, timeout: Option<Duration>) -> Result<Option<Event>, Error> {
        let found = self.engine.wait(&self.inbox, deadline(timeout));
        found.map_err(|code| Error::refused(code, "events"))
    }

    /// Polls for the next event, as a stream of the `futures` crate does.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Event>> {
        self.inbox.poll(context)
    }

    /// A future of the next event; `None` after the last one. Dropping it loses no event.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Next<'_, Self> {
        Next::new(self)
    }

    /// A blocking iterator. It ends early where it would have to wait inside a callback.
    pub fn iter(&mut self) -> Blocking<&mut Self> {
        Blocking::new(self)
    }
}

impl_source!(Events, Event, |stream| stream.recv(None).ok().flatten());

impl fmt::Debug for Events {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Events").finish_non_exhaustive()
    }
}

/// Closes the stream of a travel that is over already, behind events that are still on their way:
/// the completion of another `end`, which costs no request then, comes after them.
fn close_if_over(inbox: &Arc<Inbox<Event>>, travel: Ticket<sys::oyster_travel>) {
    // SAFETY: any handle is accepted.
    if !unsafe { sys::oyster_travel_is_ended(travel.0) } {
        return;
    }
    let context = border::lend(Feed(Arc::clone(inbox)));
    // SAFETY: `on_end` and the context belong together.
    if unsafe { sys::oyster_travel_end(travel.0, Some(on_end), context) } != sys::OYSTER_OK {
        // SAFETY: a refused call does not keep its context.
        drop(unsafe { border::take_back::<Feed>(context) });
    }
}

/// Closes a stream.
///
/// # Safety
/// `context` is a lent `Feed`, and this is called once.
unsafe extern "C" fn on_end(context: *mut c_void, _: sys::oyster_result, _: *const sys::cJSON) {
    // SAFETY: the library completes an accepted operation exactly once.
    border::guard("completion", || drop(unsafe { border::take_back::<Feed>(context) }));
}
