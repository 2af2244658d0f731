//! The one error type, and the stable code of each failure.
//!
//! The table below is the only place where a variant, its code and its message
//! meet. A code is never renamed or reused: `codes.txt` is the golden list, and
//! `xtask generate` writes the TypeScript union from it.
//!
//! The file is long because the table is: in one place, a code that stands twice
//! or a message that says too much is seen at a glance.
//!
//! A message says what was expected and what came. It never holds a key, a
//! token or plaintext. Failures that an attacker could learn from share a code.

/// Declares [`Error`], its codes and its messages from one table.
macro_rules! errors {
    ($($(#[$doc:meta])+ $variant:ident $({ $($(#[$field_doc:meta])+ $field:ident: $ty:ty),+ $(,)? })?
        = $code:literal, $message:literal;)+) => {
        /// Everything that can go wrong, with the facts a person needs to fix it.
        #[non_exhaustive]
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub enum Error {
            $($(#[$doc])+ $variant $({ $($(#[$field_doc])+ $field: $ty),+ })?,)+
        }

        impl Error {
            /// The stable code, the same in Rust, WebAssembly and Node.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(Self::$variant $({ $($field: _),+ })? => $code,)+ }
            }
        }

        impl core::fmt::Display for Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self { $(Self::$variant $({ $($field),+ })? => write!(f, $message),)+ }
            }
        }

        /// Every code of [`Error`], in the order of the table.
        pub const CODES: &[&str] = &[$($code),+];
    };
}

