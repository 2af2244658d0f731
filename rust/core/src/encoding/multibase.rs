//! Multibase: text that names its own base in its first letter.
//!
//! Every base of the multiformats table that has a test vector, except
//! `base256emoji`. Each is strict: padding where the base has it and nowhere
//! else, unused bits zero, one case only. Bases that are quadratic (10, 36, 58)
//! are bounded as [`base58`](super::base58) is; the others are linear.

use countersign_kernels::base58::Alphabet;

use super::{
    base58,
    radix::{Bits, Positional},
};
use crate::{Error, error::excerpt};

const HEX: &str = "0123456789abcdef";
const HEX_UPPER: &str = "0123456789ABCDEF";
const B32: &str = "abcdefghijklmnopqrstuvwxyz234567";
const B32_UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const B32_HEX: &str = "0123456789abcdefghijklmnopqrstuv";
const B32_HEX_UPPER: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
const B32_Z: &str = "ybndrfg8ejkmcpqxot1uwisza345h769";
const B36: &str = "0123456789abcdefghijklmnopqrstuvwxyz";
const B36_UPPER: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const B64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const B64_URL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

macro_rules! bases {
    ($($variant:ident = $prefix:literal, $name:literal, $codec:expr;)+) => {
        /// One base of the multibase table.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub enum Base {
            $(#[doc = concat!("`", $prefix, "`: ", $name)] $variant,)+
        }

        impl Base {
            /// Every base, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The letter that names the base.
            #[must_use]
            pub const fn prefix(self) -> char {
                match self { $(Self::$variant => $prefix),+ }
            }

            /// The name in the multibase table, for example `base58btc`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            fn codec(self) -> Codec {
                let name = self.name();
                match self { $(Self::$variant => { let codec: fn(&'static str) -> Codec = $codec; codec(name) }),+ }
            }
        }
    };
}

enum Codec {
    Bits(Bits),
    Positional(Positional),
    Base58(&'static Alphabet),
}

bases! {
    Base2 = '0', "base2", |name| bits("01", 1, name);
    Base8 = '7', "base8", |name| bits("01234567", 1, name);
    Base10 = '9', "base10", |name| positional("0123456789", name);
    Base16 = 'f', "base16", |name| bits(HEX, 2, name);
    Base16Upper = 'F', "base16upper", |name| bits(HEX_UPPER, 2, name);
    Base32 = 'b', "base32", |name| bits(B32, 1, name);
    Base32Upper = 'B', "base32upper", |name| bits(B32_UPPER, 1, name);
    Base32Hex = 'v', "base32hex", |name| bits(B32_HEX, 1, name);
    Base32HexUpper = 'V', "base32hexupper", |name| bits(B32_HEX_UPPER, 1, name);
    Base32Pad = 'c', "base32pad", |name| bits(B32, 8, name);
    Base32PadUpper = 'C', "base32padupper", |name| bits(B32_UPPER, 8, name);
    Base32HexPad = 't', "base32hexpad", |name| bits(B32_HEX, 8, name);
    Base32HexPadUpper = 'T', "base32hexpadupper", |name| bits(B32_HEX_UPPER, 8, name);
    Base32Z = 'h', "base32z", |name| bits(B32_Z, 1, name);
    Base36 = 'k', "base36", |name| positional(B36, name);
    Base36Upper = 'K', "base36upper", |name| positional(B36_UPPER, name);
    Base58Flickr = 'Z', "base58flickr", |_| Codec::Base58(&Alphabet::FLICKR);
    Base58Btc = 'z', "base58btc", |_| Codec::Base58(&Alphabet::BITCOIN);
    Base64 = 'm', "base64", |name| bits(B64, 1, name);
    Base64Pad = 'M', "base64pad", |name| bits(B64, 4, name);
    Base64Url = 'u', "base64url", |name| bits(B64_URL, 1, name);
    Base64UrlPad = 'U', "base64urlpad", |name| bits(B64_URL, 4, name);
}

impl core::str::FromStr for Base {
    type Err = Error;

    /// Finds a base by its name.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.iter().find(|base| base.name() == name);
        found.copied().ok_or_else(|| Error::MultibaseUnknown(excerpt(name)))
    }
}

/// Writes `bytes` in `base`, after its letter.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` for bytes that a quadratic base does not take.
pub fn encode(base: Base, bytes: &[u8]) -> Result<String, Error> {
    let body = match base.codec() {
        Codec::Bits(codec) => codec.encode(bytes),
        Codec::Positional(codec) => codec.encode(bytes)?,
        Codec::Base58(alphabet) => base58::encode_with(alphabet, bytes)?,
    };
    Ok(format!("{}{body}", base.prefix()))
}

/// Reads text: the base that it names, and the bytes.
///
/// # Errors
///
/// `ERR_MULTIBASE_UNKNOWN` for a letter that is not in the table, and as the base itself.
pub fn decode(text: &str) -> Result<(Base, Vec<u8>), Error> {
    let base = base_of(text)?;
    let body = text.get(base.prefix().len_utf8()..).unwrap_or_default();
    let bytes = match base.codec() {
        Codec::Bits(codec) => codec.decode(body)?,
        Codec::Positional(codec) => codec.decode(body)?,
        Codec::Base58(alphabet) => base58::decode_with(alphabet, body, base.name())?,
    };
    Ok((base, bytes))
}

/// The base that the first letter of `text` names.
///
/// # Errors
///
/// `ERR_MULTIBASE_UNKNOWN` for a letter that is not in the table.
pub fn base_of(text: &str) -> Result<Base, Error> {
    let letter = text.chars().next();
    let found = Base::ALL.iter().find(|base| Some(base.prefix()) == letter);
    found.copied().ok_or_else(|| unknown(text))
}

fn unknown(text: &str) -> Error {
    Error::MultibaseUnknown(text.chars().take(1).collect())
}

/// Reads text in one expected base.
///
/// # Errors
///
/// `ERR_MULTIBASE_UNKNOWN` for another letter, and as [`decode`].
pub fn decode_as(base: Base, text: &str) -> Result<Vec<u8>, Error> {
    if !text.starts_with(base.prefix()) {
        return Err(unknown(text));
    }
    Ok(decode(text)?.1)
}

fn bits(alphabet: &'static str, block: usize, name: &'static str) -> Codec {
    Codec::Bits(Bits { alphabet, block, name })
}

fn positional(alphabet: &'static str, name: &'static str) -> Codec {
    Codec::Positional(Positional { alphabet, name })
}
