// SPDX-License-Identifier: Apache-2.0
//! The travel.

use std::fmt;
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr;
use std::sync::Arc;

use happyoyster_sys as sys;

use crate::audio::AudioCallback;
use crate::error::check;
use crate::handle::EngineHandle;
use crate::json::Value;
use crate::raw_handle::RawHandle;
use crate::{
    panics, text, Action, Command, EndResult, Error, Event, Events, InstructResult, Listener,
    Operation, RewindResult, Script, ScriptResult, StartResult, StateResult, Status, VideoView,
};

/// One real-time experience in the mode adventure, directing or acting. It is used once.
///
/// Created by [`Engine::create_travel`](crate::Engine::create_travel). Operations begin at once;
/// `await` the returned [`Operation`], or [`wait`](Operation::wait) for it. A dropped travel is ended
/// on the server in the background: event streams end, and pending operations fail with 109006.
pub struct Travel {
    pub(crate) handle: RawHandle<sys::oyster_travel>,
    engine: Arc<EngineHandle>,
    video: VideoView,
    pub(crate) audio: AudioCallback,
}

type Call = unsafe extern "C" fn(
    *mut sys::oyster_travel,
    sys::oyster_done_fn,
    *mut c_void,
) -> sys::oyster_result;

impl Travel {
    /// Takes over a handle that was just created.
    pub(crate) fn adopt(
        engine: Arc<EngineHandle>,
        handle: RawHandle<sys::oyster_travel>,
    ) -> Result<Self, Error> {
        match VideoView::new(Arc::clone(&engine), handle) {
            Ok(video) => {
                let audio = AudioCallback::new(Arc::clone(&engine), handle);
                Ok(Travel { handle, engine, video, audio })
            }
            Err(error) => {
                // SAFETY: the handle is ours and given back once.
                unsafe { sys::oyster_travel_release(handle.0, ptr::null_mut()) };
                Err(error)
            }
        }
    }

    /// Exchanges the ticket, connects and plays; completes at the first frame
    /// ([`Status::Running`]). `max_experience_time_sec` requests a length; only the server
    /// checks it.
    pub fn start(&self, max_experience_time_sec: Option<i32>) -> Operation<StartResult> {
        let options = sys::oyster_start_options {
            size: size_of::<sys::oyster_start_options>() as u32,
            max_experience_time_sec: max_experience_time_sec.unwrap_or(0),
            reserved: ptr::null_mut(),
        };
        Operation::begin(&self.engine, "start", StartResult::parse, |done, context| {
            // SAFETY: the options live as long as the call, which copies them.
            unsafe { sys::oyster_travel_start(self.handle.0, &options, done, context) }
        })
    }

    /// Pauses (directing and acting); completes when the server has confirmed it.
    pub fn pause(&self) -> Operation<StateResult> {
        self.simple("pause", StateResult::parse, sys::oyster_travel_pause)
    }

    /// Resumes; completes at the first frame. The library waits until 3 s after the pause.
    pub fn resume(&self) -> Operation<StateResult> {
        self.reopen("resume", StateResult::parse, |done, context| {
            // SAFETY: `done` and `context` belong together.
            unsafe { sys::oyster_travel_resume(self.handle.0, done, context) }
        })
    }

    /// Continues from an earlier second of the storyline (directing, paused).
    pub fn rewind(&self, to_sec: f64) -> Operation<RewindResult> {
        self.reopen("rewind", RewindResult::parse, |done, context| {
            // SAFETY: any number is refused or taken.
            unsafe { sys::oyster_travel_rewind(self.handle.0, to_sec, done, context) }
        })
    }

    /// Sends a text instruction (directing and acting), up to 2000 characters. While paused the
    /// library keeps it (`queued`) and sends it with the first frame after the resume.
    pub fn send_instruct(&self, content: &str) -> Operation<InstructResult> {
        let call = sys::oyster_travel_send_instruct;
        self.with_text("send_instruct", InstructResult::parse, content, |travel, text, done, c| {
            // SAFETY: the text lives as long as the call, which copies it.
            unsafe { call(travel, text, done, c) }
        })
    }

    /// Replaces the 45 acts of a scriptlist travel (directing).
    pub fn update_script(&self, script: &Script) -> Operation<ScriptResult> {
        let (call, text) = (sys::oyster_travel_update_script, script.as_json());
        self.with_text("update_script", ScriptResult::parse, text, |travel, text, done, c| {
            // SAFETY: the text lives as long as the call, which copies it.
            unsafe { call(travel, text, done, c) }
        })
    }

    /// Ends the travel, in every status. A later call asks again for an unconfirmed end.
    pub fn end(&self) -> Operation<EndResult> {
        self.simple("end", EndResult::parse, sys::oyster_travel_end)
    }

    /// Submits a control command (adventure). The host may call it at any rate; it never blocks and
    /// allocates nothing.
    ///
    /// The library sends at most one message per 42 ms: the newest submission, and the newest
    /// interaction that waits, once. Submit a held direction once per frame, and [`Command::NONE`] when
    /// it is released. A refusal of the travel is an error event. When the travel is over, the call
    /// fails with 103001.
    pub fn send_command(&self, command: Command) -> Result<(), Error> {
        // SAFETY: any number is refused or taken.
        let code = unsafe {
            sys::oyster_travel_send_command(
                self.handle.0,
                command.translation.raw(),
                command.rotation.raw(),
                command.interaction.raw(),
            )
        };
        check(code, "send_command")
    }

