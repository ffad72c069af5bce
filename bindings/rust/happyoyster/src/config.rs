// SPDX-License-Identifier: Apache-2.0
//! Configuration of an engine.

use std::ffi::CString;
use std::mem::size_of;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::time::Duration;

use happyoyster_sys as sys;

use crate::{text, Error, LogLevel};

/// Configuration of an engine. Values that are not set have their default.
///
/// ```
/// use happyoyster::Config;
/// use std::time::Duration;
///
/// let config = Config::new("api.example.com", "happyoyster-1.0-adventure")
///     .callback_timeout(Duration::from_secs(10))
///     .user_agent("wanderer/1.2");
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    api_host: String,
    model: String,
    callback_timeout: Duration,
    poll_interval: Duration,
    stream_engine: Option<String>,
    ca_file: Option<PathBuf>,
    user_agent: Option<String>,
    play_audio: bool,
    log_level: Option<LogLevel>,
}

impl Config {
    /// `api_host` is `host[:port]` or an `https://` URL (`http://` for loopback only); `model` is
    /// a versioned name such as `happyoyster-1.0-adventure`.
    pub fn new(api_host: impl Into<String>, model: impl Into<String>) -> Self {
        Config {
            api_host: api_host.into(),
            model: model.into(),
            callback_timeout: Duration::ZERO,
            poll_interval: Duration::ZERO,
            stream_engine: None,
            ca_file: None,
            user_agent: None,
            play_audio: false,
            log_level: None,
        }
    }

    /// Time limit of each network step, 1 ms to 10 min; 30 s unless set.
    pub fn callback_timeout(mut self, limit: Duration) -> Self {
        self.callback_timeout = limit;
        self
    }

    /// Interval of the status poll, 50 ms to 60 s; 2 s unless set.
    pub fn poll_interval(mut self, interval: Duration) -> Self {
        self.poll_interval = interval;
        self
    }

    /// "auto" (default), "loopback", "webrtc", or the path of an adapter. "auto" uses the loopback
    /// test card only against a loopback `api_host` when WebRTC cannot run.
    pub fn stream_engine(mut self, name: impl Into<String>) -> Self {
        self.stream_engine = Some(name.into());
        self
    }

    /// PEM file with certificate authorities, instead of the system's.
    pub fn ca_file(mut self, path: impl AsRef<Path>) -> Self {
        self.ca_file = Some(path.as_ref().to_path_buf());
        self
    }

    /// The application's `name/version`, appended to the user agent: up to 128 bytes of ASCII.
    pub fn user_agent(mut self, name: impl Into<String>) -> Self {
        self.user_agent = Some(name.into());
        self
    }

    /// Whether the stream engine plays audio on the default output, if it can; off unless set.
    pub fn play_audio(mut self, plays: bool) -> Self {
        self.play_audio = plays;
        self
    }

    /// Log level of the process, warning unless set. [`log::set_level`](crate::log::set_level) and
    /// the variable `HAPPYOYSTER_LOG` replace it.
    pub fn log_level(mut self, level: LogLevel) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Calls `body` with the C struct, whose strings live as long as the call.
    pub(crate) fn with_raw<R>(
        &self,
        body: impl FnOnce(&sys::oyster_config) -> R,
    ) -> Result<R, Error> {
        let copy = |text: &[u8]| text::to_c(text, "initialize");
        let optional = |text: Option<&[u8]>| text.map(copy).transpose();
        let api_host = copy(self.api_host.as_bytes())?;
        let model = copy(self.model.as_bytes())?;
        let stream_engine = optional(self.stream_engine.as_deref().map(str::as_bytes))?;
        let ca_file = optional(self.ca_file.as_deref().map(|path| path.as_os_str().as_bytes()))?;
        let user_agent = optional(self.user_agent.as_deref().map(str::as_bytes))?;
        let pointer = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |t| t.as_ptr());
        Ok(body(&sys::oyster_config {
            size: size_of::<sys::oyster_config>() as u32,
            log_level: self.log_level.map_or(sys::OYSTER_LOG_LEVEL_DEFAULT, LogLevel::raw),
            api_host: api_host.as_ptr(),
            model: model.as_ptr(),
            callback_timeout_ms: milliseconds(self.callback_timeout),
            poll_interval_ms: milliseconds(self.poll_interval),
            stream_engine: pointer(&stream_engine),
            ca_file: pointer(&ca_file),
            user_agent: pointer(&user_agent),
            reserved: ptr::null_mut(),
            play_audio: u32::from(self.play_audio),
        }))
    }
}

/// Whole milliseconds, rounded up so that a short time does not become 0, the default. A time that
/// does not fit is the largest number, which the library refuses or limits.
pub(crate) fn milliseconds(time: Duration) -> u32 {
    let rounded = (time.as_nanos() + 999_999) / 1_000_000;
    u32::try_from(rounded).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{milliseconds, Config};
    use crate::{code, LogLevel};
    use std::ffi::CStr;
    use std::time::Duration;

    #[test]
    fn times_are_rounded_up() {
        for (nanoseconds, expected) in [(0, 0), (1, 1), (1_000_000, 1), (1_000_001, 2)] {
            assert_eq!(milliseconds(Duration::from_nanos(nanoseconds)), expected);
        }
        assert_eq!(milliseconds(Duration::MAX), u32::MAX);
    }

    #[test]
    fn values_that_are_not_set_are_the_defaults_of_c() {
        let config = Config::new("h", "m").user_agent("a/1").log_level(LogLevel::Info);
        let config = config.poll_interval(Duration::from_millis(70)).play_audio(true);
        let texts = config.with_raw(|raw| {
            assert_eq!(raw.play_audio, 1);
            assert!(raw.stream_engine.is_null() && raw.ca_file.is_null());
            assert_eq!((raw.callback_timeout_ms, raw.poll_interval_ms, raw.log_level), (0, 70, 2));
            // SAFETY: the struct's strings live as long as this call.
            let text = |text| unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_string();
            [raw.api_host, raw.model, raw.user_agent].map(text)
        });
        assert_eq!(texts.unwrap(), ["h", "m", "a/1"]);
    }

    #[test]
    fn a_nul_inside_text_is_an_invalid_argument() {
        let refused = Config::new("h\0", "m").with_raw(|_| ()).unwrap_err();
        assert_eq!(refused.code(), code::INVALID_ARGUMENT);
        assert_eq!(refused.operation(), Some("initialize"));
    }
}
