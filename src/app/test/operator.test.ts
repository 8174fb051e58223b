import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { readConfig, settingsOf } from '../config.ts'
import { operate, run, understand } from '../operator/command-line.ts'
import { commands } from '../operator/commands.ts'
import { UsageError } from '../operator/usage-error.ts'
import { defaultSettings } from '../settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'godwit-operator-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the operator', () => {
  const service = testService()
  const does = (line: string, settings = defaultSettings) => {
    const { clock } = service.workerContext
    const { securityLog } = service
    const clocks = { sandbox: clock, live: clock }
    return run(service.db, understand(line.split(' ')), { settings, securityLog, clocks })
  }
  const value = (lines: readonly string[], name: string) =>
    lines.find((line) => line.startsWith(name))?.split(/\s+/)[1] ?? ''
  const token = async (client: string, secret: string) => {
    const reply = await service.call('POST /oauth/token', {
      body: 'grant_type=client_credentials',
      headers: {
        authorization: `Basic ${btoa(`${client}:${secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    return reply.status
  }

  it('makes an application, and gives it another secret', async () => {
    const made = await does(
      'application create --key mine --name Mine --redirect-uris loopback,https://a.example/back --partner-price 0.01',
    )
    const first = value(made, 'client_secret')
    expect(await token('mine', first)).toBe(200)
    const second = value(await does('application rotate --key mine'), 'client_secret')
    expect([await token('mine', first), await token('mine', second)]).toEqual([401, 200])
    const { rows } = await service.db.pool.query(
      `select redirect_uris as uris, partner_price::text as price from applications
        where client_key = 'mine'`,
    )
    expect(rows).toEqual([{ uris: ['loopback', 'https://a.example/back'], price: '0.010000' }])
    await expect(does('application create --key mine')).rejects.toThrow('client-key.taken')
    await expect(does('application rotate --key other')).rejects.toThrow('application.not-found')
    await expect(does('application create --key b --partner-price 2')).rejects.toThrow(
      'partner-price.invalid',
    )
  })

  it('D108: makes a public application, which has no secret', async () => {
    const made = await does('application create --key phone --redirect-uris loopback --public')
    expect(made.join()).not.toContain('client_secret')
    expect(await token('phone', '')).toBe(400)
    expect(await token('phone', 'null')).toBe(401)
  })

  it('D119: lists and revokes tokens and grants, and deactivates a user and back', async () => {
    await does('application create --key granted')
    const made = await does('user create --email tilda@example.com')
    const [user, first] = [value(made, 'user'), value(made, 'token')]
    await service.db.pool.query(
      `insert into grants (application_id, user_id, created_at)
       select id, $1, now() from applications where client_key = 'granted'`,
      [user],
    )
    const second = value(await does(`token create --user ${user}`), 'token')
    const me = async (bearer: string) =>
      (await service.call('GET /v1/me', { token: bearer })).status
    const listed = await does(`token list --user ${user}`)
    expect(listed.map((line) => line.split(' ')[0])).toEqual(['grant', 'token', 'token'])
    expect(listed.join()).not.toContain(first)
    const id = /token (\d+)/.exec(listed[2] ?? '')?.[1]
    await does(`token revoke --user ${user} --token ${id}`)
    expect([await me(first), await me(second)]).toEqual([200, 401])
    await expect(does(`token revoke --user ${user} --token ${id}`)).rejects.toThrow(
      'token.not-found',
    )
    await does(`grant revoke --user ${user} --key granted`)
    await expect(does(`grant revoke --user ${user} --key granted`)).rejects.toThrow('not.found')
    await does(`user deactivate --user ${user}`)
    const third = value(await does(`token create --user ${user}`), 'token')
    expect(await me(third)).toBe(401)
    await does(`user reactivate --user ${user}`)
    expect(await me(third)).toBe(200)
    expect(await does(`token list --user ${user}`)).toHaveLength(1)
    await expect(does('user deactivate --user 999999')).rejects.toThrow('No user')
  })

  it('makes a user, whose token works, and registers a key for it', async () => {
    const made = await does('user create --email olga@example.com')
    const me = await service.call('GET /v1/me', { token: value(made, 'token') })
    expect(me.body).toMatchObject({ id: Number(value(made, 'user')), email: 'olga@example.com' })
    await expect(does('user create --email olga@example.com')).rejects.toThrow('NOT_UNIQUE')
    await expect(does('user create --email nobody')).rejects.toThrow('ERROR')

    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = join(folder, 'key.pem')
    writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }))
    const user = value(made, 'user')
    expect(
      value(await does(`signing-key add --user ${user} --file ${file}`), 'fingerprint'),
    ).toMatch(/^[\da-f]{64}$/)
    await expect(does(`signing-key add --user ${user} --file /nowhere`)).rejects.toThrow(
      'cannot be read',
    )
    await expect(does(`signing-key add --user 999999 --file ${file}`)).rejects.toThrow('No user')
  })

  it('sets a rate, which the next quote uses', async () => {
    const said = await does('rate set --currency EUR --per-usd 0.5 --at 2026-01-01T00:00:00Z')
    expect(said).toEqual(['1 USD is 0.5 EUR from 2026-01-01T00:00:00Z on.'])
    const ann = await service.createUser()
    const [{ rate }] = await ok(ann.call('GET /v1/rates?source=USD&target=EUR'))
    expect(rate).toBe(0.5)
    for (const [line, says] of [
      ['rate set --currency USD --per-usd 1', 'no rate of one USD'],
      ['rate set --currency EUR --per-usd 0', 'no rate of one USD'],
      ['rate set --currency EUR --per-usd much', 'must be a decimal number'],
      ['rate set --currency EUR --per-usd 1 --at soon', '--at is soon'],
      ['rate set --currency EUR --per-usd 1 --at +012000-01-01T00:00:00Z', '--at is +012000'],
    ] as const)
      await expect(does(line)).rejects.toThrow(says)
  })

  it('confirms what the banks did, with the use cases of the sandbox', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const of = `--profile ${ann.personal} --transfer ${id}`
    expect(await does(`pay-in confirm ${of} --amount 1`)).toEqual([
      `transfer ${id} is incoming_payment_waiting, held up by deposit_amount_less_invoice`,
    ])
    for (const [line, status] of [
      [`pay-in confirm ${of}`, 'processing'],
      [`transfer convert ${of}`, 'funds_converted'],
      [`pay-out confirm ${of}`, 'outgoing_payment_sent'],
      [`pay-out bounce ${of} --reason ACCOUNT_CLOSED`, 'bounced_back'],
    ] as const)
      expect(await does(line)).toEqual([`transfer ${id} is ${status}`])
    expect(await does(`transfer refund ${of}`)).toEqual([
      `transfer ${id} is funds_refunded`,
      '100.00 GBP go back to the account that they came from',
    ])
    await expect(does(`pay-out confirm ${of}`)).rejects.toThrow('wrong_status')
    await expect(
      does(`pay-out confirm --profile ${ann.business} --transfer ${id}`),
    ).rejects.toThrow('transfer.not-found')
    await expect(does(`pay-out confirm --profile me --transfer ${id}`)).rejects.toThrow(
      '--profile is me',
    )
  })

  it('does as the environment says: a transfer whose money came moves on by itself', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const confirm = `pay-in confirm --profile ${ann.personal} --transfer ${id}`
    const settings = settingsOf(readConfig({ GODWIT_AUTO_ADVANCE: '60' }))
    expect(await does(confirm, settings)).toEqual([`transfer ${id} is processing`])
    await service.advance({ seconds: 60 })
    expect((await ok(ann.call(`GET /v1/transfers/${id}`))).status).toBe('funds_converted')
  })

  it.each([
    ['BALANCE', '100.00 GBP are back on the balance of the sender'],
    ['BANK_TRANSFER', /^100.00 GBP go to recipient \d+: Nora Sample, \(23-14-70\) 28821822$/],
  ] as const)('says where refunded money goes that was paid by %s', async (payIn, says) => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const sourceAccount = await addsRecipient(ann, 'GBP')
    const { id } = await createsTransfer(ann, { payIn, sourceAccount })
    const of = `--profile ${ann.personal} --transfer ${id}`
    if (payIn === 'BALANCE') await ok(fundTransfer(ann, id))
    else await does(`pay-in confirm ${of}`)
    for (const line of ['transfer convert', 'pay-out confirm', 'pay-out bounce'])
      await does(`${line} ${of}`)
    expect((await does(`transfer refund ${of}`))[1]).toMatch(says)
  })

  it('shows deliveries and sends one again', async () => {
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
    const list = await does(`delivery show --subscription ${subscription}`)
    expect(list).toHaveLength(2)
    const delivery = list[0]?.split('  ')[0]
    const of = `--subscription ${subscription} --delivery ${delivery}`
    const [shown] = await does(`delivery show ${of}`)
    expect(JSON.parse(shown ?? '')).toMatchObject({ delivery_id: delivery, state: 'DELIVERED' })
    const before = service.sent.length
    await does(`delivery redeliver ${of}`)
    await service.settle()
    expect(service.sent.length).toBe(before + 1)
    const other = `--subscription ${subscription} --delivery ${subscription}`
    await expect(does(`delivery redeliver ${other}`)).rejects.toThrow('not')
    await expect(does(`delivery show ${other}`)).rejects.toThrow('no such delivery')
    await expect(does('delivery show --subscription 7')).rejects.toThrow('must be a UUID')
  })
})

