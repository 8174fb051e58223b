// The resources that a request is about, such as `transfer:12`, by which the search finds the request. The ids come from the
// path, from the first field of a reply that is one resource, and from fields of request and reply that name another
// resource.

import type { Endpoint } from '../../kernel/endpoint.ts'
import type { LoggedParts } from './logged-parts.ts'

/** Kinds that the search has a word for. */
export const subjectKinds = [
  ...['transfer', 'quote', 'card', 'recipient', 'balance', 'batch', 'order', 'dispute'],
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** A request with more is about a list rather than about its items, so further ones are not kept. */
const SUBJECTS_MAX = 8

/** The ids of a resource are among its first fields. Searching a whole quote would take longer than the rest of its row. */
const SEARCHED_LENGTH_MAX = 2048

/** The kind of the resource whose id a parameter or a field of this name has. */
const KINDS: Readonly<Record<string, SubjectKind>> = {
  transferId: 'transfer',
  transfer: 'transfer',
  quoteId: 'quote',
  quoteUuid: 'quote',
  cardToken: 'card',
  accountId: 'recipient',
  recipientId: 'recipient',
  targetAccount: 'recipient',
  balanceId: 'balance',
  sourceBalanceId: 'balance',
  targetBalanceId: 'balance',
  batchGroupId: 'batch',
  cardOrderId: 'order',
  disputeId: 'dispute',
}

/** Replies with a transfer, of endpoints whose module owns another kind or none. */
const TRANSFER_REPLIES: ReadonlySet<string> = new Set([
  'batches.add-transfer',
  'originators.create-third-party',
  'originators.create-partner-licence',
])

/** The kind of the resource that the `id` of other replies names, by the first word of the endpoint's id. */
const KINDS_OF_MODULES: Readonly<Record<string, SubjectKind>> = {
  transfers: 'transfer',
  quotes: 'quote',
  recipients: 'recipient',
  balances: 'balance',
  batches: 'batch',
  disputes: 'dispute',
  'card-orders': 'order',
}

const ID = String.raw`"?([\w-]{1,36})"?`
const FIRST_ID = new RegExp(String.raw`^\{"id":${ID}[,}]`)

/** The logged parts of a request that are searched: its parameters, and its bodies as JSON. */
type SearchedParts = Pick<LoggedParts, 'params' | 'requestBody' | 'replyBody'>

/** Returns the function that finds the subjects of a request of the endpoint. */
export function subjectFinder({
  id,
  body,
  reply,
}: Endpoint): (searched: SearchedParts) => string[] {
  const kindOfReply = TRANSFER_REPLIES.has(id)
    ? 'transfer'
    : KINDS_OF_MODULES[id.slice(0, id.indexOf('.'))]
  const idsInRequest = namedIds(body)
  const idsInReply = namedIds(reply)
  return ({ params, requestBody, replyBody }) => {
    const found = new Set<string>()
    for (const [name, value] of Object.entries(params)) add(found, KINDS[name], value)
    if (replyBody !== null) add(found, kindOfReply, FIRST_ID.exec(replyBody)?.[1])
    addNamed(found, requestBody, idsInRequest)
    addNamed(found, replyBody, idsInReply)
    return [...found]
  }
}

/** Finds the fields of a schema whose names are in `KINDS`, with their values; undefined without such a field. */
function namedIds(schema: unknown): RegExp | undefined {
  const text = JSON.stringify(schema) ?? ''
  const names = Object.keys(KINDS).filter((name) => text.includes(`"${name}":`))
  if (names.length === 0) return undefined
  return new RegExp(String.raw`"(${names.join('|')})":${ID}[,}\]]`, 'g')
}

function addNamed(found: Set<string>, body: string | null, ids: RegExp | undefined): void {
  if (body === null || ids === undefined) return
  for (const [, name = '', id] of body.slice(0, SEARCHED_LENGTH_MAX).matchAll(ids)) {
    if (found.size >= SUBJECTS_MAX) return
    add(found, KINDS[name], id)
  }
}

function add(found: Set<string>, kind: SubjectKind | undefined, id: unknown): void {
  if (kind !== undefined && id !== undefined && id !== 'null' && found.size < SUBJECTS_MAX)
    found.add(`${kind}:${String(id).toLowerCase()}`)
}
