// Registers and deletes the signing keys of a user's programs (D31): RSA public keys. A signature over a one-time token
// clears the token.

import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  SigningKeyInvalid,
  SigningKeyNotFound,
  SigningKeyRepeated,
  TooManySigningKeys,
} from '../errors.ts'
import { isStrict, SIGNING_KEY_BITS_MAX, SIGNING_KEY_BITS_MIN, SIGNING_KEYS_MAX } from '../model.ts'
import { factorEnrolled, factorRemoved } from '../security-events.ts'
import { raiseEpoch } from '../store.ts'
import {
  deleteSigningKey,
  findSigningKey,
  insertSigningKey,
  listSigningKeys,
  type SigningKeyRow,
} from './factor-store.ts'

type RegistrationInput = Pick<Context, 'now' | 'report'> & {
  readonly caller: UserCaller
  readonly body: { readonly publicKey: string }
}

/** Refuses with SigningKeyInvalid, SigningKeyRepeated or TooManySigningKeys. */
export async function registerSigningKey(
  tx: Tx,
  { caller: { userId }, body, now, report }: RegistrationInput,
): Promise<SigningKeyRow> {
  const key = readKey(body.publicKey)
  const epoch = await raiseEpoch(tx, userId)
  const keys = await listSigningKeys(tx, userId)
  if (keys.some(({ fingerprint }) => fingerprint === key.fingerprint)) refuse(SigningKeyRepeated)
  if (keys.length >= SIGNING_KEYS_MAX) refuse(TooManySigningKeys)
  const row = await insertSigningKey(tx, userId, { ...key, epoch }, now)
  if (row === undefined) return refuse(SigningKeyRepeated)
  report(factorEnrolled, { userId, factor: 'SIGNATURE' })
  return row
}

// `createPublicKey` accepts a private key as well. A client must not send a private key, so `PUBLIC_PEM` refuses its header.
const PUBLIC_PEM = /^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----/

function readKey(pem: string): Pick<SigningKeyRow, 'publicKey' | 'fingerprint'> {
  const key = PUBLIC_PEM.test(pem) ? parsePublicKey(pem) : undefined
  const { modulusLength: bits = 0 } = key?.asymmetricKeyDetails ?? {}
  if (
    key?.asymmetricKeyType !== 'rsa' ||
    bits < SIGNING_KEY_BITS_MIN ||
    bits > SIGNING_KEY_BITS_MAX
  )
    return refuse(SigningKeyInvalid)
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    publicKey: key.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  }
}

function parsePublicKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

type SigningKeyInput = {
  readonly caller: UserCaller
  readonly params: { readonly keyId: Id<'signing-key'> }
}

export async function checkKeyOwnership(
  db: Reader,
  { caller: { userId }, params: { keyId } }: SigningKeyInput,
): Promise<void> {
  if ((await findSigningKey(db, userId, keyId)) === undefined)
    refuse(SigningKeyNotFound, { arguments: [keyId] })
}

type DeletionInput = SigningKeyInput & Pick<Context, 'report' | 'mode' | 'settings'>

export async function removeSigningKey(
  tx: Tx,
  { caller: { userId }, params: { keyId }, report, ...rules }: DeletionInput,
): Promise<null> {
  await raiseEpoch(tx, userId)
  if (!(await deleteSigningKey(tx, userId, keyId)))
    refuse(SigningKeyNotFound, { arguments: [keyId] })
  // In a permissive sandbox an application, which cannot sign, is not challenged when it deletes the key of a user without
  // other factors. The report does not distinguish that deletion from a challenged one, so both are reported without proof.
  const proof = isStrict(rules) ? 'challenge' : 'none'
  report(factorRemoved, { userId, factor: 'SIGNATURE', proof })
  return null
}
