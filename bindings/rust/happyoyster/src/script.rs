// SPDX-License-Identifier: Apache-2.0
//! Scripts for scriptlist travels.

/// The acts of a scriptlist travel, as the JSON text of docs/json.md. The service wants 45 acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script(String);

impl Script {
    /// Acts by their content alone; turns count from 1.
    ///
    /// ```
    /// let script = happyoyster::Script::from_acts(["The sea is \"calm\"", "A storm"]);
    /// # assert_eq!(script.as_json(),
    /// # r#"{"acts":[{"turn":1,"content":"The sea is \"calm\""},{"turn":2,"content":"A storm"}]}"#);
    /// ```
    pub fn from_acts<T: AsRef<str>>(acts: impl IntoIterator<Item = T>) -> Self {
        let acts = acts
            .into_iter()
            .enumerate()
            .map(|(i, act)| format!("{{\"turn\":{},\"content\":{}}}", i + 1, quoted(act.as_ref())));
        Script(format!("{{\"acts\":[{}]}}", acts.collect::<Vec<_>>().join(",")))
    }

    /// Acts with every member that docs/json.md names; the library judges the text.
    pub fn from_json(text: impl Into<String>) -> Self {
        Script(text.into())
    }

    /// The JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control < ' ' => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use crate::json::Value;

    #[test]
    fn quoted_text_is_read_back() {
        for text in ["", "plain", "\"\\/\n\u{1}", "äö🦪"] {
            assert_eq!(Value::parse(&quoted(text)), Some(Value::Text(text.to_string())));
        }
    }
}
