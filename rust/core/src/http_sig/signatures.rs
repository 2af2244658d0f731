//! The signatures of a message: its fields `Signature-Input` and `Signature` (RFC 9421, section 4).

use super::{Message, Parameters};
use crate::{
    Error,
    hazmat::structured_fields::{Bare, Dictionary, InnerList, Item, Member, is_name, read_unique},
    print::list_of,
};

/// Most signatures of one message.
const MAX_SIGNATURES: usize = 16;

/// A signature that was not checked yet.
#[derive(Clone, Debug)]
pub struct Found {
    pub(super) label: String,
    pub(super) list: InnerList,
    pub(super) signature: Vec<u8>,
}

impl Found {
    /// The `tag` as received, read before anything else, because it says whose signature it is.
    pub(super) fn tag(&self) -> Option<&str> {
        self.list.parameters.get("tag")?.as_string()
    }
}

/// Every signature of a message, in its order. A label that stands in only one of the fields is passed over.
///
/// # Errors
///
/// `ERR_HTTP_SIG_MISSING` for none; `ERR_HTTP_SIG_MALFORMED` for fields that are not of their form;
/// `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_STRUCTURED_FIELD_DUPLICATE`; `ERR_LIMIT_EXCEEDED`.
pub(super) fn find(message: &Message) -> Result<Vec<Found>, Error> {
    let inputs = dictionary(message, "signature-input")?;
    let mut signatures = dictionary(message, "signature")?;
    let mut found = Vec::new();
    for (label, input) in inputs {
        let Member::List(list) = input else {
            return Err(Error::HttpSigMalformed("an input that is no list of components"));
        };
        match signatures.take(&label) {
            None => {}
            Some(Member::Item(Item { bare: Bare::Binary(signature), .. })) => {
                found.push(Found { label, list, signature });
            }
            Some(_) => return Err(Error::HttpSigMalformed("a signature that is not bytes")),
        }
    }
    if found.is_empty() { Err(Error::HttpSigMissing) } else { Ok(found) }
}

/// Checks a label, which is the name of a member (RFC 9651, section 3.2). `ERR_HTTP_SIG_LABEL` for another text.
pub(super) fn check_spelling(label: &str) -> Result<(), Error> {
    let reason =
        "the label must be of a-z, 0-9, `_`, `-`, `.` and `*`, and begin with a letter or `*`";
    if is_name(label) { Ok(()) } else { Err(Error::HttpSigLabel(reason)) }
}

fn dictionary(message: &Message, name: &str) -> Result<Dictionary, Error> {
    let value = message.headers.combine(name).ok_or(Error::HttpSigMissing)?;
    let members = read_unique(&value)?;
    if members.len() > MAX_SIGNATURES {
        return Err(Error::LimitExceeded("number of signatures", MAX_SIGNATURES));
    }
    Ok(members)
}

/// What every signature of a message says of itself. Nothing is verified. The result is a JSON list of
/// `{ label, components, created?, expires?, keyid?, alg?, nonce?, tag? }`.
///
/// # Errors
///
/// `ERR_HTTP_SIG_MISSING`, `ERR_HTTP_SIG_MALFORMED`, `ERR_HTTP_SIG_COMPONENT`,
/// `ERR_HTTP_SIG_PARAMETER`; `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_STRUCTURED_FIELD_DUPLICATE`; `ERR_LIMIT_EXCEEDED`.
pub fn list_to_json(message: &Message) -> Result<String, Error> {
    let claims = find(message)?
        .into_iter()
        .map(|found| Ok(Parameters::read(found.list)?.claims(&found.label).end()));
    Ok(list_of(&claims.collect::<Result<Vec<_>, Error>>()?))
}
