// SPDX-License-Identifier: Apache-2.0
//! Audio and recordings of a travel.

use std::mem::size_of;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::io::BorrowedFd;
use std::path::Path;
use std::ptr;
use std::time::Duration;

use happyoyster_sys as sys;

use crate::config::milliseconds;
use crate::error::check;
use crate::{code, text, AudioChunk, AudioStream, Error, Travel};

/// Samples of all channels that one read takes; a longer chunk is read in parts.
const LONGEST_READ: usize = 1 << 16;

impl Travel {
    /// The audio from now on as a stream, in order. It replaces a handler of
    /// [`on_audio`](Travel::on_audio), and ends when another stream or handler replaces it.
    pub fn audio(&self) -> Result<AudioStream, Error> {
        AudioStream::new(&self.audio)
    }

    /// Calls a handler with each chunk of audio, on a thread of the library. A travel has one handler;
    /// the new one replaces the former one. A slow handler loses the oldest audio and delays nothing
    /// else.
    pub fn on_audio<F>(&self, handler: F) -> Result<(), Error>
    where
        F: FnMut(AudioChunk) + Send + 'static,
    {
        self.audio.set_handler(handler).map(drop)
    }

    /// Removes the handler and drops it; audio is no longer decoded.
    pub fn stop_audio(&self) -> Result<(), Error> {
        self.audio.stop()
    }

    /// Reads the oldest audio that waits, and waits for some up to `timeout`, at most 60 s. Fails
    /// with 109010 when none arrived, 109009 when none will arrive, and 109005 while the travel has a
    /// stream or a handler.
    pub fn read_audio(&self, timeout: Duration) -> Result<AudioChunk, Error> {
        let mut samples = vec![0; LONGEST_READ];
        let mut info = sys::oyster_audio_info {
            size: size_of::<sys::oyster_audio_info>() as u32,
            sample_rate: 0,
            channels: 0,
            frame_count: 0,
            samples: ptr::null(),
            pts_us: 0,
            monotonic_time_us: 0,
            reserved: ptr::null_mut(),
        };
        let (travel, limit) = (self.handle.0, milliseconds(timeout));
        // SAFETY: the buffer has the given capacity; the outputs outlive the call.
        let code = unsafe {
            sys::oyster_travel_read_audio(
                travel,
                samples.as_mut_ptr(),
                samples.len(),
                limit,
                &mut info,
            )
        };
        check(code, "read_audio")?;
        // SAFETY: the library has written the samples of the info.
        let chunk = unsafe { AudioChunk::copy(&info) };
        chunk.ok_or_else(|| Error::refused(code::TIMED_OUT, "read_audio"))
    }

    /// A file descriptor that is readable while audio waits for [`read_audio`](Travel::read_audio).
    /// Poll it; never read from it or close it.
    pub fn audio_fd(&self) -> Result<BorrowedFd<'_>, Error> {
        let mut descriptor = -1;
        // SAFETY: the output lives as long as the call.
        let code = unsafe { sys::oyster_travel_audio_fd(self.handle.0, &mut descriptor) };
        check(code, "audio_fd")?;
        // SAFETY: the descriptor is valid until the travel is released, which `self` prevents.
        Ok(unsafe { BorrowedFd::borrow_raw(descriptor) })
    }

    /// Writes the media into a file as received, without re-encoding, from the next key frame on. The
    /// call may come before start.
    ///
    /// The name ends in `.webm` (VP8), `.mp4` (H.264) or `.mkv` (both); this call resolves a relative
    /// path. After each resume or rewind the library begins another file: `path`, then `name-2.webm`,
    /// `name-3.webm`. An existing file is replaced. A file that cannot be written is one error event
    /// 109005, whose message is the reason.
    pub fn record(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = text::to_c(path.as_ref().as_os_str().as_bytes(), "record")?;
        // SAFETY: the path lives as long as the call, which copies it.
        check(unsafe { sys::oyster_travel_record(self.handle.0, path.as_ptr()) }, "record")
    }

    /// Stops recording.
    pub fn stop_recording(&self) -> Result<(), Error> {
        // SAFETY: NULL stops.
        let code = unsafe { sys::oyster_travel_record(self.handle.0, ptr::null()) };
        check(code, "stop_recording")
    }
}
