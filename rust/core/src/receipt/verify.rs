//! Verifying one receipt against a trust input.

use std::borrow::Cow;

use super::{
    Expected, Id, Receipt, Testimonies, Testimony,
    key::{BoundKey, Claim},
    rotation::check_rotation,
    verify_witnesses,
};
use crate::{
    Error,
    encoding::frames,
    fact::{ok, refused},
    keys::{Uses, multikey},
    print::{Written, list_of},
    time::UnixSeconds,
    trust::{Checks, Owner, ProvenKey, Trust},
};

/// What a receipt proved. Only [`verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified<'a> {
    receipt: &'a Receipt,
    key: BoundKey,
    testimonies: Testimonies,
}

/// Verifies a receipt: the actor's key, the signature, the time, and that enough witnesses hold.
///
/// # Errors
///
/// Before the signature: `ERR_RECEIPT_ID`, `ERR_RECEIPT_CONTENT`, `ERR_RECEIPT_NOT_YET`,
/// `ERR_RECEIPT_KEY`, `ERR_RECEIPT_ACTOR`. Then `ERR_RECEIPT_SIGNATURE`; `ERR_RECEIPT_ROTATION` if
/// the new key of a rotation did not sign; `ERR_RECEIPT_WITNESSES`; `ERR_TRUST_CHECKS` if the key was not among those
/// that could be tried, or if there are too few witnesses because one that may count was left unchecked.
///
/// # Cost
///
/// At most [`Expected::max_checks`] signature checks for the actor. The witnesses get those that are left, and one more
/// for each witness. By default that makes 16 checks in all without witnesses, and 80 with
/// [`MAX_WITNESSES`](super::MAX_WITNESSES). Witnesses whose key the trust input lists as theirs are checked first, so
/// that nobody can use up their checks by appending others.
pub fn verify<'a>(
    receipt: &'a Receipt,
    trust: &Trust,
    expected: &Expected,
) -> Result<Verified<'a>, Error> {
    receipt.check_id(expected.id)?;
    if let Some(want) = expected.content {
        let got = receipt.content_hash()?;
        if got != want {
            return Err(Error::ReceiptContent(want.to_string(), got.to_string()));
        }
    }
    if expected.is_future(receipt.time()) {
        return Err(Error::ReceiptNotYet(receipt.time()));
    }
    let mut checks = Checks::new(expected.max_checks);
    let now = expected.seconds();
    let key = claim(receipt, &receipt.statement()).check(trust, now, &mut checks)?;
    check_rotation(receipt, &mut checks)?;
    let testimonies = verify_witnesses(receipt, &key, trust, expected, &mut checks);
    testimonies.require(expected.witnesses)?;
    Ok(Verified { receipt, key, testimonies })
}

/// Verifies separate receipts, as [`frames`]. Gives a JSON array, in order, with `state` and the facts of
/// each, or `{ state, code, why, data? }`. Links between them are not looked at.
///
/// Each signature is decided by itself, as in [`super::chain`]; a key that comes often gets tables.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up.
pub fn verify_batch(list: &[u8], trust: &Trust, expected: &Expected) -> Result<String, Error> {
    let (mut trust, mut uses) = (Cow::Borrowed(trust), Uses::default());
    let mut judge = |text: &[u8]| {
        let receipt = Receipt::from_json(text)?;
        let verified = verify(&receipt, &trust, expected)?;
        let row = verified.write(ok(Written::new())).end();
        // An embedded key is read again each time, so it has no tables to keep.
        if let Some(key) = verified.signer().trusted().and_then(|key| uses.note(key)) {
            trust.to_mut().put_prepared(&key);
        }
        Ok(row)
    };
    let row = |text| match judge(text) {
        Ok(row) => row,
        Err::<_, Error>(error) => refused(Written::new(), &error).end(),
    };
    let rows: Vec<String> = frames::whole(list)?.map(row).collect();
    Ok(list_of(&rows))
}

/// The actor's claim to have signed `statement`.
pub(super) fn claim<'a>(receipt: &'a Receipt, statement: &'a [u8]) -> Claim<'a> {
    Claim {
        did: receipt.actor(),
        key_id: receipt.key_id(),
        algorithm: receipt.algorithm(),
        message: statement,
        signature: receipt.signature(),
        time: UnixSeconds(receipt.time() / 1000),
    }
}

impl Verified<'_> {
    /// The id, computed from the content.
    #[must_use]
    pub const fn id(&self) -> Id {
        self.receipt.id()
    }

    /// The key under which the signature holds.
    #[must_use]
    pub const fn signer(&self) -> &ProvenKey {
        &self.key.signer
    }

    /// Whether that key is the actor's: [`Owner::This`], or [`Owner::Unnamed`] if nothing says whose it is.
    #[must_use]
    pub const fn owner(&self) -> Owner {
        self.key.owner
    }

    /// A verdict for each witness.
    #[must_use]
    pub fn witnesses(&self) -> &[Testimony] {
        &self.testimonies.list
    }

    /// The facts, as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(Written::new()).end()
    }

    fn write(&self, facts: Written) -> Written {
        let receipt = self.receipt;
        let unproven = if self.key.owner == Owner::Unnamed { r#"["actor"]"# } else { "[]" };
        let uncovered = if receipt.witnesses().is_some() { r#"["/witnesses"]"# } else { "[]" };
        let facts = facts
            .text("actor", receipt.actor())
            .text("id", &receipt.id().to_string())
            .json("signer", &self.signer_text())
            .json("uncovered", uncovered)
            .json("unproven", unproven);
        self.testimonies.write(facts)
    }

    /// The key as JSON; as text it is the id of a DID that is made of it.
    fn signer_text(&self) -> String {
        let signer = &self.key.signer;
        match (self.key.owner, self.receipt.actor().strip_prefix("did:key:")) {
            (Owner::This, Some(id)) => signer.to_json_with(id),
            _ => signer.to_json_with(&multikey::encode(&signer.key)),
        }
    }
}
