//! See `countersign_core::handshake`. The state between two messages stays in the engine.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    handshake::{Established, Gate, Initiation, Initiator, Policy, Responder, Suite},
    keys::PublicKey,
    session::Options,
    time::{UnixSeconds, check_skew},
};
use rand_core::Rng;

use crate::{host, random, session, signer, trust};

/// One side of a handshake, the options of the session that it will open, and the established state once there is
/// one.
struct Side<T> {
    state: T,
    options: Options,
    done: Option<Established>,
}

type Table<T> = RefCell<Handles<Side<T>>>;

/// An initiator, and how far the clocks may differ when the answer comes.
type Asking = (Initiator, u64);

thread_local! {
    static INITIATORS: Table<Asking> = const { RefCell::new(Handles::new()) };
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
    fn handshake_start as "handshakeStart" (did: String, algorithm: String, key: &[u8], peer: String, trust: u32, context: &[u8], suites: &[u8], options: String, now: f64, skew: f64) -> u32 {
        let (options, skew) = (Options::from_json(&options)?, check_skew(skew)?);
        let (key, trust, suites) = (PublicKey::from_tagged(key)?, trust::get(trust)?, Suite::read_list(suites)?);
        let wanted = Initiation { did: &did, algorithm: algorithm.parse()?, key: &key, peer: &peer, trust: &trust, context, suites: &suites };
        let state = Initiator::new(&wanted, UnixSeconds::from_number(now), &mut random::system()?)?;
        INITIATORS.with_borrow_mut(|open| open.insert(Side { state: (state, skew), options, done: None }))
    }

    fn handshake_start_input as "handshakeStartInput" (handle: u32) -> host::Bytes {
        INITIATORS.with_borrow(|open| Ok(open.get(handle)?.state.0.signing_input().into()))
    }

    fn handshake_start_sign as "handshakeStartSign" (handle: u32, signature: &[u8]) -> host::Public {
        INITIATORS.with_borrow_mut(|open| Ok(open.get_mut(handle)?.state.0.sign(signature)?.into()))
    }

    fn handshake_start_sign_here as "handshakeStartSignHere" (handle: u32, signer: u32) -> host::Public {
        INITIATORS.with_borrow_mut(|open| {
            let (state, _) = &mut open.get_mut(handle)?.state;
            Ok(signer::with(signer, |key| state.sign_here(key, signer::sign))?.into())
        })
    }

    fn handshake_retry as "handshakeRetry" (handle: u32, asked: &[u8]) -> host::Public {
        INITIATORS.with_borrow(|open| Ok(open.get(handle)?.state.0.retry(asked)?.into()))
    }

    fn handshake_finish as "handshakeFinish" (handle: u32, message: &[u8], trust: u32, now: f64) -> String {
        let (trust, now) = (trust::get(trust)?, UnixSeconds::from_number(now));
        INITIATORS.with_borrow_mut(|open| {
            let side = open.get_mut(handle)?;
            let (state, skew) = &side.state;
            Ok(keep(&mut side.done, state.finish(message, &trust, now, *skew)?))
        })
    }

    fn handshake_session as "handshakeSession" (handle: u32, now: f64) -> u32 {
        INITIATORS.with_borrow_mut(|open| begin(open.get_mut(handle)?, now))
    }

    fn handshake_close as "handshakeClose" (handle: u32) -> bool {
        INITIATORS.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn handshake_answer as "handshakeAnswer" (agreement: u32, message: &[u8], did: String, context: &[u8], suites: &[u8], options: String, now: f64, skew: f64) -> u32 {
        let options = Options::from_json(&options)?;
        let (now, skew) = (UnixSeconds::from_number(now), check_skew(skew)?);
        let suites = Suite::read_list(suites)?;
        let policy = Policy { did: &did, context, suites: &suites, now, skew };
        let state = signer::with(agreement, |key| Responder::open(message, key, &policy))?;
        RESPONDERS.with_borrow_mut(|open| open.insert(Side { state, options, done: None }))
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

    fn handshake_answer_sign as "handshakeAnswerSign" (handle: u32, signature: &[u8]) -> host::Public {
        RESPONDERS.with_borrow_mut(|open| {
            let side = open.get_mut(handle)?;
            let (message, established) = side.state.sign(signature)?;
            side.done = Some(established);
            Ok(message.into())
        })
    }

    fn handshake_answer_sign_here as "handshakeAnswerSignHere" (handle: u32, algorithm: String, signer: u32) -> host::Public {
        let algorithm = algorithm.parse()?;
        RESPONDERS.with_borrow_mut(|open| {
            let Side { state, done, .. } = open.get_mut(handle)?;
            let sign = |key: &_| state.sign_here(algorithm, key, &mut random::system()?, signer::sign);
            let (message, established) = signer::with(signer, sign)?;
            *done = Some(established);
            Ok(message.into())
        })
    }

    fn handshake_answer_facts as "handshakeAnswerFacts" (handle: u32) -> String {
        RESPONDERS.with_borrow(|open| Ok(open.get(handle)?.done.as_ref().ok_or(Error::HandshakeOrder)?.to_json()))
    }

    fn handshake_answer_session as "handshakeAnswerSession" (handle: u32, now: f64) -> u32 {
        RESPONDERS.with_borrow_mut(|open| begin(open.get_mut(handle)?, now))
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

    fn handshake_gate_check as "handshakeGateCheck" (handle: u32, message: &[u8], address: &[u8], now: f64) -> host::Public {
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
fn begin<T>(side: &mut Side<T>, now: f64) -> Result<u32, Error> {
    let established = side.done.take().ok_or(Error::HandshakeOrder)?;
    session::keep(established.into_session(&side.options, UnixSeconds::from_number(now))?)
}

fn gate(key: &[u8]) -> Result<u32, Error> {
    GATES.with_borrow_mut(|open| open.insert(Gate::new(key)?))
}
