/**
 * What a group of cases is called on the page.
 *
 * @module
 */

const titles: Readonly<Record<string, string>> = {
  keys: 'Keys and signatures',
  boundary: 'Into the engine and back',
  'marshaling (sage)': 'Marshaling (SAGE)',
  did: 'DIDs',
  identity: 'Identities',
  aid: 'AgenticIdentity',
  'metadata (sage)': 'Metadata (SAGE)',
  'card (sage)': 'Cards (SAGE)',
  'registration (sage)': 'Registration (SAGE)',
  card: 'Agent cards',
  libp2p: 'libp2p',
  'libp2p, sizes': 'libp2p, sizes',
  session: 'Sessions',
  'hpke and handshake': 'HPKE and handshakes',
}

/** A title of its own, or the group's name with a capital. */
export function titleOf(group: string): string {
  return titles[group] ?? group.charAt(0).toUpperCase() + group.slice(1)
}
