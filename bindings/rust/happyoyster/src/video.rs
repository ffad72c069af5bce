// SPDX-License-Identifier: Apache-2.0
//! The picture of a travel.

use std::fmt;
use std::os::raw::c_void;
use std::os::unix::io::RawFd;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::border::{self, Handler};
use crate::error::check;
use crate::handle::EngineHandle;
use crate::ticket::Ticket;
use crate::{Error, Frame, FrameView, Frames, PixelFormat};

/// The picture of one travel, before, during and after it. Clones are the same view.
///
/// Newest wins: a slow host costs no memory and gets the newest frame next.
#[derive(Clone)]
pub struct VideoView {
    pub(crate) engine: Arc<EngineHandle>,
    pub(crate) travel: Ticket<sys::oyster_travel>,
    pub(crate) handle: Ticket<sys::oyster_video_view>,
    /// Counts the handlers that the view has had; held while one is put in place.
    turn: Arc<Mutex<u64>>,
}

impl VideoView {
    pub(crate) fn new(
        engine: Arc<EngineHandle>,
        travel: Ticket<sys::oyster_travel>,
    ) -> Result<Self, Error> {
        let mut view = ptr::null_mut();
        // SAFETY: the output lives as long as the call.
        check(unsafe { sys::oyster_travel_video_view(travel.0, &mut view) }, "video")?;
        Ok(VideoView { engine, travel, handle: Ticket(view), turn: Arc::new(Mutex::new(0)) })
    }

    /// Takes the newest frame, without a copy for I420. Fails with 109009 when none has arrived
    /// yet, or none since a resume or rewind; the first call asks the stream for frames, so that one may be there soon.
    pub fn acquire(&self, format: PixelFormat) -> Result<Frame, Error> {
        Frame::acquire(self.handle, format)
    }

    /// Takes the newest frame after a sequence number, 0 for any, and waits for one up to `timeout`,
    /// at most 60 s. Fails with 109010 when none came, and 109009 when none will come.
    pub fn wait(
        &self,
        format: PixelFormat,
        after_sequence: u64,
        timeout: Duration,
    ) -> Result<Frame, Error> {
        Frame::wait(self.handle, format, after_sequence, timeout)
    }

    /// A descriptor that is readable while a frame waits that was not acquired. Poll it; never read
    /// or close it. It is valid until the travel is dropped.
    pub fn frame_fd(&self) -> Result<RawFd, Error> {
        let mut descriptor = -1;
        // SAFETY: the output lives as long as the call.
        let code = unsafe { sys::oyster_video_view_frame_fd(self.handle.0, &mut descriptor) };
        check(code, "frame_fd").map(|()| descriptor)
    }

    /// New frames as a stream, newest wins, until the travel is over. It takes the place of a
    /// handler of [`on_frame`](VideoView::on_frame), and ends when another takes its place.
    pub fn frames(&self, format: PixelFormat) -> Result<Frames, Error> {
        Frames::new(self, format)
    }

    /// Calls a handler with each frame, on a thread of the library. One handler per view: a
    /// former one is dropped. A slow one misses frames and delays nothing else.
    pub fn on_frame<F>(&self, format: PixelFormat, handler: F) -> Result<(), Error>
    where
        F: FnMut(&FrameView) + Send + 'static,
    {
        self.set_handler(format, handler).map(drop)
    }

    /// Stops calling the handler, and drops it.
    pub fn stop_frames(&self) -> Result<(), Error> {
        let mut turn = self.lock();
        self.clear(&mut turn)
    }

    /// Puts a handler in place and tells its turn.
    pub(crate) fn set_handler<F>(&self, format: PixelFormat, handler: F) -> Result<u64, Error>
    where
        F: FnMut(&FrameView) + Send + 'static,
    {
        let mut turn = self.lock();
        let context = border::lend::<Handler<F>>(Mutex::new(handler));
        // SAFETY: handler, context and release function belong together.
        let code = unsafe {
            sys::oyster_video_view_set_frame_callback(
                self.handle.0,
                format.raw(),
                Some(on_frame::<F>),
                context,
                Some(border::release::<Handler<F>>),
                ptr::null_mut(),
            )
        };
        if code != sys::OYSTER_OK {
            // SAFETY: a refused call does not keep its context.
            drop(unsafe { border::take_back::<Handler<F>>(context) });
        }
        check(code, "on_frame")?;
        *turn += 1;
        Ok(*turn)
    }

    /// Removes the handler of a turn unless another has its place, or is just taking it.
    pub(crate) fn clear_turn(&self, mine: u64) {
        if let Ok(mut turn) = self.turn.try_lock() {
            if *turn == mine {
                let _ = self.clear(&mut turn);
            }
        }
    }

    fn clear(&self, turn: &mut u64) -> Result<(), Error> {
        // SAFETY: no handler needs no context.
        let code = unsafe {
            sys::oyster_video_view_set_frame_callback(
                self.handle.0,
                sys::OYSTER_PIXEL_FORMAT_I420,
                None,
                ptr::null_mut(),
                None,
                ptr::null_mut(),
            )
        };
        *turn += 1;
        check(code, "stop_frames")
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for VideoView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("VideoView").finish_non_exhaustive()
    }
}

/// Passes a frame on.
///
/// # Safety
/// `context` is a lent `Handler<F>`; `info` and its planes are valid for the call.
unsafe extern "C" fn on_frame<F>(context: *mut c_void, info: *const sys::oyster_frame_info)
where
    F: FnMut(&FrameView) + Send + 'static,
{
    // SAFETY: the context is released after the last frame only; the info is borrowed, and its
    // copy does not leave this call.
    unsafe {
        border::with_handler::<F>("frame", context, |handler| {
            if let Some(picture) = FrameView::new(ptr::read(info)) {
                handler(&picture);
            }
        });
    }
}
