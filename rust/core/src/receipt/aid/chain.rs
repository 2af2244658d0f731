//! Chains of receipts, oldest first: facts, and forks among any receipts.

use std::collections::BTreeSet;

use countersign_kernels::order::Index;
use serde::Deserialize;

use super::{Receipt, UNPROVEN};
use crate::{
    Error,
    aid::{self, Anchors, Testimonies, WitnessFact, ensure, split},
    fact::{Facts, State},
    print::{Written, list_of},
    trust::{ProvenKey, Standing},
};

/// What the caller knows of a chain from another source: `{ tip, count }`, both optional.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, serde::Serialize)]
pub struct Expected {
    /// Id of the last receipt.
    pub tip: Option<String>,
    /// How many there are.
    pub count: Option<u64>,
}

#[derive(Default)]
struct Links {
    previous: Option<Receipt>,
    first: Option<Receipt>,
    seen: BTreeSet<String>,
}

/// Verifies a chain. Gives JSON with the facts `signatures` (with identities, hashes, ids and trust), `linkage`,
/// `actor` (all receipts have one), `time` (never runs back) and `signer` (the key of the last that holds), `completeness` (from a first receipt to the expected
/// tip or count; `unchecked` if neither is expected), and with `trust`, the weakest trust of the signatures that hold.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; `ERR_AID_MALFORMED` for expectations that cannot be read. What is wrong with a receipt is a
/// fact.
pub fn verify_chain(list: &[u8], anchors: &Anchors, expected: &str) -> Result<String, Error> {
    let expected: Expected = aid::read_exact(expected, "what is expected of a chain")?;
    let texts = split(list)?;
    let mut chain = Judged::over(texts.len());
    for (index, text) in texts.iter().enumerate() {
        match Receipt::read(text) {
            Ok(read) => {
                let unknown = read.unknown.into_iter();
                chain.uncovered.extend(unknown.map(|path| format!("[{index}].{path}")));
                chain.push(index, read.value, anchors);
            }
            Err(error) => {
                chain.signatures.refuse_on(index, Err(error.clone()));
                chain.linkage.refuse_on(index, Err(error));
            }
        }
    }
    chain.uncovered.push("witnesses".into());
    Ok(chain.report(texts.len(), &expected))
}

/// The facts of a chain, while it is judged.
struct Judged {
    signatures: State,
    linkage: State,
    actor: State,
    time: State,
    links: Links,
    witnesses: Vec<Testimonies>,
    uncovered: Vec<String>,
    /// The key of the last that holds.
    signer: Option<ProvenKey>,
    /// The weakest of those that hold.
    trust: Option<Standing>,
}

impl Judged {
    fn over(count: usize) -> Self {
        let [signatures, linkage, actor, time] = core::array::from_fn(|_| State::over(count));
        let (links, witnesses, uncovered) = (Links::default(), Vec::new(), Vec::new());
        let (signer, trust) = (None, None);
        Self { signatures, linkage, actor, time, links, witnesses, uncovered, signer, trust }
    }

    fn push(&mut self, index: usize, receipt: Receipt, anchors: &Anchors) {
        match receipt.check(anchors).and_then(|(key, _)| anchors.judge(&receipt.actor, &key)) {
            Ok(signer) => {
                self.trust =
                    self.trust.filter(|_| !signer.is_self_asserted()).or(Some(signer.trust));
                self.signer = Some(signer);
            }
            Err(error) => self.signatures.refuse_on(index, Err(error)),
        }
        self.witnesses.push(receipt.check_witnesses(anchors));
        self.linkage.refuse_on(index, self.links.check_follows(&receipt));
        self.actor.refuse_on(index, self.links.check_actor(&receipt));
        self.time.refuse_on(index, self.links.check_time(&receipt));
        self.links.push(receipt);
    }

