import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { argon2id } from '@noble/hashes/argon2.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, describe, expect, test } from 'vitest'
import vectors from '../../rust/vectors/identity/file.json' with { type: 'json' }
import { Encoding, Identity, Keys } from '../src/subpath/all.js'
import { frame, frameRecord, without } from './setup/framing.js'
import { refusal } from './setup/help.js'

const { decode: hex, encode: toHex } = Encoding.hex
const { decode: unbase, encode: base } = Encoding.base64url
const utf8 = (text: string) => new TextEncoder().encode(text)
/** The cheapest cost that a file may have. */
const cost = { memory: 35_840, iterations: 1, parallelism: 1 }
const passphrase = utf8('correct horse battery')
const did = 'did:web:agent.example'

/** A new slot without Argon2id, and what opens it. */
function quickSlot() {
  const { slot, recoveryKey } = Identity.recoverySlot()
  return { slot, recoveryKey }
}

const signer = Keys.generate('Ed25519')
const agreement = Keys.generate('X25519')
afterAll(() => {
  signer.close()
  agreement.close()
})

function quickFile() {
  using vault = Identity.create({ identity: did, keys: { signing: signer, inbox: agreement } })
  const { slot, recoveryKey } = quickSlot()
  vault.addSlot(slot)
  return { file: vault.seal(), recoveryKey }
}

describe('the vectors, by other implementations', () => {
  const derive = (secret: Uint8Array, salt: Uint8Array | undefined, info: Uint8Array, n = 64) =>
    hkdf(sha256, secret, salt, info, n)

  type Slot = (typeof vectors.files)[number]['file']['slots'][number]

  /** What a slot's key is made of. */
  function secretOf(slot: Slot, unlock: Record<string, string>): Uint8Array {
    if (slot.kind === 'recovery')
      return Encoding.base58.decode(unlock['recoveryKey'] as string).slice(0, 32)
    if (slot.kind !== 'passphrase') return hex(unlock['output'] as string)
    return argon2id(hex(unlock['passphrase'] as string), unbase(slot.salt), {
      m: slot.memory as number,
      t: slot.iterations as number,
      p: slot.parallelism as number,
      dkLen: 32,
    })
  }

  /** The key of the file, out of a slot. */
  function unwrap(slot: Slot, unlock: Record<string, string>): Uint8Array {
    const info = frame('countersign/identity-slot/v1', slot.kind)
    const keys = derive(secretOf(slot, unlock), unbase(slot.salt), info)
    expect(base(keys.slice(32))).toBe(slot.commitment)
    const aad = frameRecord('countersign/identity-slot/v1', without(slot, 'wrapped'))
    const cipher = xchacha20poly1305(keys.slice(0, 32), unbase(slot.nonce), aad)
    return cipher.decrypt(unbase(slot.wrapped))
  }

  test.each(vectors.files)('file %#', ({ file, unlocks, keys, derived }) => {
    const sum = sha256(
      frameRecord('countersign/identity-file-checksum/v1', without(file, 'checksum')),
    )
    expect(base(sum)).toBe(file.checksum)
    const fileKeys = file.slots.map((slot, index) =>
      unwrap(slot, unlocks[index] as Record<string, string>),
    )
    expect(new Set(fileKeys.map(toHex)).size).toBe(1)
    const [key] = fileKeys as [Uint8Array]
    const body = derive(key, undefined, frame('countersign/identity-file-key/v1'))
    expect(base(body.slice(32))).toBe(file.commitment)
    const aad = frameRecord('countersign/identity-file/v1', without(file, 'body', 'checksum'))
    const content = xchacha20poly1305(body.slice(0, 32), unbase(file.nonce), aad).decrypt(
      unbase(file.body),
    )
    const expected = keys.map(({ label, secret }, index) => [
      index + 1,
      ...[...new Uint8Array(new BigUint64Array([1_760_000_000n]).buffer)].reverse(),
      label.length,
      ...utf8(label),
      ...hex(secret),
    ])
    expect([...content.slice(32)]).toEqual([keys.length, ...expected.flat()])
    for (const { purpose, context, keyType, secret } of derived) {
      const info = frame('countersign/derived-key/v1', purpose, context, keyType)
      const root = content.slice(0, 32)
      const bytes = derive(root, undefined, Uint8Array.from([...info, 0, 0, 0, 0]), 32)
      expect(toHex(bytes)).toBe(secret)
    }
  })

  test('ours opens them, with every slot', () => {
    for (const { file, unlocks, keys, derived } of vectors.files)
      for (const [index, slot] of file.slots.entries()) {
        const { passphrase, recoveryKey, output } = unlocks[index] as Record<string, string>
        const key =
          passphrase !== undefined
            ? { passphrase: hex(passphrase), slot: slot.id }
            : recoveryKey !== undefined
              ? { recoveryKey, slot: slot.id }
              : { slot: slot.id, secret: hex(output as string) }
        using vault = Identity.open(JSON.stringify(file), key)
        for (const { label, secret } of keys) {
          if (label === 'X25519') vault.agreement(label).close()
          else {
            using opened = vault.signer(label)
            using same = Keys.fromSecret(label as 'Ed25519', hex(secret))
            expect(opened.publicKey).toEqual(same.publicKey)
          }
        }
        for (const { purpose, context, keyType, key: multikey } of derived) {
          const of = { purpose: purpose as 'device', context }
          using key =
            keyType === 'X25519'
              ? vault.deriveAgreement(of)
              : vault.derive({ ...of, type: keyType as 'Ed25519' })
          expect(Keys.toMultikey(key.publicKey)).toBe(multikey)
        }
      }
  })
})

