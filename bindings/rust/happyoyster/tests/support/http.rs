// SPDX-License-Identifier: Apache-2.0
//! The smallest HTTP client that can talk to the gateway's control port.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::Value;

/// Makes one request and reads the JSON object of the answer.
pub fn request(base: &str, method: &str, path: &str, body: &str) -> Value {
    let host = base.strip_prefix("http://").expect("the control port speaks plain HTTP");
    let mut stream = TcpStream::connect(host).expect("the gateway listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout can be set");
    let head = format!(
        "{} {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        method,
        path,
        host,
        body.len()
    );
    stream.write_all((head + body).as_bytes()).expect("the gateway reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the gateway answers in UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    let is_good = head.starts_with("HTTP/1.1 200") || head.starts_with("HTTP/1.1 201");
    assert!(is_good, "{} {}: {}", method, path, answer);
    assert!(!head.to_lowercase().contains("chunked"), "the client does not know chunks: {}", head);
    Value::parse(body).unwrap_or_else(|| panic!("{} {}: not JSON: {}", method, path, body))
}
