// One answer to "who signed this?": `rust/core/src/trust` finds the keys that may have signed, and makes the proven key
// of a result. A verifier that looked at the keys of a trust input by itself would forget one of their rules: purposes,
// times, owners, the strictest entry.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const home = /^rust\/core\/src\/trust(\.rs$|\/)/

// Identities of AgenticIdentity are hashes of keys and no DIDs, so that profile says itself whose a key is.
const aid = /\/aid\//

const mechanisms = [
  {
    what: 'search over the keys of a trust input',
    sign: { test: (text) => namesOfTrust(text).some((name) => keysOf(name).test(text)) },
  },
  {
    what: 'search over the keys of a trust input',
    sign: /\bTrust \{[^}]*\bkeys\b[^}:]*\}\s*=[^=]/,
  },
  {
    what: 'comparison of controllers',
    sign: /\bcontroller\s*\.(as_deref|as_ref)\(\)/,
    // In a document it is a member to be read.
    except: /\/(aid|did)\//,
  },
  { what: 'maker of proven keys', sign: /\bProvenKey \{\s*\w+[,:]/, except: aid },
  {
    what: 'reader of the key that a DID is',
    sign: /\bdid::(key|jwk|peer)::public_key\(/,
    except: /\/did\//,
  },
]

/** What trust inputs are called in a file: as their type says, or what they were assigned from. */
function namesOfTrust(text) {
  const typed = text.matchAll(/\b(\w+): (?:&(?:'\w+ )?(?:mut )?|(?:\w+)<(?:'\w+, )?)*Trust\b/g)
  const names = new Set(['trust', ...[...typed].map(([, name]) => name)])
  for (const [, name, from] of text.matchAll(/\blet (?:mut )?(\w+) = [&*]*(?:mut )?([\w.()]+);/g))
    if (
      names.has(
        from
          .replace(/(\.\w+\(\))*$/, '')
          .split('.')
          .at(-1),
      )
    )
      names.add(name)
  return [...names]
}

function keysOf(name) {
  return new RegExp(`\\b${name}(\\.\\w+\\(\\))*\\.keys\\b`)
}

/** Every second mechanism in the core, as `path: what`. */
export function signerFaults() {
  return files(join(root, 'rust/core/src'))
    .filter((path) => path.endsWith('.rs'))
    .flatMap((path) => searches(relative(root, path), readFileSync(path, 'utf8')))
}

/** What one file looks up by itself. */
export function searches(path, text) {
  if (home.test(path)) return []
  return mechanisms
    .filter(({ sign, except }) => !except?.test(path) && sign.test(text))
    .map(({ what }) => `${path}: a second ${what}, beside rust/core/src/trust`)
}
