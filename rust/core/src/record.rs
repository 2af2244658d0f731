//! Records: JSON objects with the members that their kind lists and no other, and the bytes that are
//! signed or hashed for them.
//!
//! ```text
//! lp(x)    = u32be(length of x) ‖ x
//! labelled = lp(label) ‖ JCS(members)
//! ```
//!
//! Every format of our own that is an object goes through the one reader, [`Record`]: receipts,
//! grants, proofs of possession, identities. [`crate::signed_record`] has what signed records share
//! beyond that. Options have a reader whose errors say so ([`crate::trust`]); formats of other systems
//! are read as these systems read them (`encoding::go`, [`crate::aid`]).

use core::{ops::RangeInclusive, str::FromStr};
use std::borrow::Cow;

use countersign_kernels::json::Kind;

use crate::{
    Error, did,
    encoding::{
        base64url,
        document::{Document, Items, MAX_BYTES, Node, Numbers, OwnedObject},
        frames,
    },
    error::excerpt,
    keys::{Algorithm, PublicKey, multikey},
    time::UnixSeconds,
};

/// The error of a format for a member that is missing or wrong: its name, and what is wrong with it.
pub type Refuse = fn(Cow<'static, str>, &'static str) -> Error;

const MISSING: &str = "it is missing";

/// Longest DID, key id or URL, in bytes.
pub(crate) const MAX_TEXT: usize = 8192;

/// A JSON text that must be an object, whose numbers may be written again.
pub(crate) fn read(text: &str) -> Result<Document<'_>, Error> {
    Document::read_object(text.as_bytes(), Numbers::Reprinted)
}

/// As [`read`], of a text that is kept.
pub(crate) fn keep(text: &str) -> Result<OwnedObject, Error> {
    OwnedObject::read(text.as_bytes(), Numbers::Reprinted)
}

/// What is signed or hashed under a label: `lp(label) ‖ canonical`.
pub(crate) fn label_bytes(label: &str, canonical: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(label.len() + canonical.len() + 4);
    frames::put(&mut out, label.as_bytes());
    out.extend(canonical);
    out
}

/// Whether text has a length in bytes, and no control character.
pub(crate) fn is_line(text: &str, length: &RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && !text.chars().any(char::is_control)
}

/// Refuses an algorithm that the key does not do.
pub(crate) fn check_algorithm(key: &PublicKey, algorithm: Algorithm) -> Result<(), Error> {
    let (key_type, algorithm_type) = (key.key_type(), algorithm.key_type());
    if key_type == algorithm_type {
        return Ok(());
    }
    Err(Error::KeyAlgorithm(key_type.as_str(), algorithm.as_str()))
}

/// Strict reading of an object: every member is known, and every value has one form. After the members
/// that the format lists, call [`Self::end`], which refuses any member that was not read.
pub struct Record<'a> {
    node: Node<'a>,
    /// A bit for each member that was read, in their order. No format has so many that one is not counted.
    known: u64,
    refuse: Refuse,
}

impl<'a> Record<'a> {
    pub(crate) const fn new(node: Node<'a>, refuse: Refuse) -> Self {
        Self { node, known: 0, refuse }
    }

    pub(crate) fn of(node: Node<'a>, member: &'static str, refuse: Refuse) -> Result<Self, Error> {
        match node.kind() {
            Kind::Object => Ok(Self::new(node, refuse)),
            _ => Err(refuse(member.into(), "it must be an object")),
        }
    }

    pub(crate) fn has(&self, member: &str) -> bool {
        self.node.has(member)
    }

