// Short secrets: nobody can guess a token, but anybody can try all PINs and codes. What is kept of them
// is worth nothing without the pepper, which is not in the database (D32).

import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Id } from '../../kernel/ids.ts'

function peppered(pepper: string, about: readonly (string | number)[]): string {
  return createHmac('sha256', pepper).update(JSON.stringify(about)).digest('hex')
}

/** An argon2id hash in PHC form. `salt` is a fresh secret. Takes tens of milliseconds and 19 MiB. */
export function hashPin(
  pepper: string,
  userId: Id<'user'>,
  pin: string,
  salt: string,
): Promise<string> {
  return hash(peppered(pepper, ['pin', userId, pin]), { salt: Buffer.from(salt, 'base64url') })
}

export function isPin(
  pepper: string,
  userId: Id<'user'>,
  pin: string,
  kept: string,
): Promise<boolean> {
  return verify(kept, peppered(pepper, ['pin', userId, pin]))
}

/** `about` ties the code to the token or number it was sent for. Codes live for minutes only. */
export function hashCode(pepper: string, about: string, code: string): string {
  return peppered(pepper, ['code', about, code])
}
