//! The fields of a message's signature, which wait for it.

use super::{
    Alg, Component, Message, Parameters, Policy, Profile, base,
    digest::{Hash, content_digest, verify_content_digest},
    policy::{MAX_LIFETIME, other_tag},
    require, sage,
    signatures::{check_spelling, find},
};
use crate::{
    Error,
    encoding::{base64, document::Node},
    hazmat::{
        hmac,
        structured_fields::{Bare, Named},
    },
    print,
    range::Range,
    time::UnixSeconds,
    trust::policy as options,
    unsigned::Unsigned,
};

/// Shortest shared secret, in bytes: as long as its hash.
const MIN_SECRET: usize = 32;

/// How long a signature may hold, in seconds.
const LIFETIME: Range = Range::at_least("lifetime", 1);

/// The same of the answer that is a directory.
const DIRECTORY_LIFETIME: Range = Range::new("lifetime", 1, MAX_LIFETIME);

/// What is to be signed, and what goes with it.
#[derive(Clone, Debug)]
pub struct Prepared {
    alg: Alg,
    label: String,
    parameters: String,
    base: String,
    /// The digest, where the message had none.
    digest: Option<String>,
}

impl Prepared {
    /// The bytes to sign.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The fields of the signature over the base: JSON `[[name, value], …]`, to be added to the message.
    #[must_use]
    pub fn fields(&self, signature: &[u8]) -> String {
        let Self { label, parameters, .. } = self;
        let input = [label, "=", parameters].concat();
        let value = [label, "=:", &base64::encode(signature), ":"].concat();
        let digest = self.digest.iter().map(|digest| ["Content-Digest", digest.as_str()]);
        let own = [["Signature-Input", input.as_str()], ["Signature", value.as_str()]];
        print::pairs(digest.chain(own))
    }

    /// The fields of a message, to be signed.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_ALGORITHM` for a message that a shared secret is to sign.
    pub fn into_unsigned(mut self) -> Result<Unsigned, Error> {
        let algorithm = self.alg.algorithm().ok_or_else(|| Alg::unfit(self.alg.as_str()))?;
        let message = core::mem::take(&mut self.base).into_bytes();
        let complete = move |_: &[u8], signature: &[u8]| Ok(self.fields(signature).into_bytes());
        Ok(Unsigned::new(algorithm, message, complete))
    }

    /// The fields of a message that a shared secret signs.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_SECRET` for a secret of less than 32 bytes.
    pub fn seal(&self, secret: &[u8]) -> Result<String, Error> {
        check_secret(secret)?;
        Ok(self.fields(&hmac::tag(secret, self.base.as_bytes())))
    }
}

/// Members of the options.
const MEMBERS: [&str; 12] = [
    "profile",
    "label",
    "components",
    "created",
    "expires",
    "lifetime",
    "keyid",
    "nonce",
    "tag",
    "algorithm",
    "includeAlgorithm",
    "digest",
];

/// Prepares a signature with the options in `text`, a JSON object of [`MEMBERS`]; `algorithm` is that of
/// the signer. `lifetime`, in seconds from `created`, may stand in place of `expires`.
///
/// A digest of the body is added if the signature covers one and the message has none.
///
/// # Errors
///
/// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a lifetime out of range; `ERR_HTTP_SIG_ALGORITHM` for one that is not offered; `ERR_HTTP_SIG_LABEL`
/// if the message has a signature of this label; `ERR_HTTP_SIG_PARAMETER` for a value that no
/// parameter carries; `ERR_HTTP_SIG_DIGEST` if the message has a digest of another body; as
/// [`super::verify`] for what a verifier of the profile would refuse.
pub fn prepare(message: Message, body: &[u8], text: &str) -> Result<Prepared, Error> {
    let policy = options::read(text, &MEMBERS)?;
    let members = policy.root();
    let profile: Profile = options::text(members, "profile")?.unwrap_or("rfc9421").parse()?;
    let label = options::text(members, "label")?.unwrap_or("sig1").to_owned();
    let mut message = message;
    check_label(&message, &label)?;
    let components = match options::texts(members, "components")? {
        Some(names) => {
            names.iter().map(|name| Component::parse(name)).collect::<Result<Vec<_>, _>>()?
        }
        None => profile.components(&message, body, &label)?,
    };
    let digest = add_digest(&mut message, body, &components, members)?;
    let alg = algorithm(members, profile)?;
    let parameters = Parameters::of(components, pairs(members, profile, alg)?)?;
    check(&message, body, &parameters, profile)?;
    let base = base(&message, &parameters, profile)?;
    Ok(Prepared { alg, label, parameters: parameters.text, base, digest })
}

fn check_label(message: &Message, label: &str) -> Result<(), Error> {
    check_spelling(label)?;
    let taken = match find(message) {
        Err(error) if error == Error::HttpSigMissing => false,
        found => found?.iter().any(|found| found.label == label),
    };
    if taken {
        return Err(Error::HttpSigLabel("the message has a signature of this label already"));
    }
    Ok(())
}

