//! A certificate against what the verifier trusts and expects.

use super::{Certificate, Statement};
use crate::{
    Error,
    did::{self, own_key},
    identity::derivation::Purpose,
    keys::{PublicKey, multikey},
    print::Written,
    time::UnixSeconds,
    trust::{Owner, ProvenKey, Signatory, Trust, Use},
};

/// What the verifier knows from another source than the certificate.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The identity keys it trusts, for the purpose `assertionMethod`.
    pub trust: &'a Trust,
    /// What the key must be for.
    pub purpose: Purpose,
    /// The key in question; `None` takes the one of the certificate.
    pub key: Option<&'a PublicKey>,
    /// The context it must be for; `None` takes any.
    pub context: Option<&'a str>,
    /// The time now.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds; [`crate::time::CLOCK_SKEW`] by default.
    pub skew: u64,
}

/// What a verified certificate proves.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proven {
    certificate: Certificate,
    signer: ProvenKey,
    bound: bool,
}

/// Verifies a certificate.
///
/// # Errors
///
/// Before the signatures: `ERR_CERTIFICATE_PURPOSE` for another purpose than expected;
/// `ERR_CERTIFICATE_SUBJECT` for another context or key, and for a key that the trust input lists, but not
/// for this use; `ERR_CERTIFICATE_NOT_YET`, `ERR_CERTIFICATE_EXPIRED`; `ERR_CERTIFICATE_ISSUER` if the
/// issuer is not trusted; `ERR_CERTIFICATE_IDENTITY` if its key is another identity's. Then
/// `ERR_CERTIFICATE_SIGNATURE`.
pub fn verify(certificate: Certificate, expected: &Expected<'_>) -> Result<Proven, Error> {
    let statement = &certificate.statement;
    if statement.purpose != expected.purpose {
        let (want, got) = (expected.purpose.as_str(), statement.purpose.as_str());
        return Err(Error::CertificatePurpose(want, got));
    }
    if expected.context.is_some_and(|context| context != statement.context) {
        return Err(Error::CertificateSubject("another context"));
    }
    if expected.key.is_some_and(|key| *key != statement.key) {
        return Err(Error::CertificateSubject("another key"));
    }
    check_time(statement, expected)?;
    let (signer, bound) = judge_issuer(statement, expected)?;
    let Statement { identity, key, .. } = statement;
    if expected.trust.rules_out(&Use::to_come(
        identity,
        key,
        trust_purpose(statement),
        expected.now,
    )) {
        return Err(Error::CertificateSubject("a key that the trust input rules out"));
    }
    if !certificate.is_signed(&signer.key) {
        return Err(Error::CertificateSignature);
    }
    Ok(Proven { certificate, signer, bound })
}

impl Proven {
    /// The facts, as JSON. `possession` is `false` for a key that cannot sign. `identityBound` is `false` if
    /// neither the identity itself nor the trust input says whose the issuer's key is.
    #[must_use]
    pub fn to_json(&self) -> String {
        let statement = &self.certificate.statement;
        Written::new()
            .text("context", &statement.context)
            .text("identity", &statement.identity)
            .flag("identityBound", self.bound)
            .text("key", &multikey::encode(&statement.key))
            .number("notAfter", statement.not_after.0)
            .number("notBefore", statement.not_before.0)
            .flag("possession", self.certificate.possession.is_some())
            .text("purpose", statement.purpose.as_str())
            .json("signer", &self.signer.to_json())
            .end()
    }
}

/// Checks the time: the start is inclusive, the end exclusive, and the skew widens both.
fn check_time(statement: &Statement, expected: &Expected<'_>) -> Result<(), Error> {
    if statement.not_before.0 > expected.now.0.saturating_add(expected.skew) {
        return Err(Error::CertificateNotYet(statement.not_before.0));
    }
    if expected.now.0 >= statement.not_after.0.saturating_add(expected.skew) {
        return Err(Error::CertificateExpired(statement.not_after.0));
    }
    Ok(())
}

/// The purpose for which a trust input would list the certified key.
fn trust_purpose(statement: &Statement) -> did::Purpose {
    match statement.purpose {
        _ if !statement.key.key_type().signs() => did::Purpose::KeyAgreement,
        Purpose::Encryption => did::Purpose::KeyAgreement,
        Purpose::Capability => did::Purpose::CapabilityInvocation,
        Purpose::Revocation => did::Purpose::CapabilityDelegation,
        Purpose::Session | Purpose::Device => did::Purpose::Authentication,
    }
}

/// The issuer's key, and whether it is said to be of the identity named.
fn judge_issuer(
    statement: &Statement,
    expected: &Expected<'_>,
) -> Result<(ProvenKey, bool), Error> {
    let issuer = Signatory {
        did: &statement.identity,
        id: None,
        key: &statement.issuer,
        algorithm: statement.algorithm,
        signed: expected.now,
    };
    let purpose = did::Purpose::AssertionMethod;
    let by_itself = issuer.use_for(purpose, expected.now);
    let bound = match expected.trust.owner_of_signed(&issuer, purpose, expected.now) {
        Owner::This => true,
        Owner::Unnamed => false,
        Owner::Another => return Err(Error::CertificateIdentity),
        Owner::Untrusted if expected.trust.takes_embedded(&by_itself) => {
            match own_key(&statement.identity, &statement.issuer) {
                Some(false) => return Err(Error::CertificateIdentity),
                own => own.is_some(),
            }
        }
        Owner::Untrusted => return Err(Error::CertificateIssuer),
    };
    Ok((ProvenKey::of_signed(expected.trust, &issuer, purpose, expected.now), bound))
}
