// Time of the processor: unlike time by the clock, other programs on the machine do not add to it.

import { existsSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever its own tick is. */
const perSecond = 100

/** Seconds that the ended commands of this process took on all cores; undefined on other systems than Linux. */
export function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return undefined
  // The name of the program stands in brackets and may hold blanks; `cutime` and `cstime` are fields 16 and 17.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / perSecond
}
