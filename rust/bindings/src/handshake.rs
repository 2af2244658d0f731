//! See `countersign_core::handshake`. The state between two messages stays in the engine.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    handshake::{Established, Gate, Initiation, Initiator, Policy, Responder, Suite},
    keys::PublicKey,
    session::Options,
    time::UnixSeconds,
};
use rand_core::Rng;

use crate::{host, random, session, signer, trust};

/// One side of a handshake, and the established state once there is one.
struct Side<T> {
    state: T,
    done: Option<Established>,
}

type Table<T> = RefCell<Handles<Side<T>>>;

thread_local! {
    static INITIATORS: Table<Initiator> = const { RefCell::new(Handles::new()) };
    static RESPONDERS: Table<Responder> = const { RefCell::new(Handles::new()) };
    static GATES: RefCell<Handles<Gate>> = const { RefCell::new(Handles::new()) };
}

/// Wipes every handshake, as `signer::forget` does keys.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    INITIATORS.with_borrow_mut(Handles::clear);
    RESPONDERS.with_borrow_mut(Handles::clear);
    GATES.with_borrow_mut(Handles::clear);
}

boundary! {
    fn handshake_start as "handshakeStart" (did: String, algorithm: String, key: &[u8], peer: String, trust: u32, context: &[u8], suites: String, now: f64) -> u32 {
        let (key, trust, suites) = (PublicKey::from_tagged(key)?, trust::get(trust)?, Suite::read_list(&suites)?);
        let wanted = Initiation { did: &did, algorithm: algorithm.parse()?, key: &key, peer: &peer, trust: &trust, context, suites: &suites };
        let state = Initiator::new(&wanted, UnixSeconds::from_number(now), &mut random::system()?)?;
        INITIATORS.with_borrow_mut(|open| open.insert(Side { state, done: None }))
    }

    fn handshake_start_input as "handshakeStartInput" (handle: u32) -> host::Bytes {
        INITIATORS.with_borrow(|open| Ok(open.get(handle)?.state.signing_input().into()))
    }

    fn handshake_start_sign as "handshakeStartSign" (handle: u32, signature: &[u8]) -> host::Bytes {
        INITIATORS.with_borrow_mut(|open| Ok(open.get_mut(handle)?.state.sign(signature)?.into()))
    }

    fn handshake_retry as "handshakeRetry" (handle: u32, asked: &[u8]) -> host::Bytes {
        INITIATORS.with_borrow(|open| Ok(open.get(handle)?.state.retry(asked)?.into()))
    }

    fn handshake_finish as "handshakeFinish" (handle: u32, message: &[u8], trust: u32, now: f64, skew: u32) -> String {
        let (trust, now) = (trust::get(trust)?, UnixSeconds::from_number(now));
        INITIATORS.with_borrow_mut(|open| {
            let side = open.get_mut(handle)?;
            Ok(keep(&mut side.done, side.state.finish(message, &trust, now, skew.into())?))
        })
    }

    fn handshake_session as "handshakeSession" (handle: u32, options: &[u8], now: f64) -> u32 {
        INITIATORS.with_borrow_mut(|open| begin(&mut open.get_mut(handle)?.done, options, now))
    }

    fn handshake_close as "handshakeClose" (handle: u32) -> bool {
        INITIATORS.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn handshake_answer as "handshakeAnswer" (agreement: u32, message: &[u8], did: String, context: &[u8], suites: String, now: f64, skew: u32) -> u32 {
        let (suites, now) = (Suite::read_list(&suites)?, UnixSeconds::from_number(now));
        let policy = Policy { did: &did, context, suites: &suites, now, skew: skew.into() };
        let state = signer::with(agreement, |key| Responder::open(message, key, &policy))?;
        RESPONDERS.with_borrow_mut(|open| open.insert(Side { state, done: None }))
    }

    fn handshake_answer_peer as "handshakeAnswerPeer" (handle: u32) -> String {
        RESPONDERS.with_borrow(|open| Ok(open.get(handle)?.state.peer().to_owned()))
    }

    fn handshake_answer_verify as "handshakeAnswerVerify" (handle: u32, trust: u32, now: f64) -> String {
        let trust = trust::get(trust)?;
        RESPONDERS.with_borrow_mut(|open| open.get_mut(handle)?.state.verify(&trust, UnixSeconds::from_number(now)))
    }

    fn handshake_answer_input as "handshakeAnswerInput" (handle: u32, algorithm: String, key: &[u8]) -> host::Bytes {
        let (algorithm, key) = (algorithm.parse()?, PublicKey::from_tagged(key)?);
        RESPONDERS.with_borrow_mut(|open| Ok(open.get_mut(handle)?.state.signing_input(algorithm, key, &mut random::system()?)?.into()))
    }

    fn handshake_answer_sign as "handshakeAnswerSign" (handle: u32, signature: &[u8]) -> host::Bytes {
        RESPONDERS.with_borrow_mut(|open| {
            let side = open.get_mut(handle)?;
            let (message, established) = side.state.sign(signature)?;
            side.done = Some(established);
            Ok(message.into())
        })
    }

    fn handshake_answer_facts as "handshakeAnswerFacts" (handle: u32) -> String {
        RESPONDERS.with_borrow(|open| Ok(open.get(handle)?.done.as_ref().ok_or(Error::HandshakeOrder)?.to_json()))
    }

    fn handshake_answer_session as "handshakeAnswerSession" (handle: u32, options: &[u8], now: f64) -> u32 {
        RESPONDERS.with_borrow_mut(|open| begin(&mut open.get_mut(handle)?.done, options, now))
    }

    fn handshake_answer_close as "handshakeAnswerClose" (handle: u32) -> bool {
        RESPONDERS.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn handshake_gate_generate as "handshakeGateGenerate" () -> u32 {
        let mut key = zeroize::Zeroizing::new([0; 32]);
        random::system()?.fill_bytes(key.as_mut());
        gate(key.as_ref())
    }

    fn handshake_gate_import as "handshakeGateImport" (key: &[u8]) -> u32 {
        gate(key)
    }

    fn handshake_gate_check as "handshakeGateCheck" (handle: u32, message: &[u8], address: &[u8], now: f64) -> host::Bytes {
        let now = UnixSeconds::from_number(now);
        GATES.with_borrow(|open| Ok(open.get(handle)?.check(message, address, now)?.unwrap_or_default().into()))
    }

    fn handshake_gate_close as "handshakeGateClose" (handle: u32) -> bool {
        GATES.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }
}

/// Keeps the established state until its session starts; returns the facts.
fn keep(done: &mut Option<Established>, established: Established) -> String {
    let facts = established.to_json();
    *done = Some(established);
    facts
}

/// Starts the session. The secret can be used only once.
fn begin(done: &mut Option<Established>, options: &[u8], now: f64) -> Result<u32, Error> {
    let options = Options::from_record(options)?;
    let established = done.take().ok_or(Error::HandshakeOrder)?;
    session::keep(established.into_session(&options, UnixSeconds::from_number(now))?)
}

fn gate(key: &[u8]) -> Result<u32, Error> {
    GATES.with_borrow_mut(|open| open.insert(Gate::new(key)?))
}
