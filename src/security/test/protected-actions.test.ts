// docs/strong-customer-authentication.md lists the protected actions and the required factors. This test sends a
// request for each action in the sandbox, in live mode (unless only the sandbox has its operations) and in a sandbox with
// GODWIT_SCA=strict, and requests for each row of required factors in the sandbox and in live mode.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import { endpoints } from '../../app/declarations.ts'
import { presetPin, requestCardData } from '../../cards/test/card-client.ts'
import { issuesCard, reservesCard } from '../../cards/test/issued-cards.ts'
import { actions } from '../index.ts'
import {
  challengesIn,
  challengeToken,
  enrolsFace,
  FACE,
  type Factor,
  insertsPhone,
  keyPair,
  outcome,
  PIN,
  pemOf,
  readStatement,
  readTokenStatus,
  requestFunding,
  SANDBOX_CODE,
  setsPin,
} from './protected-requests.ts'

type Action = keyof typeof actions

const documentText = readFileSync(
  new URL('../../../docs/strong-customer-authentication.md', import.meta.url),
  'utf8',
)

/** The cells of a table of the document, without its header row. */
function tableOf(name: string): string[][] {
  const table = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(
    documentText,
  )?.[1]
  if (table === undefined) throw new Error(`the document has no table ${name}`)
  const [, , ...rows] = table.split('\n')
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const settings = { smsUrl: 'https://sms.example.com/' }
const sandbox = testService({ settings })
const live = testService({ mode: 'live', settings })
const strict = testService({ settings: { ...settings, strictSca: true } })
const services = { sandbox, live, strict } as const

/** Inserts a key as if it had been registered before the user had any factor. */
async function insertsKey(service: TestService, { userId }: Person): Promise<number> {
  const { rows } = await service.db.pool.query<{ id: string }>(
    `insert into user_signing_keys (user_id, public_key, fingerprint, created_at)
     values ($1, $2, 'fingerprint', $3) returning id`,
    [userId, pemOf(keyPair().publicKey), service.now().toString()],
  )
  return Number(rows[0]?.id)
}

/** Inserts a completed group: the payment of any other group is refused before a challenge (D114). */
async function insertsGroup(service: TestService, { userId, personal }: Person): Promise<string> {
  const id = randomUUID()
  await service.db.pool.query(
    `insert into batch_groups (profile_id, id, user_id, name, source_currency, status, created_at)
     values ($1, $2, $3, $4, 'CAD', 'COMPLETED', $5)`,
    [personal, id, userId, id, service.now().toString()],
  )
  return id
}

/** A request for each action. A request for an object that does not exist is refused after the approval. */
const requests: Record<Action, (service: TestService, person: Person) => Promise<Reply>> = {
  TRANSFER__FUND: (_, person) => requestFunding(person),
  BATCH_GROUP__FUND: async (service, person) =>
    person.call(
      `POST /v3/profiles/${person.personal}/batch-payments/${await insertsGroup(service, person)}/payments`,
      { body: { type: 'BALANCE' } },
    ),
  PAYMENT_INITIATION__CREATE: async (service, person) =>
    person.call(
      `POST /v1/profiles/${person.personal}/batch-groups/${await insertsGroup(service, person)}/payment-initiations`,
      { body: { type: 'DIRECT_DEBIT', accountId: 1 } },
    ),
  EXCESS_ACCOUNT__SET: (_, { call, personal }) =>
    call(`POST /v1/profiles/${personal}/excess-money-account`, { body: { recipientId: 1 } }),
  CARD_DETAILS__GET: async (service, person) =>
    (await requestCardData(person, 'details', (await issuesCard(service, person)).token)).reply,
  CARD_PIN__GET: async (service, person) =>
    (await requestCardData(person, 'pin', (await issuesCard(service, person)).token)).reply,
  CARD_PIN__SET: async (service, person) => presetPin(person, await reservesCard(service, person)),
  CARD__ACTIVATE: async (service, person) => {
    const { token } = await issuesCard(service, person, { type: 'PHYSICAL' })
    return person.call(`PUT /v3/spend/profiles/${person.personal}/cards/${token}/status`, {
      body: { status: 'ACTIVE' },
    })
  },
  CARD_LIMIT__RAISE: async (service, person) => {
    const { token } = await issuesCard(service, person)
    return person.call(
      `DELETE /v3/spend/profiles/${person.personal}/cards/${token}/spending-limits/lifetime`,
    )
  },
  CONTACT_EMAIL__CHANGE: (_, { call, userId }) =>
    call(`PUT /v1/users/${userId}/contact-email`, { body: { email: 'ann@example.com' } }),
  BALANCE__GET_STATEMENT: (_, person) => readStatement(person),
  PHONE_NUMBER__CREATE: (_, person) =>
    person.call('POST /v1/user/phone-numbers', { body: { phoneNumber: '+447700900124' } }),
  PHONE_NUMBER__CHANGE: async (service, person) =>
    person.call(`PUT /v1/user/phone-numbers/${await insertsPhone(service, person)}`, {
      body: { phoneNumber: '+447700900124' },
    }),
  PHONE_NUMBER__DELETE: async (service, person) =>
    person.call(`DELETE /v1/user/phone-numbers/${await insertsPhone(service, person)}`),
  PHONE_NUMBER__VERIFY: async (service, person) =>
    person.call(`POST /v1/user/phone-numbers/${await insertsPhone(service, person)}/verification`, {
      body: { otpCode: SANDBOX_CODE },
    }),
  SIGNING_KEY__CREATE: (_, person) =>
    person.call('POST /v1/user/signing-keys', { body: { publicKey: 'none' } }),
  // A user without factors has no key to delete.
  SIGNING_KEY__DELETE: async (service, person) =>
    person.call(
      `DELETE /v1/user/signing-keys/${(await hasStoredFactor(service, person)) ? await insertsKey(service, person) : 1}`,
    ),
  PIN__CREATE: (_, person) => person.call('POST /v1/user/pin', { body: { pin: PIN } }),
  FACE_MAP__ENROL: (_, person) =>
    person.call('POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }),
  PIN__DELETE: (_, person) => person.call(`DELETE /v1/users/${person.userId}/pin`),
  FACE_MAP__DELETE: (_, person) => person.call(`DELETE /v1/users/${person.userId}/facemap/enrol`),
}

async function hasStoredFactor({ db }: TestService, { userId }: Person): Promise<boolean> {
  const { rowCount } = await db.pool.query('select from user_factors where user_id = $1', [userId])
  return rowCount !== 0
}

/** The result of a request, in the words of the document. */
function resultOf({ status, headers, body }: Reply): string {
  if (status === 403 && headers['x-2fa-approval-result'] === 'REJECTED') return 'challenge'
  if (body?.errors?.[0]?.code === 'sca.enrolment.required') return 'enrolment required'
  return status < 500 && status !== 403 && status !== 429 ? 'approved' : `${status}`
}

/** Whether live mode has no operation for the action. */
function isSandboxOnly(action: string): boolean {
  return !endpoints.some(({ access, sandboxOnly }) => access.sca === action && !sandboxOnly)
}

const rows = tableOf('actions')
/** The text of a cell without the marks of code. */
const plain = (cell = '') => cell.replaceAll('`', '')

describe('the protected actions', () => {
  it('are all in the document, with their risks and operations', () => {
    const declared = Object.entries(actions).map(([action, { risk }]) => {
      const ids = endpoints.filter(({ access }) => access.sca === action).map(({ id }) => id)
      return [action, ids.sort().join(', '), risk]
    })
    expect(rows.map(([action, ids, risk]) => [plain(action), plain(ids), risk])).toEqual(declared)
  })

  const cells = rows.flatMap(([action, , , ...expected]) =>
    [
      ['sandbox', 'no factor', 0],
      ['live', 'no factor', 1],
      ['strict', 'no factor', 1],
      ['sandbox', 'some factor', 2],
      ['live', 'some factor', 3],
      ['strict', 'some factor', 3],
    ]
      .filter(([mode]) => mode !== 'live' || !isSandboxOnly(plain(action)))
      .map(
        ([mode, has, at]) =>
          [
            plain(action) as Action,
            mode as keyof typeof services,
            has,
            expected[Number(at)],
          ] as const,
      ),
  )

  it.each(cells)('%s in %s with %s results in: %s', async (action, mode, has, expected) => {
    const service = services[mode]
    const person = await service.createUser()
    // Setting up a PIN needs another factor first, because a second PIN is refused.
    if (has === 'some factor') await (action === 'PIN__CREATE' ? enrolsFace : setsPin)(person)
    const reply = await requests[action](service, person)
    expect(resultOf(reply), reply.text).toBe(expected)
    // An approved request that the use case then refuses has no approval headers.
    if (reply.status < 300)
      expect(reply.headers).toMatchObject({
        'x-2fa-approval': expect.stringMatching(/^[\da-f-]{36}$/),
        'x-2fa-approval-result': 'APPROVED',
      })
  })
})

describe('the required factors', () => {
  const setUpByFactor: Record<
    Factor | 'SIGNATURE',
    (service: TestService, person: Person) => Promise<unknown>
  > = {
    PIN: (_, person) => setsPin(person),
    FACE_MAP: (_, person) => enrolsFace(person),
    SMS: (service, person) => insertsPhone(service, person, { isVerified: true }),
    SIGNATURE: insertsKey,
  }
  /**
   * Sets up a PIN or face map over HTTP when it is the first factor. Inserts all other factors, because setting up another
   * factor would be challenged.
   */
  const setsUpFactors = async (service: TestService, person: Person, factors: string[]) => {
    const [first, ...others] = factors as (keyof typeof setUpByFactor)[]
    if (first !== undefined) await setUpByFactor[first](service, person)
    for (const factor of others)
      if (factor === 'FACE_MAP') await insertsFace(service, person)
      else await setUpByFactor[factor](service, person)
  }
  const insertsFace = ({ db, now }: TestService, { userId }: Person) =>
    db.pool.query(
      `insert into user_factors (user_id, factor, secret, created_at) values ($1, 'FACE_MAP', 'hash', $2)`,
      [userId, now().toString()],
    )

  const cases = tableOf('factors').flatMap(([owned = '', high, low]) =>
    (['sandbox', 'live'] as const).map((mode) => [owned, mode, high, low] as const),
  )

  it.each(cases)(
    'with %s in %s a payment needs %s, and a request of low risk %s',
    async (owned, mode, high, low) => {
      const service = mode === 'live' ? live : sandbox
      const person = await service.createUser()
      await setsUpFactors(service, person, owned.split(', '))
      const challengesFor = async (action: Action) =>
        challengesIn(
          await readTokenStatus(person, challengeToken(await requests[action](service, person))),
        )
      expect(await challengesFor('TRANSFER__FUND')).toBe(high)
      expect(await challengesFor('BALANCE__GET_STATEMENT')).toBe(low)
    },
  )

  it('an application cannot use the signing key of its user: 404 transfer.not-found without a challenge in the sandbox, 403 sca.enrolment.required in live mode', async () => {
    const client = await sandbox.createClient()
    const ann = await sandbox.createUser({ applicationId: client.applicationId })
    await insertsKey(sandbox, ann)
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
    const bob = await live.createUser({ applicationId: (await live.createClient()).applicationId })
    await insertsKey(live, bob)
    expect(outcome(await requestFunding(bob))).toBe('403 sca.enrolment.required')
    const pin = await bob.call('POST /v1/user/pin', { body: { pin: PIN } })
    expect(outcome(pin)).toBe('403 sca.enrolment.required')
  })
})
