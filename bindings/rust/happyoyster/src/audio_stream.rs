// SPDX-License-Identifier: Apache-2.0
//! Sound of a travel as a stream.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::audio::AudioLine;
use crate::blocking::{impl_source, Blocking, Next, Source};
use crate::handle::deadline;
use crate::inbox::Inbox;
use crate::{AudioChunk, Error, Listener};

/// Most pieces that wait for whoever reads; then the oldest goes.
const CAPACITY: usize = 64;

/// Sound of a travel in order; ends when the travel is over or dropped, or when another handler
/// takes the place of this one. A slow reader loses the oldest.
///
/// Iterate over it (`for chunk in &mut sound`) to block, or `await` [`next`](AudioStream::next).
pub struct AudioStream {
    inbox: Arc<Inbox<AudioChunk>>,
    line: AudioLine,
    turn: u64,
    _end: Listener,
}

/// Fills the inbox, and closes it when C lets go of the handler.
struct Feed(Arc<Inbox<AudioChunk>>);

impl Drop for Feed {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl AudioStream {
    pub(crate) fn new(line: &AudioLine) -> Result<Self, Error> {
        let inbox = Arc::new(Inbox::new());
        let (feed, end) = (Feed(Arc::clone(&inbox)), Arc::clone(&inbox));
        let listener = Listener::new(line.travel, move |event| {
            if event.is_last() {
                end.close();
            }
        })?;
        let turn = line.set_handler(move |chunk| feed.0.push_newest(chunk, CAPACITY))?;
        line.follow(&inbox);
        // SAFETY: any handle is accepted.
        if unsafe { sys::oyster_travel_is_ended(line.travel.0) } {
            inbox.close();
        }
        Ok(AudioStream { inbox, line: line.clone(), turn, _end: listener })
    }

    /// Blocks for the next piece; `None` after the last one. Fails with 109010 after `timeout`,
    /// and with 109004 where it would have to wait inside a callback of the library. A paused
    /// travel has no sound.
    pub fn recv(&mut self, timeout: Option<Duration>) -> Result<Option<AudioChunk>, Error> {
        let found = self.line.engine.wait(&self.inbox, deadline(timeout));
        found.map_err(|code| Error::refused(code, "audio"))
    }

    /// Polls for the next piece, as a stream of the `futures` crate does.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<AudioChunk>> {
        self.inbox.poll(context)
    }

    /// A future of the next piece; `None` after the last one.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Next<'_, Self> {
        Next::new(self)
    }

    /// A blocking iterator. It ends early where it would have to wait inside a callback.
    pub fn iter(&mut self) -> Blocking<&mut Self> {
        Blocking::new(self)
    }
}

impl_source!(AudioStream, AudioChunk, |stream| stream.recv(None).ok().flatten());

impl Drop for AudioStream {
    fn drop(&mut self) {
        self.line.clear_turn(self.turn);
    }
}

impl fmt::Debug for AudioStream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AudioStream").finish_non_exhaustive()
    }
}
