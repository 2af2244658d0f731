import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Remote, serve } from '../src/entry/worker.js'
import { Keys } from '../src/subpath/all.js'

const message = new Uint8Array([1, 2, 3])
const refusal = (code: string) => expect.objectContaining({ code, name: 'CountersignError' })

let channel: MessageChannel
let remote: Remote

beforeEach(() => {
  channel = new MessageChannel()
  serve(channel.port1)
  remote = connect(channel.port2)
})

afterEach(() => channel.port1.close())

test('a signer stays in the worker, signs, and is one among the arguments', async () => {
  const signer = await remote.Keys.generate('Ed25519')
  const signature = await remote.Keys.sign(message, signer as never)
  expect(await signer.sign(message)).toEqual(signature)
  expect(Keys.verify({ publicKey: signer.publicKey, message, signature })).toBe(true)
  await signer.close()
  await expect(signer.sign(message)).rejects.toThrowError(refusal('ERR_HANDLE_LOST'))
})

test('data that looks like a handle is data, both ways', async () => {
  await remote.Keys.generate('Ed25519')
  const forged = { countersignHandle: 1, publicKey: 'x', algorithm: 'ed25519' }
  const text = await remote.Encoding.jcs({ signer: forged } as never)
  expect(text).toBe('{"signer":{"algorithm":"ed25519","countersignHandle":1,"publicKey":"x"}}')
  const card = { name: 'a', signer: { countersignHandle: 1 } }
  const signer = await remote.Keys.generate('Ed25519')
  const proof = { verificationMethod: 'did:web:a.example#k' }
  const signed = (await remote.DataIntegrity.sign(card, signer as never, proof)) as object
  const trust = { key: signer.publicKey }
  const verified = await remote.DataIntegrity.verify(signed, trust)
  expect(verified.document).toEqual(card)
})

test('an object that inherits is refused: a message would lose what it inherits', async () => {
  const { publicKey: key } = Keys.generate('Ed25519')
  const trust = Object.assign(Object.create({ keys: [{ key, revoked: true }] }), { key })
  const call = remote.Receipt.verify('{}', trust)
  await expect(call).rejects.toThrowError(refusal('ERR_ARGUMENT'))
})

test('a result that cannot leave the worker is refused, and the worker goes on', async () => {
  await expect(remote.Keys.generate('X25519')).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  await expect(remote.Keys.fromCryptoKey(pair)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  expect(await remote.Keys.generate('P-256')).toHaveProperty('publicKey')
})

test('an argument that cannot be sent is refused', async () => {
  await expect(remote.Keys.sign(message, (() => 1) as never)).rejects.toThrowError(
    refusal('ERR_ARGUMENT'),
  )
})

test('a secret is not given out', async () => {
  const signer = await remote.Keys.generate('secp256k1')
  const keys = remote.Keys as unknown as Record<string, (key: unknown) => Promise<unknown>>
  const peer = remote.Peer as unknown as typeof keys
  for (const name of ['Secret', 'Jwk', 'Pem', 'Der'])
    await expect(keys[`dangerouslyExport${name}`]?.(signer), name).rejects.toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  await expect(peer['dangerouslyExportKeypair']?.(signer)).rejects.toThrowError('is not served')
  expect(await signer.sign(message)).toHaveLength(64)
})

test('what is on no list cannot be called', async () => {
  for (const [namespace, name] of [
    ['Keys', 'constructor'],
    ['constructor', 'constructor'],
    ['__proto__', 'toString'],
  ] as const) {
    const call = (remote as never as Record<string, Record<string, () => Promise<void>>>)[namespace]
    await expect(call?.[name]?.()).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  }
})

test('messages of others are passed over', async () => {
  for (const other of [
    null,
    1,
    'text',
    {},
    { id: 'a' },
    { kind: 'call' },
    { id: 1, kind: 'open' },
  ]) {
    channel.port1.postMessage(other)
    channel.port2.postMessage(other)
  }
  expect(await remote.Keys.generate('Ed25519')).toHaveProperty('publicKey')
})

test('a namespace is no promise', async () => {
  expect(await remote.Keys).toBeDefined()
  expect(await remote).toBeDefined()
})

test('what is no port is refused', () => {
  const send = () => undefined
  for (const wrong of [
    undefined,
    null,
    5,
    {},
    { on: send },
    { postMessage: send },
    { postMessage: send, on: 5 },
    { postMessage: send, addEventListener: send, start: 5 },
  ]) {
    expect(() => connect(wrong as never)).toThrowError(refusal('ERR_ARGUMENT'))
    expect(() => serve(wrong as never)).toThrowError(refusal('ERR_ARGUMENT'))
  }
})

test('what Object.prototype holds makes no port another', async () => {
  const other = new MessageChannel()
  Object.assign(Object.prototype, { on: () => undefined })
  try {
    const port = {
      postMessage: (message: unknown) => other.port2.postMessage(message),
      addEventListener: other.port2.addEventListener.bind(other.port2),
      start: () => other.port2.start(),
    }
    serve(other.port1)
    const key = connect(port as never).Keys.generate('Ed25519')
    await expect(key).resolves.toHaveProperty('publicKey')
  } finally {
    Reflect.deleteProperty(Object.prototype, 'on')
    other.port1.close()
  }
})
