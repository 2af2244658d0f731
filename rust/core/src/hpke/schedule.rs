//! Labelled HKDF-SHA256, and the keys of a context (RFC 9180, sections 4 and 5.1).

use std::sync::OnceLock;

use countersign_kernels::hkdf::Keyed;
use zeroize::Zeroizing;

use super::{Aead, terms::Setup};
use crate::hazmat::aead::Algorithm;

/// A hash, or a secret as long as one.
pub(super) type Hash = Zeroizing<[u8; 32]>;

/// HMAC without a salt, which each setup needs four times. HMAC fills a short key with zeros.
static UNSALTED: OnceLock<Keyed> = OnceLock::new();

/// Derives under the name of a suite and a label, so that no two uses have the same keys.
#[derive(Clone, Copy)]
pub(super) struct Labelled<'a>(pub(super) &'a [u8]);

impl Labelled<'_> {
    /// `LabeledExtract`, without a salt.
    pub(super) fn extract(self, label: &str, secret: &[u8]) -> Hash {
        self.extract_with(UNSALTED.get_or_init(|| Keyed::new(&[0; 32])), label, secret)
    }

    fn extract_with(self, salt: &Keyed, label: &str, secret: &[u8]) -> Hash {
        Zeroizing::new(salt.tag(&[b"HPKE-v1", self.0, label.as_bytes(), secret]))
    }

    /// `LabeledExpand`: fills `out`; `false`, and nothing is written, above 8,160 bytes.
    #[must_use]
    pub(super) fn expand(self, key: &Keyed, label: &str, info: &[u8], out: &mut [u8]) -> bool {
        let Ok(length) = u16::try_from(out.len()) else { return false };
        let before = [&length.to_be_bytes(), b"HPKE-v1".as_slice(), self.0, label.as_bytes()];
        key.expand([&before.concat(), info], out)
    }

    /// As [`Self::expand`], for a secret.
    pub(super) fn secret(self, key: &Hash, label: &str, info: &[u8]) -> Hash {
        let mut out = Zeroizing::new([0; 32]);
        // One block, which is never too long.
        let _ = self.expand(&Keyed::new(key), label, info, out.as_mut());
        out
    }
}

/// The mechanisms of a context, as it names them.
#[derive(Clone, Copy)]
pub(super) struct Suite([u8; 10]);

impl Suite {
    /// Of the mechanism with this number.
    pub(super) const fn new(kem: u16, aead: Aead) -> Self {
        let ([a, b], [c, d]) = (kem.to_be_bytes(), aead.id.to_be_bytes());
        let [e, f] = HKDF_SHA256.to_be_bytes();
        Self([b'H', b'P', b'K', b'E', a, b, e, f, c, d])
    }

    pub(super) const fn namespace(&self) -> Labelled<'_> {
        Labelled(&self.0)
    }
}

/// The KDF (section 7.2).
const HKDF_SHA256: u16 = 0x0001;

/// The secrets of a context.
pub(super) struct Keys {
    /// Of the cipher, which takes as many bytes as it needs.
    pub(super) key: Hash,
    pub(super) base_nonce: Zeroizing<[u8; 12]>,
    pub(super) exporter: Hash,
}

impl Keys {
    /// `KeySchedule`: of what the mechanism agreed on, in a mode that has, or has not, a PSK and the sender's key.
    pub(super) fn derive(
        suite: &Suite,
        setup: &Setup<'_>,
        has_identity: bool,
        shared: &Hash,
    ) -> Self {
        let names = suite.namespace();
        let (psk, psk_id) = setup.psk.map_or((&[][..], &[][..]), |psk| psk.parts());
        let mode = u8::from(setup.psk.is_some()) + 2 * u8::from(has_identity);
        let hashes = [names.extract("psk_id_hash", psk_id), names.extract("info_hash", setup.info)];
        let context = [&[mode], hashes[0].as_slice(), hashes[1].as_slice()].concat();
        let secret = Keyed::new(&names.extract_with(&Keyed::new(shared), "secret", psk));
        let mut keys = Self {
            key: Zeroizing::new([0; 32]),
            base_nonce: Zeroizing::new([0; 12]),
            exporter: Zeroizing::new([0; 32]),
        };
        let length = setup.aead.algorithm.map_or(0, Algorithm::key_len);
        let key = keys.key.get_mut(..length).unwrap_or_default();
        // All three are short.
        let _ = names.expand(&secret, "key", &context, key);
        let _ = names.expand(&secret, "exp", &context, keys.exporter.as_mut());
        let _ = names.expand(&secret, "base_nonce", &context, keys.base_nonce.as_mut());
        keys
    }
}
