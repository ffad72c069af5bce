// SPDX-License-Identifier: Apache-2.0
//! The audio of a travel: chunks, and its one callback.

use std::fmt;
use std::os::raw::c_void;
use std::ptr;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::boundary::{self, Handler};
use crate::error::check;
use crate::handle::EngineHandle;
use crate::inbox::Inbox;
use crate::raw_handle::RawHandle;
use crate::system::monotonic;
use crate::Error;

/// A chunk of audio: signed 16 bit samples, interleaved. Sample rate and channels may differ from
/// one chunk to the next.
#[derive(Clone)]
pub struct AudioChunk {
    sample_rate: u32,
    channels: usize,
    samples: Vec<i16>,
    pts: Duration,
    monotonic_time: Duration,
}

impl AudioChunk {
    /// Copies a borrowed chunk.
    ///
    /// # Safety
    /// `samples` of the info is NULL or points to `frame_count * channels` samples.
    pub(crate) unsafe fn copy(info: &sys::oyster_audio_info) -> Option<Self> {
        let count = (info.frame_count as usize).checked_mul(info.channels as usize)?;
        if info.samples.is_null() || info.sample_rate == 0 || count == 0 {
            return None;
        }
        let micros = |time: i64| Duration::from_micros(u64::try_from(time).unwrap_or(0));
        Some(AudioChunk {
            sample_rate: info.sample_rate,
            channels: info.channels as usize,
            // SAFETY: as the caller promises.
            samples: unsafe { slice::from_raw_parts(info.samples, count) }.to_vec(),
            pts: micros(info.pts_us),
            monotonic_time: micros(info.monotonic_time_us),
        })
    }

    /// Samples per second and channel.
    pub fn sample_rate(&self) -> u32 {
        self.sample_rate
    }

    /// Number of channels, 1 to 8.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Samples per channel.
    pub fn frame_count(&self) -> usize {
        self.samples.len() / self.channels
    }

    /// The samples, interleaved: one of each channel, then the next of each channel.
    pub fn samples(&self) -> &[i16] {
        &self.samples
    }

    /// The samples, without a copy.
    pub fn into_samples(self) -> Vec<i16> {
        self.samples
    }

    /// Presentation time, on the same clock as that of frames; it continues after pauses.
    pub fn pts(&self) -> Duration {
        self.pts
    }

    /// When the audio reached the library, on the clock `CLOCK_MONOTONIC`.
    pub fn monotonic_time(&self) -> Duration {
        self.monotonic_time
    }
}

impl fmt::Debug for AudioChunk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("AudioChunk")
            .field("sample_rate", &self.sample_rate)
            .field("channels", &self.channels)
            .field("frame_count", &self.frame_count())
            .field("pts", &self.pts)
            .finish_non_exhaustive()
    }
}

/// The audio callback of a travel, which a handler or a stream uses. Clones are the same one.
#[derive(Clone)]
pub(crate) struct AudioCallback {
    pub(crate) engine: Arc<EngineHandle>,
    pub(crate) travel: RawHandle<sys::oyster_travel>,
    /// Number of the current handler; locked while a handler is set.
    generation: Arc<Mutex<u64>>,
    /// The audio that the current stream has not read yet.
    waiting: Arc<Mutex<Weak<Inbox<AudioChunk>>>>,
}

impl AudioCallback {
    pub(crate) fn new(engine: Arc<EngineHandle>, travel: RawHandle<sys::oyster_travel>) -> Self {
        AudioCallback {
            engine,
            travel,
            generation: Arc::new(Mutex::new(0)),
            waiting: Arc::new(Mutex::new(Weak::new())),
        }
    }

    /// Sets the inbox of the current stream.
    pub(crate) fn set_stream(&self, inbox: &Arc<Inbox<AudioChunk>>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(inbox);
    }

    /// A function that drops the audio from before now, for a successful resume or rewind.
    pub(crate) fn dropping_earlier(&self) -> impl FnOnce() + Send + 'static {
        let (begin, waiting) = (monotonic(), Arc::clone(&self.waiting));
        move || {
            let inbox = waiting.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
            if let Some(inbox) = inbox {
                inbox.retain(|chunk| chunk.monotonic_time >= begin);
            }
        }
    }

    /// Sets the handler and returns its generation.
    pub(crate) fn set_handler<F>(&self, handler: F) -> Result<u64, Error>
    where
        F: FnMut(AudioChunk) + Send + 'static,
    {
        let mut generation = self.lock();
        let context = boundary::lend::<Handler<F>>(Mutex::new(handler));
        // SAFETY: handler, context and release function belong together.
        let code = unsafe {
            sys::oyster_travel_set_audio_callback(
                self.travel.0,
                Some(on_audio::<F>),
                context,
                Some(boundary::release::<Handler<F>>),
                ptr::null_mut(),
            )
        };
        if code != sys::OYSTER_OK {
            // SAFETY: a refused call does not keep its context.
            drop(unsafe { boundary::take_back::<Handler<F>>(context) });
        }
        check(code, "on_audio")?;
        *generation += 1;
        Ok(*generation)
    }

    /// Removes the current handler.
    pub(crate) fn stop(&self) -> Result<(), Error> {
        let mut generation = self.lock();
        self.clear(&mut generation)
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
        let (travel, nothing) = (self.travel.0, ptr::null_mut());
        // SAFETY: without a handler the context is not used.
        let code = unsafe {
            sys::oyster_travel_set_audio_callback(travel, None, nothing, None, ptr::null_mut())
        };
        *generation += 1;
        check(code, "stop_audio")
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        self.generation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes audio to a handler.
///
/// # Safety
/// `context` is a lent `Handler<F>`; `info` and its samples are valid for the call.
unsafe extern "C" fn on_audio<F>(context: *mut c_void, info: *const sys::oyster_audio_info)
where
    F: FnMut(AudioChunk) + Send + 'static,
{
    // SAFETY: the context is released only after the last call, and the info is borrowed.
    unsafe {
        boundary::with_handler::<F>("audio", context, |handler| {
            if let Some(chunk) = AudioChunk::copy(&*info) {
                handler(chunk);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::AudioChunk;
    use happyoyster_sys as sys;
    use std::ptr;

    fn info(samples: &[i16], channels: u32, frame_count: u32) -> sys::oyster_audio_info {
        sys::oyster_audio_info {
            size: 0,
            sample_rate: 8000,
            channels,
            frame_count,
            samples: if samples.is_empty() { ptr::null() } else { samples.as_ptr() },
            pts_us: -1,
            monotonic_time_us: 5,
            reserved: ptr::null_mut(),
        }
    }

    #[test]
    fn a_chunk_is_a_copy_of_what_is_lent() {
        let samples = [1, 2, 3, 4, 5, 6];
        // SAFETY: the samples have the length of the info.
        let chunk = unsafe { AudioChunk::copy(&info(&samples, 2, 3)) }.unwrap();
        assert_eq!((chunk.sample_rate(), chunk.channels(), chunk.frame_count()), (8000, 2, 3));
        assert_eq!((chunk.pts().as_micros(), chunk.monotonic_time().as_micros()), (0, 5));
        assert_eq!(chunk.samples(), samples);
        assert_eq!(chunk.into_samples(), samples);
    }

    #[test]
    fn info_without_samples_is_none() {
        // SAFETY: the info has no samples, or a length of 0.
        unsafe {
            assert!(AudioChunk::copy(&info(&[], 2, 3)).is_none());
            assert!(AudioChunk::copy(&info(&[1], 0, 1)).is_none());
            assert!(AudioChunk::copy(&info(&[1], 1, 0)).is_none());
        }
    }
}
