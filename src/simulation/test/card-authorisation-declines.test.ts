import { describe, expect, it } from 'vitest'
import { opensJar } from '../../../test/support/balances.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import {
  authorises,
  createsTerminal,
  listTransactions,
  moneyOf,
  sendAuthorisation,
  type Terminal,
} from '../../card-transactions/test/terminal.ts'
import { findCard, moveCard } from '../../cards/index.ts'
import { createsCardHolder } from './card-holder.ts'

describe('simulation.card-authorisation declines', () => {
  const service = testService()

  const errorOf = async (reply: ReturnType<typeof sendAuthorisation>) => (await ok(reply)).error

  const moveCardOf = (terminal: Terminal, move: 'freeze' | 'block' | 'suspend') =>
    service.db.transact(async (tx) => {
      const card = await findCard(tx, terminal.ann.personal, terminal.token)
      if (card === undefined) throw new Error('no card')
      return moveCard(tx, card, { move, changedBy: 'personal', now: service.now() })
    })

  it.each([
    ['freeze', 'CARD_FROZEN'],
    ['block', 'CARD_BLOCKED'],
    ['suspend', 'CARD_PARTNER_SUSPENDED'],
  ] as const)('D68: after %s a payment is declined with %s', async (move, reason) => {
    const { ann, terminal } = await createsCardHolder(service)
    await moveCardOf(terminal, move)
    const { error, reference } = await ok(sendAuthorisation(terminal, 5))
    expect([error, reference.authorizationIdResponse]).toEqual([reason, ''])
    const [transaction] = (await listTransactions(terminal)).body.transactions
    expect(transaction).toMatchObject({ state: 'DECLINED', declineReason: reason })
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
  })

  it('D68: an inactive physical card is declined with CARD_INACTIVE, an expired card, frozen or not, with CARD_EXPIRED, even before the sweep has run', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const physical = await createsTerminal(service, ann, { type: 'PHYSICAL' })
    expect(await errorOf(sendAuthorisation(physical, 5))).toBe('CARD_INACTIVE')
    await service.db.pool.query(`update cards set expires_at = $2 where token = $1`, [
      terminal.token,
      String(service.now()),
    ])
    expect(await errorOf(sendAuthorisation(terminal, 5))).toBe('CARD_EXPIRED')
    await moveCardOf(terminal, 'freeze')
    expect(await errorOf(sendAuthorisation(terminal, 5))).toBe('CARD_EXPIRED')
  })

  it.each([
    [{ cvv1: '124' }, 'INCORRECT_CVV'],
    [{ cvv2: '790' }, 'INCORRECT_CVV'],
    [{ icvv: '457' }, 'INCORRECT_ICVV'],
  ])('D67: %j is declined with %s', async (codes, reason) => {
    const { terminal } = await createsCardHolder(service)
    expect(await errorOf(sendAuthorisation(terminal, 5, { codes }))).toBe(reason)
  })

  it.each([
    ['ECOM', { pos: 'E_COMMERCE' }, 'ECOM_DISABLED'],
    ['ECOM', { pos: 'MINIMAL' }, 'ECOM_DISABLED'],
    ['POS_CHIP', {}, 'CHIP_DISABLED'],
    ['ATM_WITHDRAWAL', { transactionType: 'CASH_WITHDRAWAL' }, 'UNKNOWN'],
  ])(
    'D65: without the permission %s a payment with %j is declined with the detailed reason %s',
    async (permission, payment, detailed) => {
      const { terminal } = await createsCardHolder(service)
      await service.db.pool.query(
        `update cards set disabled_permissions = array[$2], version = version + 1 where token = $1`,
        [terminal.token, permission],
      )
      expect(await errorOf(sendAuthorisation(terminal, 5, payment))).toBe(
        'PAYMENT_METHOD_NOT_ALLOWED',
      )
      const { transactions } = (await listTransactions(terminal)).body
      expect(transactions[0].detailedDeclineReason).toBe(detailed)
    },
  )

  it.each([
    ['transaction_limit', 'PAYMENT_METHOD_TRANSACTION_LIMIT_EXCEEDED'],
    ['daily_limit', 'PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED'],
    ['monthly_limit', 'PAYMENT_METHOD_MONTHLY_LIMIT_EXCEEDED'],
    ['lifetime_limit', 'PAYMENT_METHOD_LIFETIME_LIMIT_EXCEEDED'],
  ])('D66: a %s of 10.00 allows 10.00 and declines 0.01 more with %s', async (column, reason) => {
    const { terminal } = await createsCardHolder(service)
    await service.db.pool.query(`update cards set ${column} = 1000 where token = $1`, [
      terminal.token,
    ])
    const isPerPayment = column === 'transaction_limit'
    if (isPerPayment) expect(await errorOf(sendAuthorisation(terminal, 10.01))).toBe(reason)
    await authorises(terminal, 10)
    if (!isPerPayment) expect(await errorOf(sendAuthorisation(terminal, 0.01))).toBe(reason)
  })

  it.each(['KP', 'PRK', 'ru'])(
    'D68: a payment in %s is declined with BLOCKED_COUNTRY',
    async (country) => {
      const { terminal } = await createsCardHolder(service)
      expect(await errorOf(sendAuthorisation(terminal, 5, { country }))).toBe('BLOCKED_COUNTRY')
    },
  )

  it('D68: NON_SUPPORTED_CURRENCY in a currency that no balance can be exchanged to, ACCOUNT_INACTIVE without a balance, INSUFFICIENT_FUNDS above the available money', async () => {
    const { ann, terminal } = await createsCardHolder(service, 5)
    expect(await errorOf(sendAuthorisation(terminal, 5, { currency: 'XOF' }))).toBe(
      'NON_SUPPORTED_CURRENCY',
    )
    expect(await errorOf(sendAuthorisation(terminal, 5.01))).toBe('INSUFFICIENT_FUNDS')
    expect(await errorOf(sendAuthorisation(terminal, 50, { currency: 'EUR' }))).toBe(
      'INSUFFICIENT_FUNDS',
    )
    const bob = await service.createUser()
    const terminalOfBob = await createsTerminal(service, bob)
    expect(await errorOf(sendAuthorisation(terminalOfBob, 5))).toBe('ACCOUNT_INACTIVE')
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 5, reserved: 0, owedMinor: 0 })
  })

  it('D69: INSUFFICIENT_FUNDS when only a SAVINGS balance could cover the payment', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1)
    await opensJar(ann, 'GBP', { amount: 500 })
    const terminal = await createsTerminal(service, ann)
    expect(await errorOf(sendAuthorisation(terminal, 5))).toBe('INSUFFICIENT_FUNDS')
  })

  it.each([
    ['payment', 'null', 10],
    ['freeze', 'CARD_FROZEN', 0],
  ])(
    'concurrent payment and freeze of the card: when the %s comes first, the error of the payment is %s',
    async (first, error, reserved) => {
      const { ann, terminal } = await createsCardHolder(service, 100)
      const lock = rowLock('cards', { profile_id: ann.personal })
      const pay = () => sendAuthorisation(terminal, 10).then(({ body }) => String(body.error))
      const freeze = () => moveCardOf(terminal, 'freeze').then(({ status }) => status)
      const racers = first === 'payment' ? [pay, freeze] : [freeze, pay]
      const results = await raceResults<string>(service.db, lock, racers)
      const [paid, status] = first === 'payment' ? results : results.toReversed()
      expect([paid, status]).toEqual([error, 'FROZEN'])
      expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(reserved)
    },
  )
})
