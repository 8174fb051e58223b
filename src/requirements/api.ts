// The endpoints of dynamic forms.

import Type from 'typebox'
import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import { reads } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { transferErrors } from '../profiles/index.ts'
import {
  AmountImprecise,
  CurrencyUnknown,
  findQuote,
  findQuoteId,
  InvalidRecipient,
  NotPositive,
  QuoteInBodyNotFound,
  QuoteInPathNotFound,
} from '../quotes/index.ts'
import { RecipientDraft } from '../recipients/index.ts'
import { formsFor, routeOf, routeOfQuote } from './model.ts'
import { Forms, QuoteQuery, RouteQuery, TransferFormRequest, TransferForms } from './schemas.ts'
import { transferForms } from './transfer-forms.ts'

/** Quotes of version 1 have whole numbers as ids (D107). A longer number cannot be an id. */
const V1_ID = /^\d{1,16}$/
const UUID = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/

const QuoteParams = Type.Object({
  quoteId: Type.String({
    pattern: `${V1_ID.source}|${UUID.source}`,
    description: 'The id of the quote: a UUID, or the number of a quote of version 1',
    examples: ['3cf3dd96-903e-473a-9bb4-a5cf93450793'],
  }),
})

/** The quote with this UUID or number. Refuses with QuoteInPathNotFound a quote that no profile of the caller has. */
async function getQuote(db: Reader, quoteId: string, caller: UserCaller) {
  const profiles = profileIds(caller)
  const quote = V1_ID.test(quoteId) ? (Number(quoteId) as Id<'quote'>) : quoteId
  const uuidOrFault = await findQuoteId(db, profiles, { quote })
  const found =
    typeof uuidOrFault === 'string' ? await findQuote(db, profiles, uuidOrFault) : undefined
  return found ?? refuse(QuoteInPathNotFound, { arguments: [quoteId] })
}

export const ofQuote = reads(
  {
    id: 'requirements.of-quote',
    operationId: 'getRecipientFormOfQuote',
    route: 'GET /v1/quotes/{quoteId}/account-requirements',
    summary: 'Get the account forms for a recipient of the quote.',
    spec: 'A 2.3, A 4.2',
    access: { token: 'user' },
    params: QuoteParams,
    query: QuoteQuery,
    reply: Forms,
    errors: [QuoteInPathNotFound],
  },
  async (db, { params: { quoteId }, query, caller, ...request }) =>
    formsFor(routeOfQuote(await getQuote(db, quoteId, caller), query), request),
)

export const refreshOfQuote = reads(
  {
    id: 'requirements.refresh-of-quote',
    operationId: 'refreshRecipientFormOfQuote',
    route: 'POST /v1/quotes/{quoteId}/account-requirements',
    summary: 'Get the account forms that follow from the values filled in so far.',
    spec: 'A 2.3, A 4.2',
    access: { token: 'user' },
    params: QuoteParams,
    query: QuoteQuery,
    body: RecipientDraft,
    reply: Forms,
    errors: [QuoteInPathNotFound],
  },
  async (db, { params: { quoteId }, query, body, caller, ...request }) =>
    formsFor(routeOfQuote(await getQuote(db, quoteId, caller), query), request, body),
)

export const ofRoute = reads(
  {
    id: 'requirements.of-route',
    operationId: 'getRecipientForm',
    route: 'GET /v1/account-requirements',
    summary: 'Get the account forms for a route, without a quote.',
    spec: 'A 2.3, A 4.2',
    access: { token: 'user' },
    query: RouteQuery,
    reply: Forms,
    errors: [CurrencyUnknown, NotPositive, AmountImprecise],
  },
  async (_db, { query, ...request }) => formsFor(routeOf(query), request),
)

export const refreshOfRoute = reads(
  {
    id: 'requirements.refresh-of-route',
    operationId: 'refreshRecipientForm',
    route: 'POST /v1/account-requirements',
    summary: 'Get the account forms that follow from the values filled in so far.',
    spec: 'Facts 10.5',
    access: { token: 'user' },
    query: RouteQuery,
    body: RecipientDraft,
    reply: Forms,
    errors: [CurrencyUnknown, NotPositive, AmountImprecise],
  },
  async (_db, { query, body, ...request }) => formsFor(routeOf(query), request, body),
)

export const ofTransfer = reads(
  {
    id: 'requirements.of-transfer',
    operationId: 'getTransferForm',
    route: 'POST /v1/transfer-requirements',
    summary: 'Get the form of the details that a transfer needs besides quote and recipient.',
    spec: 'A 4.1, Facts 5.5',
    access: { token: 'user' },
    body: TransferFormRequest,
    reply: TransferForms,
    errors: [QuoteInBodyNotFound, InvalidRecipient, ...transferErrors],
  },
  async (db, { body, caller }) => transferForms(db, body, caller),
)
