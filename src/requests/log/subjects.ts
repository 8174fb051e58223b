// The resources that a request is about, such as `transfer:12`, by which the search finds the request. The ids come from the
// path, from the first field of a reply that is one resource, and from fields of request and reply that name another
// resource.

import { kindOfId } from '../../kernel/ids.ts'
import type { LoggedEndpoint } from './answered-request.ts'
import type { LoggedParts } from './logged-parts.ts'

/** The kinds of resources that the search has a word for. */
export const subjectKinds = [
  'transfer',
  'quote',
  'card',
  'recipient',
  'balance',
  'batch',
  'order',
  'dispute',
] as const
type SubjectKind = (typeof subjectKinds)[number]

/** A request with more subjects is about a list rather than about each item, so the log drops the further subjects (gap 865). */
const SUBJECTS_MAX = 8

/**
 * In characters (gap 865). The ids of a resource are among its first fields, and to search a whole quote would take longer than
 * to make the rest of the row.
 */
const SEARCHED_LENGTH_MAX = 2048

/** By the kind that the schema of a numeric id names. Cards, batch groups and disputes are missing: they have a UUID. */
const KINDS_OF_NUMBERS: Readonly<Record<string, SubjectKind>> = {
  transfer: 'transfer',
  quote: 'quote',
  recipient: 'recipient',
  balance: 'balance',
  'card-order': 'order',
}

/** Resources by the name of a field whose value is a text, such as a UUID. */
const KINDS_OF_TEXTS: Readonly<Record<string, SubjectKind>> = {
  quoteId: 'quote',
  quoteUuid: 'quote',
  cardToken: 'card',
  batchGroupId: 'batch',
  disputeId: 'dispute',
  cardOrderId: 'order',
}

/** Resources by the first word of the endpoint's id, for a reply whose `id` is a UUID. */
const KINDS_OF_REPLIES: Readonly<Record<string, SubjectKind>> = {
  quotes: 'quote',
  batches: 'batch',
  disputes: 'dispute',
}

type SearchedParts = Pick<LoggedParts, 'params' | 'requestBody' | 'replyBody'>

/** Returns the function that finds the subjects of a request of the endpoint. */
export function subjectFinder({
  id,
  params: paramsSchema,
  body,
  reply,
}: LoggedEndpoint): (searched: SearchedParts) => readonly string[] {
  const fieldsOfParams = idFieldsOf(paramsSchema)
  const addRequestIds = idFinder(idFieldsOf(body))
  const addReplyIds = idFinder(idFieldsOf(reply))
  const ownKind = kindOfOwnId(reply, id)
  return ({ params, requestBody, replyBody }) => {
    const found: string[] = []
    for (const [name, { kind }] of fieldsOfParams) add(found, kind, params[name])
    if (replyBody !== null) add(found, ownKind, FIRST_ID.exec(replyBody)?.[1])
    addRequestIds(found, requestBody)
    addReplyIds(found, replyBody)
    return found
  }
}

type Schema = {
  readonly format?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const variantsOf = ({ anyOf = [], oneOf = [], allOf = [] }: Schema) => [
  ...anyOf,
  ...oneOf,
  ...allOf,
]

type IdField = {
  readonly kind: SubjectKind
  /** Whether a JSON text may have the field several times. */
  readonly isRepeated: boolean
}

/** The fields of a schema, at any depth, that identify another resource. `id` identifies the resource itself. */
function idFieldsOf(schema: unknown): ReadonlyMap<string, IdField> {
  const fields = new Map<string, IdField>()
  const visit = (visited: Schema, isInList: boolean) => {
    for (const [name, field] of Object.entries(visited.properties ?? {})) {
      const kind = kindOf(field) ?? KINDS_OF_TEXTS[name]
      if (kind !== undefined && name !== 'id')
        fields.set(name, { kind, isRepeated: isInList || fields.has(name) })
      visit(field, isInList)
    }
    for (const variant of variantsOf(visited)) visit(variant, isInList)
    if (visited.items !== undefined) visit(visited.items, true)
  }
  if (schema !== undefined) visit(schema as Schema, false)
  return fields
}

/** The kind that the schema of a numeric id names, also in a union, such as a nullable id. */
function kindOf(schema: Schema): SubjectKind | undefined {
  const [kind] = [schema, ...variantsOf(schema)].flatMap((variant) => kindOfId(variant) ?? [])
  return kind === undefined ? undefined : KINDS_OF_NUMBERS[kind]
}

/** The kind of the resource that a reply describes, by the schema of the reply's `id`. */
function kindOfOwnId(reply: unknown, endpointId: string): SubjectKind | undefined {
  if (reply === undefined) return undefined
  const [own] = [reply as Schema, ...variantsOf(reply as Schema)].flatMap(
    ({ properties }) => properties?.['id'] ?? [],
  )
  if (own?.format === 'uuid') return KINDS_OF_REPLIES[endpointId.slice(0, endpointId.indexOf('.'))]
  return own && kindOf(own)
}

const ID = String.raw`"?([\w-]{1,36})"?`
const FIRST_ID = new RegExp(String.raw`^\{"id":${ID}[,}]`)
/** Sticky: matches only at `lastIndex`. */
const ID_VALUE = new RegExp(String.raw`${ID}[,}\]]`, 'y')

/**
 * Returns the function that adds the ids in these fields of a JSON text. A search for each name takes less time than a
 * regular expression of all names, because most names are near the beginning and needed once.
 */
function idFinder(fields: ReadonlyMap<string, IdField>) {
  const starts = [...fields].map(([name, field]) => ({ start: `"${name}":`, ...field }))
  return (found: string[], body: string | null): void => {
    if (body === null || starts.length === 0) return
    const searched = body.slice(0, SEARCHED_LENGTH_MAX)
    for (const { start, kind, isRepeated } of starts) {
      let at = searched.indexOf(start)
      while (at !== -1 && found.length < SUBJECTS_MAX) {
        const valueAt = at + start.length
        add(found, kind, idAt(searched, valueAt))
        at = isRepeated ? searched.indexOf(start, valueAt) : -1
      }
    }
  }
}

function idAt(json: string, index: number): string | undefined {
  ID_VALUE.lastIndex = index
  return ID_VALUE.exec(json)?.[1]
}

function add(found: string[], kind: SubjectKind | undefined, id: unknown): void {
  if (kind === undefined || id === undefined || id === 'null' || found.length >= SUBJECTS_MAX)
    return
  // `toLowerCase` of the whole text returns one flat string; the template keeps a longer text as its parts (`pathFiller`).
  const subject = `${kind}:${id}`.toLowerCase()
  if (!found.includes(subject)) found.push(subject)
}
