// SPDX-License-Identifier: Apache-2.0
//! Running a future on the current thread.

use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use crate::boundary;
use crate::inbox::Inbox;

/// Wakes a thread that waits for a future.
struct Bell(Inbox<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.push_if((), |waiting| waiting == 0);
    }
}

/// Runs a future on this thread until it is ready.
///
/// In host delivery use [`Engine::block_on`](crate::Engine::block_on), or dispatch on another
/// thread.
///
/// # Panics
/// Inside a callback of the library, where it would wait for itself.
pub fn block_on<F: Future>(future: F) -> F::Output {
    drive(future, |woken| {
        assert!(!boundary::is_inside(), "block_on inside a callback of the library");
        while woken.take().is_none() {
            woken.park(None);
        }
    })
}

/// Polls a future each time after `wait` has taken a wake-up.
pub(crate) fn drive<F: Future>(future: F, wait: impl Fn(&Inbox<()>)) -> F::Output {
    let mut future = Box::pin(future);
    let bell = Arc::new(Bell(Inbox::new()));
    let waker = Waker::from(Arc::clone(&bell));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        wait(&bell.0);
    }
}

#[cfg(test)]
mod tests {
    use super::block_on;
    use crate::inbox::Inbox;
    use std::future::Future;
    use std::pin::Pin;
    use std::sync::Arc;
    use std::task::{Context, Poll};

    struct Three(Arc<Inbox<i32>>);

    impl Future for Three {
        type Output = Option<i32>;

        fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<i32>> {
            self.0.poll(context)
        }
    }

    #[test]
    fn a_future_is_woken_from_another_thread() {
        let inbox = Arc::new(Inbox::new());
        let sender = Arc::clone(&inbox);
        let thread = std::thread::spawn(move || sender.push(3));
        assert_eq!(block_on(Three(inbox)), Some(3));
        thread.join().unwrap();
    }
}
