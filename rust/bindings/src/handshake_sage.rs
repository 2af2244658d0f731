//! See `countersign_core::handshake::sage`. Handshakes that wait for the other side stay in the engine.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    handshake::sage::{self, Incoming, Initiator, Opening, Responder, Transcript},
    keys::{KeyType, PublicKey, SecretKey},
    session::sage::Limits,
    time::{UnixSeconds, check_window},
};

use crate::{
    host, random,
    session_sage::{self, limits, to_array},
    signer, trust, unsigned,
};

thread_local! {
    static ASKING: RefCell<Handles<Initiator>> = const { RefCell::new(Handles::new()) };
    static ANSWERING: RefCell<Handles<(Responder, Limits)>> = const { RefCell::new(Handles::new()) };
}

/// Wipes every waiting handshake, as `signer::forget` does keys.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    ASKING.with_borrow_mut(Handles::clear);
    ANSWERING.with_borrow_mut(Handles::clear);
}

fn ask(initiator: Initiator) -> Result<u32, Error> {
    ASKING.with_borrow_mut(|open| open.insert(initiator))
}

fn with_responder<T>(
    handle: u32,
    use_responder: impl FnOnce(&Responder) -> Result<T, Error>,
) -> Result<T, Error> {
    ANSWERING.with_borrow(|open| use_responder(&open.get(handle)?.0))
}

boundary! {
    fn handshake_sage_start as "handshakeSageStart" (trust: u32, context: String, did: String, peer: String, ts: String) -> u32 {
        let trust = trust::get(trust)?;
        let opening = Opening { context: &context, did: &did, peer: &peer, trust: &trust, ts: &ts };
        ask(Initiator::start(&opening, &mut random::system()?)?)
    }

    fn handshake_sage_resume as "handshakeSageResume" (context: String, payload: String, ephemeral: &[u8], exporter: &[u8]) -> u32 {
        let ephemeral = SecretKey::from_bytes(KeyType::X25519, ephemeral)?;
        ask(Initiator::resume(&context, &payload, ephemeral, to_array("exporter", exporter)?)?)
    }

    fn handshake_sage_payload as "handshakeSagePayload" (handle: u32) -> String {
        ASKING.with_borrow(|open| Ok(open.get(handle)?.payload()))
    }

    fn handshake_sage_finish as "handshakeSageFinish" (handle: u32, reply: String, trust: u32, now: f64, skew: f64, max_age: f64, idle: f64, max_messages: f64) -> u32 {
        let time = (UnixSeconds::from_number(now), check_window(skew)?);
        let (trust, limits) = (trust::get(trust)?, limits(max_age, idle, max_messages)?);
        session_sage::keep(ASKING.with_borrow(|open| open.get(handle)?.finish(&reply, &trust, time, limits))?)
    }

    fn handshake_sage_close as "handshakeSageClose" (handle: u32) -> bool {
        ASKING.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn handshake_sage_accept as "handshakeSageAccept" (agreement: u32, trust: u32, did: String, peer: String, context: String, payload: String, signature: &[u8], ts: String, skew: f64, max_age: f64, idle: f64, max_messages: f64) -> u32 {
        let (skew, limits) = (check_window(skew)?, limits(max_age, idle, max_messages)?);
        let trust = trust::get(trust)?;
        let incoming = Incoming { did: &did, peer: &peer, trust: &trust, context: &context, payload: &payload, signature, ts: &ts, skew };
        let mut rng = random::system()?;
        let responder = signer::with(agreement, |key| Responder::accept(&incoming, key, &mut rng))?;
        ANSWERING.with_borrow_mut(|open| open.insert((responder, limits)))
    }

    fn handshake_sage_replay as "handshakeSageReplay" (handle: u32) -> String {
        with_responder(handle, |responder| Ok(responder.replay()))
    }

    fn handshake_sage_unsigned_reply as "handshakeSageUnsignedReply" (handle: u32, signer: &[u8]) -> u32 {
        unsigned::insert(with_responder(handle, |responder| responder.unsigned(&PublicKey::from_tagged(signer)?))?)
    }

    fn handshake_sage_session as "handshakeSageSession" (handle: u32) -> u32 {
        session_sage::keep(ANSWERING.with_borrow(|open| {
            let (responder, limits) = open.get(handle)?;
            responder.session(*limits)
        })?)
    }

    fn handshake_sage_drop as "handshakeSageDrop" (handle: u32) -> bool {
        ANSWERING.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn handshake_sage_info as "handshakeSageInfo" (context: String, initiator: String, responder: String) -> String {
        sage::info(&context, &initiator, &responder)
    }

    fn handshake_sage_export_context as "handshakeSageExportContext" (context: String) -> String {
        sage::export_context(&context)
    }

    fn handshake_sage_combine as "handshakeSageCombine" (exporter: &[u8], shared: &[u8], export_context: String) -> host::Bytes {
        let (exporter, shared) = (to_array("exporter", exporter)?, to_array("shared secret", shared)?);
        Ok(sage::combine(exporter, shared, &export_context).to_vec().into())
    }

    fn handshake_sage_ack_tag as "handshakeSageAckTag" (combined: &[u8], info: String, export_context: String, enc: &[u8], eph_c: &[u8], eph_s: &[u8], initiator: String, responder: String, context: String, nonce: String, kid: String) -> host::Bytes {
        let (enc, eph_c, eph_s) = (to_array("enc", enc)?, to_array("ephC", eph_c)?, to_array("ephS", eph_s)?);
        let transcript = Transcript { info: &info, export_context: &export_context, enc, eph_c, eph_s, initiator: &initiator, responder: &responder, context: &context, nonce: &nonce, kid: &kid };
        Ok(sage::ack_tag(to_array("combined secret", combined)?, &transcript)?.to_vec().into())
    }
}
