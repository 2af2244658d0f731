/**
 * Every schema, in the order in which they are asked. A shape that is more exact comes first.
 *
 * @module
 */

import type { Schema } from '../schema.js'
import { a2aCanonical } from './a2aCanonical.js'
import { publishedCard, signedWithKeys, sigstoreBundle } from './a2aRealWorld.js'
import { cardKeySet, readingNames, signedCard, workedExample } from './a2aSigned.js'
import { aeadTest } from './aead.js'
import {
  aidCapabilities,
  aidDelegation,
  aidGrantChains,
  aidGrantCollisions,
  aidGrants,
  aidGrantVerdicts,
  aidRevocations,
} from './aidGrants.js'
import {
  aidArgon2id,
  aidDerivation,
  aidDocuments,
  aidFileItself,
  aidFiles,
  aidIds,
  aidPrimitives,
  aidRotation,
  aidStores,
} from './aidIdentity.js'
import { aidNegative } from './aidNegative.js'
import {
  aidQueries,
  aidReceiptChains,
  aidReceiptCollisions,
  aidReceipts,
  aidReceiptVerdicts,
} from './aidReceipts.js'
import {
  aidAttempts,
  aidBounds,
  aidCompetence,
  aidContinuity,
  aidContinuityRecords,
  aidExperiences,
  aidLineage,
  aidSpawns,
} from './aidRecords.js'
import { argon2idPynacl, argon2idRfc } from './argon2id.js'
import {
  documentSteps,
  keyPair,
  pointers,
  signedDocument,
  unsignedDocument,
} from './dataIntegrity.js'
import { lifecycle, lifecycleOutcomes, lifecycleRecord } from './delegation.js'
import { delegationChain, delegationSource, otherTokens } from './delegationChain.js'
import {
  didDocument,
  didKeyMap,
  peerDids,
  peerSpecification,
  resolverReport,
  suiteReport,
} from './didDocuments.js'
import { plcLog, plcOwn } from './didPlc.js'
import { checksummedAddresses, didParse, didWeb } from './didSyntax.js'
import { ecdhAsn, ecdhJwk, ecdhPoint, xdhAsn, xdhJwk, xdhPem, xdhRaw } from './ecdh.js'
import { ecdsaBitcoin, ecdsaDer, ecdsaP1363 } from './ecdsa.js'
import { cctv, eddsaVerify, signInput, speccheck } from './ed25519.js'
import { ownGrant } from './grant.js'
import { ownHandshake } from './handshake.js'
import { hkdfTest, macTest } from './hazmat.js'
import { hpke, xwing } from './hpke.js'
import { httpComponents, httpExamples } from './httpSignatures.js'
import { ownCertificate, ownHistory, ownHistoryTrust, ownIdentityFile } from './identity.js'
import { jcsFolders, jcsNumbers } from './jcs.js'
import { cookbook, dpop, jwk, thumbprints } from './joseCookbook.js'
import { joseSchemas } from './joseWycheproof.js'
import { keyForms } from './keyForms.js'
import { merkleTree } from './merkle.js'
import { mlDsaKeyGen, mlDsaSigGen, mlDsaSign, mlDsaSigVer, mlDsaVerify } from './mlDsa.js'
import { hybridJose, mlDsaJose, mlDsaPem } from './mlDsaKeys.js'
import { multibaseTable, multibaseValues, multicodecTable } from './multibase.js'
import { nobleEcdsa, noblePoints, rfc6979 } from './noble.js'
import { libp2pIds, libp2pKeys } from './peer.js'
import { libp2pCrosscheck } from './peerCrosscheck.js'
import { libp2pHostile } from './peerHostile.js'
import { ownPop } from './pop.js'
import { checksums, description, reference } from './prose.js'
import { ownReceipt } from './receipt.js'
import { ownReceiptRing } from './receiptRing.js'
import { ownCompetence, ownContinuity } from './record.js'
import { ownRing, ringGo } from './ring.js'
import { sageCard, sageMerge } from './sageCard.js'
import { sageDid, sageDidStrict } from './sageDid.js'
import { sageHandshake } from './sageHandshake.js'
import { sageHttp } from './sageHttp.js'
import { sageJwk } from './sageJwk.js'
import { sageBox, sageVault } from './sageKeyStore.js'
import { sageMarshal, sageSign } from './sageKeys.js'
import { sageMessage } from './sageMessage.js'
import { sageMetadata } from './sageMetadata.js'
import { sagePop } from './sagePop.js'
import { sageSession } from './sageSession.js'
import { ownResumption, ownSession } from './session.js'
import { ownNegative, ownSpawn } from './spawn.js'
import { fieldsRead, fieldsWritten } from './structuredFields.js'
import { botSchemas } from './webBotAuth.js'

