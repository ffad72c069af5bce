// SPDX-License-Identifier: Apache-2.0
//! Frames of a travel as a stream.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::blocking::{impl_source, Blocking, Next, Source};
use crate::handle::deadline;
use crate::inbox::Inbox;
use crate::{code, Error, Frame, Listener, PixelFormat, VideoView};

/// New frames of a travel, newest wins; ends when the travel is over or dropped, or when another
/// handler takes the place of this one. Each frame is converted when it is taken.
///
/// Iterate over it (`for frame in &mut frames`) to block, or `await` [`next`](Frames::next).
pub struct Frames {
    signal: Arc<Inbox<()>>,
    view: VideoView,
    format: PixelFormat,
    turn: u64,
    sequence: u64,
    _end: Listener,
}

/// Tells that there is a new frame, and closes the signal when C lets go of the handler.
struct Bell(Arc<Inbox<()>>);

impl Drop for Bell {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Frames {
    pub(crate) fn new(view: &VideoView, format: PixelFormat) -> Result<Self, Error> {
        let signal = Arc::new(Inbox::new());
        let (bell, end) = (Bell(Arc::clone(&signal)), Arc::clone(&signal));
        let listener = Listener::new(view.travel, move |event| {
            if event.is_last() {
                end.close();
            }
        })?;
        // I420 costs no conversion: the handler only rings.
        let turn = view.set_handler(PixelFormat::I420, move |_| {
            bell.0.push_if((), |waiting| waiting == 0);
        })?;
        // SAFETY: any handle is accepted.
        if unsafe { sys::oyster_travel_is_ended(view.travel.0) } {
            signal.close();
        }
        Ok(Frames { signal, view: view.clone(), format, turn, sequence: 0, _end: listener })
    }

    /// Blocks for the next frame; `None` after the last one. Fails with 109010 after `timeout`,
    /// and with 109004 where it would have to wait inside a callback of the library. A paused
    /// travel has no new frames.
    pub fn recv(&mut self, timeout: Option<Duration>) -> Result<Option<Frame>, Error> {
        let deadline = deadline(timeout);
        loop {
            let signal = self.view.engine.wait(&self.signal, deadline);
            if signal.map_err(|code| Error::refused(code, "frames"))?.is_none() {
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
            match self.signal.poll(context) {
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
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Next<'_, Self> {
        Next::new(self)
    }

    /// A blocking iterator.
    pub fn iter(&mut self) -> Blocking<&mut Self> {
        Blocking::new(self)
    }

    /// Takes the newest frame if it is another one than before.
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

impl_source!(Frames, Result<Frame, Error>, |stream| stream.recv(None).transpose());

impl Drop for Frames {
    fn drop(&mut self) {
        self.view.clear_turn(self.turn);
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Frames").field("format", &self.format).finish_non_exhaustive()
    }
}
