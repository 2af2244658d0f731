//! JSON objects that are written member by member, for what a host reads: no tree is built and taken down again.

use serde_json::{Map, Value};

/// An object that is being written. Its members stand in the order of the calls.
pub(crate) struct Written(String);

impl Written {
    pub(crate) fn new() -> Self {
        Self::with_room(512)
    }

    /// For about so many bytes: memory that grows is copied, and wiped where it was.
    pub(crate) fn with_room(length: usize) -> Self {
        Self(String::with_capacity(length))
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

    /// An object that was read.
    pub(crate) fn object(self, name: &'static str, members: &Map<String, Value>) -> Self {
        self.json(name, &serde_json::to_string(members).unwrap_or_default())
    }

    /// A list of values that are JSON text already.
    pub(crate) fn list(self, name: &'static str, items: &[String]) -> Self {
        self.json(name, &format!("[{}]", items.join(",")))
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

/// A list of pairs of texts.
pub(crate) fn pairs<'a>(pairs: impl Iterator<Item = [&'a str; 2]>) -> String {
    let mut list = String::with_capacity(512);
    for [first, second] in pairs {
        list.push_str(if list.is_empty() { "[[" } else { ",[" });
        push_quoted(&mut list, first);
        list.push(',');
        push_quoted(&mut list, second);
        list.push(']');
    }
    list.push_str(if list.is_empty() { "[]" } else { "]" });
    list
}

fn push_quoted(out: &mut String, text: &str) {
    if text.bytes().any(|byte| byte < b' ') {
        return out.push_str(&Value::from(text).to_string());
    }
    out.push('"');
    let mut start = 0;
    for (place, _) in text.match_indices(['"', '\\']) {
        out.push_str(text.get(start..place).unwrap_or_default());
        out.push('\\');
        start = place;
    }
    out.push_str(text.get(start..).unwrap_or_default());
    out.push('"');
}
