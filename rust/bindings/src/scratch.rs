//! The hot lane: plain functions of numbers over one fixed buffer of the thread, in both hosts.
//!
//! The ordinary lane allocates for each byte argument and for the result. Here
//! the caller writes all arguments into the buffer, one after the other, and
//! passes their lengths; a result is written from its start. Sessions work in place.
//!
//! | Function | Arguments in the buffer | Gives |
//! | --- | --- | --- |
//! | `hotVerify` | key, message, signature | 1 holds, 0 does not |
//! | `hotSign` | message | length of the signature |
//! | `hotDidParse` | DID | 0 canonical already, or the length of the canonical text |
//! | `hotJcs` | JSON text | length of its canonical form |
//! | `hotJwkPublic` | key | length of the numbers (`core/src/keys/jwk/numbers.rs`), which stand after the key |
//! | `hotJwkSecret` | | length of the numbers, the secret one among them |
//! | `hotSessionCreate` | secret (32), context | the handle of a session with default options |
//! | `hotSessionSeal` | associated data, 14 bytes left free, plaintext | length of the message, which stands after the associated data |
//! | `hotSessionSealBatch` | associated data, a list as `seal_batch_in_place` wants it | 1: the messages stand in the list |
//! | `hotSessionOpen` | associated data, message | length of the plaintext, which stands 14 bytes after the associated data |
//!
//! Every function gives [`ASK`] where the ordinary entry would throw. The caller
//! then asks that entry, which says why: there is one place for errors.
//!
//! Arguments are wiped here once they were used, whatever came of it; a DID and a public key, which anybody
//! may see, stay. Results stand until the caller has copied them: it wipes what is secret of them, a
//! plaintext, a document, the numbers of a secret key.
//!
//! While the buffer is in use nothing calls back that could call an entry again. So nothing here draws random bytes, for which
//! WebAssembly asks its host. A key of ML-DSA may bring its part of the engine, which reads no buffer.
//!
//! `hot!` makes of one list raw exports of WebAssembly, or functions of the addon. There the buffer
//! is memory of the thread, lent to JavaScript for as long as the thread lives, and wiped when it ends.

#![allow(unsafe_code, reason = "a buffer that both sides write to, in turn, and raw exports")]

use std::{
    borrow::Cow,
    cell::{RefCell, UnsafeCell},
};

use countersign_core::{
    Error, did,
    encoding::{document::Numbers, jcs},
    keys::{
        Algorithm, HighS, batch,
        jwk::{self, Recent},
    },
    session::{HEADER_LEN, Options, Role, Session, seal_batch_in_place},
    time::UnixSeconds,
};

use countersign_kernels::stack::swept;
use zeroize::Zeroize;

use crate::{session, signer};

/// Size of the buffer, in bytes. Longer arguments take the ordinary lane.
const CAPACITY: usize = 1 << 16;

/// The answer of a function that leaves the case to the ordinary entry.
const ASK: i32 = -1;

/// Length in bytes of a session's secret.
const SECRET: usize = 32;

/// More of the stack than a new session takes: 2.6 kB in WebAssembly.
const CREATION: usize = 4 << 10;

/// The buffer. A thread can end between a call and the copy of its result.
struct Scratch(UnsafeCell<[u8; CAPACITY]>);

impl Drop for Scratch {
    fn drop(&mut self) {
        self.0.get_mut().zeroize();
    }
}

thread_local! {
    static SCRATCH: Scratch = const { Scratch(UnsafeCell::new([0; CAPACITY])) };
    static RECENT: RefCell<Recent> = const { RefCell::new(Recent::new()) };
}

/// Runs `work` on the buffer.
fn with<T>(work: impl FnOnce(&mut [u8; CAPACITY]) -> T) -> T {
    // SAFETY: the memory is the thread's own. JavaScript writes to it between two calls only,
    // and nothing that runs here calls an entry.
    SCRATCH.with(|buffer| work(unsafe { &mut *buffer.0.get() }))
}

