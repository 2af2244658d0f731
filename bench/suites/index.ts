/**
 * Every case, in the order of the table.
 *
 * @module
 */

import type { Case } from '../case.js'
import { peersOf } from '../peers.js'
import { referencesOf } from '../reports/rows.js'
import { aidCases } from './aid.bench.js'
import { cardCases } from './card.bench.js'
import { didCases } from './did.bench.js'
import { documentCases } from './document.bench.js'
import { documentProfileCases } from './documentProfiles.bench.js'
import { formCases, jwsCases } from './forms.bench.js'
import { grantCases } from './grant.bench.js'
import { handshakeCases } from './handshake.bench.js'
import { httpSigCases } from './httpSig.bench.js'
import { identityCases } from './identity.bench.js'
import { keyCases, marshalCases } from './keys.bench.js'
import { lineageCases } from './lineage.bench.js'
import { metadataCases, sageCardCases } from './metadata.bench.js'
import { mlDsaCases } from './mlDsa.bench.js'
import { peerCases } from './peer.bench.js'
import { popCases } from './pop.bench.js'
import { receiptCases } from './receipt.bench.js'
import { recordCases } from './record.bench.js'
import { registrationCases } from './registration.bench.js'
import { ringCases } from './ring.bench.js'
import { sessionCases } from './session.bench.js'

const suites: readonly Case[] = [
  ...keyCases,
  ...marshalCases,
  ...formCases,
  ...jwsCases,
  ...didCases,
  ...popCases,
  ...identityCases,
  ...lineageCases,
  ...aidCases,
  ...metadataCases,
  ...sageCardCases,
  ...registrationCases,
  ...cardCases,
  ...receiptCases,
  ...recordCases,
  ...grantCases,
  ...ringCases,
  ...mlDsaCases,
  ...peerCases,
  ...sessionCases,
  ...handshakeCases,
  ...httpSigCases,
  ...documentCases,
  ...documentProfileCases,
]

/** With what the reports say of each, and the peers that do it. */
export const cases: readonly Case[] = suites.map((suite) => ({ ...suite, ...beside(suite) }))

function beside({ name, peers }: Case): Pick<Case, 'reference' | 'peers'> {
  const reference = referencesOf(name)
  const others = { ...peersOf(name), ...peers }
  return {
    ...(reference.length > 0 && { reference }),
    ...(Object.keys(others).length > 0 && { peers: others }),
  }
}
