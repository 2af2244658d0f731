//! Identity files, certificates and histories: each is written back as it was read, and no noise opens
//! or holds.

use countersign_core::{
    hazmat::argon2id::phc::Phc,
    identity::{
        certificate::{Certificate, Expected, verify},
        derivation::Purpose,
        file::{File, SlotSettings},
        recovery,
        rotation::History,
        vault::Vault,
    },
    time::UnixSeconds,
    trust::Trust,
};

use crate::Target;

pub(crate) const IDENTITY_FILE: Target = Target {
    name: "identity_file",
    run: run_file,
    seeds: &[
        br#"{"body":"9RsTVAZmeYycaz4WC50DNrYihJfGGMFG_d01cGxQakfMx4VyMvdcWIN3cdWGU0oYw6tESg2oLzorunCV-3NX7L8pQKJ7i1EYnTWUtnkivv5r9ZAPlctoHsDCPA_IbuaZTN5NWI7sX-zGzcs7mtPwGjDzWcooWMOF6gk0TX--tYHcyfMcYv0MHD_cBTCZz2TydbrJIy-Lfy80SDURpz873_jWlnWjamLymfVa161G4DX7HjcYLz6xvAfyxklJg57pif9WUiy84nmIVrtqNgcQ8BhHqYDVeJnezkgDOosXIO3t1auYKChAVjr66kqtrg7t0MmynQ","checksum":"wKfKhcFOo0VUcEbTxYYYUU9UJ57vi_asYS_NoS8KiuE","commitment":"RiJHEFKGpAZpU30jneI-L1KEvwjP7BSrL5O3JH9jrvg","identity":"did:web:agent.example","keys":[{"created":1760000000,"key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","label":"Ed25519"},{"created":1760000000,"key":"zQ3shScWratmosu8R95gHDdPPypPdxht5hkJ16K2Pv7NWWW4m","label":"secp256k1"},{"created":1760000000,"key":"zDnaeWRnxcDzEYRYfNJiFvmoavvHjubE8M6vSfrn8TUsgmcCe","label":"P-256"},{"created":1760000000,"key":"z6LSoFcnhmJZ8prdoGBB6USrPAmEykBABxasuu99hCNFNAbC","label":"X25519"}],"nonce":"rzZixApiiDK6JregQ8g3RZOJk3pzEq2I","slots":[{"commitment":"u-BNfZAM8AwdmA5JTLn8eC-Gh4mIQj7jWb7X69Qh8kw","id":"dskaO3grKVcqBrJN25gM9Q","iterations":1,"kind":"passphrase","label":"first","memory":35840,"nonce":"GgfALSoUfL-1k9qj3JFsYy7UQpJ0qMvo","parallelism":1,"salt":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE","wrapped":"PKB6fixznZ9EIcHLpJnjhVBcbFjrxyG8RczDrKxtUmgB8oBZMjRFdFJt09TdhXfd"},{"commitment":"NbKBSePrdxv_ozJE0fRPRUHyrQUniYfmIPcgcn3LN5c","id":"QzaYNzzIm_hBV_T-_Yiz8w","kind":"recovery","label":"first","nonce":"9jp9aCKrAKQGqbOOW0rTM5-C35bZmd2Q","salt":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE","wrapped":"5CXcrLcjKfVgwf31bfgaezAm7jupJQ0UM8CQJ2LYczb-i15ODHz-kg2ngZ19bqba"},{"commitment":"kXvg-vTyFXrFvf5A5c6XlxF8_c97I1Z8o3JERzKA_T4","credential":"AAEC","id":"TfTulHqA5rdG650vxnLGyQ","kind":"passkey","label":"first","nonce":"AM_C3aWOV6Ba1_fGGaQObfdRmUqN3g7s","relyingParty":"agent.example","salt":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE","wrapped":"MgptS6hw2G5KiAVQRGE7TfmNvRa_pYoE1oXi9a0B_LOUJrrF5DhoV4rXPZLKnPPj"}],"type":"countersign/identity-file/v1"}"#,
        br#"{"kind":"passphrase","salt":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE","label":"first","memory":35840,"iterations":1,"parallelism":1}"#,
    ],
};

pub(crate) const CERTIFICATE: Target = Target {
    name: "key_certificate",
    run: run_certificate,
    seeds: &[
        br#"{"algorithm":"ed25519","context":"context","identity":"did:web:agent.example","issuer":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","key":"z6Mktam4fC9yuB7xszbbfQPidfVK6xsY5oYQ9HzLZ18Mnhaf","notAfter":1760086400,"notBefore":1760000000,"possession":"KEqldGYTA_TRG4EgrrN4IahrmEhApAUkIAJnjv-heR14dGQIQcZ8gXdshZmFmsY1AngLfbFgyvgZap3DbmaiCw","purpose":"session","signature":"VF3VlDyAlnlpLYy3HMjiB718RSbINGx83ynlHpZVNcP-NSEEfgdSd_WivrOzcZEgHvos4vwKRewHJJaLix6gCw","type":"countersign/key-certificate/v1"}"#,
        br#"{"algorithm":"ed25519","context":"context","identity":"did:web:agent.example","issuer":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","key":"z6LSgEGFzdFJYwTHY1cZoKGuWy7emHUgPdg3DVh7ySWQiJGp","notAfter":1760086400,"notBefore":1760000000,"purpose":"encryption","signature":"QmUuFWdqY0ofhi05FvrANidFN0c-EkoSBAWpO-j_qKOg5ZoyJWm8thr_4bnmM3gbgTtE3gHmmsWkmXkCIVimDw","type":"countersign/key-certificate/v1"}"#,
    ],
};

