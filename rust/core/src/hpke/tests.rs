//! Against the crate `hpke`, which has mechanisms, a key schedule and ciphers of its own: in each suite and mode, and in
//! both directions.

use hpke::{
    Deserializable, OpModeR, OpModeS, PskBundle, Serializable,
    aead::{self, AeadCtxR, AeadCtxS, AesGcm128, AesGcm256, ChaCha20Poly1305, ExportOnlyAead},
    kdf::HkdfSha256,
    kem, setup_receiver, setup_sender_with_rng,
};
use proptest::prelude::*;

use super::{
    Aead, Kem, Psk, Receiver, RecipientKey, RecipientSecret, Sender, Setup, XWingSecret,
    fixed::{Replay, sender_from},
    receiver,
};
use crate::keys::{KeyType, SecretKey};

/// What a setup is made of, for both implementations.
struct Case<'a> {
    key: &'a RecipientKey,
    secret: RecipientSecret<'a>,
    /// The recipient's secret key.
    seed: &'a [u8],
    identity: Option<&'a SecretKey>,
    psk: Option<[&'a [u8]; 2]>,
    info: &'a [u8],
    drawn: &'a [u8],
    message: &'a [u8],
}

impl Case<'_> {
    fn psk_bundle(&self) -> Option<PskBundle<'_>> {
        self.psk.map(|[key, id]| PskBundle::new(key, id).unwrap())
    }

    fn their_identity<K: hpke::Kem>(&self) -> Option<(K::PrivateKey, K::PublicKey)> {
        self.identity.map(|key| {
            let secret = K::PrivateKey::from_bytes(key.expose()).unwrap();
            (secret, K::PublicKey::from_bytes(key.public_key().as_bytes()).unwrap())
        })
    }

    fn mode_s<K: hpke::Kem>(&self) -> OpModeS<'_, K> {
        match (self.psk_bundle(), self.their_identity::<K>()) {
            (None, None) => OpModeS::Base,
            (Some(psk), None) => OpModeS::Psk(psk),
            (None, Some(identity)) => OpModeS::Auth(identity),
            (Some(psk), Some(identity)) => OpModeS::AuthPsk(identity, psk),
        }
    }

    fn mode_r<K: hpke::Kem>(&self) -> OpModeR<'_, K> {
        match (self.psk_bundle(), self.their_identity::<K>()) {
            (None, None) => OpModeR::Base,
            (Some(psk), None) => OpModeR::Psk(psk),
            (None, Some((_, key))) => OpModeR::Auth(key),
            (Some(psk), Some((_, key))) => OpModeR::AuthPsk(key, psk),
        }
    }

    /// Sends from each side to each, with the same random bytes.
    fn agrees<A: aead::Aead, K: hpke::Kem>(&self, aead: Aead) {
        let psk = self.psk.and_then(|[key, id]| Psk::new(key, id).unwrap());
        let setup = Setup { aead, info: self.info, psk };
        let (enc, ours) = sender_from(self.key, &setup, self.identity, self.drawn).unwrap();
        let key = K::PublicKey::from_bytes(self.key.as_bytes()).unwrap();
        let (their_enc, theirs) = setup_sender_with_rng::<A, HkdfSha256, K>(
            &self.mode_s(),
            &key,
            self.info,
            &mut Replay(self.drawn),
        )
        .unwrap();
        assert_eq!(enc, their_enc.to_bytes().to_vec());
        let from = self.identity.map(SecretKey::public_key);
        let our_receiver = receiver(&enc, self.secret, &setup, from).unwrap();
        let secret = K::PrivateKey::from_bytes(self.seed).unwrap();
        let their_receiver = setup_receiver::<A, HkdfSha256, K>(
            &self.mode_r(),
            &secret,
            &K::EncappedKey::from_bytes(&enc).unwrap(),
            self.info,
        )
        .unwrap();
        self.exports_agree((&ours, &theirs), (&our_receiver, &their_receiver));
        if aead != Aead::EXPORT_ONLY {
            self.messages_agree((ours, theirs), (our_receiver, their_receiver));
        }
    }

    fn exports_agree<A: aead::Aead, K: hpke::Kem>(
        &self,
        (ours, theirs): (&Sender, &AeadCtxS<A, HkdfSha256, K>),
        (our_receiver, their_receiver): (&Receiver, &AeadCtxR<A, HkdfSha256, K>),
    ) {
        for length in [0, 1, 32, 33, 100] {
            let mut wanted = [vec![0; length], vec![0; length]];
            theirs.export(self.message, &mut wanted[0]).unwrap();
            their_receiver.export(self.message, &mut wanted[1]).unwrap();
            let got =
                [ours.export(self.message, length), our_receiver.export(self.message, length)];
            assert_eq!(got.map(|got| got.unwrap().to_vec()), wanted);
        }
        assert_eq!(*ours.secret(b"x"), **ours.export(b"x", 32).unwrap());
        assert_eq!(our_receiver.secret(b"x"), ours.secret(b"x"));
    }

    fn messages_agree<A: aead::Aead, K: hpke::Kem>(
        &self,
        (mut ours, mut theirs): (Sender, AeadCtxS<A, HkdfSha256, K>),
        (mut our_receiver, mut their_receiver): (Receiver, AeadCtxR<A, HkdfSha256, K>),
    ) {
        for aad in [&[][..], b"one", self.info, b"three"] {
            let sealed = ours.seal(self.message, aad).unwrap();
            assert_eq!(sealed, theirs.seal(self.message, aad).unwrap());
            let mut spoilt = sealed.clone();
            spoilt[0] ^= 1;
            for wrong in [&spoilt, &sealed[..15], &[]] {
                assert!(our_receiver.open(wrong, aad).is_err());
                assert!(their_receiver.open(wrong, aad).is_err());
            }
            assert_eq!(*our_receiver.open(&sealed, aad).unwrap(), self.message);
            assert_eq!(their_receiver.open(&sealed, aad).unwrap(), self.message);
        }
    }

    fn agrees_with_each_cipher<K: hpke::Kem>(&self) {
        self.agrees::<ChaCha20Poly1305, K>(Aead::CHACHA20_POLY1305);
        self.agrees::<AesGcm128, K>(Aead::AES_128_GCM);
        self.agrees::<AesGcm256, K>(Aead::AES_256_GCM);
        self.agrees::<ExportOnlyAead, K>(Aead::EXPORT_ONLY);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn each_suite_agrees_with_the_crate(
        seeds: [[u8; 32]; 2],
        psk: [u8; 40],
        has_psk: bool,
        has_identity: bool,
        drawn: [[u8; 32]; 2],
        info in prop::collection::vec(any::<u8>(), 0..80),
        message in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let [own, sender] = seeds.map(|seed| SecretKey::from_bytes(KeyType::X25519, &seed).unwrap());
        let key = RecipientKey::from_raw(Kem::X25519, own.public_key().as_bytes()).unwrap();
        let case = Case {
            key: &key,
            secret: RecipientSecret::X25519(&own),
            seed: &seeds[0],
            identity: has_identity.then_some(&sender),
            psk: has_psk.then_some([&psk, b"id"]),
            info: &info,
            drawn: &drawn[0],
            message: &message,
        };
        case.agrees_with_each_cipher::<kem::X25519HkdfSha256>();
        let secret = XWingSecret::from_bytes(&seeds[0]).unwrap();
        Case {
            key: secret.public_key(),
            secret: RecipientSecret::XWing(&secret),
            identity: None,
            drawn: drawn.as_flattened(),
            ..case
        }
        .agrees_with_each_cipher::<kem::XWing>();
    }
}
