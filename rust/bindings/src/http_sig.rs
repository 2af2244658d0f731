//! See `countersign_core::http_sig`. Messages, options and policies cross as JSON text, bodies as bytes.

use countersign_core::{
    encoding::frames,
    http_sig::{
        Keys, MAX_COMPONENTS, Message, Parameters, Policy, Profile, Secret, base, choose_to_json,
        content_digest, list_to_json, prepare, verify, verify_content_digest,
    },
};

use crate::{trust, unsigned};

boundary! {
    fn http_sig_unsigned as "httpSigUnsigned" (message: String, body: &[u8], options: String) -> u32 {
        unsigned::insert(prepare(Message::from_json(&message)?, body, &options)?.into_unsigned()?)
    }

    fn http_sig_seal as "httpSigSeal" (message: String, body: &[u8], options: String, secret: &[u8]) -> String {
        prepare(Message::from_json(&message)?, body, &options)?.seal(secret)
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

    fn http_sig_accept as "httpSigAccept" (profile: String, is_required: bool, required: &[u8], has_body: bool) -> String {
        let required = frames::texts(required, "number of required components", MAX_COMPONENTS)?;
        profile.parse::<Profile>()?.accept_signature(is_required.then_some(&required), has_body)
    }

    fn http_sig_digest as "httpSigDigest" (hash: String, body: &[u8]) -> String {
        Ok(content_digest(hash.parse()?, body))
    }

    fn http_sig_verify_digest as "httpSigVerifyDigest" (field: String, body: &[u8]) -> bool {
        verify_content_digest(field.as_bytes(), body).map(|()| true)
    }
}
