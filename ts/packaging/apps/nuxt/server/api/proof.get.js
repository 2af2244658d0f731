// Nuxt copies the modules of a package without its other files: `inline` needs none.

import { Keys } from 'countersign/inline'
import { HttpSig } from 'countersign/inline/http'
import { defineEventHandler } from 'h3'
import { proveRequest } from '../../proof.js'

export default defineEventHandler(() => proveRequest({ Keys, HttpSig }))