    fn report(self, length: usize, expected: &Expected) -> String {
        let Self { links, witnesses, .. } = self;
        let facts = Facts::from([
            ("signatures", self.signatures),
            ("linkage", self.linkage),
            ("actor", self.actor),
            ("time", self.time),
            ("completeness", links.completeness(length, expected)),
        ]);
        let list = |testimonies: &Testimonies| {
            let rows = testimonies.list.iter().map(|fact| fact.write(Written::new()).end());
            list_of(&rows.collect::<Vec<_>>())
        };
        let omitted: usize = witnesses.iter().map(|testimonies| testimonies.omitted).sum();
        let signer = self.signer.as_ref().map(ProvenKey::to_json);
        let tip = links.previous.as_ref().map(|receipt| receipt.id.as_str());
        facts
            .report()
            .number("badWitnesses", count_bad(&witnesses) as u64)
            .flag("complete", links.starts())
            .number("length", length as u64)
            .number("omittedWitnesses", omitted as u64)
            .json_or_null("signer", signer.as_deref())
            .text_or_null("tip", tip)
            .text_or_null("trust", self.trust.map(Standing::as_str))
            .texts("uncovered", self.uncovered.iter().map(String::as_str))
            .texts("unproven", UNPROVEN.into_iter())
            .list("witnesses", &witnesses.iter().map(list).collect::<Vec<_>>())
            .end()
    }
}

fn count_bad(witnesses: &[Testimonies]) -> usize {
    let facts = witnesses.iter().flat_map(|testimonies| &testimonies.list);
    facts.filter_map(WitnessFact::refused).filter(|error| error.state() == "failed").count()
}

impl Links {
    fn check_follows(&self, next: &Receipt) -> Result<(), Error> {
        let linked = self
            .previous
            .as_ref()
            .is_none_or(|previous| next.previous_receipt.as_ref() == Some(&previous.id));
        ensure(linked && !self.seen.contains(&next.id), || Error::AidLink)
    }

    fn check_actor(&self, next: &Receipt) -> Result<(), Error> {
        let same = self.previous.as_ref().is_none_or(|previous| previous.actor == next.actor);
        ensure(same, || Error::AidIdentity)
    }

    fn check_time(&self, next: &Receipt) -> Result<(), Error> {
        let follows = |previous: &Receipt| aid::check_forwards(previous.timestamp, next.timestamp);
        self.previous.as_ref().map_or(Ok(()), follows)
    }

    fn push(&mut self, receipt: Receipt) {
        self.seen.insert(receipt.id.clone());
        if self.first.is_none() {
            self.first = Some(receipt.clone());
        }
        self.previous = Some(receipt);
    }

    /// Whether the first receipt names none before it.
    fn starts(&self) -> bool {
        self.first.as_ref().is_some_and(|first| first.previous_receipt.is_none())
    }

    fn completeness(&self, length: usize, expected: &Expected) -> State {
        let tip = self.previous.as_ref().map(|receipt| &receipt.id);
        let mut fact = match expected {
            Expected { tip: None, count: None } => State::Unchecked,
            _ => State::Ok,
        };
        if length > 0 {
            fact.refuse_on(0, ensure(self.starts(), || Error::AidLink));
        }
        let tip_fits = expected.tip.as_ref().is_none_or(|want| Some(want) == tip);
        let count_fits = expected.count.is_none_or(|want| usize::try_from(want) == Ok(length));
        fact.refuse_on(length.saturating_sub(1), ensure(tip_fits && count_fits, || Error::AidLink));
        fact
    }
}

/// Finds receipts that name one predecessor. Gives a JSON list of `{ actor, previous, receipts }`. Every receipt must
/// hold.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; the codes of [`super::verify`] for a receipt that does not hold.
pub fn find_forks(list: &[u8], anchors: &Anchors) -> Result<String, Error> {
    let (mut after, mut seen) = (Vec::new(), BTreeSet::new());
    for text in split(list)? {
        let receipt = super::verify(text, anchors)?.receipt;
        let place = (receipt.actor, receipt.previous_receipt.unwrap_or_default());
        if seen.insert(receipt.id.clone()) {
            after.push((place, receipt.id));
        }
    }
    let forked = |same: &[((String, String), String)]| {
        let [((actor, previous), _), _, ..] = same else { return None };
        let fork = Written::new().text("actor", actor).text("previous", previous);
        let fork = fork.texts("receipts", same.iter().map(|(_, id)| id.as_str()));
        (!previous.is_empty()).then(|| fork.end())
    };
    Ok(list_of(&Index::of(after).groups().filter_map(forked).collect::<Vec<_>>()))
}
