//! One parameter of a query (RFC 9421, section 2.2.8).
//!
//! Names and values are decoded as `application/x-www-form-urlencoded` and encoded again, so that
//! every spelling has one form. A value that is not UTF-8 is refused, because to replace its bytes
//! would make different values equal.

use countersign_kernels::order::sorted_by;

use super::target::Target;
use crate::Error;

/// The parameters of a query, each as the encoded name, a line break and the value as received: in order, so that the
/// query is decoded once, however many components ask for a part of it.
#[derive(Debug)]
pub(super) struct Query(Vec<String>);

impl Query {
    pub(super) fn of(target: &Target) -> Self {
        let pairs = target.query.as_deref().unwrap_or_default().split('&');
        let pairs = pairs.filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            [&encode(&decode(name)), "\n", value].concat()
        });
        Self(sorted_by(pairs.collect(), String::cmp))
    }

    /// The encoded value of the one parameter whose encoded name is `name`.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT_MISSING`; `ERR_HTTP_SIG_COMPONENT` if the name comes twice, or the
    /// parameter is not UTF-8.
    pub(super) fn encoded(&self, name: &str) -> Result<String, Error> {
        self.find_only(name, name).map(|value| encode(value.as_bytes()))
    }

    /// The decoded value of the one parameter whose decoded name is `name`.
    pub(super) fn plain(&self, name: &str) -> Result<String, Error> {
        self.find_only(&encode(name.as_bytes()), name)
    }

    fn find_only(&self, encoded: &str, name: &str) -> Result<String, Error> {
        let start = [encoded, "\n"].concat();
        let first = self.0.partition_point(|pair| *pair < start);
        let mut found = self.0.iter().skip(first).map_while(|pair| pair.strip_prefix(&start));
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => {
                Err(Error::HttpSigComponent("a query parameter that comes twice"))
            }
            (Some(value), None) => String::from_utf8(decode(value))
                .map_err(|_| Error::HttpSigComponent("a query parameter that is not UTF-8")),
            _ => Err(Error::HttpSigComponentMissing(format!("\"@query-param\";name=\"{name}\""))),
        }
    }
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
