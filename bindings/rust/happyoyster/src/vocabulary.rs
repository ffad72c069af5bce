// SPDX-License-Identifier: Apache-2.0
//! Enums of the C header as Rust enums.

use std::fmt;

use happyoyster_sys as sys;

/// Defines an enum whose numbers are the header's and whose names are the reference's.
macro_rules! vocabulary {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$note:meta])* $member:ident = $value:ident $word:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        #[repr(u32)]
        pub enum $name { $($(#[$note])* $member = sys::$value),* }

        impl $name {
            /// Every member.
            pub const ALL: &'static [$name] = &[$($name::$member),*];

            /// The spelling of the SDK reference.
            pub fn name(self) -> &'static str {
                match self { $($name::$member => $word),* }
            }

            /// The number of the C header.
            pub fn raw(self) -> u32 {
                self as u32
            }

            /// The member with a number of the C header; none for a number of a later version.
            pub fn from_raw(raw: u32) -> Option<Self> {
                Self::ALL.iter().copied().find(|member| member.raw() == raw)
            }

            /// The member with a spelling of the SDK reference.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|member| member.name() == name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.name())
            }
        }
    };
}

vocabulary! {
    /// Status of a travel.
    pub enum Status {
        /// After creation, before start.
        Idle = OYSTER_STATUS_IDLE "idle",
        /// Connecting or reconnecting.
        Prepare = OYSTER_STATUS_PREPARE "prepare",
        /// The stream is there, interactive.
        Running = OYSTER_STATUS_RUNNING "running",
        /// Pause accepted, not confirmed by the server yet.
        Pausing = OYSTER_STATUS_PAUSING "pausing",
        /// Paused, confirmed.
        Paused = OYSTER_STATUS_PAUSED "paused",
        /// Terminal: ended by the host or by the server.
        Ended = OYSTER_STATUS_ENDED "ended",
        /// Terminal: failed; an error event came before.
        Failed = OYSTER_STATUS_FAILED "failed",
    }
}

impl Status {
    /// Whether nothing comes after this status.
    pub fn is_terminal(self) -> bool {
        matches!(self, Status::Ended | Status::Failed)
    }
}

vocabulary! {
    /// What a world understands.
    pub enum Mode {
        /// A word that this version does not know.
        Unknown = OYSTER_MODE_UNKNOWN "unknown",
        /// Direction, view and action commands.
        Adventure = OYSTER_MODE_ADVENTURE "adventure",
        /// Text-driven storyline: instructions, pause, resume, rewind.
        Directing = OYSTER_MODE_DIRECTING "directing",
        /// Text-driven character performance: instructions, pause, resume.
        Acting = OYSTER_MODE_ACTING "acting",
    }
}

vocabulary! {
    /// An action for [`Travel::can`](crate::Travel::can).
    pub enum Action {
        /// Start the travel.
        Start = OYSTER_ACTION_START "start",
        /// Send a control command.
        SendCommand = OYSTER_ACTION_SEND_COMMAND "sendCommand",
        /// Send a text instruction.
        SendInstruct = OYSTER_ACTION_SEND_INSTRUCT "sendInstruct",
        /// Pause.
        Pause = OYSTER_ACTION_PAUSE "pause",
        /// Resume.
        Resume = OYSTER_ACTION_RESUME "resume",
        /// Rewind.
        Rewind = OYSTER_ACTION_REWIND "rewind",
        /// End the travel.
        End = OYSTER_ACTION_END "end",
        /// Replace the acts of a scriptlist travel.
        UpdateScript = OYSTER_ACTION_UPDATE_SCRIPT "updateScript",
    }
}

vocabulary! {
    /// Pixel formats, 8 bits per sample, byte order as in memory. YCbCr is BT.601, limited range.
    pub enum PixelFormat {
        /// Three planes Y, U, V; U and V at half width and half height. The stream's own format.
        I420 = OYSTER_PIXEL_FORMAT_I420 "i420",
        /// Two planes Y, UV interleaved (U first) at half height.
        Nv12 = OYSTER_PIXEL_FORMAT_NV12 "nv12",
        /// One plane R, G, B, A; A is 255.
        Rgba = OYSTER_PIXEL_FORMAT_RGBA "rgba",
        /// One plane B, G, R, A; A is 255.
        Bgra = OYSTER_PIXEL_FORMAT_BGRA "bgra",
        /// One plane R, G, B.
        Rgb24 = OYSTER_PIXEL_FORMAT_RGB24 "rgb24",
        /// One plane B, G, R.
        Bgr24 = OYSTER_PIXEL_FORMAT_BGR24 "bgr24",
    }
}

vocabulary! {
    /// Severity of a log record.
    pub enum LogLevel {
        /// For the library's developers.
        Debug = OYSTER_LOG_LEVEL_DEBUG "debug",
        /// What happens in order.
        Info = OYSTER_LOG_LEVEL_INFO "info",
        /// What a developer wants to know.
        Warning = OYSTER_LOG_LEVEL_WARNING "warning",
        /// What went wrong.
        Error = OYSTER_LOG_LEVEL_ERROR "error",
    }
}

vocabulary! {
    /// Where callbacks of an engine run.
    pub enum Delivery {
        /// On a thread of the library, one callback at a time per engine. The default.
        Thread = OYSTER_DELIVERY_THREAD "thread",
        /// On the host's thread: inside [`Engine::dispatch`](crate::Engine::dispatch), and inside
        /// every call that waits.
        Host = OYSTER_DELIVERY_HOST "host",
    }
}

