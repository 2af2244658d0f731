/**
 * SAGE: the handshake over HPKE, file `hpke`.
 *
 * A recorded handshake is judged from both sides: the responder takes the request or refuses it, the
 * initiator, made again from its secrets, takes the reply or refuses it. Times are those of the record.
 *
 * @module
 */

import { type Api, attempt, gives, judge, Skip, same } from '../case.js'
import { findExpected } from '../rules.js'
import { has, hex, object, type Schema, text, utf8 } from '../schema.js'
import { agree, closing, type PublicKey, withSecret } from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

export const sageHandshake: Schema = sage(
  'handshake',
  { info: names, combine: combines, ack_tag: acknowledges, weakness: isWeak, handshake: shakes },
  ['info', 'export_ctx', 'combined', 'tag', 'ack_tag', 'session_id', 'c2s_wire', 's2c_wire'],
  (row) => row['op'] !== 'weakness' || !('base' in row || 'seed' in row),
)

function names(api: Api, row: Row): void {
  const options = {
    context: text(row, 'ctx_id'),
    initiator: text(row, 'init_did'),
    responder: text(row, 'resp_did'),
  }
  const joined = Object.values(options).some((value) => value.includes('|'))
  const { verdict, why } = findExpected(row, true, [joined && 'names do not run together'])
  const made = attempt(() => api.SageHandshake.info(options))
  judge('value' in made, verdict, why)
  if (!('value' in made)) return
  same(made.value, row['info'], 'info')
  same(api.SageHandshake.exportContext(options.context), row['export_ctx'], 'export context')
}

function combines(api: Api, row: Row): void {
  const combined = api.SageHandshake.combine({
    exporter: hex(row['exporter']),
    sharedSecret: hex(row['ss_e2e']),
    exportContext: text(row, 'export_ctx'),
  })
  same(combined, hex(row['combined']), 'combined')
}

function acknowledges(api: Api, row: Row): void {
  const binds = (row['binds'] as unknown[]).map(hex)
  const [info, exportContext, enc, ephC, ephS, initiator, responder] = binds
  const words = (bytes?: Uint8Array) => new TextDecoder().decode(bytes)
  if (!enc || !ephC || !ephS) throw new Skip('no data in the vector')
  const tag = api.SageHandshake.ackTag({
    combined: hex(row['seed']),
    info: words(info),
    exportContext: words(exportContext),
    enc,
    ephC,
    ephS,
    initiator: words(initiator),
    responder: words(responder),
    context: text(row, 'ctx_id'),
    nonce: text(row, 'nonce'),
    keyId: text(row, 'kid'),
  })
  same(tag, hex(row['tag']), 'tag')
}

/** Both pairs of a weakness cannot be accepted. */
function isWeak(api: Api, row: Row): void {
  const name = text(row, 'name')
  if (name.startsWith('info is not injective')) {
    const info = (context: string, initiator: string) => () =>
      api.SageHandshake.info({ context, initiator, responder: 'r' })
    const pairs = [info('c|init=x', 'a'), info('c', 'x|init=a')]
    judge(pairs.some(gives), 'reject', 'names do not run together')
    return
  }
  if (!name.startsWith('transcript hash delimiter')) throw new Skip('no data in the vector')
  const key = new Uint8Array(32)
  const all = { combined: key, info: 'i', exportContext: 'e', enc: key, ephC: key, ephS: key }
  const more = { responder: 'r', context: 'c', nonce: 'n', keyId: 'k' }
  const made = gives(() => api.SageHandshake.ackTag({ ...all, ...more, initiator: 'a\0b' }))
  judge(made, 'reject', 'names do not run together')
}

type Side = { readonly name: 'client' | 'server'; readonly row: Row }

/** The signing key of a side: its public half, or nothing where the record leaves it out. */
function identity(api: Api, { name, row }: Side): PublicKey | undefined {
  const curve = row[`${name}_secp256k1`]
  const seed = row[`${name}_ed25519_seed`] ?? row[`${name}_ed25519`]
  if (typeof curve === 'string')
    return withSecret(api, 'secp256k1', hex(curve), (key) => key.publicKey)
  if (typeof seed === 'string') return withSecret(api, 'Ed25519', hex(seed), (key) => key.publicKey)
  return undefined
}

