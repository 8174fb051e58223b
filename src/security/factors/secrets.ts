// Hashes of PINs and codes. Both are so short that all values can be tried, so the hashes are keyed with a pepper
// that is not in the database (D32): a stolen database does not reveal them.

import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Id } from '../../kernel/ids.ts'

function keyedHash(pepper: string, values: readonly (string | number)[]): string {
  return createHmac('sha256', pepper).update(JSON.stringify(values)).digest('hex')
}

/** Returns an argon2id hash in PHC form. `salt` is a random secret. Takes tens of milliseconds and 19 MiB. */
export function hashPin(
  pepper: string,
  userId: Id<'user'>,
  pin: string,
  salt: string,
): Promise<string> {
  return hash(keyedHash(pepper, ['pin', userId, pin]), { salt: Buffer.from(salt, 'base64url') })
}

export function isCorrectPin(
  pepper: string,
  userId: Id<'user'>,
  pin: string,
  storedHash: string,
): Promise<boolean> {
  return verify(storedHash, keyedHash(pepper, ['pin', userId, pin]))
}

/**
 * `sentFor` is the phone number, or the hash of the one-time token, that the code was sent for. Codes expire within minutes,
 * so they are not salted.
 */
export function hashCode(pepper: string, sentFor: string, code: string): string {
  return keyedHash(pepper, ['code', sentFor, code])
}
