import { describe, expect, it } from 'vitest'
import { NotFundable, PaymentExists } from '../errors.ts'
import { bankCostMinorOf, checkPayable, isLapsing, referenceOf, statusAfter } from '../model.ts'

const noon = Temporal.Instant.from('2026-01-12T12:00:00Z')
const open = { status: 'COMPLETED', paid: false, debitInProgress: false, lapsesAt: noon } as const

describe('isLapsing', () => {
  it.each([
    [{}, -1, false, 'members wait until lapsesAt'],
    [{}, 0, true, 'members lapse at lapsesAt'],
    [{}, 1, true, 'members stay lapsed after lapsesAt'],
    [{ status: 'NEW' }, 1, true, 'members of a NEW group lapse too'],
    [
      { status: 'MARKED_FOR_CANCELLATION' },
      1,
      false,
      'the cancellation already cancels the members',
    ],
    [{ status: 'CANCELLED' }, 1, false, 'no member is left'],
    [{ paid: true }, 1, false, 'no member waits in a paid group'],
    [{ debitInProgress: true }, 1, false, 'a direct debit is in progress'],
    [{ lapsesAt: null }, 1, false, 'the group has no members'],
  ] as const)('for %j %i seconds after lapsesAt: %s, because %s', (change, seconds, lapses, _) => {
    expect(isLapsing({ ...open, ...change }, noon.add({ seconds }))).toBe(lapses)
  })
})

describe('bankCostMinorOf', () => {
  it('is the cost of a bank transfer when the quote has an option for it', () => {
    expect(bankCostMinorOf({ sourceMinor: 101n }, { sourceMinor: 100n })).toBe(101n)
  })

  it('is the cost of the chosen option when the quote has no option for bank transfer', () => {
    expect(bankCostMinorOf(undefined, { sourceMinor: 100n })).toBe(100n)
  })
})

const id = '54a6bc09-cef9-49a8-9041-f1f0c654cd88'

describe('checkPayable', () => {
  it('accepts an unpaid COMPLETED group', () => {
    expect(() => checkPayable({ ...open, id })).not.toThrow()
  })

  it.each([
    { change: { paid: true }, kind: PaymentExists, value: id, because: 'the group is paid' },
    {
      change: { debitInProgress: true },
      kind: PaymentExists,
      value: id,
      because: 'a direct debit is in progress',
    },
    {
      change: { paid: true, status: 'CANCELLED' },
      kind: PaymentExists,
      value: id,
      because: 'a payment is reported before a wrong status',
    },
    {
      change: { status: 'NEW' },
      kind: NotFundable,
      value: 'NEW',
      because: 'transfers may still be added',
    },
    {
      change: { status: 'CANCELLED' },
      kind: NotFundable,
      value: 'CANCELLED',
      because: 'a cancelled group has no transfers to pay',
    },
  ] as const)(
    '$kind.code for $change names $value, because $because',
    ({ change, kind, value }) => {
      expect(() => checkPayable({ ...open, id, ...change })).toThrow(
        expect.objectContaining({ faults: [{ kind, arguments: [value] }] }),
      )
    },
  )
})

describe('statusAfter', () => {
  it('is the status that the move leads to', () => {
    expect(statusAfter({ id, status: 'NEW' }, 'complete')).toBe('COMPLETED')
  })

  it('throws for a move that the status does not allow, because the caller has a bug', () => {
    expect(() => statusAfter({ id, status: 'CANCELLED' }, 'complete')).toThrow(
      `batch group ${id} is CANCELLED: it cannot complete`,
    )
  })
})

it('a reference is B and the digits of the number', () => {
  expect(referenceOf(5323)).toBe('B5323')
})
