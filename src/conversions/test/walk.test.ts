import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../test/support/audit.ts'
import { house, type Reply } from '../../../test/support/house.ts'
import type { Person } from '../../../test/support/people.ts'
import { holding, put } from '../../balances/test/purse.ts'
import type { Id } from '../../kernel/ids.ts'
import { balanceOption, move, quote } from './counter.ts'

const currencies = ['GBP', 'GBP', 'EUR', 'EUR', 'JPY'] as const
const WALKS = 12
const STEPS_MAX = 20

type Slot = number
type Step =
  | { readonly do: 'top-up'; readonly to: Slot; readonly units: number }
  | { readonly do: 'move'; readonly from: Slot; readonly to: Slot; readonly units: number }
  | { readonly do: 'convert'; readonly from: Slot; readonly to: Slot; readonly units: number }
  /** Two at once, one there and one back. */
  | { readonly do: 'cross'; readonly from: Slot; readonly to: Slot; readonly units: number }

const slot = fc.nat({ max: currencies.length - 1 })
const units = fc.integer({ min: 1, max: 400 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('top-up' as const), to: slot, units }),
  fc.record({ do: fc.constant('move' as const), from: slot, to: slot, units }),
  fc.record({ do: fc.constant('convert' as const), from: slot, to: slot, units }),
  fc.record({ do: fc.constant('cross' as const), from: slot, to: slot, units }),
)

type Purse = readonly { readonly id: Id<'balance'>; readonly currency: string }[]

describe('any walk of top-ups, moves and conversions', () => {
  const h = house()

  it('leaves each balance with what its movements say, never below zero, and a clean ledger', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: STEPS_MAX }), async (steps) => {
        const ann = await h.user()
        const purse = await fill(ann)
        const expected = purse.map(() => 100)
        for (const taken of steps) await take(ann, purse, expected, taken)
        const { body } = await ann.call(
          `GET /v4/profiles/${ann.personal}/balances?types=STANDARD,SAVINGS`,
        )
        const held = body.map(({ amount }: { amount: { value: number } }) => amount.value)
        expect(held).toEqual(expected.map((value) => Number(value.toFixed(2))))
        expect(Math.min(...held)).toBeGreaterThanOrEqual(0)
        await audit(h.db)
      }),
      { numRuns: WALKS },
    ))

  async function fill(ann: Person): Promise<Purse> {
    const purse: { id: Id<'balance'>; currency: string }[] = []
    for (const [index, currency] of currencies.entries()) {
      const isSecond = currencies.indexOf(currency) !== index
      const kind = isSecond ? ({ type: 'SAVINGS', name: 'Jar' } as const) : {}
      purse.push({ id: await holding(h, ann, currency, '100', kind), currency })
    }
    return purse
  }

  async function take(ann: Person, purse: Purse, expected: number[], taken: Step): Promise<void> {
    if (taken.do === 'top-up') {
      const { id, currency } = at(purse, taken.to)
      await put(h, ann, id, currency, String(taken.units))
      expected[taken.to] = at(expected, taken.to) + taken.units
      return
    }
    const there = () => order(ann, purse, expected, taken)
    const back = () => order(ann, purse, expected, { ...taken, from: taken.to, to: taken.from })
    await Promise.all(taken.do === 'cross' ? [there(), back()] : [there()])
  }

  async function order(
    ann: Person,
    purse: Purse,
    expected: number[],
    { do: what, from, to, units }: Exclude<Step, { do: 'top-up' }>,
  ): Promise<void> {
    const [source, target] = [at(purse, from), at(purse, to)]
    const pair = { sourceBalanceId: source.id, targetBalanceId: target.id }
    let terms = { out: units, in: units }
    let reply: Reply
    if (what === 'convert' && source.currency !== target.currency) {
      const priced = await quote(ann, source.currency, target.currency, { sourceAmount: units })
      if (priced.errors) return
      const option = balanceOption(priced)
      terms = { out: option.sourceAmount, in: option.targetAmount }
      reply = await move(ann, { quoteId: priced.id, ...pair })
    } else {
      reply = await move(ann, { amount: { value: units, currency: source.currency }, ...pair })
    }
    expect([201, 422]).toContain(reply.status)
    if (reply.status !== 201) return
    expected[from] = at(expected, from) - terms.out
    expected[to] = at(expected, to) + terms.in
  }
})

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`there is no item ${index}`)
  return item
}
