// Builds the replies that show a quote.

import type { Static } from 'typebox'
import { currencies, deliveryText, feePercentage, type PayIn } from '../corridors/index.ts'
import { decimalNumber } from '../kernel/decimal.ts'
import { type Currency, textWithCurrency, toWire } from '../kernel/money.ts'
import { toSecond } from '../kernel/wire.ts'
import { deliverySecondText } from './delivery-time.ts'
import type { Example } from './example-quote.ts'
import { chosenOption, type PricedOption, type QuoteRow, statusOf } from './model.ts'
import { liveRateNotice } from './pricing/notices.ts'
import type { NumberedQuote } from './quote-numbers.ts'
import type { ExampleOut, QuoteOut } from './schemas.ts'
import type { QuoteOutV1 } from './schemas-v1.ts'

type OptionOut = Static<typeof QuoteOut>['paymentOptions'][number]
type PriceItem = OptionOut['price']['items'][number]

const mainCountries = new Map(
  currencies.map(({ code, countryKeywords }) => [code, countryKeywords[0] ?? null]),
)

const payInProducts: Readonly<Record<PayIn, string>> = {
  BALANCE: 'BALANCE',
  DIRECT_DEBIT: 'EASY',
  BANK_TRANSFER: 'CHEAP',
  DEBIT: 'FAST',
  CREDIT: 'FAST',
  CARD: 'FAST',
}

type ShowContext = { readonly now: Temporal.Instant; readonly lockedRateTransfersMax: number }

export function showQuote(quote: QuoteRow, context: ShowContext): Static<typeof QuoteOut> {
  const { id, profileId } = quote
  return { id, ...showTerms(quote, context), profile: profileId }
}

export function showExample(example: Example, context: ShowContext): Static<typeof ExampleOut> {
  return { ...showTerms(example, context), profile: null }
}

function showTerms(
  quote: Example,
  { now, lockedRateTransfersMax }: ShowContext,
): Omit<Static<typeof ExampleOut>, 'profile'> {
  const { sourceCurrency, targetCurrency, provided, providedMinor, createdAt, expiresAt } = quote
  const status = statusOf(quote, now)
  const estimateAt = status === 'PENDING' ? now : undefined
  const [created, expires] = [toSecond(createdAt), toSecond(expiresAt)]
  const chosen = chosenOption(quote)
  return {
    type: 'REGULAR',
    status,
    user: quote.userId,
    clientId: quote.clientId,
    sourceCurrency,
    targetCurrency,
    ...(provided === 'SOURCE'
      ? { sourceAmount: amountOf(providedMinor, sourceCurrency) }
      : { targetAmount: amountOf(providedMinor, targetCurrency) }),
    payOut: quote.payOut,
    preferredPayIn: chosen.payIn,
    payInCountry: mainCountries.get(sourceCurrency) ?? null,
    payOutCountry: quote.payOutCountry ?? mainCountries.get(targetCurrency) ?? null,
    targetAccount: quote.targetAccount,
    targetAccountDetailsOwnedByProfile: quote.targetAccountOwned,
    rate: decimalNumber(quote.rate),
    rateType: 'FIXED',
    rateTimestamp: created,
    createdTime: created,
    expirationTime: expires,
    rateExpirationTime: expires,
    guaranteedTargetAmount: false,
    guaranteedTargetAmountAllowed: false,
    targetAmountAllowed: true,
    providedAmountType: provided,
    funding: 'POST',
    notices: quote.hasLiveRate
      ? [...quote.notices, liveRateNotice(quote.payOut, lockedRateTransfersMax)]
      : [...quote.notices],
    transferFlowConfig: { highAmount: { showFeePercentage: chosen.discountMinor > 0n } },
    paymentOptions: quote.options.map((option) => showOption(quote, option, estimateAt)),
  }
}

