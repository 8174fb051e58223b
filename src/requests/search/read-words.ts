// The grammar of the search: words separated by spaces, all of which must match.

import { parseId } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isUuid, readInstantOrDay } from '../../kernel/wire.ts'
import { WordInvalid } from '../errors.ts'
import { subjectKinds } from '../log/subjects.ts'
import type { Idempotency } from '../model.ts'
import { searchWords } from './words.ts'

/** The conditions that a request must meet. All values of a list must match. */
export type Conditions = {
  onlyErrors: boolean
  /** Leaves out the successful requests of operations that only read. */
  hidesReads: boolean
  statusMin: number
  statusMax: number
  readonly idempotencies: Idempotency[]
  readonly methods: string[]
  readonly operations: string[]
  /** Beginnings of the path, or of the route that the operation declares. */
  readonly paths: string[]
  readonly profileIds: number[]
  readonly subjects: string[]
  readonly traceIds: string[]
  since: Temporal.Instant | undefined
  /** In lower case; found anywhere in operation, path and error codes. */
  readonly texts: string[]
}

const STATUS_MIN = 100
const STATUS_MAX = 599
/** Bounds the time of comparing a request with the search; a choice of this project. */
const WORDS_MAX = 20

function noConditions(): Conditions {
  return {
    onlyErrors: false,
    hidesReads: false,
    statusMin: STATUS_MIN,
    statusMax: STATUS_MAX,
    idempotencies: [],
    methods: [],
    operations: [],
    paths: [],
    profileIds: [],
    subjects: [],
    traceIds: [],
    since: undefined,
    texts: [],
  }
}

export function readWords(query: string): Conditions {
  const conditions = noConditions()
  const all = query.split(/\s+/).filter((word) => word !== '')
  if (all.length > WORDS_MAX)
    refuse(WordInvalid, { message: `Send at most ${WORDS_MAX} words in query.` })
  for (const word of all) addWord(conditions, word)
  return conditions
}

const KEY_AND_VALUE = /^([a-z]+):(.*)$/

function addWord(conditions: Conditions, word: string): void {
  const [, key, value = ''] = KEY_AND_VALUE.exec(word) ?? []
  if (key === undefined) conditions.texts.push(word.toLowerCase())
  else if (!addKeyAndValue(conditions, key, value)) refuseWord(word)
}

function refuseWord(word: string): never {
  return refuse(WordInvalid, {
    message: `The search has no word '${word}', or the word cannot have this value. Send words such as ${searchWords.join(', ')}, and any text without a colon.`,
    arguments: [word],
  })
}

/** Returns false for a word that does not exist, or for a value that the word cannot have. */
function addKeyAndValue(conditions: Conditions, key: string, value: string): boolean {
  if (value === '') return false
  if (subjectKinds.some((kind) => kind === key))
    return addTo(conditions.subjects, `${key}:${value.toLowerCase()}`)
  switch (key) {
    case 'is':
      return addFlag(conditions, value)
    case 'hide':
      return addHidden(conditions, value)
    case 'status':
      return addStatus(conditions, value)
    case 'path':
      return value.startsWith('/') && addTo(conditions.paths, value)
    case 'operation':
      return addTo(conditions.operations, value)
    case 'method':
      return addTo(conditions.methods, value.toUpperCase())
    case 'profile':
      return parseId(value) !== undefined && addTo(conditions.profileIds, Number(value))
    case 'trace':
      return isUuid(value) && addTo(conditions.traceIds, value.toLowerCase())
    case 'since':
      return addSince(conditions, value)
    default:
      return false
  }
}

function addTo<T>(values: T[], value: T): true {
  values.push(value)
  return true
}

function addFlag(conditions: Conditions, value: string): boolean {
  if (value === 'replayed' || value === 'reused') return addTo(conditions.idempotencies, value)
  if (value !== 'error') return false
  conditions.onlyErrors = true
  return true
}

function addHidden(conditions: Conditions, value: string): boolean {
  if (value !== 'reads') return false
  conditions.hidesReads = true
  return true
}

/** Keeps the latest of several times, because a request must match every word. */
function addSince(conditions: Conditions, value: string): boolean {
  const since = readInstantOrDay(value)
  if (since === undefined) return false
  if (conditions.since === undefined || isAfter(since, conditions.since)) conditions.since = since
  return true
}

const STATUS = /^(>=|<=|>|<)?([1-5]\d\d)$/

function addStatus(conditions: Conditions, value: string): boolean {
  const [, comparison, digits] = STATUS.exec(value) ?? []
  if (digits === undefined) return false
  const status = Number(digits)
  const { statusMin, statusMax } = conditions
  if (comparison === undefined || comparison.startsWith('>'))
    conditions.statusMin = Math.max(statusMin, status + (comparison === '>' ? 1 : 0))
  if (comparison === undefined || comparison.startsWith('<'))
    conditions.statusMax = Math.min(statusMax, status - (comparison === '<' ? 1 : 0))
  return true
}
