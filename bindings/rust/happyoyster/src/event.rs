// SPDX-License-Identifier: Apache-2.0
//! Events of a travel.

use std::fmt;
use std::time::Duration;

use happyoyster_sys as sys;

use crate::json::Value;
use crate::{text, Error, MediaUrl, StartResult, Status};

/// One event of a travel.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// 1, 2, 3 … per travel; a gap means dropped events.
    pub sequence: u64,
    /// When it happened, on the clock `CLOCK_MONOTONIC`.
    pub monotonic_time: Duration,
    /// Status after the event.
    pub status: Status,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// The status changed to the event's `status`.
    StatusChanged,
    /// A failure. When the travel failed, `failed` is the next event, and a pending operation fails
    /// with the same error. Otherwise no operation waits for what failed, such as a command.
    Error(Error),
    /// The server answered start; the media connection is next.
    TravelInfoReady(StartResult),
    /// A still image of the first scene can be fetched.
    FirstFrameGenerated(MediaUrl),
    /// Action lists, chapters or executed instructions changed.
    TravelUpdated(TravelUpdate),
    /// An event of a type that this version does not know.
    Other,
}

/// The current lists of a travel.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TravelUpdate {
    /// Actions of the character.
    pub character_actions: Vec<String>,
    /// Actions of the environment.
    pub environment_actions: Vec<String>,
    /// All of it as JSON text, as in docs/json.md. It can hold URLs, so `Debug` does not show it.
    pub json: String,
}

impl fmt::Debug for TravelUpdate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("TravelUpdate");
        shown.field("character_actions", &self.character_actions);
        shown.field("environment_actions", &self.environment_actions);
        shown.finish_non_exhaustive()
    }
}

impl Event {
    /// Whether this is the last event of its travel.
    pub fn is_last(&self) -> bool {
        self.kind == EventKind::StatusChanged && self.status.is_terminal()
    }

    /// Copies a borrowed event.
    ///
    /// # Safety
    /// `event` and its payload are valid for the call.
    pub(crate) unsafe fn copy(event: &sys::oyster_event) -> Event {
        // SAFETY: as the caller promises.
        let payload = unsafe { text::print(event.payload) };
        Event {
            sequence: event.sequence,
            monotonic_time: Duration::from_micros(
                u64::try_from(event.monotonic_time_us).unwrap_or(0),
            ),
            status: Status::from_raw(event.status).unwrap_or(Status::Idle),
            kind: EventKind::parse(event.r#type, event.code, payload),
        }
    }
}

impl EventKind {
    fn parse(kind: sys::oyster_event_type, code: i32, payload: String) -> EventKind {
        let data = || Value::parse(&payload).unwrap_or(Value::Null);
        match kind {
            sys::OYSTER_EVENT_STATUS_CHANGED => EventKind::StatusChanged,
            sys::OYSTER_EVENT_ERROR => EventKind::Error(Error::from_object(code, "", payload)),
            sys::OYSTER_EVENT_TRAVEL_INFO_READY => {
                EventKind::TravelInfoReady(StartResult::parse(&data()))
            }
            sys::OYSTER_EVENT_FIRST_FRAME_GENERATED => {
                let url = data().text("firstFrame").unwrap_or("").to_string();
                EventKind::FirstFrameGenerated(MediaUrl(url))
            }
            sys::OYSTER_EVENT_TRAVEL_UPDATED => EventKind::TravelUpdated(TravelUpdate {
                character_actions: words(&data(), "characterActions"),
                environment_actions: words(&data(), "environmentActions"),
                json: payload,
            }),
            _ => EventKind::Other,
        }
    }
}

fn words(data: &Value, key: &str) -> Vec<String> {
    let words = data.array(key).iter().filter_map(|word| match word {
        Value::Text(word) => Some(word.clone()),
        _ => None,
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::EventKind;
    use crate::code;

    #[test]
    fn payloads_are_read_by_type() {
        let parse = |kind, code, text: &str| EventKind::parse(kind, code, text.to_string());
        assert_eq!(parse(1, 0, r#"{"status":"running"}"#), EventKind::StatusChanged);
        assert_eq!(parse(99, 0, "{}"), EventKind::Other);
        match parse(5, 0, r#"{"characterActions":["dash",1],"environmentActions":[]}"#) {
            EventKind::TravelUpdated(update) => {
                assert_eq!(update.character_actions, ["dash"]);
                assert!(update.environment_actions.is_empty());
                assert!(update.json.starts_with('{'));
            }
            other => panic!("{:?}", other),
        }
        match parse(2, code::INVALID_STATE, r#"{"operation":"pause"}"#) {
            EventKind::Error(error) => assert_eq!(error.operation(), Some("pause")),
            other => panic!("{:?}", other),
        }
    }
}