describe('a file', () => {
  test('keeps keys, and gives them back as signers', () => {
    const { file, recoveryKey } = quickFile()
    using vault = Identity.open(file, { recoveryKey })
    using opened = vault.signer('signing')
    expect(opened.publicKey).toEqual(signer.publicKey)
    expect(opened.sign(passphrase)).toEqual(signer.sign(passphrase))
    using inbox = vault.agreement('inbox')
    expect(inbox.publicKey).toEqual(agreement.publicKey)
    expect(vault.info().identity).toBe(did)
    expect(() => vault.signer('inbox')).toThrowError(refusal('ERR_KEY_ALGORITHM'))
    expect(() => vault.agreement('signing')).toThrowError(refusal('ERR_KEY_TYPE_MISMATCH'))
    expect(() => vault.signer('other')).toThrowError(refusal('ERR_IDENTITY_FILE_KEY'))
  })

  test('is opened by exactly one of three ways', () => {
    const { file, recoveryKey } = quickFile()
    const { slots } = Identity.read(file)
    const secret = new Uint8Array(32)
    const wrong = [
      {},
      { passphrase, recoveryKey },
      { passphrase, secret, slot: slots[0]?.id },
      { recoveryKey, maxMemory: 1 },
    ]
    for (const key of wrong)
      expect(() => Identity.open(file, key as never)).toThrowError(refusal('ERR_ARGUMENT'))
  })

  test('tells its public part to anybody, and no more', () => {
    const { file } = quickFile()
    const info = Identity.read(file)
    expect(info.keys.map(({ label, key }) => [label, key])).toEqual([
      ['signing', signer.publicKey],
      ['inbox', agreement.publicKey],
    ])
    expect(info.keys[0]?.created).toBeInstanceOf(Date)
    expect(info.slots.map((slot) => slot.kind)).toEqual(['recovery'])
  })

  test('opens with a passphrase, after its commitment was compared', () => {
    using vault = Identity.create({ keys: { signing: signer } })
    vault.addSlot(Identity.passphraseSlot({ ...cost, passphrase, label: 'desk' }))
    const file = vault.seal()
    const unlock = Identity.unlock(file, { passphrase })
    expect(unlock.secret).toHaveLength(32)
    using opened = Identity.open(file, unlock)
    expect(opened.info().slots[0]).toMatchObject({ kind: 'passphrase', label: 'desk', ...cost })
    const wrong = () => Identity.open(file, { passphrase: utf8('Correct horse battery') })
    expect(wrong).toThrowError(refusal('ERR_IDENTITY_FILE_LOCKED'))
    const empty = () => Identity.open(file, { passphrase: new Uint8Array() })
    expect(empty).toThrowError(refusal('ERR_IDENTITY_PASSPHRASE_EMPTY'))
    const recovery = () => Identity.open(file, { recoveryKey: quickSlot().recoveryKey })
    expect(recovery).toThrowError(refusal('ERR_IDENTITY_FILE_SLOT'))
    expect(Identity.estimateUnlock(file)).toBeGreaterThan(0)
  })

  test('changes its passphrase, and the old one is out', () => {
    using vault = Identity.create({ keys: { signing: signer } })
    vault.addSlot(Identity.passphraseSlot({ ...cost, passphrase }))
    const before = vault.seal()
    const next = utf8('another one')
    const after = Identity.changePassphrase(before, { current: passphrase, next, ...cost })
    using opened = Identity.open(after, { passphrase: next })
    expect(opened.info().keys).toEqual(vault.info().keys)
    expect(() => Identity.open(after, { passphrase })).toThrowError(
      refusal('ERR_IDENTITY_FILE_LOCKED'),
    )
  })

  test('adds and removes slots and keys', () => {
    const { file, recoveryKey } = quickFile()
    using vault = Identity.open(file, { recoveryKey })
    const other = quickSlot()
    const id = vault.addSlot(other.slot)
    const [first] = vault.info().slots
    vault.removeSlot(first?.id as string)
    vault.removeKey('inbox')
    vault.name('did:web:other.example')
    const sealed = vault.seal()
    expect(() => Identity.open(sealed, { recoveryKey })).toThrowError(
      refusal('ERR_IDENTITY_FILE_LOCKED'),
    )
    using opened = Identity.open(sealed, { recoveryKey: other.recoveryKey })
    expect(opened.info()).toMatchObject({
      identity: 'did:web:other.example',
      keys: [{ label: 'signing' }],
      slots: [{ id }],
    })
    opened.removeSlot(id)
    expect(() => opened.seal()).toThrowError(refusal('ERR_IDENTITY_FILE_SLOT'))
    expect(() => opened.addKey('signing', signer)).toThrowError(refusal('ERR_IDENTITY_FILE_LABEL'))
  })

  test('is closed after close()', () => {
    const vault = Identity.create()
    vault.close()
    expect(() => vault.info()).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    vault.close()
  })

  test.each([
    ['a nonce of 11 bytes', { nonce: 'AAAAAAAAAAAAAAA' }, 'ERR_IDENTITY_FILE_NONCE'],
    ['another version', { type: 'countersign/identity-file/v2' }, 'ERR_IDENTITY_FILE_VERSION'],
    ['another identity', { identity: 'did:web:x' }, 'ERR_IDENTITY_FILE_CHECKSUM'],
    ['a member nobody knows', { extra: 1 }, 'ERR_IDENTITY_FILE_MALFORMED'],
    ['no slot', { slots: [] }, 'ERR_IDENTITY_FILE_MALFORMED'],
  ])('refuses %s', (_, change, code) => {
    const parsed = JSON.parse(quickFile().file)
    expect(() => Identity.read(JSON.stringify({ ...parsed, ...change }))).toThrowError(
      refusal(code),
    )
  })

  test('refuses a cost of 1 TiB where it is read', () => {
    const parsed = JSON.parse(quickFile().file)
    const huge = { kind: 'passphrase', memory: 2 ** 30, iterations: 1, parallelism: 1 }
    const slots = [{ ...parsed.slots[0], ...huge }]
    expect(() => Identity.read({ ...parsed, slots })).toThrowError(refusal('ERR_ARGON2ID_COST'))
  })

  test.each([
    ['no passphrase', () => Identity.passphraseSlot({} as never), 'ERR_ARGUMENT'],
    ['a text for one', () => Identity.passphraseSlot({ passphrase: 'x' as never }), 'ERR_ARGUMENT'],
    [
      'an empty one',
      () => Identity.passphraseSlot({ passphrase: new Uint8Array() }),
      'ERR_IDENTITY_PASSPHRASE_EMPTY',
    ],
    [
      'a cost of 1 TiB',
      () => Identity.passphraseSlot({ passphrase, memory: 2 ** 30 }),
      'ERR_ARGON2ID_COST',
    ],
    [
      'a cost of nothing',
      () => Identity.passphraseSlot({ passphrase, memory: 8, iterations: 1 }),
      'ERR_ARGON2ID_COST',
    ],
    ['an empty identity', () => Identity.create({ identity: '' }), 'ERR_IDENTITY_FILE_MALFORMED'],
    ['a key that is none', () => Identity.create({ keys: { a: {} as never } }), 'ERR_ARGUMENT'],
    ['a slot that is none', () => Identity.create().addSlot({} as never), 'ERR_ARGUMENT'],
    ['no key to open', () => Identity.open('{}', {} as never), 'ERR_ARGUMENT'],
    [
      'a vault out of thin air',
      () => Reflect.construct(Identity.Vault, [{}, () => 1]),
      'ERR_ARGUMENT',
    ],
    [
      'a slip of the pen',
      () => Identity.open(quickFile().file, { recoveryKey: 'abc' }),
      'ERR_IDENTITY_RECOVERY',
    ],
  ])('refuses %s', (_, use, code) => {
    expect(use).toThrowError(refusal(code))
  })
})

