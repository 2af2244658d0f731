//! The one table of key types and signature algorithms. What is known about one stands in its row, and nowhere else.
//!
//! A new type of key is a row here, and the code that reads, makes and checks its keys. The tables of the TypeScript
//! package are generated from these.

use der::oid::ObjectIdentifier;

use super::SIGNATURE_LEN;

/// Makes an enum of which every variant has a number and a row of facts.
macro_rules! table {
    (
        $(#[$about:meta])*
        $name:ident of $facts:ident {
            $($(#[$doc:meta])* $code:literal $variant:ident { $($fact:tt)* })+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$doc])* $variant = $code,)+
        }

        impl $name {
            /// Every one, in the order of its number.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$variant),+];

            /// Its row.
            pub(crate) const fn facts(self) -> &'static $facts {
                match self {
                    $(Self::$variant => const { &$facts { $($fact)* } },)+
                }
            }
        }
    };
}

/// A row of the table of key types.
#[derive(Debug)]
pub(crate) struct KeyFacts {
    /// The name in every layer.
    pub(crate) name: &'static str,
    /// The multicodec of public keys (table `multicodec`, `*-pub`), as a varint.
    pub(crate) codec: Option<[u8; 2]>,
    /// Length in bytes of a canonical public key.
    pub(crate) public_len: usize,
    /// Length in bytes of a secret key: a scalar, or a seed; of a hybrid key two seeds.
    pub(crate) secret_len: usize,
    /// What a key signs with where nothing is named; `None` for a key that does not sign.
    pub(crate) algorithm: Option<Algorithm>,
    /// Whether it agrees on secrets.
    pub(crate) agrees: bool,
    /// Whether its keys make rings.
    pub(crate) rings: bool,
    /// The name in SAGE's key pairs.
    pub(crate) sage: Option<&'static str>,
    /// The `kty` of its JWK (RFC 7517, 8037, 9964).
    pub(crate) kty: Kty,
    /// The algorithm identifier in DER (RFC 5480, 8410, 9881).
    pub(crate) oid: ObjectIdentifier,
    /// The parameters beside that identifier: the curve.
    pub(crate) curve: Option<ObjectIdentifier>,
    /// Types of verification methods that hold keys of this type alone.
    pub(crate) methods: &'static [&'static str],
    /// The `KeyType` of libp2p (`keys.proto`).
    pub(crate) libp2p: Option<u8>,
}

/// A row of the table of algorithms.
#[derive(Debug)]
pub(crate) struct AlgorithmFacts {
    /// The name in every layer.
    pub(crate) name: &'static str,
    /// The type of key that it takes.
    pub(crate) key_type: KeyType,
    /// What is signed.
    pub(crate) hash: Hash,
    /// Length in bytes of a signature, which never varies.
    pub(crate) signature_len: usize,
    /// Whether it takes a context string and fresh randomness.
    pub(crate) post_quantum: bool,
    /// The `alg` of JOSE (RFC 7518, 8037, 8812, 9864, 9964), first the one that is written.
    pub(crate) jose: &'static [&'static str],
    /// The `alg` of COSE (RFC 8812, 9053, 9964).
    pub(crate) cose: Option<i8>,
    /// The name in HTTP signatures (RFC 9421, section 6.2.2).
    pub(crate) http_sig: Option<&'static str>,
    /// The cryptosuite of Data Integrity.
    pub(crate) suite: Option<&'static str>,
}

/// The `kty` of a JWK.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kty {
    /// A curve of RFC 8037: `crv` and `x`.
    Okp,
    /// A curve of RFC 7518: `crv`, `x` and `y`.
    Ec,
    /// A key of one algorithm (RFC 9964): `alg` and `pub`.
    Akp,
}

/// What a signature is made over.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Hash {
    /// The message itself.
    Message,
    /// Its SHA-256.
    Sha256,
    /// Its Keccak-256, which is not SHA3-256.
    Keccak256,
}

impl Kty {
    /// The name in a JWK.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Okp => "OKP",
            Self::Ec => "EC",
            Self::Akp => "AKP",
        }
    }
}

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

/// `id-ecPublicKey`, under which every curve of RFC 5480 stands.
const EC: ObjectIdentifier = oid("1.2.840.10045.2.1");

