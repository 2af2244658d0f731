/**
 * Capabilities: `action:resource`. The grammar is written in the core, `grant/capability.rs`.
 *
 * | Pattern | Covers | Does not cover |
 * | --- | --- | --- |
 * | `read:docs/a` | `read:docs/a` | `read:docs`, `read:docs/a/b`, `read:Docs/a` |
 * | `read:docs/*` | `read:docs/a` | `read:docs`, `read:docs/a/b` |
 * | `read:docs/**` | `read:docs/a`, `read:docs/a/b` | `read:docs` |
 * | `*:*` | any action on a resource of one segment | `read:docs/a` |
 * | `*:**` | everything | |
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'

/**
 * Tells whether a pattern of a grant covers one action on one resource.
 *
 * @example
 * ```ts
 * Grant.covers('read:docs/**', 'read:docs/a') // true
 * ```
 *
 * @throws `ERR_CAPABILITY_MALFORMED`, `ERR_CAPABILITY_TRAVERSAL`, `ERR_CAPABILITY_CHARACTER`,
 * `ERR_CAPABILITY_WILDCARD`, `ERR_LIMIT_EXCEEDED`.
 */
export function covers(pattern: string, request: string): boolean {
  const [granted, asked] = [check.text(pattern, 'pattern'), check.text(request, 'request')]
  return call((engine) => engine.grantCovers(granted, asked))
}

/**
 * Tells whether a pattern covers all that another covers, so that it may be passed on.
 *
 * @example
 * ```ts
 * Grant.coversPattern('read:docs/**', 'read:docs/a/*') // true
 * ```
 *
 * @throws `ERR_CAPABILITY_MALFORMED`, `ERR_CAPABILITY_TRAVERSAL`, `ERR_CAPABILITY_CHARACTER`,
 * `ERR_CAPABILITY_WILDCARD`, `ERR_LIMIT_EXCEEDED`.
 */
export function coversPattern(pattern: string, narrower: string): boolean {
  const [above, below] = [check.text(pattern, 'pattern'), check.text(narrower, 'narrower')]
  return call((engine) => engine.grantCoversPattern(above, below))
}
