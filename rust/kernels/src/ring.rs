//! The operations of ring signatures on edwards25519: members, key images, and the two points of a round.
//!
//! | Operation | Time |
//! | --- | --- |
//! | [`Element::base`], [`Element::times`] | constant: the scalar is secret, and so may be the choice of the point |
//! | [`Element::encode`], [`Element::encode_both`] | constant: the point may come of a secret |
//! | all others | variable: their inputs are public |
//!
//! An [`Element`] is any point of the curve. Only [`decode`] proves that points are of prime order; the
//! header of `edwards25519::order` says how it does so without a multiplication. A point is checked to be on
//! the curve before it is written. If it is not, no bytes are returned.
//!
//! Tested against curve25519-dalek: every operation, points of every order, encodings of every form.

#![allow(clippy::indexing_slicing, reason = "two lanes, constant indices")]

use std::collections::VecDeque;

use crate::{
    ed25519::SMALL_ORDER,
    edwards25519::{
        Kept, Point, Prepared, base, base_by_parts, decode as read, decode_one,
        elligator::from_uniform,
        sum_of_two,
        twin::{Odd, Twin, side_by_side, sums},
    },
    field25519::Own,
    stack::{DEEP, swept},
};

/// A point.
#[derive(Clone, Copy, Debug)]
pub struct Element(Point<Own>);

/// Decodes each, two at once: a point of prime order in its canonical encoding, or `None`.
#[must_use]
pub fn decode(encoded: &[[u8; 32]]) -> Vec<Option<Element>> {
    let pairs = encoded.chunks(2).flat_map(|pair| match pair {
        [first, second] => decode_two(first, second),
        [first] => [decode_two(first, first)[0], None],
        _ => [None, None],
    });
    pairs.take(encoded.len()).collect()
}

fn decode_two(first: &[u8; 32], second: &[u8; 32]) -> [Option<Element>; 2] {
    let decoded = read(first, second);
    let order = decoded.prime_order();
    let points = [decoded.first(), decoded.second()];
    core::array::from_fn(|index| {
        let small = SMALL_ORDER.contains([first, second][index]);
        let sound = decoded.on_curve[index] && decoded.canonical[index] && order[index] && !small;
        sound.then(|| Element(Point::from_affine(&points[index])))
    })
}

/// For each of the seeds, the first of itself, its hash, the hash of that and so on that encodes a
/// point in some form, times the cofactor. Nothing if one has none among `tries`.
#[must_use]
pub fn first_points(
    seeds: Vec<[u8; 32]>,
    rehash: impl Fn(&[u8; 32]) -> [u8; 32],
    tries: usize,
) -> Option<Vec<Element>> {
    let mut found = vec![Element(Point::neutral()); seeds.len()];
    let mut open: VecDeque<_> = seeds.into_iter().enumerate().map(|seed| (seed, 1)).collect();
    while let Some(first) = open.pop_front() {
        let second = open.pop_front();
        let decoded = read(&first.0.1, &second.unwrap_or(first).0.1);
        let points = [decoded.first(), decoded.second()];
        for (lane, job) in [Some(first), second].into_iter().enumerate() {
            let Some(((index, seed), tried)) = job else { continue };
            if decoded.on_curve[lane] {
                let mut point = Point::from_affine(&points[lane]);
                point.times_cofactor();
                *found.get_mut(index)? = Element(point);
            } else if tried == tries {
                return None;
            } else {
                open.push_back(((index, rehash(&seed)), tried + 1));
            }
        }
    }
    Some(found)
}

impl Element {
    /// The point that these bytes encode, of any order; y is read modulo p.
    #[must_use]
    pub fn decode_any(encoded: &[u8; 32]) -> Option<Self> {
        let read = decode_one(encoded);
        read.on_curve.then(|| Self(Point::from_affine(&read.xy)))
    }

    /// The point that 96 uniform bytes lead to (RFC 9380, `edwards25519_XMD:SHA-512_ELL2_RO_`); nothing
    /// for the neutral one.
    #[must_use]
    pub fn from_uniform(uniform: &[u8; 96]) -> Option<Self> {
        let point = from_uniform(uniform);
        // Of prime order, so only the neutral element has x = 0.
        (!point.xy.is_zero()[0]).then_some(Self(point))
    }

