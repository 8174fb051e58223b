// The resources that a request is about, such as `transfer:12`, by which the search finds the request. The ids come from the
// path, from the first field of a reply that is one resource, and from fields of request and reply that name another
// resource.

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
const NAMED_IDS = new RegExp(String.raw`"(${Object.keys(KINDS).join('|')})":${ID}[,}\]]`, 'g')

type Texts = {
  /** The id of the endpoint. */
  readonly endpointId: string
  readonly params: Readonly<Record<string, unknown>>
  /** The logged bodies of the request and the reply, as JSON. */
  readonly request: string | null
  readonly reply: string | null
}

export function subjectsOf({ endpointId, params, request, reply }: Texts): string[] {
  const found = new Set<string>()
  for (const [name, value] of Object.entries(params)) add(found, KINDS[name], value)
  const kindOfReply = TRANSFER_REPLIES.has(endpointId)
    ? 'transfer'
    : KINDS_OF_MODULES[endpointId.slice(0, endpointId.indexOf('.'))]
  if (reply !== null) add(found, kindOfReply, FIRST_ID.exec(reply)?.[1])
  for (const text of [request, reply]) if (text !== null) addNamed(found, text)
  return [...found]
}

function addNamed(found: Set<string>, text: string): void {
  for (const [, name = '', id] of text.slice(0, SEARCHED_LENGTH_MAX).matchAll(NAMED_IDS)) {
    if (found.size >= SUBJECTS_MAX) return
    add(found, KINDS[name], id)
  }
}

function add(found: Set<string>, kind: SubjectKind | undefined, id: unknown): void {
  if (kind !== undefined && id !== undefined && id !== 'null' && found.size < SUBJECTS_MAX)
    found.add(`${kind}:${String(id).toLowerCase()}`)
}
