import { Grant } from 'countersign/grant'
import { HttpSig } from 'countersign/http'

import { agent, did, human, humanDid } from '../grant.ts'

export { human, replay, store } from '../grant.ts'

const grant = Grant.issue(
  {
    issuer: humanDid,
    subject: did,
    subjectKey: agent.publicKey,
    capabilities: ['read:docs/**'],
  },
  human,
)
/** Signed by the agent, with its grant in a field. */
export const request = await HttpSig.sign(
  new Request('https://api.example/docs/a', {
    headers: { [Grant.headerName]: Grant.toHeader([grant]) },
  }),
  agent,
  { keyid: `${did}#key-1`, tag: Grant.signatureTag, components: Grant.signatureComponents },
)
