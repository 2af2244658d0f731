import { describe, expect, test } from 'vitest'
import files from '../../rust/vectors/agentic-identity/aid_file.json' with { type: 'json' }
import attempts from '../../rust/vectors/agentic-identity/competence_attempts.json' with {
  type: 'json',
}
import verification from '../../rust/vectors/agentic-identity/continuity_verification.json' with {
  type: 'json',
}
import documents from '../../rust/vectors/agentic-identity/identity_documents.json' with {
  type: 'json',
}
import derivation from '../../rust/vectors/agentic-identity/key_derivation.json' with {
  type: 'json',
}
import negative from '../../rust/vectors/agentic-identity/negative_capabilities.json' with {
  type: 'json',
}
import spawns from '../../rust/vectors/agentic-identity/spawn_records.json' with { type: 'json' }
import stores from '../../rust/vectors/agentic-identity/stores.json' with { type: 'json' }
import { Aid, Encoding, Keys } from '../src/subpath/all.js'

const aid = Aid.Identity
const withCode = (code: string): Error => expect.objectContaining({ code }) as never
const utf8 = (text: string) => new TextEncoder().encode(text)
const key = (byte: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(byte))
const embedded = { allowEmbeddedKey: true } as const
const known = { keys: [1, 2, 3, 7].map((byte) => ({ key: key(byte).publicKey })) }

test('documents, with the keys before', async () => {
  for (const vector of documents.cases) {
    const act = () => aid.verifyDocument(vector.document, embedded)
    if ('seed_hex' in vector) {
      const signer = Keys.fromSecret('Ed25519', Encoding.hex.decode(vector.seed_hex as string))
      const draft = { created_at: 1735689600000000n, name: vector.display_name as string | null }
      expect(aid.issueDocument(draft, signer)).toBe(vector.document_json_compact)
      expect(act().payload).toBe(vector.signed_payload_utf8)
    } else expect(act).toThrow(withCode(expect.stringMatching(/^ERR_AID_/) as never))
  }
  const [from, to] = [key(1), key(2)]
  const first = aid.issueDocument({ created_at: 5n }, from)
  const step = { reason: 'Scheduled', rotatedAt: 6n } as const
  const second = aid.rotate(first, from, to, step)
  const facts = aid.verifyDocument(second, { key: to.publicKey })
  expect(facts).toMatchObject({ inception: aid.id(from.publicKey), id: aid.id(to.publicKey) })
  expect(facts.rotations[0]?.rotatedAt).toBe(6n)
  expect(() => aid.rotate(first, to, key(3), step)).toThrow(withCode('ERR_AID_SIGNATURE'))
})

test('a document has 256 rotations at most', () => {
  const made = aid.issueDocument({ created_at: 5n }, key(1))
  const step = { previous_key: '', new_key: '', rotated_at: 6, reason: 'Manual' }
  const history = Array.from({ length: 257 }, () => ({ ...step, authorization_signature: '' }))
  const of = (count: number) => {
    const document = { ...JSON.parse(made), rotation_history: history.slice(0, count) }
    return () => aid.verifyDocument(JSON.stringify(document), embedded)
  }
  expect(of(257)).toThrow(withCode('ERR_LIMIT_EXCEEDED'))
  expect(of(256)).toThrow(withCode('ERR_AID_KEY'))
})

test('derived keys', () => {
  for (const { kind, argument, ikm_hex, info_utf8, okm_hex } of derivation.cases) {
    const root = Keys.fromSecret('Ed25519', Encoding.hex.decode(ikm_hex))
    const derived = aid.derive(root, { kind: kind as 'session', argument })
    expect(Encoding.hex.encode(Keys.dangerouslyExportSecret(derived))).toBe(okm_hex)
    expect(aid.derivationInfo({ kind: kind as 'session', argument })).toBe(info_utf8)
  }
  expect(() => aid.derive(key(1), { kind: 'spell' as never })).toThrow(
    withCode('ERR_AID_MALFORMED'),
  )
})

