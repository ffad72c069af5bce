// SPDX-License-Identifier: Apache-2.0
//! The engine.

use std::fmt;
use std::future::Future;
use std::os::unix::io::BorrowedFd;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use happyoyster_sys as sys;

use crate::error::{check, check_limit};
use crate::handle::EngineHandle;
use crate::raw_handle::RawHandle;
use crate::{block_on, code, text, Config, Delivery, Error, Operation, Travel};

/// Configuration, token, delivery of callbacks, and at most one travel in flight.
///
/// Clones are the same engine. It is destroyed when the last of its clones, travels and pending
/// operations is dropped. All methods may be called from any thread.
#[derive(Clone)]
pub struct Engine {
    handle: Arc<EngineHandle>,
}

/// The process-level engine, after the first call of `Engine::shared`.
static SHARED: Mutex<Option<Arc<EngineHandle>>> = Mutex::new(None);

impl Engine {
    /// Creates an independent engine. A program that plays several travels at a time creates one
    /// for each.
    pub fn new() -> Result<Engine, Error> {
        check_abi()?;
        create().map(|ticket| Engine { handle: EngineHandle::new(ticket, false) })
    }

    /// The process-level engine of the SDK reference, the same one each time.
    pub fn shared() -> Result<Engine, Error> {
        check_abi()?;
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: no arguments. Each call asks C: there is no shared engine after a fork or at exit.
        let raw = unsafe { sys::oyster_engine_shared() };
        if raw.is_null() {
            return Err(shared_engine_refusal());
        }
        let handle = shared.get_or_insert_with(|| EngineHandle::new(RawHandle(raw), true));
        Ok(Engine { handle: Arc::clone(handle) })
    }

    /// Applies a configuration. It replaces the former one; the token is kept. Fails with 100002 for
    /// an invalid configuration, and with 103004 while a travel is in flight.
    pub fn initialize(&self, config: &Config) -> Result<(), Error> {
        let name = "initialize";
        let result = config.with_raw(|raw| {
            // SAFETY: the struct and its strings live as long as this call.
            unsafe { sys::oyster_engine_initialize(self.handle.raw(), raw) }
        })?;
        if result != code::INVALID_CONFIG {
            return check(result, name);
        }
        let details = config.with_raw(|raw| {
            let mut tree = ptr::null_mut();
            // SAFETY: as above; the output lives as long as the call.
            unsafe { sys::oyster_engine_check_config(self.handle.raw(), raw, &mut tree) };
            // SAFETY: the tree is ours, NULL included, and freed once.
            unsafe {
                let printed = text::print(tree);
                sys::oyster_json_free(tree);
                printed
            }
        })?;
        Err(Error::from_object(result, name, details))
    }

    /// Whether the engine has a valid configuration.
    pub fn is_ready(&self) -> bool {
        // SAFETY: any handle is accepted.
        unsafe { sys::oyster_engine_is_ready(self.handle.raw()) }
    }

    /// Sets the token that the host's own server issued. The engine uses the latest one.
    pub fn update_token(&self, token: &str) -> Result<(), Error> {
        let token = text::to_c(token, "update_token")?;
        // SAFETY: the text lives as long as the call, which copies it.
        let code = unsafe { sys::oyster_engine_update_token(self.handle.raw(), token.as_ptr()) };
        check(code, "update_token")
    }

    /// Creates a travel from a one-time ticket. Nothing is sent until [`Travel::start`].
    pub fn create_travel(&self, ticket: &str) -> Result<Travel, Error> {
        let ticket = text::to_c(ticket, "create_travel")?;
        let mut travel = ptr::null_mut();
        // SAFETY: text and output live as long as the call.
        let code = unsafe {
            sys::oyster_engine_create_travel(self.handle.raw(), ticket.as_ptr(), &mut travel)
        };
        check_limit(code, "create_travel", "4096 travels exist")?;
        Travel::adopt(Arc::clone(&self.handle), RawHandle(travel))
    }

    /// Ends the travel in flight and forgets configuration and token. The host may initialize the
    /// engine again after completion.
    pub fn cleanup(&self) -> Operation<()> {
        let engine = self.handle.raw();
        Operation::begin(
            &self.handle,
            "cleanup",
            |_| (),
            |done, context| {
                // SAFETY: `done` and `context` belong together.
                unsafe { sys::oyster_engine_cleanup(engine, done, context) }
            },
        )
    }

    /// Chooses the thread that runs this engine's callbacks: handlers of events, and wakers of
    /// futures. Frame handlers always run on library threads.
    pub fn set_delivery(&self, delivery: Delivery) -> Result<(), Error> {
        self.handle.set_delivery(delivery)
    }

    /// A file descriptor that is readable while callbacks wait for [`dispatch`](Engine::dispatch).
    /// Poll it; never read from it or write to it.
    pub fn event_fd(&self) -> Result<BorrowedFd<'_>, Error> {
        let descriptor = self.handle.event_fd()?;
        // SAFETY: the descriptor is valid until the engine is destroyed, which `self` prevents.
        Ok(unsafe { BorrowedFd::borrow_raw(descriptor) })
    }

    /// Runs the callbacks that wait, on this thread (host delivery), and returns their number. Waits
    /// for the first one up to `timeout`, at most 60 s.
    pub fn dispatch(&self, timeout: Duration) -> Result<usize, Error> {
        self.handle.dispatch(timeout)
    }

    /// Runs a future on this thread until it is ready. In host delivery it dispatches while it waits.
    ///
    /// # Panics
    /// Inside a callback of the library, where it would deadlock.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        block_on::drive(future, |woken| {
            let refused = self.handle.wait(woken, None).is_err();
            assert!(!refused, "block_on inside a callback of the library");
        })
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Engine").field("is_ready", &self.is_ready()).finish()
    }
}

fn create() -> Result<RawHandle<sys::oyster_engine>, Error> {
    let mut engine = ptr::null_mut();
    // SAFETY: the output lives as long as the call.
    let code = unsafe { sys::oyster_engine_create(&mut engine) };
    check_limit(code, "new", "4096 engines exist")?;
    Ok(RawHandle(engine))
}

/// C returns only NULL for the shared engine. The code of a refused creation is the reason.
fn shared_engine_refusal() -> Error {
    match create() {
        Err(reason) => reason,
        Ok(ticket) => {
            drop(EngineHandle::new(ticket, false));
            Error::refused(code::OUT_OF_RESOURCES, "shared")
        }
    }
}

/// Refuses a library of another major ABI version, or one older than the declarations.
fn check_abi() -> Result<(), Error> {
    // SAFETY: no arguments.
    let found = unsafe { sys::oyster_abi_version() };
    if found >> 24 == sys::OYSTER_VERSION_MAJOR && found >= sys::OYSTER_ABI_VERSION {
        return Ok(());
    }
    let message = format!("libhappyoyster {} is not compatible with this crate", crate::version());
    Err(Error::with_message(code::UNSUPPORTED, "new", &message))
}
