//! secp256k1 of the kernels in each of its fields, against k256: the same keys, verdicts, signatures, secrets and hashes.

use countersign_kernels::secp256k1::{self as kernel, Fused, HasTables, Limbs, Point, Whole};
use ecdsa::{RecoveryId, Signature, VerifyingKey, hazmat};
use hash2curve::MapToCurve;
use k256::{
    FieldBytes, NonZeroScalar, ProjectivePoint, PublicKey, Secp256k1,
    elliptic_curve::{array::Array, ecdh::diffie_hellman, ops::Reduce, sec1::ToSec1Point},
};
use sha2::Sha256;

use crate::{
    Target,
    fields::{in_each_field, is_taken},
};

/// Digest, r, s, key in any form. One seed is a valid signature, the other has r = s = 1.
pub(crate) const VERIFY: Target = Target {
    name: "kernel secp256k1 verify",
    run: in_each_field!(verify_in),
    seeds: &[
        b"\x2d\x16\x4e\xf8\xf7\x38\x3b\x8b\x08\xcf\x85\x5a\x0c\x8b\x1e\x7d\x6c\x90\x22\x46\xbf\x72\x28\x8f\xa7\xda\xf5\x1c\x14\x2e\xa1\xb4\x14\x1e\x3b\x86\xeb\x6d\x94\x81\x65\x5a\xfb\x3f\x84\xd2\xac\x7c\xc6\x36\x50\xc2\x42\xd8\x9f\xbd\x6c\xbd\x3a\xeb\x2a\xf6\x5a\xa2\x2c\x44\x49\x03\xb4\xa9\x6e\x90\x87\xf5\xfc\xe6\xd0\xf8\xcf\x92\x76\x07\x58\x4a\x32\xb2\x01\x8f\x82\x9b\xaa\x95\x4f\x80\xce\x69\x03\x95\x9a\xcf\xe6\x3a\xf1\x18\x52\xe2\x92\xb5\xa9\xc6\x05\x32\xbe\x70\x34\xa4\xd2\xb6\x0d\xf2\xdf\xc5\x7e\x32\x4d\x41\x44\x03\x36",
        b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x03\x6a\x31\x6f\x85\x61\x27\xda\xb9\xec\xf5\x5f\x97\x9e\x65\x0a\xa0\x55\x03\x51\x10\xcb\x73\x94\xee\x91\x3c\x4a\x2d\x60\xd2\x20\x60",
    ],
};

/// Secret, digest, another party's key.
pub(crate) const SIGN: Target = Target {
    name: "kernel secp256k1 sign",
    run: in_each_field!(sign_in),
    seeds: &[
        b"\x2f\xec\x42\x61\x0a\xfc\x95\xc2\xeb\xf9\xd0\xd9\x5f\x31\x27\xef\x96\xa2\x8e\xa7\x34\xe0\xd5\x06\x3d\x38\x73\x45\x8a\xa8\x6f\x6a\x2d\x16\x4e\xf8\xf7\x38\x3b\x8b\x08\xcf\x85\x5a\x0c\x8b\x1e\x7d\x6c\x90\x22\x46\xbf\x72\x28\x8f\xa7\xda\xf5\x1c\x14\x2e\xa1\xb4\x03\x6a\x31\x6f\x85\x61\x27\xda\xb9\xec\xf5\x5f\x97\x9e\x65\x0a\xa0\x55\x03\x51\x10\xcb\x73\x94\xee\x91\x3c\x4a\x2d\x60\xd2\x20\x60",
    ],
};

/// Uniform bytes. The seed is that of RFC 9380, appendix J.8.1, for "abc".
pub(crate) const HASH: Target = Target {
    name: "kernel secp256k1 hash to curve",
    run: in_each_field!(hash_in),
    seeds: &[
        b"\xe8\x34\x7c\xad\x48\xab\x4e\x31\x9d\x7b\x27\x55\x20\xea\x81\xcf\x12\x8a\xab\x5d\x36\x79\xa1\xf7\x60\x1e\x3b\xde\xac\x9a\x51\xd0\xc5\x4d\xff\xd0\x54\x27\x4e\xdb\x24\x88\x55\xe6\x11\x90\xc4\x62\xa7\xbb\x61\xec\xba\x8e\x40\x0a\x9a\x76\xd5\xae\x01\x4e\x87\xff\x58\x97\xb6\x5d\xa3\xb5\x95\xa8\x13\xd0\xfd\xcb\xce\x0d\x31\x6f\x76\x6c\xee\xeb\x6f\xf8\x4c\xde\xcc\xd6\x9b\xe0\xe7\xb3\x99\xd1",
        &[0; 96],
        &[0xff; 96],
    ],
};

