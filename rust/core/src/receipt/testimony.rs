//! What the witnesses of a receipt prove.
//!
//! The actor's signature does not cover the witnesses, so anybody can append one. A testimony that does
//! not hold is reported with its code and counts for nothing; the receipt itself still holds. A witness
//! counts once, by its DID and by its key, and the actor is no witness of itself.
//!
//! A bare key in the trust input proves that somebody signed, but not who. Such a witness is `unproven`, and does
//! not count where witnesses are asked for. The same is true of a `did:key` whose bare key stands in the trust input
//! beside a bare key of the actor: it may be another key of the actor.
//!
//! Witnesses whose key is known to be theirs are checked first; those that any key may have signed share the checks
//! that are left. So an entry that a stranger appends takes nothing from a witness that counts: it does not use up
//! that witness's checks, and it cannot take its place by using its name or key first.

use countersign_kernels::json::Kind;

use super::{
    Expected, MAX_WITNESSES, Receipt, Witness,
    key::{BoundKey, Claim, Refused},
    member,
};
use crate::{
    Error,
    encoding::document::Node,
    fact::verdict,
    keys::PublicKey,
    print::Written,
    record::Record,
    time::UnixSeconds,
    trust::{Checks, Owner, Trust},
};

/// The verdict on one witness.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Testimony {
    /// Who it says it is, if it says so at all.
    pub witness: Option<String>,
    /// When it says it saw the receipt, in Unix milliseconds.
    pub time: Option<u64>,
    outcome: Result<BoundKey, Refused>,
    unproven: bool,
}

/// The verdicts on all witnesses of a receipt.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Testimonies {
    /// The verdicts, in the order of the receipt.
    pub list: Vec<Testimony>,
    /// Entries beyond [`MAX_WITNESSES`].
    pub omitted: usize,
}

/// Verifies every witness of a receipt whose actor's signature held. It uses the checks that are left, and adds one for
/// each witness.
#[must_use]
pub(super) fn verify_witnesses(
    receipt: &Receipt,
    actor: &BoundKey,
    trust: &Trust,
    expected: &Expected,
    checks: &mut Checks,
) -> Testimonies {
    let (entries, omitted) = match receipt.witnesses() {
        None => (Vec::new(), 0),
        Some(list) if list.kind() == Kind::Array => {
            let mut items = list.items();
            (items.by_ref().take(MAX_WITNESSES).collect(), items.count())
        }
        Some(other) => (vec![other], 0),
    };
    checks.add(entries.len());
    let read: Vec<_> =
        entries.iter().map(|entry| Statement::read(*entry, receipt, expected)).collect();
    let claims =
        read.iter().map(|statement| statement.as_ref().map(Statement::claim).map_err(Clone::clone));
    let outcomes = Claim::check_all(claims, trust, expected.seconds(), checks);
    let judged = entries.iter().zip(outcomes);
    let mut list: Vec<_> =
        judged.map(|(entry, outcome)| Testimony::of(*entry, outcome, actor)).collect();
    for index in 0..list.len() {
        refuse_again(&mut list, index, receipt.actor(), actor);
    }
    Testimonies { list, omitted }
}

/// What a witness signed, as its entry states it.
struct Statement {
    witness: Witness,
    message: Vec<u8>,
    signature: Vec<u8>,
    time: UnixSeconds,
}

impl Statement {
    fn read(entry: Node<'_>, receipt: &Receipt, expected: &Expected) -> Result<Self, Error> {
        if entry.kind() != Kind::Object {
            return Err(member::malformed("witnesses", "it must hold objects"));
        }
        let mut record = Record::new(entry, member::malformed);
        let witness = Witness::read(&mut record, receipt.keep(entry))?;
        record.take("signature");
        record.end()?;
        let mut record = Record::new(entry, member::malformed);
        let signature = member::read_signature(&mut record, witness.algorithm)?;
        if expected.is_future(witness.time) {
            return Err(Error::ReceiptNotYet(witness.time));
        }
        let message = witness.statement(receipt)?;
        Ok(Self { message, signature, time: UnixSeconds(witness.time / 1000), witness })
    }

    fn claim(&self) -> Claim<'_> {
        let Self { witness, message, signature, time } = self;
        let Witness { name, key_id, algorithm, .. } = witness;
        Claim { did: name, key_id, algorithm: *algorithm, message, signature, time: *time }
    }
}

