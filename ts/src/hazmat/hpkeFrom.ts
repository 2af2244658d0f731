/**
 * HPKE from given random bytes, to reproduce vectors. **Dangerous**: see {@link sender}.
 *
 * @module
 */

export { senderFrom as sender } from '../hpke/context.js'