    /// A member of any type, if it is there.
    pub(crate) fn take(&mut self, member: &str) -> Option<Node<'a>> {
        let mut members = (0..).zip(self.node.members());
        let (place, (_, value)) = members.find(|(_, (name, _))| name.says(member))?;
        self.known |= 1_u64.checked_shl(place).unwrap_or(0);
        Some(value)
    }

    /// A member, read by `read`, if it is there.
    pub(crate) fn maybe<T>(
        &mut self,
        member: &'static str,
        read: impl FnOnce(&mut Self, &'static str) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        if self.has(member) { read(self, member).map(Some) } else { Ok(None) }
    }

    /// A member of any type.
    pub(crate) fn value(&mut self, member: &'static str) -> Result<Node<'a>, Error> {
        self.take(member).ok_or_else(|| self.refuse(member, MISSING))
    }

    #[cold]
    fn refuse(&self, member: &'static str, reason: &'static str) -> Error {
        (self.refuse)(member.into(), reason)
    }

    /// `type`, which names the format and its version; `other` makes the error of another.
    pub(crate) fn kind(&mut self, want: &str, other: fn(String) -> Error) -> Result<(), Error> {
        let got = self.text("type", 1..=256)?;
        if got == want { Ok(()) } else { Err(other(excerpt(got))) }
    }

    /// Text of a length in bytes.
    pub(crate) fn text(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<&'a str, Error> {
        let text = self.value(member)?.as_str();
        let text = text.ok_or_else(|| self.refuse(member, "it must be text"))?;
        let fits = length.contains(&text.len()).then_some(text);
        fits.ok_or_else(|| self.refuse(member, "it is empty, too short or too long"))
    }

    /// Text of a length in bytes, without control characters.
    pub(crate) fn line(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<&'a str, Error> {
        let text = self.text(member, length.clone())?;
        let line = is_line(text, &length).then_some(text);
        line.ok_or_else(|| self.refuse(member, "it holds a control character"))
    }

    /// Text of at most [`MAX_TEXT`] bytes, as an owned string.
    pub(crate) fn owned(&mut self, member: &'static str) -> Result<String, Error> {
        self.text(member, 1..=MAX_TEXT).map(str::to_owned)
    }

    /// A value that is parsed from text of at most [`MAX_TEXT`] bytes.
    pub(crate) fn parsed<T: FromStr>(&mut self, member: &'static str) -> Result<T, Error> {
        let value = self.text(member, 1..=MAX_TEXT)?.parse();
        value.map_err(|_| self.refuse(member, "it is not in the form of this member"))
    }

    /// A DID in the one spelling in which DIDs are compared.
    pub(crate) fn did(&mut self, member: &'static str) -> Result<&'a str, Error> {
        let text = self.text(member, 1..=MAX_TEXT)?;
        let canonical = did::parse_into(text).is_ok_and(|parsed| parsed.text == text);
        let did = canonical.then_some(text);
        did.ok_or_else(|| self.refuse(member, "it is not a DID in its canonical spelling"))
    }

    pub(crate) fn key(&mut self, member: &'static str) -> Result<PublicKey, Error> {
        multikey::decode(self.text(member, 1..=multikey::MAX_TEXT)?)
    }

    pub(crate) fn algorithm(&mut self, member: &'static str) -> Result<Algorithm, Error> {
        self.text(member, 1..=64)?.parse()
    }

    /// The id of a record: a prefix, and 32 bytes in base64url.
    pub(crate) fn id(&mut self, member: &'static str, prefix: &str) -> Result<String, Error> {
        let text = self.text(member, 1..=MAX_TEXT)?;
        let hash = text.strip_prefix(prefix).map(base64url::decode);
        match hash {
            Some(Ok(hash)) if hash.len() == 32 => Ok(text.to_owned()),
            _ => Err(self.refuse(member, "it is not the id of such a record")),
        }
    }

    /// Bytes in base64url.
    pub(crate) fn bytes(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<Vec<u8>, Error> {
        let bytes = base64url::decode(self.text(member, 1..=MAX_BYTES)?).ok();
        let bytes = bytes.ok_or_else(|| self.refuse(member, "it is not canonical base64url"))?;
        let fits = length.contains(&bytes.len()).then_some(bytes);
        fits.ok_or_else(|| self.refuse(member, "it holds too few or too many bytes"))
    }

    /// Bytes of one length; the error for another states both lengths.
    pub(crate) fn array<const N: usize>(&mut self, member: &'static str) -> Result<[u8; N], Error> {
        self.array_or(member, |got| Error::BytesLength(member, N, got))
    }

    /// Bytes of one length; `wrong` makes the error for another.
    pub(crate) fn array_or<const N: usize>(
        &mut self,
        member: &'static str,
        wrong: impl FnOnce(usize) -> Error,
    ) -> Result<[u8; N], Error> {
        let bytes = self.bytes(member, 0..=MAX_BYTES)?;
        let got = bytes.len();
        bytes.try_into().map_err(|_| wrong(got))
    }

    /// A signature of the length of its algorithm; the error for another states both lengths.
    pub(crate) fn signature(
        &mut self,
        member: &'static str,
        algorithm: Algorithm,
    ) -> Result<Vec<u8>, Error> {
        let bytes = self.bytes(member, 0..=MAX_BYTES)?;
        match (algorithm.signature_len(), bytes.len()) {
            (want, got) if want != got => Err(Error::BytesLength(member, want, got)),
            _ => Ok(bytes),
        }
    }

    pub(crate) fn whole(&mut self, member: &'static str, most: u64) -> Result<u64, Error> {
        let number = self.value(member)?.as_u64().filter(|number| *number <= most);
        number.ok_or_else(|| self.refuse(member, "it must be a whole number in its range"))
    }

    pub(crate) fn seconds(&mut self, member: &'static str) -> Result<UnixSeconds, Error> {
        self.whole(member, u64::MAX).map(UnixSeconds)
    }

    pub(crate) fn object(&mut self, member: &'static str) -> Result<Self, Error> {
        Self::of(self.value(member)?, member, self.refuse)
    }

    /// A list of at most `most` values.
    pub(crate) fn list(&mut self, member: &'static str, most: usize) -> Result<Items<'a>, Error> {
        let list = self.value(member)?;
        if list.kind() != Kind::Array {
            return Err(self.refuse(member, "it must be a list"));
        }
        match list.items().nth(most) {
            Some(_) => Err(Error::LimitExceeded(member, most)),
            None => Ok(list.items()),
        }
    }

    /// A list of at most `most` objects.
    pub(crate) fn objects(
        &mut self,
        member: &'static str,
        most: usize,
    ) -> Result<Vec<Self>, Error> {
        let items = self.list(member, most)?;
        items.map(|item| Self::of(item, member, self.refuse)).collect()
    }

    /// A list of texts, none of them twice. `most` must be small, because each is compared with all.
    pub(crate) fn texts(
        &mut self,
        member: &'static str,
        most: usize,
    ) -> Result<Vec<&'a str>, Error> {
        let mut texts = Vec::new();
        for item in self.list(member, most)? {
            match item.as_str() {
                Some(text) if !texts.contains(&text) => texts.push(text),
                _ => return Err(self.refuse(member, "it must hold texts, none of them twice")),
            }
        }
        Ok(texts)
    }

    /// The object itself.
    pub(crate) const fn node(&self) -> Node<'a> {
        self.node
    }

    /// Refuses a member that was not read, so that no content goes unnoticed.
    pub(crate) fn end(self) -> Result<(), Error> {
        let is_known = |place: u32| self.known.checked_shr(place).is_some_and(|bits| bits & 1 == 1);
        let mut members = (0..).zip(self.node.members());
        match members.find(|(place, _)| !is_known(*place)) {
            Some((_, (name, _))) => {
                Err(unknown_member(self.refuse, name.as_str().unwrap_or_default()))
            }
            None => Ok(()),
        }
    }
}

/// The error for a member that the format does not have.
#[cold]
pub(crate) fn unknown_member(refuse: Refuse, name: &str) -> Error {
    refuse(excerpt(name).into(), "the format has no such member")
}