fn verify_in<F: HasTables>(data: &[u8]) {
    let Some((digest, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((signature, key)) = rest.split_first_chunk::<64>() else { return };
    let (ours, theirs) = (Point::<F>::parse(key), by_library(key));
    assert_eq!(
        ours.map(|key| key.to_uncompressed().to_vec()),
        theirs.map(|key| key.to_sec1_point(false).as_bytes().to_vec()),
    );
    let own = kernel::Signature::parse(signature);
    let signature = Signature::<Secp256k1>::from_slice(signature).ok();
    assert_eq!(own.is_some(), signature.is_some());
    let (Some(own), Some(signature)) = (own, signature) else { return };
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        let low = signature.normalize_s();
        let want = hazmat::verify_prehashed::<Secp256k1>(&theirs.to_projective(), digest, &low);
        assert_eq!(kernel::verify(&ours, digest, &own), want.is_ok());
        assert_eq!(kernel::Prepared::new(&ours).verify(digest, &own), want.is_ok());
    }
    for odd in [false, true] {
        let id = RecoveryId::new(odd, false);
        let want = VerifyingKey::recover_from_prehash(digest, &signature, id);
        let want = want.ok().map(|key| key.to_sec1_point(true).as_bytes().to_vec());
        let got = kernel::recover::<F>(digest, &own, odd).map(|key| key.to_compressed().to_vec());
        assert_eq!(got, want);
    }
}

fn by_library(bytes: &[u8]) -> Option<PublicKey> {
    if is_taken(bytes) { PublicKey::from_sec1_bytes(bytes).ok() } else { None }
}

fn sign_in<F: HasTables>(data: &[u8]) {
    let Some((secret, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((digest, other)) = rest.split_first_chunk::<32>() else { return };
    let own = kernel::Secret::parse(secret);
    let secret = NonZeroScalar::from_repr(FieldBytes::from(*secret));
    let secret = Option::<NonZeroScalar>::from(secret);
    assert_eq!(own.is_some(), secret.is_some());
    let (Some(own), Some(secret)) = (own, secret) else { return };
    let public = kernel::public_key::<F>(&own).to_compressed();
    let want = PublicKey::from_secret_scalar(&secret).to_sec1_point(true).as_bytes().to_vec();
    assert_eq!(public[..], want);
    let signed = kernel::sign::<F>(&own, digest);
    let (want, id) = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(&secret, digest, &[]);
    assert_eq!(signed.bytes[..], want.to_bytes()[..]);
    assert_eq!(RecoveryId::new(signed.y_is_odd, signed.x_is_reduced), id);
    let (Some(ours), Some(theirs)) = (Point::<F>::parse(other), by_library(other)) else { return };
    let want = diffie_hellman(secret, theirs.as_affine());
    assert_eq!(kernel::times(&own, &ours).x()[..], want.raw_secret_bytes()[..]);
}

fn hash_in<F: HasTables>(data: &[u8]) {
    let Some((uniform, _)) = data.split_first_chunk::<96>() else { return };
    let [first, second] = uniform.as_chunks::<48>().0 else { return };
    let sum = mapped(first) + mapped(second);
    let want = (sum != ProjectivePoint::IDENTITY).then(|| sum.to_affine().to_sec1_point(true));
    let got = Point::<F>::from_uniform(uniform).map(|point| point.to_compressed().to_vec());
    assert_eq!(got, want.map(|point| point.as_bytes().to_vec()));
}

/// What the library maps 48 bytes to.
fn mapped(bytes: &[u8; 48]) -> ProjectivePoint {
    type Element = <Secp256k1 as MapToCurve>::FieldElement;
    Secp256k1::map_to_curve(<Element as Reduce<Array<u8, _>>>::reduce(&Array(*bytes)))
}
