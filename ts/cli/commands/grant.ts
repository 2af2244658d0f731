/**
 * Grants of authority.
 *
 * @internal
 * @module
 */

import { Did, type Keys } from 'countersign'
import { Grant } from 'countersign/grant'
import type { Command, Line, Options, Outcome } from '../command.js'
import { readText } from '../files.js'
import { readPublicKey, readSigner, readTrust, signing, trusting } from '../keys.js'
import { misuse } from '../misuse.js'
import { pretty, signerText } from '../words.js'
import { judged } from './receipt.js'

const terms: Options = {
  to: { value: 'DID', help: 'who may act' },
  'to-key': { value: 'FILE', help: 'its key, where the DID is no did:key' },
  allow: { value: 'WHAT', multiple: true, help: 'what it may do, as read:docs/**' },
  minutes: { value: 'N', help: 'for how long; default: 60, or as long as the grant above' },
  uses: { value: 'N', help: 'how often' },
  audience: { value: 'NAME', multiple: true, help: 'for which verifier, as https://api.example' },
  delegation: { value: 'N', help: 'how many grants may follow below this one; default: 0' },
}

export const commands: readonly Command[] = [
  {
    name: 'grant issue',
    summary: 'let somebody act for you, within limits',
    options: {
      ...signing,
      issuer: { value: 'DID', help: 'who grants; default: the did:key of the key' },
      ...terms,
    },
    examples: [
      "countersign grant issue --key human.jwk --to did:key:z6Mk… --allow 'read:docs/**' > grant.json",
    ],
    run: issue,
  },
  {
    name: 'grant delegate',
    summary: 'pass a part of a grant on; prints the whole chain, an array',
    operands: '[CHAIN]',
    options: { ...signing, ...terms },
    examples: [
      "countersign grant delegate --key agent.jwk --to did:key:z6Mk… --allow 'read:docs/a' grant.json > chain.json",
    ],
    run: delegate,
  },
  {
    name: 'grant verify',
    summary: 'verify a grant or a chain; with --capability, whether it allows an action',
    operands: '[CHAIN]',
    options: {
      ...trusting,
      capability: { value: 'WHAT', help: 'the action, as read:docs/a' },
      audience: { value: 'NAME', help: 'your own name as a verifier' },
      holder: { value: 'KEY', help: 'the key that the client is known to hold' },
      revocation: { value: 'FILE', multiple: true, help: 'a revocation that you know of' },
      'none-revoked': { help: 'say that there is no revocation' },
      'allow-unchecked': {
        value: 'FACT',
        multiple: true,
        help: 'a fact that may stay unchecked, as identities',
      },
    },
    examples: [
      'countersign grant verify --trust human.pub.jwk --none-revoked grant.json',
      'countersign grant verify --trust human.pub.jwk --none-revoked --capability read:docs/a --holder agent.pub.jwk grant.json',
    ],
    run: verify,
  },
  {
    name: 'grant revoke',
    summary: 'take a grant back, and every grant below it',
    operands: '[FILE]',
    options: {
      ...signing,
      issuer: { value: 'DID', help: 'who revokes; default: the did:key of the key' },
      reason: { value: 'TEXT', help: 'why, for people to read' },
    },
    examples: ['countersign grant revoke --key human.jwk grant.json > revocation.json'],
    run: revoke,
  },
]

async function issue(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  const issuer = line.text('issuer') ?? Did.fromKey(signer.publicKey)
  const minutes = line.number('minutes') ?? 60
  const grant = Grant.issue({ issuer, ...(await termsOf(line, minutes)) }, signer)
  return { text: `${pretty(grant)}\n`, data: grant }
}

async function delegate(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  // Without an end of its own it ends with the grant above.
  const terms = await termsOf(line, line.number('minutes'))
  const chain = chainIn(await readText(line.operand))
  const whole = [...chain, Grant.delegate(chain, signer, terms)]
  return { text: `${pretty(whole)}\n`, data: whole }
}

async function verify(line: Line): Promise<Outcome> {
  const trust = await readTrust(line)
  const chain = chainText(await readText(line.operand))
  const revocations = await Promise.all(line.all('revocation').map(readText))
  const isKnown = line.has('none-revoked') || revocations.length > 0
  const policy = isKnown ? { revocations } : {}
  const [capability, audience, holder] = ['capability', 'audience', 'holder'].map((name) =>
    line.text(name),
  )
  const report =
    capability === undefined
      ? Grant.verifyChain(chain, trust, policy)
      : Grant.authorize(chain, trust, {
          ...policy,
          capability,
          ...(audience && { audience }),
          ...(holder && { holder: await readPublicKey(holder) }),
        })
  return judged(report, report.signer && signerText(report.signer), line)
}

async function revoke(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  const revoker = line.text('issuer') ?? Did.fromKey(signer.publicKey)
  const chain = chainIn(await readText(line.operand))
  const reason = line.text('reason')
  const grant = Grant.id(chain.at(-1) as object)
  const revocation = Grant.revoke({ revoker, grant, ...(reason && { reason }) }, signer)
  return { text: `${pretty(revocation)}\n`, data: revocation }
}

async function termsOf(line: Line, minutes: number | undefined): Promise<Grant.Terms> {
  const subject = line.needed('to', 'name the DID of who may act')
  const capabilities = line.all('allow')
  if (capabilities.length === 0) throw misuse("--allow is missing: say what, as 'read:docs/**'")
  const [uses, audience, delegation] = [
    line.number('uses'),
    line.all('audience'),
    line.number('delegation'),
  ]
  return {
    subject,
    subjectKey: await subjectKey(subject, line.text('to-key')),
    capabilities,
    constraints: {
      ...(minutes !== undefined && { expires: new Date(Date.now() + minutes * 60_000) }),
      ...(uses !== undefined && { uses }),
      ...(audience.length > 0 && { audience }),
    },
    ...(delegation !== undefined && { delegation }),
  }
}

function subjectKey(did: string, path: string | undefined): Promise<Keys.PublicKey> {
  return readPublicKey(path ?? did)
}

/** A chain as it came: an array, or one grant. */
function chainText(text: string): string {
  return text.trimStart().startsWith('[') ? text : `[${text}]`
}

function chainIn(text: string): readonly object[] {
  try {
    return JSON.parse(chainText(text))
  } catch (error) {
    throw misuse('the grant must be JSON, or an array of grants', error)
  }
}
