import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/handshake/v1.json' with { type: 'json' }
import { Encoding, Handshake, Keys, memoryReplayStore } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { context as running } from './setup/context.js'
import { frame, u64 } from './setup/framing.js'
import { agent, alice, answer, ask, bob, documentOf, now, talk, utf8 } from './setup/handshake.js'
import { refusal as code, unhex } from './setup/help.js'

const toHex = Encoding.hex.encode

describe('two messages', () => {
  test.each([undefined, ['X25519'], ['X25519+ML-KEM-768']] as const)(
    'with suites %s',
    async (suites) => {
      const pending = ask(alice, bob, suites && { suites })
      const theirs = await answer(bob, pending.message)
      const ours = pending.finish(theirs.reply)
      expect(ours.peer).toEqual({
        did: bob.did,
        signer: {
          publicKeyMultibase: Keys.toMultikey(bob.signer.publicKey),
          type: 'P-256',
          id: `${bob.did}#auth`,
          controller: bob.did,
          trust: 'trusted',
        },
        algorithm: 'ecdsa-p256-sha256',
      })
      expect(theirs.peer.did).toBe(alice.did)
      expect(ours.suite).toBe(suites?.[0] ?? 'X25519+ML-KEM-768')
      expect(theirs.transcript).toBe(ours.transcript)
      expect(ours.session.id).toBe(theirs.session.id)
      talk(ours.session, theirs.session)
      expect(() => pending.finish(theirs.reply)).toThrow(code('ERR_HANDLE_CLOSED'))
    },
  )

  test('with signers outside, and pinned keys', async () => {
    const secret = ed25519.utils.randomSecretKey()
    const outside = {
      publicKey: { type: 'Ed25519', bytes: ed25519.getPublicKey(secret) },
      algorithm: 'ed25519',
      sign: async (message: Uint8Array) => ed25519.sign(message, secret),
    } as const
    const pin = (key: Keys.PublicKey, controller: string) => ({ key, controller })
    const pending = await Handshake.initiate(
      outside,
      {
        keys: [pin(bob.signer.publicKey, bob.did), pin(bob.agreement.publicKey, bob.did)],
      },
      { did: 'did:web:kms.example', peer: bob.did, session: { now: () => now } },
    )
    const theirs = await answer(bob, pending.message, {
      context: new Uint8Array(),
      trust: { keys: [pin(outside.publicKey, 'did:web:kms.example')] },
    })
    talk(pending.finish(theirs.reply).session, theirs.session)
  })

  test('two handshakes have nothing in common', async () => {
    const [asked, askedAgain] = [ask(alice, bob), ask(alice, bob)]
    const [first, second] = [
      await answer(bob, asked.message),
      await answer(bob, askedAgain.message),
    ]
    expect(() => asked.finish(second.reply)).toThrow(code('ERR_HANDSHAKE_OPEN'))
    expect(asked.finish(first.reply).transcript).not.toBe(
      askedAgain.finish(second.reply).transcript,
    )
  })
})

