import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectOf, everyWord, neutralWordsIn } from '../../../test/support/dialects.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok, topsUp } from '../../../test/support/transfers.ts'
import { issuesCard } from '../../cards/test/issued-cards.ts'
import { inForm } from '../../kernel/dialect.ts'
import { reads, writes } from '../../kernel/endpoint.ts'
import { eventKind } from '../../kernel/events.ts'
import { amountOut, input, oneOf } from '../../kernel/wire.ts'
import { bannerOf } from '../banner.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { endpoints, eventKinds } from '../declarations.ts'
import { endpointInDialect, translationOf } from '../http/dialect/dialect.ts'
import { type Dialect, loadDialect } from '../http/dialect/file.ts'
import { rulesOf, toDialect, toNeutral } from '../http/dialect/rules.ts'
import { neutralWords } from '../http/dialect/words.ts'

const { words } = everyWord

describe('D89: the dialect file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dialect-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const saveFile = (text: string) => {
    const path = join(folder, `${randomUUID()}.json`)
    writeFileSync(path, text)
    return path
  }
  const load = (file: unknown) => {
    const dialect = loadDialect(saveFile(typeof file === 'string' ? file : JSON.stringify(file)))
    translationOf(dialect, endpoints, eventKinds)
    return { dialect }
  }

  const wrong: [string, unknown, RegExp][] = [
    ['is not JSON', '{"words": }', /which is not valid JSON\.$/],
    ['is not an object', [], /there must be one JSON object\.$/],
    ['has an unknown option', { wrods: {} }, /the field wrods is unknown; use words, v2/],
    ['has words that are not an object', { words: ['acme'] }, /words must be an object/],
    [
      'has an unknown value of cardStatus',
      { cardStatus: 'list' },
      /cardStatus must be "text" or "object"\.$/,
    ],
    ['names a word that is not neutral', { words: { fee: 'x' } }, /"fee" is not a neutral word/],
    ['has a word with a dash', { words: { provider: 'a-b' } }, /must be 1 to 40 characters/],
    ['has an empty word', { words: { provider: '' } }, /must be 1 to 40 characters/],
    [
      'has a word of 41 letters',
      { words: { provider: 'a'.repeat(41) } },
      /must be 1 to 40 characters/,
    ],
    ['has a number as a word', { words: { provider: 7 } }, /must be 1 to 40 characters/],
    ['has the word __proto__', { words: { provider: '__proto__' } }, /must be 1 to 40/],
    [
      'translates two neutral words to the same word',
      { words: { provider: 'acme', PROVIDER: 'acme' } },
      /"provider" and "PROVIDER" both become "acme"; use two different words\.$/,
    ],
    [
      'translates a neutral word to another neutral word',
      { words: { provider: 'PROVIDER' } },
      /"provider" becomes "PROVIDER", which is another neutral word; use a different word\.$/,
    ],
    [
      'translates a field name to the name of another field of the same object',
      { words: { provider: 'discount' } },
      /translates "provider" to "discount", which already exists in the same schema \(quotes\./,
    ],
    [
      'translates a value to another value of the same field',
      { words: { PROVIDER: 'FEE' } },
      /"FEE", which already exists/,
    ],
    [
      'translates a key of forms to another key of forms',
      { words: { caNetworkAccount: 'iban' } },
      /"iban", which already exists/,
    ],
    [
      'translates an account type to another account type',
      { words: { ca_network: 'sort_code' } },
      /"sort_code", which already/,
    ],
  ]
  it.each(wrong)(
    'stops the startup with a one-line ConfigError when it %s',
    (_, file, sentence) => {
      let thrown: unknown
      try {
        load(file)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(ConfigError)
      const { message } = thrown as ConfigError
      expect(message).toMatch(sentence)
      expect(message).toMatch(/^GODWIT_DIALECT [^\n]*\.$/)
    },
  )

  it('stops the startup with a one-line ConfigError when it does not exist', () => {
    expect(() => loadDialect(join(folder, 'none.json'))).toThrow(
      /^GODWIT_DIALECT is \S+none\.json, which cannot be read \(ENOENT\)\.$/,
    )
  })

  it('changes no operation when it is empty or keeps every neutral word', () => {
    for (const file of [
      {},
      { words: {} },
      { words: { provider: 'provider' }, v2ProfileType: 'lower' },
    ]) {
      const { dialect } = load(file)
      expect([dialect.words.size, dialect.options.size]).toEqual([0, 0])
      for (const endpoint of endpoints)
        expect(JSON.stringify(endpointInDialect(endpoint, dialect))).toBe(JSON.stringify(endpoint))
    }
  })

  it('derives the account type of v2 from the type of v1 unless it contains a type of v2', () => {
    const ca_network = 'maple_pay'
    expect(load({ words: { ca_network } }).dialect.words.get('CaNetwork')).toBe('MaplePay')
    const explicit = load({ words: { ca_network, CaNetwork: 'Maple' } }).dialect
    expect(explicit.words.get('CaNetwork')).toBe('Maple')
  })

  it('is read from the path in GODWIT_DIALECT, which the banner shows', () => {
    const path = saveFile(JSON.stringify({ words: { provider: 'acme' }, v2ProfileType: 'upper' }))
    const config = readConfig({ GODWIT_DIALECT: path })
    expect(config.dialectFile).toBe(path)
    const now = Temporal.Now.instant()
    const banner = (of: Config, dialect?: Dialect) =>
      bannerOf('http://x', of, { now, real: now }, dialect)
    expect(banner(config, loadDialect(path))).toContain(
      `  Dialect  ${path} (provider: acme, v2ProfileType)\n`,
    )
    expect(banner(readConfig({}))).not.toContain('Dialect')
  })
})

