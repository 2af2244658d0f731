//! Continuity, version 1: an identity went on, and every silence of it shows.
//!
//! An experience is a [`crate::receipt`], and the chain of receipts is the experience chain. A receipt names
//! the receipt before it, signature included, so its id is a digest of all that came before. Such a chain
//! already has linkage, signatures, order, key rotation and an end; a second kind of record would only say
//! the same in another way. This module adds what a chain of receipts lacks: heartbeats, anchors, and an
//! analysis of silences, which the verifier makes.
//!
//! | Operation | Is |
//! | --- | --- |
//! | record | issue a receipt |
//! | heartbeat | issue a receipt of the action [`HEARTBEAT`] with the content that [`heartbeat`] makes |
//! | anchor | witness a receipt: an outside party signs its id and the time |
//! | acknowledge | name anchors in a heartbeat, which proves that it was made after them |
//! | prove `a..b` | hand over these receipts, with an anchor on the last one |
//! | verify | [`Continuity`], one receipt at a time, in bounded memory |
//!
//! # What is signed
//!
//! ```text
//! heartbeat  = { "status", "challenge"?, "anchors"? }           content of the receipt, signed with it
//! status     = "active" / "idle" / "degraded" / "suspended"
//! challenge  = base64url of 16 to 64 bytes that a verifier chose
//! anchors    = 1 to 16 anchor ids, none twice
//! anchor     = an entry of `witnesses`: signature over lp("countersign/receipt-witness/v1") ‖
//!              JCS({ receipt: id, witness, keyId, algorithm, time })
//! anchor id  = "sha256:" ‖ hex(SHA-256(lp("countersign/continuity-anchor/v1") ‖
//!              JCS({ receipt: id, witness, keyId, algorithm, time, signature })))
//! ```
//!
//! The content stands in the receipt itself, not as `contentHash`.
//!
//! # What is found
//!
//! The facts of [`crate::receipt::chain`], and those below. Keys rotate as receipts allow: by a rotation in the
//! chain, or by a trust input that names each key for its time ([`super::rotation::History::trust`]). The
//! times in the chain are the actor's word. Anchors bound them from outside: a receipt is **older** than the
//! anchor on it or on a later receipt, and **younger** than an anchor that it, or a receipt before it,
//! acknowledges.
//!
//! | Fact | Holds if | Codes |
//! | --- | --- | --- |
//! | `range` | the first and the last receipt have the numbers that the policy names | `ERR_CONTINUITY_RANGE` |
//! | `heartbeats` | every heartbeat is of the form above | `ERR_CONTINUITY_HEARTBEAT` |
//! | `silence` | by the actor's clock, at most `maxSilence` seconds lie between two consecutive receipts, and between an edge of the window and the receipt next to it | `ERR_CONTINUITY_GAP` |
//! | `anchors` | no time contradicts an anchor, and within `maxLag` seconds of its time every receipt, or a later one, was anchored: it was not written into the past | `ERR_CONTINUITY_ANCHOR_TIME`, `ERR_CONTINUITY_ANCHOR` |
//! | `freshness` | every receipt comes after an acknowledged anchor that is at most `maxLead` seconds before its time: it was not signed in advance | `ERR_CONTINUITY_FRESHNESS` |
//! | `challenge` | a heartbeat answers the challenge of the policy | `ERR_CONTINUITY_CHALLENGE` |
//!
//! A report has the facts that the policy asks for; `heartbeats` if the chain has one; and always `silence`, which
//! is unchecked without `maxSilence`, because then nothing is shown. `maxSilence` and `maxLag` together show that
//! the identity was never silent for longer than their sum. With `maxLead` too, nobody can have prepared the
//! chain in advance. A witness is trusted for its clock. `quorum` asks for several witnesses, and the time of an
//! anchor is then the one at which that many had signed. The actor is no witness of itself, a key counts once for
//! each receipt, and a key that only vouches for itself counts for nothing.
//!
//! The window begins at `from`, if that is named, and ends at `until`, which is now by default. If the chain has
//! ended, or the last number of a range is named, the window ends with the last receipt. Before the first
//! acknowledged anchor, freshness counts from the first receipt. A heartbeat that says `suspended` announces a
//! silence: the gap is marked as announced, but it is still a gap. A range may begin anywhere, and `completeness`
//! is then about its end alone.
//!
//! Limits: 64 gaps listed, 256 anchors remembered for acknowledgement, 64 witnesses for each receipt.

