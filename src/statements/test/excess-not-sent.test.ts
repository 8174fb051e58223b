// When money above the hold limit is not sent: without a suitable recipient, soon after a change, with a debt,
// and to the account of an attacker (D99).

import { describe, expect, it } from 'vitest'
import { challengeToken, setsPin } from '../../../test/support/approvals.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import {
  addsOwnAccount,
  breachEvents,
  changesCountry,
  createsResident,
  endsDay,
  listsTransfers,
  setExcessRecipient,
} from './excess.ts'

describe('D99: money above the hold limit', () => {
  const service = testService()

  it('is not sent without a recipient, and is sent at the end of the day 24 hours after a recipient is set', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    await topsUp(ann, 'SGD', 25_000)
    await endsDay(service, 3)
    expect([await listsTransfers(ann), await breachEvents(service, ann)]).toEqual([[], ['OPEN']])
    await ok(setExcessRecipient(ann, await addsOwnAccount(ann)))
    await endsDay(service)
    // Exactly 24 hours later, which is enough.
    expect(await listsTransfers(ann)).toHaveLength(1)
  })

  it('is not sent within 24 hours of changing the recipient', async () => {
    const { ann } = await createsResident(service)
    await service.advance({ seconds: 1 })
    await ok(
      setExcessRecipient(ann, await addsOwnAccount(ann, 'SGD', { accountHolderName: 'Ann Other' })),
    )
    await endsDay(service)
    expect(await listsTransfers(ann)).toEqual([])
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    await endsDay(service)
    expect(await listsTransfers(ann)).toHaveLength(1)
  })

  it('is not sent when the payment of its transfer is refused, and the transfer and its quote are rolled back', async () => {
    const { ann } = await createsResident(service)
    // The time to pay of each new transfer has ended, so that the transfer is created and its payment refused.
    await service.db.pool.query(`
      create function lapse_at_once() returns trigger language plpgsql as
        'begin new.lapses_at := new.created_at; return new; end';
      create trigger lapse_at_once before insert on transfers
        for each row execute function lapse_at_once()`)
    await endsDay(service).finally(() =>
      service.db.pool.query('drop function lapse_at_once cascade'),
    )
    const count = 'select count(*)::int from quotes where profile_id = $1'
    const { rows } = await service.db.pool.query(count, [ann.personal])
    expect([await listsTransfers(ann), rows]).toEqual([[], [{ count: 0 }]])
    await endsDay(service)
    expect(await listsTransfers(ann)).toHaveLength(1)
  })

  it('is not delayed by setting the same recipient again', async () => {
    const { ann, recipient } = await createsResident(service)
    await ok(setExcessRecipient(ann, recipient))
    await endsDay(service)
    expect(await listsTransfers(ann)).toHaveLength(1)
  })

  it('is not sent within 24 hours of a change of country', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'GB')
    await ok(setExcessRecipient(ann, await addsOwnAccount(ann)))
    await service.advance({ hours: 48, seconds: 1 })
    await topsUp(ann, 'SGD', 25_000)
    await changesCountry(ann, 'SG')
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    await endsDay(service)
    expect(await listsTransfers(ann)).toEqual([])
    await endsDay(service)
    expect(await listsTransfers(ann)).toHaveLength(1)
  })

  it('is not sent while the profile has a debt', async () => {
    const { ann } = await createsResident(service)
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'USD', -100, 1)`,
      [ann.personal],
    )
    await endsDay(service)
    expect(await listsTransfers(ann)).toEqual([])
    await service.db.pool.query(
      `delete from ledger_accounts where profile_id = $1 and account = 'owed'`,
      [ann.personal],
    )
    await endsDay(service)
    expect(await listsTransfers(ann)).toHaveLength(1)
  })

  it('is not sent to a deactivated recipient, or to a recipient in a currency other than that of the limit', async () => {
    const { ann, recipient } = await createsResident(service)
    await ok(ann.call(`DELETE /v2/accounts/${recipient}`))
    const { ann: bob } = await createsResident(service)
    await changesCountry(bob, 'MY')
    await endsDay(service, 3)
    for (const person of [ann, bob]) {
      expect(await listsTransfers(person)).toEqual([])
      expect((await breachEvents(service, person)).at(-1)).toBe('OPEN')
    }
  })

  it('is not sent from a balance whose currency has no route to the account, and the breach stays open', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    await ok(setExcessRecipient(ann, await addsOwnAccount(ann)))
    await service.advance({ hours: 24 })
    await topsUp(ann, 'CNY', 200_000)
    await endsDay(service, 2)
    expect([await listsTransfers(ann), await breachEvents(service, ann)]).toEqual([[], ['OPEN']])
    await topsUp(ann, 'SGD', 5_000)
    await endsDay(service)
    expect(await listsTransfers(ann)).toMatchObject([{ sourceCurrency: 'SGD' }])
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
  })
})

describe('D99: an attacker with a stolen token', () => {
  const service = testService()

  it('403 sca.challenge.required for setting another recipient, and the excess goes to the previous recipient', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    const annsAccount = await addsOwnAccount(ann)
    await ok(setExcessRecipient(ann, annsAccount))
    await setsPin(ann)
    const thiefsAccount = await addsOwnAccount(ann, 'SGD', { accountHolderName: 'Eve Thief' })
    const refused = await setExcessRecipient(ann, thiefsAccount)
    expect(outcome(refused)).toBe('403 sca.challenge.required')
    const token = challengeToken(refused)
    // A token whose challenge is not cleared approves nothing.
    expect(
      challengeToken(await setExcessRecipient(ann, thiefsAccount, { 'one-time-token': token })),
    ).toBeDefined()
    await topsUp(ann, 'SGD', 25_000)
    await service.advance({ hours: 72 })
    const sent = await ok(ann.call('GET /v1/transfers'))
    expect(sent.map((transfer: { targetAccount: number }) => transfer.targetAccount)).toEqual([
      annsAccount,
    ])
  })
})

describe('D99: statements.excess-account in live mode', () => {
  const service = testService({ mode: 'live' })

  it('403 sca.enrolment.required for a user without a factor', async () => {
    const ann = await service.createUser()
    expect(outcome(await setExcessRecipient(ann, 1))).toBe('403 sca.enrolment.required')
  })
})