describe('a file', () => {
  const [vector] = files.cases as unknown as [Record<string, string>]
  const text = vector['file_text'] as string
  const passphrase = utf8(vector['passphrase'] as string)

  test('opens, and is written again', () => {
    const signer = aid.openFile(text, { passphrase })
    const info = aid.inspectFile(text)
    expect(aid.id(signer.publicKey)).toBe(info.id)
    const again = aid.sealFile(info.document, signer, { passphrase: utf8('another') })
    expect(aid.id(aid.openFile(again, { passphrase: utf8('another') }).publicKey)).toBe(info.id)
    expect(() => aid.sealFile(info.document, signer, { passphrase: utf8('') })).toThrow(
      withCode('ERR_AID_FILE_FORMAT'),
    )
  })

  test('does not open otherwise', () => {
    expect(() => aid.openFile(text, { passphrase: utf8('wrong') })).toThrow(
      withCode('ERR_AID_FILE_OPEN'),
    )
    const file = JSON.parse(text)
    for (const [part, value] of [
      ['nonce', 'AAAAAAAAAAAAAAA='],
      ['algorithm', 'rot13'],
      ['kdf', 'scrypt'],
    ]) {
      const changed = { ...file, encryption: { ...file.encryption, [part as string]: value } }
      expect(() => aid.openFile(changed, { passphrase })).toThrow(withCode('ERR_AID_FILE_FORMAT'))
    }
  })
})

test('files of stores', () => {
  for (const { path, content } of stores.cases as { path?: string; content?: string }[]) {
    if (path === undefined || content === undefined) continue
    const kind = (['receipt', 'granted', 'revocation', 'spawn'] as const).find((kind) =>
      path.includes(kind),
    )
    const object = aid.fromStore(content, { kind: kind as 'spawn', path })
    expect(aid.toStore(object, { kind: kind as 'spawn' })).toEqual({ path, content })
    expect(() =>
      aid.fromStore(content, { kind: kind as 'spawn', path: '../escaped.json' }),
    ).toThrow(withCode('ERR_AID_NAME'))
  }
})

test('continuity is facts', () => {
  for (const { chain, gaps, grace_period_seconds, successor_should } of verification.cases) {
    const facts = aid.verifyContinuity(chain, known, { graceSeconds: grace_period_seconds })
    expect(
      facts.gaps.map((gap) => ({ ...gap, start: Number(gap.start), end: Number(gap.end) })),
    ).toEqual(gaps)
    expect(facts.continuity === 'continuous').toBe(successor_should === 'accept')
    for (const event of successor_should === 'accept' ? chain : [])
      expect(aid.verifyRecord(event, known, { kind: 'experience' }).signer.trust).toBe('trusted')
  }
})

test('competence is added up', () => {
  const rows = attempts.cases.filter((row) => 'attempt' in row)
  for (const { attempt, signed_message_utf8 } of rows)
    expect(aid.verifyAttempt(attempt as object, known).message).toBe(signed_message_utf8)
  const [first] = rows as unknown as [{ attempt: object }]
  const sums = aid.checkCompetence([first.attempt], known, { requirement: { min_attempts: 2 } })
  expect(sums).toMatchObject({ rate: '1', meets: { attempts: false, rate: true, streak: true } })
})

test('spawns and their end', () => {
  const [vector] = spawns.cases as unknown as [
    { record: { id: string; parent_id: string; child_id: string }; receipt: object },
  ]
  const { record, receipt } = vector
  expect(aid.verifySpawn(record, embedded, { receipt })).toMatchObject({
    authority: { state: 'ok' },
  })
  const of = (roots: string[]) =>
    aid.lineage(
      [record],
      { identities: roots },
      { identity: record.child_id, receipts: [receipt], now: 1735689600000001n },
    )
  expect(of([record.parent_id]).authority).toEqual(['memory:docs:read'])
  expect(of([]).authority).toEqual([])
  const unproven = aid.lineage(
    [record],
    { identities: [record.parent_id] },
    { identity: record.child_id },
  )
  expect(unproven).toMatchObject({ authority: [], claimed: ['memory:docs:read'] })
  expect(unproven.facts.receipts.state).toBe('unchecked')
  const end = { spawn_id: record.id, parent: record.parent_id, at: 9n, reason: 'done' }
  const done = aid.terminateSpawn([record], end)
  expect(done.terminated).toEqual([record.id])
  expect(JSON.parse(Aid.Receipt.issue(done.receipt, key(1))).action_type).toBe('Revocation')
})

test('negative proofs and declarations', () => {
  for (const vector of negative.cases as unknown as Record<string, never>[]) {
    const { proof, declaration, successor_should } = vector
    if (declaration) expect(aid.verifyDeclaration(declaration, known).signer.trust).toBe('trusted')
    if (!proof) continue
    if (successor_should === 'reject')
      expect(() => aid.verifyNegative(proof, known)).toThrow(withCode('ERR_AID_EVIDENCE'))
    else expect(aid.verifyNegative(proof, known).signer.trust).toBe('trusted')
  }
  const ask = (ceiling: string[] | null) =>
    aid.findReason({ ceiling }, known, { identity: 'aid_x', capability: 'read:a' })
  expect([ask(['read:*']), ask([]), ask(null)]).toEqual([null, 'NotInCeiling', null])
})
