/**
 * Short names for the machines of several files.
 *
 * @module
 */

import type { Named } from '../plots/series.js'
import type { Environment } from '../result.js'

/** Gives every file a name that no other has: its own, or its processor's. */
export function labelResults(
  results: readonly (Partial<Named> & Pick<Named, 'result'>)[],
): Named[] {
  const names = results.map(({ label, result }) => label ?? machine(result.environment))
  return results.map(({ result }, index) => {
    const name = names[index] as string
    const before = names.slice(0, index).filter((other) => other === name).length
    return { label: before === 0 ? name : `${name} #${before + 1}`, result }
  })
}

/** `Apple M2 Max`, `AMD EPYC`: without what every processor says of itself. */
function machine({ cpu, platform }: Environment): string {
  const name = (cpu ?? '')
    .replace(/\((?:R|TM)\)|\b(?:CPU|Processor|with .*)\b|@.*$|\b\d+-Core\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (name === '' || name === 'unknown' ? platform : name).slice(0, 40)
}
