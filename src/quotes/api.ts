// The endpoints of quotes, rates and currencies.

import Type from 'typebox'
import { currencies as currencyFacts } from '../corridors/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { reads, writesOneStatement } from '../kernel/endpoint.ts'
import { MINUTE } from '../kernel/timer.ts'
import { idIn, uuid } from '../kernel/wire.ts'
import { checkOwnProfile, ProfileMissing } from '../profiles/index.ts'
import { createQuote } from './create-quote.ts'
import {
  InvalidRecipient,
  orderErrors,
  priceErrors,
  QuoteAlreadyUsed,
  QuoteExpired,
  QuoteInPathNotFound,
  RatesParametersInvalid,
} from './errors.ts'
import { exampleQuote } from './example-quote.ts'
import { getQuote } from './get-quote.ts'
import { createNumberedQuote, getNumberedQuote } from './quote-numbers.ts'
import { currencyPairs } from './rates/currency-pairs.ts'
import { listRates } from './rates/list-rates.ts'
import { Currencies, CurrencyPairs, Rates, RatesQuery } from './rates/schemas.ts'
import { ExampleIn, ExampleOut, QuoteIn, QuoteInV2, QuoteOut, QuotePatch } from './schemas.ts'
import { QuoteInV1, QuoteOutV1 } from './schemas-v1.ts'
import { showExample, showQuote, showQuoteV1 } from './show-quote.ts'
import { rateLock } from './timers.ts'
import { updateQuote } from './update-quote.ts'

const ProfileParams = Type.Object({ profileId: idIn('profile') })
const QuoteParams = Type.Object({ profileId: idIn('profile'), quoteId: uuid('Quote id') })
const QuoteIdParams = Type.Object({ quoteId: uuid('Quote id') })

export const example = reads(
  {
    id: 'quotes.example',
    operationId: 'createExampleQuote',
    route: 'POST /v3/quotes',
    summary: 'Price a transfer without a profile and without storing a quote.',
    spec: 'A 4.3, D14',
    access: { token: 'optional' },
    body: ExampleIn,
    reply: ExampleOut,
    errors: [...orderErrors, ...priceErrors],
  },
  async (db, { body, caller, now, random, settings }) =>
    showExample(await exampleQuote(db, { body, caller, now, random }), { now, ...settings }),
)

export const create = writesOneStatement(
  {
    id: 'quotes.create',
    operationId: 'createQuote',
    route: 'POST /v3/profiles/{profileId}/quotes',
    summary: `Create a quote, which can be used for ${rateLock.seconds / MINUTE} minutes.`,
    spec: 'A 4.3, D12, D14, D16',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    body: QuoteIn,
    reply: QuoteOut,
    shed: 'first',
    onRepeat: 'another',
    errors: [...orderErrors, ...priceErrors, InvalidRecipient],
  },
  async (tx, request) =>
    showQuote(await createQuote(tx, request), { ...request, ...request.settings }),
)

const updateErrors = [
  QuoteInPathNotFound,
  QuoteExpired,
  QuoteAlreadyUsed,
  ...priceErrors,
  InvalidRecipient,
]

export const update = writesOneStatement(
  {
    id: 'quotes.update',
    operationId: 'updateQuote',
    route: 'PATCH /v3/profiles/{profileId}/quotes/{quoteId}',
    summary:
      'Add a recipient to a quote or change its pay-out method. Price and delivery may change.',
    spec: 'A 4.3, D17, D20',
    access: { token: 'user', owns: 'profileId' },
    params: QuoteParams,
    body: QuotePatch,
    reply: QuoteOut,
    onRepeat: 'same',
    errors: updateErrors,
  },
  async (tx, { params: { profileId, quoteId }, ...request }) => {
    const quote = await updateQuote(tx, { ...request, quoteId, profileIds: [profileId] })
    return showQuote(quote, { ...request, ...request.settings })
  },
)

export const get = reads(
  {
    id: 'quotes.get',
    operationId: 'getQuote',
    route: 'GET /v3/profiles/{profileId}/quotes/{quoteId}',
    summary: 'Get a quote.',
    spec: 'A 4.3, D12',
    access: { token: 'user', owns: 'profileId' },
    params: QuoteParams,
    reply: QuoteOut,
    errors: [QuoteInPathNotFound],
  },
  async (db, { params: { profileId, quoteId }, now, settings }) =>
    showQuote(await getQuote(db, [profileId], quoteId, now), { now, ...settings }),
)

export const createV2 = writesOneStatement(
  {
    id: 'quotes.create-v2',
    operationId: 'createQuoteV2',
    route: 'POST /v2/quotes',
    summary: 'Create a quote of the profile in the body.',
    spec: 'Facts 6',
    access: { token: 'user' },
    body: QuoteInV2,
    reply: QuoteOut,
    shed: 'first',
    onRepeat: 'another',
    errors: [ProfileMissing, ...orderErrors, ...priceErrors, InvalidRecipient],
  },
  async (tx, { body: { profile: profileId, ...body }, ...request }) => {
    checkOwnProfile(request.caller, profileId)
    const quote = await createQuote(tx, { ...request, params: { profileId }, body })
    return showQuote(quote, { ...request, ...request.settings })
  },
)

