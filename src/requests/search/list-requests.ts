// Lists the requests of a user that match a search.

import { readCursor } from '../../kernel/cursor-pages.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { CursorInvalid } from '../errors.ts'
import { PAGE_SIZE_DEFAULT, type RequestsQuery } from '../schemas.ts'
import { readWords } from './read-words.ts'
import * as store from './store.ts'

export function listRequests(
  db: Reader,
  userId: Id<'user'>,
  { query = '', size = PAGE_SIZE_DEFAULT, nextCursor }: RequestsQuery,
): Promise<store.Page> {
  const beforeId = readCursor(nextCursor, CursorInvalid)
  return store.listRequests(db, userId, readWords(query), { beforeId, size })
}
