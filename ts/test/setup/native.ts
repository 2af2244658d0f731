// Installs the native addon for every test of the project.

import { fileURLToPath } from 'node:url'
import { installAddon } from '../../src/engine/addon.js'
import { context } from './context.js'

const file = fileURLToPath(new URL('../../generated/countersign.node', import.meta.url))

context.reload = () => installAddon(file)
context.reload()
