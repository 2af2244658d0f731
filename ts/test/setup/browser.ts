// Loads the engine in the page, the way a user does.

import { isReady } from '../../src/engine/slot.js'
import { init } from '../../src/entry/browser.js'
import { context } from './context.js'

context.reload = () => init({ full: true })
if (!isReady()) await init({ full: true })
