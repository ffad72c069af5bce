// SPDX-License-Identifier: Apache-2.0
//! What a travel has of sound and recordings.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use happyoyster_sys as sys;

use crate::error::check;
use crate::{text, AudioChunk, AudioStream, Error, Travel};

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