describe('our own vectors, by other implementations', () => {
  // Written from the descriptions in rust/core/src/handshake.rs and session.rs, and RFC 9180, alone.
  const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)
  const none = new Uint8Array()

  /** HPKE of RFC 9180, the recipient's side, from the shared secret on. */
  function hpke(dh: Uint8Array, keys: Uint8Array, info: Uint8Array, psk = none, id = none) {
    const labels = (suite: Uint8Array) => ({
      extract: (salt: Uint8Array, label: string, ikm: Uint8Array) =>
        extract(sha256, join(utf8('HPKE-v1'), suite, utf8(label), ikm), salt),
      expand: (key: Uint8Array, label: string, of: Uint8Array, length: number) =>
        expand(sha256, key, join(u16(length), utf8('HPKE-v1'), suite, utf8(label), of), length),
    })
    const kem = labels(join(utf8('KEM'), u16(0x20)))
    const shared = kem.expand(kem.extract(none, 'eae_prk', dh), 'shared_secret', keys, 32)
    const { extract: take, expand: give } = labels(join(utf8('HPKE'), u16(0x20), u16(1), u16(3)))
    const mode = Uint8Array.of(psk.length > 0 ? 1 : 0)
    const of = join(mode, take(none, 'psk_id_hash', id), take(none, 'info_hash', info))
    const secret = take(shared, 'secret', psk)
    const cipher = chacha20poly1305(give(secret, 'key', of, 32), give(secret, 'base_nonce', of, 12))
    const exporter = give(secret, 'exp', of, 32)
    return {
      open: (sealed: Uint8Array) => cipher.decrypt(sealed),
      export: (label: Uint8Array) => give(exporter, 'sec', label, 32),
    }
  }

  const codecs = { ed25519: [0xed, 0x01], 'ecdsa-p256-sha256': [0x80, 0x24] } as const
  type Side = (typeof own.cases)[number]['initiator']
  const identity = ({ did, algorithm, key }: Side) => ({
    did: frame(did),
    key: join(
      frame(algorithm),
      frame(join(Uint8Array.from(codecs[algorithm as 'ed25519']), unhex(key))),
    ),
  })
  const signed = ({ algorithm, key }: Side, statement: Uint8Array, signature: Uint8Array) =>
    algorithm === 'ed25519'
      ? ed25519.verify(signature, statement, unhex(key))
      : p256.verify(signature, statement, unhex(key))

  /** Splits `head ‖ u16be(length) ‖ box ‖ rest` after `head` bytes. */
  function split(message: Uint8Array, head: number) {
    const length = (message[head] ?? 0) * 256 + (message[head + 1] ?? 0)
    return {
      box: message.slice(head + 2, head + 2 + length),
      rest: message.slice(head + 2 + length),
    }
  }

  type Case = (typeof own.cases)[number]
  const label = 'countersign/handshake/v1'
  const transcript = (statement: Uint8Array, signature: Uint8Array) =>
    sha256(join(frame('countersign/handshake-transcript/v1'), frame(statement), frame(signature)))

  /** Checks the message of the initiator; gives what the answer builds on. */
  function readFirst({ message1, initiator, responder, ephemeralSecrets, context, issued }: Case) {
    const message = unhex(message1)
    const [open, enc] = [message.slice(0, 36), message.slice(36, 68)]
    const share = unhex(ephemeralSecrets[0] ?? '')
    expect(open).toEqual(join(Uint8Array.of(1, 1, 1, 1), x25519.getPublicKey(share)))
    const { box, rest } = split(message, 68)
    expect(rest).toEqual(Uint8Array.of(0))
    const recipient = unhex(responder.agreementSecret)
    const agreement = x25519.getPublicKey(recipient)
    const shared = x25519.getSharedSecret(recipient, enc)
    const context1 = hpke(shared, join(enc, agreement), join(frame(label), frame(open)))
    const [from, to] = [identity(initiator), identity(responder)]
    const claims = join(from.did, to.did, from.key, frame(unhex(context)), u64(issued))
    const text = context1.open(box)
    const signature = text.slice(-64)
    expect(text).toEqual(join(claims, frame(signature)))
    const head = join(
      frame('countersign/handshake-initiator/v1'),
      frame(open),
      frame(enc),
      frame(agreement),
    )
    const statement = join(head, claims)
    expect(signed(initiator, statement, signature)).toBe(true)
    return { share, hpke: context1, hash: transcript(statement, signature) }
  }

  /** Checks the answer; gives what the session is made of. */
  function readSecond({ message2, responder }: Case, first: ReturnType<typeof readFirst>) {
    const message = unhex(message2)
    const [open, enc] = [message.slice(0, 3), message.slice(3, 35)]
    expect(open).toEqual(Uint8Array.of(1, 2, 1))
    const context2 = hpke(
      x25519.getSharedSecret(first.share, enc),
      join(enc, x25519.getPublicKey(first.share)),
      join(frame(label), frame(open)),
      first.hpke.export(utf8('countersign/handshake-psk/v1')),
      first.hash,
    )
    const text = context2.open(split(message, 35).box)
    const signature = text.slice(-64)
    const { did, key } = identity(responder)
    expect(text).toEqual(join(did, key, frame(signature)))
    const head = join(
      frame('countersign/handshake-responder/v1'),
      frame(first.hash),
      frame(open),
      frame(enc),
    )
    const statement = join(head, did, key)
    expect(signed(responder, statement, signature)).toBe(true)
    const hash = transcript(statement, signature)
    return { hash, secret: context2.export(join(utf8('countersign/handshake-session/v1'), hash)) }
  }

  const cases = own.cases.filter(({ suites }) => suites.join() === 'X25519')
  test.each(cases)('the classical suite, from the secrets', (row) => {
    const { hash, secret } = readSecond(row, readFirst(row))
    expect(toHex(hash)).toBe(row.transcript)
    const salt = sha256(join(frame('countersign/session-context/v1'), frame(hash)))
    const keys = expand(sha256, extract(sha256, secret, salt), utf8('countersign/session/v1'), 96)
    const hello = unhex(row.hello)
    // Sequence 0: the nonce is the iv of the initiator's direction.
    const cipher = chacha20poly1305(keys.slice(0, 32), keys.slice(64, 76), hello.slice(0, 14))
    expect(cipher.decrypt(hello.slice(14))).toEqual(utf8('hello'))
  })

  test.each(own.cases)('the responder reads the first message, suites $suites', async (row) => {
    const { initiator, responder } = row
    const signer = Keys.fromSecret('P-256', unhex(responder.secret))
    const agreement = Keys.fromSecret('X25519', unhex(responder.agreementSecret))
    const sender = Keys.fromSecret('Ed25519', unhex(initiator.secret))
    const { suite, peer } = await Handshake.respond(
      unhex(row.message1),
      signer,
      { document: documentOf(initiator.did, sender, agreement) },
      {
        did: responder.did,
        agreement,
        context: unhex(row.context),
        replay: memoryReplayStore({ now: () => now }),
        session: { now: () => new Date(row.issued * 1000) },
      },
    )
    expect(suite).toBe(row.suite)
    expect(peer.did).toBe(initiator.did)
  })
})

test('a handshake does not outlive its engine', async () => {
  const [caller, callee] = [agent('one'), agent('two')]
  const pending = ask(caller, callee)
  const { reply } = await answer(callee, pending.message, { trust: { document: caller.document } })
  await running.reload()
  expect(() => pending.finish(reply)).toThrow(code('ERR_HANDLE_LOST'))
  const answered = answer(callee, pending.message, { trust: { document: caller.document } })
  await expect(answered).rejects.toThrow(code('ERR_HANDLE_LOST'))
})
