//! See `countersign_core::grant`.

use std::rc::Rc;

use countersign_core::{
    Error,
    grant::{
        self, Expected, Grant, Options, Presented, Signed, Status, acknowledge, authorize,
        capability::Pattern, delegate, describe, header, present, status, verify,
        verify_acknowledgement, verify_chain, verify_presentation, verify_revocation,
    },
    trust::Trust,
};

use crate::{trust, unsigned};

boundary! {
    fn grant_covers as "grantCovers" (pattern: String, request: String) -> bool {
        Ok(pattern.parse::<Pattern>()?.covers(&request.parse()?))
    }

    fn grant_covers_pattern as "grantCoversPattern" (above: String, below: String) -> bool {
        Ok(above.parse::<Pattern>()?.covers_pattern(&below.parse()?))
    }

    fn grant_unsigned as "grantUnsigned" (record: String) -> u32 {
        unsigned::insert(grant::unsigned(&record)?)
    }

    fn grant_id as "grantId" (grant: String) -> String {
        Signed::<Grant>::from_json(&grant)?.id()
    }

    fn grant_describe as "grantDescribe" (chain: String) -> String {
        describe(&chain)
    }

    fn grant_delegate as "grantDelegate" (chain: String, draft: String) -> String {
        delegate(&chain, &draft)
    }

    fn grant_acknowledge as "grantAcknowledge" (grant: String, draft: String) -> String {
        acknowledge(&grant, &draft)
    }

    fn grant_verify_acknowledgement as "grantVerifyAcknowledgement" (record: String, grant: String) -> bool {
        verify_acknowledgement(&record, &grant).map(|()| true)
    }

    fn grant_present as "grantPresent" (chain: String, draft: String, body: &[u8]) -> String {
        present(&chain, &draft, body)
    }

    fn grant_verify_presentation as "grantVerifyPresentation" (record: String, chain: String, trust: u32, expected: String, body: &[u8]) -> String {
        verify_presentation(&record, &chain, &*trust::get(trust)?, &Expected::from_json(&expected, body)?)
    }

    fn grant_verify as "grantVerify" (grant: String, trust: u32, options: String, status: &[u8]) -> String {
        let (trust, options, status) = read_arguments(trust, &options, status)?;
        Ok(verify(&grant, &trust, &options, &status)?.to_json())
    }

    fn grant_verify_chain as "grantVerifyChain" (chain: String, trust: u32, options: String, status: &[u8]) -> String {
        let (trust, options, status) = read_arguments(trust, &options, status)?;
        Ok(verify_chain(&chain, &trust, &options, &status).to_json())
    }

    fn grant_authorize as "grantAuthorize" (chain: String, trust: u32, options: String, status: &[u8]) -> String {
        acted(&chain, trust, &options, status, None)
    }

    fn grant_authorize_presented as "grantAuthorizePresented" (chain: String, trust: u32, options: String, status: &[u8], presentation: String, expected: String, body: &[u8]) -> String {
        let expected = Expected::from_json(&expected, body)?;
        acted(&chain, trust, &options, status, Some(Presented { text: &presentation, expected: &expected }))
    }

    fn grant_verify_revocation as "grantVerifyRevocation" (revocation: String, chain: String, trust: u32, options: String) -> String {
        let (trust, options, _) = read_arguments(trust, &options, &[])?;
        Ok(verify_revocation(&revocation, &chain, &trust, &options)?.to_json())
    }

    fn grant_status_list as "grantStatusList" (draft: String, ids: &[u8]) -> String {
        status::status_list(&draft, ids)
    }

    fn grant_to_header as "grantToHeader" (chain: String, presentation: String) -> String {
        header::to_header(&chain, &presentation)
    }

    fn grant_from_header as "grantFromHeader" (field: String) -> String {
        header::from_header(&field)
    }
}

fn read_arguments(
    trust: u32,
    options: &str,
    status: &[u8],
) -> Result<(Rc<Trust>, Options, Status), Error> {
    let (options, _) = Options::from_json(options)?;
    Ok((trust::get(trust)?, options, Status::from_frames(status)?))
}

fn acted(
    chain: &str,
    trust: u32,
    options: &str,
    status: &[u8],
    presented: Option<Presented<'_>>,
) -> Result<String, Error> {
    let (options, action) = Options::from_json(options)?;
    let action = action.ok_or_else(|| Error::PolicyMalformed("capability".to_owned(), "text"))?;
    let (trust, status) = (trust::get(trust)?, Status::from_frames(status)?);
    Ok(authorize(chain, &trust, &options, &status, &action, presented).to_json())
}