vocabulary! {
    /// Semantic view of an error code: the cases of the SDK reference, and one of ours.
    pub enum ErrorKind {
        /// No error.
        None = OYSTER_ERROR_KIND_NONE "none",
        /// 100001 and 100002.
        NotInitialized = OYSTER_ERROR_KIND_NOT_INITIALIZED "notInitialized",
        /// 101001.
        TokenMissing = OYSTER_ERROR_KIND_TOKEN_MISSING "tokenMissing",
        /// 101002.
        TokenInvalid = OYSTER_ERROR_KIND_TOKEN_INVALID "tokenInvalid",
        /// 103001.
        NoActiveTravel = OYSTER_ERROR_KIND_NO_ACTIVE_TRAVEL "noActiveTravel",
        /// 103002.
        InvalidState = OYSTER_ERROR_KIND_INVALID_STATE "invalidState",
        /// 103003: any mode mismatch; the name is the reference's.
        SendCommandInDirecting = OYSTER_ERROR_KIND_SEND_COMMAND_IN_DIRECTING "sendCommandInDirecting",
        /// 103004.
        ConcurrentTravel = OYSTER_ERROR_KIND_CONCURRENT_TRAVEL "concurrentTravel",
        /// 105001.
        RealtimeConnectFailed = OYSTER_ERROR_KIND_REALTIME_CONNECT_FAILED "realtimeConnectFailed",
        /// 105002.
        RealtimeJoinTimeout = OYSTER_ERROR_KIND_REALTIME_JOIN_TIMEOUT "realtimeJoinTimeout",
        /// 105003.
        FirstFrameTimeout = OYSTER_ERROR_KIND_FIRST_FRAME_TIMEOUT "firstFrameTimeout",
        /// 105004.
        ChannelNotReady = OYSTER_ERROR_KIND_CHANNEL_NOT_READY "channelNotReady",
        /// 105005.
        CallbackTimeout = OYSTER_ERROR_KIND_CALLBACK_TIMEOUT "callbackTimeout",
        /// 106001.
        LocalNetwork = OYSTER_ERROR_KIND_LOCAL_NETWORK "localNetwork",
        /// 106002.
        ResponseDecodeFailed = OYSTER_ERROR_KIND_RESPONSE_DECODE_FAILED "responseDecodeFailed",
        /// 105006.
        StreamAutoEnd = OYSTER_ERROR_KIND_STREAM_AUTO_END "streamAutoEnd",
        /// 106003.
        ProxyOrUnrecognized = OYSTER_ERROR_KIND_PROXY_OR_UNRECOGNIZED "proxyOrUnrecognized",
        /// 108001.
        FeatureGateDisabled = OYSTER_ERROR_KIND_FEATURE_GATE_DISABLED "featureGateDisabled",
        /// A 4xxxxx or 5xxxxx code of the server.
        Server = OYSTER_ERROR_KIND_SERVER "server",
        /// A number outside every table.
        Unknown = OYSTER_ERROR_KIND_UNKNOWN "unknown",
        /// 109xxx: misuse of the interface.
        InterfaceMisuse = OYSTER_ERROR_KIND_INTERFACE_MISUSE "interfaceMisuse",
    }
}

vocabulary! {
    /// Movement of a [`Command`](crate::Command).
    pub enum Translation {
        /// Stand.
        None = OYSTER_TRANSLATION_NONE "none",
        /// Forward.
        Front = OYSTER_TRANSLATION_FRONT "front",
        /// Backward.
        Back = OYSTER_TRANSLATION_BACK "back",
        /// To the left.
        Left = OYSTER_TRANSLATION_LEFT "left",
        /// To the right.
        Right = OYSTER_TRANSLATION_RIGHT "right",
        /// Forward and to the left.
        FrontLeft = OYSTER_TRANSLATION_FRONT_LEFT "frontLeft",
        /// Forward and to the right.
        FrontRight = OYSTER_TRANSLATION_FRONT_RIGHT "frontRight",
        /// Backward and to the left.
        BackLeft = OYSTER_TRANSLATION_BACK_LEFT "backLeft",
        /// Backward and to the right.
        BackRight = OYSTER_TRANSLATION_BACK_RIGHT "backRight",
    }
}

vocabulary! {
    /// View rotation of a [`Command`](crate::Command).
    pub enum Rotation {
        /// Keep the view.
        None = OYSTER_ROTATION_NONE "none",
        /// Look up.
        MouseUp = OYSTER_ROTATION_MOUSE_UP "mouseUp",
        /// Look down.
        MouseDown = OYSTER_ROTATION_MOUSE_DOWN "mouseDown",
        /// Look left.
        MouseLeft = OYSTER_ROTATION_MOUSE_LEFT "mouseLeft",
        /// Look right.
        MouseRight = OYSTER_ROTATION_MOUSE_RIGHT "mouseRight",
        /// Look up and left.
        MouseUpLeft = OYSTER_ROTATION_MOUSE_UP_LEFT "mouseUpLeft",
        /// Look up and right.
        MouseUpRight = OYSTER_ROTATION_MOUSE_UP_RIGHT "mouseUpRight",
        /// Look down and left.
        MouseDownLeft = OYSTER_ROTATION_MOUSE_DOWN_LEFT "mouseDownLeft",
        /// Look down and right.
        MouseDownRight = OYSTER_ROTATION_MOUSE_DOWN_RIGHT "mouseDownRight",
    }
}

vocabulary! {
    /// One-shot action of a [`Command`](crate::Command): submitted once, sent exactly once.
    pub enum Interaction {
        /// Nothing.
        None = OYSTER_INTERACTION_NONE "none",
        /// Jump.
        Jump = OYSTER_INTERACTION_JUMP "jump",
        /// Attack.
        Attack = OYSTER_INTERACTION_ATTACK "attack",
        /// Crouch.
        Crouch = OYSTER_INTERACTION_CROUCH "crouch",
        /// Sprint.
        Sprint = OYSTER_INTERACTION_SPRINT "sprint",
    }
}
