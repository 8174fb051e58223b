// Every error of the module.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { searchWords } from './search/words.ts'

export const WordInvalid: ErrorKind = {
  code: 'requests.query.invalid',
  status: 400,
  message: `Send words of the search, separated by spaces: ${searchWords.join(', ')}, and any text without a colon.`,
  path: 'query',
}

export const CursorInvalid = cursorInvalid('requests.cursor.invalid')

export const RequestNotFound: ErrorKind = {
  code: 'request.not-found',
  status: 404,
  message:
    'The log has no request of yours with this id. Send an id from GET /v1/sandbox/requests; only the newest requests are kept.',
  path: 'requestId',
}