/** `estimateAt` is undefined for a used or expired quote, which shows no estimates. */
function showOption(
  quote: Example,
  option: PricedOption,
  estimateAt: Temporal.Instant | undefined,
): OptionOut {
  const { sourceCurrency, targetCurrency, priceSetId } = quote
  const { disabled, deliversAt, sourceMinor, feeMinor } = option
  const inSource = (minor: bigint) => amountOf(minor, sourceCurrency)
  return {
    disabled: disabled !== undefined,
    ...(disabled && { disabledReason: { ...disabled, arguments: [] } }),
    estimatedDelivery: estimateAt ? deliverySecondText(deliversAt) : null,
    formattedEstimatedDelivery: estimateAt ? deliveryText(deliversAt, estimateAt) : null,
    estimatedDeliveryDelays: [],
    allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
    payIn: option.payIn,
    payInProduct: payInProducts[option.payIn],
    payOut: option.payOut,
    sourceAmount: inSource(sourceMinor),
    targetAmount: amountOf(option.targetMinor, targetCurrency),
    sourceCurrency,
    targetCurrency,
    feePercentage: decimalNumber(
      feePercentage({ feeTotalMinor: feeMinor, sourceAmountMinor: sourceMinor }),
    ),
    price: {
      priceSetId,
      total: {
        id: 1,
        type: 'TOTAL',
        label: 'Total fees',
        value: priceOf(feeMinor, sourceCurrency),
        explanation: explanationOf('Everything that is charged for this transfer.'),
      },
      items: itemsOf(option, sourceCurrency),
      priceDecisionReferenceId: quote.priceDecisionId,
    },
    fee: {
      provider: inSource(option.providerMinor),
      payIn: inSource(option.payInMinor),
      discount: inSource(option.discountMinor),
      partner: inSource(option.partnerMinor),
      total: inSource(feeMinor),
      priceSetId,
    },
  }
}

export function showQuoteV1(
  { number, quote }: NumberedQuote,
  now: Temporal.Instant,
): Static<typeof QuoteOutV1> {
  const { sourceCurrency, targetCurrency, payOut } = quote
  const { payIn, sourceMinor, targetMinor, feeMinor, deliversAt } = chosenOption(quote)
  const transferType = payIn === 'BALANCE' ? 'BALANCE_PAYOUT' : 'REGULAR'
  const isPending = statusOf(quote, now) === 'PENDING'
  return {
    id: number,
    uuid: quote.id,
    profile: quote.profileId,
    createdByUserId: quote.userId,
    source: sourceCurrency,
    target: targetCurrency,
    sourceAmount: amountOf(sourceMinor, sourceCurrency),
    targetAmount: amountOf(targetMinor, targetCurrency),
    type: payOut === 'BALANCE' ? 'BALANCE_CONVERSION' : transferType,
    rate: decimalNumber(quote.rate),
    rateType: 'FIXED',
    createdTime: toSecond(quote.createdAt),
    deliveryEstimate: isPending ? deliverySecondText(deliversAt) : null,
    fee: amountOf(feeMinor, sourceCurrency),
    allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
    guaranteedTargetAmount: false,
    ofSourceAmount: quote.provided === 'SOURCE',
  }
}

/** The items of the price, which add up to its total. Partner fee and discount are left out when zero. */
function itemsOf(option: PricedOption, currency: Currency): PriceItem[] {
  const { payInMinor, providerMinor, partnerMinor, discountMinor } = option
  const items: PriceItem[] = [
    {
      id: 2,
      type: 'FEE',
      label: 'fee',
      value: priceOf(payInMinor, currency),
      explanation: explanationOf('What this pay-in method costs.'),
    },
    {
      id: 3,
      type: 'PROVIDER',
      label: 'Our fee',
      value: priceOf(providerMinor, currency),
      explanation: explanationOf('What we charge for sending the money.'),
    },
  ]
  if (partnerMinor !== 0n)
    items.push({
      id: 4,
      type: 'PARTNER',
      label: 'Partner fee',
      value: priceOf(partnerMinor, currency),
      explanation: explanationOf('What the application that you are using charges.'),
    })
  if (discountMinor !== 0n)
    items.push({
      id: 5,
      type: 'DISCOUNT',
      label: 'Discount',
      value: priceOf(-discountMinor, currency),
      explanation: explanationOf('What we take off for a large amount.'),
    })
  return items
}

/** The same text for clients that render Markdown and clients that do not. */
function explanationOf(text: string): PriceItem['explanation'] {
  return { plainText: text, markdown: text }
}

function priceOf(minor: bigint, currency: Currency): PriceItem['value'] {
  return { amount: amountOf(minor, currency), currency, label: labelOf(minor, currency) }
}

/** `0.88 USD`; zero is `0 USD`. */
export function labelOf(minor: bigint, currency: Currency): string {
  return minor === 0n ? `0 ${currency}` : textWithCurrency({ minor, currency })
}

function amountOf(minor: bigint, currency: Currency): number {
  return toWire({ minor, currency })
}
