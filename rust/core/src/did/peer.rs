//! `did:peer`: identifiers that carry their own document (did:peer method 2.0, DIF).
//!
//! | numalgo | Form | Document |
//! | --- | --- | --- |
//! | 0 | `0z…`: one key | here |
//! | 1 | `1z…`: a stored document | must be known |
//! | 2 | `2` and elements `.A .D .E .I .V` of keys, `.S` of services, 1..=64 of them | here |
//! | 3 | `3z…`: short form of 2 | must be known |
//! | 4 | `4z…`: short form; `4z…:z…`: long form | long form here |

use super::{jwk, key, refused};
use crate::Error;

/// Most elements of a numalgo 2 identifier.
pub const MAX_ELEMENTS: usize = 64;

pub(super) fn check(id: &str) -> Result<(), Error> {
    let (numalgo, rest) = id.split_at_checked(1).unwrap_or_default();
    let valid = match numalgo {
        "0" | "1" | "3" => key::is_multibase(rest),
        "2" => is_elements(rest),
        "4" => rest.split(':').all(key::is_multibase) && rest.split(':').count() <= 2,
        _ => return Err(refused("peer", "numalgo is 0 to 4")),
    };
    if valid { Ok(()) } else { Err(refused("peer", "the identifier has the form of its numalgo")) }
}

fn is_elements(text: &str) -> bool {
    let mut elements = text.split('.');
    let first = elements.next();
    first == Some("")
        && (1..=MAX_ELEMENTS).contains(&elements.clone().count())
        && elements.all(is_element)
}

fn is_element(element: &str) -> bool {
    match element.split_at_checked(1) {
        Some(("A" | "D" | "E" | "I" | "V", key)) => key::is_multibase(key),
        Some(("S", service)) => !service.is_empty() && jwk::is_base64url(service),
        _ => false,
    }
}