    /// Sends the command that waits for the next message now.
    pub fn flush_commands(&self) -> Result<(), Error> {
        // SAFETY: any handle is accepted.
        check(unsafe { sys::oyster_travel_flush_commands(self.handle.0) }, "flush_commands")
    }

    /// Stops using the microphone.
    pub fn pause_local_audio_capture(&self) -> Result<(), Error> {
        // SAFETY: any handle is accepted.
        let code = unsafe { sys::oyster_travel_pause_local_audio_capture(self.handle.0) };
        check(code, "pause_local_audio_capture")
    }

    /// Uses the microphone, or uses it again. Before the first call, WebRTC sends silence.
    pub fn resume_local_audio_capture(&self) -> Result<(), Error> {
        // SAFETY: any handle is accepted.
        let code = unsafe { sys::oyster_travel_resume_local_audio_capture(self.handle.0) };
        check(code, "resume_local_audio_capture")
    }

    /// Current status. Fails only after a fork or at exit.
    pub fn status(&self) -> Result<Status, Error> {
        let mut status = sys::OYSTER_STATUS_IDLE;
        // SAFETY: the output lives as long as the call.
        check(unsafe { sys::oyster_travel_status(self.handle.0, &mut status) }, "status")?;
        Ok(Status::from_raw(status).unwrap_or(Status::Idle))
    }

    /// Whether the travel is ended or failed.
    pub fn is_ended(&self) -> bool {
        // SAFETY: any handle is accepted.
        unsafe { sys::oyster_travel_is_ended(self.handle.0) }
    }

    /// Whether the library accepts an action now, for example to enable a button.
    pub fn can(&self, action: Action) -> bool {
        // SAFETY: any handle and any number are accepted.
        unsafe { sys::oyster_travel_can(self.handle.0, action.raw()) }
    }

    /// What the library knows about the travel, as the JSON text of docs/json.md.
    pub fn info(&self) -> Result<String, Error> {
        take_tree("info", |tree| {
            // SAFETY: the output lives as long as the call.
            unsafe { sys::oyster_travel_info(self.handle.0, tree) }
        })
    }

    /// Statistics of the travel, as the JSON text of docs/json.md.
    pub fn stats(&self) -> Result<String, Error> {
        take_tree("stats", |tree| {
            // SAFETY: the output lives as long as the call.
            unsafe { sys::oyster_travel_stats(self.handle.0, tree) }
        })
    }

    /// A stream of all events after this call.
    pub fn events(&self) -> Result<Events, Error> {
        Events::new(&self.engine, self.handle)
    }

    /// Calls a handler for every event from now on, in order, on the thread that the engine's
    /// delivery selects, until the listener is dropped.
    ///
    /// A handler must be quick. Calls that wait fail with 109004 inside it; it may make all other
    /// calls. A handler that owns the travel keeps it alive: give it a [`Weak`](std::sync::Weak).
    pub fn add_listener<F>(&self, handler: F) -> Result<Listener, Error>
    where
        F: FnMut(Event) + Send + 'static,
    {
        Listener::new(self.handle, handler)
    }

    /// The received video, before and after start, until the travel is dropped.
    pub fn video(&self) -> &VideoView {
        &self.video
    }

    /// Resume or rewind. After its success no earlier audio can be read.
    fn reopen<T>(
        &self,
        name: &'static str,
        parse: fn(&Value) -> T,
        call: impl FnOnce(sys::oyster_done_fn, *mut std::ffi::c_void) -> sys::oyster_result,
    ) -> Operation<T> {
        let forget = Box::new(self.audio.dropping_earlier());
        Operation::begin_after(&self.engine, name, parse, Some(forget), call)
    }

    fn simple<T>(&self, name: &'static str, parse: fn(&Value) -> T, call: Call) -> Operation<T> {
        Operation::begin(&self.engine, name, parse, |done, context| {
            // SAFETY: `done` and `context` belong together.
            unsafe { call(self.handle.0, done, context) }
        })
    }

    fn with_text<T>(
        &self,
        name: &'static str,
        parse: fn(&Value) -> T,
        text: &str,
        call: impl FnOnce(
            *mut sys::oyster_travel,
            *const sys::c_char,
            sys::oyster_done_fn,
            *mut c_void,
        ) -> sys::oyster_result,
    ) -> Operation<T> {
        match text::to_c(text, name) {
            Err(reason) => Operation::refused(&self.engine, name, parse, reason),
            Ok(copy) => Operation::begin(&self.engine, name, parse, |done, context| {
                call(self.handle.0, copy.as_ptr(), done, context)
            }),
        }
    }
}

impl Drop for Travel {
    fn drop(&mut self) {
        // SAFETY: the handle is ours and given back once. Refused only after a fork or at exit,
        // when there is no travel to release.
        unsafe { sys::oyster_travel_release(self.handle.0, ptr::null_mut()) };
        panics::flush();
    }
}

impl fmt::Debug for Travel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Travel").field("status", &self.status().ok()).finish()
    }
}

/// Prints a tree that the caller owns, and frees it.
fn take_tree(
    operation: &'static str,
    call: impl FnOnce(*mut *mut sys::cJSON) -> sys::oyster_result,
) -> Result<String, Error> {
    let mut tree = ptr::null_mut();
    check(call(&mut tree), operation)?;
    // SAFETY: the tree is ours since the call succeeded, and freed once.
    unsafe {
        let printed = text::print(tree);
        sys::oyster_json_free(tree);
        Ok(printed)
    }
}
