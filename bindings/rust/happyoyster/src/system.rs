// SPDX-License-Identifier: Apache-2.0
//! What the standard library does not have: poll(2), and the clock of the library's times.

use std::os::raw::{c_int, c_long, c_short, c_ulong};
use std::os::unix::io::RawFd;
use std::time::Duration;

use crate::config::milliseconds;

const POLLIN: c_short = 1;
const CLOCK_MONOTONIC: c_int = 1;

#[repr(C)]
struct PollFd {
    fd: RawFd,
    events: c_short,
    revents: c_short,
}

#[repr(C)]
struct TimeSpec {
    seconds: c_long,
    nanoseconds: c_long,
}

extern "C" {
    fn poll(fds: *mut PollFd, count: c_ulong, timeout_ms: c_int) -> c_int;
    fn clock_gettime(clock: c_int, time: *mut TimeSpec) -> c_int;
}

/// Sleeps until one of the descriptors is readable, or the time is over; returns which are.
pub(crate) fn wait_readable<const N: usize>(
    descriptors: [RawFd; N],
    limit: Option<Duration>,
) -> [bool; N] {
    let mut entries = descriptors.map(|fd| PollFd { fd, events: POLLIN, revents: 0 });
    let timeout =
        limit.map_or(-1, |limit| c_int::try_from(milliseconds(limit)).unwrap_or(c_int::MAX));
    // SAFETY: the entries outlive the call.
    let count = unsafe { poll(entries.as_mut_ptr(), N as c_ulong, timeout) };
    // A signal or a refusal: the caller looks at everything, and comes back.
    entries.map(|entry| count < 0 || entry.revents != 0)
}

/// `CLOCK_MONOTONIC`, as the times of frames and audio.
pub(crate) fn monotonic() -> Duration {
    let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the output outlives the call.
    unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) };
    let seconds = u64::try_from(time.seconds).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.nanoseconds).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{monotonic, wait_readable};
    use std::io::Write;
    use std::os::unix::io::AsRawFd;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    #[test]
    fn only_what_is_readable_is_reported() {
        let (near, mut far) = UnixStream::pair().unwrap();
        let (other, _open) = UnixStream::pair().unwrap();
        let descriptors = [near.as_raw_fd(), other.as_raw_fd()];
        let before = monotonic();
        assert_eq!(wait_readable(descriptors, Some(Duration::from_millis(2))), [false, false]);
        assert!(monotonic() - before >= Duration::from_millis(2));
        far.write_all(b"x").unwrap();
        assert_eq!(wait_readable(descriptors, None), [true, false]);
    }
}
