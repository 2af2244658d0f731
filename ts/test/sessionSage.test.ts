import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import hpke from '../../rust/vectors/sage/hpke.json' with { type: 'json' }
import sessions from '../../rust/vectors/sage/session.json' with { type: 'json' }
import vaults from '../../rust/vectors/sage/vault.json' with { type: 'json' }
import boxes from '../../rust/vectors/sage/x25519_hpke.json' with { type: 'json' }
import * as hazmat from '../src/hazmat.js'
import { Encoding, Guard, Keys, memoryReplayStore, Sage } from '../src/subpath/all.js'

const { decode: hex } = Encoding.hex
const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const utf8 = (text: string) => new TextEncoder().encode(text)
const seed = new Uint8Array(32).fill(7)

type Case = Readonly<Record<string, unknown>>
const cases = (file: { cases: unknown[] }, op: string) =>
  (file.cases as Case[]).filter((row) => row['op'] === op)
const text = (row: Case, name: string) => row[name] as string
const bytes = (row: Case, name: string) => hex(text(row, name))

describe('sessions of SAGE', () => {
  test('a message opens once, and not where it was sealed', () => {
    const [a, b] = (['initiator', 'responder'] as const).map((role) =>
      Sage.Session.fromExporter(seed, { role }),
    )
    if (!a || !b) throw new Error('two sides')
    const wire = a.seal(utf8('hello'), { associatedData: utf8('aad') })
    expect(wire.length).toBe(5 + Sage.Session.overhead)
    expect(() => b.open(wire)).toThrow(code('ERR_SESSION_SAGE_OPEN'))
    expect(() => a.open(wire, { associatedData: utf8('aad') })).toThrow(
      code('ERR_SESSION_SAGE_REPLAY'),
    )
    expect(b.open(wire, { associatedData: utf8('aad') })).toEqual(utf8('hello'))
    expect(() => b.open(wire, { associatedData: utf8('aad') })).toThrow(
      code('ERR_SESSION_SAGE_REPLAY'),
    )
    expect(() => b.open(wire.subarray(0, 27))).toThrow(code('ERR_SESSION_SAGE_SHORT'))
    expect(a.facts).toMatchObject({ id: b.facts.id, kind: 'directional', keyId: null })
    expect(a.facts.uncovered).toEqual(['replay', 'order', 'completeness', 'session id'])
    // SAGE's key for this is 32 zero bytes.
    expect(() => a.signCovered(utf8('x'))).toThrow(code('ERR_SESSION_SAGE_COVERED'))
    const forged = hazmat.Hmac.tag({ key: new Uint8Array(32), message: utf8('x') })
    expect(() => b.verifyCovered({ covered: utf8('x'), mac: forged })).toThrow(
      code('ERR_SESSION_SAGE_COVERED'),
    )
    a.close()
    expect(() => a.seal(utf8('x'))).toThrow(code('ERR_HANDLE_CLOSED'))
    b.close()
  })

  test('single-key messages and MACs of SAGE', () => {
    for (const row of cases(sessions, 'single_key')) {
      const session = Sage.Session.fromSeed(bytes(row, 'seed'), { id: text(row, 'session_id') })
      for (const message of row['messages'] as Case[]) {
        expect(session.open(bytes(message, 'encrypt'))).toEqual(bytes(message, 'plaintext'))
        session.verifyCovered({
          covered: bytes(message, 'covered'),
          mac: bytes(message, 'encrypt_and_sign_mac'),
        })
      }
      expect(() => session.verifyCovered({ covered: utf8('x'), mac: new Uint8Array(32) })).toThrow(
        code('ERR_SESSION_SAGE_MAC'),
      )
      session.close()
    }
  })

  test('an agreement gives both sides one session', () => {
    const [ours, theirs] = [Keys.generate('X25519'), Keys.generate('X25519')]
    const context = 'ctx-1'
    const a = Sage.Session.fromAgreement(ours, { peer: theirs.publicKey, context })
    const b = Sage.Session.fromSharedSecret(Sage.Keys.sharedSecret(theirs, ours.publicKey), {
      ephemerals: [ours.publicKey.bytes, theirs.publicKey.bytes],
      context,
    })
    expect(a.facts.id).toBe(b.facts.id)
    expect(b.open(a.seal(utf8('hi')))).toEqual(utf8('hi'))
    for (const label of ['a2a/handshake ', 'x v12'])
      expect(() =>
        Sage.Session.fromAgreement(ours, { peer: theirs.publicKey, context, label }),
      ).toThrow(code('ERR_SESSION_SAGE_LABEL'))
    for (const closing of [a, b, ours, theirs]) closing.close()
  })

  test('a seed or exporter has any length from 16 bytes, as by another implementation', () => {
    for (const length of [16, 31, 32, 48, 64, 65, 1_000]) {
      const secret = Uint8Array.from({ length }, (_, index) => index * 7)
      using session = Sage.Session.fromSeed(secret, { id: 'sage' })
      const okm = hkdf(sha256, secret, utf8('sage'), utf8('sage-session-keys-v1'), 64)
      const sealed = session.seal(utf8('hello'), { associatedData: utf8('aad') })
      const cipher = chacha20poly1305(okm.slice(0, 32), sealed.slice(0, 12), utf8('aad'))
      expect(cipher.decrypt(sealed.slice(12))).toEqual(utf8('hello'))
      expect(session.signCovered(utf8('x'))).toEqual(hmac(sha256, okm.slice(32), utf8('x')))
      using other = Sage.Session.fromExporter(secret, { role: 'initiator' })
      const id = sha256(Uint8Array.of(...utf8('sage/hpke v1'), ...secret)).slice(0, 16)
      expect(other.facts.id).toBe(Encoding.base64url.encode(id))
      const keys = hkdf(sha256, secret, utf8(other.facts.id), utf8('sage-directional-keys-v1'), 128)
      const wire = other.seal(utf8('hello'))
      expect(
        chacha20poly1305(keys.slice(0, 32), wire.slice(0, 12)).decrypt(wire.slice(12)),
      ).toEqual(utf8('hello'))
    }
    for (const length of [0, 1, 15]) {
      const short = new Uint8Array(length)
      const refused = code('ERR_SESSION_SAGE_SEED')
      expect(() => Sage.Session.fromSeed(short, { id: 's' })).toThrow(refused)
      expect(() => Sage.Session.fromExporter(short, { role: 'responder' })).toThrow(refused)
    }
  })

  test('limits hold for every call', () => {
    let time = 1_760_000_000_000
    const open = (limits: object) =>
      Sage.Session.fromSeed(seed, { id: 's', now: () => new Date(time), ...limits })
    const [few, idle] = [open({ maxMessages: 2 }), open({ idle: 5 })]
    few.seal(utf8('1'))
    few.signCovered(utf8('2'))
    time += 5_000
    for (const session of [few, idle]) {
      expect(() => session.seal(utf8('x'), { associatedData: utf8('aad') })).toThrow(
        code('ERR_SESSION_SAGE_EXPIRED'),
      )
      expect(() => session.signCovered(utf8('x'))).toThrow(code('ERR_SESSION_SAGE_EXPIRED'))
      session.close()
    }
    expect(() => open({ maxMessages: 65_537 })).toThrow(code('ERR_ARGUMENT'))
  })
})

