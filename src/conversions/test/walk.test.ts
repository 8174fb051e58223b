import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../test/support/audit.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { holding, put } from '../../balances/test/fixtures.ts'
import type { Id } from '../../kernel/ids.ts'
import { balanceOption, move, quote } from './counter.ts'

/** Each currency's STANDARD balance, and jars beside two of them. */
const currencies = ['GBP', 'GBP', 'EUR', 'EUR', 'JPY'] as const
/** Makes amounts of one size in every currency. */
const scale: Record<string, number> = { GBP: 1, EUR: 1, JPY: 200 }
const minorUnit: Record<string, number> = { GBP: 0.01, EUR: 0.01, JPY: 1 }
const UNITS_AT_START = 100
const WALKS = 12
const TIMEOUT_MS = 60_000
/** Then fast-check stops making a failure smaller and reports the smallest so far. */
const SEARCH_MS = 45_000
const STEPS_MIN = 10
const STEPS_MAX = 25

type Step = {
  readonly do: 'top-up' | 'move' | 'cross'
  readonly from: number
  readonly to: number
  readonly units: number
}

const step: fc.Arbitrary<Step> = fc
  .record({
    // Crossing is two at once, one there and one back.
    do: fc.constantFrom('top-up' as const, 'move' as const, 'move' as const, 'cross' as const),
    from: fc.nat({ max: currencies.length - 1 }),
    onwards: fc.integer({ min: 1, max: currencies.length - 1 }),
    units: fc.integer({ min: 1, max: 120 }),
  })
  .map(({ onwards, ...step }) => ({ ...step, to: (step.from + onwards) % currencies.length }))

type Purse = readonly { readonly id: Id<'balance'>; readonly currency: string }[]

describe('any walk of top-ups, moves and conversions', () => {
  const service = testService()

  const walk = fc.array(step, { minLength: STEPS_MIN, maxLength: STEPS_MAX })

  it(
    'leaves each balance with what its movements say, never below zero, and a clean ledger',
    { timeout: TIMEOUT_MS },
    () =>
      fc.assert(
        fc.asyncProperty(walk, async (steps) => {
          const ann = await service.createUser()
          const purse = await fill(ann)
          const expected = purse.map(({ currency }) => worthOf(UNITS_AT_START, currency))
          for (const taken of steps) await take(ann, purse, expected, taken)
          const { body } = await ann.call(
            `GET /v4/profiles/${ann.personal}/balances?types=STANDARD,SAVINGS`,
          )
          const held = body.map(({ amount }: { amount: { value: number } }) => amount.value)
          expect(held).toEqual(expected.map((value) => Number(value.toFixed(2))))
          expect(Math.min(...held)).toBeGreaterThanOrEqual(0)
          await audit(service.db)
        }),
        {
          numRuns: WALKS,
          interruptAfterTimeLimit: SEARCH_MS,
          markInterruptAsFailure: true,
        },
      ),
  )

  async function fill(ann: Person): Promise<Purse> {
    const purse: { id: Id<'balance'>; currency: string }[] = []
    for (const [index, currency] of currencies.entries()) {
      const isSecond = currencies.indexOf(currency) !== index
      const kind = isSecond ? ({ type: 'SAVINGS', name: 'Jar' } as const) : {}
      const amount = String(worthOf(UNITS_AT_START, currency))
      purse.push({ id: await holding(service, ann, currency, amount, kind), currency })
    }
    return purse
  }

  async function take(ann: Person, purse: Purse, expected: number[], taken: Step): Promise<void> {
    if (taken.do === 'top-up') {
      const { id, currency } = at(purse, taken.to)
      const amount = worthOf(taken.units, currency)
      await put(service, ann, id, currency, String(amount))
      expected[taken.to] = at(expected, taken.to) + amount
      return
    }
    const there = () => send(ann, purse, expected, taken)
    const back = () => send(ann, purse, expected, { ...taken, from: taken.to, to: taken.from })
    await Promise.all(taken.do === 'cross' ? [there(), back()] : [there()])
  }

  /** Moves or exchanges, as the currencies demand; a balance that is short stays as it is. */
  async function send(ann: Person, purse: Purse, expected: number[], taken: Step) {
    const { from, to, units } = taken
    const [source, target] = [at(purse, from), at(purse, to)]
    const pair = { sourceBalanceId: source.id, targetBalanceId: target.id }
    const value = worthOf(units, source.currency)
    const priced =
      source.currency === target.currency
        ? undefined
        : await quote(ann, source.currency, target.currency, { sourceAmount: value })
    if (priced?.errors) return
    const how = priced ? { quoteId: priced.id } : { amount: { value, currency: source.currency } }
    const reply = await move(ann, { ...how, ...pair })
    if (reply.status !== 201) {
      expect(reply.body.errors).toMatchObject([{ code: 'balance.insufficient-funds' }])
      return
    }
    const arrived = reply.body.targetAmount.value
    const promised = priced ? balanceOption(priced).targetAmount : value
    // Of two quotes at one moment, one may take the other's rate (D111). The rate has not moved, but what is
    // priced again is rounded down.
    const mayBePricedAgain = priced !== undefined && taken.do === 'cross'
    const least = mayBePricedAgain ? promised - (minorUnit[target.currency] ?? 0) : promised
    expect([promised, Number(least.toFixed(2))]).toContain(arrived)
    expected[from] = at(expected, from) - value
    expected[to] = at(expected, to) + arrived
  }
})

function worthOf(units: number, currency: string): number {
  return units * (scale[currency] ?? 1)
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`there is no item ${index}`)
  return item
}
