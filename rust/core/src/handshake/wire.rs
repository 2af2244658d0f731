//! Reads and writes messages, without touching a key.

use super::Suite;
use crate::Error;

/// The longest message.
pub const MAX_MESSAGE: usize = 12_288;
/// Bytes of a cookie.
pub(super) const COOKIE_LEN: usize = 40;
const VERSION: u8 = 1;
/// Bytes of `enc 1`.
const ENC: usize = 32;

/// Message 1, split.
#[derive(Debug)]
pub(super) struct First<'a> {
    /// The whole message but its cookie.
    pub(super) body: &'a [u8],
    /// The part that is not encrypted, up to `enc`.
    pub(super) clear: &'a [u8],
    pub(super) offers: Vec<(Suite, &'a [u8])>,
    pub(super) enc: &'a [u8],
    pub(super) sealed: &'a [u8],
    pub(super) cookie: &'a [u8],
}

/// Message 2, split.
#[derive(Debug)]
pub(super) struct Second<'a> {
    /// The part that is not encrypted, up to `enc`.
    pub(super) clear: &'a [u8],
    pub(super) suite: Suite,
    pub(super) enc: &'a [u8],
    pub(super) sealed: &'a [u8],
}

/// The part of message 1 that is not encrypted, up to `enc`.
pub(super) fn clear_first<'a>(shares: impl Iterator<Item = (Suite, &'a [u8])>) -> Vec<u8> {
    let mut out = vec![VERSION, 1, 0];
    for (suite, share) in shares {
        if let Some(count) = out.get_mut(2) {
            *count += 1;
        }
        out.push(suite.code());
        out.extend(share);
    }
    out
}

/// The part of message 2 that is not encrypted, up to `enc`.
pub(super) const fn clear_second(suite: Suite) -> [u8; 3] {
    [VERSION, 2, suite.code()]
}

/// Message 1 without its cookie, or message 2.
pub(super) fn write(clear: &[u8], enc: &[u8], sealed: &[u8]) -> Vec<u8> {
    let length = u16::try_from(sealed.len()).unwrap_or(u16::MAX).to_be_bytes();
    [clear, enc, &length, sealed].concat()
}

/// Message 1, with a cookie or without.
pub(super) fn with_cookie(body: &[u8], cookie: &[u8]) -> Vec<u8> {
    let length = u8::try_from(cookie.len()).unwrap_or(u8::MAX);
    [body, &[length], cookie].concat()
}

/// Message 3.
pub(super) fn write_third(cookie: &[u8; COOKIE_LEN]) -> Vec<u8> {
    [&[VERSION, 3], cookie.as_slice()].concat()
}

impl<'a> First<'a> {
    pub(super) fn read(message: &'a [u8]) -> Result<Self, Error> {
        let mut rest = after_head(message, 1)?;
        let count = take(&mut rest, 1)?;
        let mut offers = Vec::new();
        for _ in 0..count.first().copied().unwrap_or_default() {
            let suite = read_suite(&mut rest)?;
            if offers.iter().any(|(other, _)| *other == suite) {
                return Err(malformed("a suite twice"));
            }
            offers.push((suite, take(&mut rest, suite.kem().key_len())?));
        }
        if offers.is_empty() {
            return Err(malformed("no suite"));
        }
        let clear = message.get(..message.len() - rest.len()).unwrap_or_default();
        let enc = take(&mut rest, ENC)?;
        let sealed = take_sealed(&mut rest)?;
        let body = message.get(..message.len() - rest.len()).unwrap_or_default();
        let length = take(&mut rest, 1)?;
        let cookie = take(&mut rest, length.first().copied().unwrap_or_default().into())?;
        if !rest.is_empty() || !(cookie.is_empty() || cookie.len() == COOKIE_LEN) {
            return Err(malformed("a cookie of another length, or more after it"));
        }
        Ok(Self { body, clear, offers, enc, sealed, cookie })
    }
}

impl<'a> Second<'a> {
    pub(super) fn read(message: &'a [u8]) -> Result<Self, Error> {
        if matches!(message, [VERSION, 3, ..]) {
            read_third(message)?;
            return Err(Error::HandshakeCookieAsked);
        }
        let mut rest = after_head(message, 2)?;
        let suite = read_suite(&mut rest)?;
        let clear = message.get(..message.len() - rest.len()).unwrap_or_default();
        let enc = take(&mut rest, suite.kem().enc_len())?;
        let sealed = take_sealed(&mut rest)?;
        if rest.is_empty() {
            return Ok(Self { clear, suite, enc, sealed });
        }
        Err(malformed("more after its end"))
    }
}

/// The cookie of message 3.
pub(super) fn read_third(message: &[u8]) -> Result<&[u8; COOKIE_LEN], Error> {
    let rest = after_head(message, 3)?;
    rest.try_into().map_err(|_| malformed("a cookie of another length"))
}

fn after_head(message: &[u8], kind: u8) -> Result<&[u8], Error> {
    if message.len() > MAX_MESSAGE {
        return Err(Error::LimitExceeded("handshake message", MAX_MESSAGE));
    }
    match message {
        [VERSION, found, rest @ ..] if *found == kind => Ok(rest),
        [VERSION, 1..=3, ..] => Err(malformed("a message of another step")),
        [VERSION, ..] | [] => Err(malformed("no message of a handshake")),
        [other, ..] => Err(Error::HandshakeVersion(usize::from(*other))),
    }
}

fn read_suite(rest: &mut &[u8]) -> Result<Suite, Error> {
    Suite::from_code(take(rest, 1)?.first().copied().unwrap_or_default())
}

fn take_sealed<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Error> {
    let length = take(rest, 2)?.iter().fold(0, |sum, byte| sum * 256 + usize::from(*byte));
    take(rest, length)
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], Error> {
    let (taken, left) =
        rest.split_at_checked(length).ok_or_else(|| malformed("a part that is cut off"))?;
    *rest = left;
    Ok(taken)
}

pub(super) fn malformed(what: &'static str) -> Error {
    Error::HandshakeMalformed(what)
}
