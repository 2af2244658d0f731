//! Showing that a range of a chain has no receipt of an action.

use super::{MAX_RECEIPTS, Report};
use crate::{
    Error,
    encoding::frames,
    fact::{Facts, State},
    print::Written,
    receipt::{
        Receipt,
        chain::{self, Chain, Policy},
    },
    trust::{ProvenKey, Standing, Trust, policy},
};

/// What must not be there, as JSON `{ "actions": [text], "from"?: n, "to"?: n }`. An action that ends
/// in `*` stands for every action that begins with the text before the `*`. Both ends are inclusive.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Query {
    actions: Vec<String>,
    from: u64,
    to: Option<u64>,
}

const MAX_ACTIONS: usize = 64;

impl Query {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; a code of [`crate::encoding::document`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let policy = policy::read(text, &["actions", "from", "to"])?;
        let members = policy.root();
        let actions = policy::texts(members, "actions")?.unwrap_or_default();
        let actions: Vec<String> = actions.into_iter().map(str::to_owned).collect();
        let query = Self {
            actions,
            from: policy::whole(members, "from")?.unwrap_or_default(),
            to: policy::whole(members, "to")?,
        };
        let named = (1..=MAX_ACTIONS).contains(&query.actions.len());
        if !named || query.actions.iter().any(String::is_empty) {
            return Err(policy::malformed("actions", "1 to 64 names, none of them empty"));
        }
        if query.to.is_some_and(|to| to < query.from) {
            return Err(policy::malformed("to", "no earlier than `from`"));
        }
        Ok(query)
    }

    fn asks_for(&self, receipt: &Receipt) -> bool {
        let number = receipt.sequence();
        let inside = number >= self.from && self.to.is_none_or(|to| number <= to);
        let action = receipt.action();
        let meant = |name: &String| match name.strip_suffix('*') {
            Some(start) => action.starts_with(start),
            None => action == name,
        };
        inside && self.actions.iter().any(meant)
    }
}

/// Looks through the receipts of one chain, oldest first, as frames. What is wrong is a fact: `chain`
/// (they are linked, numbered, signed, and of one actor), `range` (they cover the whole range),
/// `absence` (none is of such an action).
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_LIMIT_EXCEEDED`.
pub fn absence(
    receipts: &[u8],
    trust: Trust,
    chain: Policy,
    query: &Query,
) -> Result<Report, Error> {
    let receipts = frames::at_most(receipts, "number of receipts", MAX_RECEIPTS)?;
    let mut chain = Chain::new(trust, chain);
    let (mut ends, mut found) = (None, State::Ok);
    for (place, text) in receipts.enumerate() {
        chain.push(text);
        let Ok(receipt) = Receipt::from_json(text) else { continue };
        let number = receipt.sequence();
        ends = Some((ends.map_or(number, |(first, _)| first), number));
        if found == State::Ok && query.asks_for(&receipt) {
            found = State::Refused { place, error: Error::NegativeFound };
        }
    }
    let proven = chain.report();
    let facts = Facts::from([
        ("chain", judge_chain(&proven)),
        ("range", judge_range(&proven, query, ends)),
        ("absence", found),
    ]);
    let unproven = ["acts without a receipt", "another chain"];
    Ok(Report::new("absence", &unproven, facts, |about| describe(about, &proven, query)))
}

fn describe(about: Written, proven: &chain::Report, query: &Query) -> Written {
    let signer = proven.signer.as_ref().map(ProvenKey::to_json);
    about
        .texts("actions", query.actions.iter().map(String::as_str))
        .number("count", proven.count)
        .number("from", query.from)
        .text_or_null("identity", proven.actor.as_deref())
        .json_or_null("signer", signer.as_deref())
        .text_or_null("tip", proven.tip.map(|tip| tip.to_string()).as_deref())
        .number_or_null("to", query.to)
        .text_or_null("trust", proven.trust.map(Standing::as_str))
}

/// The first fact of the chain that failed, else one that is unchecked, else `ok`.
fn judge_chain(proven: &chain::Report) -> State {
    let names = ["format", "linkage", "sequence", "actors", "signatures", "time"];
    let facts = names.map(|name| proven.state(name));
    let first = facts.iter().find(|state| state.is_refused());
    let first = first.or_else(|| facts.iter().find(|state| ***state == State::Unchecked));
    first.map_or(State::Ok, |state| (*state).clone())
}

/// Whether the receipts cover the range: decided by their numbers if both ends are named, else by the
/// completeness of the chain. In either case a tip or count that the caller named must be the chain's.
fn judge_range(proven: &chain::Report, query: &Query, ends: Option<(u64, u64)>) -> State {
    let out = |place: usize| State::Refused { place, error: Error::NegativeRange };
    let Some((first, last)) = ends else { return out(0) };
    if first > query.from {
        return out(0);
    }
    let complete = proven.state("completeness");
    let marks = ["ERR_RECEIPT_TIP", "ERR_RECEIPT_COUNT"];
    let contradicted =
        matches!(complete, State::Refused { error, .. } if marks.contains(&error.code()));
    match query.to {
        Some(to) if !contradicted => {
            let end = usize::try_from(proven.count).unwrap_or(usize::MAX);
            if last >= to { State::Ok } else { out(end) }
        }
        _ => complete.clone(),
    }
}
