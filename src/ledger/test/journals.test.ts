// The postings of every journal, written out: transfer 12 and movement 7 sell 100.00 GBP for 114.20 EUR with a fee
// of 0.80 GBP, of which the partner (application 2) gets 0.50. Card transaction 31 pays for the same exchange.

import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, money, toText } from '../../kernel/money.ts'
import {
  type Account,
  accountDetailsFee,
  balanceMove,
  balanceOf,
  type Capture,
  cardAuthorised,
  cardCaptured,
  cardRateDifference,
  cardRefunded,
  cardReleased,
  conversion,
  debtIncurred,
  debtSettled,
  depositReceived,
  depositReturned,
  guardRank,
  type Journal,
  topUp,
  transferBounced,
  transferCancelled,
  transferChargedBack,
  transferConverted,
  transferDelivered,
  transferFunded,
  transferPaidIn,
  transferRateDifference,
  transferRefunded,
  transferSent,
} from '../index.ts'

const transfer = 12 as Id<'transfer'>
const card = 31 as Id<'card-transaction'>
const [pounds, euros, jar] = [3, 4, 5] as Id<'balance'>[] as [
  Id<'balance'>,
  Id<'balance'>,
  Id<'balance'>,
]
const source = money(10_000n, 'GBP')
const target = money(11_420n, 'EUR')
const terms = {
  source,
  target,
  fee: money(80n, 'GBP'),
  partner: { applicationId: 2 as Id<'application'>, fee: money(50n, 'GBP') },
}
const withoutPartner = { source, target, fee: money(80n, 'GBP') }
const free = { source, target, fee: money(0n, 'GBP') }
const toBalance = { kind: 'balance', balanceId: pounds } as const
const toBank = { kind: 'bank' } as const

const soldFromTransfer = [
  'transfer:12 > fees 0.30 GBP',
  'transfer:12 > partner:2 0.50 GBP',
  'transfer:12 > desk 99.20 GBP',
  'desk > transfer:12 114.20 EUR',
]
const withinPounds = { source, target: source, fee: money(0n, 'GBP') }
const soldFromHold = soldFromTransfer.map((posting) =>
  posting.replace('desk > transfer:12', 'desk > card-network').replace('transfer:12', 'held:3'),
)
const takenBack = [
  'fees > transfer:12 0.30 GBP',
  'partner:2 > transfer:12 0.50 GBP',
  'desk > transfer:12 99.20 GBP',
  'transfer:12 > desk 114.20 EUR',
]

type Case = readonly [title: string, journal: Journal, name: string, postings: readonly string[]]

