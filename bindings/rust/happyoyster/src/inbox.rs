// SPDX-License-Identifier: Apache-2.0
//! Where callbacks put things, and hosts wait for them: by blocking or as a future.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::unix::io::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A queue with one consumer that may block or poll.
pub(crate) struct Inbox<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    waker: Option<Waker>,
    wakeup: Option<Wakeup>,
    is_closed: bool,
}

/// Wakes a consumer that sleeps in poll(2).
struct Wakeup {
    near: UnixStream,
    far: UnixStream,
}

impl Wakeup {
    fn new() -> io::Result<Self> {
        let (near, far) = UnixStream::pair()?;
        near.set_nonblocking(true)?;
        far.set_nonblocking(true)?;
        Ok(Wakeup { near, far })
    }
}

impl<T> State<T> {
    fn take(&mut self) -> Option<Option<T>> {
        match self.items.pop_front() {
            None if self.is_closed => Some(None),
            None => None,
            item => Some(item),
        }
    }
}

impl<T> Inbox<T> {
    pub(crate) fn new() -> Self {
        let state = State { items: VecDeque::new(), waker: None, wakeup: None, is_closed: false };
        Inbox { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// A panic under this lock cannot leave it half-changed, so poison means nothing.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, item: T) {
        self.push_if(item, |_| true);
    }

    /// Puts an item unless `accept` refuses it for the number of those that wait already.
    pub(crate) fn push_if(&self, item: T, accept: impl FnOnce(usize) -> bool) {
        let mut state = self.lock();
        if state.is_closed || !accept(state.items.len()) {
            return;
        }
        state.items.push_back(item);
        self.notify(state);
    }

    /// Puts an item in place of the oldest when `most` wait already.
    pub(crate) fn push_newest(&self, item: T, most: usize) {
        let mut state = self.lock();
        if state.is_closed {
            return;
        }
        let oldest = if state.items.len() >= most { state.items.pop_front() } else { None };
        state.items.push_back(item);
        self.notify(state);
        drop(oldest);
    }

    /// Nothing comes any more; what is there can still be taken.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        self.notify(state);
    }

