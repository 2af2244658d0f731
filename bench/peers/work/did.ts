/**
 * The DIDs that are parsed, by the names of their cases.
 *
 * @module
 */

const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

export const didTexts: Readonly<Record<string, string>> = {
  'parse did:sage': `did:sage:ethereum:${address}`,
  'parse did:sage with nonce': `did:sage:ethereum:${address}:12345`,
  'parse did:key': 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  'parse did:web': 'did:web:agent.example%3A8443:agents:7',
}
