// Decrypts a kept file, for the operator.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { dataKey } from '../kernel/keys/data-keys.ts'
import { storedAt } from './keep-files.ts'
import { findContent } from './store.ts'

/** Undefined when the profile has no file with this id. */
export async function openFile(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<Buffer | undefined> {
  const sealed = await findContent(db, profileId, id)
  if (sealed === undefined) return undefined
  const key = await dataKey(db, 'files')
  return key.open(sealed, storedAt(profileId, id))
}
