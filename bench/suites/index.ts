/**
 * Every case, in the order of the table.
 *
 * @module
 */

import type { Case } from '../case.js'
import { aidCases } from './aid.bench.js'
import { cardCases } from './card.bench.js'
import { didCases } from './did.bench.js'
import { grantCases } from './grant.bench.js'
import { handshakeCases } from './handshake.bench.js'
import { httpSigCases } from './httpSig.bench.js'
import { identityCases } from './identity.bench.js'
import { formCases, keyCases, marshalCases } from './keys.bench.js'
import { lineageCases } from './lineage.bench.js'
import { metadataCases, sageCardCases } from './metadata.bench.js'
import { mlDsaCases } from './mlDsa.bench.js'
import { peerCases } from './peer.bench.js'
import { popCases } from './pop.bench.js'
import { receiptCases } from './receipt.bench.js'
import { recordCases } from './record.bench.js'
import { ringCases } from './ring.bench.js'
import { sessionCases } from './session.bench.js'

export const cases: readonly Case[] = [
  ...keyCases,
  ...marshalCases,
  ...formCases,
  ...didCases,
  ...popCases,
  ...identityCases,
  ...lineageCases,
  ...aidCases,
  ...metadataCases,
  ...sageCardCases,
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
]
