import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { authorises, createsTerminal } from '../../card-transactions/test/terminal.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { post, transferConverted, transferFunded, transferSent } from '../../ledger/index.ts'
import { recordEntries } from '../index.ts'
import { amountOf, eventsAbout, openBalance, opensBalanceWith, topUpBalance } from './fixtures.ts'

describe('balances.close', () => {
  const service = testService()
  const close = (ann: Person, id: number) =>
    ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${id}`)
  const lockOf = (ann: Person, id: number) => rowLock('balances', { profile_id: ann.personal, id })

  it('200 closes an empty balance, records an INACTIVE event, and allows a new balance of the currency', async () => {
    const ann = await service.createUser()
    const { body } = await openBalance(ann, 'GBP')
    const reply = await close(ann, body.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ ...body, visible: false })
    const events = await eventsAbout(service, `balance-state:${body.id}`)
    expect(events.map(({ number, payload }) => [number, payload['resource']])).toMatchObject([
      [1, { state: 'ACTIVE' }],
      [2, { state: 'INACTIVE' }],
    ])
    expect((await openBalance(ann, 'GBP')).status).toBe(201)
  })

  it('404 balance.not-found for a closed balance and for another user’s balance', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { body: mine } = await openBalance(ann, 'GBP')
    const { body: bobs } = await openBalance(bob, 'GBP')
    await close(ann, mine.id)
    for (const id of [mine.id, bobs.id]) {
      const reply = await close(ann, id)
      expect(outcome(reply)).toBe('404 balance.not-found')
    }
  })

  it('409 balance.not-empty while the balance holds 0.01', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '0.01')
    const reply = await close(ann, id)
    expect(outcome(reply)).toBe('409 balance.not-empty')
    expect(await amountOf(ann, id)).toBe(0.01)
  })

  it('409 balance.in-use until a transfer paid from the balance is sent', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '10')
    const transferId = 501 as Id<'transfer'>
    const source = money(1000n, 'GBP')
    const terms = { source, fee: money(0n, 'GBP'), target: money(1100n, 'EUR') }
    const about = { profileId: ann.personal, reference: 'transfer:501', channel: 'TRANSFER' }
    await service.db.oneStatement((tx) =>
      tx.write(
        post(ann.personal, transferFunded(transferId, id, source), service.now()),
        recordEntries({ ...about, now: service.now(), currencies: ['GBP'] }),
      ),
    )
    const reply = await close(ann, id)
    expect(outcome(reply)).toBe('409 balance.in-use')
    const move = (journal: Parameters<typeof post>[1]) =>
      service.db.oneStatement((tx) => tx.write(post(ann.personal, journal, service.now())))
    await move(transferConverted(transferId, terms))
    expect(outcome(await close(ann, id))).toBe('409 balance.in-use')
    await move(transferSent(transferId, terms.target))
    expect((await close(ann, id)).status).toBe(200)
  })

  it('409 balance.in-use while a card authorisation holds money of the balance', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '10')
    await authorises(await createsTerminal(service, ann), 10)
    const reply = await close(ann, id)
    expect(outcome(reply)).toBe('409 balance.in-use')
    const { body } = await ann.call(`GET /v4/profiles/${ann.personal}/balances/${id}`)
    expect([body.visible, body.amount.value, body.reservedAmount.value]).toEqual([true, 0, 10])
  })

  it('409 balance.not-empty for a closing that waits for a concurrent credit', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '0')
    const credit = () => topUpBalance(service, ann, { balanceId: id, currency: 'GBP', amount: '5' })
    const [credited, closed] = await race<unknown>(service.db, lockOf(ann, id), [
      credit,
      () => close(ann, id).then(outcome),
    ])
    expect(credited?.status).toBe('fulfilled')
    expect(closed).toMatchObject({ value: '409 balance.not-empty' })
    expect(await amountOf(ann, id)).toBe(5)
  })

  it('balance.closed for a credit that waits for a concurrent closing', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '0')
    const credit = () => topUpBalance(service, ann, { balanceId: id, currency: 'GBP', amount: '5' })
    const [closed, credited] = await race<unknown>(service.db, lockOf(ann, id), [
      () => close(ann, id).then(outcome),
      credit,
    ])
    expect(closed).toMatchObject({ value: '200' })
    expect(String((credited as PromiseRejectedResult).reason)).toBe(
      'Refusal: balance.closed at balanceId',
    )
    const { body } = await ann.call(`GET /v4/profiles/${ann.personal}/balances/${id}`)
    expect(body.errors[0].code).toBe('balance.not-found')
  })

  it('a credit to a closed balance is refused with balance.closed', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '0')
    await close(ann, id)
    await expect(
      topUpBalance(service, ann, { balanceId: id, currency: 'GBP', amount: '5' }),
    ).rejects.toThrow('balance.closed')
  })
})
