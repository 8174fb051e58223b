import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { samples } from '../../../test/support/multipart.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { getsDetails, heldOn, orderDetails } from '../../account-details/test/fixtures.ts'
import {
  cardStatusOf,
  ordersIssuedCard,
  physical,
} from '../../card-orders/test/card-order-fixtures.ts'
import { reveals } from '../../cards/test/card-client.ts'
import { issuesCard } from '../../cards/test/issued-cards.ts'
import { disputes, paysByCard } from '../../disputes/test/disputing.ts'
import { keepsFile } from '../../files/test/kept-files.ts'
import { readConfig, settingsOf } from '../config.ts'
import { operate, parseCommand, run } from '../operator/command-line.ts'
import { commands } from '../operator/commands.ts'
import { UsageError } from '../operator/options.ts'
import { defaultSettings } from '../settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'godwit-operator-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the operator', () => {
  const service = testService()
  const runLine = (line: string, settings = defaultSettings) => {
    const { clock } = service.workerContext
    const { securityLog } = service
    const clocks = { sandbox: clock, live: clock }
    return run(service.db, parseCommand(line.split(' ')), { settings, securityLog, clocks })
  }
  const value = (lines: readonly string[], name: string) =>
    lines.find((line) => line.startsWith(name))?.split(/\s+/)[1] ?? ''
  const tokenStatus = async (client: string, secret: string) => {
    const reply = await service.call('POST /oauth/token', {
      body: 'grant_type=client_credentials',
      headers: {
        authorization: `Basic ${btoa(`${client}:${secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    return reply.status
  }

  it('application create prints a valid secret; application rotate replaces it', async () => {
    const created = await runLine(
      'application create --key mine --name Mine --redirect-uris loopback,https://a.example/back --partner-price 0.01',
    )
    const first = value(created, 'client_secret')
    expect(await tokenStatus('mine', first)).toBe(200)
    const second = value(await runLine('application rotate --key mine'), 'client_secret')
    expect(await tokenStatus('mine', first)).toBe(401)
    expect(await tokenStatus('mine', second)).toBe(200)
    const { rows } = await service.db.pool.query(
      `select redirect_uris as uris, partner_price::text as price from applications
        where client_key = 'mine'`,
    )
    expect(rows).toEqual([{ uris: ['loopback', 'https://a.example/back'], price: '0.010000' }])
    await expect(runLine('application create --key mine')).rejects.toThrow('client-key.taken')
    await expect(runLine('application rotate --key other')).rejects.toThrow('application.not-found')
    await expect(runLine('application create --key b --partner-price 2')).rejects.toThrow(
      'partner-price.invalid',
    )
  })

  it('D41, D46: application create and change set and clear the flags of an application, and keep its secret', async () => {
    const created = await runLine('application create --key partner --trusted')
    const secret = value(created, 'client_secret')
    const flags = (lines: readonly string[]) => [
      value(lines, 'trusted'),
      value(lines, 'additional_verification'),
    ]
    const change = (words: string) => runLine(`application change --key partner ${words}`.trim())
    expect(flags(await change(''))).toEqual(['true', 'false'])
    expect(flags(await change('--additional-verification --no-trusted'))).toEqual(['false', 'true'])
    expect(flags(await change('--partner-price 0.02'))).toEqual(['false', 'true'])
    expect(await tokenStatus('partner', secret)).toBe(200)
    await expect(runLine('application change --key nobody')).rejects.toThrow(
      'application.not-found',
    )
    expect(() => parseCommand(['application', 'change', '--no-key'])).toThrow(UsageError)
  })

  it('D42: profile verify verifies one profile, releases its transfers, and can be repeated', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const issues = async () => (await ann.call(`GET /v1/transfers/${id}/issues`)).body.length
    expect(await issues()).toBe(1)
    for (let time = 1; time <= 2; time++)
      expect(await runLine(`profile verify --profile ${ann.personal}`)).toEqual([
        `profile ${ann.personal} is verified`,
      ])
    expect(await issues()).toBe(0)
    const { rows } = await service.db.pool.query(
      'select id, verified from profiles where user_id = $1 order by id',
      [ann.userId],
    )
    expect(rows.map(({ verified }) => verified)).toEqual([true, false])
    await expect(runLine('profile verify --profile 999999')).rejects.toThrow('There is no profile')
  })

  it('D86: card-order produced and returned move the order of a physical card, which is blocked in the end', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const step = (verb: string, order = id) =>
      runLine(`card-order ${verb} --profile ${ann.personal} --order ${order}`)
    await expect(step('returned')).rejects.toThrow('card-order.status.conflict')
    expect(await step('produced')).toEqual([`card order ${id} is PRODUCED`])
    expect(await step('returned')).toEqual([`card order ${id} is RETURNED`])
    expect(await cardStatusOf(service, cardToken)).toBe('BLOCKED')
    await expect(step('produced', id + 1000)).rejects.toThrow('card-order.not-found')
  })

  it('D108: application create --public creates an application without a secret', async () => {
    const created = await runLine(
      'application create --key phone --redirect-uris loopback --public',
    )
    expect(created.join()).not.toContain('client_secret')
    expect(await tokenStatus('phone', '')).toBe(400)
    expect(await tokenStatus('phone', 'null')).toBe(401)
  })

  it('D119: token, grant and user commands list and revoke tokens and grants, and deactivate and reactivate a user', async () => {
    await runLine('application create --key granted')
    const created = await runLine('user create --email tilda@example.com')
    const [user, first] = [value(created, 'user'), value(created, 'token')]
    await service.db.pool.query(
      `insert into grants (application_id, user_id, created_at)
       select id, $1, now() from applications where client_key = 'granted'`,
      [user],
    )
    const second = value(await runLine(`token create --user ${user}`), 'token')
    const meStatus = async (bearer: string) =>
      (await service.call('GET /v1/me', { token: bearer })).status
    const listed = await runLine(`token list --user ${user}`)
    expect(listed.map((line) => line.split(' ')[0])).toEqual(['grant', 'token', 'token'])
    expect(listed.join()).not.toContain(first)
    const id = /token (\d+)/.exec(listed[2] ?? '')?.[1]
    await runLine(`token revoke --user ${user} --token ${id}`)
    expect([await meStatus(first), await meStatus(second)]).toEqual([200, 401])
    await expect(runLine(`token revoke --user ${user} --token ${id}`)).rejects.toThrow(
      'token.not-found',
    )
    await runLine(`grant revoke --user ${user} --key granted`)
    await expect(runLine(`grant revoke --user ${user} --key granted`)).rejects.toThrow('not.found')
    await runLine(`user deactivate --user ${user}`)
    const third = value(await runLine(`token create --user ${user}`), 'token')
    expect(await meStatus(third)).toBe(401)
    await runLine(`user reactivate --user ${user}`)
    expect(await meStatus(third)).toBe(200)
    expect(await runLine(`token list --user ${user}`)).toHaveLength(1)
    await expect(runLine('user deactivate --user 999999')).rejects.toThrow('There is no user')
  })

  it('user create prints a valid token; signing-key add registers a key of the user', async () => {
    const created = await runLine('user create --email olga@example.com')
    const me = await service.call('GET /v1/me', { token: value(created, 'token') })
    expect(me.body).toMatchObject({ id: Number(value(created, 'user')), email: 'olga@example.com' })
    await expect(runLine('user create --email olga@example.com')).rejects.toThrow('NOT_UNIQUE')
    await expect(runLine('user create --email nobody')).rejects.toThrow('ERROR')

    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = join(folder, 'key.pem')
    writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }))
    const user = value(created, 'user')
    expect(
      value(await runLine(`signing-key add --user ${user} --file ${file}`), 'fingerprint'),
    ).toMatch(/^[\da-f]{64}$/)
    await expect(runLine(`signing-key add --user ${user} --file /nowhere`)).rejects.toThrow(
      'cannot be read',
    )
    await expect(runLine(`signing-key add --user 999999 --file ${file}`)).rejects.toThrow(
      'There is no user',
    )
  })

  it('D86: deposit book credits a payment by the number of the account, once for each transaction', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'GBP')
    const { rows } = await service.db.pool.query<{ numbers: Record<string, string> }>(
      'select numbers from account_details where profile_id = $1',
      [ann.personal],
    )
    const { iban = '', bankCode = '', accountNumber = '' } = rows[0]?.numbers ?? {}
    const book = (number: string, more: string) =>
      runLine(`deposit book --currency GBP --number ${number} --sender-name Bo ${more}`)
    const [line] = await book(`${bankCode}-${accountNumber}`, '--amount 10.50 --transaction A1')
    expect(line).toMatch(/^payment \d+ of 10\.50 GBP to balance \d+ of profile \d+ is COMPLETED$/)
    const uetr = '3f1c2d1e-0000-4000-8000-00000000000a'
    await book(iban.toLowerCase(), `--amount 1 --transaction A2 --uetr ${uetr}`)
    expect(await heldOn(ann, details?.balanceId ?? 0)).toBe(11.5)
    for (const [number, more, message] of [
      [iban, '--amount 10.50 --transaction A1', 'deposit.recorded'],
      [iban, `--amount 2 --transaction A3 --uetr ${uetr}`, 'deposit.recorded'],
      [iban, '--amount 0 --transaction A4', 'error.greaterThanZero'],
      [iban, '--amount much --transaction A4', 'amount.not-exact'],
      [iban, '--amount 1 --transaction A4 --uetr 7', 'must be a UUID'],
      [iban, `--amount 1 --transaction A4 --reference ${'x'.repeat(141)}`, 'at most 140'],
      ['GB00', '--amount 1 --transaction A4', 'No GBP account details have the number GB00'],
    ] as const)
      await expect(book(number, more)).rejects.toThrow(message)
    expect(await heldOn(ann, details?.balanceId ?? 0)).toBe(11.5)
  })

  it('D86: details-fee take takes the fee of an order, once', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100, ann.business)
    const { id } = await ok(orderDetails(ann, 'GBP', ann.business))
    const take = `details-fee take --profile ${ann.business} --order ${id}`
    expect(await runLine(take)).toEqual([`order ${id} is DONE`])
    await expect(runLine(take)).rejects.toThrow('account-details-order.fee.not-due')
    await expect(
      runLine(`details-fee take --profile ${ann.personal} --order ${id}`),
    ).rejects.toThrow('account-details-order.not-found')
  })

  it('rate set stores a rate, which /v1/rates returns', async () => {
    const printed = await runLine('rate set --currency EUR --per-usd 0.5 --at 2026-01-01T00:00:00Z')
    expect(printed).toEqual(['1 USD is 0.5 EUR from 2026-01-01T00:00:00Z on.'])
    const ann = await service.createUser()
    const [{ rate }] = await ok(ann.call('GET /v1/rates?source=USD&target=EUR'))
    expect(rate).toBe(0.5)
    for (const [line, message] of [
      ['rate set --currency USD --per-usd 1', 'cannot record that one USD is'],
      ['rate set --currency EUR --per-usd 0', 'cannot record that one USD is'],
      ['rate set --currency EUR --per-usd much', 'must be a decimal number'],
      ['rate set --currency EUR --per-usd 1 --at soon', '--at is soon'],
      ['rate set --currency EUR --per-usd 1 --at +012000-01-01T00:00:00Z', '--at is +012000'],
    ] as const)
      await expect(runLine(line)).rejects.toThrow(message)
  })

  it('pay-in, transfer and pay-out commands record what banks reported, from the pay-in to a refund', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const of = `--profile ${ann.personal} --transfer ${id}`
    expect(await runLine(`pay-in confirm ${of} --amount 1`)).toEqual([
      `transfer ${id} is incoming_payment_waiting, blocked by deposit_amount_less_invoice`,
    ])
    for (const [line, status] of [
      [`pay-in confirm ${of}`, 'processing'],
      [`transfer convert ${of}`, 'funds_converted'],
      [`pay-out confirm ${of}`, 'outgoing_payment_sent'],
      [`pay-out bounce ${of} --reason ACCOUNT_CLOSED`, 'bounced_back'],
    ] as const)
      expect(await runLine(line)).toEqual([`transfer ${id} is ${status}`])
    expect(await runLine(`transfer refund ${of}`)).toEqual([
      `transfer ${id} is funds_refunded`,
      '100.00 GBP go back to the account that they came from',
    ])
    await expect(runLine(`pay-out confirm ${of}`)).rejects.toThrow('wrong_status')
    await expect(
      runLine(`pay-out confirm --profile ${ann.business} --transfer ${id}`),
    ).rejects.toThrow('transfer.not-found')
    await expect(runLine(`pay-out confirm --profile me --transfer ${id}`)).rejects.toThrow(
      '--profile is me',
    )
  })

  it('pay-in confirm with GODWIT_AUTO_ADVANCE=60 schedules the conversion after 60 seconds', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const confirm = `pay-in confirm --profile ${ann.personal} --transfer ${id}`
    const settings = settingsOf(readConfig({ GODWIT_AUTO_ADVANCE: '60' }))
    expect(await runLine(confirm, settings)).toEqual([`transfer ${id} is processing`])
    await service.advance({ seconds: 60 })
    expect((await ok(ann.call(`GET /v1/transfers/${id}`))).status).toBe('funds_converted')
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
      const of = `--profile ${ann.personal} --transfer ${id}`
      if (payIn === 'BALANCE') await ok(fundTransfer(ann, id))
      else await runLine(`pay-in confirm ${of}`)
      for (const line of ['transfer convert', 'pay-out confirm', 'pay-out bounce'])
        await runLine(`${line} ${of}`)
      expect((await runLine(`transfer refund ${of}`))[1]).toMatch(message)
    },
  )

  it('delivery show prints deliveries; delivery redeliver sends one again', async () => {
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
    const of = `--subscription ${subscription} --delivery ${delivery}`
    const [details] = await runLine(`delivery show ${of}`)
    expect(JSON.parse(details ?? '')).toMatchObject({ delivery_id: delivery, state: 'DELIVERED' })
    const before = service.sent.length
    await runLine(`delivery redeliver ${of}`)
    await service.settle()
    expect(service.sent.length).toBe(before + 1)
    const unknown = `--subscription ${subscription} --delivery ${subscription}`
    await expect(runLine(`delivery redeliver ${unknown}`)).rejects.toThrow('not')
    await expect(runLine(`delivery show ${unknown}`)).rejects.toThrow('no such delivery')
    await expect(runLine('delivery show --subscription 7')).rejects.toThrow('must be a UUID')
  })

  it('D61a: data-key rotate adds a version, and what earlier ones have encrypted stays readable', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const [line] = await runLine('data-key rotate --purpose cards')
    expect(line).toBe('version 2 of the data key cards was added')
    await service.restart()
    const later = await issuesCard(service, ann)
    for (const each of [card, later])
      expect((await reveals(ann, 'pin', each.token)).reply.status).toBe(200)
    const { rows } = await service.db.pool.query<{ version: string }>(
      `select encode(substring(pan from 1 for 2), 'hex') as version from cards where profile_id = $1 order by id`,
      [ann.personal],
    )
    expect(rows.map(({ version }) => version)).toEqual(['0001', '0002'])
    await expect(runLine('data-key rotate --purpose other')).rejects.toThrow(
      'it must be one of cards',
    )
  })

  it('D60: card suspend stops a card; card restore returns it to its status before', async () => {
    const ann = await service.createUser()
    for (const type of ['VIRTUAL_NON_UPGRADEABLE', 'PHYSICAL'] as const) {
      const card = await issuesCard(service, ann, { type })
      const of = `--profile ${ann.personal} --card ${card.token}`
      expect(await runLine(`card suspend ${of}`)).toEqual([
        `card ${card.token} is PARTNER_SUSPENDED`,
      ])
      await expect(runLine(`card suspend ${of}`)).rejects.toThrow('card.status.conflict')
      expect(await runLine(`card restore ${of}`)).toEqual([`card ${card.token} is ${card.status}`])
      await expect(runLine(`card restore ${of}`)).rejects.toThrow('card.status.conflict')
      const strangers = `--profile ${ann.business} --card ${card.token}`
      await expect(runLine(`card suspend ${strangers}`)).rejects.toThrow('has no card')
    }
  })

  it('D63: reveal list prints who saw the data of a card', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const of = `--profile ${ann.personal} --card ${card.token}`
    expect(await runLine(`reveal list ${of}`)).toEqual([])
    await reveals(ann, 'details', card.token)
    await reveals(ann, 'pin', card.token)
    const lines = await runLine(`reveal list ${of}`)
    expect(lines.map((line) => line.split('  ').slice(1).join(' '))).toEqual([
      `PIN user ${ann.userId} personal`,
      `DETAILS user ${ann.userId} personal`,
    ])
  })

  it('D84: dispute move reviews a dispute and refunds a part of the payment', async () => {
    const ann = await service.createUser()
    const { id } = await disputes(ann, await paysByCard(service, ann))
    const line = (to: string) => `dispute move --profile ${ann.personal} --dispute ${id} --to ${to}`
    expect(await runLine(line('in_review'))).toEqual([`dispute ${id} is IN_REVIEW`])
    await runLine(line('ACCEPTED'))
    const refund = line('REFUNDED')
    await expect(runLine(`${refund} --amount 1`)).rejects.toThrow('must be set together')
    await expect(runLine(`${refund} --amount 1 --currency GBP`)).rejects.toThrow(
      'card.currency.mismatch',
    )
    await expect(runLine(`${refund} --amount x --currency EUR`)).rejects.toThrow(
      'card.amount.invalid',
    )
    expect(await runLine(`${refund} --amount 12.50 --currency EUR`)).toEqual([
      `dispute ${id} is REFUNDED`,
    ])
    await expect(runLine(line('IN_REVIEW'))).rejects.toThrow('wrong_status')
    await expect(runLine(line('WITHDRAWN'))).rejects.toThrow(UsageError)
    const other = `dispute move --profile ${ann.business} --dispute ${id} --to IN_REVIEW`
    await expect(runLine(other)).rejects.toThrow('dispute.not-found')
  })

  it('D48: file show prints a file of the profile; --out writes its content and replaces nothing', async () => {
    const ann = await service.createUser()
    const { id } = await keepsFile(service, ann)
    const of = `--profile ${ann.personal} --file ${id}`
    expect(await runLine(`file show ${of}`)).toContain('name      a.png')
    const out = join(folder, 'a.png')
    await runLine(`file show ${of} --out ${out}`)
    expect(readFileSync(out)).toEqual(samples.png)
    expect(statSync(out).mode & 0o777).toBe(0o600)
    await expect(runLine(`file show ${of} --out ${out}`)).rejects.toThrow('EEXIST')
    const strangers = `--profile ${ann.business} --file ${id}`
    await expect(runLine(`file show ${strangers}`)).rejects.toThrow(`has no file ${id}`)
  })
})

