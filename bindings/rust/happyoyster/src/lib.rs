// SPDX-License-Identifier: Apache-2.0
//! HappyOyster for Linux: interactive worlds as live video.
//!
//! Token and ticket come from the host's own server; this crate never obtains or refreshes them.
//!
//! ```no_run
//! use happyoyster::{Command, Config, Engine, Interaction, Translation};
//!
//! # async fn travel(host: &str, token: &str, ticket: &str) -> Result<(), happyoyster::Error> {
//! let engine = Engine::new()?;
//! engine.initialize(&Config::new(host, "happyoyster-1.0-adventure"))?;
//! engine.update_token(token)?;
//! let travel = engine.create_travel(ticket)?;
//! travel.add_listener(|event| println!("{:?}", event))?.detach();
//! travel.start(None).await?;
//! travel.send_command(Command {
//!     translation: Translation::Front,
//!     interaction: Interaction::Jump,
//!     ..Command::default()
//! })?;
//! travel.end().await?;
//! # Ok(())
//! # }
//! ```
//!
//! An operation begins when its method is called. The returned [`Operation`] is a future for any
//! executor, and [`wait`](Operation::wait) blocks for it. [`Events`], [`Frames`] and [`AudioStream`]
//! are blocking iterators, and their `recv_async` is a future of the next item.
//!
//! # Threads
//!
//! Every type is `Send` and `Sync`. Callbacks of one engine (handlers of events, wakers of
//! futures) run one at a time, on a thread of the library, or with [`Delivery::Host`] on the thread
//! that dispatches.
//!
//! A panic in a callback does not reach C. The first panic of a kind (callback and line) is reported
//! on stderr at once; later ones are counted, and a line with the count follows at most once per
//! second. For this the first registered callback wraps the program's panic hook: the hook then
//! prints only the first panic of a kind inside callbacks, and every panic elsewhere. A hook that the
//! program sets later replaces the wrapped one.
//!
//! # Exit
//!
//! Returning from `main` with running travels is safe; the server ends them after a timeout.
//! [`shutdown`] ends them at once.

#![deny(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_debug_implementations)]

mod audio;
mod audio_stream;
mod block_on;
mod boundary;
pub mod code;
mod command;
mod config;
mod engine;
mod error;
mod event;
mod events;
mod frame_view;
mod frames;
mod handle;
mod inbox;
mod json;
#[cfg(test)]
mod json_tests;
mod listener;
pub mod log;
mod next;
mod operation;
mod panics;
mod raw_handle;
mod results;
mod script;
mod system;
mod text;
mod travel;
mod travel_media;
mod video;
mod vocabulary;

use std::time::Duration;

pub use audio::AudioChunk;
pub use audio_stream::AudioStream;
pub use block_on::block_on;
pub use command::Command;
pub use config::Config;
pub use engine::Engine;
pub use error::Error;
pub use event::{Event, EventKind, TravelUpdate};
pub use events::Events;
pub use frame_view::{Frame, FrameView};
pub use frames::Frames;
pub use listener::Listener;
pub use next::Next;
pub use operation::Operation;
pub use results::{
    EndResult, InstructResult, MediaUrl, RewindResult, ScriptResult, StartResult, StateResult,
};
pub use script::Script;
pub use travel::Travel;
pub use video::VideoView;
pub use vocabulary::{
    Action, Delivery, ErrorKind, Interaction, LogLevel, Mode, PixelFormat, Rotation, Status,
    Translation,
};

/// The version of the loaded library, such as "0.1.0".
pub fn version() -> &'static str {
    // SAFETY: the text is static.
    unsafe { text::from_static(happyoyster_sys::oyster_version()) }
}

/// Shuts the library down before the process exits: later calls are refused, and travels in flight
/// are ended on the server. Waits up to `timeout`, at most 60 s, until no callback runs. It cannot be
/// undone.
///
/// Fails with 109010 when a callback still runs or the server did not confirm an end in time.
pub fn shutdown(timeout: Duration) -> Result<(), Error> {
    let limit = config::milliseconds(timeout.min(Duration::from_secs(60)));
    // SAFETY: any handle becomes invalid, and invalid handles are refused.
    let code = unsafe { happyoyster_sys::oyster_engine_shutdown_all(limit) };
    panics::flush();
    error::check(code, "shutdown")
}

/// Compiles the examples of the crate's README and of the project's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../../docs/rust.md")]
struct Pages;
