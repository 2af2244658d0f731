//! What a signature covers, and its parameters (RFC 9421, section 2.3), in the order received.

use super::Component;
use crate::{
    Error,
    hazmat::structured_fields::{Bare, InnerList, Member, Named, read_unique},
    print::Written,
};

/// Most components of one signature.
pub const MAX_COMPONENTS: usize = 64;

/// Parameters whose value is a text.
const TEXTS: [&str; 4] = ["keyid", "alg", "nonce", "tag"];

/// The list of components of one signature, and its parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub(super) components: Vec<Component>,
    pub(super) created: Option<u64>,
    pub(super) expires: Option<u64>,
    /// All parameters, those of other names too. Those of [`TEXTS`] are texts.
    pub(super) pairs: Named<Bare>,
    /// List and parameters in canonical form.
    pub(super) text: String,
}

impl Parameters {
    /// Reads a received list. Parameters of other names stay where they are: they are signed too.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT` for an identifier that is malformed, or comes twice;
    /// `ERR_HTTP_SIG_PARAMETER` for a parameter of a wrong type; `ERR_LIMIT_EXCEEDED`.
    pub(super) fn read(list: InnerList) -> Result<Self, Error> {
        check_count(list.items.len())?;
        let components = list.items.iter().map(Component::read).collect::<Result<_, _>>()?;
        Self::of(components, list.parameters)
    }

    /// The parameters of what a signer covers, or of a received list.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub(super) fn of(components: Vec<Component>, pairs: Named<Bare>) -> Result<Self, Error> {
        check_count(components.len())?;
        let mut rest = components.as_slice();
        while let [first, tail @ ..] = rest {
            if tail.iter().any(|other| first.is_same(other)) {
                return Err(Error::HttpSigComponent("one that comes twice"));
            }
            rest = tail;
        }
        let (created, expires) = (seconds(&pairs, "created")?, seconds(&pairs, "expires")?);
        TEXTS.into_iter().try_for_each(|name| check_text(&pairs, name))?;
        Ok(Self { created, expires, text: write(&components, &pairs), components, pairs })
    }

    /// Reads list and parameters as text: `("@method");created=1`.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_MALFORMED`; `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_STRUCTURED_FIELD_DUPLICATE`; as for a received
    /// list.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let malformed = || Error::HttpSigMalformed("an input that is no list of components");
        let members = read_unique(format!("x={text}").as_bytes())?;
        let is_one = members.len() == 1;
        match members.into_iter().next() {
            Some((_, Member::List(list))) if is_one => Self::read(list),
            _ => Err(malformed()),
        }
    }

    /// List and parameters in canonical form: the last line of the base.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.text.clone()
    }

    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.components.len()
    }

    /// The name of the key, as received.
    pub(super) fn keyid(&self) -> Option<&str> {
        self.said("keyid")
    }

    /// The name of the algorithm, as received.
    pub(super) fn alg(&self) -> Option<&str> {
        self.said("alg")
    }

    /// What may come only once under a key.
    pub(super) fn nonce(&self) -> Option<&str> {
        self.said("nonce")
    }

    /// The application that the signature is for.
    pub(super) fn tag(&self) -> Option<&str> {
        self.said("tag")
    }

    fn said(&self, name: &str) -> Option<&str> {
        self.pairs.get(name)?.as_string()
    }

    /// Whether the whole of a name is covered.
    pub(super) fn covers(&self, name: &str, req: bool) -> bool {
        self.components.iter().any(|component| component.is_whole(name, req))
    }
}

fn check_count(components: usize) -> Result<(), Error> {
    if components > MAX_COMPONENTS {
        return Err(Error::LimitExceeded("number of components", MAX_COMPONENTS));
    }
    Ok(())
}

/// The canonical form. The components have theirs already.
fn write(components: &[Component], pairs: &Named<Bare>) -> String {
    let mut text = String::with_capacity(256);
    text.push('(');
    for (index, component) in components.iter().enumerate() {
        text.push_str(if index > 0 { " " } else { "" });
        text.push_str(&component.text);
    }
    text.push(')');
    pairs.push(&mut text);
    text
}

fn wrong(name: &'static str) -> Error {
    Error::HttpSigParameter(name)
}

fn seconds(pairs: &Named<Bare>, name: &'static str) -> Result<Option<u64>, Error> {
    let Some(value) = pairs.get(name) else { return Ok(None) };
    match value {
        Bare::Integer(whole) => u64::try_from(*whole).map(Some).map_err(|_| wrong(name)),
        _ => Err(wrong(name)),
    }
}

fn check_text(pairs: &Named<Bare>, name: &'static str) -> Result<(), Error> {
    match pairs.get(name) {
        None | Some(Bare::String(_)) => Ok(()),
        Some(_) => Err(wrong(name)),
    }
}

impl Parameters {
    /// Writes what the signature says of itself: `{ label, components, created?, expires?, keyid?, alg?, nonce?, tag? }`.
    pub(super) fn claims(&self, label: &str) -> Written {
        let Self { components, created, expires, .. } = self;
        let text = |name| move |claims: Written, text: &str| claims.text(name, text);
        let number = |name| move |claims: Written, time| claims.number(name, time);
        Written::new()
            .text("label", label)
            .texts("components", components.iter().map(|component| component.text.as_str()))
            .maybe(*created, number("created"))
            .maybe(*expires, number("expires"))
            .maybe(self.keyid(), text("keyid"))
            .maybe(self.alg(), text("alg"))
            .maybe(self.nonce(), text("nonce"))
            .maybe(self.tag(), text("tag"))
    }
}
