import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
} from '../../../test/support/transfers.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'

describe('simulation.transfer-bounced-back', () => {
  const service = testService()
  const createsSentTransfer = async (ann: Person) => {
    const { id } = await createsTransfer(ann)
    for (const name of ['processing', 'funds_converted', 'outgoing_payment_sent'])
      await ok(simulate(ann, id, name))
    return id
  }

  it('200 records events of the status and of the reason', async () => {
    const ann = await service.createUser()
    const id = await createsSentTransfer(ann)
    const reply = await simulate(ann, id, 'bounced_back?reason=ACCOUNT_CLOSED')
    expect([reply.status, reply.body.status]).toEqual([200, 'bounced_back'])
    const { rows } = await service.db.pool.query(
      `select name, payload from events where subject = $1 order by number desc limit 2`,
      [`transfer:${id}`],
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'transfers#payout-failure',
      'transfers#state-change',
    ])
    expect(rows[1].payload).toMatchObject({
      previous_state: 'outgoing_payment_sent',
      current_state: 'bounced_back',
    })
    expect(rows[0].payload).toEqual({
      transfer_id: id,
      profile_id: ann.personal,
      failure_reason_code: 'ACCOUNT_CLOSED',
      failure_description: 'The account is closed.',
      occurred_at: '2026-01-05T10:00:00.000+00:00',
    })
  })

  it('gap 15: 200 without a reason reports REASON_NOT_SPECIFIED', async () => {
    const ann = await service.createUser()
    const id = await createsSentTransfer(ann)
    expect((await simulate(ann, id, 'bounced_back')).status).toBe(200)
    const events = await eventsAbout(service, `transfer:${id}`)
    const failure = events.find(({ name }) => name === 'transfers#payout-failure')
    expect(failure?.payload['failure_reason_code']).toBe('REASON_NOT_SPECIFIED')
  })

  it('422 bounce.reason.unknown for a reason that is not in the list', async () => {
    const ann = await service.createUser()
    const id = await createsSentTransfer(ann)
    const reply = await simulate(ann, id, 'bounced_back?reason=BAD_WEATHER')
    expect(outcome(reply)).toBe('422 bounce.reason.unknown')
    expect((await readsTransfer(ann, id)).status).toBe('outgoing_payment_sent')
  })

  it('409 wrong_status before the transfer was sent', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    expect(outcome(await simulate(ann, id, 'bounced_back'))).toBe('409 wrong_status')
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const id = await createsSentTransfer(await service.createUser())
    const reply = await simulate(await service.createUser(), id, 'bounced_back')
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
