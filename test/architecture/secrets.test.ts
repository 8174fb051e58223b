// Runs the real process with all log levels while it handles tokens, secrets and bank details, and checks
// that none is in the log, also after errors.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as events from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { SEED } from '../../src/app/seed.ts'
import { cloneTemplate } from '../support/postgres.ts'
import { root } from './source.ts'

const START_MAX_MS = 60_000
const [application] = SEED.applications

/** Values that must not be in the log; some request below sends each of them. */
const secrets = {
  personalToken: SEED.personalToken,
  clientSecret: application.secret,
  wrongToken: `wrong-token-${randomUUID()}`,
  wrongSecret: `wrong-secret-${randomUUID()}`,
  iban: 'FR1420041010050500013M02606',
  holder: 'Zebulon Quillfeather',
  email: 'zebulon.quillfeather@example.com',
  code: `registration-code-${randomUUID()}`,
  phoneNumber: '+447700900987',
  faceMap: Buffer.from(`a face ${randomUUID()}`).toString('base64'),
}

let url = ''
let output = ''
let service: ChildProcess
let database: Awaited<ReturnType<typeof cloneTemplate>>

beforeAll(async () => {
  database = await cloneTemplate(inject('postgresUrl'))
  service = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const up = Promise.withResolvers<string>()
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /API\s+(http:\/\/\S+)/.exec(output)?.[1]
      if (found !== undefined) up.resolve(found)
    })
  service.once('close', () => up.reject(new Error(`the service ended: ${output}`)))
  url = await up.promise
}, START_MAX_MS)

afterAll(async () => {
  await end()
  await database.drop()
})

/** Stops the service and waits until its output is read. */
async function end(): Promise<void> {
  if (service.exitCode !== null) return
  service.kill('SIGTERM')
  await events.once(service, 'close')
}

type Sending = { token?: string; body?: object | string; type?: string; basic?: string }

async function send(route: string, { token, body, type, basic }: Sending = {}) {
  const [method = '', path = ''] = route.split(' ')
  const reply = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(basic !== undefined && { authorization: `Basic ${btoa(basic)}` }),
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    },
  })
  return { status: reply.status, text: await reply.text(), headers: reply.headers }
}

const FORM = 'application/x-www-form-urlencoded'

it('logs no token, no secret and no bank details', async () => {
  const { personalToken: token, wrongToken, wrongSecret, iban, holder, email, code } = secrets
  const client = `${application.clientKey}:${application.secret}`
  const grant = { body: 'grant_type=client_credentials', type: FORM }

  const granted = await send('POST /oauth/token', { ...grant, basic: client })
  expect(granted.status).toBe(200)
  const { access_token: access } = JSON.parse(granted.text) as { access_token: string }
  const wrong = await send('POST /oauth/token', {
    ...grant,
    basic: `${application.clientKey}:${wrongSecret}`,
  })
  expect(wrong.status).toBe(401)
  expect((await send('GET /v1/me', { token: wrongToken })).status).toBe(401)
  await send('POST /v1/user/signup/registration_code', {
    token: access,
    body: { email, registrationCode: code },
  })

  const [profile] = JSON.parse((await send('GET /v1/profiles', { token })).text) as { id: number }[]
  const account = {
    profile: profile?.id,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: holder,
    details: { legalType: 'PRIVATE', IBAN: iban },
  }
  const malformed = `${JSON.stringify(account)}}`
  expect((await send('POST /v1/accounts', { token, body: malformed })).status).toBe(400)
  // Simulates a bug on bank details: the database rejects the row with an error that names it.
  await failRecipients('add constraint never check (false) not valid')
  expect((await send('POST /v1/accounts', { token, body: account })).status).toBe(500)
  await failRecipients('drop constraint never')
  expect((await send('POST /v1/accounts', { token, body: account })).status).toBe(200)

  const { phoneNumber, faceMap } = secrets
  await send('POST /v1/user/phone-numbers', { token, body: { phoneNumber } })
  expect((await send('POST /v1/user/facemap/enrol', { token, body: { faceMap } })).status).toBe(204)
  const challenge = await send('POST /v1/user/phone-numbers', { token, body: { phoneNumber } })
  expect(challenge.status).toBe(403)
  const oneTimeToken = challenge.headers.get('x-2fa-approval') ?? ''
  expect(oneTimeToken).not.toBe('')

  await end()
  const log = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  // The error is in the log, without the data of the row.
  expect(log).toContain('a bug')
  const leaked = Object.entries({ ...secrets, access, oneTimeToken }).filter(([, secret]) =>
    log.includes(secret),
  )
  expect(leaked.map(([name]) => name)).toEqual([])
})

async function failRecipients(change: string): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`alter table recipients ${change}`)
  await client.end()
}