/// Lengths of the halves of a hybrid key and of its signatures, in bytes.
const ED25519_PUBLIC: usize = 32;
const ML_DSA_65_PUBLIC: usize = 1_952;
const ML_DSA_65_SIGNATURE: usize = 3_309;

table! {
    /// A type of key.
    KeyType of KeyFacts {
        /// Edwards curve signatures (RFC 8032).
        1 Ed25519 {
            name: "Ed25519",
            codec: Some([0xed, 0x01]),
            public_len: ED25519_PUBLIC,
            secret_len: 32,
            algorithm: Some(Algorithm::Ed25519),
            agrees: false,
            rings: true,
            sage: Some("ed25519"),
            kty: Kty::Okp,
            oid: oid("1.3.101.112"),
            curve: None,
            methods: &["Ed25519VerificationKey2018", "Ed25519VerificationKey2020"],
            libp2p: Some(1),
        }
        /// The Koblitz curve of SEC 2, section 2.4.1.
        2 Secp256k1 {
            name: "secp256k1",
            codec: Some([0xe7, 0x01]),
            public_len: 33,
            secret_len: 32,
            algorithm: Some(Algorithm::Secp256k1Sha256),
            agrees: true,
            rings: true,
            sage: Some("secp256k1"),
            kty: Kty::Ec,
            oid: EC,
            curve: Some(oid("1.3.132.0.10")),
            methods: &["EcdsaSecp256k1VerificationKey2019"],
            libp2p: Some(2),
        }
        /// The NIST curve of SP 800-186, section 3.2.1.3; secp256r1.
        3 P256 {
            name: "P-256",
            codec: Some([0x80, 0x24]),
            public_len: 33,
            secret_len: 32,
            algorithm: Some(Algorithm::P256Sha256),
            agrees: true,
            rings: false,
            sage: Some("p256"),
            kty: Kty::Ec,
            oid: EC,
            curve: Some(oid("1.2.840.10045.3.1.7")),
            methods: &["EcdsaSecp256r1VerificationKey2019", "P256Key2021"],
            libp2p: Some(3),
        }
        /// Key agreement (RFC 7748).
        4 X25519 {
            name: "X25519",
            codec: Some([0xec, 0x01]),
            public_len: 32,
            secret_len: 32,
            algorithm: None,
            agrees: true,
            rings: false,
            sage: Some("x25519"),
            kty: Kty::Okp,
            oid: oid("1.3.101.110"),
            curve: None,
            methods: &["X25519KeyAgreementKey2019", "X25519KeyAgreementKey2020"],
            libp2p: None,
        }
        /// Lattice signatures, category 2 (FIPS 204).
        5 MlDsa44 {
            name: "ML-DSA-44",
            codec: Some([0x90, 0x24]),
            public_len: 1_312,
            secret_len: 32,
            algorithm: Some(Algorithm::MlDsa44),
            agrees: false,
            rings: false,
            sage: None,
            kty: Kty::Akp,
            oid: oid("2.16.840.1.101.3.4.3.17"),
            curve: None,
            methods: &[],
            libp2p: None,
        }
        /// Lattice signatures, category 3 (FIPS 204).
        6 MlDsa65 {
            name: "ML-DSA-65",
            codec: Some([0x91, 0x24]),
            public_len: ML_DSA_65_PUBLIC,
            secret_len: 32,
            algorithm: Some(Algorithm::MlDsa65),
            agrees: false,
            rings: false,
            sage: None,
            kty: Kty::Akp,
            oid: oid("2.16.840.1.101.3.4.3.18"),
            curve: None,
            methods: &[],
            libp2p: None,
        }
        /// Lattice signatures, category 5 (FIPS 204).
        7 MlDsa87 {
            name: "ML-DSA-87",
            codec: Some([0x92, 0x24]),
            public_len: 2_592,
            secret_len: 32,
            algorithm: Some(Algorithm::MlDsa87),
            agrees: false,
            rings: false,
            sage: None,
            kty: Kty::Akp,
            oid: oid("2.16.840.1.101.3.4.3.19"),
            curve: None,
            methods: &[],
            libp2p: Some(4),
        }
        /// Both at once: `MLDSA65-Ed25519-SHA512` (draft-ietf-lamps-pq-composite-sigs-19). It has no multicodec.
        8 Ed25519MlDsa65 {
            name: "Ed25519+ML-DSA-65",
            codec: None,
            public_len: ML_DSA_65_PUBLIC + ED25519_PUBLIC,
            secret_len: 64,
            algorithm: Some(Algorithm::Ed25519MlDsa65),
            agrees: false,
            rings: false,
            sage: None,
            kty: Kty::Akp,
            oid: oid("1.3.6.1.5.5.7.6.48"),
            curve: None,
            methods: &[],
            libp2p: None,
        }
    }
}

