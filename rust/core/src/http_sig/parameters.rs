//! What a signature covers, and its parameters (RFC 9421, section 2.3), in the order received.

use sfv::{BareItem, FieldType, InnerList, ListEntry};

use super::Component;
use crate::{Error, hazmat::structured_fields::read_unique};

/// Most components of one signature.
pub const MAX_COMPONENTS: usize = 64;

/// The list of components of one signature, and its parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub(super) components: Vec<Component>,
    pub(super) created: Option<u64>,
    pub(super) expires: Option<u64>,
    pub(super) keyid: Option<String>,
    pub(super) alg: Option<String>,
    pub(super) nonce: Option<String>,
    pub(super) tag: Option<String>,
    pub(super) list: InnerList,
}

impl Parameters {
    /// Reads a received list. Parameters of other names stay where they are: they are signed too.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT` for an identifier that is malformed, or comes twice;
    /// `ERR_HTTP_SIG_PARAMETER` for a parameter of a wrong type; `ERR_LIMIT_EXCEEDED`.
    pub(super) fn read(list: InnerList) -> Result<Self, Error> {
        if list.items.len() > MAX_COMPONENTS {
            return Err(Error::LimitExceeded("number of components", MAX_COMPONENTS));
        }
        let components: Vec<Component> =
            list.items.iter().map(Component::read).collect::<Result<_, _>>()?;
        let mut rest = components.as_slice();
        while let [first, tail @ ..] = rest {
            if tail.iter().any(|other| first.is_same(other)) {
                return Err(Error::HttpSigComponent("one that comes twice"));
            }
            rest = tail;
        }
        Ok(Self {
            components,
            created: seconds(&list, "created")?,
            expires: seconds(&list, "expires")?,
            keyid: text(&list, "keyid")?,
            alg: text(&list, "alg")?,
            nonce: text(&list, "nonce")?,
            tag: text(&list, "tag")?,
            list,
        })
    }

    /// Reads list and parameters as text: `("@method");created=1`.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_MALFORMED`; as for a received list.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let malformed = || Error::HttpSigMalformed("an input that is no list of components");
        let members = read_unique(format!("x={text}").as_bytes())?;
        let is_one = members.len() == 1;
        match members.into_values().next() {
            Some(ListEntry::InnerList(list)) if is_one => Self::read(list),
            _ => Err(malformed()),
        }
    }

    /// List and parameters in canonical form: the last line of the base.
    #[must_use]
    pub fn to_text(&self) -> String {
        vec![ListEntry::InnerList(self.list.clone())].serialize().unwrap_or_default()
    }

    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.components.len()
    }

    /// Whether the whole of a name is covered.
    pub(super) fn covers(&self, name: &str, req: bool) -> bool {
        self.components.iter().any(|component| component.is_whole(name, req))
    }
}

fn wrong(name: &'static str) -> Error {
    Error::HttpSigParameter(name)
}

fn seconds(list: &InnerList, name: &'static str) -> Result<Option<u64>, Error> {
    let Some(value) = list.params.get(name) else { return Ok(None) };
    let whole = value.as_integer().and_then(|value| u64::try_from(i64::from(value)).ok());
    whole.map(Some).ok_or(wrong(name))
}

fn text(list: &InnerList, name: &'static str) -> Result<Option<String>, Error> {
    match list.params.get(name) {
        None => Ok(None),
        Some(BareItem::String(text)) => Ok(Some(text.as_str().to_owned())),
        Some(_) => Err(wrong(name)),
    }
}
