//! See `countersign_core::identity::negative`.

use countersign_core::{
    identity::{
        negative::{
            self, Asked, Declaration, Query, absence, exclude_by_grants, exclude_by_lineage,
            verify_declaration, witness,
        },
        spawn::Options,
    },
    receipt::chain::Policy,
    signed_record::Signed,
};

use crate::{trust, unsigned};

boundary! {
    fn negative_exclude_by_lineage as "negativeExcludeByLineage" (capability: String, lineage: String, trust: u32, options: String) -> String {
        let (trust, options) = (trust::get(trust)?, Options::from_json(&options)?);
        Ok(exclude_by_lineage(&capability, &lineage, &trust, &options)?.to_json())
    }

    fn negative_exclude_by_grants as "negativeExcludeByGrants" (capability: String, chain: String, trust: u32, options: String) -> String {
        let (trust, options) = (trust::get(trust)?, Options::from_json(&options)?);
        Ok(exclude_by_grants(&capability, &chain, &trust, &options)?.to_json())
    }

    fn negative_absence as "negativeAbsence" (receipts: &[u8], trust: u32, policy: String, query: String) -> String {
        let (trust, policy) = (trust::get(trust)?, Policy::from_json(&policy)?);
        Ok(absence(receipts, trust.as_ref().clone(), policy, &Query::from_json(&query)?)?.to_json())
    }

    fn negative_unsigned as "negativeUnsigned" (record: String) -> u32 {
        unsigned::insert(negative::unsigned(&record)?)
    }

    fn negative_witness as "negativeWitness" (declaration: String, draft: String) -> String {
        witness(&declaration, &draft)
    }

    fn negative_id as "negativeId" (declaration: String) -> String {
        Signed::<Declaration>::from_json(&declaration)?.id()
    }

    fn negative_verify_declaration as "negativeVerifyDeclaration" (declaration: String, witnesses: &[u8], trust: u32, asked: String) -> String {
        verify_declaration(&declaration, witnesses, &*trust::get(trust)?, &Asked::from_json(&asked)?)
    }
}
