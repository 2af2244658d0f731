//! What a declaration proves, and what became of its witnesses.

use super::{Declaration, MAX_WITNESSES, Testimony};
use crate::{
    Error,
    did::{self, Purpose},
    encoding::frames,
    fact::verdict,
    grant::capability::{self, Pattern},
    keys::PublicKey,
    print::Written,
    signed_record::{Body, Signed},
    time::UnixSeconds,
    trust::{Owner, ProvenKey, Signatory, Trust, policy},
};

/// What a verifier asks of a declaration, as JSON `{ now, skew?, capability?, at? }`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Asked {
    /// The time.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
    /// A capability that must be declared as a whole.
    pub capability: Option<Pattern>,
    /// A time that must lie in the window.
    pub at: Option<UnixSeconds>,
}

impl Asked {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; a code of [`crate::encoding::document`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let policy = policy::read(text, &["now", "skew", "capability", "at"])?;
        let members = policy.root();
        let now = policy::time(members, "now")?;
        Ok(Self {
            now: now.ok_or_else(|| policy::malformed("now", "the time"))?,
            skew: policy::skew(members)?,
            capability: policy::text(members, "capability")?
                .map(|text| text.parse())
                .transpose()?,
            at: policy::time(members, "at")?,
        })
    }

    const fn check_past(&self, issued: UnixSeconds) -> Result<(), Error> {
        let future = issued.0 > self.now.0.saturating_add(self.skew);
        if future { Err(Error::NegativeNotYet) } else { Ok(()) }
    }
}

/// Verifies a declaration against a trust input; `witnesses` are frames. Gives JSON: `{ evidence,
/// id, declarer, identityBound, signer, capabilities, from, until, issued, speaksOf, declared,
/// witnesses: [{ witness, outcome, signer?, code? }], unproven }`.
///
/// `speaksOf` is `past`, `future` or `both`. `declared` tells whether the declaration covers what was asked.
///
/// # Errors
///
/// `ERR_NEGATIVE_KEY` if the declarer's key is not trusted; `ERR_NEGATIVE_IDENTITY`,
/// `ERR_NEGATIVE_NOT_YET`, `ERR_NEGATIVE_SIGNATURE`; a code of what cannot be read.
pub fn verify_declaration(
    text: &str,
    witnesses: &[u8],
    trust: &Trust,
    asked: &Asked,
) -> Result<String, Error> {
    let declaration = Signed::<Declaration>::from_json(text)?;
    let body = declaration.body();
    let who = signatory(&declaration, &body.declarer, body.key_id.as_deref(), asked);
    let (bound, signer) = vouch(trust, &who, asked)?;
    asked.check_past(body.issued)?;
    declaration.check_for(trust)?;
    Ok(Written::new()
        .texts("capabilities", body.capabilities.iter().map(Pattern::as_str))
        .flag("declared", body.declares(asked))
        .text("declarer", &body.declarer)
        .text("evidence", "declaration")
        .number("from", body.from.0)
        .text("id", &declaration.id()?)
        .flag("identityBound", bound)
        .number("issued", body.issued.0)
        .json("signer", &signer.to_json())
        .text("speaksOf", body.speaks_of())
        .texts("unproven", ["that it is kept", "time"].into_iter())
        .number("until", body.until.0)
        .list("witnesses", &testimonies(&declaration, witnesses, trust, asked)?)
        .end())
}

impl Declaration {
    fn speaks_of(&self) -> &'static str {
        if self.until <= self.issued {
            "past"
        } else if self.from >= self.issued {
            "future"
        } else {
            "both"
        }
    }

    /// Whether it covers the time and the whole capability that were asked about.
    fn declares(&self, asked: &Asked) -> bool {
        let inside = asked.at.is_none_or(|at| self.from <= at && at < self.until);
        let said = |pattern: &Pattern| {
            capability::narrows(&self.capabilities, core::slice::from_ref(pattern))
        };
        inside && asked.capability.as_ref().is_none_or(said)
    }
}

/// Who signed a record. Its key must sign now, whatever time the record states.
const fn signatory<'a, T: Body>(
    record: &'a Signed<T>,
    did: &'a str,
    id: Option<&'a str>,
    asked: &Asked,
) -> Signatory<'a> {
    Signatory { did, id, key: record.key(), algorithm: record.algorithm(), signed: asked.now }
}

/// Whether a key is bound to its DID, and how it is trusted.
fn vouch(trust: &Trust, who: &Signatory<'_>, asked: &Asked) -> Result<(bool, ProvenKey), Error> {
    let own = did::check_names(who.did, who.key, Error::NegativeIdentity)?;
    let purpose = Purpose::AssertionMethod;
    let bound = match trust.owner_of_signed(who, purpose, asked.now) {
        Owner::This => true,
        Owner::Unnamed => own,
        Owner::Another => return Err(Error::NegativeIdentity),
        Owner::Untrusted if trust.takes_embedded(&who.use_for(purpose, asked.now)) => own,
        Owner::Untrusted => return Err(Error::NegativeKey),
    };
    Ok((bound, ProvenKey::of_signed(trust, who, purpose, asked.now)))
}

/// What became of each witness.
fn testimonies(
    declaration: &Signed<Declaration>,
    witnesses: &[u8],
    trust: &Trust,
    asked: &Asked,
) -> Result<Vec<String>, Error> {
    let id = declaration.id()?;
    let mut seen: Vec<PublicKey> = vec![declaration.key().clone()];
    let mut found = Vec::new();
    for record in frames::at_most(witnesses, "number of witnesses", MAX_WITNESSES)? {
        let read = frames::text(record).and_then(Signed::<Testimony>::from_json);
        let name = read.as_ref().ok().map(|testimony| testimony.body().witness.clone());
        let checked = read.and_then(|testimony| {
            let signer = check_testimony(&testimony, &id, declaration, trust, asked)?;
            if seen.contains(testimony.key()) {
                return Err(Error::NegativeWitness);
            }
            seen.push(testimony.key().clone());
            Ok(signer)
        });
        let row = Written::new().text_or_null("witness", name.as_deref());
        let write = |row: Written, signer: &ProvenKey| row.json("signer", &signer.to_json());
        found.push(verdict(row, checked.as_ref(), write).end());
    }
    Ok(found)
}

fn check_testimony(
    testimony: &Signed<Testimony>,
    id: &str,
    declaration: &Signed<Declaration>,
    trust: &Trust,
    asked: &Asked,
) -> Result<ProvenKey, Error> {
    let body = testimony.body();
    if body.declaration != id || body.witness == declaration.body().declarer {
        return Err(Error::NegativeWitness);
    }
    let who = signatory(testimony, &body.witness, body.key_id.as_deref(), asked);
    let (_, signer) = vouch(trust, &who, asked)?;
    asked.check_past(body.issued)?;
    testimony.check()?;
    Ok(signer)
}