async function shakes(api: Api, row: Row): Promise<void> {
  const request = object(row, 'request')
  const payload = text(request, 'payload')
  const ts = timeOf(payload)
  const client = identity(api, { name: 'client', row })
  const server = identity(api, { name: 'server', row })
  const recorded = has(row, 'ephC_private')
  if (!client || (recorded && !server)) throw new Skip('no data in the vector')
  const answered = await responds(api, row, client, ts)
  if (!recorded || !server) {
    // Where the record has no secrets of the initiator, its own side cannot be made again.
    if (answered && row['error'] !== null) throw new Skip('no data in the vector')
    return
  }
  if (!answered) {
    judge(false, misbound(row) ? 'reject' : 'accept', 'identity bound')
    return
  }
  finishes(api, row, server, ts)
}

function timeOf(payload: string): Date {
  return new Date((JSON.parse(payload) as { ts: string }).ts)
}

/** Whether the request or the reply is of another DID than the one it must be of. */
function misbound(row: Row): boolean {
  const asked = text(row, 'resp_did_used')
  const { did } = JSON.parse(text(row, 'response_data')) as { did: string }
  return asked !== row['server_did'] || did !== asked
}

async function responds(api: Api, row: Row, peerKey: PublicKey, now: Date): Promise<boolean> {
  const request = object(row, 'request')
  const agreement = api.Keys.fromSecret('X25519', hex(row['kem_private']))
  const signer = api.Keys.generate('Ed25519')
  try {
    const message = {
      contextId: text(request, 'context_id'),
      taskId: text(request, 'task_id') as 'hpke/complete@v1',
      did: text(request, 'did'),
      payload: text(request, 'payload'),
      signature: hex(request['signature']),
    }
    const { session } = await api.Sage.Handshake.respond(
      message,
      signer,
      { key: peerKey },
      {
        did: text(row, 'server_did'),
        agreement,
        peer: text(row, 'client_did'),
        replay: { checkAndMark: () => true },
        now: () => now,
      },
    )
    session.close()
    return true
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('ERR_HANDSHAKE_SAGE_')) return false
    throw error
  } finally {
    agreement.close()
    signer.close()
  }
}

function finishes(api: Api, row: Row, peerKey: PublicKey, time: Date): void {
  const pending = api.SageHandshake.resume({
    context: text(row, 'ctx_id'),
    payload: text(object(row, 'request'), 'payload'),
    ephemeral: hex(row['ephC_private']),
    exporter: hex(row['hpke_exporter']),
  })
  const now = () => time
  const reply = text(row, 'response_data')
  const { verdict, why } = findExpected(row, row['error'] === null, [
    misbound(row) && 'identity bound',
  ])
  let id: string | undefined
  const done = gives(() =>
    closing(pending.finish(reply, { key: peerKey }, { now }), (session) => {
      id = session.facts.id
      same(session.open(hex(row['s2c_wire'])), utf8(text(row, 's2c_decrypted')), 's2c')
    }),
  )
  pending.close()
  judge(done, verdict, why)
  if (!done) return
  same(id, row['session_id'], 'session id')
  asResponder(api, row, reply)
}

/** The responder's side of the recorded secrets: the secret, the acknowledgement, the first message. */
function asResponder(api: Api, row: Row, reply: string): void {
  const request = JSON.parse(text(object(row, 'request'), 'payload')) as Record<string, string>
  const answer = JSON.parse(reply) as Record<string, string>
  const bytes = (value?: string) => api.Encoding.base64url.decode(value ?? '')
  const ephC = bytes(request['ephC'])
  const other = api.Keys.publicKey({ type: 'X25519', bytes: ephC })
  const { info = '', exportCtx: exportContext = '' } = request
  const combined = api.SageHandshake.combine({
    exporter: hex(row['hpke_exporter']),
    sharedSecret: agree(api, 'X25519', hex(row['ephS_private']), other),
    exportContext,
  })
  same(combined, hex(row['combined']), 'combined')
  const tag = api.SageHandshake.ackTag({
    combined,
    info,
    exportContext,
    enc: bytes(request['enc']),
    ephC,
    ephS: bytes(answer['ephS']),
    initiator: request['initDid'] ?? '',
    responder: request['respDid'] ?? '',
    context: text(row, 'ctx_id'),
    nonce: request['nonce'] ?? '',
    keyId: answer['kid'] ?? '',
  })
  same(tag, hex(row['ack_tag']), 'ack tag')
  const label = 'sage/hpke+e2e v1'
  const session = api.Sage.Session.fromExporter(combined, { label, role: 'responder' })
  closing(session, (theirs) =>
    same(theirs.open(hex(row['c2s_wire'])), utf8(text(row, 'c2s_decrypted')), 'c2s'),
  )
}
