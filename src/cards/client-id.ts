// The client id with which cards, card orders and their events name the application that sent a request.

import type { UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import { findApplicationById } from '../users/index.ts'

/** The key of the application whose token the caller sent; `personal` for a personal token. */
export async function clientIdOf(
  db: Reader,
  { applicationId }: Pick<UserCaller, 'applicationId'>,
): Promise<string> {
  if (applicationId === null) return 'personal'
  const application = await findApplicationById(db, applicationId)
  if (application === undefined)
    throw new Error(`the application ${applicationId} of a token is missing`)
  return application.clientKey
}
