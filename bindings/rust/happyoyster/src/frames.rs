// SPDX-License-Identifier: Apache-2.0
//! Frames of a travel as a stream.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::handle::deadline;
use crate::inbox::Inbox;
use crate::next::{impl_stream, Next, Source};
use crate::{code, Error, Frame, Listener, PixelFormat, VideoView};

/// New frames of a travel. A slow consumer skips frames. The stream ends when the travel is over or
/// dropped, or when another handler replaces it. Each frame is converted when it is taken.
///
/// It is a blocking [`Iterator`]; in async functions `await` [`recv_async`](Frames::recv_async).
pub struct Frames {
    arrivals: Arc<Inbox<()>>,
    view: VideoView,
    format: PixelFormat,
    generation: u64,
    sequence: u64,
    _end: Listener,
}

/// Reports new frames, and closes the inbox when C releases the handler.
struct Notifier(Arc<Inbox<()>>);

impl Drop for Notifier {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Frames {
    pub(crate) fn new(view: &VideoView, format: PixelFormat) -> Result<Self, Error> {
        let arrivals = Arc::new(Inbox::new());
        let (notifier, end) = (Notifier(Arc::clone(&arrivals)), Arc::clone(&arrivals));
        let listener = Listener::new(view.travel, move |event| {
            if event.is_last() {
                end.close();
            }
        })?;
        // I420 needs no conversion: the handler does not use the pixels.
        let generation = view.set_handler(PixelFormat::I420, move |_| {
            notifier.0.push_if((), |waiting| waiting == 0);
        })?;
        // SAFETY: any handle is accepted.
        if unsafe { sys::oyster_travel_is_ended(view.travel.0) } {
            arrivals.close();
        }
        Ok(Frames { arrivals, view: view.clone(), format, generation, sequence: 0, _end: listener })
    }

    /// Blocks for the next frame; `None` after the last one. Fails with 109010 after `timeout`,
    /// and with 109004 if it had to wait inside a callback of the library. A paused travel has no
    /// new frames.
    pub fn recv(&mut self, timeout: Option<Duration>) -> Result<Option<Frame>, Error> {
        let deadline = deadline(timeout);
        loop {
            let arrival = self.view.engine.wait(&self.arrivals, deadline);
            if arrival.map_err(|code| Error::refused(code, "frames"))?.is_none() {
                return Ok(None);
            }
            if let Some(frame) = self.newer() {
                return frame.map(Some);
            }
        }
    }

    /// Polls for the next frame, as a stream of the `futures` crate does.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        loop {
            match self.arrivals.poll(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(())) => {
                    if let Some(frame) = self.newer() {
                        return Poll::Ready(Some(frame));
                    }
                }
            }
        }
    }

    /// A future of the next frame; `None` after the last one.
    pub fn recv_async(&mut self) -> Next<'_, Self> {
        Next::new(self)
    }

    /// Takes the newest frame, if it is newer than the last one.
    fn newer(&mut self) -> Option<Result<Frame, Error>> {
        match self.view.wait(self.format, self.sequence, Duration::ZERO) {
            Err(error) if [code::NO_FRAME, code::TIMED_OUT].contains(&error.code()) => None,
            Ok(frame) => {
                self.sequence = frame.sequence();
                Some(Ok(frame))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

impl_stream!(Frames, Result<Frame, Error>, |stream| stream.recv(None).transpose());

impl Drop for Frames {
    fn drop(&mut self) {
        self.view.clear_generation(self.generation);
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Frames").field("format", &self.format).finish_non_exhaustive()
    }
}