describe('D89: translation rules', () => {
  it('every neutral word is a name or a value in a declared schema', () => {
    const text = JSON.stringify(
      endpoints.map(({ params, query, body, reply }) => [params, query, body, reply]),
    )
    const absent = neutralWords.filter((word) => !new RegExp(`"${word}"`).test(text))
    expect(absent).toEqual([])
  })

  const translateEvent = (message: string) => `translated ${message}`
  const schema = Type.Object({
    status: inForm('cardStatus', oneOf(['ACTIVE', 'CARD_NETWORK_A'])),
    name: Type.String(),
    list: Type.Array(Type.Object({ provider: amountOut('a fee') })),
    free: Type.Record(Type.String(), Type.Object({ provider: Type.String() })),
    anything: Type.Unknown(),
  })
  const body = {
    status: 'CARD_NETWORK_A',
    name: 'provider',
    list: [{ provider: 1 }],
    free: { provider: { provider: 'PROVIDER' } },
    anything: { provider: 'provider', PROVIDER: ['CARD_NETWORK_A'] },
  }
  const dialect = dialectOf({ words, cardStatus: 'object' })
  const rules = rulesOf(schema, dialect, 'a test') ?? expect.unreachable()

  it('translate declared names and values, and nothing else', () => {
    expect(toDialect(body, rules, translateEvent)).toEqual({
      status: { value: 'PLASTIC' },
      name: 'provider',
      list: [{ acme: 1 }],
      free: { provider: { acme: 'PROVIDER' } },
      anything: body.anything,
    })
  })

  it('translate both spellings and both forms of a request to the neutral one', () => {
    expect(toNeutral(toDialect(body, rules, translateEvent), rules)).toEqual(body)
    expect(toNeutral(body, rules)).toEqual(body)
    expect(toNeutral({ status: 'PLASTIC' }, rules)).toEqual({ status: 'CARD_NETWORK_A' })
  })

  it('the published schema has the words and the forms of the dialect', () => {
    const endpoint = reads(
      {
        id: 'x.y',
        operationId: 'xY',
        route: 'GET /x',
        summary: '',
        spec: '',
        access: { token: 'none' },
        reply: schema,
        errors: [],
      },
      async () => body as never,
    )
    const { reply } = endpointInDialect(endpoint, dialect) as unknown as {
      reply: { properties: Record<string, { properties?: object }> }
    }
    expect(reply.properties['status']).toMatchObject({
      type: 'object',
      required: ['value'],
      properties: { value: { enum: ['ACTIVE', 'PLASTIC'] } },
    })
  })

  it('a webhook message is translated where the payload of its event declares a neutral word', () => {
    const kind = eventKind({
      name: 'money#arrived',
      versions: ['1.0.0'],
      scopes: ['profile'],
      summary: 'For this test.',
      payload: Type.Object({ fee: Type.Object({ provider: Type.Number() }), note: Type.String() }),
    })
    const { event: translate } = translationOf(dialect, [], [kind])
    const message = (data: object, event_type = kind.name) =>
      JSON.stringify({ data, subscription_id: 'provider', event_type })
    expect(translate(message({ fee: { provider: 1 }, note: 'provider' }))).toBe(
      message({ fee: { acme: 1 }, note: 'provider' }),
    )
    const other = message({ provider: 1 }, 'another#kind')
    expect(translate(other)).toBe(other)
  })
})

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

  it("200 a recipient in the words of the dialect, with the customer's text unchanged", async () => {
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
  ])('200 the same recipient when it is posted as %s with %s', async (type, key) => {
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
    expect(refused.body.errors).toEqual([
      {
        code: 'NOT_VALID',
        path: 'maplePayAccount',
        message: expect.any(String),
        arguments: ['maplePayAccount', 'CA_NETWORK'],
      },
    ])
    const unknown = await ann.call('POST /v1/accounts', { body: { ...canadian, currency: 'EUR' } })
    expect(unknown.body.errors[0]).toMatchObject({ path: 'type', arguments: ['type', 'maple_pay'] })
    const malformed = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
      body: { sourceCurrency: 'GBP', targetCurrency: 'CAD', sourceAmount: 1, payOut: 'NO' },
    })
    expect(malformed.body.errors[0].message).toMatch(
      /must be one of: BANK_TRANSFER, .*, MAPLE_PAY$/,
    )
    const client = await service.createClient()
    const signUp = (email: string) => ({ email, registrationCode: 'x'.repeat(32) })
    await client.call('POST /v1/user/signup/registration_code', { body: signUp('a@example.com') })
    const again = await client.call('POST /v1/user/signup/registration_code', {
      body: signUp('a@example.com'),
    })
    expect(again.body.errors[0].arguments[1]).toBe('class com.acme.fx.api.ApiRegisterCommand')
  })

  it('200 a quote in the words of the dialect; both spellings of payOut are the same request for an idempotency key', async () => {
    const ann = await service.createUser()
    const key = { 'x-idempotence-uuid': randomUUID() }
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
        headers: key,
      })
    const quote = await ok(createQuote('MAPLE_PAY'))
    expect(quote.payOut).toBe('MAPLE_PAY')
    const [option] = quote.paymentOptions
    expect(Object.keys(option.fee)[0]).toBe('acme')
    expect(option.price.items.map(({ type }: { type: string }) => type)).toContain('ACME')
    expect(neutralWordsIn(JSON.stringify(quote))).toEqual([])
    expect((await ok(createQuote('CA_NETWORK'))).payOut).toBe('MAPLE_PAY')
  })

  it('200 deposit details with field names in the words of the dialect', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 10)
    const transfer = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const path = `/v1/profiles/${ann.personal}/transfers/${transfer.id}/deposit-details/bank-transfer`
    const details = await ok(ann.call(`GET ${path}`))
    expect(details).toHaveProperty('acmeInformation.localCompanyName')
    expect(details).not.toHaveProperty('providerInformation')
  })

  it('200 a form with type and key in the words of the dialect', async () => {
    const ann = await service.createUser()
    const query = { source: 'GBP', target: 'CAD', sourceAmount: '100' }
    const forms = await ok(ann.call('GET /v1/account-requirements', { query }))
    const form = forms.find(({ type }: { type: string }) => type === 'maple_pay')
    expect(JSON.stringify(form)).toContain('"key":"maplePayAccount"')
    expect(neutralWordsIn(JSON.stringify(forms))).toEqual([])
  })

  it('200 profiles of v2 have their type in capitals, profiles of v1 in lower case', async () => {
    const ann = await service.createUser()
    const types = async (path: string) =>
      (await ok(ann.call(`GET ${path}`))).map(({ type }: { type: string }) => type)
    expect(await types('/v2/profiles')).toEqual(['PERSONAL', 'BUSINESS'])
    expect(await types('/v1/profiles')).toEqual(['personal', 'business'])
  })

  it('200 an OpenAPI document without neutral words', async () => {
    const { text, body } = await service.call('GET /openapi.json')
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

  it('a query parameter is accepted in either spelling; 400 when both spellings have different values', async () => {
    const ann = await service.createUser()
    const look = (query: Record<string, string>) => ann.call('GET /test/count', { query })
    expect((await look({ acme: '1' })).body).toEqual({ acme: 1 })
    expect((await look({ provider: '2', acme: '2' })).body).toEqual({ acme: 2 })
    expect((await look({ provider: '3', acme: '4' })).status).toBe(400)
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
  const { words } = everyWord
  const cardNetworks = { A: 'FIRST_NET', B: 'SECOND_NET' }
  const service = testService({
    settings: { cardNetworks },
    dialect: dialectOf({ words, cardStatus: 'object' }),
  })
  const configured = testService({ settings: { cardNetworks } })

  it('name and scheme of a program have the words of the dialect, which win over the configuration', async () => {
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

  it('without a dialect they have the configured names', async () => {
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