/// Where the buffer is.
#[cfg(feature = "wasm")]
#[unsafe(export_name = "scratchAddress")]
extern "C" fn scratch_address() -> *mut u8 {
    SCRATCH.with(|buffer| buffer.0.get()).cast()
}

/// How long the buffer is.
#[cfg(feature = "wasm")]
#[unsafe(export_name = "scratchCapacity")]
extern "C" fn scratch_capacity() -> usize {
    CAPACITY
}

/// The buffer, lent to JavaScript. A host that lends no memory gives a copy, of which the caller finds out.
#[cfg(feature = "node")]
pub(crate) fn lent() -> crate::host::Lent {
    let address = SCRATCH.with(|buffer| buffer.0.get()).cast();
    // SAFETY: the thread outlives its JavaScript, and nobody else frees the memory.
    unsafe { crate::host::Lent::with_external_data(address, CAPACITY, |_, _| ()) }
}

/// Wipes the buffer, as `signer::forget` does keys, and forgets the keys that were seen.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    with(|buffer| buffer.fill(0));
    RECENT.set(Recent::new());
}

hot! {
    fn hot_verify as "hotVerify" (algorithm: u32, key: u32, message: u32, signature: u32) in buffer {
        let used @ [key, message, signature] = [key, message, signature].map(size);
        let verdict = Algorithm::from_code(algorithm).and_then(|algorithm| {
            let [key, message, signature] = arguments(buffer, used);
            batch::verify_tagged(algorithm, key, message, signature, HighS::Refuse)
        });
        wipe(buffer, key.saturating_add(message).saturating_add(signature));
        verdict.map_or(ASK, i32::from)
    }

    fn hot_sign as "hotSign" (handle: u32, algorithm: u32, message: u32) in buffer {
        let [message] = arguments(buffer, [size(message)]);
        let signed = match Algorithm::from_code(algorithm) {
            Ok(algorithm) if !algorithm.is_post_quantum() => {
                signer::with(handle, |key| key.sign(algorithm, message)).ok()
            }
            _ => None,
        };
        let length = message.len();
        wipe(buffer, length);
        signed.map_or(ASK, |signature| answer(buffer, &signature))
    }

    fn hot_did_parse as "hotDidParse" (length: u32) in buffer {
        let [text] = arguments(buffer, [size(length)]);
        let canonical = match core::str::from_utf8(text).map(did::parse_into) {
            Ok(Ok(did)) => match did.text {
                Cow::Borrowed(_) => return 0,
                Cow::Owned(canonical) => canonical,
            },
            _ => return ASK,
        };
        answer(buffer, canonical.as_bytes())
    }

    fn hot_jcs as "hotJcs" (length: u32) in buffer {
        let [text] = arguments(buffer, [size(length)]);
        let used = text.len();
        let canonical = jcs::canonicalize_text(text, Numbers::Exact);
        wipe(buffer, used);
        canonical.map_or(ASK, |text| answer(buffer, text.as_bytes()))
    }

    fn hot_jwk_public as "hotJwkPublic" (key: u32) in buffer {
        let (key, rest) = buffer.split_at_mut_checked(size(key)).unwrap_or_default();
        RECENT.with_borrow_mut(|recent| match recent.numbers(key) {
            Ok(Some(numbers)) => answer(rest, numbers),
            _ => ASK,
        })
    }

    fn hot_jwk_secret as "hotJwkSecret" (handle: u32) in buffer {
        let length = signer::with(handle, |key| jwk::write_secret(key, buffer).ok_or(Error::KeySeed));
        length.map_or(ASK, number)
    }

    fn hot_session_create as "hotSessionCreate" (context: u32, initiator: u32, confirmed: u32, now: f64) in buffer {
        let length = size(context);
        let [secret, context] = arguments(buffer, [SECRET, length]);
        // Cut, it would be another context.
        let secret = if context.len() == length { secret.try_into().ok() } else { None };
        let role = Role::of_initiator(initiator != 0);
        // From the root follow the keys of every epoch: it may not lie there until another entry comes.
        let handle = swept::<CREATION, _>(|| {
            let confirmed = confirmed != 0;
            let now = UnixSeconds::from_number(now);
            let session = Session::new(secret?, context, role, &Options::default(), confirmed, now).ok()?;
            session::keep(session).ok()
        });
        wipe(buffer, SECRET.saturating_add(length));
        handle.map_or(ASK, give_back)
    }

    fn hot_session_seal as "hotSessionSeal" (handle: u32, associated: u32, plaintext: u32, room: u32, now: f64) in buffer {
        let (associated, rest) = buffer.split_at_mut_checked(size(associated)).unwrap_or_default();
        let room = size(room).min(rest.len());
        let sealed = session::with(handle, |session| {
            let message = rest.get_mut(..room).unwrap_or_default();
            session.seal_in_place(message, size(plaintext), associated, UnixSeconds::from_number(now))
        });
        let length = sealed.map_or(ASK, number);
        let used = associated.len();
        if length == ASK {
            // Otherwise the message stands where the plaintext stood.
            wipe(buffer, used.saturating_add(size(plaintext)).saturating_add(HEADER_LEN));
        } else {
            wipe(buffer, used);
        }
        length
    }

    fn hot_session_seal_batch as "hotSessionSealBatch" (handle: u32, associated: u32, list: u32, now: f64) in buffer {
        let (associated, rest) = buffer.split_at_mut_checked(size(associated)).unwrap_or_default();
        let used = associated.len();
        let sealed = session::with(handle, |session| {
            let list = rest.get_mut(..size(list)).unwrap_or_default();
            seal_batch_in_place(session, list, associated, UnixSeconds::from_number(now))
        });
        wipe(buffer, if sealed.is_ok() { used } else { used.saturating_add(size(list)) });
        sealed.map_or(ASK, |()| 1)
    }

    fn hot_session_open as "hotSessionOpen" (handle: u32, associated: u32, message: u32, now: f64) in buffer {
        let (associated, rest) = buffer.split_at_mut_checked(size(associated)).unwrap_or_default();
        let opened = session::with(handle, |session| {
            let message = rest.get_mut(..size(message)).unwrap_or_default();
            session.open_in_place(message, associated, UnixSeconds::from_number(now))
        });
        let length = opened.map_or(ASK, |plaintext| number(plaintext.len()));
        // What was decrypted before it was refused stands where the message stood.
        let used = associated.len().saturating_add(if length == ASK { size(message) } else { 0 });
        wipe(buffer, used);
        length
    }
}

