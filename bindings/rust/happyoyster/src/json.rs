// SPDX-License-Identifier: Apache-2.0
//! A strict reader of JSON text, for the objects that the library hands out.

/// The deepest nesting that is read, as in docs/json.md.
const DEPTH: usize = 64;

/// A JSON value. Members keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads a text that is one value and nothing else.
    pub fn parse(text: &str) -> Option<Value> {
        let mut reader = Reader { text, position: 0 };
        let value = reader.value(DEPTH)?;
        reader.space();
        (reader.position == text.len()).then_some(value)
    }

    /// A member of an object.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(name, _)| name == key).map(|m| &m.1),
            _ => None,
        }
    }

    /// A member that is text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A member that is a number.
    pub fn number(&self, key: &str) -> Option<f64> {
        match self.get(key) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Whether a member is `true`.
    pub fn is_true(&self, key: &str) -> bool {
        self.get(key) == Some(&Value::Bool(true))
    }

    /// The elements of a member that is an array; none otherwise.
    pub fn array(&self, key: &str) -> &[Value] {
        match self.get(key) {
            Some(Value::Array(elements)) => elements,
            _ => &[],
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn accept(&mut self, word: &str) -> Option<()> {
        self.rest().starts_with(word).then(|| self.position += word.len())
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.position += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.space();
        match self.peek()? {
            b'n' => self.accept("null").map(|()| Value::Null),
            b't' => self.accept("true").map(|()| Value::Bool(true)),
            b'f' => self.accept("false").map(|()| Value::Bool(false)),
            b'"' => self.string().map(Value::Text),
            b'[' => self.array(depth.checked_sub(1)?),
            b'{' => self.object(depth.checked_sub(1)?),
            _ => self.number(),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        let mut elements = Vec::new();
        self.list("[", "]", |reader| {
            elements.push(reader.value(depth)?);
            Some(())
        })?;
        Some(Value::Array(elements))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members: Vec<(String, Value)> = Vec::new();
        self.list("{", "}", |reader| {
            let key = reader.string()?;
            reader.space();
            reader.accept(":")?;
            let is_new = members.iter().all(|(known, _)| *known != key);
            members.push((key, reader.value(depth)?));
            is_new.then_some(())
        })?;
        Some(Value::Object(members))
    }

    /// Reads what stands between two brackets, separated by commas.
    fn list(
        &mut self,
        open: &str,
        close: &str,
        mut element: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.accept(open)?;
        self.space();
        if self.accept(close).is_some() {
            return Some(());
        }
        loop {
            self.space();
            element(self)?;
            self.space();
            if self.accept(close).is_some() {
                return Some(());
            }
            self.accept(",")?;
        }
    }

    fn string(&mut self) -> Option<String> {
        self.accept("\"")?;
        let mut text = String::new();
        loop {
            let plain = self.rest().find(|c| c == '"' || c == '\\' || c < ' ')?;
            text.push_str(&self.rest()[..plain]);
            self.position += plain;
            match self.peek()? {
                b'"' => {
                    self.position += 1;
                    return Some(text);
                }
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        self.position += 1;
        let letter = self.peek()?;
        self.position += 1;
        match letter {
            b'"' | b'\\' | b'/' => Some(char::from(letter)),
            b'b' => Some('\u{8}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            b'u' => self.unicode(),
            _ => None,
        }
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.hexadecimal()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        self.accept("\\u")?;
        let second = self.hexadecimal()?.checked_sub(0xdc00).filter(|half| *half < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn hexadecimal(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        self.position += 4;
        let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_plain.then(|| u32::from_str_radix(digits, 16).ok())?
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.position;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.position += 1;
        }
        (self.position > start).then_some(())
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.position;
        let _ = self.accept("-");
        if self.accept("0").is_none() {
            self.digits()?;
        }
        if self.accept(".").is_some() {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.position += 1;
            let _ = self.accept("+").or_else(|| self.accept("-"));
            self.digits()?;
        }
        let number: f64 = self.text[start..self.position].parse().ok()?;
        number.is_finite().then_some(Value::Number(number))
    }
}
