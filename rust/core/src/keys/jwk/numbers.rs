//! The numbers of a JWK alone, for a host that writes the members around them itself.
//!
//! ```text
//! public key   = x            43 characters of base64url      Ed25519, X25519
//!              = x ‖ y        86                              secp256k1, P-256
//! secret key   = that ‖ d     43 more
//! ```
//!
//! ML-DSA and hybrid keys have none of these: their text is long, and JSON is no part of what it costs.

use countersign_kernels::base64::Alphabet;

use super::{PublicKey, SecretKey};
use crate::Error;

/// Length of one number, in characters.
const NUMBER: usize = 43;
/// Length of the longest text: x, y and d.
pub const MAX_NUMBERS: usize = 3 * NUMBER;

/// Length of the longest tagged key that has numbers.
const MAX_TAGGED: usize = 35;

/// Writes the numbers of a public key, and gives their length; none if the key has none, or `output` is too short.
#[must_use]
pub fn write_public(key: &PublicKey, output: &mut [u8]) -> Option<usize> {
    let Some(point) = key.uncompressed() else {
        return write(key.as_bytes().try_into().ok()?, output);
    };
    let [x, y] = point.get(1..)?.as_chunks().0 else { return None };
    let (first, rest) = output.split_at_mut_checked(NUMBER)?;
    Some(write(x, first)? + write(y, rest)?)
}

/// Writes the numbers of a secret key, as [`write_public`]. The encoder takes the same time for all.
#[must_use]
pub fn write_secret(key: &SecretKey, output: &mut [u8]) -> Option<usize> {
    let length = write_public(key.public_key(), output)?;
    let secret = key.expose().try_into().ok()?;
    Some(length + write(secret, output.get_mut(length..)?)?)
}

fn write(number: &[u8; 32], output: &mut [u8]) -> Option<usize> {
    Alphabet::URL.encode_into(number, output)
}

/// The numbers of the public keys that were asked for last, so that a key that comes again is not
/// decompressed and checked again. It holds only public data.
#[derive(Debug, Default)]
pub struct Recent {
    entries: [Option<Entry>; Self::KEYS],
    oldest: usize,
}

#[derive(Debug)]
struct Entry {
    tagged: [u8; MAX_TAGGED],
    tagged_length: usize,
    numbers: [u8; 2 * NUMBER],
    length: usize,
}

impl Entry {
    fn is_of(&self, tagged: &[u8]) -> bool {
        self.tagged.get(..self.tagged_length) == Some(tagged)
    }

    fn numbers(&self) -> &[u8] {
        self.numbers.get(..self.length).unwrap_or_default()
    }
}

impl Recent {
    const KEYS: usize = 8;

    /// Without any keys yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: [const { None }; Self::KEYS], oldest: 0 }
    }

    /// The numbers of a tagged public key; `None` for a type without numbers.
    ///
    /// # Errors
    ///
    /// As [`PublicKey::from_tagged`], for every key that is not entry.
    pub fn numbers(&mut self, tagged: &[u8]) -> Result<Option<&[u8]>, Error> {
        let known = self.entries.iter().flatten().position(|entry| entry.is_of(tagged));
        let index = match known {
            Some(index) => index,
            None => match Self::read(tagged)? {
                Some(entry) => self.keep(entry),
                None => return Ok(None),
            },
        };
        Ok(self.entries.get(index).and_then(Option::as_ref).map(Entry::numbers))
    }

    fn read(tagged: &[u8]) -> Result<Option<Entry>, Error> {
        if tagged.len() > MAX_TAGGED {
            return Ok(None);
        }
        let key = PublicKey::from_tagged(tagged)?;
        let mut entry = Entry {
            tagged: [0; MAX_TAGGED],
            tagged_length: tagged.len(),
            numbers: [0; 2 * NUMBER],
            length: 0,
        };
        let Some(length) = write_public(&key, &mut entry.numbers) else { return Ok(None) };
        entry.length = length;
        entry.tagged.iter_mut().zip(tagged).for_each(|(place, byte)| *place = *byte);
        Ok(Some(entry))
    }

    /// Puts a key in the place of the oldest one, and gives that place.
    fn keep(&mut self, entry: Entry) -> usize {
        let index = self.oldest;
        if let Some(place) = self.entries.get_mut(index) {
            *place = Some(entry);
        }
        self.oldest = (index + 1) % Self::KEYS;
        index
    }
}

#[cfg(test)]
mod tests {
    use super::{super::public_to_json, *};
    use crate::keys::KeyType;

    const TYPES: [KeyType; 4] =
        [KeyType::Ed25519, KeyType::X25519, KeyType::Secp256k1, KeyType::P256];

    fn secret(key_type: KeyType, number: u8) -> SecretKey {
        SecretKey::from_bytes(key_type, &[number; 32]).unwrap()
    }

    /// The numbers as the JWK has them.
    fn of_json(key: &PublicKey) -> String {
        let text = public_to_json(key);
        let jwk = super::super::read(&text).unwrap();
        ["x", "y"].iter().filter_map(|name| jwk.root().get(name)?.as_str()).collect()
    }

    #[test]
    fn are_those_of_the_jwk() {
        for key_type in TYPES {
            let key = secret(key_type, 3);
            let mut output = [0; MAX_NUMBERS];
            let length = write_secret(&key, &mut output).unwrap();
            let d = crate::encoding::base64url::encode(&[3; 32]);
            let want = of_json(key.public_key()) + &d;
            assert_eq!(core::str::from_utf8(&output[..length]), Ok(want.as_str()));
            assert_eq!(write_public(key.public_key(), &mut output[..42]), None);
        }
    }

    #[test]
    fn a_kept_key_gives_what_it_gave_and_a_refused_one_is_not_kept() {
        let mut recent = Recent::new();
        for round in 0..3 {
            for number in 1..=20 {
                let key = secret(TYPES[usize::from(number) % 4], number);
                let want = of_json(key.public_key());
                let tagged = key.public_key().to_tagged();
                assert_eq!(recent.numbers(&tagged).unwrap(), Some(want.as_bytes()), "{round}");
                assert_eq!(recent.numbers(&tagged).unwrap(), Some(want.as_bytes()));
                let mut other = tagged.clone();
                other.truncate(tagged.len() - 1);
                assert!(recent.numbers(&other).is_err());
            }
        }
        assert!(recent.numbers(&[]).is_err());
        let small = [[0xed, 1].as_slice(), &[0; 32]].concat();
        assert!(recent.numbers(&small).is_err());
        assert!(recent.numbers(&small).is_err());
        assert_eq!(recent.numbers(&[0; 2000]), Ok(None));
    }
}
