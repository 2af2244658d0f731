//! The two messages of SAGE's handshake: see [`super`].
//!
//! Both are JSON objects whose members are texts, with no member but these.

use std::borrow::Cow;

use countersign_kernels::order::sorted;
use sha2::{Digest, Sha256};

use super::secrets::check_plain;
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, MAX_BYTES, Numbers},
        go,
    },
    print::Written,
    record::Record,
    time::{UnixSeconds, rfc3339},
};

#[cfg(test)]
mod tests;

/// SAGE's name of this handshake.
pub const TASK: &str = "hpke/complete@v1";

/// Version in a reply.
const VERSION: &str = "v1";

/// What the initiator sends. The names and their order are SAGE's.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Request {
    /// HPKE's encapsulated key, base64url.
    pub enc: String,
    /// The initiator's ephemeral key, base64url.
    pub eph_c: String,
    /// As [`super::export_context`].
    pub export_ctx: String,
    /// As [`super::info`].
    pub info: String,
    /// DID of the initiator.
    pub init_did: String,
    /// Used once.
    pub nonce: String,
    /// DID of the responder.
    pub resp_did: String,
    /// RFC 3339.
    pub ts: String,
}

impl Request {
    /// Reads the payload as it was sent.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_HANDSHAKE_SAGE_MALFORMED`;
    /// `ERR_HANDSHAKE_SAGE_AMBIGUOUS`.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let message = Document::read_object(text.as_bytes(), Numbers::Exact)?;
        let mut members = Members::of(&message);
        let request = Self {
            enc: members.take("enc")?,
            eph_c: members.take("ephC")?,
            export_ctx: members.take("exportCtx")?,
            info: members.take("info")?,
            init_did: members.take("initDid")?,
            nonce: members.take("nonce")?,
            resp_did: members.take("respDid")?,
            ts: members.take("ts")?,
        };
        members.end()?;
        [&request.init_did, &request.resp_did, &request.nonce]
            .into_iter()
            .try_for_each(|text| check_name(text, "initDid, respDid or nonce"))?;
        Ok(request)
    }

    /// The payload to send, and to sign.
    #[must_use]
    pub fn to_json(&self) -> String {
        write(&[
            ("enc", &self.enc),
            ("ephC", &self.eph_c),
            ("exportCtx", &self.export_ctx),
            ("info", &self.info),
            ("initDid", &self.init_did),
            ("nonce", &self.nonce),
            ("respDid", &self.resp_did),
            ("ts", &self.ts),
        ])
    }
}

/// What the responder answers, in the order in which it is signed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reply {
    /// `v1`.
    pub v: String,
    /// [`TASK`].
    pub task: String,
    /// The context.
    pub ctx: String,
    /// Name of the session in later messages.
    pub kid: String,
    /// The responder's ephemeral key, base64url.
    pub eph_s: String,
    /// As [`super::ack_tag`], base64url.
    pub ack_tag: String,
    /// RFC 3339.
    pub ts: String,
    /// DID of the responder.
    pub did: String,
    /// SHA-256 of `info`, base64url.
    pub info_hash: String,
    /// SHA-256 of `exportCtx`, base64url.
    pub export_ctx_hash: String,
    /// As in the request.
    pub enc: String,
    /// As in the request.
    pub eph_c: String,
}

impl Reply {
    /// Reads a reply and its signature.
    ///
    /// # Errors
    ///
    /// As [`Request::from_json`].
    pub fn from_json(text: &str) -> Result<(Self, Vec<u8>), Error> {
        let message = Document::read_object(text.as_bytes(), Numbers::Exact)?;
        let mut members = Members::of(&message);
        let reply = Self {
            v: members.take("v")?,
            task: members.take("task")?,
            ctx: members.take("ctx")?,
            kid: members.take("kid")?,
            eph_s: members.take("ephS")?,
            ack_tag: members.take("ackTagB64")?,
            ts: members.take("ts")?,
            did: members.take("did")?,
            info_hash: members.take("infoHash")?,
            export_ctx_hash: members.take("exportCtxHash")?,
            enc: members.take("enc")?,
            eph_c: members.take("ephC")?,
        };
        let signature = base64url::decode(&members.take("sigB64")?)?;
        members.end()?;
        if reply.v != VERSION || reply.task != TASK {
            return Err(malformed("v", "it must be v1, and the task hpke/complete@v1"));
        }
        check_name(&reply.kid, "kid")?;
        Ok((reply, signature))
    }

