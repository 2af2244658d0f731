/**
 * What a session does to a message, done by other packages.
 *
 * The key of 32 bytes, the nonce with its counter and the associated data (the header) are those of the
 * session, so ciphertext and tag are the same bytes; each output is an array of its own. It is the cipher
 * alone: no header is put before it, and nothing looks for replays.
 *
 * @module
 */

import type { Job, Jobs } from '../../case.js'
import { bytes, secret } from '../../input.js'
import { batchSizes, sizes } from './aeadNames.js'

/** ChaCha20-Poly1305 (RFC 8439) in one direction: the tag follows the ciphertext. */
type Direction = (
  key: Uint8Array,
  nonce: Uint8Array,
  header: Uint8Array,
  input: Uint8Array,
) => Uint8Array
export type Cipher = { seal: Direction; open: Direction }

const headerLength = 14

/** What the initiator seals with, and the nonce and header of each message (`rust/core/src/session.rs`). */
async function initiator() {
  const label = new TextEncoder().encode('countersign/session-context/v1')
  // The context is empty: the label and it, each after its length in 4 bytes.
  const context = Uint8Array.from([0, 0, 0, label.length, ...label, 0, 0, 0, 0])
  const salt = await crypto.subtle.digest('SHA-256', context)
  const info = new TextEncoder().encode('countersign/session/v1')
  const keys = await derive(new Uint8Array(secret(1)), salt, info)
  const [key, nonce, header] = [keys.slice(0, 32), keys.slice(64, 76), new Uint8Array(headerLength)]
  header[0] = 1
  const [low, high] = [new DataView(nonce.buffer), new DataView(header.buffer)]
  const iv = low.getUint32(8)
  const count = (sequence: number) => {
    low.setUint32(8, iv ^ sequence)
    high.setUint32(10, sequence)
  }
  return { key, nonce, header, count }
}

/** 96 bytes by HKDF-SHA256 of the host, so that no other package is needed to make a key. */
async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: ArrayBuffer,
  info: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 96 * 8))
}

/** The job of the session by `cipher`, which agrees with the engines. */
type Make = (cipher: Cipher, size: number) => Promise<Job>

const seal: Make = async (cipher, size) => {
  const { key, nonce, header, count } = await initiator()
  const text = bytes(size)
  const sealAs = (sequence: number) => {
    count(sequence)
    return cipher.seal(key, nonce, header, text)
  }
  let sequence = 0
  return {
    run: () => sealAs(sequence++),
    agree: () => {
      const sealed = sealAs(0)
      return Uint8Array.from([...header, ...sealed])
    },
  }
}

const open: Make = async (cipher, size) => {
  const { key, nonce, header, count } = await initiator()
  const messages = Array.from({ length: size > 1024 ? 128 : 1024 }, (_, index) => {
    count(index)
    return cipher.seal(key, nonce, header, bytes(size))
  })
  let next = 0
  const run = () => {
    const index = next++ % messages.length
    count(index)
    return cipher.open(key, nonce, header, messages[index] as Uint8Array)
  }
  return { run, agree: run }
}

const both: Make = async (cipher, size) => {
  const { key, nonce, header, count } = await initiator()
  const text = bytes(size)
  let sequence = 0
  const run = () => {
    count(sequence++)
    return cipher.open(key, nonce, header, cipher.seal(key, nonce, header, text))
  }
  return { run, agree: run }
}

const batch: Make = async (cipher, size) => {
  const { key, nonce, header, count } = await initiator()
  const texts = Array.from({ length: 100 }, () => bytes(size))
  let sequence = 0
  const sealNext = (text: Uint8Array) => {
    count(sequence++)
    return cipher.seal(key, nonce, header, text)
  }
  const run = () => texts.map(sealNext)
  const agree = () => {
    sequence = 0
    return texts.map((text) => {
      const sealed = sealNext(text)
      return Uint8Array.from([...header, ...sealed])
    })
  }
  return { run, agree }
}

/** The jobs of `cipher`. */
export function aeadJobs(cipher: Cipher): Jobs {
  const bySize = sizes.flatMap((size) => [
    [`seal ${size} B`, () => seal(cipher, size)] as const,
    [`open ${size} B`, () => open(cipher, size)] as const,
    [`seal and open ${size} B`, () => both(cipher, size)] as const,
  ])
  const batches = batchSizes.map(
    (size) => [`seal 100 messages of ${size} B in a batch`, () => batch(cipher, size)] as const,
  )
  return Object.fromEntries([...bySize, ...batches])
}
