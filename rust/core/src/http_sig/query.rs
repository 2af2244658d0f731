//! One parameter of a query (RFC 9421, section 2.2.8).
//!
//! Names and values are decoded as `application/x-www-form-urlencoded` and encoded again, so that
//! every spelling has one form. A value that is not UTF-8 is refused, because to replace its bytes
//! would make different values equal.

use super::target::Target;
use crate::Error;

impl Target {
    /// The value of the one parameter whose encoded name is `name`.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT_MISSING`; `ERR_HTTP_SIG_COMPONENT` if the name comes twice, or the
    /// parameter is not UTF-8.
    pub(super) fn query_parameter(&self, name: &str) -> Result<String, Error> {
        self.parameter(|own| encode(&own) == name, name).map(|value| encode(&value))
    }

    /// The decoded value of the one parameter whose decoded name is `name`.
    pub(super) fn plain_parameter(&self, name: &str) -> Result<String, Error> {
        let value = self.parameter(|own| own == name.as_bytes(), name)?;
        String::from_utf8(value).map_err(|_| not_text())
    }

    fn parameter(&self, is: impl Fn(Vec<u8>) -> bool, name: &str) -> Result<Vec<u8>, Error> {
        let mut found = None;
        for pair in self.query.as_deref().unwrap_or_default().split('&') {
            let (own, value) = pair.split_once('=').unwrap_or((pair, ""));
            if pair.is_empty() || !is(decode(own)) {
                continue;
            }
            if found.replace(decode(value)).is_some() {
                return Err(Error::HttpSigComponent("a query parameter that comes twice"));
            }
        }
        let name = || format!("\"@query-param\";name=\"{name}\"");
        let value = found.ok_or_else(|| Error::HttpSigComponentMissing(name()))?;
        if core::str::from_utf8(&value).is_ok() { Ok(value) } else { Err(not_text()) }
    }
}

fn not_text() -> Error {
    Error::HttpSigComponent("a query parameter that is not UTF-8")
}

fn decode(text: &str) -> Vec<u8> {
    unescape(&text.replace('+', " "))
}

/// Percent-decodes. A percent sign without two digits stands for itself.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => nibble(*high).zip(nibble(*low)),
            _ => None,
        };
        let (byte, next) = match escaped {
            Some((high, low)) => (high << 4 | low, tail.get(2..).unwrap_or_default()),
            None => (*first, tail),
        };
        bytes.push(byte);
        rest = next;
    }
    bytes
}

fn nibble(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"*-._".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}
