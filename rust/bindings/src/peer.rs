//! libp2p keys and PeerIds: `countersign_core::peer`. A PeerId crosses as text, in either of its forms.

use countersign_core::{
    did::{Did, key},
    keys::PublicKey,
    peer::{self, PeerId},
};

use crate::{host, signer, unsigned};

boundary! {
    fn peer_encode_public as "peerEncodePublic" (key: &[u8]) -> host::Public {
        Ok(peer::encode_public(&PublicKey::from_tagged(key)?)?.into())
    }

    fn peer_decode_public as "peerDecodePublic" (bytes: &[u8]) -> host::Public {
        Ok(peer::decode_public(bytes)?.to_tagged().into())
    }

    fn peer_encode_keypair as "peerEncodeKeypair" (handle: u32) -> host::Bytes {
        signer::with(handle, |key| Ok(peer::encode_keypair(key)?.to_vec().into()))
    }

    fn peer_decode_keypair as "peerDecodeKeypair" (bytes: &[u8]) -> u32 {
        signer::keep(peer::decode_keypair(bytes)?)
    }

    fn peer_derive_secret as "peerDeriveSecret" (handle: u32, domain: &[u8]) -> host::Bytes {
        signer::with(handle, |key| Ok(peer::derive_secret(key, domain)?.to_vec().into()))
    }

    fn peer_from_key as "peerFromKey" (key: &[u8]) -> String {
        Ok(PeerId::from_key(&PublicKey::from_tagged(key)?)?.to_string())
    }

    fn peer_from_encoded_key as "peerFromEncodedKey" (bytes: &[u8]) -> String {
        Ok(PeerId::from_encoded_key(bytes)?.to_string())
    }

    fn peer_parse as "peerParse" (text: String) -> String {
        PeerId::parse(&text)?.to_json()
    }

    fn peer_from_bytes as "peerFromBytes" (bytes: &[u8]) -> String {
        PeerId::from_bytes(bytes)?.to_json()
    }

    fn peer_to_bytes as "peerToBytes" (text: String) -> host::Public {
        Ok(PeerId::parse(&text)?.as_bytes().to_vec().into())
    }

    fn peer_to_cid as "peerToCid" (text: String, base: String) -> String {
        PeerId::parse(&text)?.to_cid(base.parse()?)
    }

    fn peer_public_key as "peerPublicKey" (text: String) -> host::Public {
        Ok(PeerId::parse(&text)?.public_key()?.to_tagged().into())
    }

    fn peer_matches as "peerMatches" (text: String, key: &[u8]) -> bool {
        Ok(PeerId::parse(&text)?.matches(&PublicKey::from_tagged(key)?))
    }

    fn peer_to_did as "peerToDid" (text: String) -> String {
        Ok(key::from_public_key(PeerId::parse(&text)?.public_key()?)?.to_string())
    }

    fn peer_from_did as "peerFromDid" (did: String) -> String {
        Ok(PeerId::from_key(&key::public_key(&did.parse::<Did>()?)?)?.to_string())
    }

    fn peer_unsigned as "peerUnsigned" (algorithm: String, message: &[u8]) -> u32 {
        unsigned::insert(peer::unsigned(algorithm.parse()?, message)?)
    }

    fn peer_verify as "peerVerify" (key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        Ok(PublicKey::from_tagged(key).is_ok_and(|key| peer::verify(&key, message, signature)))
    }
}
