/**
 * Cards of A2A 0.3 and older, as cards of 1.0.
 *
 * @module
 */

import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { AgentCard } from './types.js'
import type { Input } from './validate.js'

/** One change of {@link upgrade}: a path in the old card. */
export type Change = { readonly path: string; readonly kind: 'moved' | 'lost' }

/**
 * Writes a card of A2A 0.3 or older as one of 1.0, and reports every change. Signatures are lost:
 * they cover the old text.
 *
 * @throws `ERR_CARD_VERSION` for a card of another version.
 */
export function upgrade(card: Input): {
  readonly card: AgentCard
  readonly from: string
  readonly changes: readonly Change[]
} {
  const { text, parsed } = receive(card, 'card')
  return JSON.parse(call((engine) => engine.cardUpgrade(text, parsed))) as ReturnType<
    typeof upgrade
  >
}
