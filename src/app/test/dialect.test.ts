import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { dialectOf, everyWord, neutralWordsIn } from '../../../test/support/dialects.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import { issuesCard } from '../../cards/test/issued-cards.ts'
import { reads, writes } from '../../kernel/endpoint.ts'
import { input } from '../../kernel/wire.ts'

const { words } = everyWord

describe('D89: the service in a dialect', () => {
  const service = testService({ dialect: dialectOf({ words, v2ProfileType: 'upper' }) })
  const canadian = {
    currency: 'CAD',
    type: 'maple_pay',
    accountHolderName: 'provider CA_NETWORK',
    details: { legalType: 'BUSINESS', maplePayAccount: 'provider@example.com' },
  }
  const addRecipient = async (ann: Person, account: object = canadian) =>
    ok(ann.call('POST /v1/accounts', { body: account }))

  it("200 with a recipient in the words of the dialect, with the customer's text unchanged", async () => {
    const ann = await service.createUser()
    const { id, ...recipient } = await addRecipient(ann)
    expect(recipient).toMatchObject({
      type: 'maple_pay',
      accountHolderName: 'provider CA_NETWORK',
      details: { maplePayAccount: 'provider@example.com' },
    })
    expect(Object.keys(recipient.details)).not.toContain('caNetworkAccount')
    const v2 = await ok(ann.call(`GET /v2/accounts/${id}`))
    expect(v2).toMatchObject({
      type: 'MaplePay',
      details: { maplePayAccount: 'provider@example.com' },
      commonFieldMap: { accountNumberField: 'maplePayAccount' },
      displayFields: [{ key: 'details/maplePayAccount' }],
    })
    const { rows } = await service.db.pool.query(
      'select type, details from recipients where id = $1',
      [id],
    )
    expect(rows[0]).toMatchObject({
      type: 'ca_network',
      details: { caNetworkAccount: 'provider@example.com' },
    })
  })

  it.each([
    ['MAPLE_PAY', 'maplePayAccount'],
    ['MaplePay', 'caNetworkAccount'],
    ['ca_network', 'maplePayAccount'],
    ['CaNetwork', 'caNetworkAccount'],
  ])('200 with the same recipient when it is posted as %s with %s', async (type, key) => {
    const ann = await service.createUser()
    const first = await addRecipient(ann)
    const details = { legalType: 'BUSINESS', [key]: 'provider@example.com' }
    expect((await addRecipient(ann, { ...canadian, type, details })).id).toBe(first.id)
    const listed = await ok(ann.call('GET /v1/accounts', { query: { type: `iban,${type}` } }))
    expect(listed).toEqual([first])
  })

  it('400 request.two-spellings when both spellings have different values; no recipient is added', async () => {
    const ann = await service.createUser()
    const both = (caNetworkAccount: string) => ({
      ...canadian,
      details: { ...canadian.details, caNetworkAccount },
    })
    const reply = await ann.call('POST /v1/accounts', { body: both('other@example.com') })
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [
        {
          code: 'request.two-spellings',
          path: 'details.maplePayAccount',
          message:
            'Send either maplePayAccount or caNetworkAccount, not both with different values.',
          arguments: ['maplePayAccount', 'caNetworkAccount'],
        },
      ],
    ])
    expect(await ok(ann.call('GET /v1/accounts'))).toEqual([])
    expect((await addRecipient(ann, both('provider@example.com'))).type).toBe('maple_pay')
  })

  it('422 and 400 name fields in the words of the dialect, and repeat sent values unchanged', async () => {
    const ann = await service.createUser()
    const refused = await ann.call('POST /v1/accounts', {
      body: { ...canadian, details: { legalType: 'BUSINESS', maplePayAccount: 'CA_NETWORK' } },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual([
      {
        code: 'NOT_VALID',
        path: 'maplePayAccount',
        message: expect.any(String),
        arguments: ['maplePayAccount', 'CA_NETWORK'],
      },
    ])
    const unknown = await ann.call('POST /v1/accounts', { body: { ...canadian, currency: 'EUR' } })
    expect([unknown.status, unknown.body.errors[0]]).toMatchObject([
      422,
      { path: 'type', arguments: ['type', 'maple_pay'] },
    ])
    const malformed = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
      body: { sourceCurrency: 'GBP', targetCurrency: 'CAD', sourceAmount: 1, payOut: 'NO' },
    })
    expect(malformed.status).toBe(400)
    expect(malformed.body.errors[0].message).toMatch(
      /must be one of: BANK_TRANSFER, .*, MAPLE_PAY$/,
    )
  })

  it('409 for a second sign-up names the class of the request with the word of the dialect', async () => {
    const client = await service.createClient()
    const body = { email: 'a@example.com', registrationCode: 'x'.repeat(32) }
    await client.call('POST /v1/user/signup/registration_code', { body })
    const again = await client.call('POST /v1/user/signup/registration_code', { body })
    expect([again.status, again.body.errors[0].arguments[1]]).toEqual([
      409,
      'class com.acme.fx.api.ApiRegisterCommand',
    ])
  })

  it('200 with a quote in the words of the dialect, for both spellings of payOut', async () => {
    const ann = await service.createUser()
    const { id: targetAccount } = await addRecipient(ann)
    const createQuote = (payOut: string) =>
      ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
        body: {
          sourceCurrency: 'GBP',
          targetCurrency: 'CAD',
          sourceAmount: 100,
          payOut,
          targetAccount,
        },
      })
    const quote = await ok(createQuote('MAPLE_PAY'))
    expect(quote.payOut).toBe('MAPLE_PAY')
    const [option] = quote.paymentOptions
    expect(Object.keys(option.fee)[0]).toBe('acme')
    expect(option.price.items.map(({ type }: { type: string }) => type)).toContain('ACME')
    expect(neutralWordsIn(JSON.stringify(quote))).toEqual([])
    const { status, body } = await createQuote('CA_NETWORK')
    expect([status, body.payOut]).toEqual([200, 'MAPLE_PAY'])
  })

  it('200 with deposit details with field names in the words of the dialect', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 10)
    const transfer = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const path = `/v1/profiles/${ann.personal}/transfers/${transfer.id}/deposit-details/bank-transfer`
    const details = await ok(ann.call(`GET ${path}`))
    expect(details).toHaveProperty('acmeInformation.localCompanyName')
    expect(details).not.toHaveProperty('providerInformation')
  })

  it('200 with a form with type and key in the words of the dialect', async () => {
    const ann = await service.createUser()
    const query = { source: 'GBP', target: 'CAD', sourceAmount: '100' }
    const forms = await ok(ann.call('GET /v1/account-requirements', { query }))
    const form = forms.find(({ type }: { type: string }) => type === 'maple_pay')
    expect(JSON.stringify(form)).toContain('"key":"maplePayAccount"')
    expect(neutralWordsIn(JSON.stringify(forms))).toEqual([])
  })

  it('200 with the type of profiles in capitals in v2, and in lower case in v1', async () => {
    const ann = await service.createUser()
    const types = async (path: string) =>
      (await ok(ann.call(`GET ${path}`))).map(({ type }: { type: string }) => type)
    expect(await types('/v2/profiles')).toEqual(['PERSONAL', 'BUSINESS'])
    expect(await types('/v1/profiles')).toEqual(['personal', 'business'])
  })

  it('200 with an OpenAPI document without neutral words', async () => {
    const { status, text, body } = await service.call('GET /openapi.json')
    expect(status).toBe(200)
    // Descriptions name the network in prose, which is not translated.
    const left = neutralWordsIn(text.replace(/ca_network account|CA Network/g, ''))
    expect(left).toEqual([])
    expect(text).toContain('"maplePayAccount"')
    expect(JSON.stringify(body.components.schemas)).toContain('["PERSONAL","BUSINESS"]')
  })
})

