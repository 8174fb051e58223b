// The sweep of hold limits, concurrent with other sweeps, payments, credits and changes of the country (D99).

import { describe, expect, it } from 'vitest'
import {
  countDeadlocks,
  raceResults,
  rowLock,
  waitForBlockedSessions,
  whileLocked,
} from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { runsSweepAt } from '../../../test/support/sweeps.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
} from '../../../test/support/transfers.ts'
import { holdLimits } from '../sweeps.ts'
import {
  breachEvents,
  changesCountry,
  createsResident,
  listsTransfers,
  nextMidnight,
} from './excess.ts'

describe('D99: sending money above the hold limit concurrently', () => {
  const service = testService()

  /**
   * Creates a customer in Singapore with 25,000 SGD, which is 5,000 above the limit, and a function that runs the sweep at
   * the end of the day.
   */
  async function createsCustomerAboveLimit() {
    const { ann, balance } = await createsResident(service)
    const end = nextMidnight(service)
    const runSweep = () => runsSweepAt(service, holdLimits, end)
    const balanceLock = rowLock('ledger_accounts', { account: `available:${balance}` })
    const transfers = () => listsTransfers(ann)
    return { ann, balance, runSweep, balanceLock, transfers }
  }

  it('two concurrent sweeps send the excess once', async () => {
    const { ann, runSweep, balanceLock, transfers } = await createsCustomerAboveLimit()
    await raceResults(service.db, balanceLock, [runSweep, runSweep])
    expect(await transfers()).toHaveLength(1)
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED AUTOMATICALLY_RESOLVED'])
  })

  it.each(['first', 'second'])(
    'a concurrent payment reduces the excess only if it precedes the sweep; the sweep is %s',
    async (turn) => {
      const { ann, runSweep, balanceLock, transfers } = await createsCustomerAboveLimit()
      const recipient = await addsRecipient(ann)
      const quote = await createsQuote(ann, { source: 'SGD', recipient, amount: 4_000 })
      const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
      const fund = () => ok(fundTransfer(ann, id))
      const before = await countDeadlocks(service.db)
      const racers: (() => Promise<unknown>)[] =
        turn === 'first' ? [runSweep, fund] : [fund, runSweep]
      await raceResults(service.db, balanceLock, racers)
      const excess = (await transfers()).filter((transfer: { id: number }) => transfer.id !== id)
      expect(excess).toMatchObject([{ targetValue: turn === 'first' ? 5000 : 1000 }])
      expect(await countDeadlocks(service.db)).toBe(before)
    },
  )

  it.each(['first', 'second'])(
    'a concurrent credit is counted by this sweep or by the next one; the sweep is %s',
    async (turn) => {
      const { ann, balance, runSweep, balanceLock, transfers } = await createsCustomerAboveLimit()
      const body = { profileId: ann.personal, balanceId: balance, currency: 'SGD', amount: 300 }
      const credit = () => ok(ann.call('POST /v1/simulation/balance/topup', { body }))
      const before = await countDeadlocks(service.db)
      const racers: (() => Promise<unknown>)[] =
        turn === 'first' ? [runSweep, credit] : [credit, runSweep]
      await raceResults(service.db, balanceLock, racers)
      expect(await transfers()).toMatchObject([{ targetValue: turn === 'first' ? 5000 : 5300 }])
      await service.settle()
      const closedBreach = ['OPEN', 'CLOSED AUTOMATICALLY_RESOLVED']
      expect(await breachEvents(service, ann)).toEqual(
        turn === 'first' ? [...closedBreach, 'OPEN'] : closedBreach,
      )
      expect(await countDeadlocks(service.db)).toBe(before)
    },
  )

  it('when the country changes while the sweep waits, the limit of the new country applies', async () => {
    const { ann, runSweep, balanceLock, transfers } = await createsCustomerAboveLimit()
    const { running } = await whileLocked(service.db, balanceLock, async () => {
      const sweep = runSweep()
      await waitForBlockedSessions(service.db, 1)
      await changesCountry(ann, 'GB')
      return { running: sweep }
    })
    await running
    expect(await transfers()).toEqual([])
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED MANUALLY_RESOLVED'])
  })
})
