/**
 * What a session does to a message, done by other packages.
 *
 * The key of 32 bytes, the nonce with its counter and the associated data (the header) are those of the
 * session, so ciphertext and tag are the same bytes; each output is an array of its own. It is the cipher
 * alone: no header is put before it, and nothing looks for replays.
 *
 * @module
 */

import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Case, Job } from './case.js'
import { bytes, secret } from './input.js'
import type { Peer } from './peers.js'

/** ChaCha20-Poly1305 (RFC 8439) in one direction: the tag follows the ciphertext. */
type Direction = (
  key: Uint8Array,
  nonce: Uint8Array,
  header: Uint8Array,
  input: Uint8Array,
) => Uint8Array
type Cipher = { seal: Direction; open: Direction }

const tagLength = 16
const headerLength = 14

const ciphers: Partial<Record<Peer, () => Promise<Cipher>>> = {
  'libsodium-wrappers': async () => {
    const { default: sodium } = await import('libsodium-wrappers')
    await sodium.ready
    return {
      seal: (key, nonce, header, text) =>
        sodium.crypto_aead_chacha20poly1305_ietf_encrypt(text, header, null, nonce, key),
      open: (key, nonce, header, sealed) =>
        sodium.crypto_aead_chacha20poly1305_ietf_decrypt(null, sealed, header, nonce, key),
    }
  },
  '@noble/ciphers': async () => {
    const { chacha20poly1305 } = await import('@noble/ciphers/chacha.js')
    return {
      seal: (key, nonce, header, text) => chacha20poly1305(key, nonce, header).encrypt(text),
      open: (key, nonce, header, sealed) => chacha20poly1305(key, nonce, header).decrypt(sealed),
    }
  },
  'node:crypto': async () => {
    const { createCipheriv, createDecipheriv } = await import('node:crypto')
    const options = { authTagLength: tagLength }
    return {
      seal(key, nonce, header, text) {
        const cipher = createCipheriv('chacha20-poly1305', key, nonce, options)
        cipher.setAAD(header, { plaintextLength: text.length })
        const output = new Uint8Array(text.length + tagLength)
        output.set(cipher.update(text))
        cipher.final()
        output.set(cipher.getAuthTag(), text.length)
        return output
      },
      open(key, nonce, header, sealed) {
        const length = sealed.length - tagLength
        const cipher = createDecipheriv('chacha20-poly1305', key, nonce, options)
        cipher.setAAD(header, { plaintextLength: length })
        cipher.setAuthTag(sealed.subarray(length))
        const output = cipher.update(sealed.subarray(0, length))
        cipher.final()
        return output
      },
    }
  },
}

/** What the initiator seals with, and the nonce and header of each message (`rust/core/src/session.rs`). */
function initiator() {
  const label = new TextEncoder().encode('countersign/session-context/v1')
  // The context is empty: the label and it, each after its length in 4 bytes.
  const salt = sha256(Uint8Array.from([0, 0, 0, label.length, ...label, 0, 0, 0, 0]))
  const info = new TextEncoder().encode('countersign/session/v1')
  const keys = hkdf(sha256, secret(1), salt, info, 96)
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

/** The job of the session by `cipher`, which agrees with the engines. */
type Make = (cipher: Cipher, size: number) => Job

const seal: Make = (cipher, size) => {
  const { key, nonce, header, count } = initiator()
  const text = bytes(size)
  const at = (sequence: number) => {
    count(sequence)
    return cipher.seal(key, nonce, header, text)
  }
  let sequence = 0
  return {
    run: () => at(sequence++),
    agree: () => {
      const sealed = at(0)
      return Uint8Array.from([...header, ...sealed])
    },
  }
}

const open: Make = (cipher, size) => {
  const { key, nonce, header, count } = initiator()
  const messages = Array.from({ length: size > 1024 ? 128 : 1024 }, (_, at) => {
    count(at)
    return cipher.seal(key, nonce, header, bytes(size))
  })
  let next = 0
  const run = () => {
    const at = next++ % messages.length
    count(at)
    return cipher.open(key, nonce, header, messages[at] as Uint8Array)
  }
  return { run, agree: run }
}

const both: Make = (cipher, size) => {
  const { key, nonce, header, count } = initiator()
  const text = bytes(size)
  let sequence = 0
  const run = () => {
    count(sequence++)
    return cipher.open(key, nonce, header, cipher.seal(key, nonce, header, text))
  }
  return { run, agree: run }
}

const makes: Record<'seal' | 'open' | 'both', Make> = { seal, open, both }

/** The peers of a row that seals, opens, or does both. */
export function aeadPeers(what: keyof typeof makes, size: number): NonNullable<Case['peers']> {
  return Object.fromEntries(
    Object.entries(ciphers).map(([name, cipher]) => [
      name,
      async () => makes[what](await cipher(), size),
    ]),
  )
}