    /// Wakes the consumer with the lock released, for a waker is foreign code.
    fn notify(&self, mut state: MutexGuard<'_, State<T>>) {
        let waker = state.waker.take();
        if let Some(wakeup) = &mut state.wakeup {
            // Full means that it wakes already.
            let _ = wakeup.far.write(&[1]);
        }
        drop(state);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Lets go of the items that are not to be kept.
    pub(crate) fn retain(&self, keep: impl FnMut(&T) -> bool) {
        self.lock().items.retain(keep);
    }

    /// A descriptor for poll(2) that is readable after each change from now on, until
    /// [`quiet`](Inbox::quiet). None when the system refuses one.
    pub(crate) fn descriptor(&self) -> Option<RawFd> {
        let mut state = self.lock();
        if state.wakeup.is_none() {
            let mut wakeup = Wakeup::new().ok()?;
            if !state.items.is_empty() || state.is_closed {
                let _ = wakeup.far.write(&[1]);
            }
            state.wakeup = Some(wakeup);
        }
        state.wakeup.as_ref().map(|wakeup| wakeup.near.as_raw_fd())
    }

    /// Takes note of the changes so far.
    pub(crate) fn quiet(&self) {
        if let Some(wakeup) = &mut self.lock().wakeup {
            let _ = wakeup.near.read(&mut [0; 64]);
        }
    }

    /// An item, `Some(None)` when none will come, `None` when none is there yet.
    pub(crate) fn take(&self) -> Option<Option<T>> {
        self.lock().take()
    }

    pub(crate) fn poll(&self, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut state = self.lock();
        match state.take() {
            Some(found) => Poll::Ready(found),
            None => {
                let former = state.waker.replace(context.waker().clone());
                drop(state);
                drop(former);
                Poll::Pending
            }
        }
    }

    /// The consumer is gone: its task is not kept alive.
    pub(crate) fn forget_waker(&self) {
        let waker = self.lock().waker.take();
        drop(waker);
    }

    /// Blocks until there is something to take, or the time is over.
    pub(crate) fn park(&self, limit: Option<Duration>) {
        let state = self.lock();
        if !state.items.is_empty() || state.is_closed {
            return;
        }
        match limit {
            Some(limit) => drop(self.changed.wait_timeout(state, limit)),
            None => drop(self.changed.wait(state)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Inbox;
    use crate::system::wait_readable;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake, Waker};
    use std::time::Duration;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn items_come_in_order_and_the_end_comes_last() {
        let inbox = Inbox::new();
        assert_eq!(inbox.take(), None);
        inbox.push(1);
        inbox.push(2);
        inbox.close();
        inbox.push(3);
        assert_eq!([inbox.take(), inbox.take()], [Some(Some(1)), Some(Some(2))]);
        assert_eq!([inbox.take(), inbox.take()], [Some(None), Some(None)]);
    }

    #[test]
    fn a_full_inbox_can_refuse() {
        let inbox = Inbox::new();
        for item in 0..3 {
            inbox.push_if(item, |waiting| waiting < 1);
        }
        assert_eq!([inbox.take(), inbox.take()], [Some(Some(0)), None]);
    }

    #[test]
    fn a_full_inbox_can_let_the_oldest_go() {
        let inbox = Inbox::new();
        for item in 0..5 {
            inbox.push_newest(item, 2);
        }
        assert_eq!(
            [inbox.take(), inbox.take(), inbox.take()],
            [Some(Some(3)), Some(Some(4)), None]
        );
    }

    #[test]
    fn a_poll_is_woken_once() {
        let (inbox, count) = (Inbox::new(), Arc::new(Count::default()));
        let waker = Waker::from(Arc::clone(&count));
        assert!(inbox.poll(&mut Context::from_waker(&waker)).is_pending());
        inbox.push('a');
        inbox.push('b');
        assert_eq!(count.0.load(Ordering::SeqCst), 1);
        assert_eq!(inbox.poll(&mut Context::from_waker(&waker)), Poll::Ready(Some('a')));
    }

    #[test]
    fn a_forgotten_waker_is_not_kept() {
        let (inbox, count) = (Inbox::<()>::new(), Arc::new(Count::default()));
        let waker = Waker::from(Arc::clone(&count));
        assert!(inbox.poll(&mut Context::from_waker(&waker)).is_pending());
        drop(waker);
        assert_eq!(Arc::strong_count(&count), 2);
        inbox.forget_waker();
        assert_eq!(Arc::strong_count(&count), 1);
    }

    #[test]
    fn a_descriptor_is_readable_after_each_change() {
        let inbox = Inbox::new();
        inbox.push(1);
        let descriptor = inbox.descriptor().unwrap();
        let readable = || wait_readable([descriptor], Some(Duration::ZERO)) == [true];
        assert!(readable());
        inbox.quiet();
        assert!(!readable());
        for change in [|inbox: &Inbox<i32>| inbox.push(2), |inbox: &Inbox<i32>| inbox.close()] {
            change(&inbox);
            assert!(readable());
            inbox.quiet();
            assert!(!readable());
        }
        assert_eq!(inbox.descriptor(), Some(descriptor));
    }

    #[test]
    fn what_is_not_kept_is_gone() {
        let inbox = Inbox::new();
        (0..5).for_each(|item| inbox.push(item));
        inbox.retain(|item| *item > 3);
        assert_eq!([inbox.take(), inbox.take()], [Some(Some(4)), None]);
    }

    #[test]
    fn another_thread_ends_the_wait() {
        let inbox = Inbox::new();
        inbox.park(Some(Duration::from_millis(1)));
        std::thread::scope(|scope| {
            scope.spawn(|| inbox.push(()));
            while inbox.take().is_none() {
                inbox.park(None);
            }
        });
    }
}
