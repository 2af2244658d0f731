//! Agents that shake hands, for the tests of the handshake.

use countersign_core::{
    Error,
    did::Purpose,
    handshake::{Established, Initiation, Initiator, Policy, Responder, Suite},
    keys::{Algorithm, KeyType, SecretKey},
    session::{Options, Session},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::FixedRng;

pub const NOW: UnixSeconds = UnixSeconds(1_760_000_000);
pub const CONTEXT: &[u8] = b"orders/1";
pub const SKEW: u64 = 60;

/// An agent: a DID, a key that signs, and one that agrees.
pub struct Agent {
    pub did: &'static str,
    pub algorithm: Algorithm,
    pub signer: SecretKey,
    pub agreement: SecretKey,
}

pub fn agent(did: &'static str, algorithm: Algorithm, fill: u8) -> Agent {
    Agent {
        did,
        algorithm,
        signer: SecretKey::from_bytes(algorithm.key_type(), &[fill; 32]).unwrap(),
        agreement: SecretKey::from_bytes(KeyType::X25519, &[fill + 1; 32]).unwrap(),
    }
}

pub fn alice() -> Agent {
    agent("did:web:alice.example", Algorithm::Ed25519, 1)
}

pub fn bob() -> Agent {
    agent("did:web:bob.example", Algorithm::P256Sha256, 3)
}

pub fn mallory() -> Agent {
    agent("did:web:mallory.example", Algorithm::Ed25519, 5)
}

impl Agent {
    pub fn key(&self, secret: &SecretKey, purpose: Purpose, name: &str) -> TrustedKey {
        TrustedKey {
            id: Some(format!("{}#{name}", self.did)),
            controller: Some(self.did.into()),
            purposes: Some(vec![purpose]),
            ..TrustedKey::pinned(secret.public_key().clone())
        }
    }

    /// Its DID document, resolved.
    pub fn document(&self) -> Trust {
        let keys = vec![
            self.key(&self.signer, Purpose::Authentication, "auth"),
            self.key(&self.agreement, Purpose::KeyAgreement, "agree"),
        ];
        Trust { keys, did: Some(self.did.into()), ..Trust::default() }
    }

    pub fn ask(&self, peer: &str, trust: &Trust, suites: &[Suite]) -> Result<Initiator, Error> {
        let wanted = Initiation {
            did: self.did,
            algorithm: self.algorithm,
            key: self.signer.public_key(),
            peer,
            trust,
            context: CONTEXT,
            suites,
        };
        Initiator::new(&wanted, NOW, &mut FixedRng(1))
    }

    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.signer.sign(self.algorithm, message).unwrap()
    }

    pub fn start(&self, peer: &Agent, suites: &[Suite]) -> (Initiator, Vec<u8>) {
        let mut initiator = self.ask(peer.did, &peer.document(), suites).unwrap();
        let message = initiator.sign(&self.sign(&initiator.signing_input())).unwrap();
        (initiator, message)
    }

    pub fn policy(&self) -> Policy<'_> {
        Policy { did: self.did, context: CONTEXT, suites: &Suite::ALL, now: NOW, skew: SKEW }
    }

    pub fn open(&self, message: &[u8]) -> Result<Responder, Error> {
        Responder::open(message, &self.agreement, &self.policy())
    }

    pub fn answer(&self, responder: &mut Responder) -> Result<(Vec<u8>, Established), Error> {
        let key = self.signer.public_key().clone();
        let input = responder.signing_input(self.algorithm, key, &mut FixedRng(2))?;
        responder.sign(&self.sign(&input))
    }

    pub fn respond(&self, message: &[u8], peer: &Trust) -> Result<(Vec<u8>, Established), Error> {
        let mut responder = self.open(message)?;
        responder.verify(peer, NOW)?;
        self.answer(&mut responder)
    }
}

pub fn session(established: Established) -> Session {
    established.into_session(&Options::default(), NOW).unwrap()
}

pub fn code<T>(outcome: Result<T, Error>) -> &'static str {
    outcome.err().map_or("accepted", |error| error.code())
}