/// What is signed must be what a verifier of the profile takes. The standard itself leaves the
/// choice of components to the signer.
fn check(
    message: &Message,
    body: &[u8],
    parameters: &Parameters,
    profile: Profile,
) -> Result<(), Error> {
    let mut policy = Policy::of(profile, UnixSeconds(parameters.created.unwrap_or_default()));
    let free = matches!(profile, Profile::Rfc9421 | Profile::Sage);
    policy.allow_missing_created |= free;
    // The signer decides how long a signature holds, and a verifier may allow more than the default. Only the
    // Trusted Agent Protocol has its own rule.
    if !matches!(profile, Profile::TapBrowser | Profile::TapPayer) {
        policy.max_lifetime = u64::MAX;
    }
    policy.check(parameters)?;
    // A signature cannot cover the fields to which it is added.
    let own = |name: &str| parameters.covers(name, false);
    if own("signature") || own("signature-input") {
        return Err(Error::HttpSigComponent("the field that the signature goes into"));
    }
    if free {
        return Ok(());
    }
    require::check(message, body, parameters, &policy)
}

fn add_digest(
    message: &mut Message,
    body: &[u8],
    components: &[Component],
    members: Node<'_>,
) -> Result<Option<String>, Error> {
    let hash: Hash =
        options::text(members, "digest")?.map_or(Ok(Hash::default()), |name| name.parse())?;
    if !components.iter().any(require::is_digest) {
        return Ok(None);
    }
    if let Some(value) = message.digest_field() {
        verify_content_digest(&value, body)?;
        return Ok(None);
    }
    let value = content_digest(hash, body);
    message.headers.push("content-digest", &value);
    Ok(Some(value))
}

/// The algorithm of the signer.
fn algorithm(members: Node<'_>, profile: Profile) -> Result<Alg, Error> {
    let name = options::text(members, "algorithm")?.unwrap_or_default();
    let alg = Alg::from_name(name).filter(|alg| *alg != Alg::HMAC || !profile.is_public());
    alg.ok_or_else(|| Alg::unfit(name))
}

/// The parameters in the order of the profile.
fn pairs(members: Node<'_>, profile: Profile, alg: Alg) -> Result<Named<Bare>, Error> {
    let written = options::flag(members, "includeAlgorithm")? || profile.writes_algorithm();
    let name = if profile == Profile::Sage { sage::name(alg) } else { alg.as_str() };
    let order: [&'static str; 6] = match profile {
        Profile::Sage => ["keyid", "alg", "created", "expires", "nonce", "tag"],
        _ => ["created", "keyid", "alg", "expires", "nonce", "tag"],
    };
    let mut pairs = Named::default();
    for parameter in order {
        let value = match parameter {
            "created" => options::whole(members, parameter)?.map(|time| seconds(parameter, time)),
            "expires" => end(members, profile)?.map(|time| seconds(parameter, time)),
            "alg" => written.then(|| text(parameter, name)),
            "tag" => tag(members, profile)?.map(|tag| text(parameter, tag)),
            _ => options::text(members, parameter)?.map(|value| text(parameter, value)),
        };
        if let Some(value) = value {
            pairs.put(parameter, value?);
        }
    }
    Ok(pairs)
}

/// When the signature ends, if it does.
fn end(members: Node<'_>, profile: Profile) -> Result<Option<u64>, Error> {
    let lifetime = match profile {
        Profile::WebBotAuthDirectory => DIRECTORY_LIFETIME,
        _ => LIFETIME,
    };
    match (options::within(members, lifetime)?, options::whole(members, "created")?) {
        (Some(lifetime), Some(created)) => Ok(Some(created.saturating_add(lifetime))),
        _ => options::whole(members, "expires"),
    }
}

fn tag(members: Node<'_>, profile: Profile) -> Result<Option<&str>, Error> {
    let wanted = options::text(members, "tag")?;
    match profile.tag() {
        Some(tag) if wanted.is_some_and(|wanted| wanted != tag) => {
            Err(other_tag(Some(tag), wanted))
        }
        Some(tag) => Ok(Some(tag)),
        None => Ok(wanted),
    }
}

fn seconds(name: &'static str, time: u64) -> Result<Bare, Error> {
    let whole = i64::try_from(time).ok().and_then(Bare::integer);
    whole.ok_or_else(|| Error::HttpSigParameter(name))
}

fn text(name: &'static str, value: &str) -> Result<Bare, Error> {
    Bare::string(value).ok_or_else(|| Error::HttpSigParameter(name))
}

pub(super) fn check_secret(secret: &[u8]) -> Result<(), Error> {
    let got = secret.len();
    if got < MIN_SECRET { Err(Error::HttpSigSecret(MIN_SECRET, got)) } else { Ok(()) }
}
