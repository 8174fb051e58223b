// Every error of the module.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { subjectKinds } from './log/subjects.ts'

/** Words that the client sends exactly as they are written here. */
const fixedWords: readonly string[] = ['is:error', 'is:replayed', 'is:reused', 'hide:reads']

/** Words whose value the client chooses, each with an example of the value or with the placeholder `ID` or `UUID`. */
const wordsWithValues: readonly string[] = [
  'status:404',
  'status:>=400',
  'method:POST',
  'path:/v1/transfers',
  'operation:fundTransfer',
  'profile:1',
  ...subjectKinds.map((kind) => `${kind}:ID`),
  'trace:UUID',
  'since:2026-11-20T10:00:00Z',
]

/** Every word of the search, as the error and the description of the search list them. */
export const searchWords: readonly string[] = [...fixedWords, ...wordsWithValues]

/** The words that the command line completes. Words whose value the client chooses end with the colon. */
export const completedWords: readonly string[] = [
  ...fixedWords,
  ...new Set(wordsWithValues.map((word) => word.slice(0, word.indexOf(':') + 1))),
]

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
