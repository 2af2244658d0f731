//! Gaps in a chain of experiences, with AgenticIdentity's kinds and words.

use super::records::Experience;
use crate::print::Written;

/// A gap.
pub(super) struct Gap {
    start: u64,
    end: u64,
    kind: &'static str,
    severity: &'static str,
    impact: String,
}

impl Gap {
    pub(super) fn write(&self, row: Written) -> Written {
        row.text("end", &self.end.to_string())
            .text("gap_type", self.kind)
            .text("impact", &self.impact)
            .text("severity", self.severity)
            .text("start", &self.start.to_string())
    }
}

/// Finds the gaps: silences longer than `grace` seconds, missing numbers, and broken hashes.
pub(super) fn gaps(events: &[Experience], grace: u64) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (before, next) in events.iter().zip(events.iter().skip(1)) {
        let (start, end) = (before.timestamp, next.timestamp);
        let mut push = |kind, severity, impact| {
            gaps.push(Gap { start, end, kind, severity, impact });
        };
        let (from, to) = (before.sequence_number, next.sequence_number);
        let (delta, expected) = (end.saturating_sub(start), from.saturating_add(1));
        if delta > grace.saturating_mul(1_000_000) {
            let seconds = delta / 1_000_000;
            let impact = format!("{seconds}s gap between seq {from} and {to}");
            push("Temporal", severity(seconds), impact);
        }
        if to != expected {
            let last = to.saturating_sub(1);
            push("Sequence", "Major", format!("Missing sequences {expected} to {last}"));
        }
        let link = next.previous_experience_hash.as_ref();
        if link.is_some_and(|hash| *hash != before.cumulative_hash) {
            push("Hash", "Critical", format!("Hash chain broken at seq {to}"));
        }
    }
    gaps
}

const fn severity(seconds: u64) -> &'static str {
    match seconds {
        0..=60 => "Minor",
        61..=3_600 => "Moderate",
        3_601..=86_400 => "Major",
        _ => "Critical",
    }
}
