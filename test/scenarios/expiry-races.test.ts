// A payment of a transfer and its expiry run concurrently. A row is locked until both wait for it, one behind the other
// as the title states. The audit runs after each test.

import { afterEach, describe, expect, it } from 'vitest'
import { lapse } from '../../src/transfers/sweeps.ts'
import { audit } from '../support/audit.ts'
import { availableOn } from '../support/balances.ts'
import { testService } from '../support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  readsTransfer,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { moneyOf } from './observations.ts'
import { racesOf, rowOf } from './racing.ts'

describe('the expiry of a transfer', () => {
  const service = testService()
  afterEach(() => audit(service.db))

  const { outcomes, sweepAtLapse } = racesOf(service)

  it('the lapse sweep behind a funding does not cancel the transfer', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => fundTransfer(ann, id), sweepAtLapse(lapse, id)]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['201', '200'])
    expect((await readsTransfer(ann, id)).status).toBe('processing')
  })

  it('409 transfer.invalid-state for a funding behind the lapse sweep; the balance keeps its money', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [sweepAtLapse(lapse, id), () => fundTransfer(ann, id)]
    const expected = ['200', '409 transfer.invalid-state']
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(expected)
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('the lapse sweep behind a bank payment does not cancel the transfer', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const both = [() => simulate(ann, id, 'processing'), sweepAtLapse(lapse, id)]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['200', '200'])
    expect((await readsTransfer(ann, id)).status).toBe('processing')
  })

  it('409 wrong_status for a bank payment behind the lapse sweep, and nothing is booked', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const both = [sweepAtLapse(lapse, id), () => simulate(ann, id, 'processing')]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['200', '409 wrong_status'])
    expect(await moneyOf(service, ann.personal, id)).toEqual({})
  })
})
