import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { getsDetails, orderDetails } from '../../account-details/test/fixtures.ts'
import { account, claimableTransfer, claimLinkOf, submitClaim } from '../../claims/test/claiming.ts'
import { readConfig, settingsOf } from '../config.ts'
import { defaultSettings } from '../settings.ts'
import { commandRunner } from './operator-commands.ts'

describe('operator commands for rates, payments and deliveries', () => {
  const service = testService()
  const runLine = (line: string, settings = defaultSettings) =>
    commandRunner(service)(line, settings)

  it('D86: deposit book credits a payment to the account with the number, once for each transaction', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'GBP')
    const { rows } = await service.db.pool.query<{ numbers: Record<string, string> }>(
      'select numbers from account_details where profile_id = $1',
      [ann.personal],
    )
    const { iban = '', bankCode = '', accountNumber = '' } = rows[0]?.numbers ?? {}
    const book = (number: string, options: string) =>
      runLine(`deposit book --currency GBP --number ${number} --sender-name Bo ${options}`)
    const [line] = await book(`${bankCode}-${accountNumber}`, '--amount 10.50 --transaction A1')
    expect(line).toMatch(/^payment \d+ of 10\.50 GBP to balance \d+ of profile \d+ is COMPLETED$/)
    const uetr = '3f1c2d1e-0000-4000-8000-00000000000a'
    await book(iban.toLowerCase(), `--amount 1 --transaction A2 --uetr ${uetr}`)
    expect(await availableOn(ann, details.balanceId)).toBe(11.5)
    for (const [number, options, message] of [
      [iban, '--amount 10.50 --transaction A1', 'deposit.recorded'],
      [iban, `--amount 2 --transaction A3 --uetr ${uetr}`, 'deposit.recorded'],
      [iban, '--amount 0 --transaction A4', 'error.greaterThanZero'],
      [iban, '--amount much --transaction A4', 'amount.not-exact'],
      [iban, '--amount 1 --transaction A4 --uetr 7', 'must be a UUID'],
      [iban, `--amount 1 --transaction A4 --reference ${'x'.repeat(141)}`, '1 to 140'],
      [iban, `--amount 1 --transaction ${'x'.repeat(141)}`, '--transaction must be one line'],
      [
        iban,
        `--amount 1 --transaction A4 --uetr ${uetr.replace(/a$/, 'b')} --sender-account=`,
        '1 to 36',
      ],
      ['GB00', '--amount 1 --transaction A4', 'No GBP account details have the number GB00'],
    ] as const)
      await expect(book(number, options)).rejects.toThrow(message)
    expect(await availableOn(ann, details.balanceId)).toBe(11.5)
  })

  it('D86: details-fee take debits the fee of an order, and refuses to take it again', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 100, ann.business)
    const { id } = await ok(orderDetails(ann, 'GBP', ann.business))
    const take = `details-fee take --profile ${ann.business} --order ${id}`
    expect(await runLine(take)).toEqual([`order ${id} is DONE`])
    await expect(runLine(take)).rejects.toThrow('account-details-order.fee.not-due')
    await expect(
      runLine(`details-fee take --profile ${ann.personal} --order ${id}`),
    ).rejects.toThrow('account-details-order.not-found')
    // The fee in GBP is 16.
    expect(await availableOn(ann, balanceId, ann.business)).toBe(84)
  })

  it('rate set stores a rate, which /v1/rates returns, and refuses an invalid currency, rate or time', async () => {
    const printed = await runLine('rate set --currency EUR --per-usd 0.5 --at 2026-01-01T00:00:00Z')
    expect(printed).toEqual(['1 USD is 0.5 EUR from 2026-01-01T00:00:00Z on.'])
    const ann = await service.createUser()
    const [{ rate }] = await ok(ann.call('GET /v1/rates?source=USD&target=EUR'))
    expect(rate).toBe(0.5)
    for (const [line, message] of [
      ['rate set --currency USD --per-usd 1', '--currency is USD; it must be a currency that'],
      ['rate set --currency XXX --per-usd 1', '--currency is XXX; it must be a currency that'],
      [
        'rate set --currency EUR --per-usd 0',
        '--per-usd is 0; it must be a decimal number greater',
      ],
      ['rate set --currency EUR --per-usd much', '--per-usd is much; it must be a decimal number'],
      ['rate set --currency EUR --per-usd 1 --at soon', '--at is soon'],
      ['rate set --currency EUR --per-usd 1 --at +012000-01-01T00:00:00Z', '--at is +012000'],
    ] as const)
      await expect(runLine(line)).rejects.toThrow(message)
  })

  it('pay-in, transfer and pay-out commands record what banks reported, from the pay-in to a refund', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const options = `--profile ${ann.personal} --transfer ${id}`
    expect(await runLine(`pay-in confirm ${options} --amount 1`)).toEqual([
      `transfer ${id} is incoming_payment_waiting, blocked by deposit_amount_less_invoice`,
    ])
    for (const [line, status] of [
      [`pay-in confirm ${options}`, 'processing'],
      [`transfer convert ${options}`, 'funds_converted'],
      [`pay-out confirm ${options}`, 'outgoing_payment_sent'],
      [`pay-out bounce ${options} --reason ACCOUNT_CLOSED`, 'bounced_back'],
    ] as const)
      expect(await runLine(line)).toEqual([`transfer ${id} is ${status}`])
    expect(await runLine(`transfer refund ${options}`)).toEqual([
      `transfer ${id} is funds_refunded`,
      '100.00 GBP go back to the account that they came from',
    ])
    await expect(runLine(`pay-out confirm ${options}`)).rejects.toThrow('wrong_status')
    await expect(
      runLine(`pay-out confirm --profile ${ann.business} --transfer ${id}`),
    ).rejects.toThrow('transfer.not-found')
    await expect(runLine(`pay-out confirm --profile me --transfer ${id}`)).rejects.toThrow(
      '--profile is me',
    )
  })

  it('pay-out show prints the account of the recipient, and refuses another profile’s transfer', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann, 'GBP')
    const { id } = await createsTransfer(ann, { target: 'GBP', recipient })
    expect(await runLine(`pay-out show --profile ${ann.personal} --transfer ${id}`)).toEqual([
      `transfer ${id} is incoming_payment_waiting`,
      expect.stringMatching(/^amount \d+\.\d\d GBP by BANK_TRANSFER$/),
      'reference "Rent"',
      'holder Nora Sample',
      'type sort_code',
      'sortCode 231470',
      'legalType PRIVATE',
      'accountNumber 28821822',
    ])
    await expect(
      runLine(`pay-out show --profile ${ann.business} --transfer ${id}`),
    ).rejects.toThrow(`Profile ${ann.business} has no transfer ${id}.`)
  })

  it('D19: pay-out show prints the account that a recipient known by e-mail named, and refuses until then', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    const show = `pay-out show --profile ${ann.personal} --transfer ${id}`
    await expect(runLine(show)).rejects.toThrow(`transfer ${id} has not named an account yet`)
    await submitClaim(service, await claimLinkOf(ann))
    expect((await runLine(show)).slice(3)).toEqual([
      'holder Nora Sample',
      'type iban',
      `IBAN ${account.IBAN}`,
      'legalType PRIVATE',
    ])
  })

  it('pay-in confirm with GODWIT_AUTO_ADVANCE=60 schedules the conversion after 60 seconds', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const confirm = `pay-in confirm --profile ${ann.personal} --transfer ${id}`
    const settings = settingsOf(readConfig({ GODWIT_AUTO_ADVANCE: '60' }))
    expect(await runLine(confirm, settings)).toEqual([`transfer ${id} is processing`])
    const status = async () => (await ok(ann.call(`GET /v1/transfers/${id}`))).status
    await service.advance({ seconds: 59 })
    expect(await status()).toBe('processing')
    await service.advance({ seconds: 1 })
    expect(await status()).toBe('funds_converted')
  })

  it.each([
    ['BALANCE', '100.00 GBP are back on the balance of the sender'],
    ['BANK_TRANSFER', /^100.00 GBP go to recipient \d+: Nora Sample, \(23-14-70\) 28821822$/],
  ] as const)(
    'transfer refund prints the destination of a transfer paid by %s',
    async (payIn, message) => {
      const ann = await service.createUser()
      await topsUp(ann, 'GBP', 500)
      const sourceAccount = await addsRecipient(ann, 'GBP')
      const { id } = await createsTransfer(ann, { payIn, sourceAccount })
      const options = `--profile ${ann.personal} --transfer ${id}`
      if (payIn === 'BALANCE') await ok(fundTransfer(ann, id))
      else await runLine(`pay-in confirm ${options}`)
      for (const line of ['transfer convert', 'pay-out confirm', 'pay-out bounce'])
        await runLine(`${line} ${options}`)
      expect((await runLine(`transfer refund ${options}`))[1]).toMatch(message)
    },
  )

  it('delivery show prints deliveries; delivery redeliver sends the same bytes again; both refuse an unknown delivery', async () => {
    const ann = await service.createUser()
    const { id: subscription } = await ok(
      ann.call(`POST /v3/profiles/${ann.personal}/subscriptions`, {
        body: {
          name: 'mine',
          trigger_on: 'transfers#state-change',
          delivery: { version: '2.0.0', url: 'https://receiver.example/hook' },
        },
      }),
    )
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    await simulate(ann, id, 'processing')
    await service.settle()
    const list = await runLine(`delivery show --subscription ${subscription}`)
    expect(list).toHaveLength(2)
    const delivery = list[0]?.split('  ')[0]
    const options = `--subscription ${subscription} --delivery ${delivery}`
    const [details] = await runLine(`delivery show ${options}`)
    expect(JSON.parse(details ?? '')).toMatchObject({ delivery_id: delivery, state: 'DELIVERED' })
    const before = service.sent.length
    await runLine(`delivery redeliver ${options}`)
    await service.settle()
    expect(service.sent.length).toBe(before + 1)
    const again = service.sent.at(-1)
    expect(again?.headers['X-Delivery-Id']).toBe(delivery)
    expect(service.sent.filter(({ body }) => body === again?.body)).toHaveLength(2)
    const unknown = `--subscription ${subscription} --delivery ${subscription}`
    await expect(runLine(`delivery redeliver ${unknown}`)).rejects.toThrow('delivery.not.found')
    await expect(runLine(`delivery show ${unknown}`)).rejects.toThrow(
      'has no delivery with this id',
    )
    await expect(runLine('delivery show --subscription 7')).rejects.toThrow('must be a UUID')
  })
})