describe('the handshake of SAGE', () => {
  const [did, peer] = ['did:sage:ethereum:0xaa', 'did:sage:ethereum:0xbb']
  const parties = () => ({
    client: Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' }),
    server: Keys.generate('Ed25519'),
    agreement: Keys.generate('X25519'),
    replay: memoryReplayStore(),
  })
  type Parties = ReturnType<typeof parties>
  const ask = ({ client, agreement }: Parties, to = peer) =>
    Sage.Handshake.initiate(
      client,
      { key: agreement.publicKey },
      { did, peer: to, context: 'ctx-1' },
    )
  const answer = (
    { client, server, agreement, replay }: Parties,
    request: Sage.Handshake.Request,
    options: object = {},
  ) =>
    Sage.Handshake.respond(
      request,
      server,
      { key: client.publicKey },
      { did: peer, agreement, peer: did, replay, ...options },
    )

  test('two sides, two messages, one session', async () => {
    const all = parties()
    const { request, pending } = ask(all)
    const { reply, session: theirs } = await answer(all, request)
    expect(() => pending.finish(reply, { key: all.client.publicKey })).toThrow(
      code('ERR_HANDSHAKE_SAGE_SIGNATURE'),
    )
    const ours = pending.finish(reply, { key: all.server.publicKey })
    expect(ours.facts.keyId).toMatch(/^kid-[0-9a-f-]{36}$/)
    expect(ours.facts).toMatchObject({ peer, id: theirs.facts.id })
    expect(ours.facts.unproven).toContain('possession of the X25519 key by the DID')
    expect(theirs.facts.unproven).toContain('key confirmation by the initiator')
    expect(theirs.open(ours.seal(utf8('hello')))).toEqual(utf8('hello'))
    expect(() => pending.payload).toThrow(code('ERR_HANDLE_CLOSED'))
    await expect(answer(all, request)).rejects.toThrow(code('ERR_REPLAY'))
  })

  test('a request is remembered for as long as it passes', async () => {
    const all = parties()
    const { request } = ask(all)
    const sent = Math.floor(Date.parse((JSON.parse(request.payload) as { ts: string }).ts) / 1000)
    const clockAt = (seconds: number) => () => new Date((sent + seconds) * 1000)
    const ends: number[] = []
    const replay = {
      checkAndMark: (_: string, end: number) => {
        ends.push(end)
        return true
      },
    }
    await answer(all, request, { replay, skew: 10, now: clockAt(-10) })
    await answer(all, request, { replay, skew: 10, now: clockAt(9) })
    expect(ends).toEqual([sent + 10, sent + 10])
    for (const seconds of [-11, 10])
      await expect(
        answer(all, request, { replay, skew: 10, now: clockAt(seconds) }),
      ).rejects.toThrow(code('ERR_HANDSHAKE_SAGE_TIME'))
    await expect(answer(all, request, { replay, skew: 0 })).rejects.toThrow(code('ERR_ARGUMENT'))
  })

  test('a request for another DID is refused: no identity misbinding', async () => {
    const all = parties()
    const { request, pending } = ask(all, 'did:sage:ethereum:0xdead')
    await expect(answer(all, request)).rejects.toThrow(code('ERR_HANDSHAKE_SAGE_IDENTITY'))
    // What a server says that does not look, and what Mallory then signs again.
    const { reply } = await answer(all, request, { did: 'did:sage:ethereum:0xdead' })
    expect(() =>
      pending.finish(reply.replace('0xdead', '0xbb'), { key: all.server.publicKey }),
    ).toThrow(code('ERR_HANDSHAKE_SAGE_IDENTITY'))
    pending.close()
  })

  test('what is changed on the way is refused, and used up nothing', async () => {
    const all = parties()
    const { request, pending } = ask(all)
    const later = () => new Date(Date.now() + 121_000)
    const flipped = request.signature.slice()
    flipped[7] = (flipped[7] ?? 0) ^ 1
    const table: [object, object, string][] = [
      [{ payload: request.payload.replace('0xaa', '0xab') }, {}, 'ERR_HANDSHAKE_SAGE_CONTEXT'],
      [{ payload: request.payload.replace('"ts"', '"ts2"') }, {}, 'ERR_HANDSHAKE_SAGE_MALFORMED'],
      [{ signature: flipped }, {}, 'ERR_HANDSHAKE_SAGE_SIGNATURE'],
      [{ contextId: 'ctx-2' }, {}, 'ERR_HANDSHAKE_SAGE_CONTEXT'],
      [{ did: 'did:x:y' }, {}, 'ERR_HANDSHAKE_SAGE_IDENTITY'],
      [{ taskId: 'hpke/x' }, {}, 'ERR_HANDSHAKE_SAGE_IDENTITY'],
      [{}, { now: later }, 'ERR_HANDSHAKE_SAGE_TIME'],
    ]
    for (const [change, options, want] of table)
      await expect(answer(all, { ...request, ...change }, options)).rejects.toThrow(code(want))
    const { reply } = await answer(all, request)
    for (const member of ['ackTagB64', 'ephS', 'infoHash', 'sigB64', 'ts', 'kid'])
      expect(() =>
        pending.finish(reply.replace(`"${member}":"`, `"${member}":"AAAA`), {
          key: all.server.publicKey,
        }),
      ).toThrow(code(expect.stringMatching(/^ERR_HANDSHAKE_SAGE_|^ERR_ENCODING_/) as never))
    pending.finish(reply, { key: all.server.publicKey }).close()
    expect(() => ask(all, 'a|resp=b')).toThrow(code('ERR_HANDSHAKE_SAGE_AMBIGUOUS'))
  })

  test('a recorded handshake of SAGE goes on here', () => {
    const [row] = cases(hpke, 'handshake')
    if (!row) throw new Error('no handshake')
    const payload = text(row['request'] as Case, 'payload')
    const { ts } = JSON.parse(payload) as { ts: string }
    const pending = hazmat.SageHandshake.resume({
      context: text(row, 'ctx_id'),
      payload,
      ephemeral: bytes(row, 'ephC_private'),
      exporter: bytes(row, 'hpke_exporter'),
    })
    const server = Keys.fromSecret('secp256k1', bytes(row, 'server_secp256k1'))
    const now = () => new Date(ts)
    const session = pending.finish(text(row, 'response_data'), { key: server.publicKey }, { now })
    expect(session.facts.id).toBe(text(row, 'session_id'))
    expect(session.open(bytes(row, 's2c_wire'))).toEqual(utf8(text(row, 's2c_decrypted')))
  })
})

