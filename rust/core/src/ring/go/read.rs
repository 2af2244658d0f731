//! Reading the bytes of ring-go: the fields, the forms that they may have, and what they encode.

use countersign_kernels::order::sorted;

use super::{Reading, check_size, curve, refuse_duplicates};
use crate::{
    Error,
    ring::curve::{Curve, Pair, SCALAR},
};

/// A signature that was read.
pub(super) struct Signature<C: Curve> {
    pub(super) image: C::Point,
    /// The canonical encoding of the image.
    pub(super) image_bytes: C::Bytes,
    pub(super) start: C::Scalar,
    pub(super) responses: Vec<C::Scalar>,
    pub(super) members: Vec<Pair<C>>,
    /// The members as they were written.
    pub(super) keys: Vec<Vec<u8>>,
}

/// A signature, cut into its fields.
struct Fields<'a> {
    start: &'a [u8],
    image: &'a [u8],
    responses: Vec<&'a [u8]>,
    keys: Vec<&'a [u8]>,
}

impl<'a> Fields<'a> {
    fn cut(bytes: &'a [u8], point: usize, reading: Reading) -> Result<Self, Error> {
        let malformed = || Error::RingMalformed;
        let (count, rest) = bytes.split_first_chunk().ok_or_else(malformed)?;
        let n = count_of(*count, reading)?;
        let (start, rest) = rest.split_at_checked(SCALAR).ok_or_else(malformed)?;
        let (image, rest) = rest.split_at_checked(point).ok_or_else(malformed)?;
        let (steps, trailing) =
            rest.split_at_checked(n * (SCALAR + point)).ok_or_else(malformed)?;
        if reading == Reading::Strict && !trailing.is_empty() {
            return Err(malformed());
        }
        let steps = steps.chunks_exact(SCALAR + point);
        let (responses, keys) = steps.filter_map(|step| step.split_at_checked(SCALAR)).unzip();
        Ok(Self { start, image, responses, keys })
    }
}

impl<C: Curve> Signature<C> {
    pub(super) fn read(bytes: &[u8], reading: Reading) -> Result<Self, Error> {
        let fields = Fields::cut(bytes, C::POINT, reading)?;
        let strict = reading == Reading::Strict;
        // The cheap checks come first.
        if strict {
            refuse_duplicates(&sorted(fields.keys.clone()))?;
        }
        let read = if strict { C::scalar } else { C::any_scalar };
        let scalar = |bytes| read(bytes).ok_or(Error::RingMalformed);
        let responses = fields.responses.iter().map(|s| scalar(s)).collect::<Result<_, _>>()?;
        let start = scalar(fields.start)?;
        let image = if strict { C::point(fields.image) } else { C::any_point(fields.image) };
        let image = image.ok_or(Error::RingImage)?;
        let image_bytes = canonical::<C>(fields.image, &image, reading)?;
        let members = members::<C>(&fields.keys, reading)?;
        let keys = fields.keys.iter().map(|key| key.to_vec()).collect();
        Ok(Self { image, image_bytes, start, responses, members, keys })
    }
}

/// Decodes and hashes keys as they were written.
fn members<C: Curve>(encoded: &[&[u8]], reading: Reading) -> Result<Vec<Pair<C>>, Error> {
    let points: Vec<Option<C::Point>> = match reading {
        Reading::Strict => C::points(encoded).into_iter().collect(),
        Reading::Upstream => encoded.iter().map(|key| C::any_point(key)).collect(),
    };
    let read = points.into_iter().enumerate();
    let points: Result<_, _> =
        read.map(|(place, point)| point.ok_or_else(|| Error::RingTorsion(place))).collect();
    pairs::<C>(encoded, points?, reading)
}

/// Pairs decoded keys with the points to which they are hashed.
pub(super) fn pairs<C: Curve>(
    encoded: &[&[u8]],
    points: Vec<C::Point>,
    reading: Reading,
) -> Result<Vec<Pair<C>>, Error> {
    // The module hashes its own encoding of a key, not the bytes that it read.
    let each = encoded.iter().zip(&points);
    let each = each.map(|(key, point)| canonical::<C>(key, point, reading));
    let hashes = C::go_hashes(&each.collect::<Result<Vec<_>, _>>()?).ok_or(Error::RingHash)?;
    Ok(points.into_iter().zip(hashes).map(|(key, hash)| Pair { key, hash }).collect())
}

/// The canonical encoding of a point that was read. In a strict reading, it is what was read.
fn canonical<C: Curve>(
    encoded: &[u8],
    point: &C::Point,
    reading: Reading,
) -> Result<C::Bytes, Error> {
    match reading {
        Reading::Strict => curve::bytes::<C>(encoded),
        Reading::Upstream => Ok(C::encode(point)),
    }
}

fn count_of(count: [u8; 4], reading: Reading) -> Result<usize, Error> {
    let n = usize::try_from(u32::from_be_bytes(count)).unwrap_or(usize::MAX);
    match (reading, n) {
        // A ring of one, which the module takes.
        (Reading::Upstream, 1) => Ok(1),
        _ => check_size(n).map(|()| n),
    }
}
