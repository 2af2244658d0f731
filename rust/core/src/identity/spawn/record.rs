//! The four records, read strictly.

use std::borrow::Cow;

use super::{MAX_CHILDREN, MAX_GENERATIONS};
use crate::{
    Error, did,
    grant::{
        MAX_CAPABILITIES,
        capability::{self, Pattern},
    },
    keys::PublicKey,
    label,
    record::Record,
    signed_record::{Body, Identified, Refusals},
    time::UnixSeconds,
};

pub(super) const ID_PREFIX: &str = "spawn:";

pub(super) fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::SpawnMalformed(member.into(), reason)
}

/// The errors of this format.
static REFUSALS: Refusals =
    Refusals { malformed, version: Error::SpawnVersion, signature: Error::SpawnSignature };

/// What a parent signs at birth. See the table in [`super`].
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// Who makes the child.
    pub parent: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// Who is made.
    pub child: String,
    /// The key with which it acts.
    pub child_key: PublicKey,
    /// What it is made for.
    pub purpose: String,
    /// What it may ever be granted in this lineage; never empty.
    pub ceiling: Vec<Pattern>,
    /// How many generations may follow.
    pub depth: u64,
    /// How many children it may have.
    pub children: u64,
    /// Which child of its parent it is.
    pub number: u64,
    /// Id of the parent's own spawn.
    pub above: Option<String>,
    /// Who else may end it.
    pub guardian: Option<PublicKey>,
    /// When it was made, as the parent says.
    pub issued: UnixSeconds,
    /// First second after its life.
    pub expires: UnixSeconds,
}

impl Body for Spawn {
    const LABEL: &'static str = label::SPAWN;
    const KEY: &'static str = "parentKey";
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let ceiling = record.texts("ceiling", MAX_CAPABILITIES)?;
        if ceiling.is_empty() {
            return Err(malformed("ceiling", "it must name a capability"));
        }
        let generations = u64::try_from(MAX_GENERATIONS).unwrap_or_default();
        record.bytes("nonce", 16..=64)?;
        let read = Self {
            parent: record.did("parent")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            child: record.did("child")?.to_owned(),
            child_key: record.key("childKey")?,
            purpose: record.owned("purpose")?,
            ceiling: ceiling.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            depth: record.whole("depth", generations - 1)?,
            children: record.whole("children", MAX_CHILDREN)?,
            number: record.whole("number", MAX_CHILDREN - 1)?,
            above: record.maybe("above", |record, name| record.id(name, ID_PREFIX))?,
            guardian: record.maybe("guardian", Record::key)?,
            issued: record.seconds("issued")?,
            expires: record.seconds("expires")?,
        };
        if read.issued < read.expires {
            Ok(read)
        } else {
            Err(malformed("expires", "it must be later than `issued`"))
        }
    }

    fn check_issue(&self, key: &PublicKey) -> Result<(), Error> {
        self.check_other(key)?;
        did::check_names(&self.parent, key, Error::SpawnIdentity)?;
        did::check_names(&self.child, &self.child_key, Error::SpawnIdentity).map(drop)
    }
}

impl Spawn {
    /// Checks that the child is not its own parent.
    pub(super) fn check_other(&self, parent_key: &PublicKey) -> Result<(), Error> {
        let same = self.child == self.parent || self.child_key == *parent_key;
        if same { Err(Error::SpawnSelf) } else { Ok(()) }
    }

    /// Checks that the bounds are within those of the parent's own spawn.
    ///
    /// # Errors
    ///
    /// `ERR_SPAWN_WIDENED`.
    pub fn check_narrows(&self, above: &Self) -> Result<(), Error> {
        if !capability::narrows(&above.ceiling, &self.ceiling) {
            return Err(Error::SpawnWidened("ceiling"));
        }
        if self.expires > above.expires {
            return Err(Error::SpawnWidened("expires"));
        }
        Ok(())
    }

    pub(super) fn check_depth(&self, above: &Self) -> Result<(), Error> {
        let narrower = self.depth < above.depth;
        if narrower { Ok(()) } else { Err(Error::SpawnDepth(above.depth.saturating_sub(1))) }
    }

    pub(super) fn check_number(&self, above: &Self) -> Result<(), Error> {
        let (limit, got) = (above.children, self.number);
        if got < limit { Ok(()) } else { Err(Error::SpawnChildren(limit, got)) }
    }

    /// Checks that it was born within the life of its parent.
    pub(super) fn check_birth(&self, above: &Self) -> Result<(), Error> {
        if self.issued < above.issued {
            return Err(Error::SpawnNotYet(above.issued.0));
        }
        let end = above.expires;
        if self.issued < end { Ok(()) } else { Err(Error::SpawnExpired(end.0)) }
    }

    /// Checks that `now` is within its life, which `skew` widens at both ends.
    ///
    /// # Errors
    ///
    /// `ERR_SPAWN_NOT_YET`, `ERR_SPAWN_EXPIRED`.
    pub fn check_time(&self, now: UnixSeconds, skew: u64) -> Result<(), Error> {
        if self.issued.0 > now.0.saturating_add(skew) {
            return Err(Error::SpawnNotYet(self.issued.0));
        }
        if now.0 >= self.expires.0.saturating_add(skew) {
            return Err(Error::SpawnExpired(self.expires.0));
        }
        Ok(())
    }
}

impl Identified for Spawn {
    const ID_LABEL: &'static str = label::SPAWN_ID;
    const ID_PREFIX: &'static str = ID_PREFIX;
}

/// What a child signs to say that it exists, and that the key is its own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Acceptance {
    /// Id of the spawn.
    pub spawn: String,
}

impl Body for Acceptance {
    const LABEL: &'static str = label::SPAWN_ACCEPTANCE;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        record.seconds("issued")?;
        Ok(Self { spawn: record.id("spawn", ID_PREFIX)? })
    }
}

/// What ends a child, and all below it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Termination {
    /// Id of the spawn.
    pub spawn: String,
    /// Who ends it.
    pub terminator: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// First second at which it is ended.
    pub effective: UnixSeconds,
}

impl Body for Termination {
    const LABEL: &'static str = label::SPAWN_TERMINATION;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        record.seconds("issued")?;
        record.maybe("reason", Record::owned)?;
        Ok(Self {
            spawn: record.id("spawn", ID_PREFIX)?,
            terminator: record.did("terminator")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            effective: record.seconds("effective")?,
        })
    }
}

/// What a child signs when its work is done. It ends the child.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Completion {
    /// Id of the spawn.
    pub spawn: String,
    /// First second at which it is ended.
    pub issued: UnixSeconds,
}

impl Body for Completion {
    const LABEL: &'static str = label::SPAWN_COMPLETION;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        record.maybe("outcome", Record::owned)?;
        Ok(Self { spawn: record.id("spawn", ID_PREFIX)?, issued: record.seconds("issued")? })
    }
}
