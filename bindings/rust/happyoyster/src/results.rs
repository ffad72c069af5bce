// SPDX-License-Identifier: Apache-2.0
//! Results of operations. Names are those of the SDK reference, in snake case.

use std::fmt;

use crate::json::Value;
use crate::{Mode, Status};

/// URL of an image, a video or audio: a secret of the travel, which `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
pub struct MediaUrl(pub(crate) String);

impl MediaUrl {
    /// The URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MediaUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MediaUrl(…)")
    }
}

/// The server's data about a travel, from its start.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StartResult {
    /// Id of the travel.
    pub encrypted_travel_id: String,
    /// Id of its world.
    pub encrypted_world_id: String,
    /// How the world is controlled.
    pub mode: Mode,
    /// The server's word for the mode, also when `mode` is [`Mode::Unknown`].
    pub mode_name: String,
    /// Version of the world.
    pub version: String,
    /// `simple` or `scriptlist`.
    pub creation_model: Option<String>,
    /// `width:height`, acting only.
    pub aspect_ratio: Option<String>,
    /// Length of an adventure in seconds.
    pub max_experience_time_sec: Option<f64>,
    /// URL of the recording of the service.
    pub play_url: Option<MediaUrl>,
    /// A still image of the first scene.
    pub first_frame: Option<MediaUrl>,
    /// Background music.
    pub bgm_url: Option<MediaUrl>,
}

/// The status after pause or resume.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StateResult {
    /// Id of the travel.
    pub encrypted_travel_id: String,
    /// Status now.
    pub status: Status,
}

/// The second from which the storyline continues; the server rounds to blocks of 4 s.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RewindResult {
    /// Id of the travel.
    pub encrypted_travel_id: String,
    /// Status now.
    pub status: Status,
    /// Seconds from the start of the storyline.
    pub resumed_at_sec: Option<f64>,
}

/// When and after how many seconds a travel ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EndResult {
    /// Id of the travel; empty when it was never started.
    pub encrypted_travel_id: String,
    /// The terminal status.
    pub status: Status,
    /// Time of the end, ISO 8601 in UTC.
    pub ended_at: String,
    /// Length in seconds.
    pub duration: Option<f64>,
    /// Whether the server confirmed the end; if not, the library measured the other values.
    pub confirmed: bool,
}

/// Whether an instruction was accepted, and whether the library keeps it until a resume.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InstructResult {
    /// Id of the travel.
    pub encrypted_travel_id: String,
    /// The instruction.
    pub content: String,
    /// Whether it was accepted.
    pub accepted: bool,
    /// Whether the library keeps it until the resume.
    pub queued: bool,
}

/// Whether a new script was accepted, and how many turns it has.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScriptResult {
    /// Id of the travel.
    pub encrypted_travel_id: String,
    /// Whether it was accepted.
    pub accepted: bool,
    /// Number of turns.
    pub turn_count: u32,
}

fn text(data: &Value, key: &str) -> String {
    data.text(key).unwrap_or("").to_string()
}

fn url(data: &Value, key: &str) -> Option<MediaUrl> {
    data.text(key).map(|url| MediaUrl(url.to_string()))
}

fn status(data: &Value) -> Status {
    data.text("status").and_then(Status::from_name).unwrap_or(Status::Idle)
}

impl StartResult {
    pub(crate) fn parse(data: &Value) -> Self {
        StartResult {
            encrypted_travel_id: text(data, "encryptedTravelId"),
            encrypted_world_id: text(data, "encryptedWorldId"),
            mode: data.text("mode").and_then(Mode::from_name).unwrap_or(Mode::Unknown),
            mode_name: text(data, "mode"),
            version: text(data, "version"),
            creation_model: data.text("creationModel").map(String::from),
            aspect_ratio: data.text("aspectRatio").map(String::from),
            max_experience_time_sec: data.number("maxExperienceTimeSec"),
            play_url: url(data, "playUrl"),
            first_frame: url(data, "firstFrame"),
            bgm_url: url(data, "bgmUrl"),
        }
    }
}

impl StateResult {
    pub(crate) fn parse(data: &Value) -> Self {
        StateResult { encrypted_travel_id: text(data, "encryptedTravelId"), status: status(data) }
    }
}

impl RewindResult {
    pub(crate) fn parse(data: &Value) -> Self {
        RewindResult {
            encrypted_travel_id: text(data, "encryptedTravelId"),
            status: status(data),
            resumed_at_sec: data.number("resumedAtSec"),
        }
    }
}

impl EndResult {
    pub(crate) fn parse(data: &Value) -> Self {
        EndResult {
            encrypted_travel_id: text(data, "encryptedTravelId"),
            status: status(data),
            ended_at: text(data, "endedAt"),
            duration: data.number("duration"),
            confirmed: data.is_true("confirmed"),
        }
    }
}

impl InstructResult {
    pub(crate) fn parse(data: &Value) -> Self {
        InstructResult {
            encrypted_travel_id: text(data, "encryptedTravelId"),
            content: text(data, "content"),
            accepted: data.is_true("accepted"),
            queued: data.is_true("queued"),
        }
    }
}

impl ScriptResult {
    pub(crate) fn parse(data: &Value) -> Self {
        ScriptResult {
            encrypted_travel_id: text(data, "encryptedTravelId"),
            accepted: data.is_true("accepted"),
            turn_count: data.number("turnCount").map_or(0, |count| count as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EndResult, StartResult};
    use crate::json::Value;
    use crate::{Mode, Status};

    #[test]
    fn a_start_result_is_read_and_keeps_its_secrets() {
        let text = r#"{"encryptedTravelId":"t","mode":"acting","playUrl":"https://secret",
            "firstFrame":null,"aspectRatio":"9:16","maxExperienceTimeSec":60,"version":"1.0"}"#;
        let start = StartResult::parse(&Value::parse(text).unwrap());
        assert_eq!((start.mode, start.version.as_str()), (Mode::Acting, "1.0"));
        assert_eq!(start.mode_name, "acting");
        assert_eq!(start.aspect_ratio.as_deref(), Some("9:16"));
        assert_eq!(
            (start.max_experience_time_sec, start.first_frame.is_none()),
            (Some(60.0), true)
        );
        assert_eq!(start.play_url.as_ref().map(|url| url.as_str()), Some("https://secret"));
        assert!(!format!("{:?}", start).contains("secret"));
    }

    #[test]
    fn what_is_missing_or_of_another_type_is_empty() {
        let start = StartResult::parse(&Value::parse(r#"{"mode":"flying","version":1}"#).unwrap());
        assert_eq!((start.mode, start.version.as_str()), (Mode::Unknown, ""));
        assert_eq!(start.mode_name, "flying");
        let end = EndResult::parse(&Value::Null);
        assert_eq!((end.status, end.duration, end.confirmed), (Status::Idle, None, false));
    }
}