describe('D89: an operation whose stored reply has a neutral word', () => {
  let count = 0
  const counted = Type.Object({ provider: Type.Integer() })
  const common = {
    summary: '',
    spec: '',
    access: { token: 'user' },
    reply: counted,
    errors: [],
  } as const
  const fields = { provider: Type.Optional(Type.String()) }
  const extra = [
    reads(
      {
        ...common,
        id: 'test.look',
        operationId: 'testLook',
        route: 'GET /test/count',
        query: input(fields),
      },
      async (_db, { query }) => ({ provider: Number(query.provider) }),
    ),
    writes(
      {
        ...common,
        id: 'test.count',
        operationId: 'testCount',
        route: 'POST /test/count',
        body: input(fields),
        idempotencyKey: 'required',
      },
      async () => ({ provider: ++count }),
    ),
  ]
  const service = testService({ dialect: dialectOf({ words }), extra })

  it('a query parameter is accepted in either spelling; 400 request.two-spellings when both spellings have different values', async () => {
    const ann = await service.createUser()
    const look = (query: Record<string, string>) => ann.call('GET /test/count', { query })
    expect((await look({ acme: '1' })).body).toEqual({ acme: 1 })
    expect((await look({ provider: '2', acme: '2' })).body).toEqual({ acme: 2 })
    expect(outcome(await look({ provider: '3', acme: '4' }))).toBe('400 request.two-spellings')
  })

  it('both spellings are the same request for an idempotency key; the reply is stored in neutral words', async () => {
    const ann = await service.createUser()
    const key = randomUUID()
    const post = (body: object) =>
      ann.call('POST /test/count', { body, headers: { 'x-idempotence-uuid': key } })
    const first = await post({ acme: 'x' })
    expect([first.status, first.body]).toEqual([200, { acme: 1 }])
    const again = await post({ provider: 'x' })
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
    const { rows } = await service.db.pool.query(
      'select body from idempotency_keys where key = $1',
      [key],
    )
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual([{ provider: 1 }])
    expect((await post({ acme: 'y' })).body.errors[0].code).toBe('idempotency.key.reused')
  })
})

describe('D89: cards in a dialect', () => {
  const cardNetworks = { A: 'FIRST_NET', B: 'SECOND_NET' }
  const service = testService({
    settings: { cardNetworks },
    dialect: dialectOf({ words, cardStatus: 'object' }),
  })
  const configured = testService({ settings: { cardNetworks } })

  it('name and scheme of a program have the words of the dialect even when the setting cardNetworks has others', async () => {
    const ann = await service.createUser()
    const { token } = await issuesCard(service, ann)
    const { body, text } = await ann.call(`GET /v3/spend/profiles/${ann.personal}/cards/${token}`)
    expect([body.cardProgram.name, body.cardProgram.scheme, body.status]).toEqual([
      'PLASTIC_DEBIT_CONSUMER_UK_1_CARDS_API',
      'PLASTIC',
      { value: 'ACTIVE' },
    ])
    expect(text).not.toMatch(/FIRST_NET|CARD_NETWORK/)
  })

  it('without a dialect, name and scheme of a program have the words of the setting cardNetworks', async () => {
    const ann = await configured.createUser()
    const { token } = await issuesCard(configured, ann)
    const { body } = await ann.call(`GET /v3/spend/profiles/${ann.personal}/cards/${token}`)
    expect([body.cardProgram.name, body.cardProgram.scheme, body.status]).toEqual([
      'FIRST_NET_DEBIT_CONSUMER_UK_1_CARDS_API',
      'FIRST_NET',
      'ACTIVE',
    ])
  })
})