pub(crate) const HISTORY: Target = Target {
    name: "key_history",
    run: run_history,
    seeds: &[
        br#"{"events":[{"algorithm":"ed25519","created":1760000000,"key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","next":"EBqeZaQ7A50apPPfVTJzNabY8wDIT_RJlqZY9_pBvWE","signature":"M4eOrAVZDBkldzLisDG3X-TbLdaFik4MKJ3Qxt19GOA34mNL9y5CldYvfUEY4GaqK_Z11CFYF1bbYBZJHwtCDw","type":"countersign/inception/v1"},{"accepted":"xPPmy2cXsQ2KCtQhW0h2is5nJChMcKSTeMgOV_yGS_xSgOKORgEJ7ffQOSwGdE5IcRoqTa53WoORmqaKcVTOwQ","algorithm":"ecdsa-p256-sha256","authorized":"NYm7dfRfIk-J3WkOa1vF0b006f4uSxnwxyYE3TmS36F4PRYk-lhb2fr0wZ_OsSwYI5YjyXDWFL_3obpEE2pSBA","id":"did:peer:4zQmW6mirdGgeAtBiecTz8L4vnsWbhTZMUdCPR8HkWC9hKvY","key":"zDnaeWA1DFehB4iXcQeiDJzcZK3x2cYW1DdJX97edtzfPCt75","previous":"LrONeI6cWbtkP9ZQ_cefjACO9jaYsGbJ8e5v977hfRQ","reason":"scheduled","sequence":1,"time":1760000100,"type":"countersign/rotation/v1"},{"accepted":"W2GMaEeBc8Ta5ZSH78DtCLFXzpuLOHwDmLmSgloAsrAEou0ZWtd-58udkDUtNN8hYLXhBqIX5BmrXyW4XSNt8w","algorithm":"ecdsa-secp256k1-sha256","authorized":"s2N-WbOjjgF6GWi0bbu_dk-Wr77WnxXBto45NVfsS7pznkPKXAk_VOI26N85o2B0gobaIBRO8E42MBjnjc6DcQ","compromisedSince":1760000150,"id":"did:peer:4zQmW6mirdGgeAtBiecTz8L4vnsWbhTZMUdCPR8HkWC9hKvY","key":"zQ3shT1GokQF68docxRmRpQTjnaB66odZYc2tfAv6YMNJqS7g","next":"UZhyzbKkRNjby2JtFb47TY6w5cCUUUnRGj1W7Fdcu8M","previous":"ligpgDfIec3kR5ku5hvsPYjsDJuM7gr6Dp9LeN-0pQA","reason":"compromised","sequence":2,"time":1760000200,"type":"countersign/rotation/v1"}],"type":"countersign/key-history/v1"}"#,
    ],
};

pub(crate) const PHC: Target = Target {
    name: "argon2id_phc",
    run: run_phc,
    seeds: &[b"$argon2id$v=19$m=32,t=1,p=1$AAECAwQFBgc$9Ghmj4cMnFc", b"4mtHsbqBtSS5Y3n"],
};

fn run_file(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    // Settings are only read: deriving a key takes much memory by design.
    let _ = SlotSettings::from_json(text);
    let Ok(file) = File::parse(text) else { return };
    if let Ok(written) = file.to_text() {
        assert_eq!(File::parse(&written), Ok(file.clone()));
    }
    let slots = serde_json::from_str::<serde_json::Value>(&file.to_json()).unwrap_or_default();
    let slots = slots.get("slots").and_then(serde_json::Value::as_array);
    for slot in slots.into_iter().flatten() {
        let id = slot.get("id").and_then(serde_json::Value::as_str).unwrap_or_default();
        assert!(Vault::open(&file, id, &[0x5a; 32]).is_err());
    }
}

fn run_certificate(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(certificate) = Certificate::from_json(text) else { return };
    assert_eq!(Certificate::from_json(&certificate.to_json()).as_ref(), Ok(&certificate));
    let trust = Trust::default();
    for purpose in Purpose::ALL {
        let now = UnixSeconds(1_760_000_100);
        let expected = Expected { trust: &trust, purpose, key: None, context: None, now, skew: 60 };
        assert!(verify(certificate.clone(), &expected).is_err());
    }
}

fn run_history(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(history) = History::read(text) else { return };
    assert_eq!(History::verify(&history.to_text(), history.id()), Ok(history));
}

fn run_phc(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(read) = Phc::parse(text) {
        assert_eq!(read.to_text(), text);
    }
    if let Ok(key) = recovery::decode(text) {
        let written = recovery::encode(&key).unwrap_or_default();
        assert_eq!(recovery::decode(&written), Ok(key));
    }
}
