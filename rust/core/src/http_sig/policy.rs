//! What a verifier asks of a signature, and the checks that need no key.
//!
//! | Profile | Greatest age | Longest time to `expires` |
//! | --- | --- | --- |
//! | `rfc9421`, `sage`, `mcp` | 300 s | 24 hours |
//! | `web-bot-auth`, `web-bot-auth-directory` | 24 hours | 24 hours |
//! | `tap-browser`, `tap-payer` | 480 s | 480 s |
//!
//! Both count from `created`; where that may be missing, the time to `expires` counts from now. So a signer
//! cannot choose how long a replay store remembers what it signed.
//!
//! Starts are inclusive, ends exclusive, and both are widened by the clock skew: `created` holds if
//! `created <= now + skew`, `expires` if `now < expires + skew`, the age if
//! `now < created + maxAge + skew`.

use super::{Alg, Component, Parameters, Profile};
use crate::{
    Error,
    did::Purpose,
    encoding::document::Node,
    error::excerpt,
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{Checks, policy as options},
};

/// The greatest age of a signature by default, in seconds.
const MAX_AGE: u64 = 300;

/// The longest time from `created` to `expires` by default, in seconds.
pub(super) const MAX_LIFETIME: u64 = 86_400;

/// The same in the Trusted Agent Protocol.
const TAP_LIFETIME: u64 = 480;

/// The latest time that a host can hold: 2^53 - 1.
const LAST: u64 = 9_007_199_254_740_991;

/// What [`super::verify`] asks for.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(super) profile: Profile,
    pub(super) label: Option<String>,
    pub(super) tag: Option<String>,
    pub(super) required: Option<Vec<Component>>,
    pub(super) allow_uncovered_body: bool,
    pub(super) now: UnixSeconds,
    pub(super) skew: u64,
    pub(super) max_age: u64,
    pub(super) max_lifetime: u64,
    pub(super) allow_missing_created: bool,
    pub(super) require_expires: bool,
    pub(super) require_keyid: bool,
    pub(super) require_nonce: bool,
    pub(super) replay: bool,
    /// Those that are offered, unless some are asked for.
    pub(super) algorithms: Option<Vec<Alg>>,
    pub(super) purpose: Purpose,
    pub(super) max_checks: usize,
}

/// Members of a policy.
const MEMBERS: [&str; 16] = [
    "profile",
    "label",
    "tag",
    "required",
    "allowUncoveredBody",
    "now",
    "skew",
    "maxAge",
    "maxLifetime",
    "allowMissingCreated",
    "requireExpires",
    "requireNonce",
    "replay",
    "algorithms",
    "purpose",
    "maxChecks",
];

impl Policy {
    /// What a profile asks for.
    #[must_use]
    pub fn of(profile: Profile, now: UnixSeconds) -> Self {
        let tap = matches!(profile, Profile::TapBrowser | Profile::TapPayer);
        let bot = profile.names_by_thumbprint();
        let max_lifetime = if tap { TAP_LIFETIME } else { MAX_LIFETIME };
        Self {
            profile,
            label: None,
            tag: profile.tag().map(str::to_owned),
            required: None,
            allow_uncovered_body: tap || bot,
            now,
            skew: CLOCK_SKEW,
            max_age: if tap || bot { max_lifetime } else { MAX_AGE },
            max_lifetime,
            allow_missing_created: false,
            require_expires: tap || bot,
            require_keyid: tap || bot || profile == Profile::Mcp,
            require_nonce: tap,
            replay: false,
            algorithms: None,
            purpose: Purpose::Authentication,
            max_checks: Checks::DEFAULT,
        }
    }

