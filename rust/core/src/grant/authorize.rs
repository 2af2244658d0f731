//! May the holder of this chain do this, here and now?

use super::{
    Action, Chain, Counted, Expected, Fact, Grant, Options, Presentation, Report, Signed, State,
    Status,
    capability::grants,
    present::{check, replay},
    verify::judge,
};
use crate::{Error, error::excerpt, trust::Trust};

/// A presentation as received, and what is expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Presented<'a> {
    /// The record.
    pub text: &'a str,
    /// What the verifier knows.
    pub expected: &'a Expected,
}

/// Verifies a chain and an action under it. Never fails: what is wrong is a fact.
///
/// Uses are not counted here. The report names what must be counted, once all else holds, by
/// whoever keeps the counters.
#[must_use]
pub fn authorize(
    text: &str,
    trust: &Trust,
    options: &Options,
    status: &Status,
    action: &Action,
    presented: Option<Presented<'_>>,
) -> Report {
    let read = Chain::from_json(text);
    let mut report = judge(&read, trust, options, status);
    let Ok(chain) = &read else {
        Fact::ACTION.into_iter().for_each(|fact| report.push(fact, State::Unchecked));
        return report;
    };
    report.push(Fact::Capability, capability(chain, action));
    report.push(Fact::Audience, audience(chain, action));
    report.push(Fact::Network, network(chain, action));
    report.counted = list_counted(chain);
    let uses = if report.counted.is_empty() { State::Ok } else { State::Unchecked };
    report.push(Fact::Uses, uses);
    report.push(Fact::Custom, custom(chain, action));
    let (state, replay) = holder(chain, trust, action, presented);
    report.push(Fact::Holder, state);
    report.replay = replay;
    report
}

fn bodies(chain: &Chain) -> impl Iterator<Item = &Grant> {
    chain.links().iter().map(Signed::body)
}

fn capability(chain: &Chain, action: &Action) -> State {
    State::first(bodies(chain).map(|grant| {
        let granted = grants(&grant.capabilities, &action.capability);
        if granted {
            Ok(())
        } else {
            Err(Error::GrantCapability(excerpt(action.capability.as_str())))
        }
    }))
}

fn audience(chain: &Chain, action: &Action) -> State {
    let Some(own) = &action.audience else {
        let any = bodies(chain).any(|grant| grant.constraints.audience.is_some());
        return if any { State::Unchecked } else { State::Ok };
    };
    State::first(bodies(chain).map(|grant| match grant.constraints.allows_audience(own) {
        Some(false) => Err(Error::GrantAudience(excerpt(own))),
        Some(true) | None => Ok(()),
    }))
}

fn network(chain: &Chain, action: &Action) -> State {
    let Some(address) = action.address else {
        let any = bodies(chain).any(|grant| grant.constraints.network.is_some());
        return if any { State::Unchecked } else { State::Ok };
    };
    State::first(bodies(chain).map(|grant| match grant.constraints.allows_address(address) {
        Some(false) => Err(Error::GrantNetwork(address.to_string())),
        Some(true) | None => Ok(()),
    }))
}

fn list_counted(chain: &Chain) -> Vec<Counted> {
    let limited = |(grant, id): (&Grant, &String)| {
        let (limit, expires) = (grant.constraints.uses?, grant.constraints.expires);
        Some(Counted { id: id.clone(), limit, expires })
    };
    bodies(chain).zip(chain.ids()).filter_map(limited).collect()
}

/// Fails on a constraint without a verdict of the verifier, which then does not know it.
fn custom(chain: &Chain, action: &Action) -> State {
    State::first(bodies(chain).enumerate().map(|(index, grant)| {
        let holds = |name: &String| {
            let own = |(link, named, _): &&(usize, String, bool)| *link == index && named == name;
            action.custom.iter().find(own).is_some_and(|(_, _, holds)| *holds)
        };
        let first = grant.constraints.custom.iter().map(|(name, _)| name).find(|name| !holds(name));
        first.map_or(Ok(()), |name| Err(Error::GrantConstraint(excerpt(name))))
    }))
}

/// Checks who holds the chain: by a presentation, which is good once, else by a key that the
/// caller knows to be the client's.
fn holder(
    chain: &Chain,
    trust: &Trust,
    action: &Action,
    presented: Option<Presented<'_>>,
) -> (State, Option<String>) {
    let place = chain.links().len() - 1;
    let outcome = match (presented, &action.holder) {
        (Some(presented), _) => check_presented(chain, trust, presented).map(Some),
        (None, Some(key)) => match chain.last() {
            Ok((last, _)) if last.body().subject_key == *key => Ok(None),
            _ => Err(Error::GrantHolder),
        },
        (None, None) => return (State::Unchecked, None),
    };
    outcome
        .map_or_else(|error| (State::Refused { place, error }, None), |replay| (State::Ok, replay))
}

/// Checks a presentation, and gives what to mark as used.
fn check_presented(
    chain: &Chain,
    trust: &Trust,
    Presented { text, expected }: Presented<'_>,
) -> Result<String, Error> {
    let record: Signed<Presentation> = Signed::from_json(text)?;
    check(&record, chain, trust, expected)?;
    Ok(replay(&record, expected.skew))
}

/// Verifies one grant, which must be a root, as a chain of one link. Only two facts may stay
/// unchecked: that its DIDs belong to its keys, and that it is not revoked.
///
/// # Errors
///
/// The first fact that fails.
pub fn verify(
    text: &str,
    trust: &Trust,
    options: &Options,
    status: &Status,
) -> Result<Report, Error> {
    let report = judge(&Chain::of(text).map_err(|error| (0, error)), trust, options, status);
    report.require(&[Fact::Identities, Fact::Revocation])?;
    Ok(report)
}
