import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  closesBalance,
  getsDetails,
  importPayment,
  opensBalance,
} from '../../account-details/test/fixtures.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'
import { debtsOf } from '../../batches/test/ledger-state.ts'
import { listPostings } from '../../ledger/index.ts'
import { breachEvents, changesCountry } from '../../statements/test/excess.ts'

describe('simulation.bank-transactions-import', () => {
  const service = testService()

  it('201 with the payment, which is credited immediately (D55)', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    const reply = await importPayment(ann, 'EUR', 12.34, { reference: 'Invoice 7' })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(Number),
      accountDetailsId: details.id,
      balanceId: details.balanceId,
      kind: 'LOCAL',
      amount: 12.34,
      currency: 'EUR',
      state: 'COMPLETED',
    })
    expect(await availableOn(ann, reply.body.balanceId)).toBe(12.34)
    const postings = await listPostings(service.db.reader, ann.personal, `deposit:${reply.body.id}`)
    expect(postings).toMatchObject([
      { journal: 'deposit-received', from: 'pay-in', to: `available:${reply.body.balanceId}` },
    ])
  })

  it('records account-details-payment#state-change twice, balances#update and balances#credit', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    const sender = { name: 'Bo Sample', accountNumber: 'DE1', bankCode: 'COBADEFFXXX' }
    const { id, balanceId } = await ok(importPayment(ann, 'EUR', '100', { sender }))
    const events = await eventsAbout(service, `account-details-payment:${id}`)
    expect(events.map(({ number, payload }) => [number, payload['current_state']])).toEqual([
      [1, 'PROCESSING'],
      [2, 'COMPLETED'],
    ])
    expect(events[1]?.payload).toEqual({
      account_details_id: String(details.id),
      target_account_id: String(balanceId),
      resource: { id: balanceId, profile_id: ann.personal, type: 'balance-account' },
      transfer: { id, type: 'credit', amount: 100, currency: 'EUR' },
      sender: {
        name: 'Bo Sample',
        account_number: 'DE1',
        bank_code: 'COBADEFFXXX',
        address: null,
      },
      current_state: 'COMPLETED',
      previous_state: 'PROCESSING',
      occurred_at: '2026-01-05T10:00:00Z',
    })
    const onBalance = await eventsAbout(service, `balance:${balanceId}`)
    expect(onBalance.map(({ name }) => name).sort()).toEqual(['balances#credit', 'balances#update'])
    expect(onBalance.find(({ name }) => name === 'balances#update')?.payload).toMatchObject({
      channel_name: 'TRANSFER',
      transfer_reference: `BNK-${id}`,
      transaction_type: 'credit',
    })
  })

  it('201 PROCESSING while the profile is not verified; the verification credits the payment (D42, D55)', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    await service.db.pool.query('update profiles set verified = false where user_id = $1', [
      ann.userId,
    ])
    const payment = await ok(importPayment(ann, 'EUR', 10))
    expect(payment.state).toBe('PROCESSING')
    await service.settle()
    expect(await availableOn(ann, details.balanceId)).toBe(0)
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect(await availableOn(ann, details.balanceId)).toBe(10)
    const events = await eventsAbout(service, `account-details-payment:${payment.id}`)
    expect(events.map(({ payload }) => payload['current_state'])).toEqual([
      'PROCESSING',
      'COMPLETED',
    ])
  })

  it('gap 53: the verification credits a payment that waited, although the balance is full by now', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    const balanceId = details.balanceId
    await service.db.pool.query('update profiles set verified = false where user_id = $1', [
      ann.userId,
    ])
    await ok(importPayment(ann, 'EUR', 10))
    const largest = 9_999_999_999_999.99
    const body = { profileId: ann.personal, balanceId, currency: 'EUR', amount: largest }
    await ok(ann.call('POST /v1/simulation/balance/topup', { body }))
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect(await availableOn(ann, balanceId)).toBe(largest + 10)
    expect(outcome(await importPayment(ann, 'EUR', 10))).toBe('422 balance.full')
  })

  it('201 to named account details of the profile; 400 not.valid for account details of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const details = await getsDetails(ann, 'EUR')
    const others = await getsDetails(bob, 'EUR')
    const named = await ok(importPayment(ann, 'EUR', 1, { accountDetailsId: details.id }))
    expect(named.accountDetailsId).toBe(details.id)
    const refused = await importPayment(ann, 'EUR', 1, { accountDetailsId: others.id })
    expect(outcome(refused)).toBe('400 not.valid')
  })

  it('400 not.valid without account details, with code and message also at the top level of the body (Facts 4.3)', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    await opensBalance(ann, 'GBP')
    const reply = await importPayment(ann, 'GBP', 10)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 'not.valid',
      message: 'No account details found for profile currency pair',
      errors: [{ code: 'not.valid' }],
    })
  })

  it('400 not.valid after the balance was closed', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    await closesBalance(ann, details.balanceId)
    expect(outcome(await importPayment(ann, 'EUR', 10))).toBe('400 not.valid')
  })

  it.each([
    [0, '422 error.greaterThanZero'],
    [-1, '422 error.greaterThanZero'],
    [0.001, '422 amount.not-exact'],
    ['1e3', '400 TypeMismatch'],
  ])('an amount of %s is refused with %s', async (amount, refusal) => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    expect(outcome(await importPayment(ann, 'EUR', amount))).toBe(refusal)
  })

  it('422 balance.full when the balance would have more than fifteen digits', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    await ok(importPayment(ann, 'EUR', '9999999999999.99'))
    expect(outcome(await importPayment(ann, 'EUR', 0.01))).toBe('422 balance.full')
    expect(await availableOn(ann, details.balanceId)).toBe(9_999_999_999_999.99)
  })

  it('400 Pattern for a reference with a line break', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    const reply = await importPayment(ann, 'EUR', 1, { reference: 'a\nb' })
    expect(outcome(reply)).toBe('400 Pattern')
    expect(reply.body.errors[0].path).toBe('reference')
  })

  it('concurrent import and closing: 400 not.valid when the closing came first', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    const balanceId = details.balanceId
    const lock = rowLock('balances', { profile_id: ann.personal, id: balanceId })
    const close = () => ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balanceId}`)
    const both = await raceResults(service.db, lock, [close, () => importPayment(ann, 'EUR', 10)])
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(['200', '400 not.valid'])
  })

  it('concurrent import and closing: 409 balance.not-empty when the import came first', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    const balanceId = details.balanceId
    const lock = rowLock('balances', { profile_id: ann.personal, id: balanceId })
    const close = () => ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balanceId}`)
    const both = await raceResults(service.db, lock, [() => importPayment(ann, 'EUR', 10), close])
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(['201', '409 balance.not-empty'])
    expect(await availableOn(ann, balanceId)).toBe(10)
  })

  it('D99: a payment above the hold limit of the country opens a breach, and leaves no capacity', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    await getsDetails(ann, 'SGD')
    await ok(importPayment(ann, 'SGD', 25_000))
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    const capacity = `GET /v1/profiles/${ann.personal}/balance-capacity?currency=SGD`
    expect(await ok(ann.call(capacity))).toMatchObject({
      hasLimit: true,
      depositLimit: { amount: 0 },
    })
  })

  it('D29: a debt is settled before the rest is credited', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    // As after a direct debit of 4.00 EUR that was charged back.
    await service.db.pool.query(
      `with owed as (
         insert into ledger_accounts (profile_id, account, currency, balance, sequence)
         values ($1, 'owed', 'EUR', -400, 1))
       insert into ledger_postings
         (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
       values ($1, 'debt-incurred', 'transfer:1', 'owed', 'pay-in', 'EUR', 400, now())`,
      [ann.personal],
    )
    await ok(importPayment(ann, 'EUR', 10))
    expect(await availableOn(ann, details.balanceId)).toBe(6)
    expect(await debtsOf(service, ann)).toEqual({})
  })
})
