// What a comparison ends with: it says what differs, or writes the table anew where that was asked for.

import { asText, countRows, writeTable } from './table.mjs'

/** Whether the verdicts `seen` are as frozen in `file`; with `COUNTERSIGN_FREEZE` they are by then. */
export function settle({ file, name, seen, faults, table = () => seen }) {
  const freeze = Boolean(process.env.COUNTERSIGN_FREEZE)
  if (freeze) writeTable(file, table())
  if (faults.length === 0) console.log(`verdicts: ${countRows(seen)} rows as frozen (${name})`)
  else
    console.log(
      `verdicts: ${faults.length} rows ${freeze ? 'are written anew' : 'differ'} (${name})\n${asText(faults)}`,
    )
  if (faults.length > 0 && !freeze)
    console.log('A verdict that must change: npm run freeze, and say why in the commit.')
  return freeze || faults.length === 0
}
