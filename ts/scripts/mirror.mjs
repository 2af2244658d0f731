// Checks the layout: who imports whom, that each feature stands in all its
// places, that no code of the caller runs inside a call of the engine, that each
// verifier says what it costs at most, that one function requires facts and one
// makes their rows, that one place says who signed, that options have types with
// names, that the core alone lists key types and has ranges, that errors carry
// the data of their code, and that what is committed and shipped names no machine
// and no registry. It exists so
// that the rules need no reviewer to remember them.
//
// Run: npm run check -- --only layout

import { callFaults } from './mirror/calls.mjs'
import { costFaults } from './mirror/costs.mjs'
import { errorDataFaults } from './mirror/errorData.mjs'
import { factFaults } from './mirror/facts.mjs'
import { featureFaults } from './mirror/features.mjs'
import { keyTypeFaults } from './mirror/keyTypes.mjs'
import { nameFaults } from './mirror/names.mjs'
import { optionTypeFaults } from './mirror/optionTypes.mjs'
import { positionalFaults } from './mirror/positional.mjs'
import { rangeFaults } from './mirror/ranges.mjs'
import { recordFaults } from './mirror/records.mjs'
import { rowFaults } from './mirror/rows.mjs'
import { shippedFaults } from './mirror/shipped.mjs'
import { signerFaults } from './mirror/signers.mjs'
import { tierFaults } from './mirror/tiers.mjs'
import { main, Stop } from './setup/shell.mjs'

await main(async () => {
  const faults = [
    ...tierFaults(),
    ...featureFaults(),
    ...callFaults(),
    ...costFaults(),
    ...recordFaults(),
    ...factFaults(),
    ...rowFaults(),
    ...nameFaults(),
    ...signerFaults(),
    ...positionalFaults(),
    ...optionTypeFaults(),
    ...keyTypeFaults(),
    ...rangeFaults(),
    ...errorDataFaults(),
    ...(await shippedFaults()),
  ]
  if (faults.length > 0)
    throw new Stop(`layout:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  console.log(
    'layout: imports, features, calls, costs, facts, rows, signers, errors, shipped files and lock files are in order',
  )
})
