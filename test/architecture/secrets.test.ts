// Runs the real process with all log levels while it handles tokens, secrets, bank details and the numbers of identity
// documents and a card, including requests that fail. The log contains none of these values, and tables and replies about
// documents contain no number of an identity document or a card in the clear.

import { createPublicKey, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLES } from '../../src/app/example-ids.ts'
import { SEED } from '../../src/app/seed.ts'
import { encryptRequest, encryptWithLibrary, ROUTES } from '../../src/cards/test/card-client.ts'
import { openClient } from '../../src/kernel/database/connect-to-host.ts'
import { cloneTemplate } from '../support/postgres.ts'
import { everyRequest } from '../support/request-log.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'

const PREPARATION_MAX_MS = 60_000
const [application] = SEED.applications

/** Values that must not be in the log. Each is sent by a request below. */
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

/** Numbers of identity documents that are accepted, refused, or rejected by the database. Nothing contains them in the clear. */
const documentNumbers = {
  ssn: '918273645',
  passport: 'ZX90817263',
  badSsn: '91827364599',
  numericSsn: 817263549,
  rejectedSsn: '918273640',
  badPassport: 'QW'.repeat(20),
  strayText: 'PASSPORT-7766554433',
}

let service: ServiceProcess
let database: Awaited<ReturnType<typeof cloneTemplate>>

/** Secrets that the service has issued or shown. */
let issuedSecrets: Record<string, string>
/** Everything that the service has stored, returned for documents, and printed. */
let everything: string
let output: string

beforeAll(async () => {
  database = await cloneTemplate(inject('postgresUrl'))
  service = await startServiceProcess(database.url)
  const { personalToken: token, wrongSecret, code } = secrets
  const access = await sendsCredentials()
  const profileId = await sendsBankDetails(token)
  const pan = await readsCardNumber(token)
  const oneTimeToken = await sendsFactors(token)
  const documentReplies = await sendsDocuments(token, profileId)
  await sendsSecretsWrongly(token, [pan, wrongSecret, code, oneTimeToken])
  await service.stop()
  issuedSecrets = { access, oneTimeToken, pan }
  output = service.output()
  everything = `${await everyRow()}\n${documentReplies}\n${output}`
}, PREPARATION_MAX_MS)

afterAll(async () => {
  await service?.stop()
  await database.drop()
})

const send: ServiceProcess['send'] = (...request) => service.send(...request)

const FORM = 'application/x-www-form-urlencoded'

it('the log contains no token, no secret and no bank details, even after an error of the database', () => {
  const log = linesBeginningWith('{', output)
  // The error is in the log, without the data of the row.
  expect(log).toContain('a bug')
  expect(namesOf({ ...secrets, ...issuedSecrets }, (secret) => log.includes(secret))).toEqual([])
})

it('no row, reply about documents or log contains the number of an identity document or of a card in the clear', () => {
  expect(everything).toContain('identity_documents')
  // PostgreSQL shows bytes in hexadecimal, and a text may contain bytes in base64, so each number is searched for in three forms.
  const forms = (value: string) => [value, Buffer.from(value).toString('hex'), btoa(value)]
  const isFound = (number: string) => forms(number).some((form) => everything.includes(form))
  const numbers = { ...documentNumbers, pan: issuedSecrets['pan'] ?? '' }
  expect(namesOf(numbers, isFound)).toEqual([])
})

it('D130: the log of requests contains the requests without their secrets', () => {
  const requests = linesBeginningWith('request_log ', everything)
  expect(requests).toContain('listActivities')
  const names = namesOf({ ...secrets, ...issuedSecrets, ...documentNumbers }, (secret) =>
    requests.includes(secret),
  )
  expect(names.filter((name) => !bankDetails.includes(name))).toEqual([])
})

function linesBeginningWith(start: string, text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith(start))
    .join('\n')
}

/** The names of the values that satisfy a condition as text. */
function namesOf(
  values: Readonly<Record<string, string | number>>,
  condition: (text: string) => boolean,
): string[] {
  const found = Object.entries(values).filter(([, value]) => condition(String(value)))
  return found.map(([name]) => name)
}

/** Sends right and wrong credentials of an application and a user. Returns an access token. */
async function sendsCredentials(): Promise<string> {
  const { wrongToken, wrongSecret, email, code } = secrets
  const grant = { body: 'grant_type=client_credentials', type: FORM }
  const requestToken = (secret: string) =>
    send('POST /oauth/token', { ...grant, basic: `${application.clientKey}:${secret}` })
  const granted = await requestToken(application.secret)
  expect(granted.status).toBe(200)
  const { access_token: access } = JSON.parse(granted.text) as { access_token: string }
  expect((await requestToken(wrongSecret)).status).toBe(401)
  expect((await send('GET /v1/me', { token: wrongToken })).status).toBe(401)
  const user = { email, registrationCode: code }
  const signUp = await send('POST /v1/user/signup/registration_code', { token: access, body: user })
  expect(signUp.status).toBe(200)
  return access
}

/** Sends bank details three times: malformed, while the database rejects the row, and accepted. Returns the profile of the recipient. */
async function sendsBankDetails(token: string): Promise<number> {
  const { iban, holder } = secrets
  const profiles = JSON.parse((await send('GET /v1/profiles', { token })).text) as { id: number }[]
  const profile = profiles[0]?.id ?? expect.fail('the seeded user has no profile')
  const account = {
    profile,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: holder,
    details: { legalType: 'PRIVATE', IBAN: iban },
  }
  const malformed = `${JSON.stringify(account)}}`
  expect((await send('POST /v1/accounts', { token, body: malformed })).status).toBe(400)
  await whileRejecting('recipients', async () => {
    expect((await send('POST /v1/accounts', { token, body: account })).status).toBe(500)
  })
  expect((await send('POST /v1/accounts', { token, body: account })).status).toBe(200)
  return profile
}