export const getV2 = reads(
  {
    id: 'quotes.get-v2',
    operationId: 'getQuoteV2',
    route: 'GET /v2/quotes/{quoteId}',
    summary: 'Get a quote of any profile of the caller.',
    spec: 'Facts 6',
    access: { token: 'user' },
    params: QuoteIdParams,
    reply: QuoteOut,
    errors: [QuoteInPathNotFound],
  },
  async (db, { params: { quoteId }, caller, now, settings }) =>
    showQuote(await getQuote(db, profileIds(caller), quoteId, now), { now, ...settings }),
)

export const updateV2 = writesOneStatement(
  {
    id: 'quotes.update-v2',
    operationId: 'updateQuoteV2',
    route: 'PATCH /v2/quotes/{quoteId}',
    summary:
      'Add a recipient to a quote of any profile of the caller, or change its pay-out method. Price and delivery may change.',
    spec: 'D92, Facts 6',
    access: { token: 'user' },
    params: QuoteIdParams,
    body: QuotePatch,
    reply: QuoteOut,
    onRepeat: 'same',
    errors: updateErrors,
  },
  async (tx, { params: { quoteId }, ...request }) => {
    const profiles = profileIds(request.caller)
    const quote = await updateQuote(tx, { ...request, quoteId, profileIds: profiles })
    return showQuote(quote, { ...request, ...request.settings })
  },
)

export const createV1 = writesOneStatement(
  {
    id: 'quotes.create-v1',
    operationId: 'createQuoteV1',
    route: 'POST /v1/quotes',
    summary: 'Create a quote with a whole number as its id.',
    spec: 'D107',
    access: { token: 'user' },
    deprecated: { use: 'POST /v3/profiles/{profileId}/quotes' },
    body: QuoteInV1,
    reply: QuoteOutV1,
    shed: 'first',
    onRepeat: 'another',
    errors: [ProfileMissing, ...orderErrors, ...priceErrors],
  },
  async (tx, request) => {
    checkOwnProfile(request.caller, request.body.profile)
    return showQuoteV1(await createNumberedQuote(tx, request), request.now)
  },
)

export const getV1 = reads(
  {
    id: 'quotes.get-v1',
    operationId: 'getQuoteV1',
    route: 'GET /v1/quotes/{quoteId}',
    summary: 'Get a quote that was created with a whole number as its id.',
    spec: 'D107',
    access: { token: 'user' },
    deprecated: { use: 'GET /v3/profiles/{profileId}/quotes/{quoteId}' },
    params: Type.Object({ quoteId: idIn('quote', 'The number of the quote') }),
    reply: QuoteOutV1,
    errors: [QuoteInPathNotFound],
  },
  async (db, { params: { quoteId }, caller, now }) =>
    showQuoteV1(await getNumberedQuote(db, profileIds(caller), quoteId, now), now),
)

const NOT_MODIFIED =
  'The ETag of an earlier reply. While the rates are the same, the reply is 304 without a body.'

export const pairs = reads(
  {
    id: 'quotes.currency-pairs',
    operationId: 'listCurrencyPairs',
    route: 'GET /v1/currency-pairs',
    summary: 'List the pairs of currencies that money can be sent between, with their limits.',
    spec: 'D13, Facts 7',
    access: { token: 'any' },
    takesHeaders: { 'If-None-Match': NOT_MODIFIED },
    reply: CurrencyPairs,
    replyHeaders: ['ETag'],
    errors: [],
  },
  (db, { now }) => currencyPairs(db, now),
)

export const rates = reads(
  {
    id: 'quotes.rates',
    operationId: 'listRates',
    route: 'GET /v1/rates',
    summary: 'List mid-market rates: now, at a past moment, or over a period.',
    spec: 'D13, Facts 1.1, Facts 7',
    access: { token: 'any', basic: true },
    query: RatesQuery,
    takesHeaders: {
      'If-None-Match': `${NOT_MODIFIED} A reply to source or target without from has no ETag.`,
    },
    reply: Rates,
    replyHeaders: ['ETag'],
    errors: [RatesParametersInvalid],
  },
  (db, { query, now }) => listRates(db, query, now),
)

export const currencies = reads(
  {
    id: 'quotes.currencies',
    operationId: 'listCurrencies',
    route: 'GET /v1/currencies',
    summary: 'List every currency of the service.',
    spec: 'D13, Facts 7',
    access: { token: 'any' },
    reply: Currencies,
    errors: [],
  },
  async () => [...currencyFacts],
)
