//! Objects that are written member by member: no tree is built and taken down again.

use countersign_kernels::base64::Alphabet;

use super::{MAX_EXACT, number::spell_exact, push_quoted};

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

    /// A member whose value is JSON text already. No name of a member needs an escape.
    pub(crate) fn json(mut self, name: &str, json: &str) -> Self {
        self.0.push_str(if self.begins() { "{\"" } else { ",\"" });
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(json);
        self
    }

    /// A member whose name came from somebody.
    pub(crate) fn member(mut self, name: &str, json: &str) -> Self {
        self.0.push_str(if self.begins() { "{" } else { "," });
        push_quoted(name, &mut self.0);
        self.0.push(':');
        self.0.push_str(json);
        self
    }

    pub(crate) fn text(self, name: &'static str, text: &str) -> Self {
        let mut written = self.json(name, "");
        push_quoted(text, &mut written.0);
        written
    }

    /// A text, or `null`.
    pub(crate) fn text_or_null(self, name: &'static str, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.text(name, text),
            None => self.json(name, "null"),
        }
    }

    /// A member whose value is JSON text already, or `null`.
    pub(crate) fn json_or_null(self, name: &'static str, json: Option<&str>) -> Self {
        self.json(name, json.unwrap_or("null"))
    }

    pub(crate) fn number(self, name: &'static str, number: u64) -> Self {
        self.json(name, &number.to_string())
    }

    /// A number as canonical JSON has it, for a text that is hashed: as its double, where that has other digits.
    pub(crate) fn canonical_number(self, name: &'static str, number: u64) -> Self {
        self.json(name, &spell_exact(&number.into(), MAX_EXACT))
    }

    /// A number, or `null`.
    pub(crate) fn number_or_null(self, name: &'static str, number: Option<u64>) -> Self {
        match number {
            Some(number) => self.number(name, number),
            None => self.json(name, "null"),
        }
    }

    /// Bytes, as base64url.
    pub(crate) fn bytes(self, name: &'static str, bytes: &[u8]) -> Self {
        self.text(name, &Alphabet::URL.encode(bytes))
    }

    pub(crate) fn flag(self, name: &'static str, flag: bool) -> Self {
        self.json(name, if flag { "true" } else { "false" })
    }

    pub(crate) fn texts<'a>(
        self,
        name: &'static str,
        texts: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut written = self.json(name, "");
        push_texts(texts, &mut written.0);
        written
    }

    /// An object that `write` writes.
    pub(crate) fn inner(self, name: &'static str, write: impl FnOnce(Self) -> Self) -> Self {
        write(self.json(name, "")).close()
    }

    /// A list of objects, each as in [`Self::inner`].
    pub(crate) fn objects<T>(
        self,
        name: &'static str,
        items: impl Iterator<Item = T>,
        write: impl Fn(Self, T) -> Self,
    ) -> Self {
        let mut written = self.json(name, "[");
        for (index, item) in items.enumerate() {
            if index > 0 {
                written.0.push(',');
            }
            written = write(written, item).close();
        }
        written.0.push(']');
        written
    }

    /// A list of values that are JSON text already.
    pub(crate) fn list(self, name: &'static str, items: &[String]) -> Self {
        self.json(name, &list_of(items))
    }

    /// A member, unless there is no value.
    pub(crate) fn maybe<T>(self, value: Option<T>, write: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => write(self, value),
            None => self,
        }
    }

    pub(crate) fn end(self) -> String {
        self.close().0
    }

    /// Ends an object, which may have no member.
    fn close(mut self) -> Self {
        self.0.push_str(if self.begins() { "{}" } else { "}" });
        self
    }

    /// Nothing, or one of these, stands where a value may begin, and never where one ended.
    fn begins(&self) -> bool {
        matches!(self.0.as_bytes().last(), None | Some(b':' | b'[' | b','))
    }
}

/// A list of values that are JSON text already.
pub(crate) fn list_of(items: &[String]) -> String {
    ["[", &items.join(","), "]"].concat()
}

/// A list of texts.
pub(crate) fn list_of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut list = String::new();
    push_texts(texts, &mut list);
    list
}

fn push_texts<'a>(texts: impl Iterator<Item = &'a str>, list: &mut String) {
    list.push('[');
    for (index, text) in texts.enumerate() {
        if index > 0 {
            list.push(',');
        }
        push_quoted(text, list);
    }
    list.push(']');
}

/// A list of pairs of texts.
pub(crate) fn pairs<'a>(pairs: impl Iterator<Item = [&'a str; 2]>) -> String {
    let mut list = String::with_capacity(512);
    for [first, second] in pairs {
        list.push_str(if list.is_empty() { "[[" } else { ",[" });
        push_quoted(first, &mut list);
        list.push(',');
        push_quoted(second, &mut list);
        list.push(']');
    }
    list.push_str(if list.is_empty() { "[]" } else { "]" });
    list
}
