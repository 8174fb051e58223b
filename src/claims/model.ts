// The link that a recipient gets. Its token names the profile as well, so that it is looked for where
// the tenant's rows are, and the secret in it is kept as its hash only.

import type { Id } from '../kernel/ids.ts'
import { hashSecret } from '../users/index.ts'

const TOKEN = /^([1-9]\d{0,15})-([\w-]{43})$/

export type ClaimToken = { readonly profileId: Id<'profile'>; readonly tokenHash: string }

/** `secret` has 256 bits, as `random.secret()` gives it. */
export function tokenText(profileId: Id<'profile'>, secret: string): string {
  return `${profileId}-${secret}`
}

/** Undefined for what cannot be a token. */
export function readToken(text: string): ClaimToken | undefined {
  const [, profileId, secret] = TOKEN.exec(text) ?? []
  if (secret === undefined || !Number.isSafeInteger(Number(profileId))) return undefined
  return { profileId: Number(profileId) as Id<'profile'>, tokenHash: hashSecret(secret) }
}

export function pathOf(token: string): string {
  return `/claims/${token}`
}
