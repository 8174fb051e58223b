import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { commandRunner, printedValue } from './operator-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'godwit-operator-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('operator commands for applications, users and tokens', () => {
  const service = testService()
  const runLine = (line: string) => commandRunner(service)(line)
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

  it('application create stores its options and prints a valid secret; application rotate replaces the secret', async () => {
    const created = await runLine(
      'application create --key mine --name Mine --redirect-uris loopback,https://a.example/back --partner-price 0.01',
    )
    const first = printedValue(created, 'client_secret')
    expect(await tokenStatus('mine', first)).toBe(200)
    const second = printedValue(await runLine('application rotate --key mine'), 'client_secret')
    expect(await tokenStatus('mine', first)).toBe(401)
    expect(await tokenStatus('mine', second)).toBe(200)
    const { rows } = await service.db.pool.query(
      `select name, redirect_uris as uris, partner_price::text as price from applications
        where client_key = 'mine'`,
    )
    expect(rows).toEqual([
      { name: 'Mine', uris: ['loopback', 'https://a.example/back'], price: '0.010000' },
    ])
  })

  it.each([
    ['application create --key mine', 'client-key.taken'],
    ['application rotate --key other', 'application.not-found'],
    ['application change --key other', 'application.not-found'],
    ['application create --key b --partner-price 2', 'partner-price.invalid'],
  ])('%s is refused with %s', async (line, code) => {
    await expect(runLine(line)).rejects.toThrow(code)
  })

  it('D41, D46: application create and change set and clear the flags of an application, and keep its secret', async () => {
    const created = await runLine('application create --key partner --trusted')
    const secret = printedValue(created, 'client_secret')
    const flags = (lines: readonly string[]) => [
      printedValue(lines, 'trusted'),
      printedValue(lines, 'additional_verification'),
    ]
    const change = (words: string) => runLine(`application change --key partner ${words}`.trim())
    expect(flags(await change(''))).toEqual(['true', 'false'])
    expect(flags(await change('--additional-verification --no-trusted'))).toEqual(['false', 'true'])
    expect(flags(await change('--partner-price 0.02'))).toEqual(['false', 'true'])
    expect(await tokenStatus('partner', secret)).toBe(200)
  })

  it('D42: profile verify verifies one profile, releases its transfers, and can be repeated; it refuses an unknown profile', async () => {
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

  it('D108: application create --public creates an application without a secret, which gets no token as a client', async () => {
    const created = await runLine(
      'application create --key phone --redirect-uris loopback --public',
    )
    expect(created.join()).not.toContain('client_secret')
    expect(await tokenStatus('phone', '')).toBe(400)
    // The service must not compare with the text of an absent secret.
    expect(await tokenStatus('phone', 'null')).toBe(401)
  })

  const meStatus = async (token: string) => (await service.call('GET /v1/me', { token })).status
  const createsUser = async (email: string) => {
    const created = await runLine(`user create --email ${email}`)
    return { user: printedValue(created, 'user'), token: printedValue(created, 'token') }
  }

  it('D119: token list shows the ids of tokens and not their text, and token revoke revokes the token with an id', async () => {
    const { user, token: first } = await createsUser('tilda@example.com')
    const second = printedValue(await runLine(`token create --user ${user}`), 'token')
    const listed = await runLine(`token list --user ${user}`)
    expect(listed.map((line) => line.split(' ')[0])).toEqual(['token', 'token'])
    for (const token of [first, second]) expect(listed.join()).not.toContain(token)
    const id = /token (\d+)/.exec(listed[1] ?? '')?.[1]
    await runLine(`token revoke --user ${user} --token ${id}`)
    expect([await meStatus(first), await meStatus(second)]).toEqual([200, 401])
    await expect(runLine(`token revoke --user ${user} --token ${id}`)).rejects.toThrow(
      'token.not-found',
    )
  })

  it('D119: grant revoke ends a grant that token list shows', async () => {
    await runLine('application create --key granted')
    const { user } = await createsUser('gerda@example.com')
    await service.db.pool.query(
      `insert into grants (application_id, user_id, created_at)
       select id, $1, now() from applications where client_key = 'granted'`,
      [user],
    )
    const hasGrant = async () =>
      (await runLine(`token list --user ${user}`)).join().includes('grant')
    expect(await hasGrant()).toBe(true)
    await runLine(`grant revoke --user ${user} --key granted`)
    await expect(runLine(`grant revoke --user ${user} --key granted`)).rejects.toThrow('not.found')
    expect(await hasGrant()).toBe(false)
  })

  it('D119: after user reactivate, a token created since the deactivation is valid, and an earlier one is not', async () => {
    const { user, token: first } = await createsUser('dora@example.com')
    await runLine(`user deactivate --user ${user}`)
    const second = printedValue(await runLine(`token create --user ${user}`), 'token')
    expect([await meStatus(first), await meStatus(second)]).toEqual([401, 401])
    await runLine(`user reactivate --user ${user}`)
    expect([await meStatus(first), await meStatus(second)]).toEqual([401, 200])
    await expect(runLine('user deactivate --user 999999')).rejects.toThrow('There is no user')
  })

  it('user create prints a valid token of the new user, and refuses a taken or malformed e-mail address', async () => {
    const created = await runLine('user create --email olga@example.com')
    const me = await service.call('GET /v1/me', { token: printedValue(created, 'token') })
    expect(me.body).toMatchObject({
      id: Number(printedValue(created, 'user')),
      email: 'olga@example.com',
    })
    await expect(runLine('user create --email olga@example.com')).rejects.toThrow('NOT_UNIQUE')
    await expect(runLine('user create --email nobody')).rejects.toThrow('ERROR')
  })

  it('signing-key add registers the key of the file for the user and prints its fingerprint; it refuses an unreadable file and an unknown user', async () => {
    const { user } = await createsUser('signe@example.com')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = join(folder, 'key.pem')
    const key = publicKey.export({ type: 'spki', format: 'pem' })
    writeFileSync(file, key)
    const added = await runLine(`signing-key add --user ${user} --file ${file}`)
    const { rows } = await service.db.pool.query(
      'select fingerprint, public_key as key from user_signing_keys where user_id = $1',
      [user],
    )
    expect(rows).toEqual([{ fingerprint: printedValue(added, 'fingerprint'), key }])
    await expect(runLine(`signing-key add --user ${user} --file /nowhere`)).rejects.toThrow(
      'cannot be read',
    )
    await expect(runLine(`signing-key add --user 999999 --file ${file}`)).rejects.toThrow(
      'There is no user',
    )
  })
})
