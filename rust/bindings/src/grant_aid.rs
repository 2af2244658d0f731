//! See `countersign_core::grant::aid`, and `receipt_aid` for how lists and times cross.

use countersign_core::{
    grant::aid::{self, Context, capability},
    keys::PublicKey,
};

use crate::{receipt_aid::anchors, unsigned};

boundary! {
    fn grant_aid_unsigned as "grantAidUnsigned" (draft: String, grantor: &[u8], grantee: &[u8], parent: String) -> u32 {
        let (from, to) = (PublicKey::from_tagged(grantor)?, PublicKey::from_tagged(grantee)?);
        unsigned::insert(aid::unsigned(&draft, &from, &to, &parent)?)
    }

    fn grant_aid_unsigned_acknowledgement as "grantAidUnsignedAcknowledgement" (grant: String, key: &[u8]) -> u32 {
        unsigned::insert(aid::unsigned_acknowledgement(&grant, &PublicKey::from_tagged(key)?)?)
    }

    fn grant_aid_inspect as "grantAidInspect" (grant: String, trust: u32, identities: &[u8], now: String) -> String {
        Ok(aid::inspect(&grant, &anchors(trust, identities, &now)?)?.to_text())
    }

    fn grant_aid_verify as "grantAidVerify" (grant: String, trust: u32, identities: &[u8], now: String, context: String, revocations: &[u8]) -> String {
        let context = Context::from_json(&context)?;
        Ok(aid::verify(&grant, &anchors(trust, identities, &now)?, &context, revocations)?.to_text())
    }

    fn grant_aid_verify_chain as "grantAidVerifyChain" (grants: &[u8], trust: u32, identities: &[u8], now: String, context: String, revocations: &[u8]) -> String {
        let context = Context::from_json(&context)?;
        aid::verify_chain(grants, &anchors(trust, identities, &now)?, &context, revocations)
    }

    fn grant_aid_validate_delegation as "grantAidValidateDelegation" (parent: String, capabilities: String) -> bool {
        aid::validate_delegation(&parent, &capabilities).map(|()| true)
    }

    fn grant_aid_unsigned_revocation as "grantAidUnsignedRevocation" (draft: String, key: &[u8]) -> u32 {
        unsigned::insert(aid::unsigned_revocation(&draft, &PublicKey::from_tagged(key)?)?)
    }

    fn grant_aid_verify_revocation as "grantAidVerifyRevocation" (revocation: String, trust: u32, identities: &[u8], now: String) -> String {
        aid::verify_revocation(&revocation, &anchors(trust, identities, &now)?)
    }

    fn grant_aid_covers as "grantAidCovers" (granted: String, requested: String, upstream: bool) -> bool {
        Ok(if upstream { capability::upstream(&granted, &requested) } else { capability::covers(&granted, &requested) })
    }
}