describe('boxes and files of SAGE', () => {
  test('a box opens with its key alone', () => {
    for (const row of cases(boxes, 'ed25519_box')) {
      const key = Keys.fromSecret('Ed25519', bytes(row, 'ed_seed'))
      expect(Sage.Keys.openBox(bytes(row, 'packet'), key)).toEqual(bytes(row, 'plaintext'))
      const packet = Sage.Keys.sealBox(utf8('ours'), key.publicKey)
      expect(Sage.Keys.openBox(packet, key)).toEqual(utf8('ours'))
      const other = Keys.generate('Ed25519')
      expect(() => Sage.Keys.openBox(packet, other)).toThrow(code('ERR_KEY_BOX'))
    }
  })

  test('a vault opens with its passphrase, and gives a signer', () => {
    const [row] = cases(vaults, 'file_vault')
    if (!row) throw new Error('no vault')
    const file = {
      version: row['version'],
      key_id: row['key_id'],
      algorithm: row['algorithm'],
      salt: row['salt_b64'],
      iv: row['iv_b64'],
      ciphertext: row['ciphertext_b64'],
    }
    const options = { keyId: 'k1', passphrase: utf8(text(row, 'passphrase')) }
    expect(Sage.Keys.openVault(file, options)).toEqual(bytes(row, 'plaintext'))
    const signer = Sage.Keys.signerFromVault(file, { ...options, type: 'Ed25519' })
    expect(signer.publicKey.type).toBe('Ed25519')
    const table: [object, object, string][] = [
      [{}, { passphrase: new Uint8Array() }, 'ERR_VAULT_SAGE_PASSPHRASE'],
      [{}, { passphrase: utf8('x') }, 'ERR_VAULT_SAGE_OPEN'],
      [{}, { keyId: 'k2' }, 'ERR_VAULT_SAGE_ID'],
      [{ iv: 'AAAA' }, {}, 'ERR_VAULT_SAGE_MALFORMED'],
    ]
    for (const [change, more, want] of table)
      expect(() => Sage.Keys.openVault({ ...file, ...change }, { ...options, ...more })).toThrow(
        code(want),
      )
  })

  test('a key file is read under its name', () => {
    const [row] = cases(vaults, 'file_key_storage')
    if (!row) throw new Error('no file')
    const signer = Sage.Keys.signerFromKeyFile(text(row, 'content'), { name: 'agent' })
    expect(Sage.Keys.keyId(signer.publicKey)).toBe('56475aa75463474c')
    for (const name of ['', '..', 'a/x', 'a\\x'])
      expect(() => Sage.Keys.signerFromKeyFile(text(row, 'content'), { name })).toThrow(
        code('ERR_VAULT_SAGE_ID'),
      )
    expect(Guard.nonce()).toMatch(/^[\w-]{22}$/)
  })
})
