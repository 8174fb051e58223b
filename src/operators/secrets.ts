// The two secrets of an operator: a password, and the secret of codes that change every 30 seconds (TOTP, RFC 6238).

import { hash, verify } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import type { Reader } from '../kernel/database/db.ts'
import { dataKey } from '../kernel/keys/data-keys.ts'

const keyOf = (db: Reader) => dataKey(db, 'operators')

/**
 * Returns an argon2id hash in PHC form. `salt` is a random secret. The password is keyed with the data key before it is
 * hashed, so that a stolen database alone does not allow guessing. Hashing takes tens of milliseconds and 19 MiB.
 */
export async function hashPassword(db: Reader, password: string, salt: string): Promise<string> {
  return hash(await keyedPassword(db, password), { salt: Buffer.from(salt, 'base64url') })
}

/** Takes as long without a hash as with one, so that the time does not reveal which operators exist. */
export async function isCorrectPassword(
  db: Reader,
  password: string,
  storedHash: string | undefined,
): Promise<boolean> {
  const isCorrect = await verify(storedHash ?? DUMMY_HASH, await keyedPassword(db, password))
  return isCorrect && storedHash !== undefined
}

/** The hash of no password. It has the parameters of `hashPassword`, so that comparing takes the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MDAwMDAwMDAwMDAwMDAwMA$MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA'

async function keyedPassword(db: Reader, password: string): Promise<string> {
  // Keyboards enter the same letter in several forms of Unicode.
  return (await keyOf(db)).index(password.normalize('NFKC'), 'password')
}

/** 160 bits, the length that RFC 4226 section 4 recommends. */
const TOTP_BYTES = 20
const CODE_DIGITS = 6
const CODE = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)
/** The parameters that authenticator apps expect. `period` is a time step of RFC 6238 in seconds. A code belongs to one step. */
const totpParameters = { algorithm: 'SHA1', digits: CODE_DIGITS, period: 30 }
/** Codes one time step early or late are accepted, because clocks differ and typing takes time. */
const STEPS_EITHER_SIDE = 1

/** Makes the secret of codes from random text, which has more bits than the secret needs. */
export function totpSecretOf(randomSecret: string): Buffer {
  return Buffer.from(randomSecret, 'base64url').subarray(0, TOTP_BYTES)
}

/** The URI that an authenticator app reads, often as a QR code. */
export function totpUri(secret: Buffer, email: string): string {
  return totpOf(secret, email).toString()
}

/** The number of the time step to which the code belongs, counted from 1970; undefined for a wrong code. */
export function totpStepOf(
  secret: Buffer,
  code: string,
  now: Temporal.Instant,
): number | undefined {
  // The library throws for digits of other scripts.
  if (!CODE.test(code)) return undefined
  const timestamp = now.epochMilliseconds
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp, window: STEPS_EITHER_SIDE })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function totpOf(secret: Buffer, label = ''): TOTP {
  const bytes = new Secret({ buffer: new Uint8Array(secret).buffer })
  return new TOTP({ issuer: 'Godwit', label, secret: bytes, ...totpParameters })
}

/** Binds the encrypted secret to the e-mail address of its operator, which never changes: a new operator has no id yet. */
const totpSecretLabel = (email: string) => ({ owner: email.toLowerCase(), field: 'totp_secret' })

export async function sealTotpSecret(db: Reader, secret: Buffer, email: string): Promise<Buffer> {
  return (await keyOf(db)).seal(secret, totpSecretLabel(email))
}

export async function openTotpSecret(db: Reader, sealed: Buffer, email: string): Promise<Buffer> {
  return (await keyOf(db)).open(sealed, totpSecretLabel(email))
}