/// A length as it crossed.
fn size(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

/// A length as it goes back.
fn number(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(ASK)
}

/// A handle as it goes back. One that does not fit is left to the ordinary entry, which makes another.
fn give_back(handle: u32) -> i32 {
    i32::try_from(handle).unwrap_or_else(|_| {
        let _ = session::close(handle);
        ASK
    })
}

/// Cuts the buffer into arguments of these lengths. What lies outside it is empty.
fn arguments<const N: usize>(buffer: &[u8], lengths: [usize; N]) -> [&[u8]; N] {
    let mut start = 0_usize;
    lengths.map(|length| {
        let end = start.saturating_add(length);
        let part = buffer.get(start..end).unwrap_or_default();
        start = end;
        part
    })
}

/// Overwrites what was used, which is the start. JavaScript sees it, so no compiler leaves it out.
fn wipe(buffer: &mut [u8], used: usize) {
    let used = used.min(buffer.len());
    if let Some(start) = buffer.get_mut(..used) {
        start.fill(0);
    }
}

/// Writes a result to the start of `place`.
fn answer(place: &mut [u8], bytes: &[u8]) -> i32 {
    match place.get_mut(..bytes.len()) {
        Some(start) => {
            start.copy_from_slice(bytes);
            number(bytes.len())
        }
        None => ASK,
    }
}
