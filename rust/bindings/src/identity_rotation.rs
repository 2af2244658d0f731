//! See `countersign_core::identity::rotation`.

use countersign_core::{
    Error,
    identity::rotation::{History, Inception, Known, Rotation, compare},
    keys::PublicKey,
    time::{UnixSeconds, check_skew},
};

use crate::unsigned;

boundary! {
    fn identity_rotation_unsigned as "identityRotationUnsigned" (algorithm: String, key: &[u8], created: f64, next: &[u8]) -> u32 {
        unsigned::insert(History::unsigned(inception(&algorithm, key, created, next)?)?)
    }

    fn identity_rotation_next_unsigned as "identityRotationNextUnsigned" (history: String, algorithm: String, key: &[u8], time: f64, reason: String, compromised_since: f64, next: &[u8]) -> u32 {
        let history = History::read(&history)?;
        let rotation = rotation(&history, &algorithm, [key, next], [time, compromised_since], &reason)?;
        unsigned::insert_by_two(history.unsigned_rotation(rotation)?)
    }

    fn identity_rotation_verify as "identityRotationVerify" (history: String, id: String, sequence: f64, tip: &[u8], moment: f64, now: f64, skew: f64) -> String {
        let skew = check_skew(skew)?;
        let history = History::verify(&history, &id)?;
        history.check_now(Known::from_parts(sequence, tip)?, UnixSeconds::from_number(now), skew)?;
        Ok(history.to_json(UnixSeconds::from_number(moment)))
    }

    fn identity_rotation_read as "identityRotationRead" (history: String, moment: f64) -> String {
        Ok(History::read(&history)?.to_json(UnixSeconds::from_number(moment)))
    }

    fn identity_rotation_compare as "identityRotationCompare" (first: String, second: String) -> String {
        Ok(compare(&History::read(&first)?, &History::read(&second)?)?.to_json())
    }
}

fn inception(algorithm: &str, key: &[u8], created: f64, next: &[u8]) -> Result<Inception, Error> {
    let (key, next) = (PublicKey::from_tagged(key)?, PublicKey::from_tagged_or_none(next)?);
    Inception::new(key, algorithm.parse()?, UnixSeconds::from_number(created), next.as_ref())
}

fn rotation(
    history: &History,
    algorithm: &str,
    [key, next]: [&[u8]; 2],
    [time, since]: [f64; 2],
    reason: &str,
) -> Result<Rotation, Error> {
    let (key, next) = (PublicKey::from_tagged(key)?, PublicKey::from_tagged_or_none(next)?);
    let since = (since >= 0.0).then(|| UnixSeconds::from_number(since));
    let time = UnixSeconds::from_number(time);
    history.rotation((key, algorithm.parse()?), time, (reason.parse()?, since), next.as_ref())
}
