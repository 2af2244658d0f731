//! See `countersign_core::http_sig`. Messages, options and policies cross as JSON text, bodies as bytes.

use countersign_core::http_sig::{
    Keys, Message, Parameters, Policy, Secret, attach, base, choose_to_json, content_digest,
    list_to_json, mac, prepare, verify, verify_content_digest,
};

use crate::{host, trust};

boundary! {
    fn http_sig_prepare as "httpSigPrepare" (message: String, body: &[u8], options: String) -> String {
        Ok(prepare(Message::from_json(&message)?, body, &options)?.to_json())
    }

    fn http_sig_attach as "httpSigAttach" (label: String, parameters: String, signature: &[u8]) -> String {
        attach(&label, &parameters, signature)
    }

    fn http_sig_mac as "httpSigMac" (secret: &[u8], base: &[u8]) -> host::Bytes {
        Ok(mac(secret, base)?.to_vec().into())
    }

    fn http_sig_list as "httpSigList" (message: String) -> String {
        list_to_json(&Message::from_json(&message)?)
    }

    fn http_sig_choose as "httpSigChoose" (message: String, policy: String) -> String {
        choose_to_json(&Message::from_json(&message)?, &Policy::from_json(&policy)?)
    }

    fn http_sig_verify as "httpSigVerify" (message: String, body: &[u8], trust: u32, policy: String) -> String {
        let trust = trust::get(trust)?;
        Ok(verify(&Message::from_json(&message)?, body, Keys::Trust(&trust), &Policy::from_json(&policy)?)?.to_json())
    }

    fn http_sig_verify_shared as "httpSigVerifyShared" (message: String, body: &[u8], secret: &[u8], policy: String) -> String {
        let keys = Keys::Secret(Secret(secret));
        Ok(verify(&Message::from_json(&message)?, body, keys, &Policy::from_json(&policy)?)?.to_json())
    }

    fn http_sig_base as "httpSigBase" (message: String, parameters: String, profile: String) -> String {
        base(&Message::from_json(&message)?, &Parameters::parse(&parameters)?, profile.parse()?)
    }

    fn http_sig_digest as "httpSigDigest" (hash: String, body: &[u8]) -> String {
        Ok(content_digest(hash.parse()?, body))
    }

    fn http_sig_verify_digest as "httpSigVerifyDigest" (field: String, body: &[u8]) -> bool {
        verify_content_digest(field.as_bytes(), body).map(|()| true)
    }
}
