// What the pages of `../webkitFaults.mjs` say together.

import { Stop } from '../setup/shell.mjs'

/**
 * A sentence about `titles`, each of one page: `0 of 120`, calls with a wrong result of all, or an error.
 *
 * A page whose engine does not even load counts as well, unless all are like that: then the page is broken.
 */
export function faultsIn(titles) {
  if (!titles.some((title) => /^\d+ of \d+$/.test(title)))
    throw new Stop(`no page of the count works: ${titles[0]}`)
  const faulty = titles.filter((title) => !title.startsWith('0 of '))
  if (faulty.length === 0) return `no wrong result in ${titles.length} pages`
  const kinds = [...new Set(faulty)].join('; ')
  return `wrong results in ${faulty.length} of ${titles.length} pages (${kinds}), see ts/docs/runtimes.md`
}