mod anchor;
mod heartbeat;
mod policy;
mod report;
mod silence;

pub use anchor::anchor_ids;
pub use heartbeat::{Heartbeat, Status, heartbeat};
pub use policy::Policy;
pub use report::Report;

use anchor::Anchors;
use heartbeat::Beats;
use silence::Silence;

use crate::{Error, encoding::frames, fact::State, receipt::chain::Chain, trust::Trust};

/// The action of a heartbeat.
pub const HEARTBEAT: &str = "countersign/heartbeat";

/// Verifies continuity as receipts come.
#[derive(Clone, Debug)]
pub struct Continuity {
    chain: Chain,
    policy: Policy,
    /// Sequence and time of the first receipt that counts, and of the last.
    edges: Option<[(u64, u64); 2]>,
    ended: bool,
    range: State,
    beats: Beats,
    silence: Silence,
    anchors: Anchors,
}

impl Continuity {
    /// A verifier that has seen no receipt. The trust input of a history of keys
    /// ([`super::rotation::History::trust`]) says which key signs when.
    #[must_use]
    pub fn new(trust: Trust, policy: Policy) -> Self {
        let (part, chain) = (policy.first.is_some(), policy.chain.clone());
        Self {
            chain: if part { Chain::new_part(trust, chain) } else { Chain::new(trust, chain) }
                .with_witnesses(),
            edges: None,
            ended: false,
            range: State::default(),
            beats: Beats::new(policy.challenge.clone()),
            silence: Silence::new(policy.max_silence, policy.from),
            anchors: Anchors::new(&policy),
            policy,
        }
    }

    /// Takes the next receipt. A receipt that its actor did not sign counts only for the facts of the
    /// chain.
    pub fn push(&mut self, text: &[u8]) {
        let index = self.chain.count();
        let Some((receipt, seen)) = self.chain.take(text) else { return };
        let edge = (receipt.sequence(), receipt.time());
        match &mut self.edges {
            Some([_, last]) => *last = edge,
            None => {
                self.edges = Some([edge, edge]);
                if let Some(first) = self.policy.first {
                    self.range.note(index, in_range("first", first, Some(edge.0)));
                }
            }
        }
        self.ended = receipt.is_final();
        let suspended = self.beats.is_suspended();
        self.silence.note(index, edge, suspended);
        let named = self.beats.note(index, &receipt);
        self.anchors.note(index, &receipt, &named, &seen);
    }

    /// Takes receipts as [`frames`].
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up, before any is taken.
    pub fn push_all(&mut self, list: &[u8]) -> Result<(), Error> {
        frames::whole(list)?.for_each(|text| self.push(text));
        Ok(())
    }

    /// The facts so far, as if no further receipt came.
    #[must_use]
    pub fn report(&self) -> Report {
        let last = self.chain.count().saturating_sub(1);
        let (mut range, mut silence, mut anchors) =
            (self.range.clone(), self.silence.clone(), self.anchors.clone());
        if let Some(want) = self.policy.last {
            let got = self.edges.map(|[_, (sequence, _)]| sequence);
            range.note(last, in_range("last", want, got));
        }
        let end = self.end();
        if let Some(end) = end {
            silence.close(last, end, self.beats.is_suspended());
        }
        anchors.close(end);
        let chain = self.chain.report();
        let mut facts = chain.facts.clone();
        let ranged = self.policy.first.is_some() || self.policy.last.is_some();
        facts.push_if(ranged, "range", range);
        self.beats.answer(&mut facts, last);
        silence.answer(&mut facts);
        anchors.answer(&mut facts);
        Report { facts, chain, edges: self.edges, silence, anchors, beats: self.beats.clone() }
    }

    /// Where the window ends, if not with the last receipt.
    fn end(&self) -> Option<u64> {
        let is_unending = !self.ended && self.policy.last.is_none();
        self.policy.until.or(self.policy.chain.each.now.filter(|_| is_unending))
    }
}

fn in_range(end: &'static str, want: u64, got: Option<u64>) -> Result<(), Error> {
    if got == Some(want) {
        return Ok(());
    }
    let got = got.map_or_else(|| "none".to_owned(), |number| number.to_string());
    Err(Error::ContinuityRange(end, want.to_string(), got))
}
