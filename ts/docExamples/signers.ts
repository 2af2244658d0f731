// What the examples of `ts/src/signers` use: clients of services, which no example runs.

import type { AwsKms } from 'countersign/signers/aws-kms'
import type { AzureKeys } from 'countersign/signers/azure-key-vault'
import type { GoogleKms } from 'countersign/signers/google-kms'
import type { Pkcs11, Pkcs11Handle } from 'countersign/signers/pkcs11'

export declare const kms: AwsKms
export declare const keys: AzureKeys
export declare const google: GoogleKms
export declare const pkcs11: Pkcs11
export declare const session: Pkcs11Handle
export declare const login: () => Promise<string>
