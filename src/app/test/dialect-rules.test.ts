import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { dialectOf, everyWord } from '../../../test/support/dialects.ts'
import { inForm } from '../../kernel/dialect.ts'
import { reads } from '../../kernel/endpoint.ts'
import { eventKind } from '../../kernel/events.ts'
import { amountOut, oneOf } from '../../kernel/wire.ts'
import { endpoints } from '../declarations.ts'
import { endpointInDialect, translationOf } from '../http/dialect/dialect.ts'
import { rulesOf, toDialect, toNeutral } from '../http/dialect/rules.ts'
import { neutralWords } from '../http/dialect/words.ts'

const { words } = everyWord

describe('D89: translation rules', () => {
  it('every neutral word is a name or a value in a declared schema', () => {
    const text = JSON.stringify(
      endpoints.map((endpoint) => [endpoint.params, endpoint.query, endpoint.body, endpoint.reply]),
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

  it('translate both spellings and both forms of a request to the neutral spelling and form', () => {
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
      reply: { properties: Record<string, { properties?: object; items?: { properties: object } }> }
    }
    expect(Object.keys(reply.properties['list']?.items?.properties ?? {})).toEqual(['acme'])
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
