//! Known answers of what rings compute. The hash is that of RFC 9380, appendix J.5.1, for "abc"; the
//! rest was computed with curve25519-dalek, from hashes of names and the key of RFC 8032.

use core::hint::black_box;

use super::{
    Watch,
    ed25519::{PUBLIC, known_signature},
    hex, test_if_due,
    watch::sound_at_load,
};
use crate::ring::{Element, Image, ImageTables, Tables, decode, first_points};

static RINGS: Watch = Watch::new();

/// Tests rings on edwards25519 when that is due, to be called before each use.
#[inline]
pub fn test_rings() {
    test_if_due(&RINGS, known_rings);
}

/// The test at load.
pub(super) fn answers_at_load() -> bool {
    sound_at_load(&RINGS, answers_hold)
}

pub(super) fn known_rings() -> bool {
    known_signature() && answers_hold()
}

fn answers_hold() -> bool {
    holds() == Some(true)
}

fn tables_hold(key: &Element, hash: &Element, image: &Element) -> bool {
    Tables::new(key, hash).round(&S, &C, &ImageTables::new(image)) == Some([LEFT, RIGHT])
}

fn holds() -> Option<bool> {
    let [Some(key), None, None] = decode(&[PUBLIC, MIXED_2, MIXED_8])[..] else {
        return Some(false);
    };
    let hash = Element::from_uniform(black_box(&UNIFORM))?;
    let image = hash.times(black_box(&S));
    let points = Image::new(&image).round(&S, &C, &key, &hash)? == [LEFT, RIGHT];
    let by_tables = tables_hold(&key, &hash, &image);
    let encoded = Element::encode_both([&hash, &image])? == [HASH, IMAGE];
    // The second seed is no point; what comes after it is.
    let found = first_points(vec![PUBLIC, [2; 32]], |_| PUBLIC, 2)?;
    let eightfold = key.times_cofactor().encode();
    let rehashed = found.iter().all(|point| point.encode() == eightfold);
    Some(points && by_tables && encoded && rehashed && key.encode()? == PUBLIC)
}

const UNIFORM: [u8; 96] = hex(
    b"c52e15aad2f6a9fe5908d931f1436e61d081955c4141e4e7d02ec0e36becff8cd45da7f22989d3af304c3b8fed555fae29e14adba1d583ce17ba958f05be7dfa005bdc17a9b378b6272573a31b043618ea52551850739a4dc07ee66f314ba85a",
);
const HASH: [u8; 32] = hex(b"31558a26887f23fb8218f143e69d5f0af2e7831130bd5b432ef23883b895839a");
const S: [u8; 32] = hex(b"c809c9677f4589e1d900d558c98a160dba104b30036b306b7e7002da232f9a06");
const C: [u8; 32] = hex(b"95cc0f24dffe604577a24febcc73ad6578721e1c464f7d465138c771fc035600");
/// The key and a point of order 2, and of order 8.
const MIXED_2: [u8; 32] = hex(b"b0bfe83c17bc76a56d48f558b2e481436367d330d13b69733f32aa0ed50b99f3");
const MIXED_8: [u8; 32] = hex(b"0169d3c02f3edd121cafbe1dfd45c4cf4aac216a79e36e6326419f2a654d2d46");
const IMAGE: [u8; 32] = hex(b"c36ea810f8c85555d60d46f65c2529d2ac587f2680b2b75ea25ae4abbb854f78");
const LEFT: [u8; 32] = hex(b"5396d9c2349f43c72022e962a94a6b81eba916b63fe2f217f6b4c10477e11018");
const RIGHT: [u8; 32] = hex(b"ea7fe3e331f9237bde4e1056f4c923f4e5abcaaa801a25bec36f4b4845d5ba97");
