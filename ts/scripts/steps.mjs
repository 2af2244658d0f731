// Every step of `npm run check`, in order; `npm test` runs the tests alone.
//
// | Member | |
// | --- | --- |
// | `tier` | 1: what each change must hold. 2: what takes long or needs more of the system, with `-- --all` |
// | `needs` | parts of `setup.mjs` without which the step does not run, so that `--only` prepares no more |
// | `wants` | parts without which some of it does not run, which its output says in a line that starts with `!! ` |
// | `oneCore` | it keeps no more than one core busy and can stand other load: it runs beside neighbours of the same kind |
// | `commands` | gives `[program, arguments, options]` for each command; `program` is a current Node |
//
// The output of a test is read for counts (`count.mjs`).

import { checks } from './steps/checks.mjs'
import { tests } from './steps/tests.mjs'

export const steps = [...checks, ...tests]