const cases: readonly Case[] = [
  [
    'money from outside',
    topUp(pounds, 7, source),
    'top-up movement:7',
    ['pay-in > available:3 100.00 GBP'],
  ],
  [
    'a transfer paid from a balance',
    transferFunded(transfer, pounds, source),
    'transfer-funded transfer:12',
    ['available:3 > transfer:12 100.00 GBP'],
  ],
  [
    'a transfer paid from a bank',
    transferPaidIn(transfer, source),
    'transfer-paid-in transfer:12',
    ['pay-in > transfer:12 100.00 GBP'],
  ],
  [
    'a conversion with a partner',
    transferConverted(transfer, terms),
    'transfer-converted transfer:12',
    soldFromTransfer,
  ],
  [
    'a conversion without a partner',
    transferConverted(transfer, withoutPartner),
    'transfer-converted transfer:12',
    [
      'transfer:12 > fees 0.80 GBP',
      'transfer:12 > desk 99.20 GBP',
      'desk > transfer:12 114.20 EUR',
    ],
  ],
  [
    'a free conversion has no fee posting',
    transferConverted(transfer, free),
    'transfer-converted transfer:12',
    ['transfer:12 > desk 100.00 GBP', 'desk > transfer:12 114.20 EUR'],
  ],
  [
    'money worth more after the lock comes from the desk',
    transferRateDifference(transfer, { minor: 120n, currency: 'EUR' }),
    'transfer-rate-difference transfer:12',
    ['desk > transfer:12 1.20 EUR'],
  ],
  [
    'money worth less after the lock goes to the desk',
    transferRateDifference(transfer, { minor: -120n, currency: 'EUR' }),
    'transfer-rate-difference transfer:12',
    ['transfer:12 > desk 1.20 EUR'],
  ],
  [
    'no difference has no postings',
    transferRateDifference(transfer, { minor: 0n, currency: 'EUR' }),
    'transfer-rate-difference transfer:12',
    [],
  ],
  [
    'a payout',
    transferSent(transfer, target),
    'transfer-sent transfer:12',
    ['transfer:12 > pay-out 114.20 EUR'],
  ],
  [
    'a payout to a balance of the customer',
    transferDelivered(transfer, euros, target),
    'transfer-delivered transfer:12',
    ['transfer:12 > available:4 114.20 EUR'],
  ],
  [
    'a bounced payout',
    transferBounced(transfer, target),
    'transfer-bounced transfer:12',
    ['pay-out > transfer:12 114.20 EUR'],
  ],
  [
    'a refund to a balance returns the whole source amount',
    transferRefunded(transfer, terms, toBalance),
    'transfer-refunded transfer:12',
    [...takenBack, 'transfer:12 > available:3 100.00 GBP'],
  ],
  [
    'a refund to a bank of less than the source amount',
    transferRefunded(transfer, terms, toBank, 9_000n),
    'transfer-refunded transfer:12',
    [...takenBack, 'transfer:12 > pay-out 90.00 GBP'],
  ],
  [
    'a cancelled transfer to a balance',
    transferCancelled(transfer, source, toBalance),
    'transfer-cancelled transfer:12',
    ['transfer:12 > available:3 100.00 GBP'],
  ],
  [
    'a cancelled transfer to a bank',
    transferCancelled(transfer, source, toBank),
    'transfer-cancelled transfer:12',
    ['transfer:12 > pay-out 100.00 GBP'],
  ],
  [
    'a direct debit taken back after the conversion',
    transferChargedBack(transfer, terms, true),
    'transfer-charged-back transfer:12',
    [...takenBack, 'transfer:12 > pay-in 100.00 GBP'],
  ],
  [
    'a direct debit taken back before the conversion',
    transferChargedBack(transfer, terms, false),
    'transfer-charged-back transfer:12',
    ['transfer:12 > pay-in 100.00 GBP'],
  ],
  [
    'a direct debit taken back after the payout',
    debtIncurred(transfer, source),
    'debt-incurred transfer:12',
    ['owed > pay-in 100.00 GBP'],
  ],
  [
    'a credit that settles a debt',
    debtSettled(pounds, 'movement:7', source),
    'debt-settled movement:7',
    ['available:3 > owed 100.00 GBP'],
  ],
  [
    'an exchange between balances',
    conversion(7, pounds, euros, terms),
    'conversion movement:7',
    [
      'available:3 > fees 0.30 GBP',
      'available:3 > partner:2 0.50 GBP',
      'available:3 > desk 99.20 GBP',
      'desk > available:4 114.20 EUR',
    ],
  ],
  [
    'a move between two balances of one currency',
    balanceMove(7, pounds, jar, source),
    'balance-move movement:7',
    ['available:3 > available:5 100.00 GBP'],
  ],
  [
    'a payment to account details',
    depositReceived(pounds, 21, source),
    'deposit-received deposit:21',
    ['pay-in > available:3 100.00 GBP'],
  ],
  [
    'a payment that is returned to its sender',
    depositReturned(pounds, 21, source),
    'deposit-returned deposit:21',
    ['available:3 > pay-in 100.00 GBP'],
  ],
  [
    'the fee for account details',
    accountDetailsFee(pounds, 'c4a7', source),
    'account-details-fee account-details-order:c4a7',
    ['available:3 > fees 100.00 GBP'],
  ],
  [
    'a card payment that is authorised',
    cardAuthorised(card, pounds, source),
    'card-authorised card-transaction:31',
    ['available:3 > held:3 100.00 GBP'],
  ],
  [
    'a hold that is released',
    cardReleased(card, pounds, source),
    'card-released card-transaction:31',
    ['held:3 > available:3 100.00 GBP'],
  ],
  [
    'a capture of exactly the hold',
    cardCaptured(card, pounds, { terms, heldMinor: 10_000n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    soldFromHold,
  ],
  [
    'a capture of less than the hold gives the rest back',
    cardCaptured(card, pounds, { terms, heldMinor: 10_001n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    [...soldFromHold, 'held:3 > available:3 0.01 GBP'],
  ],
  [
    'a capture of more than the hold takes the rest from the balance',
    cardCaptured(card, pounds, { terms, heldMinor: 9_999n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    ['available:3 > held:3 0.01 GBP', ...soldFromHold],
  ],
  [
    'a capture that neither hold nor balance covers is owed',
    cardCaptured(card, pounds, { terms, heldMinor: 9_000n, owedMinor: 400n }),
    'card-captured card-transaction:31',
    ['available:3 > held:3 6.00 GBP', 'owed > held:3 4.00 GBP', ...soldFromHold],
  ],
  [
    'a capture without a hold and without available money is owed in full',
    cardCaptured(card, pounds, { terms: withinPounds, heldMinor: 0n, owedMinor: 10_000n }),
    'card-captured card-transaction:31',
    ['owed > held:3 100.00 GBP', 'held:3 > card-network 100.00 GBP'],
  ],
  [
    'a capture within one currency has no exchange',
    cardCaptured(card, pounds, { terms: withinPounds, heldMinor: 12_000n, owedMinor: 0n }),
    'card-captured card-transaction:31',
    ['held:3 > card-network 100.00 GBP', 'held:3 > available:3 20.00 GBP'],
  ],
  [
    'a capture that costs less than at its rate',
    cardRateDifference(card, pounds, money(120n, 'GBP')),
    'card-rate-difference card-transaction:31',
    ['desk > available:3 1.20 GBP'],
  ],
  [
    'a capture that costs more than at its rate, partly owed',
    cardRateDifference(card, pounds, money(-120n, 'GBP'), 50n),
    'card-rate-difference card-transaction:31',
    ['available:3 > desk 0.70 GBP', 'owed > desk 0.50 GBP'],
  ],
  [
    'a capture that costs the same as at its rate has no postings',
    cardRateDifference(card, pounds, money(0n, 'GBP')),
    'card-rate-difference card-transaction:31',
    [],
  ],
  [
    'a refund of a card payment with an exchange',
    cardRefunded(card, pounds, terms),
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
    cardRefunded(card, pounds, withinPounds),
    'card-refunded card-transaction:31',
    ['card-network > available:3 100.00 GBP'],
  ],
]

function textsOf({ postings }: Journal): string[] {
  return postings.map(
    ({ from, to, amount }) => `${from} > ${to} ${toText(amount)} ${amount.currency}`,
  )
}

/** What each account gains over the whole journal, by currency; zero is left out. */
function netOf({ postings }: Journal): Map<string, bigint> {
  const net = new Map<string, bigint>()
  const add = (account: Account, currency: Currency, minor: bigint) => {
    const key = `${account} ${currency}`
    net.set(key, (net.get(key) ?? 0n) + minor)
  }
  for (const { from, to, amount } of postings) {
    add(from, amount.currency, -amount.minor)
    add(to, amount.currency, amount.minor)
  }
  return new Map([...net].filter(([, minor]) => minor !== 0n))
}

describe('journals', () => {
  it.each(cases)('%s', (_title, journal, name, postings) => {
    expect(`${journal.name} ${journal.reference}`).toBe(name)
    expect(textsOf(journal)).toEqual(postings)
  })

  it('a conversion that is refunded leaves nothing with desk, fees, partner or the transfer', () => {
    const both = {
      ...transferConverted(transfer, terms),
      postings: [
        ...transferFunded(transfer, pounds, source).postings,
        ...transferConverted(transfer, terms).postings,
        ...transferRefunded(transfer, terms, toBalance).postings,
      ],
    }
    expect(netOf(both)).toEqual(new Map())
  })

  it.each<[string, Capture]>([
    ['as much as the capture', { terms, heldMinor: 10_000n, owedMinor: 0n }],
    ['more than the capture', { terms, heldMinor: 12_345n, owedMinor: 0n }],
    ['less than the capture', { terms, heldMinor: 1n, owedMinor: 0n }],
    ['nothing of it, within one currency', { terms: withinPounds, heldMinor: 0n, owedMinor: 0n }],
  ])('a card payment that held %s and is refunded leaves no net change', (_title, capture) => {
    const all = [
      cardAuthorised(card, pounds, money(capture.heldMinor, 'GBP')),
      cardCaptured(card, pounds, capture),
      cardRefunded(card, pounds, capture.terms),
    ].flatMap(({ postings }) => postings)
    expect(netOf({ name: 'card-captured', reference: '', postings: all })).toEqual(new Map())
  })
})

describe('accounts', () => {
  it.each([
    ['available:3', 3],
    ['available:123456', 123456],
    ['held:3', undefined],
    ['transfer:3', undefined],
    ['available:', undefined],
    ['available:3x', undefined],
    ['unavailable:3', undefined],
  ])('the balance of %s is %s', (account, balance) => {
    expect(balanceOf(account)).toBe(balance)
  })

  it.each([
    ['available:3', 0],
    ['held:3', 1],
    ['transfer:12', 2],
    ['owed', 3],
    ['desk', undefined],
    ['fees', undefined],
    ['pay-in', undefined],
    ['pay-out', undefined],
    ['card-network', undefined],
    ['partner:2', undefined],
  ] as const)('%s has the lock rank %s', (account, rank) => {
    expect(guardRank(account)).toBe(rank)
  })
})