errors! {
    /// An Ethereum address in mixed case has another checksum (EIP-55).
    AddressChecksum = "ERR_ADDRESS_CHECKSUM", "the checksum of the address is wrong";

    /// Text is not an Ethereum address.
    AddressMalformed = "ERR_ADDRESS_MALFORMED", "an address must be 0x and 40 hex digits";

    /// A key of authenticated encryption has the wrong length.
    AeadKey {
        /// Expected length in bytes.
        want: usize,
        /// Length received, in bytes.
        got: usize,
    } = "ERR_AEAD_KEY", "the key must be {want} bytes, got {got}";

    /// A nonce has a length that the algorithm does not take.
    AeadNonce {
        /// Expected length in bytes.
        want: usize,
        /// Length received, in bytes.
        got: usize,
    } = "ERR_AEAD_NONCE", "the nonce must be {want} bytes, got {got}";

    /// The tag of a ciphertext does not hold, or there is none.
    AeadOpen = "ERR_AEAD_OPEN", "the ciphertext does not open: key, nonce, associated data or text are wrong";

    /// Text names no algorithm of authenticated encryption.
    AeadUnknown = "ERR_AEAD_UNKNOWN", "not the name of an algorithm for authenticated encryption";

    /// An object of AgenticIdentity whose hash input can be read in two ways.
    AidAmbiguous {
        /// What is meant.
        what: &'static str,
    } = "ERR_AID_AMBIGUOUS", "the hash of the object fits another reading too: {what}";

    /// A capability of AgenticIdentity is not covered, or not well-formed.
    AidCapability = "ERR_AID_CAPABILITY", "the capability is not granted";

    /// Competence does not meet what is asked or claimed.
    AidCompetence {
        /// What falls short.
        what: &'static str,
    } = "ERR_AID_COMPETENCE", "the competence falls short: {what}";

    /// A constraint that does not hold, or that nothing was given to check by.
    AidConstraint {
        /// The constraint.
        what: &'static str,
    } = "ERR_AID_CONSTRAINT", "the constraint {what} does not hold, or nothing says that it does";

    /// A grant of AgenticIdentity that allows no delegation.
    AidDelegation = "ERR_AID_DELEGATION", "the grant may not be delegated";

    /// A link of AgenticIdentity below the depth that an ancestor allows, or that states another depth.
    AidDepth = "ERR_AID_DEPTH", "the delegation is deeper than allowed, or states another depth";

    /// Evidence of AgenticIdentity that does not support its claim.
    AidEvidence = "ERR_AID_EVIDENCE", "the evidence does not support the claim";

    /// An object of AgenticIdentity after its time.
    AidExpired = "ERR_AID_EXPIRED", "the object has expired";

    /// Not an `.aid` file, or one of another version or algorithm.
    AidFileFormat {
        /// What is wrong.
        what: &'static str,
    } = "ERR_AID_FILE_FORMAT", "the identity file cannot be read: {what}";

    /// An `.aid` file does not open.
    AidFileOpen = "ERR_AID_FILE_OPEN", "the passphrase is wrong, or the identity file was changed";

    /// The hash of an object of AgenticIdentity is not that of its content.
    AidHash = "ERR_AID_HASH", "the hash is not that of the content";

    /// The id of an object of AgenticIdentity is not that of its content.
    AidId = "ERR_AID_ID", "the id is not that of the content";

    /// An identity of AgenticIdentity is not that of its key.
    AidIdentity = "ERR_AID_IDENTITY", "the identity does not belong to the key";

    /// The key in an object of AgenticIdentity is not one.
    AidKey = "ERR_AID_KEY", "the key is not base64 of an Ed25519 key";

    /// Two objects of AgenticIdentity do not link.
    AidLink = "ERR_AID_LINK", "the link to the object before does not hold";

    /// Text is not the object of AgenticIdentity that it should be.
    AidMalformed {
        /// What it should be.
        what: &'static str,
    } = "ERR_AID_MALFORMED", "this is not {what} of AgenticIdentity";

    /// An id that would not stay a file name.
    AidName = "ERR_AID_NAME", "the id cannot name a file";

    /// An object of AgenticIdentity before its time.
    AidNotYet = "ERR_AID_NOT_YET", "the object is not valid yet";

    /// A grant of AgenticIdentity that is revoked.
    AidRevoked = "ERR_AID_REVOKED", "the grant is revoked";

    /// A signature of AgenticIdentity does not hold.
    AidSignature = "ERR_AID_SIGNATURE", "the signature does not hold";

    /// A spawn of AgenticIdentity outside of what its parent may give.
    AidSpawn {
        /// The bound.
        what: &'static str,
    } = "ERR_AID_SPAWN", "the spawn is out of bounds: {what}";

    /// Time runs backwards between objects of AgenticIdentity.
    AidTime = "ERR_AID_TIME", "time runs backwards";

    /// The key of an object of AgenticIdentity is not trusted for its identity.
    AidUntrusted = "ERR_AID_UNTRUSTED", "the key is not trusted for this identity";

    /// A grant of AgenticIdentity that is used up, or whose uses nobody gave.
    AidUses = "ERR_AID_USES", "the grant is used up, or its uses are not known";

    /// A link of AgenticIdentity that is wider than the one before.
    AidWidened = "ERR_AID_WIDENED", "the grant gives more than its parent has";

    /// A witness of AgenticIdentity that is the actor itself, or comes twice.
    AidWitness = "ERR_AID_WITNESS", "the witness is the actor, or witnesses twice";

    /// Argon2id at a cost outside the limits.
    Argon2idCost {
        /// The limit.
        what: &'static str,
    } = "ERR_ARGON2ID_COST", "the cost of Argon2id must be {what}";

    /// An input of Argon2id has a wrong length.
    Argon2idInput {
        /// What is wrong.
        what: &'static str,
    } = "ERR_ARGON2ID_INPUT", "Argon2id: {what}";

    /// The memory that Argon2id needs is not there.
    Argon2idMemory = "ERR_ARGON2ID_MEMORY", "there is not enough memory for Argon2id at this cost";

    /// Text is not an Argon2id hash in the PHC form.
    Argon2idPhc {
        /// What it has.
        what: &'static str,
    } = "ERR_ARGON2ID_PHC", "not an Argon2id hash in PHC form: it has {what}";

    /// Bytes have the wrong length.
    BytesLength {
        /// What the bytes are, for example `"Ed25519 public key"`.
        what: &'static str,
        /// Expected length in bytes.
        want: usize,
        /// Length received, in bytes.
        got: usize,
    } = "ERR_BYTES_LENGTH", "{what} must be {want} bytes, got {got}";

    /// A letter that no capability has: of another script, an escape, a blank.
    CapabilityCharacter = "ERR_CAPABILITY_CHARACTER", "a capability holds a character outside the grammar";

    /// Text is no capability of the grammar.
    CapabilityMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_CAPABILITY_MALFORMED", "not a capability: {what}";

    /// A segment of dots alone, which some systems read as another place.
    CapabilityTraversal = "ERR_CAPABILITY_TRAVERSAL", "a capability holds a segment of dots";

    /// A wildcard where none may stand.
    CapabilityWildcard = "ERR_CAPABILITY_WILDCARD", "a capability has a wildcard where none may stand";

    /// One field of a card stands under its JSON name and its proto name.
    CardDualName {
        /// JSON Pointer of the field.
        path: String,
    } = "ERR_CARD_DUAL_NAME", "the card spells one field in two ways, at {path}";

    /// A card of A2A 0.3 or older: no signed form of it is specified.
    CardFormUnspecified {
        /// The version found.
        version: String,
    } = "ERR_CARD_FORM_UNSPECIFIED", "the card is of A2A {version}, whose signed form is unspecified";

    /// The protected header of a card signature cannot be made of this.
    CardHeader {
        /// What is wrong.
        what: &'static str,
    } = "ERR_CARD_HEADER", "protected header: {what}";

    /// A card is not valid.
    CardInvalid {
        /// JSON Pointer of the first problem.
        path: String,
        /// Code of the problem.
        problem: &'static str,
    } = "ERR_CARD_INVALID", "the card has a problem at \"{path}\": {problem}";

    /// A name or record that is no reading of a card.
    CardReading = "ERR_CARD_READING", "there is no such reading of a card";

    /// A card has two payloads under two readings, and none was named.
    CardReadingsDiffer {
        /// The first reading that differs from the default one.
        reading: &'static str,
    } = "ERR_CARD_READINGS_DIFFER",
        "the reading {reading} gives other bytes for this card; name the reading to sign under";

    /// The controller of the key is not the card's DID.
    CardSageController = "ERR_CARD_SAGE_CONTROLLER", "the controller of the signing key is not the DID of the card";

    /// A card and metadata of two DIDs.
    CardSageId = "ERR_CARD_SAGE_ID", "the card belongs to another DID";

    /// A key of a card cannot be read, or stands twice.
    CardSageKey {
        /// Where it is.
        path: String,
    } = "ERR_CARD_SAGE_KEY", "{path} is not a key of its type, or stands twice";

    /// A member of a card is missing, empty, or of the wrong type.
    CardSageMalformed {
        /// Where it is.
        path: String,
    } = "ERR_CARD_SAGE_MALFORMED", "the card is malformed at {path}";

    /// A card says something else than the metadata of its agent.
    CardSageMetadata {
        /// Where they differ.
        path: String,
    } = "ERR_CARD_SAGE_METADATA", "the card and the metadata differ at {path}";

    /// A proof names no key of the card.
    CardSageMethod = "ERR_CARD_SAGE_METHOD", "the verification method is not a key of the card and its DID";

    /// A card without proof.
    CardSageProof = "ERR_CARD_SAGE_PROOF", "the card has no proof";

    /// The type of a proof is unknown or does not fit its key.
    CardSageProofType = "ERR_CARD_SAGE_PROOF_TYPE", "the type of the proof is not one for this key";

    /// A proof for another purpose than assertion.
    CardSagePurpose = "ERR_CARD_SAGE_PURPOSE", "the purpose of the proof must be assertionMethod";

    /// The signature of a card does not hold.
    CardSageSignature = "ERR_CARD_SAGE_SIGNATURE", "the signature of the card does not hold";

    /// The signer's key is not in the card.
    CardSageSigner = "ERR_CARD_SAGE_SIGNER", "the key of the signer is not in the card";

    /// A member that the signature would not cover.
    CardSageUncovered {
        /// Where it is.
        path: String,
    } = "ERR_CARD_SAGE_UNCOVERED", "the signature would not cover {path}";

    /// The key that signed is not trusted for the card's DID.
    CardSageUntrusted = "ERR_CARD_SAGE_UNTRUSTED", "the key that signed is not trusted for the DID of the card";

    /// No signature of a card holds.
    CardSignature {
        /// What became of each signature.
        outcomes: String,
    } = "ERR_CARD_SIGNATURE", "no signature of the card holds ({outcomes})";

    /// A card has a field outside the schema, under a reading that refuses it.
    CardUnknownField {
        /// JSON Pointer of the field.
        path: String,
    } = "ERR_CARD_UNKNOWN_FIELD", "the card has a field outside the schema, at {path}";

    /// A card has no signature.
    CardUnsigned = "ERR_CARD_UNSIGNED", "the card has no signature";

    /// No signature of a card could be checked.
    CardUnverifiable {
        /// What became of each signature.
        outcomes: String,
    } = "ERR_CARD_UNVERIFIABLE", "no signature of the card could be checked ({outcomes})";

    /// A card is of another version than the operation takes.
    CardVersion {
        /// The version found.
        version: String,
    } = "ERR_CARD_VERSION", "the card is of A2A {version}, which is not supported here";

    /// A certificate of the past.
    CertificateExpired = "ERR_CERTIFICATE_EXPIRED", "the certificate no longer holds";

    /// The key that vouches is trusted as somebody else's.
    CertificateIdentity = "ERR_CERTIFICATE_IDENTITY", "the issuer of the certificate is a key of another identity";

    /// The key that vouches is not trusted.
    CertificateIssuer = "ERR_CERTIFICATE_ISSUER", "the issuer of the certificate is not trusted";

    /// A member of a key certificate is missing, too long, or of the wrong type.
    CertificateMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_CERTIFICATE_MALFORMED", "the certificate is malformed at {member}";

    /// A certificate from the future.
    CertificateNotYet = "ERR_CERTIFICATE_NOT_YET", "the certificate does not hold yet";

    /// The certified key is for something else.
    CertificatePurpose = "ERR_CERTIFICATE_PURPOSE", "the certificate is for another purpose";

    /// A signature of a key certificate does not hold.
    CertificateSignature = "ERR_CERTIFICATE_SIGNATURE", "a signature of the certificate does not hold";

    /// A certificate of another key or context, or of a key that is listed in the trust input and not for this use.
    CertificateSubject = "ERR_CERTIFICATE_SUBJECT", "the certificate is for another key or context, or for a key that the trust input rules out";

    /// Another type or version of certificate.
    CertificateVersion = "ERR_CERTIFICATE_VERSION", "this is not a key certificate, or one of another version";

    /// A checkpoint is signed by another key.
    CheckpointKey = "ERR_CHECKPOINT_KEY", "the checkpoint has no signature by the expected key";

    /// Text is not a checkpoint.
    CheckpointMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_CHECKPOINT_MALFORMED", "the checkpoint is malformed: {what}";

    /// A checkpoint of another log.
    CheckpointOrigin = "ERR_CHECKPOINT_ORIGIN", "the checkpoint belongs to another log";

    /// The signature of a checkpoint does not hold.
    CheckpointSignature = "ERR_CHECKPOINT_SIGNATURE", "the signature of the checkpoint does not hold";

    /// A claim says more than the attempts before it show.
    CompetenceClaim = "ERR_COMPETENCE_CLAIM", "the claim says more than the attempts show";

    /// There is no attempt in the domain asked for.
    CompetenceDomain = "ERR_COMPETENCE_DOMAIN", "no attempt is in the domain and window asked for";

    /// Something counts a second time.
    CompetenceDuplicate = "ERR_COMPETENCE_DUPLICATE", "the attempt, its work or the validation was counted already";

    /// An attempt, a validation or a claim is not as it should be.
    CompetenceMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_COMPETENCE_MALFORMED", "the attempt, validation or claim is malformed at {member}";

    /// Whoever acted validates itself.
    CompetenceSelf = "ERR_COMPETENCE_SELF", "an agent cannot validate its own attempts";

    /// Counts do not reach what is asked.
    CompetenceThreshold {
        /// Name of the count.
        what: &'static str,
    } = "ERR_COMPETENCE_THRESHOLD", "the attempts do not reach the minimum of {what}";

    /// A validation is older than its attempt.
    CompetenceTime = "ERR_COMPETENCE_TIME", "the validation is older than its attempt";

    /// Nobody vouches for the key of a validation.
    CompetenceUntrusted = "ERR_COMPETENCE_UNTRUSTED", "nobody vouches for the key of the validation";

    /// The receipts do not cover the window.
    CompetenceWindow = "ERR_COMPETENCE_WINDOW", "the receipts do not cover the window";

    /// A receipt was not anchored in time.
    ContinuityAnchor = "ERR_CONTINUITY_ANCHOR", "no witness saw the receipt, or a later one, in time";

    /// A time and an anchor contradict each other.
    ContinuityAnchorTime = "ERR_CONTINUITY_ANCHOR_TIME", "the time of the receipt contradicts an anchor";

    /// No heartbeat answers the challenge.
    ContinuityChallenge = "ERR_CONTINUITY_CHALLENGE", "no heartbeat answers the challenge";

    /// A receipt may have been signed long before its time.
    ContinuityFreshness = "ERR_CONTINUITY_FRESHNESS", "nothing shows that the receipt was not signed in advance";

    /// A silence is too long.
    ContinuityGap = "ERR_CONTINUITY_GAP", "the identity was silent for longer than allowed";

    /// A heartbeat is not as it should be.
    ContinuityHeartbeat {
        /// Name of the member.
        member: &'static str,
    } = "ERR_CONTINUITY_HEARTBEAT", "the heartbeat is malformed at {member}";

    /// The receipts are not those of the range.
    ContinuityRange = "ERR_CONTINUITY_RANGE", "the receipts are not those of the range asked for";

    /// A proof does not answer the challenge.
    DataIntegrityChallenge = "ERR_DATA_INTEGRITY_CHALLENGE", "the proof does not answer the challenge";

    /// The document's context does not begin with the proof's.
    DataIntegrityContext = "ERR_DATA_INTEGRITY_CONTEXT", "the document's @context does not begin with the proof's";

    /// A proof is bound to other domains.
    DataIntegrityDomain = "ERR_DATA_INTEGRITY_DOMAIN", "the proof is not bound to the expected domain";

    /// A proof has expired.
    DataIntegrityExpired = "ERR_DATA_INTEGRITY_EXPIRED", "the proof has expired";

    /// No trusted key fits a proof.
    DataIntegrityKey = "ERR_DATA_INTEGRITY_KEY", "no trusted key fits the proof";

    /// A proof or its options are not of the form of the standard.
    DataIntegrityMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_DATA_INTEGRITY_MALFORMED", "not a Data Integrity proof: {what}";

    /// A proof was created in the future.
    DataIntegrityNotYet = "ERR_DATA_INTEGRITY_NOT_YET", "the proof was created in the future";

    /// A proof names a previous proof that is not there.
    DataIntegrityPrevious = "ERR_DATA_INTEGRITY_PREVIOUS", "the proof names a previous proof that is not there";

    /// A proof was made for another purpose.
    DataIntegrityPurpose = "ERR_DATA_INTEGRITY_PURPOSE", "the proof was made for another purpose";

    /// The signature of a proof does not hold.
    DataIntegritySignature = "ERR_DATA_INTEGRITY_SIGNATURE", "the signature of the proof does not hold";

    /// A proof is of another suite.
    DataIntegritySuite = "ERR_DATA_INTEGRITY_SUITE", "the cryptosuite of the proof is not supported";

    /// A context is empty, too long, or has control characters.
    DerivationContext = "ERR_DERIVATION_CONTEXT", "a context must be text of 1 to 1024 bytes";

    /// Not a purpose, or a key type that does not fit it.
    DerivationPurpose = "ERR_DERIVATION_PURPOSE", "there is no such purpose of derived keys, or not for this type of key";

    /// DER names an algorithm, curve or parameters that are not read.
    DerAlgorithm = "ERR_DER_ALGORITHM", "keys of this algorithm or curve are not supported";

    /// Bytes are not the DER of a key.
    DerMalformed = "ERR_DER_MALFORMED", "the bytes are not a key in DER";

    /// The last operation of a DID took it out of use.
    DidDeactivated = "ERR_DID_DEACTIVATED", "the DID was deactivated: it has no document any more";

    /// A DID document, or a part of one, breaks a rule of DID Core or of its method.
    DidDocument {
        /// What was found, for example `"two methods of one id"`.
        what: &'static str,
    } = "ERR_DID_DOCUMENT", "the DID document has {what}";

    /// A document is about another DID than the one asked for.
    DidDocumentId = "ERR_DID_DOCUMENT_ID", "the document is about another DID than the one asked for";

    /// A DID of peer numalgo 4 carries another document than its hash names.
    DidHash = "ERR_DID_HASH", "the hash in the DID is not that of the document it carries";

    /// The log of a DID breaks a rule of its method.
    DidLog {
        /// Place of the operation, from 0.
        at: usize,
        /// What is wrong with it, for example `"is of another DID"`.
        what: &'static str,
    } = "ERR_DID_LOG", "operation {at} in the log of the DID {what}";

    /// An operation in the log of a DID is signed by none of the keys that could.
    DidLogSignature {
        /// Place of the operation, from 0.
        at: usize,
    } = "ERR_DID_LOG_SIGNATURE", "no key that may sign operation {at} in the log of the DID signed it";

    /// A DID does not follow the rule of its method.
    DidMethodId {
        /// The method.
        method: &'static str,
        /// The rule that is broken.
        rule: &'static str,
    } = "ERR_DID_METHOD_ID", "not a did:{method}: {rule}";

    /// A DID is of another method.
    DidMethodUnexpected {
        /// The method expected.
        want: &'static str,
    } = "ERR_DID_METHOD_UNEXPECTED", "the DID must be a did:{want}";

    /// A document does not follow from the DID alone.
    DidNeedsResolver = "ERR_DID_NEEDS_RESOLVER", "the document of this DID must be looked up";

    /// Text is not a DID or DID URL.
    DidSyntax {
        /// Byte index of the fault.
        at: usize,
    } = "ERR_DID_SYNTAX", "not a DID: unexpected text at byte {at}";

    /// Text is not a valid encoding of bytes.
    EncodingMalformed {
        /// Name of the encoding, for example `"base58btc"`.
        encoding: &'static str,
    } = "ERR_ENCODING_MALFORMED", "the text is not canonical {encoding}";

    /// The engine lacks this.
    EngineLean {
        /// What it lacks.
        what: &'static str,
    } = "ERR_ENGINE_LEAN", "the lean engine has no {what}; load everything with `await init({{ full: true }})`";

    /// No trusted key fits an envelope.
    EnvelopeKey = "ERR_ENVELOPE_KEY", "no trusted key fits the envelope";

    /// An envelope is not of the form described.
    EnvelopeMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_ENVELOPE_MALFORMED", "the envelope is malformed: {what}";

    /// The signature of an envelope does not hold.
    EnvelopeSignature = "ERR_ENVELOPE_SIGNATURE", "the signature of the envelope does not hold";

    /// An envelope says that it holds something else.
    EnvelopeType = "ERR_ENVELOPE_TYPE", "the envelope holds another type of content than expected";

    /// A fact of a report was required and not checked.
    FactUnchecked {
        /// Name of the fact.
        fact: &'static str,
    } = "ERR_FACT_UNCHECKED", "{fact} was not checked; give what it needs, or name it in `unchecked`";

    /// A grant or presentation is for another verifier.
    GrantAudience = "ERR_GRANT_AUDIENCE", "the grant is for another audience";

    /// What is asked for is not granted.
    GrantCapability = "ERR_GRANT_CAPABILITY", "the capability is not granted";

    /// A custom constraint that the verifier does not know, or that does not hold.
    GrantConstraint = "ERR_GRANT_CONSTRAINT", "a custom constraint is not known here, or does not hold";

    /// A chain that comes back to a key that it has passed.
    GrantCycle = "ERR_GRANT_CYCLE", "the chain returns to a key that it has already passed";

    /// A link is deeper than one above it, or the verifier, allows.
    GrantDepth = "ERR_GRANT_DEPTH", "the chain is deeper than allowed";

    /// A grant without a capability.
    GrantEmpty = "ERR_GRANT_EMPTY", "the grant has no capability";

    /// A grant or presentation is over.
    GrantExpired = "ERR_GRANT_EXPIRED", "the grant has expired";

    /// Whoever presents a chain does not hold its last key, or the trust input rules that key out.
    GrantHolder = "ERR_GRANT_HOLDER", "the signer is not the holder of the grant, or the trust input rules its key out";

    /// A DID that is not that of the key beside it.
    GrantIdentity = "ERR_GRANT_IDENTITY", "the DID does not belong to the key";

    /// A link is not issued by the subject of the one above.
    GrantIssuer = "ERR_GRANT_ISSUER", "the grant is not issued by the subject of the one above";

    /// A record is not of the form described.
    GrantMalformed {
        /// The member that is wrong, or `unknown` for one that does not belong.
        member: &'static str,
    } = "ERR_GRANT_MALFORMED", "the record is malformed: {member}";

    /// A request comes from an address that the grant does not allow.
    GrantNetwork = "ERR_GRANT_NETWORK", "the grant does not allow this address";

    /// A presentation with another nonce.
    GrantNonce = "ERR_GRANT_NONCE", "the presentation does not have the expected nonce";

    /// A grant or presentation that does not hold yet.
    GrantNotYet = "ERR_GRANT_NOT_YET", "the grant does not hold yet";

    /// A record about another grant than the one beside it.
    GrantParent = "ERR_GRANT_PARENT", "the record does not belong to the grant beside or above it";

    /// A presentation for another request, or for none.
    GrantRequest = "ERR_GRANT_REQUEST", "the presentation is for another request";

    /// What is known of revocations cannot be read.
    GrantRevocation = "ERR_GRANT_REVOCATION", "a revocation cannot be read";

    /// A grant was taken back.
    GrantRevoked = "ERR_GRANT_REVOKED", "the grant is revoked";

    /// A revocation by somebody who has no say over the grant.
    GrantRevoker = "ERR_GRANT_REVOKER", "the revoker has no say over the grant";

    /// The key of the first issuer is not trusted, or one below it is listed in the trust input and not for this use.
    GrantRoot = "ERR_GRANT_ROOT", "a key of the chain is not trusted: the first issuer's, or one that the trust input rules out";

    /// The signature of a record does not hold.
    GrantSignature = "ERR_GRANT_SIGNATURE", "the signature does not hold";

    /// No list says whether a grant is revoked.
    GrantStatusMissing = "ERR_GRANT_STATUS_MISSING", "no list says whether the grant is revoked";

    /// The list that says whether a grant is revoked is out of date.
    GrantStatusStale = "ERR_GRANT_STATUS_STALE", "the revocation list is out of date";

    /// A grant is used up.
    GrantUses = "ERR_GRANT_USES", "the grant is used up";

    /// A record of another type or version.
    GrantVersion = "ERR_GRANT_VERSION", "the record is of another type or version";

    /// A link lets more through than the one above.
    GrantWidened {
        /// What is wider.
        what: &'static str,
    } = "ERR_GRANT_WIDENED", "the grant is wider than the one above: {what}";

    /// A message sent before the guard began.
    GuardBeforeStart = "ERR_GUARD_BEFORE_START", "the message was sent before the guard began";

    /// A message with the content of an earlier one.
    GuardDuplicate = "ERR_GUARD_DUPLICATE", "a message with the same content came before";

    /// A message that nothing tells from another.
    GuardEmpty = "ERR_GUARD_EMPTY", "a message needs a peer, and a number, a nonce or its content, to be recognised";

    /// A message that is too old.
    GuardExpired = "ERR_GUARD_EXPIRED", "the message is too old";

    /// A guard has no room left for a message.
    GuardFull = "ERR_GUARD_FULL", "the guard has no room to remember this message";

    /// A message from the future.
    GuardNotYet = "ERR_GUARD_NOT_YET", "the message was sent in the future";

    /// A message was sent before the last one of its session.
    GuardOrder = "ERR_GUARD_ORDER", "the message was sent before the last one of its session";

    /// A message came before.
    GuardReplay = "ERR_GUARD_REPLAY", "this message was received before";

    /// A number is not above the last, or too far below the highest.
    GuardSequence = "ERR_GUARD_SEQUENCE", "the number of the message is too low";

    /// A handle was closed, or never given out.
    HandleClosed = "ERR_HANDLE_CLOSED", "the handle is closed";

    /// Too many handles are open.
    HandleLimit {
        /// Most that may be open at once.
        limit: usize,
    } = "ERR_HANDLE_LIMIT", "more than {limit} handles are open: close those no longer used";

    /// The session would be for something else.
    HandshakeContext = "ERR_HANDSHAKE_CONTEXT", "the two sides name different contexts";

    /// A cookie that this server did not make for this message and address.
    HandshakeCookie = "ERR_HANDSHAKE_COOKIE", "the cookie is not one for this message and address";

    /// The responder asks for a cookie instead of answering.
    HandshakeCookieAsked = "ERR_HANDSHAKE_COOKIE_ASKED", "the other side asks for a cookie: send the first message again with it";

    /// The trust given is in another DID than the other side's.
    HandshakeDocument = "ERR_HANDSHAKE_DOCUMENT", "the DID document is not that of the other side";

    /// A message of a handshake comes too late.
    HandshakeExpired = "ERR_HANDSHAKE_EXPIRED", "the handshake is too old";

    /// No trusted key of the other side is for this use.
    HandshakeKey {
        /// The use.
        purpose: &'static str,
    } = "ERR_HANDSHAKE_KEY", "the other side has no trusted key for {purpose}";

    /// Bytes are not the message of a handshake that was expected.
    HandshakeMalformed {
        /// What was found.
        what: &'static str,
    } = "ERR_HANDSHAKE_MALFORMED", "the handshake message is malformed: {what}";

    /// A handshake was started in the future.
    HandshakeNotYet = "ERR_HANDSHAKE_NOT_YET", "the handshake starts in the future";

    /// A message of a handshake does not open.
    HandshakeOpen = "ERR_HANDSHAKE_OPEN", "the handshake message does not open: it is not for this side, or was changed";

    /// A step of a handshake was taken twice, or before its turn.
    HandshakeOrder = "ERR_HANDSHAKE_ORDER", "the steps of the handshake are out of order";

    /// Another DID answers than was asked.
    HandshakePeer = "ERR_HANDSHAKE_PEER", "the answer comes from another DID than the one that was asked";

    /// A handshake is meant for another DID.
    HandshakeRecipient = "ERR_HANDSHAKE_RECIPIENT", "the handshake is meant for another DID";

    /// The acknowledgement of a reply does not hold.
    HandshakeSageAck = "ERR_HANDSHAKE_SAGE_ACK", "the acknowledgement of the reply does not hold";

    /// A name that is joined with others holds a separator.
    HandshakeSageAmbiguous = "ERR_HANDSHAKE_SAGE_AMBIGUOUS", "a name of the handshake holds a separator";

    /// Contexts, their hashes or echoed keys differ.
    HandshakeSageContext = "ERR_HANDSHAKE_SAGE_CONTEXT", "the message belongs to another handshake";

    /// A message is from or for somebody else.
    HandshakeSageIdentity = "ERR_HANDSHAKE_SAGE_IDENTITY", "the message is from or for another DID";

    /// A member of a message is missing, or is not what it must be.
    HandshakeSageMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_HANDSHAKE_SAGE_MALFORMED", "the handshake message is malformed at {member}";

    /// The signature of a message does not hold.
    HandshakeSageSignature = "ERR_HANDSHAKE_SAGE_SIGNATURE", "the signature of the handshake message does not hold";

    /// The time of a message is too far from ours.
    HandshakeSageTime = "ERR_HANDSHAKE_SAGE_TIME", "the time of the handshake message is too far off";

    /// An agent would talk to itself.
    HandshakeSelf = "ERR_HANDSHAKE_SELF", "both sides of the handshake have the same DID";

    /// The signature of a handshake does not hold.
    HandshakeSignature = "ERR_HANDSHAKE_SIGNATURE", "the signature of the handshake does not hold";

    /// No suite that both sides take.
    HandshakeSuite = "ERR_HANDSHAKE_SUITE", "the two sides have no suite of the handshake in common";

    /// A handshake of another version.
    HandshakeVersion = "ERR_HANDSHAKE_VERSION", "the handshake is of another version";

    /// Another key than was committed to.
    HistoryCommitment = "ERR_HISTORY_COMMITMENT", "the new key is not the one that was committed to";

    /// Two histories of one identity.
    HistoryFork = "ERR_HISTORY_FORK", "the history has another event in the place of one that was seen";

    /// A history or event of another identifier.
    HistoryId = "ERR_HISTORY_ID", "the history belongs to another identity";

    /// A key comes back.
    HistoryKey = "ERR_HISTORY_KEY", "the new key was used before";

    /// A member of a history of keys is missing, too long, or of the wrong type.
    HistoryMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_HISTORY_MALFORMED", "the history is malformed at {member}";

    /// An event does not follow the one before it.
    HistoryPrevious = "ERR_HISTORY_PREVIOUS", "an event does not name the one before it";

    /// An event is not the next.
    HistorySequence = "ERR_HISTORY_SEQUENCE", "an event is missing, or in the wrong place";

    /// A signature of a history does not hold.
    HistorySignature = "ERR_HISTORY_SIGNATURE", "a signature of the history does not hold";

    /// The times of a history are out of order.
    HistoryTime = "ERR_HISTORY_TIME", "an event is not later than the one before it, or is in the future";

    /// A history that lacks its end.
    HistoryTruncated = "ERR_HISTORY_TRUNCATED", "the history ends before an event that was seen";

    /// Another type or version of history or event.
    HistoryVersion = "ERR_HISTORY_VERSION", "this is not a history, or one of another version";

    /// An HPKE context cannot encrypt any more.
    HpkeExhausted = "ERR_HPKE_EXHAUSTED", "the HPKE context has used its last number, or the plaintext is too long for its cipher";

    /// An HPKE context without a cipher was asked to encrypt or decrypt.
    HpkeExportOnly = "ERR_HPKE_EXPORT_ONLY", "an export-only context encrypts nothing";

    /// Bytes are not a public key of X-Wing.
    HpkeKey = "ERR_HPKE_KEY", "not a public key of X-Wing";

    /// A mode that the KEM does not have.
    HpkeMode = "ERR_HPKE_MODE", "X-Wing cannot authenticate a sender";

    /// A message of HPKE does not open.
    HpkeOpen = "ERR_HPKE_OPEN", "the message does not open: it is not for this key and context, was changed, or came out of turn";

    /// A PSK is too short, or stands without its id.
    HpkePsk = "ERR_HPKE_PSK", "a PSK has at least 32 bytes and an id";

    /// A name that is none of a KEM or a cipher of HPKE.
    HpkeSuite = "ERR_HPKE_SUITE", "not the name of a KEM or a cipher of HPKE";

    /// A `Signature-Agent` that is not of a form described, or a registry of others than URLs.
    HttpSigAgent = "ERR_HTTP_SIG_AGENT", "a signature agent is an https URL, of a known type";

    /// An algorithm that is unknown, not allowed, or not that of the key.
    HttpSigAlgorithm = "ERR_HTTP_SIG_ALGORITHM", "the algorithm is unknown, not allowed, or does not fit the key";

    /// A component that is none, or that such a message cannot have.
    HttpSigComponent {
        /// What is wrong.
        what: &'static str,
    } = "ERR_HTTP_SIG_COMPONENT", "component of a signature: {what}";

    /// A signature covers what the message has not.
    HttpSigComponentMissing {
        /// The component.
        name: String,
    } = "ERR_HTTP_SIG_COMPONENT_MISSING", "the message has no {name}";

    /// The body is not the one that the digest is of.
    HttpSigDigest = "ERR_HTTP_SIG_DIGEST", "the body does not match its digest";

    /// No digest of a hash that is offered.
    HttpSigDigestUnsupported = "ERR_HTTP_SIG_DIGEST_UNSUPPORTED", "a digest must be of sha-256 or sha-512";

    /// A signature is over.
    HttpSigExpired = "ERR_HTTP_SIG_EXPIRED", "the signature has expired";

    /// A signature does not hold.
    HttpSigInvalid = "ERR_HTTP_SIG_INVALID", "the signature does not hold";

    /// No trusted key is meant by `keyid`.
    HttpSigKey = "ERR_HTTP_SIG_KEY", "no trusted key has the keyid of the signature";

    /// Several signatures and no choice among them, or a label that cannot be used.
    HttpSigLabel = "ERR_HTTP_SIG_LABEL", "the label is malformed or taken, or one of several signatures must be chosen by its label";

    /// The fields of signatures are not of their form.
    HttpSigMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_HTTP_SIG_MALFORMED", "the signature fields hold {what}";

    /// A message that HTTP cannot carry, or that readers would take in more than one way.
    HttpSigMessage {
        /// What is wrong.
        what: &'static str,
    } = "ERR_HTTP_SIG_MESSAGE", "the message has {what}";

    /// There is no signature, or none of the label.
    HttpSigMissing = "ERR_HTTP_SIG_MISSING", "the message has no such signature";

    /// A nonce is asked for.
    HttpSigNonce = "ERR_HTTP_SIG_NONCE", "the signature has no nonce";

    /// A signature from the future.
    HttpSigNotYet = "ERR_HTTP_SIG_NOT_YET", "the signature does not hold yet";

    /// A parameter of a signature that is missing, of a wrong type, or out of order.
    HttpSigParameter {
        /// The parameter.
        name: &'static str,
    } = "ERR_HTTP_SIG_PARAMETER", "the signature parameter {name} is missing or wrong";

    /// A shared secret that is too short.
    HttpSigSecret = "ERR_HTTP_SIG_SECRET", "a shared secret must have at least 32 bytes";

    /// A signature for another application.
    HttpSigTag = "ERR_HTTP_SIG_TAG", "no signature has the expected tag";

    /// A key that everybody has.
    HttpSigTestKey = "ERR_HTTP_SIG_TEST_KEY", "the secret of this key is printed in RFC 9421";

    /// Times that are missing, or too far apart, or in the wrong order.
    HttpSigTime = "ERR_HTTP_SIG_TIME", "the signature lacks a time, or its times do not fit";

    /// A signature that was made too long ago.
    HttpSigTooOld = "ERR_HTTP_SIG_TOO_OLD", "the signature was made too long ago";

    /// A signature covers too little.
    HttpSigUncovered {
        /// The component.
        name: String,
    } = "ERR_HTTP_SIG_UNCOVERED", "the signature does not cover {name}";

    /// The checksum of an identity file is wrong.
    IdentityFileChecksum = "ERR_IDENTITY_FILE_CHECKSUM", "the identity file is damaged, or was written by version 0.1.0, whose files this version does not open";

    /// The file key would stay, because a slot stays whose secret is not known.
    IdentityFileKept = "ERR_IDENTITY_FILE_KEPT", "the file key cannot be replaced: the secret of a slot that stays is not known; remove that slot";

    /// There is no key of this label.
    IdentityFileKey = "ERR_IDENTITY_FILE_KEY", "the identity has no key of this label";

    /// Two keys of one label.
    IdentityFileLabel = "ERR_IDENTITY_FILE_LABEL", "another key of the identity has this label";

    /// A wrong passphrase, recovery key or passkey.
    IdentityFileLocked = "ERR_IDENTITY_FILE_LOCKED", "no slot of the identity file opens with this secret";

    /// A member of an identity file is missing, too long, or of the wrong type.
    IdentityFileMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_IDENTITY_FILE_MALFORMED", "the identity file is malformed at {member}";

    /// A nonce of another length.
    IdentityFileNonce {
        /// Length received, in bytes.
        got: usize,
    } = "ERR_IDENTITY_FILE_NONCE", "a nonce of an identity file must be 24 bytes, got {got}";

    /// There is no slot of this id or kind.
    IdentityFileSlot = "ERR_IDENTITY_FILE_SLOT", "the identity file has no such slot";

    /// The secret is right, and the identity file does not fit it.
    IdentityFileTampered = "ERR_IDENTITY_FILE_TAMPERED", "the identity file was changed by somebody without its secret";

    /// Another type or version of file.
    IdentityFileVersion = "ERR_IDENTITY_FILE_VERSION", "this is not an identity file, or one of another version";

    /// A passphrase of no bytes.
    IdentityPassphraseEmpty = "ERR_IDENTITY_PASSPHRASE_EMPTY", "the passphrase is empty";

    /// Text is not a recovery key.
    IdentityRecovery = "ERR_IDENTITY_RECOVERY", "not a recovery key: a letter is wrong or missing";

    /// JSON text starts with a byte order mark.
    JsonBom = "ERR_JSON_BOM", "JSON text must not start with a byte order mark";

    /// Arrays and objects are nested too deep.
    JsonDepth {
        /// The deepest nesting allowed.
        limit: usize,
        /// Byte index of the bracket over the limit.
        at: usize,
    } = "ERR_JSON_DEPTH", "JSON nests deeper than {limit}, at byte {at}";

    /// An object has two members of one name.
    JsonDuplicate {
        /// Byte index of the end of the second name.
        at: usize,
    } = "ERR_JSON_DUPLICATE", "JSON object has a member twice, at byte {at}";

    /// Text is outside the JSON grammar.
    JsonMalformed {
        /// Byte index where reading stopped.
        at: usize,
    } = "ERR_JSON_MALFORMED", "text is not JSON, at byte {at}";

    /// JSON is well formed but is not an object.
    JsonNotObject = "ERR_JSON_NOT_OBJECT", "JSON must be an object";

    /// A number that an IEEE 754 double cannot carry (RFC 7493, section 2.2).
    JsonNumber {
        /// Byte index of the number.
        at: usize,
    } = "ERR_JSON_NUMBER", "the JSON number at byte {at} does not fit a double";

    /// Text is too large.
    JsonSize {
        /// Largest size, in bytes.
        limit: usize,
        /// Size received, in bytes.
        got: usize,
    } = "ERR_JSON_SIZE", "JSON text must be at most {limit} bytes, got {got}";

    /// A string escapes half of a surrogate pair.
    JsonSurrogate {
        /// Byte index of the escape.
        at: usize,
    } = "ERR_JSON_SURROGATE", "JSON string has a lone surrogate, at byte {at}";

    /// Text goes on after the JSON value.
    JsonTrailing {
        /// Byte index of the first character after the value.
        at: usize,
    } = "ERR_JSON_TRAILING", "text goes on after the JSON value, at byte {at}";

    /// Text is not UTF-8.
    JsonUtf8 {
        /// Byte index of the first invalid byte.
        at: usize,
    } = "ERR_JSON_UTF8", "JSON text is not UTF-8, at byte {at}";

    /// Two keys of a JWK set have one `kid`.
    JwkDuplicateKid = "ERR_JWK_DUPLICATE_KID", "two keys of the set have the same kid";

    /// A member of a JWK does not fit the key, or another member.
    JwkInconsistent {
        /// Name of the member.
        name: &'static str,
    } = "ERR_JWK_INCONSISTENT", "JWK member {name} does not fit the key";

    /// A member of a JWK is missing or of a wrong type.
    JwkMember {
        /// Name of the member.
        name: &'static str,
    } = "ERR_JWK_MEMBER", "JWK member {name} is missing or of a wrong type";

    /// A JWK has private members where a public key belongs.
    JwkPrivate = "ERR_JWK_PRIVATE", "a public JWK must not have private members";

    /// A JWK is of a kind that is not read.
    JwkUnsupported = "ERR_JWK_UNSUPPORTED", "the kty, crv or alg of the JWK is not supported";

    /// The algorithm of a JWS is not allowed, or does not fit its key.
    JwsAlgorithm = "ERR_JWS_ALGORITHM", "the JWS algorithm is not allowed, or does not fit the key";

    /// `crit` of a JWS names what is not understood, or leaves out `b64`.
    JwsCrit = "ERR_JWS_CRIT", "the JWS header has a `crit` that is not understood";

    /// A header of a JWS is not one that can be relied on.
    JwsHeader {
        /// What is wrong.
        what: &'static str,
    } = "ERR_JWS_HEADER", "JWS header: {what}";

    /// No trusted key fits a JWS.
    JwsKey = "ERR_JWS_KEY", "no trusted key fits the JWS";

    /// Text is not a JWS.
    JwsMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_JWS_MALFORMED", "not a JWS: {what}";

    /// The payload of a JWS is missing, given twice, or does not fit the form.
    JwsPayload {
        /// What is wrong.
        what: &'static str,
    } = "ERR_JWS_PAYLOAD", "JWS payload: {what}";

    /// The signature of a JWS does not hold.
    JwsSignature = "ERR_JWS_SIGNATURE", "the JWS signature does not hold";

    /// A JWS is of another type than was asked for.
    JwsTyp = "ERR_JWS_TYP", "the JWS has another `typ`, or none";

    /// The shared secret of a key agreement is all zero.
    KeyAgreementZero = "ERR_KEY_AGREEMENT_ZERO", "the shared secret is all zero";

    /// A key of this type does not do this algorithm.
    KeyAlgorithm {
        /// Type of the key.
        key_type: &'static str,
        /// What was asked of it.
        algorithm: &'static str,
    } = "ERR_KEY_ALGORITHM", "a key of type {key_type} cannot be used for {algorithm}";

    /// Text names no signature algorithm.
    KeyAlgorithmUnknown = "ERR_KEY_ALGORITHM_UNKNOWN", "not the name of a signature algorithm";

    /// A sealed packet does not open.
    KeyBox = "ERR_KEY_BOX", "the packet does not open with this key";

    /// An expanded ML-DSA key has coefficients out of range, or parts that do not fit together.
    KeyExpanded = "ERR_KEY_EXPANDED", "the parts of the expanded secret key do not fit together";

    /// A public key is written in a form other than its one canonical form.
    KeyNotCanonical {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_NOT_CANONICAL", "the {key_type} public key is not in canonical form";

    /// Keys of this type have no multicodec, and so no Multikey and no did:key.
    KeyNoCodec {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_NO_CODEC",
        "{key_type} keys have no Multikey and no did:key; use did:jwk, or two verification methods";

    /// A public key is not a point of its curve.
    KeyOffCurve {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_OFF_CURVE", "the {key_type} public key is not a point of the curve";

    /// A public key stands beside a secret key that is not its own.
    KeyPairMismatch = "ERR_KEY_PAIR_MISMATCH", "the public key does not belong to the secret key";

    /// A point has a leading byte other than 02, 03 (33 bytes) or 04 (65 bytes).
    KeyPointForm {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_POINT_FORM",
        "the {key_type} public key must be 33 bytes from 02 or 03, or 65 bytes from 04";

    /// A secret scalar is zero, or not below the order of the group.
    KeyScalarRange {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_SCALAR_RANGE", "the {key_type} secret is out of range";

    /// A format holds the seed of a key, and the key came in without it.
    KeySeed = "ERR_KEY_SEED", "the key was imported without its seed, which this format needs";

    /// A public key lies in the small subgroup, where signatures and secrets prove nothing.
    KeySmallOrder {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_SMALL_ORDER", "the {key_type} public key has small order";

    /// Two keys of one type were needed.
    KeyTypeMismatch {
        /// Type needed.
        want: &'static str,
        /// Type received.
        got: &'static str,
    } = "ERR_KEY_TYPE_MISMATCH", "the key must be of type {want}, got {got}";

    /// Text or number names no key type.
    KeyTypeUnknown = "ERR_KEY_TYPE_UNKNOWN", "not the name of a key type";

    /// A public key of ML-DSA for which everybody can sign.
    KeyUnbound {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_UNBOUND", "everybody can sign for this {key_type} public key: its t1 is zero";

    /// A format has no place for keys of this type.
    KeyUnsupported {
        /// Type of the key.
        key_type: &'static str,
    } = "ERR_KEY_UNSUPPORTED", "the format has no place for keys of type {key_type}";

    /// A size is over the limit stated for it.
    LimitExceeded {
        /// What was too large.
        what: &'static str,
        /// The largest size allowed.
        limit: usize,
    } = "ERR_LIMIT_EXCEEDED", "{what} is over the limit of {limit}";

    /// A proof of a Merkle tree does not hold.
    MerkleProof = "ERR_MERKLE_PROOF", "the Merkle proof does not hold";

    /// An index or size that a tree does not have.
    MerkleRange = "ERR_MERKLE_RANGE", "the tree has no such index or size";

    /// A tile is missing, or not as long as the tree says.
    MerkleTile {
        /// Path of the tile.
        path: String,
    } = "ERR_MERKLE_TILE", "the tile {path} is missing, or of another length";

    /// Values of a message could be read in two ways.
    MessageSageAmbiguous = "ERR_MESSAGE_SAGE_AMBIGUOUS", "a signed value or header name could be read in two ways";

    /// The signed fields are not all that must be, or not there.
    MessageSageFields = "ERR_MESSAGE_SAGE_FIELDS", "the signed fields are incomplete, unknown, absent or stand twice";

    /// A member of a message is missing, or is not what it must be.
    MessageSageMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_MESSAGE_SAGE_MALFORMED", "the message is malformed at {member}";

    /// The signature of a message does not hold.
    MessageSageSignature = "ERR_MESSAGE_SAGE_SIGNATURE", "the signature of the message does not hold";

    /// The time of a message is too far from ours.
    MessageSageTime = "ERR_MESSAGE_SAGE_TIME", "the time of the message is too far off";

    /// A conversion of metadata would lose something.
    MetadataLossy {
        /// The first member that would be lost.
        path: String,
    } = "ERR_METADATA_LOSSY", "the conversion would lose {path}; set allowLoss to convert all the same";

    /// A member of metadata is missing or of the wrong type.
    MetadataMalformed {
        /// Where it is.
        path: String,
    } = "ERR_METADATA_MALFORMED", "the metadata is malformed at {path}";

    /// The primary key named is not a signing key of the list.
    MetadataPrimary = "ERR_METADATA_PRIMARY", "the primary key must be the index of a signing key";

    /// The first letter of the text names no multibase, or not the one expected.
    MultibaseUnknown = "ERR_MULTIBASE_UNKNOWN", "text does not start with the letter of a known multibase";

    /// A Multikey names a codec that is not of a public key that is read.
    MultikeyCodec {
        /// The codec.
        codec: u64,
    } = "ERR_MULTIKEY_CODEC", "multicodec {codec:#x} is not that of a supported public key";

    /// The ceiling lets the capability through, in whole or in part.
    NegativeCovered = "ERR_NEGATIVE_COVERED", "the capability is within the ceiling";

    /// A receipt shows that it was done.
    NegativeFound = "ERR_NEGATIVE_FOUND", "there is a receipt of the action";

    /// A DID of a declaration is that of another key.
    NegativeIdentity = "ERR_NEGATIVE_IDENTITY", "the DID does not belong to the key";

    /// The key of a declarer or witness is not trusted.
    NegativeKey = "ERR_NEGATIVE_KEY", "the key is not trusted";

    /// A declaration has a member that is missing, unknown or not as it should be.
    NegativeMalformed {
        /// Name of the member, or `unknown` for one that has no place here.
        member: &'static str,
    } = "ERR_NEGATIVE_MALFORMED", "the declaration is malformed at {member}";

    /// Something is from the future.
    NegativeNotYet = "ERR_NEGATIVE_NOT_YET", "it is from a time to come";

    /// The receipts do not reach from the one end of the range to the other.
    NegativeRange = "ERR_NEGATIVE_RANGE", "the receipts do not cover the range";

    /// The signature of a declaration or witness does not hold.
    NegativeSignature = "ERR_NEGATIVE_SIGNATURE", "the signature does not hold";

    /// The type of a declaration or witness is not one of this version.
    NegativeVersion = "ERR_NEGATIVE_VERSION", "the record is of another type or version";

    /// A witness is the declarer, came twice, or saw another declaration.
    NegativeWitness = "ERR_NEGATIVE_WITNESS", "this is no witness of the declaration";

    /// A `PeerId` that is the hash of a key, where the key itself was asked for.
    PeerIdHashed = "ERR_PEER_ID_HASHED", "the PeerId is the hash of a key: the key must come with it";

    /// Text or bytes are not a `PeerId`.
    PeerIdMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_PEER_ID_MALFORMED", "not a PeerId: {what}";

    /// A libp2p key is not in the one encoding that it has.
    PeerKeyMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_PEER_KEY_MALFORMED", "this is not the canonical encoding of a libp2p key: {what}";

    /// A libp2p key of a type that is not known, or that has a `PeerId` only.
    PeerKeyType {
        /// The type.
        key_type: &'static str,
    } = "ERR_PEER_KEY_TYPE", "a libp2p key of type {key_type} cannot be used here";

    /// A PEM block is of another kind than was expected.
    PemLabel = "ERR_PEM_LABEL", "the PEM block is not of the expected kind";

    /// Text is not one strict PEM block.
    PemMalformed = "ERR_PEM_MALFORMED", "text is not one PEM block of lines of 64 characters";

    /// A policy is not what the verifier takes.
    PolicyMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_POLICY_MALFORMED", "the policy has {what}";

    /// A proof of possession for another audience.
    PopAudience = "ERR_POP_AUDIENCE", "the proof of possession is for another audience";

    /// A proof that repeats another expiry or ephemeral key than the challenge has.
    PopChallenge = "ERR_POP_CHALLENGE", "the proof of possession answers another challenge";

    /// A proof of possession by another DID.
    PopDid = "ERR_POP_DID", "the proof of possession belongs to another DID";

    /// One key stands twice among keys to be proven.
    PopDuplicate = "ERR_POP_DUPLICATE", "the key is listed twice";

    /// A proof of an X25519 key, and no ephemeral key to check it with.
    PopEphemeral = "ERR_POP_EPHEMERAL", "an X25519 key needs the ephemeral key of the challenge";

    /// A challenge or proof is over.
    PopExpired = "ERR_POP_EXPIRED", "the proof of possession has expired";

    /// The key that signed for an X25519 key is not the one expected, or not proven.
    PopIdentity = "ERR_POP_IDENTITY", "the identity key of the proof is not the one expected";

    /// The signature or MAC of a proof does not hold.
    PopInvalid = "ERR_POP_INVALID", "the proof of possession does not hold";

    /// A proof of another key.
    PopKey = "ERR_POP_KEY", "the proof of possession belongs to another key";

    /// A challenge or proof is not of the form described.
    PopMalformed {
        /// The member that is wrong, or `unknown` for one that does not belong.
        member: &'static str,
    } = "ERR_POP_MALFORMED", "the proof of possession is malformed: {member}";

    /// There is no proof for a key.
    PopMissing = "ERR_POP_MISSING", "there is no proof of possession for the key";

    /// A proof with another nonce.
    PopNonce = "ERR_POP_NONCE", "the proof of possession does not have the expected nonce";

    /// A challenge or proof from the future.
    PopNotYet = "ERR_POP_NOT_YET", "the proof of possession does not hold yet";

    /// The format has no proof for a key of this type.
    PopUnprovable = "ERR_POP_UNPROVABLE", "the format has no proof for a key of this type";

    /// A challenge or proof of another version.
    PopVersion = "ERR_POP_VERSION", "the record is of another type or version";

    /// The system gave no random bytes.
    RandomUnavailable = "ERR_RANDOM_UNAVAILABLE", "the system gave no random bytes";

    /// A receipt of another actor, or under the key of another.
    ReceiptActor = "ERR_RECEIPT_ACTOR", "the key or receipt belongs to another actor";

    /// A receipt is about other content.
    ReceiptContent = "ERR_RECEIPT_CONTENT", "the receipt is about other content";

    /// A chain has another number of receipts than expected.
    ReceiptCount = "ERR_RECEIPT_COUNT", "the chain has another number of receipts than expected";

    /// A receipt comes again in its chain.
    ReceiptDuplicate = "ERR_RECEIPT_DUPLICATE", "the receipt is in its chain twice";

    /// A receipt follows the final one.
    ReceiptFinal = "ERR_RECEIPT_FINAL", "no receipt may follow the final one";

    /// Two receipts follow one.
    ReceiptFork = "ERR_RECEIPT_FORK", "the chain of receipts forks";

    /// A receipt has another id than expected.
    ReceiptId = "ERR_RECEIPT_ID", "the receipt does not have this id: it is another one, or was changed";

    /// No trusted key fits a receipt.
    ReceiptKey = "ERR_RECEIPT_KEY", "no trusted key fits the receipt";

    /// A receipt is not of the form described.
    ReceiptMalformed {
        /// The member that is wrong, or `unknown` for one that does not belong.
        member: &'static str,
    } = "ERR_RECEIPT_MALFORMED", "the receipt is malformed: {member}";

    /// A receipt from the future.
    ReceiptNotYet = "ERR_RECEIPT_NOT_YET", "the time of the receipt is in the future";

    /// A receipt does not name the one before it.
    ReceiptPrevious = "ERR_RECEIPT_PREVIOUS", "the receipt does not follow the one before";

    /// The new key of a rotation did not sign.
    ReceiptRotation = "ERR_RECEIPT_ROTATION", "the new key did not sign the rotation";

    /// The sequence number of a receipt is not the next.
    ReceiptSequence = "ERR_RECEIPT_SEQUENCE", "the sequence number is not the next";

    /// The signature of a receipt does not hold.
    ReceiptSignature = "ERR_RECEIPT_SIGNATURE", "the signature of the receipt does not hold";

    /// A chain does not start where it should.
    ReceiptStart = "ERR_RECEIPT_START", "the chain of receipts lacks its start";

    /// Time runs back in a chain.
    ReceiptTime = "ERR_RECEIPT_TIME", "the time of the receipt is before that of the one before";

    /// A chain ends elsewhere than expected.
    ReceiptTip = "ERR_RECEIPT_TIP", "the last receipt is not the one expected";

    /// A receipt of another version.
    ReceiptVersion = "ERR_RECEIPT_VERSION", "the record is of another type or version";

    /// Too few witnesses hold.
    ReceiptWitnesses {
        /// How many must hold.
        want: usize,
        /// How many do.
        got: usize,
    } = "ERR_RECEIPT_WITNESSES", "{want} witnesses must hold, {got} do";

    /// A witness that counts already.
    ReceiptWitnessDuplicate = "ERR_RECEIPT_WITNESS_DUPLICATE", "the key witnesses the receipt twice";

    /// The actor as a witness of itself.
    ReceiptWitnessSelf = "ERR_RECEIPT_WITNESS_SELF", "an actor cannot witness its own receipt";

    /// A ring holds one key more than once.
    RingDuplicate = "ERR_RING_DUPLICATE", "the ring has a key twice";

    /// A key or scope hashed to no usable point.
    RingHash = "ERR_RING_HASH", "no usable point or scalar was found; draw again or use another key";

    /// A key image is no point of prime order.
    RingImage = "ERR_RING_IMAGE", "the key image is not a canonical point of prime order";

    /// Bytes are not a ring signature.
    RingMalformed = "ERR_RING_MALFORMED", "the bytes are not a ring signature of this version and curve";

    /// The signer's key is not in the ring.
    RingNotMember = "ERR_RING_NOT_MEMBER", "the signing key is not in the ring";

    /// A signature names another ring than the expected one.
    RingOther = "ERR_RING_OTHER", "the signature names another ring than the expected one";

    /// A ring proof of another scope than the expected one.
    RingScope = "ERR_RING_SCOPE", "the proof is for another scope";

    /// No member of the ring signed this message.
    RingSignature = "ERR_RING_SIGNATURE", "no member of this ring signed this message in this scope";

    /// A ring, or the ring of a signature, has too few or too many members.
    RingSize {
        /// Members received.
        got: usize,
    } = "ERR_RING_SIZE", "a ring has 2 to 1000 members, and a signature as many as its ring; got {got}";

    /// A member is no point of prime order.
    RingTorsion = "ERR_RING_TORSION", "a member is not a canonical point of prime order";

    /// A buffer is too short for the result.
    SessionBuffer {
        /// Length needed, in bytes.
        want: usize,
        /// Length received, in bytes.
        got: usize,
    } = "ERR_SESSION_BUFFER", "the buffer must have {want} bytes, got {got}";

    /// More bytes than the session allows.
    SessionBytes {
        /// Bytes of plaintext in one direction.
        limit: u64,
    } = "ERR_SESSION_BYTES", "the session has carried its {limit} bytes";

    /// A message of an epoch that is over, or too far ahead.
    SessionEpoch = "ERR_SESSION_EPOCH", "the message is of an epoch that is over, or too far ahead";

    /// Every sequence or epoch was used.
    SessionExhausted = "ERR_SESSION_EXHAUSTED", "the session has used its last counter";

    /// A session has reached its age.
    SessionExpired = "ERR_SESSION_EXPIRED", "the session has expired";

    /// A session was not used for too long.
    SessionIdle = "ERR_SESSION_IDLE", "the session was idle for too long";

    /// Bytes are too short for a message.
    SessionLength {
        /// Length received, in bytes.
        got: usize,
    } = "ERR_SESSION_LENGTH", "{got} bytes are too short for a message";

    /// More messages than the session allows.
    SessionMessages {
        /// Messages in one direction.
        limit: u64,
    } = "ERR_SESSION_MESSAGES", "the session has carried its {limit} messages";

    /// A message is behind the replay window.
    SessionOld = "ERR_SESSION_OLD", "the message is older than the replay window";

    /// The tag of a message does not hold.
    SessionOpen = "ERR_SESSION_OPEN", "the message does not open: it is of another session, direction or text";

    /// Options of a session are out of range.
    SessionOptions {
        /// What is wrong.
        what: &'static str,
    } = "ERR_SESSION_OPTIONS", "the options of the session have {what}";

    /// A message is not the next one, in strict order.
    SessionOrder = "ERR_SESSION_ORDER", "a message before this one is missing";

    /// A message came before.
    SessionReplayed = "ERR_SESSION_REPLAYED", "this message was opened before";

    /// The tag of a resumption message does not hold.
    SessionResume = "ERR_SESSION_RESUME", "the message of resumption does not hold";

    /// Bytes are not a resumption message of this version.
    SessionResumeMalformed = "ERR_SESSION_RESUME_MALFORMED", "not a message of resumption of this version";

    /// A resumption message belongs to another session, or comes from this side.
    SessionResumeOther = "ERR_SESSION_RESUME_OTHER", "the message of resumption is for another ticket";

    /// A directional session of SAGE has no MAC of covered bytes that proves anything.
    SessionSageCovered = "ERR_SESSION_SAGE_COVERED", "a directional session has no covered MAC: SAGE's key for it is all zeros";

    /// A limit of age, idle time or messages is reached.
    SessionSageExpired = "ERR_SESSION_SAGE_EXPIRED", "the session is over: a limit of age, idle time or messages is reached";

    /// A session id or context is empty or too long.
    SessionSageId = "ERR_SESSION_SAGE_ID", "a session id is 1 to 1024 bytes, and a context is not empty";

    /// A label does not say where it ends.
    SessionSageLabel = "ERR_SESSION_SAGE_LABEL", "a label has one space, then v and one digit at its end";

    /// A MAC of covered bytes does not hold.
    SessionSageMac = "ERR_SESSION_SAGE_MAC", "the MAC of the covered bytes does not hold";

    /// The tag of a message does not hold.
    SessionSageOpen = "ERR_SESSION_SAGE_OPEN", "the message does not open";

    /// A nonce was sent or opened before.
    SessionSageReplay = "ERR_SESSION_SAGE_REPLAY", "the message was sent or opened in this session before";

    /// A seed or exporter is so short that it can be guessed.
    SessionSageSeed {
        /// Which of the two.
        what: &'static str,
        /// Least length in bytes.
        least: usize,
        /// Its length.
        got: usize,
    } = "ERR_SESSION_SAGE_SEED", "{what} must be at least {least} bytes, got {got}";

    /// A message is too short to be one.
    SessionSageShort {
        /// Least length in bytes.
        least: usize,
    } = "ERR_SESSION_SAGE_SHORT", "a message must be at least {least} bytes";

    /// A message is too long.
    SessionSize {
        /// The longest plaintext, in bytes.
        limit: usize,
    } = "ERR_SESSION_SIZE", "a plaintext may have at most {limit} bytes";

    /// A ticket does not open.
    SessionTicket = "ERR_SESSION_TICKET", "the ticket does not open: it was changed, or made under another key";

    /// A ticket has expired.
    SessionTicketExpired = "ERR_SESSION_TICKET_EXPIRED", "the ticket has expired";

    /// Bytes are not a ticket of this version.
    SessionTicketVersion = "ERR_SESSION_TICKET_VERSION", "this is not a ticket, or one of another version";

    /// A responder that has not heard of the initiator sends nothing.
    SessionUnconfirmed = "ERR_SESSION_UNCONFIRMED", "the session is not confirmed: open a message of the peer first";

    /// A message of another version, or with flags that this one has not.
    SessionVersion = "ERR_SESSION_VERSION", "the message is of another version";

    /// Bytes are not a signature in the form expected.
    SignatureMalformed = "ERR_SIGNATURE_MALFORMED", "the signature is not in the expected form";

    /// No key can be recovered from a signature.
    SignatureUnrecoverable = "ERR_SIGNATURE_UNRECOVERABLE", "no key can be recovered from the signature";

    /// An external signer gave something that is not its signature.
    SignerInvalid = "ERR_SIGNER_INVALID",
        "what the signer gave is not a signature by its public key over the message";

    /// A child speaks with another key, or of another spawn.
    SpawnAcceptance = "ERR_SPAWN_ACCEPTANCE", "the signer is not the child of the spawn";

    /// A parent numbers more children than it may have.
    SpawnChildren = "ERR_SPAWN_CHILDREN", "the parent may not have so many children";

    /// A child has ended itself.
    SpawnCompleted = "ERR_SPAWN_COMPLETED", "the identity has completed its work";

    /// A lineage comes back to an identity that it has passed.
    SpawnCycle = "ERR_SPAWN_CYCLE", "the lineage returns to an identity that it has already passed";

    /// A lineage has more generations than allowed.
    SpawnDepth = "ERR_SPAWN_DEPTH", "the lineage is deeper than allowed";

    /// Two spawns have one number under one parent, or one key of a child.
    SpawnDuplicate = "ERR_SPAWN_DUPLICATE", "another spawn has the same number or the same key";

    /// A life is over.
    SpawnExpired = "ERR_SPAWN_EXPIRED", "the life of the identity is over";

    /// A grant is not from this parent to this child.
    SpawnGrant = "ERR_SPAWN_GRANT", "the grants are not those of the lineage";

    /// A DID of a lineage is that of another key.
    SpawnIdentity = "ERR_SPAWN_IDENTITY", "the DID does not belong to the key";

    /// A spawn does not hang on the one above.
    SpawnLink = "ERR_SPAWN_LINK", "the spawn does not follow from the one above";

    /// A record of a spawn has a member that is missing, unknown or not as it should be.
    SpawnMalformed {
        /// Name of the member, or `unknown` for one that has no place here.
        member: &'static str,
    } = "ERR_SPAWN_MALFORMED", "the spawn is malformed at {member}";

    /// A life has not begun, or began before that of its parent.
    SpawnNotYet = "ERR_SPAWN_NOT_YET", "the life of the identity has not begun";

    /// The key of the first parent is not trusted, or one below it is listed in the trust input and not for this use.
    SpawnRoot = "ERR_SPAWN_ROOT", "a key of the lineage is not trusted: the first parent's, or one that the trust input rules out";

    /// An identity is its own parent.
    SpawnSelf = "ERR_SPAWN_SELF", "the identity is its own parent";

    /// The signature of a record of a spawn does not hold.
    SpawnSignature = "ERR_SPAWN_SIGNATURE", "the signature does not hold";

    /// An identity, or one above it, was ended.
    SpawnTerminated = "ERR_SPAWN_TERMINATED", "the identity is terminated";

    /// A termination cannot be read, so nobody knows what it ends.
    SpawnTermination = "ERR_SPAWN_TERMINATION", "a termination cannot be read";

    /// An end is by somebody who has no say.
    SpawnTerminator = "ERR_SPAWN_TERMINATOR", "the signer has no say over the identity";

    /// The type of a record of a spawn is not one of this version.
    SpawnVersion = "ERR_SPAWN_VERSION", "the record is of another type or version";

    /// A child may more than its parent, or a grant more than the spawn.
    SpawnWidened {
        /// What.
        what: &'static str,
    } = "ERR_SPAWN_WIDENED", "the spawn allows more than the one above: {what}";

    /// A name comes twice in a structured field, where a reader could take either.
    StructuredFieldDuplicate = "ERR_STRUCTURED_FIELD_DUPLICATE", "a name comes twice in a structured field";

    /// Text is not a structured field of its kind (RFC 9651).
    StructuredFieldMalformed {
        /// Where, in bytes.
        at: usize,
    } = "ERR_STRUCTURED_FIELD_MALFORMED", "not a structured field of this kind, at byte {at}";

    /// A value that a structured field cannot carry.
    StructuredFieldValue {
        /// What is wrong.
        what: &'static str,
    } = "ERR_STRUCTURED_FIELD_VALUE", "a structured field cannot be made: {what}";

    /// No signature that was tried holds, and more tries were not allowed.
    TrustChecks {
        /// Signature checks that the call could make.
        most: usize,
    } = "ERR_TRUST_CHECKS", "the first {most} signature checks found no key that signed, and more are not allowed: name the key, trust fewer keys, or raise maxChecks";

    /// The trust input is not what the verifier takes.
    TrustMalformed {
        /// What is wrong.
        what: &'static str,
    } = "ERR_TRUST_MALFORMED", "the trust input has {what}";

    /// A name is no name of a stored key, or of another key.
    VaultSageId = "ERR_VAULT_SAGE_ID", "the id of the stored key is malformed, or not the expected one";

    /// A member of a file is missing, or is not what it must be.
    VaultSageMalformed {
        /// Name of the member.
        member: &'static str,
    } = "ERR_VAULT_SAGE_MALFORMED", "the file is malformed at {member}";

    /// The passphrase or the file is wrong.
    VaultSageOpen = "ERR_VAULT_SAGE_OPEN", "the file does not open: the passphrase or the file is wrong";

    /// A passphrase is empty.
    VaultSagePassphrase = "ERR_VAULT_SAGE_PASSPHRASE", "the passphrase is empty";
}

impl core::error::Error for Error {}
