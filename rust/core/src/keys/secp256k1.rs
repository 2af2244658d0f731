//! secp256k1 (SEC 2, section 2.4.1), on the kernel or on k256.
//!
//! Where the kernel is [`ready_secp256k1`], it computes, and nothing else is there but k256's scalars; elsewhere k256 does.
//! Keys, signatures and verdicts are the same. The rules are in [`super::ecdsa`] and [`super::public`].

use core::hint::black_box;
use std::sync::{Arc, Once};

use countersign_kernels::{
    ready_prepared_secp256k1 as ready_prepared, ready_secp256k1 as ready, scalar_code,
    secp256k1::{self as kernel, Point},
    stack::swept,
};
use ecdsa::{
    RecoveryId, Signature,
    elliptic_curve::{ecdh, sec1::ToSec1Point},
    hazmat,
};
use k256::{ProjectivePoint, PublicKey as LibraryKey, Scalar, Secp256k1, SecretKey};
use zeroize::Zeroizing;

use super::SIGNATURE_LEN;
use crate::Error;

const KEY_TYPE: &str = "secp256k1";

/// Bytes of the stack to sweep, more than k256 uses for one key: 41 kB in WebAssembly, 27 kB natively. [`make_tables`]
/// goes deeper, 74 kB in WebAssembly; there that is wiped too, so that a test can tell that nothing is left. Code that is
/// not optimised uses more.
const LIBRARY_DEPTH: usize = if cfg!(debug_assertions) {
    128 << 10
} else if cfg!(target_family = "wasm") {
    96 << 10
} else {
    48 << 10
};

/// `04 ‖ x ‖ y`.
pub(super) type Uncompressed = [u8; 65];

/// A checked public key, in the form of the code that uses it. A fallback starts from the bytes of the
/// key, not from what the kernel made of them.
#[derive(Clone)]
pub(super) enum VerifyingKey {
    Kernel(Point),
    /// With tables.
    Prepared(Arc<kernel::Prepared>),
    Library(LibraryKey),
}

/// Reads `02 ‖ x`, `03 ‖ x` or `04 ‖ x ‖ y`; any other form was refused before. Also gives the
/// compressed bytes.
pub(super) fn parse(raw: &[u8]) -> Result<(Vec<u8>, VerifyingKey), Error> {
    let key = if ready() {
        Point::parse(raw).map(VerifyingKey::Kernel)
    } else {
        scalar_code(|| LibraryKey::from_sec1_bytes(raw).ok().map(VerifyingKey::Library))
    };
    let key = key.ok_or_else(|| Error::KeyOffCurve(KEY_TYPE))?;
    Ok((compress(raw), key))
}

/// The compressed form of a point whose bytes were checked.
fn compress(raw: &[u8]) -> Vec<u8> {
    match raw.split_at_checked(33) {
        Some(([_, x @ ..], [.., last])) => [&[2 | last & 1], x].concat(),
        _ => raw.to_vec(),
    }
}

impl VerifyingKey {
    /// The same key with tables, if the kernel computes and it has none yet.
    pub(super) fn with_tables(&self) -> Option<Self> {
        match self {
            Self::Kernel(key) if ready_prepared() => {
                Some(Self::Prepared(Arc::new(kernel::Prepared::new(key))))
            }
            _ => None,
        }
    }

    fn kernel(&self) -> Option<&Point> {
        match self {
            Self::Kernel(point) => Some(point),
            Self::Prepared(key) => Some(key.key()),
            Self::Library(_) => None,
        }
    }

    /// `04 ‖ x ‖ y`. `bytes` are those of the key.
    pub(super) fn uncompressed(&self, bytes: &[u8]) -> Option<Uncompressed> {
        match self.kernel() {
            Some(point) if ready() => Some(point.to_uncompressed()),
            _ => scalar_code(|| Some(sec1(&self.library(bytes)?))),
        }
    }

    /// Tells whether the signature holds, with a high or a low s.
    pub(super) fn verify(
        &self,
        bytes: &[u8],
        digest: &[u8; 32],
        signature: &Signature<Secp256k1>,
    ) -> bool {
        let (r, s) = signature.split_scalars();
        match self {
            Self::Kernel(point) if ready() => return kernel::verify(point, digest, &r, &s),
            Self::Prepared(key) if ready_prepared() => return key.verify(digest, &r, &s),
            _ => {}
        }
        scalar_code(|| {
            self.library(bytes).is_some_and(|key| {
                let low = signature.normalize_s();
                hazmat::verify_prehashed::<Secp256k1>(&key.to_projective(), digest, &low).is_ok()
            })
        })
    }

    fn library(&self, bytes: &[u8]) -> Option<LibraryKey> {
        match self {
            Self::Kernel(_) | Self::Prepared(_) => LibraryKey::from_sec1_bytes(bytes).ok(),
            Self::Library(key) => Some(*key),
        }
    }
}

/// Whether k256 has its tables of the generator.
static TABLES: Once = Once::new();

/// Makes k256 build its tables of the generator now. It would build them at their first use, deeper on the stack than is
/// swept afterwards, where a register with a part of a secret could be saved.
fn make_tables() {
    TABLES.call_once(|| {
        black_box(ProjectivePoint::mul_by_generator(&Scalar::ONE));
    });
}

