// The postings of every journal of card payments, written out: card transaction 31 pays with an exchange of 100.00 GBP
// for 114.20 EUR.

import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import {
  type Capture,
  cardAuthorised,
  cardCaptured,
  cardRateDifference,
  cardRefunded,
  cardReleased,
} from '../card-journals.ts'
import {
  type Case,
  expectJournal,
  gbpBalance,
  netOf,
  soldFromTransfer,
  source,
  terms,
} from './journal-cases.ts'

const cardTransaction = 31 as Id<'card-transaction'>
const withinPounds = { source, target: source, fee: money(0n, 'GBP') }
const soldFromHold = soldFromTransfer.map((posting) =>
  posting.replace('desk > transfer:12', 'desk > card-network').replace('transfer:12', 'held:3'),
)

const cases: readonly Case[] = [
  [
    'a card payment that is authorised',
    cardAuthorised(cardTransaction, gbpBalance, source),
    'card-authorised card-transaction:31',
    ['available:3 > held:3 100.00 GBP'],
  ],
  [
    'a hold that is released',
    cardReleased(cardTransaction, gbpBalance, source),
    'card-released card-transaction:31',
    ['held:3 > available:3 100.00 GBP'],
  ],
  [
    'a capture of exactly the hold',
    cardCaptured(cardTransaction, gbpBalance, { terms, heldMinor: 10_000n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    soldFromHold,
  ],
  [
    'a capture of less than the hold, which gives the rest back',
    cardCaptured(cardTransaction, gbpBalance, { terms, heldMinor: 10_001n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    [...soldFromHold, 'held:3 > available:3 0.01 GBP'],
  ],
  [
    'a capture of more than the hold, which takes the missing amount from the balance',
    cardCaptured(cardTransaction, gbpBalance, { terms, heldMinor: 9_999n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    ['available:3 > held:3 0.01 GBP', ...soldFromHold],
  ],
  [
    'a capture that neither hold nor balance covers, so that the rest is owed',
    cardCaptured(cardTransaction, gbpBalance, { terms, heldMinor: 9_000n, owedMinor: 400n }),
    'card-captured card-transaction:31',
    ['available:3 > held:3 6.00 GBP', 'owed > held:3 4.00 GBP', ...soldFromHold],
  ],
  [
    'a capture without a hold and without available money, which is owed in full',
    cardCaptured(cardTransaction, gbpBalance, {
      terms: withinPounds,
      heldMinor: 0n,
      owedMinor: 10_000n,
    }),
    'card-captured card-transaction:31',
    ['owed > held:3 100.00 GBP', 'held:3 > card-network 100.00 GBP'],
  ],
  [
    'a capture within one currency, without an exchange',
    cardCaptured(cardTransaction, gbpBalance, {
      terms: withinPounds,
      heldMinor: 12_000n,
      owedMinor: 0n,
    }),
    'card-captured card-transaction:31',
    ['held:3 > card-network 100.00 GBP', 'held:3 > available:3 20.00 GBP'],
  ],
  [
    'a capture that costs less at the current rate than at the rate of its authorisation',
    cardRateDifference(cardTransaction, gbpBalance, money(120n, 'GBP')),
    'card-rate-difference card-transaction:31',
    ['desk > available:3 1.20 GBP'],
  ],
  [
    'a capture that costs more at the current rate than at the rate of its authorisation, partly owed',
    cardRateDifference(cardTransaction, gbpBalance, money(-120n, 'GBP'), 50n),
    'card-rate-difference card-transaction:31',
    ['available:3 > desk 0.70 GBP', 'owed > desk 0.50 GBP'],
  ],
  [
    'a capture that costs the same at both rates, without postings',
    cardRateDifference(cardTransaction, gbpBalance, money(0n, 'GBP')),
    'card-rate-difference card-transaction:31',
    [],
  ],
  [
    'a refund of a card payment with an exchange',
    cardRefunded(cardTransaction, gbpBalance, terms),
    'card-refunded card-transaction:31',
    [
      'card-network > desk 114.20 EUR',
      'fees > available:3 0.30 GBP',
      'partner:2 > available:3 0.50 GBP',
      'desk > available:3 99.20 GBP',
    ],
  ],
  [
    'a refund of a card payment within one currency',
    cardRefunded(cardTransaction, gbpBalance, withinPounds),
    'card-refunded card-transaction:31',
    ['card-network > available:3 100.00 GBP'],
  ],
]

describe('journals of card payments', () => {
  it.each(cases)(
    'the journal of %s has the name, reference and postings of its case, and no other postings',
    (_title, journal, nameAndReference, postings) =>
      expectJournal(journal, nameAndReference, postings),
  )

  it.each<[string, Capture]>([
    ['as much as the capture', { terms, heldMinor: 10_000n, owedMinor: 0n }],
    ['more than the capture', { terms, heldMinor: 12_345n, owedMinor: 0n }],
    ['less than the capture', { terms, heldMinor: 1n, owedMinor: 0n }],
    ['nothing, within one currency,', { terms: withinPounds, heldMinor: 0n, owedMinor: 0n }],
  ])('a card payment that held %s leaves no net change after its refund', (_title, capture) => {
    const all = [
      cardAuthorised(cardTransaction, gbpBalance, money(capture.heldMinor, 'GBP')),
      cardCaptured(cardTransaction, gbpBalance, capture),
      cardRefunded(cardTransaction, gbpBalance, capture.terms),
    ].flatMap(({ postings }) => postings)
    expect(netOf({ name: 'card-captured', reference: '', postings: all })).toEqual(new Map())
  })
})