export const schemas: readonly Schema[] = [
  description,
  reference,
  checksums,
  eddsaVerify,
  speccheck,
  cctv,
  signInput,
  ecdsaDer,
  ecdsaP1363,
  ecdsaBitcoin,
  nobleEcdsa,
  rfc6979,
  mlDsaVerify,
  mlDsaSign,
  mlDsaKeyGen,
  mlDsaSigGen,
  mlDsaSigVer,
  mlDsaJose,
  hybridJose,
  mlDsaPem,
  keyForms,
  noblePoints,
  ecdhAsn,
  ecdhPoint,
  ecdhJwk,
  xdhRaw,
  xdhAsn,
  xdhPem,
  xdhJwk,
  hkdfTest,
  macTest,
  aeadTest,
  argon2idRfc,
  argon2idPynacl,
  hpke,
  xwing,
  ...joseSchemas,
  cookbook,
  thumbprints,
  dpop,
  jwk,
  multibaseValues,
  multibaseTable,
  multicodecTable,
  jcsFolders,
  jcsNumbers,
  didParse,
  didWeb,
  checksummedAddresses,
  didKeyMap,
  peerDids,
  peerSpecification,
  plcOwn,
  plcLog,
  suiteReport,
  resolverReport,
  signedDocument,
  documentSteps,
  keyPair,
  pointers,
  unsignedDocument,
  didDocument,
  a2aCanonical,
  signedCard,
  readingNames,
  cardKeySet,
  workedExample,
  signedWithKeys,
  sigstoreBundle,
  sageDid,
  sageDidStrict,
  sageJwk,
  sageMarshal,
  sageSign,
  sagePop,
  sageSession,
  sageHandshake,
  sageBox,
  sageVault,
  sageMessage,
  ownPop,
  ownIdentityFile,
  ownCertificate,
  ownHistory,
  ownHistoryTrust,
  ownHandshake,
  ownReceipt,
  ownContinuity,
  ownCompetence,
  ownReceiptRing,
  merkleTree,
  ownGrant,
  ownSpawn,
  ownNegative,
  lifecycle,
  lifecycleRecord,
  lifecycleOutcomes,
  delegationChain,
  delegationSource,
  otherTokens,
  ownSession,
  ownResumption,
  sageMetadata,
  sageCard,
  sageMerge,
  httpComponents,
  httpExamples,
  ...botSchemas,
  sageHttp,
  fieldsRead,
  fieldsWritten,
  publishedCard,
  libp2pKeys,
  libp2pHostile,
  libp2pIds,
  libp2pCrosscheck,
  ringGo,
  ownRing,
  aidCapabilities,
  aidDelegation,
  aidGrantChains,
  aidGrantCollisions,
  aidGrants,
  aidGrantVerdicts,
  aidRevocations,
  aidArgon2id,
  aidDerivation,
  aidDocuments,
  aidFileItself,
  aidFiles,
  aidIds,
  aidPrimitives,
  aidRotation,
  aidStores,
  aidQueries,
  aidReceiptChains,
  aidReceiptCollisions,
  aidReceipts,
  aidReceiptVerdicts,
  aidAttempts,
  aidBounds,
  aidCompetence,
  aidContinuity,
  aidContinuityRecords,
  aidExperiences,
  aidLineage,
  aidNegative,
  aidSpawns,
]
