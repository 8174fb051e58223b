import { describe, expect, it } from 'vitest'
import { decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import type { Settings } from '../../kernel/settings.ts'
import { transferConverted, transferRateDifference } from '../../ledger/index.ts'
import {
  advancesAt,
  conversionJournals,
  customerTransactionKey,
  hasLapsed,
  hasRate,
  isRepriced,
  issueDescriptions,
  issuesOncePaid,
  listedStatuses,
  quoteFunding,
  refundDestinationOf,
  refundRecipientOf,
  shownOf,
  sourceOf,
  targetOf,
  termsOf,
} from '../model.ts'
import { type IssueType, issueTypes, type TransferRow } from '../row.ts'
import { type TransferStatus, transferStates } from '../states.ts'

const createdAt = Temporal.Instant.from('2026-01-05T10:00:00.987Z')
const lockEnds = createdAt.add({ minutes: 30 })
const lapsesAt = createdAt.add({ hours: 7 * 24 })
const aMoment = { nanoseconds: 1 }

/** 100 pounds become 118.50 euros. The fee is 1.25 pounds, with 0.25 pounds for the partner. */
const waiting: TransferRow = {
  profileId: 101 as Id<'profile'>,
  id: 16_521_632 as Id<'transfer'>,
  userId: 55 as Id<'user'>,
  isBusiness: false,
  quoteId: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
  targetAccount: 8_692_237 as Id<'recipient'>,
  byEmail: false,
  sourceAccount: 8_692_240 as Id<'recipient'>,
  status: 'incoming_payment_waiting',
  payIn: 'BANK_TRANSFER',
  payOut: 'BANK_TRANSFER',
  sourceCurrency: 'GBP',
  sourceMinor: 10_000n,
  feeMinor: 125n,
  partnerFeeMinor: 25n,
  partnerApplicationId: 7 as Id<'application'>,
  targetCurrency: 'EUR',
  targetMinor: 11_850n,
  rate: decimal('1.2'),
  rateLockedUntil: lockEnds,
  details: { reference: 'Rent' },
  customerTransactionId: 'b9f8a1d2-54c0-4c6b-8f6e-0d4b1f0f9a55',
  originalTransferId: null,
  originator: null,
  requestHash: 'f'.repeat(64),
  batchGroupId: null,
  payinSessionId: '0d1f7c1e-7a0c-4f06-a3c1-7b2b7f3a6f10',
  activeIssues: [],
  heldPastLock: false,
  eventCount: 1,
  paidBalanceId: null,
  createdAt,
  lapsesAt,
  advancesAt: null,
  paymentMethod: null,
}

/** The same transfer, paid from a balance. */
const paid: TransferRow = {
  ...waiting,
  status: 'processing',
  payIn: 'BALANCE',
  paymentMethod: 'BALANCE',
  paidBalanceId: 200_001 as Id<'balance'>,
  eventCount: 2,
  lapsesAt: null,
}

/** Pounds that stay pounds: there is no rate that could change. */
const pounds = { targetCurrency: 'GBP', targetMinor: 9_875n, rate: decimal('1') }

describe('issues', () => {
  it('each issue has a description for the sender', () => {
    expect(issueDescriptions).toEqual({
      profile_not_verified: 'The sending profile is not verified yet.',
      deposit_amount_less_invoice: 'Less money arrived than the transfer costs.',
      recipient_details_missing: 'The recipient has not given bank details yet.',
    })
  })

  it.each<[readonly IssueType[], readonly IssueType[], string]>([
    [[], [], 'there were no issues'],
    [['deposit_amount_less_invoice'], [], 'the whole amount has arrived'],
    [
      issueTypes,
      ['profile_not_verified', 'recipient_details_missing'],
      'money does not resolve the other issues',
    ],
  ])('of %j, %j are left once the transfer is paid, because %s', (before, left) => {
    expect(issuesOncePaid(before)).toEqual(left)
  })
})

describe('customerTransactionKey', () => {
  it.each([
    [
      'B9F8A1D2-54C0-4C6B-8F6E-0D4B1F0F9A55',
      'b9f8a1d2-54c0-4c6b-8f6e-0d4b1f0f9a55',
      'a UUID is the same in upper and lower case',
    ],
    ['Invoice 7', 'Invoice 7', 'any other text is case-sensitive'],
    ['', '', 'an empty text is no UUID'],
  ])('of %j has the value %j, because %s', (id, value) => {
    expect(customerTransactionKey(id)).toEqual({ name: 'customerTransactionId', value })
  })
})

it('a list may be filtered by every status of a transfer and by four that no transfer has', () => {
  expect(listedStatuses).toEqual([
    ...transferStates.states,
    'incoming_payment_initiated',
    'waiting_recipient_input_to_proceed',
    'charged_back',
    'unknown',
  ])
})

describe('the terms of a transfer', () => {
  it('sourceOf and targetOf are its amounts in their currencies', () => {
    expect(sourceOf(waiting)).toEqual(money(10_000n, 'GBP'))
    expect(targetOf(waiting)).toEqual(money(11_850n, 'EUR'))
  })

  const share = { applicationId: 7, fee: money(25n, 'GBP') }
  it.each<[string, Partial<TransferRow>, typeof share | undefined]>([
    ['the partner has a share of the fee', {}, share],
    ['a penny is a share', { partnerFeeMinor: 1n }, { ...share, fee: money(1n, 'GBP') }],
    ['the application charges nothing', { partnerFeeMinor: 0n }, undefined],
    ['no application created it', { partnerApplicationId: null }, undefined],
  ])('have the partner with its share of the fee, or no partner: %s', (_, change, partner) => {
    expect(termsOf({ ...waiting, ...change })).toEqual({
      source: money(10_000n, 'GBP'),
      fee: money(125n, 'GBP'),
      partner,
      target: money(11_850n, 'EUR'),
    })
  })
})

describe('conversionJournals', () => {
  it.each([
    [11_850n, 0n, 'the rate stayed as it was'],
    [11_900n, 50n, 'pricing the transfer again gave more euros'],
    [11_700n, -150n, 'pricing the transfer again gave fewer euros'],
  ])(
    'with a target amount of %s cents books a difference of %s, because %s',
    (targetMinor, difference) => {
      expect(conversionJournals(paid, { targetMinor })).toEqual([
        transferConverted(paid.id, termsOf(paid)),
        transferRateDifference(paid.id, money(difference, 'EUR')),
      ])
    },
  )
})

describe('where a refund goes', () => {
  const balance = { kind: 'balance', balanceId: 200_001 }
  const bank = { kind: 'bank' }
  const payIn = 'BANK_TRANSFER'
  const paidByBank: TransferRow = { ...paid, payIn, paymentMethod: payIn, paidBalanceId: null }
  const withoutRefundRecipient: TransferRow = { ...paidByBank, sourceAccount: null }
  it.each<[string, TransferRow, object, number | null | undefined]>([
    ['bank account: to the recipient that the sender named', paidByBank, bank, 8_692_240],
    ['bank account: to that account', withoutRefundRecipient, bank, null],
    ['balance: to the balance, whatever recipient is named (D22)', paid, balance, undefined],
  ])('of a transfer that was paid from a %s', (_, transfer, origin, recipient) => {
    expect(refundDestinationOf(transfer)).toEqual(origin)
    expect(refundRecipientOf(transfer)).toBe(recipient)
  })
})

describe('D12a: isRepriced', () => {
  it.each<[boolean, string, Partial<TransferRow>, Temporal.Instant]>([
    [false, 'the rate is locked', {}, createdAt],
    [false, 'the lock includes its last moment', {}, lockEnds],
    [true, 'the lock has ended', {}, lockEnds.add(aMoment)],
    [true, 'the rate was never locked', { rateLockedUntil: null }, createdAt],
    [false, 'pounds to pounds have no rate', pounds, lockEnds.add(aMoment)],
    [false, 'pounds to pounds have no rate', { ...pounds, rateLockedUntil: null }, createdAt],
  ])('is %s, because %s', (expected, _, change, at) => {
    expect(isRepriced({ ...waiting, ...change }, at)).toBe(expected)
  })
})

describe('D92: quoteFunding', () => {
  it('names only the quote when the transfer was not priced again', () => {
    expect(quoteFunding(paid, {})).toEqual({ id: paid.quoteId, booked: undefined })
  })

  it('has the method, rate and target amount of a transfer that was priced again', () => {
    const rate = decimal('1.21')
    expect(quoteFunding({ ...paid, targetMinor: 11_948n }, { rate })).toEqual({
      id: paid.quoteId,
      booked: { payIn: 'BALANCE', rate, targetMinor: 11_948n },
    })
  })
})

describe('shownOf', () => {
  it('has the converted amount, the rate as a number and the time to the second', () => {
    expect(shownOf(waiting)).toEqual({
      ...waiting,
      business: null,
      convertedMinor: 9_875n,
      rate: 1.2,
      hasActiveIssues: false,
      mayBePricedAgain: true,
      created: '2026-01-05 10:00:00',
    })
  })

  it('has the profile of a business', () => {
    expect(shownOf({ ...waiting, isBusiness: true }).business).toBe(101)
  })

  it('has active issues when there is at least one', () => {
    expect(shownOf({ ...paid, activeIssues: ['profile_not_verified'] }).hasActiveIssues).toBe(true)
  })

  const held = { activeIssues: ['profile_not_verified'] as const }
  it.each<[boolean, string, Partial<TransferRow>]>([
    [true, 'the transfer is not paid yet', { status: 'incoming_payment_waiting' }],
    [false, 'the transfer has no rate', { status: 'incoming_payment_waiting', ...pounds }],
    [false, 'the transfer was paid at its rate', { status: 'processing' }],
    [true, 'an issue holds the money', { status: 'processing', ...held }],
    [true, 'an issue held the money past the lock', { status: 'processing', heldPastLock: true }],
    [false, 'the transfer has no rate', { status: 'processing', ...held, ...pounds }],
    [false, 'the money is exchanged already', { status: 'funds_converted', ...held }],
    [false, 'the money is exchanged already', { status: 'funds_converted', heldPastLock: true }],
    [false, 'the transfer has ended', { status: 'cancelled', ...held }],
  ])('mayBePricedAgain is %s, because %s', (expected, _, change) => {
    expect(shownOf({ ...paid, ...change }).mayBePricedAgain).toBe(expected)
  })
})

describe('hasRate', () => {
  it.each<[boolean, string, TransferRow, Temporal.Instant]>([
    [true, 'an unpaid transfer whose rate is locked', waiting, lockEnds],
    [false, 'an unpaid transfer whose lock has ended', waiting, lockEnds.add(aMoment)],
    [true, 'a transfer that was paid at its rate', paid, lockEnds.add(aMoment)],
    [
      false,
      'a paid transfer whose money an issue holds past the lock',
      { ...paid, activeIssues: ['profile_not_verified'] },
      lockEnds.add(aMoment),
    ],
  ])('is %s for %s', (expected, _, transfer, at) => {
    expect(hasRate(shownOf(transfer), at)).toBe(expected)
  })
})

describe('D24: hasLapsed', () => {
  it.each<[boolean, string, Partial<TransferRow>, Temporal.Instant]>([
    [false, 'there is still time to pay', {}, lapsesAt.subtract(aMoment)],
    [true, 'the time to pay ends at lapsesAt', {}, lapsesAt],
    [true, 'the time to pay is over even if the sweep runs later', {}, lapsesAt.add(aMoment)],
    [false, 'the transfer is paid', { status: 'processing' }, lapsesAt],
    [false, 'the transfer has ended', { status: 'cancelled' }, lapsesAt],
    [false, 'the transfer has no time limit', { lapsesAt: null }, lapsesAt],
  ])('is %s, because %s', (expected, _, change, at) => {
    expect(hasLapsed({ ...waiting, ...change }, at)).toBe(expected)
  })
})

describe('D23: advancesAt', () => {
  const settings = (autoAdvanceSeconds: number | undefined): Settings =>
    ({ autoAdvanceSeconds }) as Settings
  const in5Seconds = createdAt.add({ seconds: 5 })

  const intervals = { 'an interval of 5 s': 5, 'an interval of 0 s': 0, 'no interval': undefined }
  it.each<[TransferStatus, keyof typeof intervals, Temporal.Instant | null, string]>([
    ['processing', 'an interval of 5 s', in5Seconds, 'its money will be exchanged'],
    ['funds_converted', 'an interval of 5 s', in5Seconds, 'its money will be sent'],
    ['processing', 'an interval of 0 s', createdAt, 'zero seconds mean immediately'],
    ['processing', 'no interval', null, 'no interval is configured'],
    ['funds_converted', 'no interval', null, 'no interval is configured'],
    ['incoming_payment_waiting', 'an interval of 5 s', null, 'it has to be paid first'],
    ['outgoing_payment_sent', 'an interval of 5 s', null, 'its money was sent'],
    ['bounced_back', 'an interval of 5 s', null, 'a refund has to be requested'],
    ['funds_refunded', 'an interval of 5 s', null, 'it has ended'],
    ['cancelled', 'an interval of 5 s', null, 'it has ended'],
  ])('of a transfer that is %s, with %s, is %s because %s', (status, interval, at) => {
    expect(advancesAt(status, createdAt, settings(intervals[interval]))).toEqual(at)
  })
})
