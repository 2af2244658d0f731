import { writeFileSync } from 'node:fs'
import { Peer } from 'countersign/libp2p'

import { signer } from '../common.ts'

export { readFile } from 'node:fs/promises'

writeFileSync('peer.key', Peer.dangerouslyExportKeypair(signer))
