// The postings of every journal of transfers and balances, written out: transfer 12 and movement 7 sell 100.00 GBP for
// 114.20 EUR with a fee of 0.80 GBP, of which the partner (application 2) gets 0.50.

import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import {
  accountDetailsFee,
  balanceMove,
  conversion,
  debtIncurred,
  debtSettled,
  depositReceived,
  depositReturned,
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
import {
  type Case,
  expectJournal,
  gbpBalance,
  netOf,
  soldFromTransfer,
  source,
  target,
  terms,
} from './journal-cases.ts'

const transfer = 12 as Id<'transfer'>
const eurBalance = 4 as Id<'balance'>
const gbpSavings = 5 as Id<'balance'>
const withoutPartner = { source, target, fee: money(80n, 'GBP') }
const free = { source, target, fee: money(0n, 'GBP') }
const toBalance = { kind: 'balance', balanceId: gbpBalance } as const
const toBank = { kind: 'bank' } as const
const undoneConversion = [
  'fees > transfer:12 0.30 GBP',
  'partner:2 > transfer:12 0.50 GBP',
  'desk > transfer:12 99.20 GBP',
  'transfer:12 > desk 114.20 EUR',
]

const cases: readonly Case[] = [
  [
    'money from outside',
    topUp(gbpBalance, 7, source),
    'top-up movement:7',
    ['pay-in > available:3 100.00 GBP'],
  ],
  [
    'a transfer paid from a balance',
    transferFunded(transfer, gbpBalance, source),
    'transfer-funded transfer:12',
    ['available:3 > transfer:12 100.00 GBP'],
  ],
  [
    'a transfer paid from outside',
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
    'a free conversion, without a posting of a fee',
    transferConverted(transfer, free),
    'transfer-converted transfer:12',
    ['transfer:12 > desk 100.00 GBP', 'desk > transfer:12 114.20 EUR'],
  ],
  [
    'money that is worth more after the rate lock, which comes from the desk',
    transferRateDifference(transfer, { minor: 120n, currency: 'EUR' }),
    'transfer-rate-difference transfer:12',
    ['desk > transfer:12 1.20 EUR'],
  ],
  [
    'money that is worth less after the rate lock, which goes to the desk',
    transferRateDifference(transfer, { minor: -120n, currency: 'EUR' }),
    'transfer-rate-difference transfer:12',
    ['transfer:12 > desk 1.20 EUR'],
  ],
  [
    'a rate difference of zero, without postings',
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
    transferDelivered(transfer, eurBalance, target),
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
    'a refund to a balance, which returns the whole source amount',
    transferRefunded(transfer, terms, toBalance),
    'transfer-refunded transfer:12',
    [...undoneConversion, 'transfer:12 > available:3 100.00 GBP'],
  ],
  [
    'a refund to a bank of less than the source amount',
    transferRefunded(transfer, terms, toBank, 9_000n),
    'transfer-refunded transfer:12',
    [...undoneConversion, 'transfer:12 > pay-out 90.00 GBP'],
  ],
  [
    'a cancelled transfer whose money returns to a balance',
    transferCancelled(transfer, source, toBalance),
    'transfer-cancelled transfer:12',
    ['transfer:12 > available:3 100.00 GBP'],
  ],
  [
    'a cancelled transfer whose money returns to a bank',
    transferCancelled(transfer, source, toBank),
    'transfer-cancelled transfer:12',
    ['transfer:12 > pay-out 100.00 GBP'],
  ],
  [
    'a direct debit charged back after the conversion',
    transferChargedBack(transfer, terms, { isConverted: true }),
    'transfer-charged-back transfer:12',
    [...undoneConversion, 'transfer:12 > pay-in 100.00 GBP'],
  ],
  [
    'a direct debit charged back before the conversion',
    transferChargedBack(transfer, terms, { isConverted: false }),
    'transfer-charged-back transfer:12',
    ['transfer:12 > pay-in 100.00 GBP'],
  ],
  [
    'a direct debit charged back after the payout',
    debtIncurred(transfer, source),
    'debt-incurred transfer:12',
    ['owed > pay-in 100.00 GBP'],
  ],
  [
    'a credit that settles a debt',
    debtSettled(gbpBalance, 'movement:7', source),
    'debt-settled movement:7',
    ['available:3 > owed 100.00 GBP'],
  ],
  [
    'an exchange between balances',
    conversion(7, gbpBalance, eurBalance, terms),
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
    balanceMove(7, gbpBalance, gbpSavings, source),
    'balance-move movement:7',
    ['available:3 > available:5 100.00 GBP'],
  ],
  [
    'a payment to account details',
    depositReceived(gbpBalance, 21, source),
    'deposit-received deposit:21',
    ['pay-in > available:3 100.00 GBP'],
  ],
  [
    'a payment that is returned to its sender',
    depositReturned(gbpBalance, 21, source),
    'deposit-returned deposit:21',
    ['available:3 > pay-in 100.00 GBP'],
  ],
  [
    'the fee for account details',
    accountDetailsFee(gbpBalance, 'c4a7', source),
    'account-details-fee account-details-order:c4a7',
    ['available:3 > fees 100.00 GBP'],
  ],
]

describe('journals of transfers and balances', () => {
  it.each(cases)(
    'the journal of %s has the name, reference and postings of its case, and no other postings',
    (_title, journal, nameAndReference, postings) =>
      expectJournal(journal, nameAndReference, postings),
  )

  it('a transfer that is funded, converted and refunded leaves no net change of any account', () => {
    const all = {
      ...transferConverted(transfer, terms),
      postings: [
        ...transferFunded(transfer, gbpBalance, source).postings,
        ...transferConverted(transfer, terms).postings,
        ...transferRefunded(transfer, terms, toBalance).postings,
      ],
    }
    expect(netOf(all)).toEqual(new Map())
  })
})