    /// Reads a policy: a JSON object of [`MEMBERS`], `now` among them.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_HTTP_SIG_ALGORITHM` for an unknown one; as [`Component::parse`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let policy = options::read(text, &MEMBERS)?;
        let members = policy.root();
        let profile = options::text(members, "profile")?.unwrap_or("rfc9421").parse()?;
        let now = options::time(members, "now")?;
        let mut policy =
            Self::of(profile, now.ok_or_else(|| options::malformed("now", "the time"))?);
        policy.read_choice(members)?;
        policy.read_times(members)?;
        if let Some(names) = options::texts(members, "algorithms")? {
            let read = |name| Alg::from_name(name).ok_or_else(|| Alg::unfit(name));
            policy.algorithms = Some(names.into_iter().map(read).collect::<Result<_, _>>()?);
        }
        if let Some(purpose) = options::text(members, "purpose")? {
            policy.purpose = purpose.parse()?;
        }
        policy.max_checks = Checks::most_of(members)?;
        Ok(policy)
    }

    fn read_choice(&mut self, members: Node<'_>) -> Result<(), Error> {
        self.label = options::text(members, "label")?.map(str::to_owned);
        if let Some(tag) = options::text(members, "tag")? {
            self.tag = Some(tag.to_owned());
        }
        if let Some(names) = options::texts(members, "required")? {
            let components = names.iter().map(|name| Component::parse(name));
            self.required = Some(components.collect::<Result<_, _>>()?);
        }
        self.allow_uncovered_body |= options::flag(members, "allowUncoveredBody")?;
        self.require_nonce |= options::flag(members, "requireNonce")?;
        self.replay = options::flag(members, "replay")?;
        Ok(())
    }

    fn read_times(&mut self, members: Node<'_>) -> Result<(), Error> {
        self.skew = options::skew(members)?;
        if let Some(age) = options::whole(members, "maxAge")? {
            self.max_age = age;
        }
        if let Some(lifetime) = options::whole(members, "maxLifetime")? {
            self.max_lifetime = lifetime;
        }
        self.allow_missing_created = options::flag(members, "allowMissingCreated")?;
        self.require_expires |= options::flag(members, "requireExpires")?;
        Ok(())
    }

    /// Checks everything that needs only the parameters.
    pub(super) fn check(&self, parameters: &Parameters) -> Result<(), Error> {
        self.profile.check_form(parameters)?;
        self.algorithm(parameters)?;
        if self.tag.is_some() && parameters.tag() != self.tag.as_deref() {
            return Err(other_tag(self.tag.as_deref(), parameters.tag()));
        }
        if self.require_keyid && parameters.keyid().is_none() {
            return Err(Error::HttpSigParameter("keyid"));
        }
        if self.require_nonce && parameters.nonce().is_none_or(str::is_empty) {
            return Err(Error::HttpSigNonce);
        }
        self.check_window(parameters)
    }

    /// The algorithm that the parameters name, if they name one.
    pub(super) fn algorithm(&self, parameters: &Parameters) -> Result<Option<Alg>, Error> {
        let Some(name) = parameters.alg() else { return Ok(None) };
        let alg = match self.profile {
            Profile::Sage => super::sage::algorithm(name),
            Profile::TapBrowser | Profile::TapPayer => Alg::from_name(&name.to_ascii_lowercase()),
            _ => Alg::from_name(name),
        };
        alg.filter(|alg| self.allows(*alg)).map(Some).ok_or_else(|| Alg::unfit(name))
    }

    pub(super) fn allows(&self, alg: Alg) -> bool {
        let asked = self.algorithms.as_ref().is_none_or(|algorithms| algorithms.contains(&alg));
        asked && !(alg == Alg::HMAC && self.profile.is_public())
    }

    fn check_window(&self, parameters: &Parameters) -> Result<(), Error> {
        let (created, expires) = (parameters.created, parameters.expires);
        let absent = |time: Option<u64>, needed: bool| needed && time.is_none();
        if absent(created, !self.allow_missing_created) {
            return Err(Error::HttpSigTime("it lacks created"));
        }
        if absent(expires, self.require_expires) {
            return Err(Error::HttpSigTime("it lacks expires"));
        }
        let now = self.now.0;
        if let Some(expires) = expires {
            let start = created.unwrap_or(now.saturating_add(self.skew));
            let lifetime = expires.saturating_sub(start);
            if created.is_some() && lifetime == 0 {
                return Err(Error::HttpSigTime("expires must be after created"));
            }
            if lifetime > self.max_lifetime {
                return Err(Error::HttpSigTime("expires is further off than maxLifetime allows"));
            }
        }
        if let Some(start) = created.filter(|start| *start > now.saturating_add(self.skew)) {
            return Err(Error::HttpSigNotYet(start));
        }
        if let Some(end) = expires.filter(|end| now >= end.saturating_add(self.skew)) {
            return Err(Error::HttpSigExpired(end));
        }
        if let Some(end) = self.age_end(parameters).filter(|end| now >= *end) {
            return Err(Error::HttpSigTooOld(end));
        }
        if self.replay && self.until(parameters).is_none() {
            return Err(Error::HttpSigTime("a mark against replay needs created or expires"));
        }
        Ok(())
    }

    /// The first second at which the signature is too old.
    fn age_end(&self, parameters: &Parameters) -> Option<u64> {
        let age = self.max_age.saturating_add(self.skew);
        parameters.created.map(|created| created.saturating_add(age))
    }

    /// The first second at which the signature is refused in any case.
    pub(super) fn until(&self, parameters: &Parameters) -> Option<u64> {
        let expires = parameters.expires.map(|expires| expires.saturating_add(self.skew));
        [expires, self.age_end(parameters)].into_iter().flatten().min().map(|end| end.min(LAST))
    }
}

/// The error for a signature of another tag than the one that is wanted.
pub(super) fn other_tag(want: Option<&str>, got: Option<&str>) -> Error {
    let [want, got] = [want, got].map(|tag| excerpt(tag.unwrap_or_default()));
    Error::HttpSigTag(want, got)
}
