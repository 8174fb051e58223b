// Runs the real process with all log levels while it handles tokens, secrets and bank details, and checks that the log
// contains none of them, even after errors.

import { type ChildProcess, spawn } from 'node:child_process'
import { createPublicKey, randomUUID } from 'node:crypto'
import * as events from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { SEED } from '../../src/app/seed.ts'
import { EXAMPLES } from '../../src/app/seed-examples.ts'
import { emptyRequest, ROUTES, sealedRequest } from '../../src/cards/test/card-client.ts'
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

/**
 * Numbers of identity documents: accepted ones, and ones that are refused. No reply, log or table has them in the
 * clear.
 */
const documentNumbers = {
  ssn: '918273645',
  passport: 'ZX90817263',
  badSsn: '91827364599',
  numberAsNumber: 817263549,
  badPassport: 'QW'.repeat(20),
  strayText: 'PASSPORT-7766554433',
}

let url = ''
let output = ''
let service: ChildProcess
let database: Awaited<ReturnType<typeof cloneTemplate>>

beforeAll(async () => {
  database = await cloneTemplate(inject('postgresUrl'))
  service = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: '0',
      LOG_LEVEL: 'debug',
    },
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

type Sending = {
  token?: string
  body?: object | string
  type?: string
  basic?: string
  headers?: Record<string, string>
}

async function send(route: string, { token, body, type, basic, headers }: Sending = {}) {
  const [method = '', path = ''] = route.split(' ')
  const reply = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(basic !== undefined && { authorization: `Basic ${btoa(basic)}` }),
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      // Clients send it with every request; a stored reply or hash must not contain a secret.
      'x-idempotence-uuid': randomUUID(),
      ...headers,
    },
  })
  return { status: reply.status, text: await reply.text(), headers: reply.headers }
}

const FORM = 'application/x-www-form-urlencoded'

it('logs no token, no secret and no bank details, and stores and returns no number of an identity document', async () => {
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

  const pan = await readsCardNumber(token)

  const { phoneNumber, faceMap } = secrets
  await send('POST /v1/user/phone-numbers', { token, body: { phoneNumber } })
  expect((await send('POST /v1/user/facemap/enrol', { token, body: { faceMap } })).status).toBe(204)
  const challenge = await send('POST /v1/user/phone-numbers', { token, body: { phoneNumber } })
  expect(challenge.status).toBe(403)
  const oneTimeToken = challenge.headers.get('x-2fa-approval') ?? ''
  expect(oneTimeToken).not.toBe('')

  const sentNumbers = await sendsDocuments(token, profile?.id ?? 0)
  await sendsSecretsWrongly(token, [pan, wrongSecret, code, oneTimeToken])

  await end()
  const log = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  // The error is in the log, without the data of the row.
  expect(log).toContain('a bug')
  const leaked = Object.entries({ ...secrets, access, oneTimeToken, pan }).filter(([, secret]) =>
    log.includes(secret),
  )
  expect(leaked.map(([name]) => name)).toEqual([])

  // PostgreSQL shows bytes in hexadecimal, so encrypted columns are searched for both forms.
  const stored = `${await everyRow()}\n${sentNumbers}\n${output}`
  const forms = (value: string) => [value, Buffer.from(value).toString('hex'), btoa(value)]
  const found = Object.entries({ ...documentNumbers, pan }).filter(([, number]) =>
    forms(String(number)).some((each) => stored.includes(each)),
  )
  expect(found.map(([name]) => name)).toEqual([])
  expect(stored).toContain('identity_documents')

  // D130: the log of requests has a row for each of these requests, without its secrets.
  const requests = stored.split('\n').filter((line) => line.startsWith('request_log '))
  expect(requests.join('\n')).toContain('listActivities')
  const inRequests = Object.entries({
    ...secrets,
    ...documentNumbers,
    access,
    oneTimeToken,
    pan,
  }).filter(
    ([name, secret]) => !bankDetails.includes(name) && requests.join('\n').includes(String(secret)),
  )
  expect(inRequests.map(([name]) => name)).toEqual([])
})

/** The log of a sandbox keeps declared bank details and names, as its tables do. */
const bankDetails = ['iban', 'holder', 'email', 'phoneNumber']