    /// What is signed.
    #[must_use]
    pub fn signing_input(&self) -> String {
        write(&self.members())
    }

    /// The reply to send: its members are sorted, as those of SAGE are.
    #[must_use]
    pub fn to_json(&self, signature: &[u8]) -> String {
        let signature = base64url::encode(signature);
        let members = self.members().into_iter().chain([("sigB64", signature.as_str())]);
        write(&sorted(members.collect()))
    }

    fn members(&self) -> [(&'static str, &str); 12] {
        [
            ("v", &self.v),
            ("task", &self.task),
            ("ctx", &self.ctx),
            ("kid", &self.kid),
            ("ephS", &self.eph_s),
            ("ackTagB64", &self.ack_tag),
            ("ts", &self.ts),
            ("did", &self.did),
            ("infoHash", &self.info_hash),
            ("exportCtxHash", &self.export_ctx_hash),
            ("enc", &self.enc),
            ("ephC", &self.eph_c),
        ]
    }
}

/// An object of these texts, as Go writes it.
fn write(members: &[(&'static str, &str)]) -> String {
    let add = |written: Written, (name, text): &(&'static str, &str)| written.text(name, text);
    go::escaped(members.iter().fold(Written::new(), add).end())
}

/// The version and the task of a reply.
pub(super) fn version_and_task() -> (String, String) {
    (VERSION.to_owned(), TASK.to_owned())
}

/// Base64url of SHA-256.
pub(super) fn hash(text: &str) -> String {
    base64url::encode(&Sha256::digest(text))
}

/// 32 bytes in base64url.
pub(super) fn key(text: &str, member: &'static str) -> Result<[u8; 32], Error> {
    let wrong = |_| malformed(member, "it must have 32 bytes");
    base64url::decode(text)?.try_into().map_err(wrong)
}

/// Checks a text that will be joined with others: it is not empty, and holds no separator.
pub(super) fn check_name(text: &str, member: &'static str) -> Result<(), Error> {
    if text.is_empty() {
        return Err(malformed(member, "it must not be empty"));
    }
    check_plain(text)
}

/// Checks that `ts - skew <= now < ts + skew`, and gives that end: the first second at which the
/// message is too old.
pub(super) fn check_time(ts: &str, now: UnixSeconds, skew: u64) -> Result<UnixSeconds, Error> {
    let time = read_time(ts)?;
    let end = UnixSeconds(time.0.saturating_add(skew));
    let good = time.0 <= now.0.saturating_add(skew) && now < end;
    if good { Ok(end) } else { Err(Error::HandshakeSageTime(time.0)) }
}

/// A time of a message, RFC 3339.
pub(super) fn read_time(ts: &str) -> Result<UnixSeconds, Error> {
    rfc3339::parse(ts).ok_or_else(|| malformed("ts", "it must be a time as RFC 3339 writes it"))
}

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::HandshakeSageMalformed(member.into(), reason)
}

/// Reads one member after the other, and refuses any other.
struct Members<'a>(Record<'a>);

impl<'a> Members<'a> {
    fn of(message: &'a Document<'_>) -> Self {
        Self(Record::new(message.root(), malformed))
    }

    fn take(&mut self, member: &'static str) -> Result<String, Error> {
        self.0.text(member, 0..=MAX_BYTES).map(str::to_owned)
    }

    fn end(self) -> Result<(), Error> {
        self.0.end()
    }
}
