//! The public keys that were read last, so that a key that comes again is not decompressed and checked again.
//!
//! A point takes about as long to decompress as a sixth of a signature check, and base 58 a third of that. One document
//! names the same key several times: as its signer's, in a DID that is made of it, and again in the next document. A
//! key has its place by its bytes, and by its text, and drives out the one that was there. So whoever chooses keys can
//! make this useless, but no slower than it was without it. Only public data of curves is kept, some 20 KB for each
//! thread, and some 10 KB more for each key that has tables.

use core::cell::RefCell;

use super::{KeyType, PublicKey};
use crate::Error;

/// How many places there are.
const PLACES: usize = 32;

/// Length of the longest tagged key of a curve.
const MAX_TAGGED: usize = 35;

/// Length of the longest Multikey of a curve.
const MAX_TEXT: usize = 50;

/// After how many signature checks a key gets tables, as `trust/prepared.rs` has it. They cost one check, and halve the
/// cost of those that follow.
const PAYS: u8 = 8;

/// A key that was seen, its Multikey, if that is known, and how many signatures it checked, up to [`PAYS`].
struct Key {
    key: PublicKey,
    text: Option<String>,
    checked: u8,
}

/// Keys that were seen.
struct Seen {
    by_bytes: [Option<Key>; PLACES],
    by_text: [Option<(PublicKey, String)>; PLACES],
}

thread_local! {
    /// Made at compile time: made at first use, all of it would pass over the stack.
    static SEEN: RefCell<Seen> = const {
        RefCell::new(Seen { by_bytes: [const { None }; PLACES], by_text: [const { None }; PLACES] })
    };
}

impl PublicKey {
    /// Reads `tag ‖ canonical raw`, the form in which keys cross the boundary. The tag is the
    /// codec, where the type has one.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_UNKNOWN` for another tag; `ERR_KEY_NOT_CANONICAL` for an uncompressed
    /// point; else as [`PublicKey::from_raw`].
    pub fn from_tagged(tagged: &[u8]) -> Result<Self, Error> {
        by_bytes(tagged, || Self::read_tagged(tagged))
    }

    /// As [`PublicKey::from_raw`] of an Ed25519 key, which a document carries: the next one may carry it too.
    pub(crate) fn carried_ed25519(raw: &[u8]) -> Result<Self, Error> {
        Self::from_tagged(&[KeyType::Ed25519.tag().as_slice(), raw].concat())
    }

    /// Counts a signature that this key checks, or does not. Where documents carry a key that nobody listed, it has tables
    /// after [`PAYS`] of them, when it is read again.
    pub(crate) fn note_check(&self) {
        SEEN.with_borrow_mut(|seen| {
            let entry = seen.by_bytes.get_mut(place_of(self.as_bytes())).and_then(Option::as_mut);
            let Some(entry) = entry.filter(|entry| entry.checked < PAYS && entry.key == *self)
            else {
                return;
            };
            entry.checked += 1;
            if entry.checked == PAYS {
                entry.key.prepare();
            }
        });
    }

    /// As [`PublicKey::from_tagged`], of a key that may be left out: no bytes are `None`.
    ///
    /// # Errors
    ///
    /// As [`PublicKey::from_tagged`].
    pub fn from_tagged_or_none(tagged: &[u8]) -> Result<Option<Self>, Error> {
        if tagged.is_empty() { Ok(None) } else { Self::from_tagged(tagged).map(Some) }
    }
}

/// The key of these bytes, tag and canonical raw key, which `read` reads and checks unless it was seen.
pub(super) fn by_bytes(
    tagged: &[u8],
    read: impl FnOnce() -> Result<PublicKey, Error>,
) -> Result<PublicKey, Error> {
    let Some((tag, raw)) = tagged.split_first_chunk::<2>().filter(|_| tagged.len() <= MAX_TAGGED)
    else {
        return read();
    };
    let place = place_of(raw);
    let is_same = |Key { key, .. }: &&Key| key.as_bytes() == raw && key.key_type().tag() == *tag;
    let known = SEEN.with_borrow(|seen| {
        let entry = seen.by_bytes.get(place)?.as_ref();
        entry.filter(is_same).map(|entry| entry.key.clone())
    });
    known.map_or_else(|| read().inspect(|key| keep(place, key, None)), Ok)
}

/// The key of this Multikey, which `read` reads and checks unless it was seen.
pub(super) fn by_text(
    text: &str,
    read: impl FnOnce() -> Result<PublicKey, Error>,
) -> Result<PublicKey, Error> {
    if text.len() > MAX_TEXT {
        return read();
    }
    let place = place_of(text.as_bytes());
    let known = SEEN.with_borrow(|seen| {
        let entry = seen.by_text.get(place)?.as_ref();
        entry.filter(|(_, own)| own == text).map(|(key, _)| key.clone())
    });
    let keep_text = |key: &PublicKey| {
        SEEN.with_borrow_mut(|seen| {
            if let Some(entry) = seen.by_text.get_mut(place) {
                *entry = Some((key.clone(), text.to_owned()));
            }
        });
    };
    known.map_or_else(|| read().inspect(keep_text), Ok)
}

/// The Multikey of a key, which `write` writes unless it was seen.
pub(super) fn text_of(
    key: &PublicKey,
    write: impl FnOnce() -> Result<String, Error>,
) -> Result<String, Error> {
    let raw = key.as_bytes();
    if raw.len() + 2 > MAX_TAGGED {
        return write();
    }
    let place = place_of(raw);
    let known = SEEN.with_borrow(|seen| {
        let entry = seen.by_bytes.get(place)?.as_ref();
        entry.filter(|own| own.key == *key).and_then(|own| own.text.clone())
    });
    known.map_or_else(|| write().inspect(|text| keep(place, key, Some(text.clone()))), Ok)
}

fn keep(place: usize, key: &PublicKey, text: Option<String>) {
    SEEN.with_borrow_mut(|seen| {
        let Some(entry) = seen.by_bytes.get_mut(place) else { return };
        match entry {
            Some(known) if known.key == *key => known.text = text,
            _ => *entry = Some(Key { key: key.clone(), text, checked: 0 }),
        }
    });
}

/// The bytes of a point, and letters in the middle of its text, are as good as random.
fn place_of(bytes: &[u8]) -> usize {
    let some = bytes.iter().skip(16).take(8);
    some.fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte))) % PLACES
}
