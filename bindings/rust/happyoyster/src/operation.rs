// SPDX-License-Identifier: Apache-2.0
//! Asynchronous operations as futures.

use std::fmt;
use std::future::Future;
use std::os::raw::c_void;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::handle::{deadline, EngineHandle};
use crate::inbox::Inbox;
use crate::json::Value;
use crate::{boundary, code, text, Error};

/// The limit of `LIMIT_REACHED` here.
const PENDING: &str = "256 operations of this travel are pending";

/// The outcome of an operation: its result object as text, or its error.
type Outcome = Result<String, Error>;

/// An operation that has begun. It is a future for any executor; [`wait`](Operation::wait) blocks.
///
/// Dropping it does not stop the operation: the library completes it, and its outcome is lost.
#[must_use = "the operation continues without this, and its outcome is lost"]
pub struct Operation<T> {
    inbox: Arc<Inbox<Outcome>>,
    engine: Arc<EngineHandle>,
    name: &'static str,
    parse: fn(&Value) -> T,
}

impl<T> Operation<T> {
    /// Makes the call. A refusal is an outcome like any other.
    pub(crate) fn begin(
        engine: &Arc<EngineHandle>,
        name: &'static str,
        parse: fn(&Value) -> T,
        call: impl FnOnce(sys::oyster_done_fn, *mut c_void) -> sys::oyster_result,
    ) -> Self {
        Operation::begin_after(engine, name, parse, None, call)
    }

    /// The same; `first` runs after a success, before the outcome is visible.
    pub(crate) fn begin_after(
        engine: &Arc<EngineHandle>,
        name: &'static str,
        parse: fn(&Value) -> T,
        first: Option<Box<dyn FnOnce() + Send>>,
        call: impl FnOnce(sys::oyster_done_fn, *mut c_void) -> sys::oyster_result,
    ) -> Self {
        let inbox = Arc::new(Inbox::new());
        let context = boundary::lend(Receiver { inbox: Arc::clone(&inbox), name, first });
        let code = call(Some(on_done), context);
        if code != sys::OYSTER_OK {
            // SAFETY: a refused call does not keep its context, and never calls `done`.
            let receiver = unsafe { boundary::take_back::<Receiver>(context) };
            receiver.inbox.push(Err(Error::limited(code, name, PENDING)));
        }
        Operation { inbox, engine: Arc::clone(engine), name, parse }
    }

    /// An operation that was refused before a call could be made.
    pub(crate) fn refused(
        engine: &Arc<EngineHandle>,
        name: &'static str,
        parse: fn(&Value) -> T,
        reason: Error,
    ) -> Self {
        let inbox = Arc::new(Inbox::new());
        inbox.push(Err(reason));
        Operation { inbox, engine: Arc::clone(engine), name, parse }
    }

    /// Blocks until the operation is complete. In host delivery it dispatches while it waits. Fails
    /// with 109004 inside a callback of the library.
    pub fn wait(self) -> Result<T, Error> {
        self.outcome(None)
    }

    /// Blocks as [`wait`](Operation::wait), at most for `limit`. Then it fails with 109010; the
    /// operation continues, and the host may wait again.
    pub fn wait_timeout(&mut self, limit: Duration) -> Result<T, Error> {
        self.outcome(Some(limit))
    }

    /// Lets the operation continue; its outcome is lost.
    pub fn detach(self) {}

    fn outcome(&self, limit: Option<Duration>) -> Result<T, Error> {
        match self.engine.wait(&self.inbox, deadline(limit)) {
            Ok(found) => self.conclude(found),
            Err(code) => Err(Error::with_message(code, self.name, "the operation continues")),
        }
    }

    fn conclude(&self, found: Option<Outcome>) -> Result<T, Error> {
        let taken =
            || Error::with_message(code::ABORTED, self.name, "the outcome was already taken");
        let object = found.unwrap_or_else(|| Err(taken()))?;
        Ok((self.parse)(&Value::parse(&object).unwrap_or(Value::Null)))
    }
}

impl<T> Future for Operation<T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.inbox.poll(context).map(|found| self.conclude(found))
    }
}

impl<T> Drop for Operation<T> {
    fn drop(&mut self) {
        self.inbox.forget_waker();
    }
}

impl<T> fmt::Debug for Operation<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Operation").field(&self.name).finish()
    }
}

/// The context that C holds while an operation is pending.
struct Receiver {
    inbox: Arc<Inbox<Outcome>>,
    name: &'static str,
    first: Option<Box<dyn FnOnce() + Send>>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.inbox.close();
    }
}

/// Completes an operation.
///
/// # Safety
/// `context` is a lent `Receiver` that is completed once; `result` is a tree of the library.
unsafe extern "C" fn on_done(
    context: *mut c_void,
    code: sys::oyster_result,
    result: *const sys::cJSON,
) {
    boundary::guard("completion", || {
        // SAFETY: the library completes an accepted operation exactly once.
        let mut receiver = unsafe { boundary::take_back::<Receiver>(context) };
        if let (sys::OYSTER_OK, Some(first)) = (code, receiver.first.take()) {
            first();
        }
        // SAFETY: the tree is borrowed for this call.
        let object = unsafe { text::print(result) };
        receiver.inbox.push(match code {
            sys::OYSTER_OK => Ok(object),
            code => Err(Error::from_object(code, receiver.name, object)),
        });
    });
}