/** Sends each secret where no operation expects it: in a query, a path, a field, and JSON that does not parse. */
async function sendsSecretsWrongly(token: string, values: readonly string[]): Promise<void> {
  for (const value of values) {
    const text = encodeURIComponent(value)
    const replies = [
      await send(`GET /v1/profiles/1/activities?size=${text}&pin=${text}`, { token }),
      await send(`GET /v1/transfers/${text}`, { token }),
      await send(`GET /v1/sandbox/requests?query=${text}&nextCursor=${text}`, { token }),
      await send(`GET /v1/validators/sort-code?sortCode=${text}&cardNumber=${text}`, { token }),
      await send('POST /v1/accounts', {
        token,
        body: { undeclared: value, details: { cardNumber: value } },
      }),
      await send('POST /v1/accounts', { token, body: { currency: value, type: [value] } }),
      await send('POST /v1/transfers', { token, body: `{"reference":"${value}"` }),
      await send('POST /v1/user/pin', { token, body: { pin: value } }),
    ]
    expect(replies.map(({ status }) => status >= 400 && status < 500)).not.toContain(false)
  }
}

/** Reads the number of the seeded card as its holder does, and chooses its PIN too late. */
async function readsCardNumber(token: string): Promise<string> {
  const key = await send('GET /card-data/v1/clientSideEncryption/fetchEncryptingKey', { token })
  const der = Buffer.from(JSON.parse(key.text).key, 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const { body, open } = emptyRequest(publicKey)
  const headers = { 'x-card-card-token': EXAMPLES.uuid }
  const details = await send(ROUTES.details, { token, body, headers })
  expect(details.status).toBe(200)
  const { pan = '' } = await open(details.text)
  expect(pan).toMatch(/^999910\d{10}$/)
  // Simulates a bug on card data, as for bank details above.
  await change('alter table card_reveals add constraint never check (false) not valid')
  expect((await send(ROUTES.details, { token, body, headers })).status).toBe(500)
  await change('alter table card_reveals drop constraint never')
  const order = { 'x-card-order-id': '0' }
  const pin = await sealedRequest(publicKey, { pin: '1234' })
  expect((await send(ROUTES.preset, { token, body: pin, headers: order })).status).toBe(409)
  return pan
}

/** Sends documents that are accepted, and each way of sending a number wrongly. Returns the replies. */
async function sendsDocuments(token: string, profileId: number): Promise<string> {
  const { ssn, passport, badSsn, numberAsNumber, badPassport, strayText } = documentNumbers
  const issued = { issueDate: '2024-03-01', issuerCountry: 'GB', expiryDate: '2044-02-28' }
  const person = { firstName: 'Robin', lastName: 'Godwit', ...issued }
  const route = `POST /v1/profiles/${profileId}/verification-documents`
  const replies: string[] = []
  const sends = async (body: object | string, status: number) => {
    const reply = await send(route, { token, body })
    expect([reply.status, reply.text]).toEqual([status, reply.text])
    replies.push(reply.text)
  }
  await send(`POST /v1/profiles/${profileId}/update-window`, { token })
  await sends({ type: 'SSN', uniqueIdentifier: ssn }, 200)
  await sends({ type: 'PASSPORT', ...person, uniqueIdentifier: passport }, 200)
  await sends({ type: 'PASSPORT', ...person, lastName: 'Other', uniqueIdentifier: strayText }, 200)
  await sends({ type: 'SSN', uniqueIdentifier: badSsn }, 400)
  await sends({ type: 'SSN', uniqueIdentifier: numberAsNumber }, 400)
  await sends({ type: 'SSN', uniqueIdentifier: [ssn] }, 400)
  await sends({ type: 'SSN', uniqueIdentifier: { number: ssn } }, 400)
  await sends({ type: 'PASSPORT', ...person, uniqueIdentifier: badPassport }, 400)
  await sends({ type: 'PASSPORT', ...person, employerName: strayText, uniqueIdentifier: 'A1' }, 422)
  await sends({ type: 'PASSPORT', ...person, issueDate: strayText, uniqueIdentifier: 'A1' }, 422)
  await sends(JSON.stringify(strayText), 400)
  await sends(`{"type":"SSN","uniqueIdentifier":"${ssn}"`, 400)
  // Simulates a bug on a document, as for bank details above.
  await change('alter table identity_documents add constraint never check (false) not valid')
  await sends({ type: 'SSN', uniqueIdentifier: '918273640' }, 500)
  await change('alter table identity_documents drop constraint never')
  return replies.join('\n')
}

async function everyRow(): Promise<string> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => `${name} ${text.replaceAll('\n', ' ')}`))
  }
  await client.end()
  return texts.join('\n')
}

async function change(sql: string): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

function failRecipients(how: string): Promise<void> {
  return change(`alter table recipients ${how}`)
}