describe('derived keys', () => {
  test('are the same each time, and differ in purpose, context and type', () => {
    using vault = Identity.create()
    const { slot, recoveryKey } = quickSlot()
    vault.addSlot(slot)
    using again = Identity.open(vault.seal(), { recoveryKey })
    using laptop = vault.derive({ purpose: 'device', context: 'laptop' })
    using same = again.derive({ purpose: 'device', context: 'laptop' })
    expect(same.publicKey).toEqual(laptop.publicKey)
    using other = vault.derive({ purpose: 'device', context: 'phone' })
    using third = vault.derive({ purpose: 'capability', context: 'laptop' })
    expect(new Set([laptop, other, third].map((key) => toHex(key.publicKey.bytes))).size).toBe(3)
    using inbox = vault.deriveAgreement({ purpose: 'encryption', context: 'inbox' })
    expect(inbox.publicKey.type).toBe('X25519')
  })

  test.each([
    ['no context', { purpose: 'device', context: '' }, 'ERR_DERIVATION_CONTEXT'],
    ['another purpose', { purpose: 'root', context: 'a' }, 'ERR_DERIVATION_PURPOSE'],
    ['signing for encryption', { purpose: 'encryption', context: 'a' }, 'ERR_DERIVATION_PURPOSE'],
    ['no purpose', { context: 'a' }, 'ERR_ARGUMENT'],
  ])('refuses %s', (_, options, code) => {
    using vault = Identity.create()
    expect(() => vault.derive(options as never)).toThrowError(refusal(code))
  })
})
