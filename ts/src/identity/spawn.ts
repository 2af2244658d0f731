/**
 * Spawn: an identity makes other identities, and sets at their birth what each of them may ever be granted.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | parent | {@link issue}: who the child is, what for, and its bounds |
 * | 2 | child | {@link accept}, with a key that only it holds |
 * | 3 | parent | `Grant.issue`, `Grant.delegate`: authority inside the bounds, renewed as often as it likes |
 * | 4 | verifier | {@link verifyLineage}, then `requireFacts` |
 * | 5 | parent, ancestor, guardian | {@link terminate}: the child, and all below it |
 * | 6 | child | {@link complete}: its work is done |
 *
 * A spawn carries no authority. Grants do, and they hold inside the ceiling and the life of the spawn.
 * The format is in `rust/core/src/identity/spawn.rs`.
 *
 * @module
 */

export {
  accept,
  complete,
  id,
  issue,
  type NewSpawn,
  terminate,
} from './spawn/issue.js'
export type {
  Acceptance,
  Completion,
  FactName,
  Generation,
  Input,
  LineageGeneration,
  LineageInput,
  LineageReport,
  Spawn,
  Termination,
} from './spawn/types.js'
export { verifyLineage } from './spawn/verify.js'
