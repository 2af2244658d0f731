// SoftHSM, a token in files, over PKCS#11.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Pkcs11, pkcs11Signer } from 'countersign/signers/pkcs11'

import { folder } from '../stores/servers/process.js'
import { clientOf } from './clients.js'
import { prove, refuse } from './prove.js'

type Template = { type: number; value: number | boolean | string | Buffer }[]

/** What a test needs besides: it makes token and keys. */
type Module = Pkcs11 & {
  load(path: string): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(present: boolean): Buffer[]
  C_InitToken(slot: Buffer, pin: string, label: string): void
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_Login(session: Buffer, user: number, pin: string): void
  C_Logout(session: Buffer): void
  C_InitPIN(session: Buffer, pin: string): void
  C_GenerateKeyPair(
    session: Buffer,
    mechanism: { mechanism: number },
    open: Template,
    secret: Template,
  ): unknown
}

type Names = Readonly<Record<string, number>>

const pin = '1234'

const curves = {
  'P-256': ['CKM_EC_KEY_PAIR_GEN', '06082a8648ce3d030107'],
  secp256k1: ['CKM_EC_KEY_PAIR_GEN', '06052b8104000a'],
  Ed25519: ['CKM_EC_EDWARDS_KEY_PAIR_GEN', '130c656477617264733235353139'],
} as const

/** PKCS#11 3.0; pkcs11js has the names of 2.40. */
const CKM_EC_EDWARDS_KEY_PAIR_GEN = 0x1055

export async function softHsm(path: string): Promise<void> {
  const client = clientOf('pkcs11js') as { PKCS11: new () => Module }
  const names = { CKM_EC_EDWARDS_KEY_PAIR_GEN, ...client } as unknown as Names
  const home = folder()
  const settings = join(home.path, 'softhsm2.conf')
  writeFileSync(settings, `directories.tokendir = ${home.path}\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = settings
  const module = new client.PKCS11()
  module.load(path)
  module.C_Initialize()
  try {
    await checkAll(module, loggedIn(module, names), names)
  } finally {
    module.C_Finalize()
    home.remove()
  }
}

/** A session of a fresh token. */
function loggedIn(module: Module, names: Names): Buffer {
  const [empty] = module.C_GetSlotList(true) as [Buffer]
  module.C_InitToken(empty, pin, 'test')
  const [slot] = module.C_GetSlotList(true) as [Buffer]
  const flags = Number(names.CKF_SERIAL_SESSION) | Number(names.CKF_RW_SESSION)
  const session = module.C_OpenSession(slot, flags)
  module.C_Login(session, Number(names.CKU_SO), pin)
  module.C_InitPIN(session, pin)
  module.C_Logout(session)
  module.C_Login(session, Number(names.CKU_USER), pin)
  return session
}

async function checkAll(module: Module, session: Buffer, names: Names): Promise<void> {
  for (const [index, type] of (['P-256', 'secp256k1', 'Ed25519'] as const).entries()) {
    const id = Buffer.from([index + 1])
    generate(module, session, names, type, id)
    await prove('SoftHSM', type, () => pkcs11Signer(module, session, { label: type }))
    await prove('SoftHSM', type, () => pkcs11Signer(module, session, { id }))
  }
  const find = (label: string) => () => pkcs11Signer(module, session, { label })
  await refuse('SoftHSM', 'no such key', 'ERR_ARGUMENT', find('none'))
  generate(module, session, names, 'P-256', Buffer.from([9]))
  await refuse('SoftHSM', 'two of one label', 'ERR_ARGUMENT', find('P-256'))
  const bare = await pkcs11Signer(module, session, { id: Buffer.from([3]) })
  await refuse('SoftHSM', 'an empty message', 'ERR_ARGUMENT', async () =>
    bare.sign(new Uint8Array()),
  )
  const signer = await pkcs11Signer(module, session, { id: Buffer.from([9]) })
  module.C_Logout(session)
  await refuse('SoftHSM', 'logged out', 'ERR_SIGNER_UNAVAILABLE', async () =>
    signer.sign(new Uint8Array(1)),
  )
}

function generate(
  module: Module,
  session: Buffer,
  names: Names,
  type: keyof typeof curves,
  id: Buffer,
): void {
  const [mechanism, curve] = curves[type]
  const numberOf = (name: string) => Number(names[name])
  const both = [
    { type: numberOf('CKA_LABEL'), value: type },
    { type: numberOf('CKA_ID'), value: id },
    { type: numberOf('CKA_TOKEN'), value: true },
  ]
  const open = [
    { type: numberOf('CKA_VERIFY'), value: true },
    { type: numberOf('CKA_EC_PARAMS'), value: Buffer.from(curve, 'hex') },
  ]
  const secret = [{ type: numberOf('CKA_SIGN'), value: true }]
  module.C_GenerateKeyPair(
    session,
    { mechanism: numberOf(mechanism) },
    [...both, ...open],
    [...both, ...secret],
  )
}
