//! JSON objects that are written member by member, for what a host reads: no tree is built and taken down again.

use serde_json::Value;

/// An object that is being written. Its members stand in the order of the calls.
pub(crate) struct Written(String);

impl Written {
    pub(crate) fn new() -> Self {
        Self(String::with_capacity(512))
    }

    /// A member whose value is JSON text already.
    pub(crate) fn json(mut self, name: &'static str, json: &str) -> Self {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(json);
        self
    }

    pub(crate) fn text(self, name: &'static str, text: &str) -> Self {
        let mut written = self.json(name, "");
        push_quoted(&mut written.0, text);
        written
    }

    pub(crate) fn number(self, name: &'static str, number: u64) -> Self {
        self.json(name, &number.to_string())
    }

    pub(crate) fn flag(self, name: &'static str, flag: bool) -> Self {
        self.json(name, if flag { "true" } else { "false" })
    }

    pub(crate) fn texts<'a>(
        self,
        name: &'static str,
        texts: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut written = self.json(name, "[");
        for (index, text) in texts.enumerate() {
            if index > 0 {
                written.0.push(',');
            }
            push_quoted(&mut written.0, text);
        }
        written.0.push(']');
        written
    }

    /// A member, unless there is no value.
    pub(crate) fn maybe<T>(self, value: Option<T>, write: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => write(self, value),
            None => self,
        }
    }

    pub(crate) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

fn push_quoted(out: &mut String, text: &str) {
    if text.bytes().any(|byte| matches!(byte, 0..0x20 | b'"' | b'\\')) {
        return out.push_str(&Value::from(text).to_string());
    }
    out.push('"');
    out.push_str(text);
    out.push('"');
}
