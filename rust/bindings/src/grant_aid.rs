//! See `countersign_core::grant::aid`, and `receipt_aid` for how lists and times cross.

use countersign_core::{
    grant::aid::{self, Context, capability},
    keys::PublicKey,
};

use crate::{host, receipt_aid::anchors};

boundary! {
    fn grant_aid_signing_input as "grantAidSigningInput" (draft: String, grantor: &[u8], grantee: &[u8], parent: String) -> host::Bytes {
        let (from, to) = (PublicKey::from_tagged(grantor)?, PublicKey::from_tagged(grantee)?);
        Ok(aid::signing_input(&draft, &from, &to, &parent)?.into_bytes().into())
    }

    fn grant_aid_attach as "grantAidAttach" (draft: String, grantor: &[u8], grantee: &[u8], parent: String, signature: &[u8]) -> String {
        let (from, to) = (PublicKey::from_tagged(grantor)?, PublicKey::from_tagged(grantee)?);
        Ok(aid::attach(&draft, &from, &to, &parent, signature)?.to_json())
    }

    fn grant_aid_acknowledge_input as "grantAidAcknowledgeInput" (grant: String, key: &[u8]) -> host::Bytes {
        Ok(aid::acknowledge_input(&grant, &PublicKey::from_tagged(key)?)?.into_bytes().into())
    }

    fn grant_aid_acknowledge as "grantAidAcknowledge" (grant: String, key: &[u8], signature: &[u8]) -> String {
        Ok(aid::acknowledge(&grant, &PublicKey::from_tagged(key)?, signature)?.to_json())
    }

    fn grant_aid_inspect as "grantAidInspect" (grant: String, trust: u32, identities: &[u8], now: String) -> String {
        Ok(aid::inspect(&grant, &anchors(trust, identities, &now)?)?.to_json())
    }

    fn grant_aid_verify as "grantAidVerify" (grant: String, trust: u32, identities: &[u8], now: String, context: String, revocations: &[u8]) -> String {
        let context = Context::from_json(&context)?;
        Ok(aid::verify(&grant, &anchors(trust, identities, &now)?, &context, revocations)?.to_json())
    }

    fn grant_aid_verify_chain as "grantAidVerifyChain" (grants: &[u8], trust: u32, identities: &[u8], now: String, context: String, revocations: &[u8]) -> String {
        let context = Context::from_json(&context)?;
        aid::verify_chain(grants, &anchors(trust, identities, &now)?, &context, revocations)
    }

    fn grant_aid_validate_delegation as "grantAidValidateDelegation" (parent: String, capabilities: String) -> bool {
        aid::validate_delegation(&parent, &capabilities).map(|()| true)
    }

    fn grant_aid_revocation_input as "grantAidRevocationInput" (draft: String, key: &[u8]) -> host::Bytes {
        Ok(aid::revocation_input(&draft, &PublicKey::from_tagged(key)?)?.into_bytes().into())
    }

    fn grant_aid_attach_revocation as "grantAidAttachRevocation" (draft: String, key: &[u8], signature: &[u8]) -> String {
        Ok(aid::attach_revocation(&draft, &PublicKey::from_tagged(key)?, signature)?.to_json())
    }

    fn grant_aid_verify_revocation as "grantAidVerifyRevocation" (revocation: String, trust: u32, identities: &[u8], now: String) -> String {
        aid::verify_revocation(&revocation, &anchors(trust, identities, &now)?)
    }

    fn grant_aid_covers as "grantAidCovers" (granted: String, requested: String, lenient: bool) -> bool {
        Ok(if lenient { capability::upstream(&granted, &requested) } else { capability::covers(&granted, &requested) })
    }
}
