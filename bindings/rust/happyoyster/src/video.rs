// SPDX-License-Identifier: Apache-2.0
//! The received video of a travel.

use std::fmt;
use std::os::raw::c_void;
use std::os::unix::io::RawFd;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::boundary::{self, Handler};
use crate::error::check;
use crate::handle::EngineHandle;
use crate::raw_handle::RawHandle;
use crate::{Error, Frame, FrameView, Frames, PixelFormat};

/// The received video of one travel, before, during and after it. Clones are the same view.
///
/// The library keeps the newest frame only. A slow host costs no memory and receives the newest frame
/// next.
#[derive(Clone)]
pub struct VideoView {
    pub(crate) engine: Arc<EngineHandle>,
    pub(crate) travel: RawHandle<sys::oyster_travel>,
    pub(crate) handle: RawHandle<sys::oyster_video_view>,
    /// Number of the current handler; locked while a handler is set.
    generation: Arc<Mutex<u64>>,
}

impl VideoView {
    pub(crate) fn new(
        engine: Arc<EngineHandle>,
        travel: RawHandle<sys::oyster_travel>,
    ) -> Result<Self, Error> {
        let mut view = ptr::null_mut();
        // SAFETY: the output lives as long as the call.
        check(unsafe { sys::oyster_travel_video_view(travel.0, &mut view) }, "video")?;
        Ok(VideoView {
            engine,
            travel,
            handle: RawHandle(view),
            generation: Arc::new(Mutex::new(0)),
        })
    }

    /// Takes the newest frame. I420 needs no conversion. Fails with 109009 when no frame has arrived
    /// since the start, a resume or a rewind; the first call makes the stream engine decode.
    pub fn acquire(&self, format: PixelFormat) -> Result<Frame, Error> {
        Frame::acquire(self.handle, format)
    }

    /// Takes the newest frame whose sequence number is greater than `after`, 0 for any. Waits for one
    /// up to `timeout`, at most 60 s. Fails with 109010 when none arrived, and with 109009 when none
    /// will arrive.
    pub fn wait(
        &self,
        format: PixelFormat,
        after_sequence: u64,
        timeout: Duration,
    ) -> Result<Frame, Error> {
        Frame::wait(self.handle, format, after_sequence, timeout)
    }

    /// A file descriptor that is readable while a frame waits that was not acquired. Poll it; never
    /// read from it or close it. It is valid until the travel is dropped.
    pub fn frame_fd(&self) -> Result<RawFd, Error> {
        let mut descriptor = -1;
        // SAFETY: the output lives as long as the call.
        let code = unsafe { sys::oyster_video_view_frame_fd(self.handle.0, &mut descriptor) };
        check(code, "frame_fd").map(|()| descriptor)
    }

    /// New frames as a stream, until the travel is over. It replaces a handler of
    /// [`on_frame`](VideoView::on_frame), and ends when another stream or handler replaces it.
    pub fn frames(&self, format: PixelFormat) -> Result<Frames, Error> {
        Frames::new(self, format)
    }

    /// Calls a handler with each frame, on a thread of the library. A view has one handler; the new
    /// one replaces the former one. A slow handler misses frames and delays nothing else.
    pub fn on_frame<F>(&self, format: PixelFormat, handler: F) -> Result<(), Error>
    where
        F: FnMut(&FrameView) + Send + 'static,
    {
        self.set_handler(format, handler).map(drop)
    }

    /// Removes the handler and drops it.
    pub fn stop_frames(&self) -> Result<(), Error> {
        let mut generation = self.lock();
        self.clear(&mut generation)
    }

    /// Sets the handler and returns its generation.
    pub(crate) fn set_handler<F>(&self, format: PixelFormat, handler: F) -> Result<u64, Error>
    where
        F: FnMut(&FrameView) + Send + 'static,
    {
        let mut generation = self.lock();
        let context = boundary::lend::<Handler<F>>(Mutex::new(handler));
        // SAFETY: handler, context and release function belong together.
        let code = unsafe {
            sys::oyster_video_view_set_frame_callback(
                self.handle.0,
                format.raw(),
                Some(on_frame::<F>),
                context,
                Some(boundary::release::<Handler<F>>),
                ptr::null_mut(),
            )
        };
        if code != sys::OYSTER_OK {
            // SAFETY: a refused call does not keep its context.
            drop(unsafe { boundary::take_back::<Handler<F>>(context) });
        }
        check(code, "on_frame")?;
        *generation += 1;
        Ok(*generation)
    }

    /// Removes the handler of a generation, unless another one has replaced it or is being set.
    pub(crate) fn clear_generation(&self, mine: u64) {
        if let Ok(mut generation) = self.generation.try_lock() {
            if *generation == mine {
                let _ = self.clear(&mut generation);
            }
        }
    }

    fn clear(&self, generation: &mut u64) -> Result<(), Error> {
        // SAFETY: without a handler the context is not used.
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
        *generation += 1;
        check(code, "stop_frames")
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        self.generation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for VideoView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("VideoView").finish_non_exhaustive()
    }
}

/// Passes a frame to a handler.
///
/// # Safety
/// `context` is a lent `Handler<F>`; `info` and its planes are valid for the call.
unsafe extern "C" fn on_frame<F>(context: *mut c_void, info: *const sys::oyster_frame_info)
where
    F: FnMut(&FrameView) + Send + 'static,
{
    // SAFETY: the context is released only after the last frame; the info is borrowed, and its
    // copy does not leave this call.
    unsafe {
        boundary::with_handler::<F>("frame", context, |handler| {
            if let Some(frame) = FrameView::new(ptr::read(info)) {
                handler(&frame);
            }
        });
    }
}
