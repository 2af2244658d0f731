// With `REGISTRY=http://127.0.0.1:3000 npm start`, the page reaches that registry under its own address.

import process from 'node:process'

import type { UserConfig } from 'vite'

const { REGISTRY } = process.env
const config: UserConfig = { server: { proxy: REGISTRY ? { '/v1': REGISTRY } : {} } }

export default config
