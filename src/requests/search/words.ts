// The words of the search, for its description, for its error and for the command line. `read-words.ts` parses them.

import { subjectKinds } from '../log/subjects.ts'

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
