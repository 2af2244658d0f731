//! See `countersign_core::did`.

use countersign_core::{
    did::{Did, ethr, jwk, key, key_id, peer, pkh, record, sage, web},
    keys::PublicKey,
};

use crate::host;

boundary! {
    fn did_parse as "didParse" (text: String) -> String {
        Ok(text.parse::<Did>()?.to_string())
    }

    fn did_parse_url as "didParseUrl" (text: String) -> String {
        record::url(&text)
    }

    fn did_inspect as "didInspect" (text: String) -> String {
        record::inspect(&text)
    }

    fn did_from_key as "didFromKey" (key: &[u8]) -> String {
        Ok(key::from_public_key(&PublicKey::from_tagged(key)?)?.to_string())
    }

    fn did_key_id as "didKeyId" (key: &[u8]) -> String {
        key_id(&PublicKey::from_tagged(key)?)
    }

    fn did_to_key as "didToKey" (did: String) -> host::Public {
        Ok(key::public_key(&did.parse()?)?.to_tagged().into())
    }

    fn did_from_jwk as "didFromJwk" (key: &[u8]) -> String {
        Ok(jwk::from_public_key(&PublicKey::from_tagged(key)?)?.to_string())
    }

    fn did_from_sage_key as "didFromSageKey" (key: &[u8], nonce: String) -> String {
        Ok(record::sage_account(&PublicKey::from_tagged(key)?, &nonce)?.to_string())
    }

    fn did_parse_sage_legacy as "didParseSageLegacy" (text: String) -> String {
        Ok(sage::parse_legacy(&text)?.to_string())
    }

    fn did_from_ethr_key as "didFromEthrKey" (key: &[u8]) -> String {
        Ok(ethr::from_public_key(&PublicKey::from_tagged(key)?)?.to_string())
    }

    fn did_from_account as "didFromAccount" (account: String) -> String {
        Ok(pkh::from_account(&account)?.to_string())
    }

    fn did_from_peer_key as "didFromPeerKey" (key: &[u8]) -> String {
        Ok(peer::from_public_key(&PublicKey::from_tagged(key)?)?.to_string())
    }

    fn did_from_peer_elements as "didFromPeerElements" (record: String) -> String {
        Ok(record::peer_elements(&record)?.to_string())
    }

    fn did_from_peer_document as "didFromPeerDocument" (document: String) -> String {
        Ok(record::peer_input(&document)?.to_string())
    }

    fn did_peer_short_form as "didPeerShortForm" (did: String) -> String {
        Ok(peer::short_form(&did.parse()?)?.to_string())
    }

    fn did_from_url as "didFromUrl" (url: String) -> String {
        Ok(web::from_url(&url)?.to_string())
    }

    fn did_to_url as "didToUrl" (did: String) -> String {
        web::to_url(&did.parse()?)
    }

    fn did_document as "didDocument" (did: String, key_agreement: bool) -> String {
        record::document(&did, key_agreement)
    }

    fn did_check_document as "didCheckDocument" (text: String, did: String) -> String {
        record::check_document(&text, &did)
    }

    fn did_fetched_document as "didFetchedDocument" (text: String, did: String) -> String {
        record::read_fetched(&text, &did)
    }

    fn did_document_keys as "didDocumentKeys" (text: String) -> String {
        record::document_keys(&text)
    }

    fn did_peer_short_document as "didPeerShortDocument" (long: String) -> String {
        record::peer_short_document(&long)
    }
}

when_loaded! { countersign_core::did::register as "registerDid" }
