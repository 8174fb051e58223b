// The client against the service over HTTP: errors, challenges, pages, forms and webhooks.

import { beforeAll, describe, expect, it } from 'vitest'
import { signingService, subscribe } from '../../src/webhooks/test/webhook-fixtures.ts'
import { keyPair, PIN, registersKey, setsPin } from '../../test/support/approvals.ts'
import type { Person } from '../../test/support/people.ts'
import { type Sent, type TestService, testService } from '../../test/support/service.ts'
import { createsTransfer, topsUp } from '../../test/support/transfers.ts'
import {
  ChallengeRequired,
  Conflict,
  createGodwit,
  each,
  errorOf,
  FieldMissing,
  type Form,
  type FormField,
  fillForm,
  type Godwit,
  type GodwitOptions,
  InvalidRequest,
  InvalidSignature,
  NotAuthenticated,
  NotFound,
  NotPermitted,
  signChallenges,
} from '../src/index.ts'
import { baseUrlOf, clientFor } from './client.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('errors', () => {
  const service = testService()
  let ann: Person
  let godwit: Godwit
  beforeAll(async () => {
    ann = await service.createUser()
    godwit = await clientFor(service, ann)
  })

  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('InvalidRequest has code, path and arguments of the first reason, all reasons, and the trace id', async () => {
    const body = { sourceCurrency: 'EUR', targetCurrency: 'XXX', sourceAmount: 'ten' }
    const error = await failureOf(
      godwit.quotes.createQuote({ path: { profileId: ann.personal }, body }),
    )
    expect(error).toBeInstanceOf(InvalidRequest)
    expect(error).toMatchObject({ name: 'InvalidRequest', status: 400, path: 'sourceAmount' })
    const { reasons, code, message, traceId } = error as InvalidRequest
    expect([code, message]).toEqual([reasons[0]?.code, reasons[0]?.message])
    expect(traceId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('NotFound for an unknown resource, and for one of another user', async () => {
    const stranger = await service.createUser()
    const transferId = 999_999
    expect(await failureOf(godwit.transfers.getTransfer({ path: { transferId } }))).toBeInstanceOf(
      NotFound,
    )
    const path = { profileId: stranger.personal }
    expect(
      await failureOf(godwit.balances.listBalances({ path, query: { types: 'STANDARD' } })),
    ).toMatchObject({
      status: 404,
    })
  })

  it('NotAuthenticated without a token and with an unknown one', async () => {
    const baseUrl = await baseUrlOf(service)
    for (const options of [{ baseUrl }, { baseUrl, token: UNKNOWN }])
      expect(await failureOf(createGodwit(options).profiles.listProfiles())).toBeInstanceOf(
        NotAuthenticated,
      )
  })

  it('Conflict when the state does not allow the operation', async () => {
    await topsUp(ann, 'GBP', 10)
    const { id } = await createsTransfer(ann)
    await godwit.transfers.cancelTransfer({ path: { transferId: id } })
    const again = await failureOf(godwit.transfers.cancelTransfer({ path: { transferId: id } }))
    expect(again).toBeInstanceOf(Conflict)
  })

  it('reads errors of RFC 6749, which requests for tokens have', async () => {
    const call = godwit.users.createToken({ body: { grant_type: 'password' } as never })
    expect(await failureOf(call)).toMatchObject({
      code: expect.stringMatching(/^(invalid|unsupported)_/),
    })
  })

  it('has a code for a reply that is not JSON, such as the page of a proxy', async () => {
    const error = await errorOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect([error.code, error.message]).toEqual([
      'http.502',
      'The service replied with status 502.',
    ])
  })

  it('the reply 304 to the ETag of an earlier reply is no error, and has no result', async () => {
    let etag = ''
    const client = await clientFor(service, ann, {
      fetch: async (...request) => {
        const reply = await fetch(...request)
        etag = reply.headers.get('etag') ?? etag
        return reply
      },
    })
    const rates = await client.quotes.listRates()
    expect(rates.length).toBeGreaterThan(0)
    const headers = { 'If-None-Match': etag }
    const current: readonly object[] | undefined = await client.quotes.listRates({ headers })
    expect(current).toBeUndefined()
    const outdated = { 'If-None-Match': '"x"' }
    expect(await client.quotes.listRates({ headers: outdated })).toEqual(rates)
  })

  it('takes the token from a function before every call', async () => {
    let calls = 0
    const token = () => {
      calls += 1
      return ann.token
    }
    const client = await clientFor(service, ann, { token })
    await client.profiles.listProfiles()
    await client.profiles.listProfiles()
    expect(calls).toBe(2)
  })
})

describe('challenges', () => {
  const service = testService()

  async function payment(options: GodwitOptions, prepare: (person: Person) => Promise<unknown>) {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    const { id } = await createsTransfer(ann)
    await prepare(ann)
    const godwit = await clientFor(service, ann, options)
    const path = { profileId: ann.personal, transferId: id }
    return godwit.transfers.fundTransfer({ path, body: { type: 'BALANCE' } })
  }

  it('ChallengeRequired with the one-time token when nothing clears challenges', async () => {
    const error = await payment({}, setsPin).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ChallengeRequired)
    expect(error).toBeInstanceOf(NotPermitted)
    expect((error as ChallengeRequired).oneTimeToken).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('onChallenge clears them with the PIN, and the call succeeds', async () => {
    const operations: string[] = []
    const onChallenge: GodwitOptions['onChallenge'] = async ({
      oneTimeToken,
      operationId,
      godwit,
    }) => {
      operations.push(operationId)
      const headers = { 'One-Time-Token': oneTimeToken }
      await godwit.security.verifyPin({ headers, body: { pin: PIN } })
    }
    expect(await payment({ onChallenge }, setsPin)).toMatchObject({ status: 'COMPLETED' })
    expect(operations).toEqual(['fundTransfer'])
  })

  it('signChallenges clears them with a registered key', async () => {
    const pem = keyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const paid = payment({ onChallenge: signChallenges(pem) }, registersKey)
    expect(await paid).toMatchObject({ status: 'COMPLETED' })
  })

  it('the call fails with what onChallenge throws, and nothing is paid', async () => {
    const onChallenge = async () => {
      throw new Error('the user closed the dialogue')
    }
    await expect(payment({ onChallenge }, setsPin)).rejects.toThrow('the user closed the dialogue')
  })

  it('is required once: a second refusal is ChallengeRequired, not a loop', async () => {
    let calls = 0
    const onChallenge = async () => {
      calls += 1
      return undefined
    }
    await expect(payment({ onChallenge }, setsPin)).rejects.toBeInstanceOf(ChallengeRequired)
    expect(calls).toBe(1)
  })
})

describe('each', () => {
  const service = testService()
  let ann: Person
  let godwit: Godwit
  beforeAll(async () => {
    ann = await service.createUser()
    godwit = await clientFor(service, ann)
    for (let n = 0; n < 5; n++) await createsTransfer(ann)
  })

  const idsOf = async (items: AsyncIterable<{ id?: unknown }>) => {
    const ids: unknown[] = []
    for await (const { id } of items) ids.push(id)
    return ids
  }

  it.each([1, 2, 5, 100])('returns every transfer one time with %i on a page', async (limit) => {
    const ids = await idsOf(
      each(godwit.transfers.listTransfers, { query: { profile: ann.personal, limit } }),
    )
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  })

  it('follows cursors, positions and page numbers', async () => {
    const path = { profileId: ann.personal }
    const activities = await idsOf(
      each(godwit.activities.listActivities, { path, query: { size: 1 } }),
    )
    const recipients = await idsOf(
      each(godwit.recipients.listRecipients, { query: { profileId: ann.personal, size: 1 } }),
    )
    expect([activities.length, new Set(recipients).size]).toEqual([5, recipients.length])
    const cards = each(godwit.cards.listCards, { path, query: { pageSize: 10 } })
    expect(await cards.next()).toEqual({ done: true, value: undefined })
  })

  it('ends after the items of a list without pages', async () => {
    const profiles = await idsOf(each(godwit.profiles.listProfiles, {}))
    expect(profiles).toEqual([ann.personal, ann.business])
  })

  it('fetches no page that nobody reads', async () => {
    let requests = 0
    const counting: typeof fetch = (...call) => {
      requests += 1
      return fetch(...call)
    }
    const client = await clientFor(service, ann, { fetch: counting })
    const transfers = each(client.transfers.listTransfers, {
      query: { profile: ann.personal, limit: 2 },
    })
    await transfers.next()
    await transfers.next()
    expect(requests).toBe(1)
  })
})

describe('fillForm', () => {
  const field = (key: string, options: Partial<FormField> = {}): FormField =>
    ({
      key,
      name: key,
      required: true,
      refreshRequirementsOnChange: false,
      ...options,
    }) as FormField
  const formWith = (...fields: FormField[]): Form[] => [
    { type: 'aba', fields: [{ group: fields }] },
  ]

  it('fetches the form again after a field that changes it, and sends dotted keys as objects', async () => {
    const loads: unknown[] = []
    const country = field('address.country', { refreshRequirementsOnChange: true })
    const filled = await fillForm({
      load: async (form) => {
        loads.push(structuredClone(form))
        return formWith(country, ...(form ? [field('address.state')] : []), field('accountNumber'))
      },
      answer: ({ key }) => `the ${key}`,
    })
    const address = { country: 'the address.country', state: 'the address.state' }
    expect(filled).toEqual({
      type: 'aba',
      details: { address, accountNumber: 'the accountNumber' },
    })
    expect(loads).toEqual([
      undefined,
      { type: 'aba', details: { address: { country: address.country } } },
    ])
  })

  it('waits for answers that a person has to type, one after the other', async () => {
    const keys: string[] = []
    const filled = await fillForm({
      load: async () => formWith(field('iban'), field('city')),
      answer: async ({ key }) => {
        await new Promise((resolve) => setImmediate(resolve))
        keys.push(key)
        return key.toUpperCase()
      },
    })
    expect(filled.details).toEqual({ iban: 'IBAN', city: 'CITY' })
    expect(keys).toEqual(['iban', 'city'])
    const load = async () => formWith(field('iban'))
    const cancelled = fillForm({ load, answer: () => Promise.reject(new Error('cancelled')) })
    await expect(cancelled).rejects.toThrow('cancelled')
    await expect(fillForm({ load, answer: async () => undefined })).rejects.toThrow(FieldMissing)
  })

  it('leaves optional fields out and throws FieldMissing for a required one', async () => {
    const load = async () => formWith(field('email', { required: false }), field('iban'))
    const without = fillForm({ load, answer: () => undefined })
    await expect(without).rejects.toThrow(FieldMissing)
    await expect(without).rejects.toThrow('The form requires iban (iban).')
  })

  it('names the types when the wanted one does not exist', async () => {
    const load = async () => formWith(field('iban'))
    const wrong = fillForm({ load, type: 'swift', answer: () => 1 })
    await expect(wrong).rejects.toThrow('There is no form swift. The service has aba.')
  })

  it('ends for a form that changes for ever', async () => {
    let n = 0
    const load = async () => formWith(field(`key${n++}`, { refreshRequirementsOnChange: true }))
    await expect(fillForm({ load, answer: () => 1 })).rejects.toThrow(
      'still changes after 200 fields',
    )
  })

  describe('with the forms of the service', () => {
    const service = testService()

    it('creates a recipient that the service accepts', async () => {
      const ann = await service.createUser()
      const godwit = await clientFor(service, ann)
      const quote = await godwit.quotes.createQuote({
        path: { profileId: ann.personal },
        body: { sourceCurrency: 'EUR', targetCurrency: 'GBP', sourceAmount: '250.00' },
      })
      const call = { path: { quoteId: quote.id ?? '' }, headers: { 'Accept-Minor-Version': '1' } }
      const values: Record<string, string> = {
        legalType: 'PRIVATE',
        accountHolderName: 'Ann Sample',
        sortCode: '040075',
        accountNumber: '37778842',
      }
      const { type, details } = await fillForm({
        load: (form) =>
          form
            ? godwit.requirements.refreshRecipientFormOfQuote({
                ...call,
                body: { currency: 'GBP', ...form },
              })
            : godwit.requirements.getRecipientFormOfQuote(call),
        type: 'sort_code',
        answer: ({ key }) => values[key],
      })
      const { accountHolderName, ...others } = details
      const recipient = await godwit.recipients.createRecipient({
        body: {
          currency: 'GBP',
          type,
          profile: ann.personal,
          accountHolderName: String(accountHolderName),
          details: others,
        },
      })
      expect(recipient).toMatchObject({ currency: 'GBP', type: 'sort_code' })
    })
  })
})

describe('webhooks.verify', () => {
  const service = signingService()

  function lastSent({ sent }: TestService): Sent {
    return sent.at(-1) ?? expect.fail('no webhook was sent')
  }

  async function delivery(of: TestService) {
    const ann = await of.createUser()
    await subscribe(of, ann)
    const { id } = await createsTransfer(ann)
    await clientFor(of, ann).then((godwit) =>
      godwit.transfers.cancelTransfer({ path: { transferId: id } }),
    )
    await of.settle()
    return { ann, sent: lastSent(of), transferId: id }
  }

  it('returns the event of a genuine delivery and rejects any other', async () => {
    const { ann, sent, transferId } = await delivery(service)
    const { webhooks } = await clientFor(service, ann)
    const event = await webhooks.verify(sent.body, sent.headers)
    expect(event).toMatchObject({
      event_type: 'transfers#state-change',
      data: { resource: { id: transferId } },
    })
    expect(await webhooks.verify(Buffer.from(sent.body), new Headers(sent.headers))).toEqual(event)

    const signature = 'X-Signature-SHA256'
    const forgeries = [
      [sent.body.replace('cancelled', 'completed'), sent.headers],
      [sent.body, { ...sent.headers, [signature]: sent.headers['X-Signature'] }],
      [sent.body, { ...sent.headers, [signature]: 'not Base64!' }],
      [sent.body, {}],
    ] as const
    for (const [body, headers] of forgeries)
      await expect(webhooks.verify(body, headers)).rejects.toBeInstanceOf(InvalidSignature)
  })

  it('fetches the public key one time', async () => {
    let requests = 0
    const counting: typeof fetch = (...call) => {
      requests += 1
      return fetch(...call)
    }
    const { webhooks } = createGodwit({ baseUrl: await baseUrlOf(service), fetch: counting })
    const [sent] = service.sent
    await webhooks.verify(sent?.body ?? '', sent?.headers ?? {})
    await webhooks.verify(sent?.body ?? '', sent?.headers ?? {})
    expect(requests).toBe(1)
  })
})
