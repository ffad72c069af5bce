// SPDX-License-Identifier: Apache-2.0
//! Audio of a travel as a stream.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::audio::AudioCallback;
use crate::handle::deadline;
use crate::inbox::Inbox;
use crate::next::{impl_stream, Next, Source};
use crate::{AudioChunk, Error, Listener};

/// Number of chunks that a stream buffers. When one more arrives, the oldest is dropped.
const CAPACITY: usize = 64;

/// Audio of a travel in order. It ends when the travel is over or dropped, or when another handler
/// replaces it. A slow consumer loses the oldest audio.
///
/// It is a blocking [`Iterator`], which ends early where it would have to wait inside a callback;
/// in async functions `await` [`recv_async`](AudioStream::recv_async).
pub struct AudioStream {
    inbox: Arc<Inbox<AudioChunk>>,
    callback: AudioCallback,
    generation: u64,
    _end: Listener,
}

/// Fills the inbox, and closes it when C releases the handler.
struct Feed(Arc<Inbox<AudioChunk>>);

impl Drop for Feed {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl AudioStream {
    pub(crate) fn new(callback: &AudioCallback) -> Result<Self, Error> {
        let inbox = Arc::new(Inbox::new());
        let (feed, end) = (Feed(Arc::clone(&inbox)), Arc::clone(&inbox));
        let listener = Listener::new(callback.travel, move |event| {
            if event.is_last() {
                end.close();
            }
        })?;
        let generation = callback.set_handler(move |chunk| feed.0.push_newest(chunk, CAPACITY))?;
        callback.set_stream(&inbox);
        // SAFETY: any handle is accepted.
        if unsafe { sys::oyster_travel_is_ended(callback.travel.0) } {
            inbox.close();
        }
        Ok(AudioStream { inbox, callback: callback.clone(), generation, _end: listener })
    }

    /// Blocks for the next chunk; `None` after the last one. Fails with 109010 after `timeout`,
    /// and with 109004 if it had to wait inside a callback of the library. A paused travel has no
    /// audio.
    pub fn recv(&mut self, timeout: Option<Duration>) -> Result<Option<AudioChunk>, Error> {
        let found = self.callback.engine.wait(&self.inbox, deadline(timeout));
        found.map_err(|code| Error::refused(code, "audio"))
    }

    /// Polls for the next chunk, as a stream of the `futures` crate does.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<AudioChunk>> {
        self.inbox.poll(context)
    }

    /// A future of the next chunk; `None` after the last one.
    pub fn recv_async(&mut self) -> Next<'_, Self> {
        Next::new(self)
    }
}

impl_stream!(AudioStream, AudioChunk, |stream| stream.recv(None).ok().flatten());

impl Drop for AudioStream {
    fn drop(&mut self) {
        self.callback.clear_generation(self.generation);
    }
}

impl fmt::Debug for AudioStream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AudioStream").finish_non_exhaustive()
    }
}
