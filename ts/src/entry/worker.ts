/**
 * `countersign/worker`: the package off the main thread.
 *
 * {@link serve} runs in the worker beside an engine, {@link connect} on the main
 * thread without one. The secret of a signer never leaves the worker: what would give it out is not served. What
 * `Identity.unlock` and the functions of locks give belongs to the caller, and comes back.
 *
 * @module
 */

export { connect, type Remote, type RemoteSigner } from '../worker/client.js'
export { withProgress } from '../worker/progress.js'
export type { Port } from '../worker/protocol.js'
export { serve } from '../worker/server.js'
