// Lists the requests of a user that match a search.

import type { Reader } from '../../kernel/database/db.ts'
import { ID_MAX, type Id, parseId } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { CursorInvalid } from '../errors.ts'
import type { RequestsQuery } from '../schemas.ts'
import { readWords } from './read-words.ts'
import * as store from './store.ts'

const SIZE_DEFAULT = 50

export function listRequests(
  db: Reader,
  userId: Id<'user'>,
  { query = '', size = SIZE_DEFAULT, nextCursor }: RequestsQuery,
): Promise<store.Page> {
  const beforeId = nextCursor === undefined ? ID_MAX : parseId(nextCursor)
  if (beforeId === undefined) return refuse(CursorInvalid, { arguments: [nextCursor ?? ''] })
  return store.listRequests(db, userId, readWords(query), { beforeId, size })
}
