//! One proof, read and checked against a policy (VC Data Integrity, section 2.1).

use countersign_kernels::json::Kind;

use super::Policy;
use crate::{
    Error,
    encoding::{base58, document::Node},
    error::excerpt,
    keys::{Algorithm, PublicKey, SIGNATURE_LEN},
    time::{UnixSeconds, rfc3339},
};

/// Longest `proofValue` of 64 bytes: `z` and 88 letters.
const MAX_VALUE: usize = 89;

/// A cryptographic suite: `eddsa-jcs-2022`, or `ecdsa-jcs-2019` with P-256.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Suite {
    name: &'static str,
    algorithm: Algorithm,
}

impl Suite {
    /// The name in a proof.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// The suite of a name.
    ///
    /// # Errors
    ///
    /// `ERR_DATA_INTEGRITY_SUITE` for any other.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let mut all = Algorithm::ALL.into_iter().filter_map(|algorithm| Self::of(algorithm).ok());
        all.find(|suite| suite.name == name).ok_or_else(|| Error::DataIntegritySuite(excerpt(name)))
    }

    /// The suite that signs with an algorithm.
    ///
    /// # Errors
    ///
    /// `ERR_DATA_INTEGRITY_SUITE` if there is none.
    pub fn of(algorithm: Algorithm) -> Result<Self, Error> {
        let name = algorithm.facts().suite;
        let name = name.ok_or_else(|| Error::DataIntegritySuite(algorithm.as_str().to_owned()))?;
        Ok(Self { name, algorithm })
    }

    /// The algorithm of its signatures.
    #[must_use]
    pub const fn algorithm(self) -> Algorithm {
        self.algorithm
    }
}

/// A proof whose members have the right types.
#[derive(Clone, Debug)]
pub struct Proof<'a> {
    members: Node<'a>,
    suite: Suite,
    id: Option<&'a str>,
    previous: Vec<&'a str>,
    method: &'a str,
    purpose: &'a str,
    created: Option<UnixSeconds>,
    expires: Option<UnixSeconds>,
}

impl<'a> Proof<'a> {
    /// Reads a proof, or the options of a new one: everything but `proofValue`.
    ///
    /// # Errors
    ///
    /// `ERR_DATA_INTEGRITY_SUITE` for another type or suite,
    /// `ERR_DATA_INTEGRITY_MALFORMED` for a member of the wrong type.
    pub fn read(members: Node<'a>) -> Result<Self, Error> {
        let kind = text(members, "type")?.unwrap_or_default();
        if kind != "DataIntegrityProof" {
            return Err(Error::DataIntegritySuite(excerpt(kind)));
        }
        let suite = Suite::from_name(text(members, "cryptosuite")?.unwrap_or_default())?;
        let id = text(members, "id")?;
        for name in ["challenge", "nonce"] {
            text(members, name)?;
        }
        texts(members, "domain")?;
        let previous = texts(members, "previousProof")?.unwrap_or_default();
        let method = text(members, "verificationMethod")?;
        let purpose = text(members, "proofPurpose")?;
        let (created, expires) = (time(members, "created")?, time(members, "expires")?);
        if created.zip(expires).is_some_and(|(created, expires)| expires <= created) {
            return Err(malformed("`expires` is not after `created`"));
        }
        Ok(Self {
            members,
            suite,
            id,
            previous,
            method: method.ok_or_else(|| malformed("`verificationMethod` is missing"))?,
            purpose: purpose.ok_or_else(|| malformed("`proofPurpose` is missing"))?,
            created,
            expires,
        })
    }

    /// Its suite.
    #[must_use]
    pub const fn suite(&self) -> Suite {
        self.suite
    }

