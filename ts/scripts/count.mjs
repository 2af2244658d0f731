// Reads how many tests passed and failed from what a test runner printed.

const escapes = /\u001b\[[0-9;]*m/g

/** `{ passed, failed }` in the output of cargo test, vitest, or a script of ours that ends with `N passed, M failed`. */
export function count(output) {
  const text = output.replace(escapes, '')
  const cargo = [...text.matchAll(/^test result: .*?(\d+) passed; (\d+) failed/gm)]
  if (cargo.length > 0) return add(cargo)
  const vitest = /^\s*Tests\s+(.*)$/m.exec(text)
  if (vitest) return { passed: figure(vitest[1], 'passed'), failed: figure(vitest[1], 'failed') }
  const node = [...text.matchAll(/^(?:#|ℹ) pass (\d+)\n(?:#|ℹ) fail (\d+)/gm)]
  if (node.length > 0) return add(node)
  // What comes before the last such line are parts of it.
  return add([...text.matchAll(/^(?:.*: )?(\d+) passed, (\d+) failed\b/gm)].slice(-1))
}

function add(matches) {
  return matches.reduce(
    (sum, [, passed, failed]) => ({
      passed: sum.passed + Number(passed),
      failed: sum.failed + Number(failed),
    }),
    { passed: 0, failed: 0 },
  )
}

function figure(text, word) {
  return Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
}
