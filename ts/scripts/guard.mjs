// Counts the instructions of key operations and fails if one needs more than the baseline says.
// Its other half, the bytes of the engines, is `size.mjs`.
//
// Run: npm run guard [-- --accept]; bench/guard/README.md says when the baseline may move

import { accept, another, baseline, tolerance } from './guard/baseline.mjs'
import { compare, percent } from './guard/compare.mjs'
import { conditions, countAll, countOne, program, unable } from './guard/counts.mjs'
import { main, notRun, Stop } from './setup/shell.mjs'
import { setup } from './setup.mjs'
import { engineBytes } from './sizes.mjs'

await main(async (args) => {
  const accepts = args.includes('--accept')
  Object.assign(process.env, (await setup(accepts ? ['dist'] : ['rust'])).env)
  if (accepts) return acceptAll()
  const why = await unable()
  if (why) return notRun(why)
  const path = await program()
  const before = baseline()
  const now = await conditions(path)
  for (const what of ['compiler', 'processor'])
    if (before[what] !== now[what]) return notRun(another(what, now[what], before[what]))
  await control(path, before.instructions)
  judge(before.instructions, await countAll(path))
})

/** Measures everything on release engines and makes it the baseline: both halves belong to one compiler. */
async function acceptAll() {
  const why = await unable()
  if (why) throw new Stop(`the baseline stays as it is: ${why}`)
  const path = await program()
  const instructions = await countAll(path)
  accept({ ...(await conditions(path)), instructions, bytes: engineBytes() })
  console.log('bench/guard/baseline.json is written; say in the commit message why it moved')
}

/** An operation that is done twice must be a fault, or the guard guards nothing. */
async function control(path, before) {
  const [name] = Object.keys(before).sort((a, b) => before[a] - before[b])
  const twice = { [name]: await countOne(path, name, 2) }
  const { faults } = compare({ [name]: before[name] }, twice, tolerance.instructions)
  if (faults.length === 0) throw new Stop(`the guard does not see that ${name} is done twice`)
}

function judge(before, now) {
  const { rows, faults, gains } = compare(before, now, tolerance.instructions)
  const cell = (value) => String(value ?? 'n/a').padStart(12)
  console.log(`${'operation'.padEnd(26)}${['baseline', 'now', 'change'].map(cell).join('')}`)
  for (const { name, before, now, change } of rows)
    console.log(`${name.padEnd(26)}${[before, now, percent(change)].map(cell).join('')}`)
  if (gains.length > 0)
    console.log(`fewer: ${gains.join(', ')}; keep it with npm run guard -- --accept`)
  if (faults.length > 0)
    throw new Stop(`more instructions than the baseline:\n  ${faults.join('\n  ')}`)
}
