// Counts wrong results while the browser compiles the engine: what is signed here must verify here.
//
// The title says what came out: `0 of 120`, or the error without which there would be a number.

import { init, Keys } from '/dist/src/entry/browser.js'
import { Ring } from '/dist/src/subpath/page/ring.js'

const rounds = 60
const message = new Uint8Array(100).fill(1)

const checks = [
  () => using(['P-256'], ([key]) => Keys.verify({ ...signed(key), message })),
  () => using(['secp256k1', 'secp256k1', 'secp256k1'], holdsInRing),
]

function signed(key) {
  return { publicKey: key.publicKey, signature: key.sign(message) }
}

function holdsInRing(keys) {
  const ring = keys.map((key) => key.publicKey)
  const signature = Ring.sign(message, keys[1], ring)
  Ring.verify({ message, signature }, ring)
  return true
}

/** Calls `work` with a key of each type, and closes them. */
function using(types, work) {
  const keys = types.map((type, at) => Keys.fromSecret(type, new Uint8Array(32).fill(at + 1)))
  try {
    return work(keys)
  } finally {
    for (const key of keys) key.close()
  }
}

function isWrong(check) {
  try {
    return !check()
  } catch {
    return true
  }
}

try {
  await init({ wasm: (file) => `/dist/generated/${file.replace('wasm-fma', 'wasm')}` })
  let wrong = 0
  for (let round = 0; round < rounds; round += 1) wrong += checks.filter(isWrong).length
  document.title = `${wrong} of ${rounds * checks.length}`
} catch (error) {
  document.title = `${error.name} ${error.code}: ${error.message}`
}