/// Runs what k256 does with a secret, and sweeps the stack.
fn by_library<T>(work: impl FnOnce() -> T) -> T {
    scalar_code(|| {
        make_tables();
        swept::<LIBRARY_DEPTH, _>(work)
    })
}

/// Reads a secret: 1 to n - 1, big-endian.
pub(super) fn secret(bytes: &[u8; 32]) -> Option<SecretKey> {
    if !ready() {
        make_tables();
    }
    SecretKey::from_slice(bytes).ok()
}

/// The public key of a secret.
pub(super) fn public(secret: &SecretKey) -> Uncompressed {
    let scalar = Zeroizing::new(secret.to_nonzero_scalar());
    let kernel = if ready() { kernel::public_key(&scalar) } else { None };
    kernel
        .map_or_else(|| by_library(|| sec1(&secret.public_key())), |point| point.to_uncompressed())
}

/// Signs a digest: `r ‖ s` with a low s, and what tells R from other points with the same r.
pub(super) fn sign(
    secret: &SecretKey,
    digest: &[u8; 32],
) -> Result<([u8; SIGNATURE_LEN], RecoveryId), Error> {
    let scalar = Zeroizing::new(secret.to_nonzero_scalar());
    let signed = if ready() { kernel::sign(&scalar, digest) } else { None };
    match signed {
        Some(signed) => Ok((signed.bytes, RecoveryId::new(signed.y_is_odd, signed.x_is_reduced))),
        None => by_library(|| super::ecdsa::sign(secret, digest)),
    }
}

/// The key that made the signature over `digest`, given whether y of R is odd.
pub(super) fn recover(
    digest: &[u8; 32],
    signature: &Signature<Secp256k1>,
    y_is_odd: bool,
) -> Option<Uncompressed> {
    let (r, s) = signature.split_scalars();
    let point = if ready() { kernel::recover(digest, &r, &s, y_is_odd) } else { None };
    if ready() {
        return point.map(|point| point.to_uncompressed());
    }
    scalar_code(|| {
        let id = RecoveryId::new(y_is_odd, false);
        let key = ecdsa::VerifyingKey::recover_from_prehash(digest, signature, id).ok()?;
        key.to_sec1_point(false).as_bytes().try_into().ok()
    })
}

/// The x coordinate that both sides share (SP 800-56A, 5.7.1.2). `bytes` are those of the key.
pub(super) fn agree(
    secret: &SecretKey,
    key: &VerifyingKey,
    bytes: &[u8],
) -> Option<Zeroizing<[u8; 32]>> {
    let scalar = Zeroizing::new(secret.to_nonzero_scalar());
    if let (Some(point), true) = (key.kernel(), ready())
        && let Some(shared) = kernel::agree(&scalar, point)
    {
        return Some(shared);
    }
    let key = scalar_code(|| key.library(bytes))?;
    Some(by_library(|| {
        let shared = ecdh::diffie_hellman(&*scalar, key.as_affine());
        Zeroizing::new((*shared.raw_secret_bytes()).into())
    }))
}

fn sec1(key: &LibraryKey) -> Uncompressed {
    let mut bytes = [0; 65];
    let point = key.to_sec1_point(false);
    bytes.iter_mut().zip(point.as_bytes()).for_each(|(to, from)| *to = *from);
    bytes
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::{fs::OpenOptions, hint::black_box, os::unix::fs::FileExt, thread};

    use super::{LIBRARY_DEPTH, SecretKey, TABLES, ecdh, sec1};

    const SIZE: usize = 1 << 20;
    const PAINT: u8 = 0xa5;

    /// How many bytes of the stack below this call `work` uses.
    fn depth<T>(work: impl FnOnce() -> T) -> usize {
        let memory = OpenOptions::new().read(true).write(true).open("/proc/self/mem").unwrap();
        let mut below = vec![PAINT; SIZE];
        let place = 0_u8;
        let bottom = (&raw const place).addr() - SIZE;
        // The last page stays: it is in use by this very call.
        memory.write_all_at(&below[..SIZE - 4_096], bottom as u64).unwrap();
        let _ = black_box(work());
        memory.read_exact_at(&mut below, bottom as u64).unwrap();
        SIZE - below.iter().position(|byte| *byte != PAINT).unwrap()
    }

    #[test]
    fn no_secret_is_read_before_k256_has_its_tables() {
        assert!(super::secret(&[3; 32]).is_some());
        assert!(TABLES.is_completed(), "no kernel computes here");
    }

    #[test]
    fn what_is_swept_is_an_eighth_more_than_the_library_takes() {
        let measured = thread::Builder::new().stack_size(2 * SIZE).spawn(|| {
            let secret = SecretKey::from_slice(&[3; 32]).unwrap();
            let key = secret.public_key();
            [
                depth(|| super::super::ecdsa::sign(&secret, &[7; 32])),
                depth(|| sec1(&secret.public_key())),
                depth(|| ecdh::diffie_hellman(secret.to_nonzero_scalar(), key.as_affine())),
            ]
        });
        for depth in measured.unwrap().join().unwrap() {
            assert!((16 << 10..LIBRARY_DEPTH / 9 * 8).contains(&depth), "{depth}");
        }
    }
}
