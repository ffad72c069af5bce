// SPDX-License-Identifier: Apache-2.0
//! Queues that callbacks fill and hosts read, by blocking or as a future.

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

    /// A panic under this lock leaves the state consistent, so poison is ignored.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, item: T) {
        self.push_if(item, |_| true);
    }

    /// Adds an item unless `accept` refuses the number of items that wait.
    pub(crate) fn push_if(&self, item: T, accept: impl FnOnce(usize) -> bool) {
        let mut state = self.lock();
        if state.is_closed || !accept(state.items.len()) {
            return;
        }
        state.items.push_back(item);
        self.notify(state);
    }

    /// Adds an item; drops the oldest if `most` items wait.
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

    /// Refuses further items. Items that wait can still be taken.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        self.notify(state);
    }

    /// Wakes the consumer after releasing the lock, since a waker is code of the host.
    fn notify(&self, mut state: MutexGuard<'_, State<T>>) {
        let waker = state.waker.take();
        if let Some(wakeup) = &mut state.wakeup {
            // If the socket is full, the consumer has not yet read an earlier wakeup.
            let _ = wakeup.far.write(&[1]);
        }
        drop(state);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Drops the items for which `keep` is false.
    pub(crate) fn retain(&self, keep: impl FnMut(&T) -> bool) {
        self.lock().items.retain(keep);
    }

    /// A descriptor for poll(2) that is readable after each change from now on, until
    /// [`acknowledge`](Inbox::acknowledge). None when the system refuses one.
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

    /// Makes the descriptor unreadable until the next change.
    pub(crate) fn acknowledge(&self) {
        if let Some(wakeup) = &mut self.lock().wakeup {
            let _ = wakeup.near.read(&mut [0; 64]);
        }
    }

    /// The next item, `Some(None)` after the last one, `None` when there is none yet.
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

    /// Drops the waker, so that the task of a dropped consumer is not kept alive.
    pub(crate) fn forget_waker(&self) {
        let waker = self.lock().waker.take();
        drop(waker);
    }

    /// Blocks until there is an item, the inbox is closed, or the time is over.
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
    fn items_are_taken_in_order_and_the_end_is_last() {
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
    fn push_if_refuses_items_beyond_a_limit() {
        let inbox = Inbox::new();
        for item in 0..3 {
            inbox.push_if(item, |waiting| waiting < 1);
        }
        assert_eq!([inbox.take(), inbox.take()], [Some(Some(0)), None]);
    }

    #[test]
    fn push_newest_drops_the_oldest_items() {
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
        inbox.acknowledge();
        assert!(!readable());
        for change in [|inbox: &Inbox<i32>| inbox.push(2), |inbox: &Inbox<i32>| inbox.close()] {
            change(&inbox);
            assert!(readable());
            inbox.acknowledge();
            assert!(!readable());
        }
        assert_eq!(inbox.descriptor(), Some(descriptor));
    }

    #[test]
    fn retain_drops_the_other_items() {
        let inbox = Inbox::new();
        (0..5).for_each(|item| inbox.push(item));
        inbox.retain(|item| *item > 3);
        assert_eq!([inbox.take(), inbox.take()], [Some(Some(4)), None]);
    }

    #[test]
    fn a_push_on_another_thread_ends_park() {
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