/** Enrols a face and is challenged for it. Returns the one-time token. */
async function sendsFactors(token: string): Promise<string> {
  const { phoneNumber, faceMap } = secrets
  const added = await send('POST /v1/user/phone-numbers', { token, body: { phoneNumber } })
  expect(added.status).toBe(200)
  expect((await send('POST /v1/user/facemap/enrol', { token, body: { faceMap } })).status).toBe(204)
  const challenge = await send('POST /v1/user/phone-numbers', { token, body: { phoneNumber } })
  expect(challenge.status).toBe(403)
  const oneTimeToken = challenge.headers.get('x-2fa-approval') ?? ''
  expect(oneTimeToken).not.toBe('')
  return oneTimeToken
}

/** Values that the log of requests of a sandbox contains, as its tables do. */
const bankDetails = ['iban', 'holder', 'email', 'phoneNumber']

/** Sends each value where no operation expects it: in a query, a path, a field, and JSON that does not parse. */
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

/** Reads the number of the seeded card as its holder does, and sends a PIN for a card that already has one. */
async function readsCardNumber(token: string): Promise<string> {
  const key = await send('GET /card-data/v1/clientSideEncryption/fetchEncryptingKey', { token })
  const der = Buffer.from(JSON.parse(key.text).key, 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const { body, open } = encryptRequest(publicKey)
  const headers = { 'x-card-card-token': EXAMPLES.uuid }
  const details = await send(ROUTES.details, { token, body, headers })
  expect(details.status).toBe(200)
  const { pan = '' } = await open(details.text)
  expect(pan).toMatch(/^999910\d{10}$/)
  await whileRejecting('card_reveals', async () => {
    expect((await send(ROUTES.details, { token, body, headers })).status).toBe(500)
  })
  const order = { 'x-card-order-id': '0' }
  const pin = await encryptWithLibrary(publicKey, { pin: '1234' })
  expect((await send(ROUTES.preset, { token, body: pin, headers: order })).status).toBe(409)
  return pan
}

/** Sends documents that are accepted, and each way of sending a number wrongly. Returns the replies. */
async function sendsDocuments(token: string, profileId: number): Promise<string> {
  const { ssn, passport, badSsn, numericSsn, rejectedSsn, badPassport, strayText } = documentNumbers
  const issued = { issueDate: '2024-03-01', issuerCountry: 'GB', expiryDate: '2044-02-28' }
  const person = { firstName: 'Robin', lastName: 'Godwit', ...issued }
  const route = `POST /v1/profiles/${profileId}/verification-documents`
  const replies: string[] = []
  const expectReply = async (body: object | string, status: number) => {
    const reply = await send(route, { token, body })
    expect(reply.status, reply.text).toBe(status)
    replies.push(reply.text)
  }
  await send(`POST /v1/profiles/${profileId}/update-window`, { token })
  await expectReply({ type: 'SSN', uniqueIdentifier: ssn }, 200)
  await expectReply({ type: 'PASSPORT', ...person, uniqueIdentifier: passport }, 200)
  await expectReply(
    { type: 'PASSPORT', ...person, lastName: 'Other', uniqueIdentifier: strayText },
    200,
  )
  await expectReply({ type: 'SSN', uniqueIdentifier: badSsn }, 400)
  await expectReply({ type: 'SSN', uniqueIdentifier: numericSsn }, 400)
  await expectReply({ type: 'SSN', uniqueIdentifier: [ssn] }, 400)
  await expectReply({ type: 'SSN', uniqueIdentifier: { number: ssn } }, 400)
  await expectReply({ type: 'PASSPORT', ...person, uniqueIdentifier: badPassport }, 400)
  await expectReply(
    { type: 'PASSPORT', ...person, employerName: strayText, uniqueIdentifier: 'A1' },
    422,
  )
  await expectReply(
    { type: 'PASSPORT', ...person, issueDate: strayText, uniqueIdentifier: 'A1' },
    422,
  )
  await expectReply(JSON.stringify(strayText), 400)
  await expectReply(`{"type":"SSN","uniqueIdentifier":"${ssn}"`, 400)
  await whileRejecting('identity_documents', () =>
    expectReply({ type: 'SSN', uniqueIdentifier: rejectedSsn }, 500),
  )
  return replies.join('\n')
}

async function everyRow(): Promise<string> {
  const client = await openClient(database.url)
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => `${name} ${text.replaceAll('\n', ' ')}`))
  }
  // The log of requests is compressed, so its rows are read here as text.
  const requests = await everyRequest(client)
  texts.push(...requests.map((request) => `request_log ${JSON.stringify(request)}`))
  await client.end()
  return texts.join('\n')
}

/** Simulates a bug during `work`: the database rejects each new row of the table with an error that names the row. */
async function whileRejecting(table: string, work: () => Promise<void>): Promise<void> {
  const client = await openClient(database.url)
  try {
    await client.query(`alter table ${table} add constraint never check (false) not valid`)
    await work()
    await client.query(`alter table ${table} drop constraint never`)
  } finally {
    await client.end()
  }
}