/// Refuses the testimony of the actor itself, and one of a witness or key that has testified before. A testimony that
/// counts is refused only for an earlier one that counts too.
fn refuse_again(list: &mut [Testimony], index: usize, did: &str, actor: &BoundKey) {
    let Some((testimony, before)) = list.get(..=index).and_then(<[_]>::split_last) else { return };
    let Ok(key) = &testimony.outcome else { return };
    let name = testimony.witness.as_deref();
    let twice = |earlier: &Testimony| {
        earlier.is_by(name, &key.signer.key) && (earlier.counts() || !testimony.counts())
    };
    let why = match () {
        () if name == Some(did) || key.signer.key == actor.signer.key => Error::ReceiptWitnessSelf,
        () if before.iter().any(twice) => Error::ReceiptWitnessDuplicate,
        () => return,
    };
    if let Some(testimony) = list.get_mut(index) {
        (testimony.outcome, testimony.unproven) = (Err(why.into()), false);
    }
}

impl BoundKey {
    /// Whether nothing shows that the key is the witness's, or nothing shows that it is not the actor's.
    fn is_anybody(&self, actor: &Self) -> bool {
        let beside = actor.owner == Owner::Unnamed && self.bare && !self.signer.is_self_asserted();
        self.owner == Owner::Unnamed || beside
    }
}

impl Testimony {
    fn of(entry: Node<'_>, outcome: Result<BoundKey, Refused>, actor: &BoundKey) -> Self {
        Self {
            witness: entry.get("witness").and_then(Node::as_str).map(str::to_owned),
            time: entry.get("time").and_then(Node::as_u64),
            unproven: outcome.as_ref().is_ok_and(|key| key.is_anybody(actor)),
            outcome,
        }
    }

    fn counts(&self) -> bool {
        !self.unproven && self.outcome.as_ref().is_ok_and(|key| !key.signer.is_self_asserted())
    }

    /// Whether it holds and is by that witness or that key.
    fn is_by(&self, witness: Option<&str>, key: &PublicKey) -> bool {
        let same = self.witness.as_deref() == witness;
        self.outcome.as_ref().is_ok_and(|bound| same || bound.signer.key == *key)
    }

    /// Why it counts for nothing; `None` if it holds.
    #[must_use]
    pub fn refused(&self) -> Option<&Error> {
        self.outcome.as_ref().err().map(|refused| &refused.error)
    }

    fn write(&self, row: Written) -> Written {
        let row = row.maybe(self.witness.as_deref(), |row, name| row.text("witness", name));
        let row = row.maybe(self.time, |row, time| row.number("time", time));
        let unproven = if self.unproven { r#"["witness"]"# } else { "[]" };
        verdict(row, self.outcome.as_ref().map_err(|refused| &refused.error), |row, key| {
            row.json("signer", &key.signer.to_json()).json("unproven", unproven)
        })
    }
}

impl Testimonies {
    /// The witnesses that count, each with its place in the receipt and its time.
    pub(crate) fn valid_times(&self) -> impl Iterator<Item = (usize, u64)> {
        let counted = self.list.iter().enumerate().filter(|(_, testimony)| testimony.counts());
        counted.filter_map(|(place, testimony)| Some((place, testimony.time?)))
    }

    /// How many testimonies count: those under a key that somebody else vouches for as the witness's. Anybody can make
    /// as many keys as he likes that vouch for themselves.
    #[must_use]
    pub fn count_valid(&self) -> usize {
        self.list.iter().filter(|testimony| testimony.counts()).count()
    }

    /// Refuses if fewer testimonies count than are asked for.
    ///
    /// # Errors
    ///
    /// `ERR_TRUST_CHECKS` if one that may count was left unchecked; else `ERR_RECEIPT_WITNESSES`.
    pub(super) fn require(&self, want: usize) -> Result<(), Error> {
        let got = self.count_valid();
        if got >= want {
            return Ok(());
        }
        let mut refused = self.list.iter().filter_map(|testimony| testimony.outcome.as_ref().err());
        let undecided =
            refused.find(|refused| refused.undecided).map(|refused| refused.error.clone());
        Err(undecided.unwrap_or(Error::ReceiptWitnesses(want, got)))
    }

    /// Writes the members `witnesses` and, where some were not looked at, `witnessesOmitted`.
    pub(super) fn write(&self, facts: Written) -> Written {
        let facts =
            facts.objects("witnesses", self.list.iter(), |row, testimony| testimony.write(row));
        let omitted = (self.omitted > 0).then_some(self.omitted as u64);
        facts.maybe(omitted, |facts, omitted| facts.number("witnessesOmitted", omitted))
    }
}
