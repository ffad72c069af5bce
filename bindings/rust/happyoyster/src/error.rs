// SPDX-License-Identifier: Apache-2.0
//! The error type.

use std::fmt;

use happyoyster_sys as sys;

use crate::json::Value;
use crate::{text, ErrorKind};

/// A failure that the library or the service reported. Its [`code`](Error::code) is the type.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    code: i32,
    operation: String,
    message: String,
    ends_travel: bool,
    is_retryable: bool,
    details: String,
}

impl Error {
    /// The error of a code that a function returned.
    pub(crate) fn refused(code: i32, operation: &'static str) -> Self {
        Error::with_message(code, operation, "")
    }

    /// The same; `limit` names the limit of `LIMIT_REACHED`, which its code does not.
    pub(crate) fn limited(code: i32, operation: &'static str, limit: &str) -> Self {
        if code != sys::OYSTER_ERROR_LIMIT_REACHED {
            return Error::refused(code, operation);
        }
        let message = format!("A limit of the library is reached: {}.", limit);
        Error::with_message(code, operation, &message)
    }

    /// An error with a message of this crate.
    pub(crate) fn with_message(code: i32, operation: &'static str, message: &str) -> Self {
        Error(Box::new(Inner {
            code,
            operation: operation.to_string(),
            message: message.to_string(),
            // SAFETY: a pure function of a number.
            ends_travel: unsafe { sys::oyster_error_ends_travel(code) },
            is_retryable: false,
            details: String::new(),
        }))
    }

    /// The error of a completion or an event, from the error object of docs/json.md.
    pub(crate) fn from_object(code: i32, operation: &'static str, details: String) -> Self {
        let mut error = Error::with_message(code, operation, "");
        if let Some(object) = Value::parse(&details) {
            if let Some(name) = object.text("operation") {
                error.0.operation = snake_case(name);
            }
            if let Some(Value::Bool(ends)) = object.get("endsTravel") {
                error.0.ends_travel = *ends;
            }
            error.0.message = object.text("message").unwrap_or("").to_string();
            error.0.is_retryable = object.is_true("retryable");
            error.0.details = details;
        }
        error
    }

    /// The numeric type of the error, such as 401011; the module [`code`](crate::code) names them.
    pub fn code(&self) -> i32 {
        self.0.code
    }

    /// Semantic view of the code.
    pub fn kind(&self) -> ErrorKind {
        // SAFETY: a pure function of a number.
        let raw = unsafe { sys::oyster_error_kind(self.0.code) };
        ErrorKind::from_raw(raw).unwrap_or(ErrorKind::Unknown)
    }

    /// Short name of the code, such as `SERVER_TICKET_USED`.
    pub fn name(&self) -> &'static str {
        // SAFETY: the text is static.
        unsafe { text::from_static(sys::oyster_error_name(self.0.code)) }
    }

    /// What a developer does about it.
    pub fn advice(&self) -> &'static str {
        // SAFETY: the text is static.
        unsafe { text::from_static(sys::oyster_error_advice(self.0.code)) }
    }

    /// What happened, in one sentence; the name of the code if there is no message.
    pub fn message(&self) -> &str {
        if self.0.message.is_empty() {
            self.name()
        } else {
            &self.0.message
        }
    }

    /// The method that failed, such as `send_instruct`; `None` for failures without a call.
    pub fn operation(&self) -> Option<&str> {
        Some(self.0.operation.as_str()).filter(|name| !name.is_empty())
    }

    /// Whether the travel is over because of it.
    pub fn ends_travel(&self) -> bool {
        self.0.ends_travel
    }

    /// Whether the same call may succeed without a change.
    pub fn retryable(&self) -> bool {
        self.0.is_retryable
    }

    /// The error object of docs/json.md as JSON text, with diagnostics under `raw`; empty for a
    /// call that was refused at once.
    pub fn details(&self) -> &str {
        &self.0.details
    }
}

/// The result of a function, as a `Result`.
pub(crate) fn check(code: sys::oyster_result, operation: &'static str) -> Result<(), Error> {
    match code {
        sys::OYSTER_OK => Ok(()),
        code => Err(Error::refused(code, operation)),
    }
}

/// The same for a function with a limit.
pub(crate) fn check_limit(
    code: sys::oyster_result,
    operation: &'static str,
    limit: &str,
) -> Result<(), Error> {
    match code {
        sys::OYSTER_OK => Ok(()),
        code => Err(Error::limited(code, operation, limit)),
    }
}

/// Turns the reference's spelling of a method, `sendInstruct`, into Rust's.
fn snake_case(name: &str) -> String {
    let mut spelled = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            spelled.push('_');
        }
        spelled.push(letter.to_ascii_lowercase());
    }
    spelled
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation() {
            write!(formatter, "{}: ", operation)?;
        }
        write!(formatter, "{} {}.", self.code(), self.name())?;
        if !self.0.message.is_empty() {
            write!(formatter, " {}.", self.0.message.trim_end_matches('.'))?;
        }
        match self.advice() {
            "" => Ok(()),
            advice => write!(formatter, " {}", advice),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Error({})", self)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::{snake_case, Error};

    #[test]
    fn operations_are_spelled_as_methods() {
        assert_eq!(snake_case("updateScript"), "update_script");
        assert_eq!(snake_case("start"), "start");
    }

    #[test]
    fn the_error_object_gives_message_operation_and_diagnostics() {
        let object = r#"{"code":401011,"message":"The ticket was used.","operation":"sendInstruct",
            "endsTravel":true,"retryable":true,"raw":{"httpStatus":401}}"#;
        let error = Error::from_object(401011, "start", object.to_string());
        assert_eq!((error.code(), error.operation()), (401011, Some("send_instruct")));
        assert_eq!(error.message(), "The ticket was used.");
        assert!(error.ends_travel() && error.retryable());
        assert!(error.details().contains("httpStatus"));
        assert!(error.to_string().starts_with("send_instruct: 401011 SERVER_TICKET_USED. The "));
    }

    #[test]
    fn limit_reached_names_the_limit() {
        let error = Error::limited(109007, "acquire", "64 frames of this view are held");
        assert_eq!(
            error.message(),
            "A limit of the library is reached: 64 frames of this view are held."
        );
        assert!(error.to_string().contains("64 frames of this view are held."));
        assert!(!Error::limited(109009, "acquire", "64 frames").to_string().contains("64"));
    }

    #[test]
    fn without_an_error_object_the_code_gives_all_values() {
        let error = Error::refused(105001, "start");
        assert_eq!(error.message(), "REALTIME_CONNECT_FAILED");
        assert!(error.ends_travel() && !error.retryable() && error.details().is_empty());
        assert_eq!(Error::from_object(1, "", "no JSON".to_string()).operation(), None);
    }
}
