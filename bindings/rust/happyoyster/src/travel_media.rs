// SPDX-License-Identifier: Apache-2.0
//! What a travel has of sound and recordings.

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

/// Samples that are read at once, of all channels; a longer piece comes in parts.
const LONGEST_READ: usize = 1 << 16;

impl Travel {
    /// The sound from now on as a stream, in order. It takes the place of a handler of
    /// [`on_audio`](Travel::on_audio), and ends when another takes its place.
    pub fn audio(&self) -> Result<AudioStream, Error> {
        AudioStream::new(&self.sound)
    }

    /// Calls a handler with each piece of sound, on a thread of the library. One handler per
    /// travel: a former one is dropped. A slow one loses the oldest and delays nothing else.
    pub fn on_audio<F>(&self, handler: F) -> Result<(), Error>
    where
        F: FnMut(AudioChunk) + Send + 'static,
    {
        self.sound.set_handler(handler).map(drop)
    }

    /// Stops calling the handler, and drops it; sound is no longer decoded.
    pub fn stop_audio(&self) -> Result<(), Error> {
        self.sound.stop()
    }

    /// Reads the oldest sound that waits, and waits for some up to `timeout`, at most 60 s. Fails
    /// with 109010 when none came, 109009 when none will come, and 109005 while a stream or a
    /// handler has the sound.
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
        // SAFETY: there is room for as many samples as are told; the outputs outlive the call.
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
        // SAFETY: the library has written the samples that the info tells of.
        let chunk = unsafe { AudioChunk::copy(&info) };
        chunk.ok_or_else(|| Error::refused(code::TIMED_OUT, "read_audio"))
    }

    /// A descriptor that is readable while sound waits for [`read_audio`](Travel::read_audio).
    /// Poll it; never read or close it.
    pub fn audio_fd(&self) -> Result<BorrowedFd<'_>, Error> {
        let mut descriptor = -1;
        // SAFETY: the output lives as long as the call.
        let code = unsafe { sys::oyster_travel_audio_fd(self.handle.0, &mut descriptor) };
        check(code, "audio_fd")?;
        // SAFETY: the descriptor is valid until the travel is released, which `self` prevents.
        Ok(unsafe { BorrowedFd::borrow_raw(descriptor) })
    }

    /// Writes the media as received into a file, without re-encoding, from the next key frame on;
    /// may be called before start.
    ///
    /// The name ends in `.webm` (VP8), `.mp4` (H.264) or `.mkv` (both); a relative path is resolved
    /// now. Each join (after a pause, resume or rewind) writes a file of its own: `path`, then
    /// `name-2.webm`, `name-3.webm`. An existing file is replaced. What cannot be recorded is one
    /// error event 109005 per file, whose message says why.
    pub fn record(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = text::to_c(path.as_ref().as_os_str().as_bytes(), "record")?;
        // SAFETY: the path lives as long as the call, which copies it.
        check(unsafe { sys::oyster_travel_record(self.handle.0, path.as_ptr()) }, "record")
    }

    /// Records no more.
    pub fn stop_recording(&self) -> Result<(), Error> {
        // SAFETY: NULL stops.
        let code = unsafe { sys::oyster_travel_record(self.handle.0, ptr::null()) };
        check(code, "stop_recording")
    }
}
