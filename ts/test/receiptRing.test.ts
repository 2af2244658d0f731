import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import golden from '../../rust/vectors/receipt/ring.json' with { type: 'json' }
import { Encoding, Keys, Receipt, Ring } from '../src/subpath/all.js'
import { refusal, unhex } from './setup/help.js'
import { closes } from './setup/ring.js'

type Type = 'Ed25519' | 'secp256k1'
const seed = (fill: number) => new Uint8Array(32).fill(fill)

function agents(type: Type) {
  const signers = Array.from({ length: 5 }, (_, index) => Keys.fromSecret(type, seed(index + 1)))
  return { signers, ring: signers.map(({ publicKey }) => publicKey) }
}

/** A receipt of an actor that nobody knows. */
function anonymous(content: string) {
  using actor = Keys.generate('Ed25519')
  const issued = Receipt.issue({ action: 'report.file', content }, actor)
  return { receipt: JSON.stringify(issued), key: actor.publicKey }
}

describe.each(['Ed25519', 'secp256k1'] as const)('agents on %s', (type) => {
  test('one of them stands behind an anonymous receipt', () => {
    const { signers, ring } = agents(type)
    const { receipt, key } = anonymous('the pump leaks')
    const [signer] = signers as [(typeof signers)[0]]
    const proof = Ring.proveReceipt(receipt, signer, ring)
    expect(proof.receipt).toBe(Receipt.verify(receipt, { key }).id)
    const shuffled = [...ring].reverse()
    const { keyImage } = Ring.verifyReceipt(JSON.stringify(proof), shuffled, { receipt })
    expect(Ring.verifyReceipt(proof, ring, { receipt }).keyImage).toEqual(keyImage)
    const again = Ring.proveReceipt(receipt, signer, ring)
    expect(again.signature).not.toBe(proof.signature)
    expect(Ring.verifyReceipt(again, ring, { receipt }).keyImage).toEqual(keyImage)
  })

  test('images link in the receipt, or in the scope that is named', () => {
    const { signers, ring } = agents(type)
    const [first, second] = [anonymous('a').receipt, anonymous('b').receipt]
    const image = (receipt: string, index: number, scope?: string) => {
      const signer = signers[index] as (typeof signers)[0]
      const proof = Ring.proveReceipt(receipt, signer, ring, { scope })
      return bytesToHex(Ring.verifyReceipt(proof, ring, { receipt, scope }).keyImage)
    }
    expect(image(first, 0)).not.toBe(image(first, 1))
    expect(image(first, 0)).not.toBe(image(second, 0))
    expect(image(first, 0, 's')).toBe(image(second, 0, 's'))
    expect(image(first, 0, 's')).not.toBe(image(first, 0, 't'))
    const vote = Ring.deriveKeyImage(signers[0] as (typeof signers)[0], { scope: 's' })
    expect(image(first, 0, 's')).not.toBe(bytesToHex(vote))
  })

  test('what does not hold is refused', () => {
    const { signers, ring } = agents(type)
    const [signer] = signers as [(typeof signers)[0]]
    const { receipt } = anonymous('a')
    const proof = Ring.proveReceipt(receipt, signer, ring)
    const stranger = Keys.fromSecret(type, seed(99))
    const verify = (changed: object, options: object = {}, members = ring) =>
      Ring.verifyReceipt({ ...proof, ...changed }, members, { receipt, ...options })
    const others = [...ring.slice(1), stranger.publicKey]
    const table: readonly (readonly [string, () => unknown])[] = [
      ['ERR_RECEIPT_ID', () => verify({}, { receipt: anonymous('a').receipt })],
      ['ERR_RING_SIGNATURE', () => verify({}, {}, others)],
      ['ERR_RING_SIZE', () => verify({}, {}, ring.slice(1))],
      ['ERR_RING_SCOPE', () => verify({}, { scope: 's' })],
      ['ERR_RING_SCOPE', () => verify({ scope: 's' })],
      ['ERR_RING_SIGNATURE', () => verify({ scope: 's' }, { scope: 's' })],
      ['ERR_RECEIPT_VERSION', () => verify({ type: 'countersign/receipt-ring/v2' })],
      ['ERR_RECEIPT_MALFORMED', () => verify({ note: 'x' })],
      ['ERR_RING_MALFORMED', () => verify({ signature: 'AAAA' })],
      ['ERR_ARGUMENT', () => verify({}, { scope: '' })],
      ['ERR_ARGUMENT', () => Ring.verifyReceipt(7 as never, ring, { receipt })],
      ['ERR_RING_NOT_MEMBER', () => Ring.proveReceipt(receipt, stranger, ring)],
      ['ERR_RING_SIZE', () => Ring.proveReceipt(receipt, signer, ring.slice(0, 1))],
    ]
    for (const [code, run] of table) expect(run, code).toThrowError(refusal(code))
  })
})

test.each(golden.cases)('another implementation agrees on $keyType in $scope', (row) => {
  const label = utf8ToBytes('countersign/receipt-ring/v1')
  const hash = unhex(golden.id.replace('sha256:', ''))
  const tail = row.scope === null ? [0, ...hash] : [1, ...utf8ToBytes(row.scope)]
  const scope = concatBytes(Uint8Array.of(0, 0, 0, label.length), label, Uint8Array.from(tail))
  const claim = { ...row, scope: bytesToHex(scope), message: bytesToHex(hash) }
  const ring = row.ring.map((hex) => ({ type: row.keyType as Type, bytes: unhex(hex) }))
  const [receipt, named] = [golden.receipt, row.scope ?? undefined]
  const proof = row.proof as unknown as Ring.ReceiptProof
  const image = (record: Ring.ReceiptProof) =>
    bytesToHex(Ring.verifyReceipt(record, ring, { receipt, scope: named }).keyImage)
  expect(image(proof)).toBe(row.keyImage)
  expect(closes(claim, Encoding.base64url.decode(proof.signature))).toBe(true)
  using signer = Keys.fromSecret(row.keyType as Type, unhex(row.secret))
  const fresh = Ring.proveReceipt(receipt, signer, ring, { scope: named })
  expect(closes(claim, Encoding.base64url.decode(fresh.signature))).toBe(true)
  expect(image(fresh)).toBe(row.keyImage)
})
