// The clients of the vendors fit the types of the adapters. Compiled by `npm run check -- --only signers`, never run.

import type { KMS } from '@aws-sdk/client-kms'
import type { KeyClient } from '@azure/keyvault-keys'
import type { KeyManagementServiceClient } from '@google-cloud/kms'
import type { PKCS11 } from 'pkcs11js'

import type { AwsKms } from '../../src/subpath/signers/aws-kms.js'
import type { AzureKeys } from '../../src/subpath/signers/azure-key-vault.js'
import type { GoogleKms } from '../../src/subpath/signers/google-kms.js'
import type { Pkcs11 } from '../../src/subpath/signers/pkcs11.js'

const fits = (
  aws: KMS,
  azure: KeyClient,
  google: KeyManagementServiceClient,
  pkcs11: PKCS11,
): readonly [AwsKms, AzureKeys, GoogleKms, Pkcs11] => [aws, azure, google, pkcs11]
void fits
