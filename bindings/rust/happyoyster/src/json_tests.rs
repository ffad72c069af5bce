// SPDX-License-Identifier: Apache-2.0
//! Tests of the JSON reader, apart from it because the live tests use the reader, too.

use crate::json::Value;

fn text(value: &str) -> Value {
    Value::Text(value.to_string())
}

#[test]
fn values_are_read() {
    let cases = [
        ("null", Value::Null),
        (" true ", Value::Bool(true)),
        ("-0.5e+2", Value::Number(-50.0)),
        ("0", Value::Number(0.0)),
        (r#""a\"\\\/\b\f\n\r\tz""#, text("a\"\\/\u{8}\u{c}\n\r\tz")),
        (r#""\u00e4ö\ud83e\uddaa""#, text("äö🦪")),
        ("[]", Value::Array(Vec::new())),
        ("[1 , \"b\"]", Value::Array(vec![Value::Number(1.0), text("b")])),
        ("{ }", Value::Object(Vec::new())),
    ];
    for (source, expected) in cases {
        assert_eq!(Value::parse(source), Some(expected), "{}", source);
    }
}

#[test]
fn members_are_found_by_name_and_type() {
    let value = Value::parse(r#"{"a":"b","n":2,"t":true,"l":["x"],"o":{"a":null}}"#).unwrap();
    assert_eq!((value.text("a"), value.text("n")), (Some("b"), None));
    assert_eq!((value.number("n"), value.number("a")), (Some(2.0), None));
    assert!(value.is_true("t") && !value.is_true("n"));
    assert_eq!((value.array("l"), value.array("a").len()), (&[text("x")][..], 0));
    assert_eq!(value.get("o").and_then(|o| o.get("a")), Some(&Value::Null));
}

#[test]
fn what_is_not_json_is_refused() {
    let deep = "[".repeat(65) + &"]".repeat(65);
    let bad = [
        "",
        "nul",
        "true x",
        "01",
        "1.",
        ".5",
        "+1",
        "-",
        "1e",
        "1e999",
        "NaN",
        "[1,]",
        "[1",
        "[,]",
        "{\"a\"}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\":1,\"a\":2}",
        "\"",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\\u+123\"",
        &deep,
    ];
    for source in bad {
        assert_eq!(Value::parse(source), None, "{}", source);
    }
    assert!(Value::parse(&deep[1..129]).is_some());
}
