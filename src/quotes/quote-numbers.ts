// Quotes of version 1, which clients name by whole numbers (D107). A numbered quote also has a UUID, and all operations
// of later versions treat it like a quote without a number.

import type { PayIn, PayOut } from '../corridors/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import { createQuote, type QuoteInput } from './create-quote.ts'
import { QuoteInBodyNotFound, QuoteInPathNotFound, QuotesDiffer } from './errors.ts'
import { getQuote } from './get-quote.ts'
import type { QuoteRow } from './model.ts'
import { type OrderInput, readOrder, routeOf } from './pricing/order.ts'
import { DEFAULT_PAY_OUT } from './pricing/price-order.ts'
import { findQuoteNumber, insertQuoteNumber, nextQuoteNumber } from './store.ts'

type RouteFields = { readonly preferredPayIn?: PayIn; readonly payOut?: PayOut }

/** For each quote type of version 1, the fields of the equivalent version 3 request. */
const fieldsOfType = {
  REGULAR: {},
  BALANCE_PAYOUT: { preferredPayIn: 'BALANCE' },
  BALANCE_CONVERSION: { payOut: 'BALANCE' },
} as const satisfies Record<string, RouteFields>
type QuoteTypeV1 = keyof typeof fieldsOfType
export const quoteTypesV1 = Object.keys(fieldsOfType) as QuoteTypeV1[]

export type NumberedQuote = { readonly number: Id<'quote'>; readonly quote: QuoteRow }

type Input = Omit<QuoteInput, 'params' | 'body'> & {
  readonly body: {
    readonly profile: Id<'profile'>
    readonly source: string
    readonly target: string
    readonly sourceAmount?: string | undefined
    readonly targetAmount?: string | undefined
    readonly type?: QuoteTypeV1 | undefined
  }
}

export async function createNumberedQuote(
  tx: Tx,
  { body, ...input }: Input,
): Promise<NumberedQuote> {
  const { profile: profileId, source, target, type = 'REGULAR', sourceAmount, targetAmount } = body
  const order = { sourceCurrency: source, targetCurrency: target, sourceAmount, targetAmount }
  checkOrder(order, fieldsOfType[type])
  const number = await nextQuoteNumber(tx)
  const quote = await createQuote(
    tx,
    { ...input, params: { profileId }, body: { ...order, ...fieldsOfType[type] } },
    (quoteId) => insertQuoteNumber({ profileId, id: number, quoteId }),
  )
  return { number, quote }
}

const fieldNames: Readonly<Record<string, string>> = {
  sourceCurrency: 'source',
  targetCurrency: 'target',
  preferredPayIn: 'type',
  payOut: 'type',
}

/**
 * Refuses an invalid order or route with the field names of version 1. `createQuote` would refuse it too, but with
 * field names that the client did not send.
 */
function checkOrder(
  input: OrderInput,
  { payOut = DEFAULT_PAY_OUT, preferredPayIn }: RouteFields,
): void {
  const order = readOrder(input)
  const checked = 'faults' in order ? order : routeOf(order, payOut, preferredPayIn ?? null)
  if (!('faults' in checked)) return
  const nameInV1 = (path: string | undefined) => path && (fieldNames[path] ?? path)
  refuseAll(
    checked.faults.map((fault) => ({ ...fault, path: nameInV1(fault.path ?? fault.kind.path) })),
  )
}

export async function getNumberedQuote(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  number: Id<'quote'>,
  now: Temporal.Instant,
): Promise<NumberedQuote> {
  const found = await findQuoteNumber(db, profileIds, number)
  if (found === undefined) return refuse(QuoteInPathNotFound, { arguments: [number] })
  return { number, quote: await getQuote(db, [found.profileId], found.quoteId, now) }
}

type QuoteReference = {
  /** The number of the quote, or its UUID. */
  readonly quote?: Id<'quote'> | string | undefined
  readonly quoteUuid?: string | undefined
}

/**
 * The UUID of the quote that a request names by its number, its UUID, or both; or a fault: no quote has the number, or `quote`
 * and `quoteUuid` name different quotes. A UUID is not looked up. The fault is returned, because the caller must report a reused
 * idempotency key first (D7).
 */
export async function findQuoteId(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  { quoteUuid, quote = quoteUuid }: QuoteReference,
): Promise<string | Fault> {
  if (quote === undefined) throw new Error('a request without a quote passed its schema')
  const quoteId = typeof quote === 'string' ? quote : await findUuid(db, profileIds, quote)
  if (quoteId === undefined) return { kind: QuoteInBodyNotFound, path: 'quote', arguments: [quote] }
  if (quoteUuid !== undefined && quoteUuid !== quoteId)
    return { kind: QuotesDiffer, arguments: [quote, quoteUuid] }
  return quoteId
}

async function findUuid(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  number: Id<'quote'>,
): Promise<string | undefined> {
  return (await findQuoteNumber(db, profileIds, number))?.quoteId
}
