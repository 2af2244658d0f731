//! See `countersign_core::hpke`. Keys of X25519 are those of `signer.rs`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    hpke::{
        Psk, Receiver, RecipientKey, RecipientSecret, Sender, Setup, XWingSecret, derive_x25519,
        receiver, sender, sender_from,
    },
    keys::PublicKey,
};

use crate::{host, random, signer};

thread_local! {
    static XWING: RefCell<Handles<XWingSecret>> = const { RefCell::new(Handles::new()) };
    /// Each sender with its encapsulated key.
    static SENDERS: RefCell<Handles<(Vec<u8>, Sender)>> = const { RefCell::new(Handles::new()) };
    static RECEIVERS: RefCell<Handles<Receiver>> = const { RefCell::new(Handles::new()) };
}

/// Wipes every key and context, as `signer::forget` does keys.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    XWING.with_borrow_mut(Handles::clear);
    SENDERS.with_borrow_mut(Handles::clear);
    RECEIVERS.with_borrow_mut(Handles::clear);
}

boundary! {
    fn xwing_generate as "xwingGenerate" () -> u32 {
        keep(XWingSecret::generate(&mut random::system()?)?)
    }

    fn xwing_import as "xwingImport" (seed: &[u8]) -> u32 {
        keep(XWingSecret::from_bytes(seed)?)
    }

    fn xwing_derive as "xwingDerive" (ikm: &[u8]) -> u32 {
        keep(XWingSecret::derive(ikm)?)
    }

    fn xwing_public as "xwingPublic" (handle: u32) -> host::Public {
        XWING.with_borrow(|keys| Ok(keys.get(handle)?.public_key().as_bytes().to_vec().into()))
    }

    fn xwing_export as "xwingExport" (handle: u32) -> host::Bytes {
        XWING.with_borrow(|keys| Ok(keys.get(handle)?.expose().to_vec().into()))
    }

    fn xwing_close as "xwingClose" (handle: u32) -> bool {
        XWING.with_borrow_mut(|keys| keys.remove(handle).map(|_| true))
    }

    fn hpke_derive_x25519 as "hpkeDeriveX25519" (ikm: &[u8]) -> u32 {
        signer::keep(derive_x25519(ikm)?)
    }

    fn hpke_sender as "hpkeSender" (kem: String, recipient: &[u8], aead: String, info: &[u8], psk: &[u8], psk_id: &[u8]) -> u32 {
        let (to, setup) = (RecipientKey::from_raw(kem.parse()?, recipient)?, setup(&aead, info, psk, psk_id)?);
        begin(sender(&to, &setup, None, &mut random::system()?)?)
    }

    fn hpke_sender_auth as "hpkeSenderAuth" (identity: u32, kem: String, recipient: &[u8], aead: String, info: &[u8], psk: &[u8], psk_id: &[u8]) -> u32 {
        let (to, setup) = (RecipientKey::from_raw(kem.parse()?, recipient)?, setup(&aead, info, psk, psk_id)?);
        signer::with(identity, |key| begin(sender(&to, &setup, Some(key), &mut random::system()?)?))
    }

    fn hpke_sender_from as "hpkeSenderFrom" (ikm: &[u8], kem: String, recipient: &[u8], aead: String, info: &[u8], psk: &[u8], psk_id: &[u8]) -> u32 {
        let (to, setup) = (RecipientKey::from_raw(kem.parse()?, recipient)?, setup(&aead, info, psk, psk_id)?);
        begin(sender_from(&to, &setup, None, ikm)?)
    }

    fn hpke_sender_auth_from as "hpkeSenderAuthFrom" (identity: u32, ikm: &[u8], kem: String, recipient: &[u8], aead: String, info: &[u8], psk: &[u8], psk_id: &[u8]) -> u32 {
        let (to, setup) = (RecipientKey::from_raw(kem.parse()?, recipient)?, setup(&aead, info, psk, psk_id)?);
        signer::with(identity, |key| begin(sender_from(&to, &setup, Some(key), ikm)?))
    }

    fn hpke_encapsulated as "hpkeEncapsulated" (handle: u32) -> host::Public {
        SENDERS.with_borrow(|open| Ok(open.get(handle)?.0.clone().into()))
    }

    fn hpke_seal as "hpkeSeal" (handle: u32, plaintext: &[u8], aad: &[u8]) -> host::Public {
        SENDERS.with_borrow_mut(|open| Ok(open.get_mut(handle)?.1.seal(plaintext, aad)?.into()))
    }

    fn hpke_sender_export as "hpkeSenderExport" (handle: u32, context: &[u8], length: u32) -> host::Bytes {
        SENDERS.with_borrow(|open| Ok(open.get(handle)?.1.export(context, length as usize)?.to_vec().into()))
    }

    fn hpke_sender_close as "hpkeSenderClose" (handle: u32) -> bool {
        SENDERS.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn hpke_receiver as "hpkeReceiver" (recipient: u32, enc: &[u8], aead: String, info: &[u8], psk: &[u8], psk_id: &[u8], identity: &[u8]) -> u32 {
        let (setup, identity) = (setup(&aead, info, psk, psk_id)?, PublicKey::from_tagged_or_none(identity)?);
        signer::with(recipient, |key| accept(receiver(enc, RecipientSecret::X25519(key), &setup, identity.as_ref())?))
    }

    fn hpke_receiver_xwing as "hpkeReceiverXwing" (recipient: u32, enc: &[u8], aead: String, info: &[u8], psk: &[u8], psk_id: &[u8], identity: &[u8]) -> u32 {
        let (setup, identity) = (setup(&aead, info, psk, psk_id)?, PublicKey::from_tagged_or_none(identity)?);
        XWING.with_borrow(|keys| accept(receiver(enc, RecipientSecret::XWing(keys.get(recipient)?), &setup, identity.as_ref())?))
    }

    fn hpke_open as "hpkeOpen" (handle: u32, ciphertext: &[u8], aad: &[u8]) -> host::Bytes {
        RECEIVERS.with_borrow_mut(|open| Ok(open.get_mut(handle)?.open(ciphertext, aad)?.to_vec().into()))
    }

    fn hpke_receiver_export as "hpkeReceiverExport" (handle: u32, context: &[u8], length: u32) -> host::Bytes {
        RECEIVERS.with_borrow(|open| Ok(open.get(handle)?.export(context, length as usize)?.to_vec().into()))
    }

    fn hpke_receiver_close as "hpkeReceiverClose" (handle: u32) -> bool {
        RECEIVERS.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }
}

fn keep(key: XWingSecret) -> Result<u32, Error> {
    XWING.with_borrow_mut(|keys| keys.insert(key))
}

fn begin(sender: (Vec<u8>, Sender)) -> Result<u32, Error> {
    SENDERS.with_borrow_mut(|open| open.insert(sender))
}

fn accept(receiver: Receiver) -> Result<u32, Error> {
    RECEIVERS.with_borrow_mut(|open| open.insert(receiver))
}

fn setup<'a>(
    aead: &str,
    info: &'a [u8],
    psk: &'a [u8],
    psk_id: &'a [u8],
) -> Result<Setup<'a>, Error> {
    Ok(Setup { aead: aead.parse()?, info, psk: Psk::new(psk, psk_id)? })
}
