// The link in a mail. Its token contains the profile id, so that the claim is found among the rows of that
// tenant, and a secret of which only the hash is stored.

import { CLAIM_TOKEN_PATTERN } from '../kernel/cells.ts'
import type { Id } from '../kernel/ids.ts'
import type { ClaimRow } from '../transfers/index.ts'
import { hashSecret } from '../users/index.ts'

type ClaimToken = { readonly profileId: Id<'profile'>; readonly tokenHash: string }

/** `secret` comes from `random.secret()` and has 256 bits. */
export function tokenText(profileId: Id<'profile'>, secret: string): string {
  return `${profileId}-${secret}`
}

/** Undefined if the text is not a token. */
export function parseToken(text: string): ClaimToken | undefined {
  const [, profileId, secret] = CLAIM_TOKEN_PATTERN.exec(text) ?? []
  if (secret === undefined || !Number.isSafeInteger(Number(profileId))) return undefined
  return { profileId: Number(profileId) as Id<'profile'>, tokenHash: hashSecret(secret) }
}

/** The end of a claim as people read it: `2026-12-12 10:00 UTC`. */
export function expiryText({ expiresAt }: Pick<ClaimRow, 'expiresAt'>): string {
  const expiry = expiresAt.toZonedDateTimeISO('UTC').toPlainDateTime()
  return `${expiry.toString({ smallestUnit: 'minute' }).replace('T', ' ')} UTC`
}

export function claimPath(token: string): string {
  return `/claims/${token}`
}
