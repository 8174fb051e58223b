// From a bearer token to who is asking: the token's user with the profiles it owns, or the
// application. One statement; the roof remembers the answer for a second.

import type { Caller, ClientCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/db.ts'
import { authenticateClient } from './authenticate-client.ts'
import { hashSecret } from './secret.ts'
import { findBearer } from './token-store.ts'

/** The application that a Basic header names. Throws invalid_client when it names none. */
export async function findClient(db: Reader, authorization: string): Promise<ClientCaller> {
  const { id, clientKey } = await authenticateClient(db, authorization, {})
  return { kind: 'client', applicationId: id, clientKey }
}

/** `now` is the real time: the life of tokens does not follow the sandbox clock (D10). */
export async function findCaller(
  db: Reader,
  bearer: string,
  now: Temporal.Instant,
): Promise<Caller | undefined> {
  const row = await findBearer(db, hashSecret(bearer), now)
  if (row === undefined) return undefined
  const { id, kind, userId, applicationId, clientKey, profiles } = row
  if (kind === 'client') {
    if (applicationId === null || clientKey === null) throw new Error(`token ${id} has no client`)
    return { kind: 'client', applicationId, clientKey }
  }
  if (userId === null) throw new Error(`token ${id} has no user`)
  return { kind: 'user', userId, tokenId: id, applicationId, profiles }
}
