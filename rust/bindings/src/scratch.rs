//! The hot lane of WebAssembly: raw exports over one fixed buffer.
//!
//! The ordinary lane allocates for each byte argument and for the result. Here
//! the caller writes all arguments into the buffer, one after the other, and
//! passes their lengths; a result is written from its start. Sessions work in place.
//!
//! | Export | Arguments in the buffer | Gives |
//! | --- | --- | --- |
//! | `hotVerify` | key, message, signature | 1 holds, 0 does not |
//! | `hotSign` | message | length of the signature |
//! | `hotDidParse` | DID | 0 canonical already, or the length of the canonical text |
//! | `hotJcs` | JSON text | length of its canonical form |
//! | `hotSessionSeal` | associated data, 14 bytes left free, plaintext | length of the message, which stands after the associated data |
//! | `hotSessionOpen` | associated data, message | length of the plaintext, which stands 14 bytes after the associated data |
//!
//! Every export gives [`ASK`] where the ordinary entry would throw. The caller
//! then asks that entry, which says why: there is one place for errors.
//!
//! The caller wipes what it wrote and read, where that is secret: it knows the range.

#![allow(unsafe_code, reason = "raw exports over a static buffer; this target has one thread")]
#![allow(clippy::deref_addrof, reason = "the suggested form takes a reference to a mutable static")]

use std::borrow::Cow;

use countersign_core::{
    did,
    encoding::{jcs, json::Numbers},
    keys::{Algorithm, HighS, batch},
    time::UnixSeconds,
};

use crate::signer;

/// Size of the buffer, in bytes. Longer arguments take the ordinary lane.
const CAPACITY: usize = 1 << 16;

/// The answer of an export that leaves the case to the ordinary entry.
const ASK: i32 = -1;

static mut SCRATCH: [u8; CAPACITY] = [0; CAPACITY];

/// Where the buffer is.
#[unsafe(export_name = "scratchAddress")]
extern "C" fn scratch_address() -> *mut u8 {
    (&raw mut SCRATCH).cast()
}

/// How long the buffer is.
#[unsafe(export_name = "scratchCapacity")]
extern "C" fn scratch_capacity() -> usize {
    CAPACITY
}

#[unsafe(export_name = "hotVerify")]
extern "C" fn hot_verify(algorithm: u32, key: usize, message: usize, signature: usize) -> i32 {
    let [key, message, signature] = arguments([key, message, signature]);
    let Ok(algorithm) = Algorithm::from_code(algorithm) else { return ASK };
    batch::verify_tagged(algorithm, key, message, signature, HighS::Refuse).map_or(ASK, i32::from)
}

#[unsafe(export_name = "hotSign")]
extern "C" fn hot_sign(handle: u32, algorithm: u32, message: usize) -> i32 {
    let [message] = arguments([message]);
    let signed =
        signer::with(handle, |key| signer::sign(key, Algorithm::from_code(algorithm)?, message));
    signed.map_or(ASK, |signature| answer(&signature))
}

#[unsafe(export_name = "hotDidParse")]
extern "C" fn hot_did_parse(length: usize) -> i32 {
    let [text] = arguments([length]);
    match core::str::from_utf8(text).map(did::parse_into) {
        Ok(Ok(did)) => match did.text {
            Cow::Borrowed(_) => 0,
            Cow::Owned(canonical) => answer(canonical.as_bytes()),
        },
        _ => ASK,
    }
}

#[unsafe(export_name = "hotJcs")]
extern "C" fn hot_jcs(length: usize) -> i32 {
    let [text] = arguments([length]);
    jcs::canonicalize_text(text, Numbers::Exact).map_or(ASK, |text| answer(text.as_bytes()))
}

#[unsafe(export_name = "hotSessionSeal")]
extern "C" fn hot_session_seal(
    handle: u32,
    associated: usize,
    plaintext: usize,
    room: usize,
    now: f64,
) -> i32 {
    let (associated, rest) = halves(associated);
    let room = room.min(rest.len());
    let sealed = crate::session::with(handle, |session| {
        let message = rest.get_mut(..room).unwrap_or_default();
        session.seal_in_place(message, plaintext, associated, UnixSeconds::from_number(now))
    });
    sealed.map_or(ASK, |length| i32::try_from(length).unwrap_or(ASK))
}

#[unsafe(export_name = "hotSessionOpen")]
extern "C" fn hot_session_open(handle: u32, associated: usize, message: usize, now: f64) -> i32 {
    let (associated, rest) = halves(associated);
    let opened = crate::session::with(handle, |session| {
        let message = rest.get_mut(..message).unwrap_or_default();
        session.open_in_place(message, associated, UnixSeconds::from_number(now))
    });
    opened.map_or(ASK, |plaintext| i32::try_from(plaintext.len()).unwrap_or(ASK))
}

/// The buffer before and from `at` on. Outside it there is nothing.
fn halves(at: usize) -> (&'static [u8], &'static mut [u8]) {
    // SAFETY: there is one thread, and an export takes the buffer once.
    let buffer: &'static mut [u8; CAPACITY] = unsafe { &mut *(&raw mut SCRATCH) };
    match buffer.split_at_mut_checked(at) {
        Some((before, rest)) => (before, rest),
        None => (&[], &mut []),
    }
}

/// Cuts the buffer into arguments of these lengths. What lies outside it is empty.
fn arguments<const N: usize>(lengths: [usize; N]) -> [&'static [u8]; N] {
    // SAFETY: there is one thread, and no export writes before its last read.
    let buffer: &'static [u8; CAPACITY] = unsafe { &*(&raw const SCRATCH) };
    let mut at = 0_usize;
    lengths.map(|length| {
        let end = at.saturating_add(length);
        let part = buffer.get(at..end).unwrap_or_default();
        at = end;
        part
    })
}

/// Writes a result to the start of the buffer.
fn answer(bytes: &[u8]) -> i32 {
    // SAFETY: there is one thread, and the arguments were read.
    let buffer: &mut [u8; CAPACITY] = unsafe { &mut *(&raw mut SCRATCH) };
    match (buffer.get_mut(..bytes.len()), i32::try_from(bytes.len())) {
        (Some(start), Ok(length)) => {
            start.copy_from_slice(bytes);
            length
        }
        _ => ASK,
    }
}
