/**
 * Proof of possession: an agent shows that it holds the key it names.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | verifier | {@link challenge}; remember the result |
 * | 2 | prover | {@link prove}; {@link proveAgreement} for an X25519 key |
 * | 3 | verifier | {@link verify}, {@link verifyAgreement}; {@link verifyAll} for many keys |
 *
 * The expected key comes from the verifier, never from the proof. Each challenge may be used once: forget it after
 * use, or let a `ReplayStore` remember it. {@link verifyOnce}, {@link verifyAgreementOnce} and
 * {@link verifyAllOnce} ask such a store, and give promises.
 *
 * Times in the records are Unix seconds. `countersign/sage` reads and makes the proofs of SAGE.
 *
 * @module
 */

export { challenge, defaultLifetime } from './pop/challenge.js'
export { defaultSkew, type Expectation, type Once } from './pop/expect.js'
export { prove, proveAgreement } from './pop/prove.js'
export type * from './pop/types.js'
export { verify, verifyAgreement, verifyAgreementOnce, verifyOnce } from './pop/verify.js'
export { verifyAll, verifyAllOnce } from './pop/verifyAll.js'
