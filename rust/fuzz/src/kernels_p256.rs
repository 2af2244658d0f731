//! P-256 of the kernels in each of its fields, against the crate p256: the same keys, verdicts, signatures and secrets.

use countersign_kernels::p256::{
    Fused, HasTables, Limbs, Point, Prepared, Secret, Signature, Whole, verify,
};
use ecdsa::hazmat;
use p256::{
    NistP256, PublicKey, SecretKey,
    elliptic_curve::{ecdh::diffie_hellman, sec1::ToSec1Point},
};
use sha2::Sha256;

use crate::{
    Target,
    fields::{in_each_field, is_taken},
};

/// Digest, r, s, key in any form. One seed is that of RFC 6979, appendix A.2.5, for "sample"; the other has r = s = 1.
pub(crate) const VERIFY: Target = Target {
    name: "kernel P-256 verify",
    run: in_each_field!(verify_in),
    seeds: &[
        b"\xaf\x2b\xdb\xe1\xaa\x9b\x6e\xc1\xe2\xad\xe1\xd6\x94\xf4\x1f\xc7\x1a\x83\x1d\x02\x68\xe9\x89\x15\x62\x11\x3d\x8a\x62\xad\xd1\xbf\xef\xd4\x8b\x2a\xac\xb6\xa8\xfd\x11\x40\xdd\x9c\xd4\x5e\x81\xd6\x9d\x2c\x87\x7b\x56\xaa\xf9\x91\xc3\x4d\x0e\xa8\x4e\xaf\x37\x16\xf7\xcb\x1c\x94\x2d\x65\x7c\x41\xd4\x36\xc7\xa1\xb6\xe2\x9f\x65\xf3\xe9\x00\xdb\xb9\xaf\xf4\x06\x4d\xc4\xab\x2f\x84\x3a\xcd\xa8\x03\x60\xfe\xd4\xba\x25\x5a\x9d\x31\xc9\x61\xeb\x74\xc6\x35\x6d\x68\xc0\x49\xb8\x92\x3b\x61\xfa\x6c\xe6\x69\x62\x2e\x60\xf2\x9f\xb6",
        b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x03\x6b\x17\xd1\xf2\xe1\x2c\x42\x47\xf8\xbc\xe6\xe5\x63\xa4\x40\xf2\x77\x03\x7d\x81\x2d\xeb\x33\xa0\xf4\xa1\x39\x45\xd8\x98\xc2\x96",
    ],
};

/// Secret, digest, another party's key.
pub(crate) const SIGN: Target = Target {
    name: "kernel P-256 sign",
    run: in_each_field!(sign_in),
    seeds: &[
        b"\xc9\xaf\xa9\xd8\x45\xba\x75\x16\x6b\x5c\x21\x57\x67\xb1\xd6\x93\x4e\x50\xc3\xdb\x36\xe8\x9b\x12\x7b\x8a\x62\x2b\x12\x0f\x67\x21\xaf\x2b\xdb\xe1\xaa\x9b\x6e\xc1\xe2\xad\xe1\xd6\x94\xf4\x1f\xc7\x1a\x83\x1d\x02\x68\xe9\x89\x15\x62\x11\x3d\x8a\x62\xad\xd1\xbf\x03\x60\xfe\xd4\xba\x25\x5a\x9d\x31\xc9\x61\xeb\x74\xc6\x35\x6d\x68\xc0\x49\xb8\x92\x3b\x61\xfa\x6c\xe6\x69\x62\x2e\x60\xf2\x9f\xb6",
    ],
};

fn verify_in<F: HasTables>(data: &[u8]) {
    let Some((digest, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((signature, key)) = rest.split_first_chunk::<64>() else { return };
    let (ours, theirs) = (Point::<F>::parse(key), by_library(key));
    assert_eq!(
        ours.as_ref().map(|key| key.to_uncompressed().to_vec()),
        theirs.as_ref().map(|key| key.to_sec1_point(false).as_bytes().to_vec()),
    );
    let ours_signed = Signature::parse(signature);
    let signed = ecdsa::Signature::<NistP256>::from_slice(signature).ok();
    assert_eq!(ours_signed.is_some(), signed.is_some());
    let (Some(key), Some(theirs)) = (ours, theirs) else { return };
    let (Some(ours), Some(signed)) = (ours_signed, signed) else { return };
    let want = hazmat::verify_prehashed::<NistP256>(&theirs.to_projective(), digest, &signed);
    assert_eq!(verify(&key, digest, &ours), want.is_ok());
    assert_eq!(Prepared::new(&key).verify(digest, &ours), want.is_ok());
}

fn by_library(bytes: &[u8]) -> Option<PublicKey> {
    if is_taken(bytes) { PublicKey::from_sec1_bytes(bytes).ok() } else { None }
}

fn sign_in<F: HasTables>(data: &[u8]) {
    let Some((secret, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((digest, other)) = rest.split_first_chunk::<32>() else { return };
    let (ours, theirs) = (Secret::parse(secret), SecretKey::from_slice(secret).ok());
    assert_eq!(ours.is_some(), theirs.is_some());
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
    let public: Point<F> = ours.public_key();
    assert_eq!(public.to_compressed(), theirs.public_key().to_sec1_point(true).as_bytes());
    let scalar = theirs.to_nonzero_scalar();
    let (want, _) = hazmat::sign_prehashed_rfc6979::<NistP256, Sha256>(&scalar, digest, &[]);
    assert_eq!(ours.sign::<F>(digest).to_bytes(), *want.normalize_s().to_bytes());
    let (Some(point), Some(peer)) = (Point::<F>::parse(other), by_library(other)) else { return };
    let shared = diffie_hellman(scalar, peer.as_affine());
    assert_eq!(ours.agree(&point)[..], shared.raw_secret_bytes()[..]);
}
