// One reader of records, one framing of what is signed, one encoding of lists that cross, one reader and one
// printer of options, one way to have a document signed. A second one would differ from it sooner or later, and then
// one of two formats has a hole.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const mechanisms = [
  {
    what: 'reader of records',
    home: 'rust/core/src/record.rs',
    sign: /\bstruct Record\b/,
    // Records of AgenticIdentity have a layout of their own, and so do DIDs.
    except: /\/(aid|did)\//,
  },
  { what: 'framing of records', home: 'rust/core/src/record.rs', sign: /\bfn label_bytes\b/ },
  {
    what: 'writer of frames',
    home: 'rust/core/src/encoding/frames.rs',
    sign: /u32::try_from\(\w+\.len\(\)\)[^;]*to_be_bytes/,
  },
  {
    what: 'writer of frames',
    home: 'ts/src/frames.ts',
    sign: /\bsetUint32\(/,
    // A trusted key is no list: bits say which of its members follow.
    except: /\/trust\/frame\.ts$/,
  },
  {
    what: 'reader of options',
    home: 'ts/src/shape.ts',
    // `Object.keys(options)`, `Reflect.ownKeys(options)`, `for (const name in options)`.
    sign: /\b(?:(?:Object|Reflect)\.\w+\(|for \(const \w+ in )\w*[oO]ptions\b/,
  },
  {
    what: 'reader of options',
    home: 'ts/src/shape.ts',
    // `options.now`, `const { now } = options`: a misspelt member would not be refused, and a getter run twice.
    sign: /^(?! ?\*)(?!.*\bimport\b).*(?:\b\w*[oO]ptions\??\.(?!js\b)[a-z]|\} = \w*[oO]ptions$)/m,
    // These are options of the host, and of the errors of JavaScript.
    except: /\.rs$|\/(errors|http\/node)\.ts$/,
  },
  {
    what: 'printer of options',
    home: 'ts/src/shape.ts',
    sign: /^(?! \*).*\bJSON\.stringify\(/m,
    // What is printed there is a document or a message.
    except:
      /\/(document|document\/plain|resolver|httpSig\/(host|message)|signers\/vaultTransit)\.ts$/,
  },
  {
    what: 'way to ask a signer',
    home: 'ts/src/signing/unsigned.ts',
    sign: /^(?! ?\*).*\bsigner\.sign\(/m,
    // The worker's own end of the line.
    except: /\bworker.server\.ts$/,
  },
  {
    what: 'way to sign a document',
    home: 'ts/src/signing/unsigned.ts',
    sign: /\bsignStep\(/,
    // A handshake is no document: it goes on with the signature.
    except: /\/handshake\/(initiator|responder)\.ts$/,
  },
  { what: 'list behind separators', home: 'nowhere', sign: /['"]\\u(\{1e\}|001e)['"]/ },
]

/** Every second mechanism, as `path: what`. */
export function recordFaults() {
  return ['rust/core/src', 'ts/src']
    .flatMap((folder) => files(join(root, folder)))
    .filter((path) => /\.(rs|ts)$/.test(path))
    .flatMap((path) => seconds(relative(root, path), readFileSync(path, 'utf8')))
}

/** What one file has a second time. */
export function seconds(path, text) {
  return mechanisms
    .filter(({ home, sign, except }) => path !== home && !except?.test(path) && sign.test(text))
    .map(({ what, home }) => `${path}: a second ${what}, beside ${home}`)
}