describe('the command line', () => {
  const printed = async (line: string, env: Record<string, string> = {}) => {
    const lines: string[] = []
    const output = {
      print: (text: string) => lines.push(text),
      printError: (text: string) => lines.push(text),
      securityLog: () => undefined,
    }
    const code = await operate(line.split(' ').filter(Boolean), env, output)
    return { code, text: lines.join('\n') }
  }

  it('exits with 2 and prints every command when no command is named', async () => {
    const { code, text } = await printed('')
    expect(code).toBe(2)
    for (const { name, summary } of commands) {
      expect(text).toContain(`  ${name} --`)
      expect(text).toContain(summary)
    }
  })

  it.each([
    ['user delete', 'Unknown command'],
    ['user create', 'user create needs --email'],
    ['user create --email a@b.example --colour blue', '--colour'],
  ])('exits with 2 and an explanation for %j', async (line, message) => {
    const { code, text } = await printed(line)
    expect([code, text]).toEqual([2, expect.stringContaining(message)])
    expect(() => parseCommand(line.split(' '))).toThrow(UsageError)
  })

  it('exits with 1 and an explanation when a variable is invalid', async () => {
    const { code, text } = await printed('user create --email a@b.example', {
      GODWIT_AUTO_ADVANCE: 'soon',
    })
    expect([code, text]).toEqual([1, expect.stringContaining('GODWIT_AUTO_ADVANCE is soon')])
  })

  it('exits with 1 when the database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { code, text } = await printed('user create --email a@b.example', env)
    expect([code, text]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  })
})
