//! See `countersign_core::guard`. A guard stays in the engine, with what it remembers.

use std::cell::RefCell;

use countersign_core::{
    guard::{Guard, Message, Policy, sequence_from_text},
    handles::Handles,
    time::UnixSeconds,
};

thread_local! {
    static GUARDS: RefCell<Handles<Guard>> = const { RefCell::new(Handles::new()) };
}

/// Drops every guard, as `signer::forget` drops every key.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    GUARDS.with_borrow_mut(Handles::clear);
}

boundary! {
    fn guard_create as "guardCreate" (skew: f64, ordered: bool, sessions: f64, marks: f64, since: f64) -> u32 {
        let policy = Policy::from_parts(skew, ordered, [sessions, marks], UnixSeconds::from_number(since))?;
        GUARDS.with_borrow_mut(|guards| guards.insert(Guard::new(policy)))
    }

    fn guard_check as "guardCheck" (handle: u32, peer: String, session: String, sent: f64, sequence: String, nonce: String, has_nonce: bool, content: &[u8], has_content: bool, now: f64, mark: bool) -> f64 {
        let message = Message { peer: &peer, session: &session, sent: UnixSeconds::from_number(sent), sequence: sequence_from_text(&sequence)?, nonce: has_nonce.then_some(nonce.as_str()), content: has_content.then_some(content) };
        let now = UnixSeconds::from_number(now);
        let over = GUARDS.with_borrow_mut(|guards| {
            let guard = guards.get_mut(handle)?;
            if mark { guard.check(&message, now) } else { guard.peek(&message, now) }
        })?;
        #[allow(clippy::cast_precision_loss, reason = "seconds of a date fit a double")]
        Ok(over.0 as f64)
    }

    fn guard_replay as "guardReplay" (peer: String, session: String, sequence: String, nonce: String, has_nonce: bool, content: &[u8], has_content: bool, until: f64) -> String {
        let message = Message { peer: &peer, session: &session, sent: UnixSeconds(0), sequence: sequence_from_text(&sequence)?, nonce: has_nonce.then_some(nonce.as_str()), content: has_content.then_some(content) };
        Ok(message.replay(UnixSeconds::from_number(until)))
    }

    fn guard_counts as "guardCounts" (handle: u32) -> String {
        GUARDS.with_borrow(|guards| {
            let (sessions, marks) = guards.get(handle)?.counts();
            Ok(format!(r#"{{"sessions":{sessions},"marks":{marks}}}"#))
        })
    }

    fn guard_close as "guardClose" (handle: u32) -> bool {
        GUARDS.with_borrow_mut(|guards| guards.remove(handle).map(|_| true))
    }
}
