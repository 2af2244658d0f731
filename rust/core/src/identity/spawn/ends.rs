//! What ends a generation: a termination by somebody who may end it, or its own completion.

use super::{Completion, Lineage, Link, Options, Report, Termination};
use crate::{
    Error,
    encoding::frames,
    fact::State,
    keys::PublicKey,
    label, record,
    signed_record::{self, Signed},
    trust::{Owner, Signatory, Trust},
};

/// A record that may end somebody.
enum End {
    Termination(Box<Signed<Termination>>),
    Completion(Box<Signed<Completion>>),
}

/// What the given records say about a lineage.
pub(super) struct Ends {
    /// The first generation that is ended, and how.
    ended: Option<(usize, Error)>,
    /// The first record that cannot be read.
    unreadable: Option<usize>,
    ignored: Vec<(usize, Error)>,
    complete: bool,
}

impl Ends {
    pub(super) fn of(
        lineage: &Lineage,
        trust: &Trust,
        options: &Options,
        records: &[&[u8]],
    ) -> Self {
        let mut found =
            Self { ended: None, unreadable: None, ignored: Vec::new(), complete: options.ends };
        for (record, text) in records.iter().enumerate() {
            let judged = match read(text) {
                Ok(end) => end.judge(lineage, trust, options),
                Err(_) => {
                    found.unreadable.get_or_insert(record);
                    Ok(None)
                }
            };
            match judged {
                Ok(Some((generation, how)))
                    if found.ended.as_ref().is_none_or(|(first, _)| generation < *first) =>
                {
                    found.ended = Some((generation, how));
                }
                Ok(_) => {}
                Err(error) => found.ignored.push((record, error)),
            }
        }
        found
    }

    pub(super) fn state(self, report: &mut Report) -> State {
        report
            .ignored
            .extend(self.ignored.into_iter().map(|(place, error)| ("ends", place, error)));
        match (self.ended, self.unreadable) {
            (Some((place, error)), _) => State::Refused { place, error },
            (None, Some(place)) => State::Refused { place, error: Error::SpawnTermination },
            (None, None) if self.complete => State::Ok,
            (None, None) => State::Unchecked,
        }
    }
}

fn read(record: &[u8]) -> Result<End, Error> {
    let record = record::keep(frames::text(record)?)?;
    if signed_record::kind(record.node()) == label::SPAWN_COMPLETION {
        return Ok(End::Completion(Box::new(Signed::read(record)?)));
    }
    Ok(End::Termination(Box::new(Signed::read(record)?)))
}

impl End {
    /// The generation that this record has ended by now, and how.
    ///
    /// # Errors
    ///
    /// `ERR_SPAWN_TERMINATOR` if the signer may not end it; `ERR_SPAWN_SIGNATURE`.
    fn judge(
        &self,
        lineage: &Lineage,
        trust: &Trust,
        options: &Options,
    ) -> Result<Option<(usize, Error)>, Error> {
        let (id, from, how) = match self {
            Self::Termination(end) => {
                (&end.body().spawn, end.body().effective, Error::SpawnTerminated)
            }
            Self::Completion(end) => (&end.body().spawn, end.body().issued, Error::SpawnCompleted),
        };
        let mut links = lineage.links().iter();
        let Some(generation) = links.position(|link| link.id == *id) else { return Ok(None) };
        let may = match self {
            Self::Termination(end) => may_end(lineage, generation, end, trust, options),
            Self::Completion(end) => is_child(lineage, generation, end.key()),
        };
        if !may {
            return Err(Error::SpawnTerminator);
        }
        match self {
            Self::Termination(end) => end.check()?,
            Self::Completion(end) => end.check()?,
        }
        let ended = from.0 <= options.now.0.saturating_add(options.skew);
        Ok(ended.then_some((generation, how)))
    }
}

fn is_child(lineage: &Lineage, generation: usize, key: &PublicKey) -> bool {
    lineage.links().get(generation).is_some_and(|link| link.spawn.body().child_key == *key)
}

/// Whether the signer may end the generation: the parent, an ancestor, or a guardian of it or of one above
/// may. So may the first parent with another key that the trust input names, after a rotation.
fn may_end(
    lineage: &Lineage,
    generation: usize,
    end: &Signed<Termination>,
    trust: &Trust,
    options: &Options,
) -> bool {
    let (body, key) = (end.body(), end.key());
    let has_say = |link: &Link| {
        let spawn = link.spawn.body();
        let parent = spawn.parent == body.terminator && link.spawn.key() == key;
        parent || spawn.guardian.as_ref() == Some(key)
    };
    let rooted = || {
        let (did, id) = (body.terminator.as_str(), body.key_id.as_deref());
        let who = Signatory { did, id, key, algorithm: end.algorithm(), signed: options.now };
        let owner = trust.owner_of_signed(&who, options.purpose, options.now);
        let first = lineage.links().first();
        first.is_some_and(|first| first.spawn.body().parent == body.terminator)
            && owner == Owner::This
    };
    lineage.links().iter().take(generation + 1).any(has_say) || rooted()
}
