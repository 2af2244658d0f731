// Reads how many tests passed, failed and were skipped from what a test runner printed.

const escapes = /\u001b\[[0-9;]*m/g

const cargo =
  /^test result: .*?(?<passed>\d+) passed; (?<failed>\d+) failed; (?<skipped>\d+) ignored/gm
const node =
  /^(?:#|ℹ) pass (?<passed>\d+)\n(?:#|ℹ) fail (?<failed>\d+)(?:\n(?:#|ℹ) cancelled \d+)?(?:\n(?:#|ℹ) skipped (?<skipped>\d+))?/gm
const ours =
  /^(?:.*: )?(?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?\b/gm

/** `{ passed, failed, skipped }` in the output of cargo test, vitest, node, or a script of ours that ends with `N passed, M failed`. */
export function count(output) {
  const text = output.replace(escapes, '')
  const ofCargo = [...text.matchAll(cargo)]
  if (ofCargo.length > 0) return add(ofCargo)
  const [, vitest] = /^\s*Tests\s+(.*)$/m.exec(text) ?? []
  if (vitest)
    return {
      passed: figure(vitest, 'passed'),
      failed: figure(vitest, 'failed'),
      skipped: figure(vitest, 'skipped'),
    }
  const ofNode = [...text.matchAll(node)]
  if (ofNode.length > 0) return add(ofNode)
  // What comes before the last such line are parts of it.
  return add([...text.matchAll(ours)].slice(-1))
}

function add(matches) {
  const total = (key) => matches.reduce((sum, { groups }) => sum + Number(groups[key] ?? 0), 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

function figure(text, word) {
  return Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
}
