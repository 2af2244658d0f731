/**
 * What is said of several codes.
 *
 * @internal
 * @module
 */

export const changed =
  'It was changed after it was signed, or another key signed it. Get it again from its source.'
export const malformed =
  'It is not in the format, or was cut off on the way. Pass it on byte for byte, as it was received.'
export const over = 'Its time is over. Ask for a new one, and compare the clocks of both machines.'
export const early =
  'Its time has not come. Compare the clocks of both machines, or allow more `skew`.'
export const otherVersion =
  'It is another kind of record, or one of another version. Pass it to the function for its `type`.'
export const untrusted =
  'Trust the key that signed: its DID document, the key by its name, or a key by itself.'
export const replayed =
  'It came before. The sender must make a new one; the first was taken already.'
export const full = 'Raise the limit, or let old entries end earlier.'
export const wrongPeer = 'It belongs to somebody else. Compare the DID with the one you expect.'