    /// Its one encoding.
    #[must_use]
    pub fn encode(&self) -> Option<[u8; 32]> {
        Some(self.0.encode()?.bytes)
    }

    /// As two calls of [`Element::encode`], in the time of one.
    #[must_use]
    pub fn encode_both(points: [&Self; 2]) -> Option<[[u8; 32]; 2]> {
        let [first, second] = points;
        Twin::of(&first.0, &second.0).encode()
    }

    /// `scalar` times the base point. The scalar is secret, reduced, little-endian.
    #[must_use]
    pub fn base(scalar: &[u8; 32]) -> Self {
        let comb = Own::comb();
        swept::<DEEP, _>(|| Self(base::multiply(comb, scalar)))
    }

    /// `scalar` times this point. The scalar is secret, reduced, little-endian.
    #[must_use]
    pub fn times(&self, scalar: &[u8; 32]) -> Self {
        swept::<DEEP, _>(|| Self(base::multiply_row(&base::odd_row(&self.0), scalar)))
    }

    /// Eight times this point.
    #[must_use]
    pub fn times_cofactor(&self) -> Self {
        let mut point = self.0;
        point.times_cofactor();
        Self(point)
    }
}

/// A key image, ready for many rounds.
#[derive(Clone, Debug)]
pub struct Image {
    odd: Odd<Own>,
}

impl Image {
    /// Prepares a key image.
    #[must_use]
    pub fn new(image: &Element) -> Self {
        Self { odd: Twin::of(&image.0, &image.0).odd_multiples() }
    }

    /// `s G + c P` and `s H + c I`, encoded, for a key P and its hash H. Scalars are reduced,
    /// little-endian.
    #[must_use]
    pub fn round(
        &self,
        s: &[u8; 32],
        c: &[u8; 32],
        key: &Element,
        hash: &Element,
    ) -> Option<[[u8; 32]; 2]> {
        let member = Twin::of(&key.0, &hash.0).odd_multiples();
        let of_s = side_by_side(Own::twin(), &member);
        let of_c = side_by_side(&member, &self.odd);
        sums([s, c], [&of_s, &of_c]).encode_public()
    }
}

/// A member's key and its hash, with tables as a key has that is used often: 20 KB. A round with them is doubled an eighth as
/// often, and they take about the time of two rounds without.
///
/// On the heap, as the tables of an image are: on the stack they would push what a signer has there beyond what is wiped.
#[derive(Clone, Debug)]
pub struct Tables {
    key: Box<Prepared<Own>>,
    hash: Box<Prepared<Own>>,
}

impl Tables {
    /// Makes them.
    #[must_use]
    pub fn new(key: &Element, hash: &Element) -> Self {
        Self { key: prepared(key), hash: prepared(hash) }
    }

    /// Reads all of them. A signer does so for each member, as its own tables are in no round, and those of whoever signs less
    /// often would be in nearer caches.
    pub fn read(&self) {
        self.key.read();
        self.hash.read();
    }

    /// As [`Image::round`], by the tables of the member and of the image.
    #[must_use]
    #[inline(never)]
    pub fn round(&self, s: &[u8; 32], c: &[u8; 32], image: &ImageTables) -> Option<[[u8; 32]; 2]> {
        let left = sum_of_two(&self.key.term(c), &base_by_parts(s));
        let right = sum_of_two(&self.hash.term(s), &image.0.term(c));
        Twin::of(&left, &right).encode_public()
    }
}

/// A key image with such tables, for the rounds of one signature.
#[derive(Clone, Debug)]
pub struct ImageTables(Box<Prepared<Own>>);

impl ImageTables {
    /// Makes them.
    #[must_use]
    pub fn new(image: &Element) -> Self {
        Self(prepared(image))
    }
}

#[inline(never)]
fn prepared(element: &Element) -> Box<Prepared<Own>> {
    Box::new(Prepared::new(&element.0))
}