    /// The verification method it names.
    #[must_use]
    pub const fn method(&self) -> &'a str {
        self.method
    }

    /// The members as given.
    #[must_use]
    pub const fn members(&self) -> Node<'a> {
        self.members
    }

    /// Its own id.
    #[must_use]
    pub const fn id(&self) -> Option<&'a str> {
        self.id
    }

    /// The ids of the proofs that it covers.
    #[must_use]
    pub fn previous(&self) -> &[&'a str] {
        &self.previous
    }

    pub(super) fn key_in_method(&self) -> Option<PublicKey> {
        super::did_key(self.method)
    }

    /// The signature in `proofValue`.
    pub(super) fn signature(&self) -> Result<Vec<u8>, Error> {
        let value = text(self.members, "proofValue")?
            .filter(|value| value.len() <= MAX_VALUE)
            .and_then(|value| value.strip_prefix('z'))
            .ok_or_else(|| malformed("`proofValue` is not base58btc of 64 bytes"))?;
        let bytes = base58::decode(value)?;
        if bytes.len() == SIGNATURE_LEN {
            Ok(bytes)
        } else {
            Err(malformed("`proofValue` is not base58btc of 64 bytes"))
        }
    }

    /// Compares what the proof states with what the caller expects.
    pub(super) fn require(&self, policy: &Policy) -> Result<(), Error> {
        if self.purpose != policy.purpose.as_str() {
            return Err(Error::DataIntegrityPurpose(
                policy.purpose.as_str(),
                excerpt(self.purpose),
            ));
        }
        self.require_domain(policy)?;
        let challenge = text(self.members, "challenge")?;
        if policy.challenge.as_deref().is_some_and(|want| challenge != Some(want)) {
            let other = challenge.map(|other| format!("it answers \"{}\"", excerpt(other)));
            let reason = other.unwrap_or_else(|| "it answers none".to_owned());
            return Err(Error::DataIntegrityChallenge(reason));
        }
        let Some(UnixSeconds(now)) = policy.now else { return Ok(()) };
        if let Some(created) = self.created.filter(|time| time.0 > now.saturating_add(policy.skew))
        {
            return Err(Error::DataIntegrityNotYet(created.0));
        }
        // The end is exclusive; the skew allows for a clock that is ahead.
        match self.expires.filter(|end| end.0.saturating_add(policy.skew) <= now) {
            Some(end) => Err(Error::DataIntegrityExpired(end.0)),
            None => Ok(()),
        }
    }

    fn require_domain(&self, policy: &Policy) -> Result<(), Error> {
        let Some(want) = &policy.domain else { return Ok(()) };
        let got = texts(self.members, "domain")?.unwrap_or_default();
        let same = want.iter().all(|domain| got.contains(&domain.as_str()))
            && got.iter().all(|domain| want.iter().any(|wanted| wanted == domain));
        if same && !got.is_empty() {
            return Ok(());
        }
        Err(Error::DataIntegrityDomain(excerpt(&want.join(", ")), excerpt(&got.join(", "))))
    }
}

pub(super) fn malformed(what: &'static str) -> Error {
    Error::DataIntegrityMalformed(what)
}

fn text<'a>(members: Node<'a>, name: &str) -> Result<Option<&'a str>, Error> {
    let Some(value) = members.get(name) else { return Ok(None) };
    value.as_str().filter(|text| !text.is_empty()).map(Some).ok_or_else(|| malformed(
        "`type`, `cryptosuite`, `id`, `challenge`, `nonce`, `verificationMethod`, `proofPurpose` and times must be text that is not empty",
    ))
}

/// A member that is a text or a list of texts.
fn texts<'a>(members: Node<'a>, name: &str) -> Result<Option<Vec<&'a str>>, Error> {
    let Some(value) = members.get(name) else { return Ok(None) };
    let texts: Option<Vec<_>> = match value.kind() {
        Kind::Array if !value.is_empty() => value.items().map(Node::as_str).collect(),
        _ => value.as_str().map(|text| vec![text]),
    };
    texts
        .map(Some)
        .ok_or_else(|| malformed("`domain` and `previousProof` must be a text or a list of texts"))
}

fn time(members: Node<'_>, name: &str) -> Result<Option<UnixSeconds>, Error> {
    match text(members, name)? {
        None => Ok(None),
        Some(text) => rfc3339::parse(text).map(Some).ok_or_else(|| {
            malformed("`created` and `expires` must be times such as 2026-01-02T03:04:05Z")
        }),
    }
}