table! {
    /// A signature algorithm: curve and hash, always both.
    Algorithm of AlgorithmFacts {
        /// PureEdDSA on edwards25519 (RFC 8032, section 5.1).
        1 Ed25519 {
            name: "ed25519",
            key_type: KeyType::Ed25519,
            hash: Hash::Message,
            signature_len: SIGNATURE_LEN,
            post_quantum: false,
            jose: &["EdDSA", "Ed25519"],
            cose: Some(-8),
            http_sig: Some("ed25519"),
            suite: Some("eddsa-jcs-2022"),
        }
        /// ECDSA on P-256 over SHA-256 (FIPS 186-5).
        2 P256Sha256 {
            name: "ecdsa-p256-sha256",
            key_type: KeyType::P256,
            hash: Hash::Sha256,
            signature_len: SIGNATURE_LEN,
            post_quantum: false,
            jose: &["ES256"],
            cose: Some(-7),
            http_sig: Some("ecdsa-p256-sha256"),
            suite: Some("ecdsa-jcs-2019"),
        }
        /// ECDSA on secp256k1 over SHA-256. Its name in HTTP signatures is a private one.
        3 Secp256k1Sha256 {
            name: "ecdsa-secp256k1-sha256",
            key_type: KeyType::Secp256k1,
            hash: Hash::Sha256,
            signature_len: SIGNATURE_LEN,
            post_quantum: false,
            jose: &["ES256K"],
            cose: Some(-47),
            http_sig: Some("ecdsa-secp256k1-sha256"),
            suite: None,
        }
        /// ECDSA on secp256k1 over Keccak-256, the hash of Ethereum, which is not SHA3-256.
        4 Secp256k1Keccak256 {
            name: "ecdsa-secp256k1-keccak256",
            key_type: KeyType::Secp256k1,
            hash: Hash::Keccak256,
            signature_len: SIGNATURE_LEN,
            post_quantum: false,
            jose: &[],
            cose: None,
            http_sig: None,
            suite: None,
        }
        /// ML-DSA-44 over the message itself (FIPS 204, "pure").
        5 MlDsa44 {
            name: "ml-dsa-44",
            key_type: KeyType::MlDsa44,
            hash: Hash::Message,
            signature_len: 2_420,
            post_quantum: true,
            jose: &["ML-DSA-44"],
            cose: Some(-48),
            http_sig: None,
            suite: None,
        }
        /// ML-DSA-65 over the message itself.
        6 MlDsa65 {
            name: "ml-dsa-65",
            key_type: KeyType::MlDsa65,
            hash: Hash::Message,
            signature_len: ML_DSA_65_SIGNATURE,
            post_quantum: true,
            jose: &["ML-DSA-65"],
            cose: Some(-49),
            http_sig: None,
            suite: None,
        }
        /// ML-DSA-87 over the message itself.
        7 MlDsa87 {
            name: "ml-dsa-87",
            key_type: KeyType::MlDsa87,
            hash: Hash::Message,
            signature_len: 4_627,
            post_quantum: true,
            jose: &["ML-DSA-87"],
            cose: Some(-50),
            http_sig: None,
            suite: None,
        }
        /// ML-DSA-65 and Ed25519, of which both must hold. The JOSE name is that of
        /// draft-ietf-jose-pq-composite-sigs-05.
        8 Ed25519MlDsa65 {
            name: "ed25519+ml-dsa-65",
            key_type: KeyType::Ed25519MlDsa65,
            hash: Hash::Message,
            signature_len: ML_DSA_65_SIGNATURE + SIGNATURE_LEN,
            post_quantum: true,
            jose: &["ML-DSA-65-Ed25519"],
            cose: None,
            http_sig: None,
            suite: None,
        }
    }
}