describe('the command line', () => {
  const said = async (line: string, env: Record<string, string> = {}) => {
    const lines: string[] = []
    const voice = {
      say: (text: string) => lines.push(text),
      complain: (text: string) => lines.push(text),
      securityLog: () => undefined,
    }
    const code = await operate(line.split(' ').filter(Boolean), env, voice)
    return { code, text: lines.join('\n') }
  }

  it('tells every command to whoever asks for none', async () => {
    const { code, text } = await said('')
    expect(code).toBe(2)
    for (const { name, summary } of commands) {
      expect(text).toContain(`  ${name} --`)
      expect(text).toContain(summary)
    }
  })

  it.each([
    ['user delete', 'There is no such command'],
    ['user create', 'user create needs --email'],
    ['user create --email a@b.example --colour blue', '--colour'],
  ])('says what is wrong with %j', async (line, says) => {
    const { code, text } = await said(line)
    expect([code, text]).toEqual([2, expect.stringContaining(says)])
    expect(() => understand(line.split(' '))).toThrow(UsageError)
  })

  it('says what is wrong with the environment', async () => {
    const { code, text } = await said('user create --email a@b.example', {
      GODWIT_AUTO_ADVANCE: 'soon',
    })
    expect([code, text]).toEqual([1, expect.stringContaining('GODWIT_AUTO_ADVANCE is soon')])
  })

  it('says that a database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { code, text } = await said('user create --email a@b.example', env)
    expect([code, text]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  })
})
