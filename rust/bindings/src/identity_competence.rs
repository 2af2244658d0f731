//! Verifiers of competence, which stay in the engine. See `countersign_core::identity::competence`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    identity::competence::{Competence, Policy, content, validation},
    receipt::Receipt,
};

use crate::trust;

thread_local! {
    static OPEN: RefCell<Handles<Competence>> = const { RefCell::new(Handles::new()) };
}

fn with<T>(handle: u32, run: impl FnOnce(&mut Competence) -> T) -> Result<T, Error> {
    OPEN.with_borrow_mut(|open| Ok(run(open.get_mut(handle)?)))
}

/// Drops every verifier, after a panic.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    OPEN.with_borrow_mut(Handles::clear);
}

boundary! {
    fn competence_content as "competenceContent" (kind: String, members: String) -> String {
        content(&kind, &members)
    }

    fn competence_validation as "competenceValidation" (attempt: String, validator: String, members: String) -> String {
        validation(&Receipt::from_json(attempt.as_bytes())?, &validator, &members)
    }

    fn competence_create as "competenceCreate" (trust: u32, policy: String) -> u32 {
        let trust = trust::get(trust)?.as_ref().clone();
        let competence = Competence::new(trust, Policy::from_json(&policy)?);
        OPEN.with_borrow_mut(|open| open.insert(competence))
    }

    fn competence_push as "competencePush" (handle: u32, validations: bool, list: &[u8]) -> bool {
        with(handle, |competence| competence.push_all(validations, list))?.map(|()| true)
    }

    fn competence_report as "competenceReport" (handle: u32) -> String {
        with(handle, |competence| competence.report().to_json())
    }

    fn competence_close as "competenceClose" (handle: u32) -> bool {
        OPEN.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }
}
