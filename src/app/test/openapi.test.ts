// Tests how operations and their replies are published in the OpenAPI document.

import { readFileSync } from 'node:fs'
import Type, { type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { type Endpoint, reads, writes } from '../../kernel/endpoint.ts'
import { TryLater } from '../../kernel/try-later.ts'
import { amountOut, idIn, input } from '../../kernel/wire.ts'
import { NoRoom, TooLarge, TooManyUnfinished } from '../http/body/read-body.ts'
import { DatabaseUnreachable } from '../http/errors.ts'
import { Overloaded } from '../http/limits/admission.ts'
import { TooManyRequests } from '../http/limits/rate-limit.ts'
import { NoSlot, TooManyUploads } from '../http/limits/upload-slots.ts'
import { openApi } from '../openapi/document.ts'
import { commonReplies } from '../openapi/replies.ts'

it('the shared reply TooLarge has the code and the message of its error in the example', () => {
  const { code, message } = TooLarge
  expect(commonReplies['TooLarge']).toMatchObject({
    content: { 'application/json': { example: { errors: [{ code, message }] } } },
  })
})

it.each([
  ['TooManyRequests', [TooManyRequests, TooManyUploads, TooManyUnfinished]],
  ['Unavailable', [Overloaded, TryLater, DatabaseUnreachable, NoSlot, NoRoom]],
])('the description of the shared reply %s names each of its errors', (name, kinds) => {
  for (const { code, message } of kinds)
    expect(commonReplies[name]?.['description']).toContain(`- \`${code}\`: ${message}`)
})

it('the document has the version of the package', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest)
  expect(openApi([], { mode: 'sandbox' })('http://a.test')).toMatchObject({ info: { version } })
})

type Operation = Record<string, unknown> & {
  parameters: { name?: string; $ref?: string; required?: boolean }[]
  responses: Record<string, { description: string; content: object; $ref?: string }>
}

describe('an operation', () => {
  const Used = { code: 'thing.used', status: 409, message: 'The thing is already used.' } as const
  const Thing = Type.Object({ id: Type.Integer(), worth: amountOut('x') }, { title: 'Thing' })
  const getThing = reads(
    {
      id: 'quotes.get',
      operationId: 'getThing',
      route: 'GET /v1/things/{thingId}',
      summary: 'Read a thing',
      spec: 'A 1',
      access: { token: 'optional' },
      params: Type.Object({ thingId: idIn('thing') }),
      query: Type.Object({
        size: Type.Integer({ default: 20 }),
        since: Type.String({ format: 'date' }),
      }),
      reply: Thing,
      replyHeaders: ['X-Size'],
      errors: [],
    },
    async () => ({ id: 1, worth: 1 }),
  )
  const useThing = writes(
    {
      id: 'quotes.use',
      operationId: 'useThing',
      route: 'POST /v1/things',
      aliases: ['POST /v1/thing'],
      summary: 'Use a thing',
      spec: 'A 2',
      access: { token: 'user' },
      idempotencyKey: 'required',
      body: input({ id: idIn('thing') }),
      reply: Thing,
      status: 201,
      errors: [Used],
      sandboxOnly: true,
    },
    async () => ({ id: 1, worth: 1 }),
  )

  function operationOf(endpoints: Endpoint[], route: string): Operation {
    const [method = '', path = ''] = route.split(' ')
    const document = openApi(endpoints, { mode: 'sandbox' })('http://a.test')
    const { paths } = document as { paths: Record<string, Record<string, Operation>> }
    const operation = paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${route} is not in the document`)
    return operation
  }

  it('lists the tokens that it accepts', () => {
    const ofUser = [{ personalToken: [] }, { userToken: [] }]
    expect(operationOf([useThing], useThing.route)['security']).toEqual(ofUser)
    const optional = [...ofUser, { clientToken: [] }, {}]
    expect(operationOf([getThing], getThing.route)['security']).toEqual(optional)
  })

  it.each([
    [
      'POST',
      'same',
      'The same request sent again without an idempotency key changes nothing more.',
    ],
    ['PUT', 'another', 'The same request sent again takes effect again.'],
    [
      'POST',
      Used,
      'The same request sent again without an idempotency key returns 409 `thing.used`.',
    ],
    ['PUT', { refusalStatus: 410 }, 'The same request sent again is refused with status 410.'],
  ] as const)(
    'describes what a repeated %s with onRepeat %j does',
    (method, onRepeat, sentence) => {
      const route = `${method} /v1/things` as const
      const { idempotencyKey: _, ...keyless } = useThing
      const endpoint = { ...(method === 'POST' ? useThing : keyless), route, aliases: [], onRepeat }
      expect(operationOf([endpoint], route).description).toContain(`\n\n${sentence}\n\n`)
    },
  )

  it('requires path and query parameters without a default', () => {
    const { parameters } = operationOf([getThing], getThing.route)
    const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
    expect(required).toEqual(['thingId', 'since'])
  })

  it.each<[TSchema, boolean, string]>([
    [Type.Array(Type.String()), true, 'an absent body is not a list'],
    [input({ a: Type.String() }), true, 'a field is required'],
    [input({ a: Type.Optional(Type.String()) }), false, 'all fields are optional'],
  ])('with the body %j has requestBody.required %s, because %s', (body, required) => {
    const operation = operationOf([{ ...useThing, aliases: [], body }], useThing.route)
    expect(operation).toMatchObject({ requestBody: { required } })
  })

  it('lists its reply headers, its errors and the errors of all operations', () => {
    expect(operationOf([getThing], getThing.route).responses['200']).toHaveProperty(
      'headers.X-Size',
    )
    const { responses } = operationOf([useThing], useThing.route)
    expect(Object.keys(responses).join()).toBe('201,400,401,408,409,413,415,429,500,503')
    expect(responses['409']?.description).toContain('`thing.used`')
    expect(JSON.stringify(responses['409']?.content)).toContain('The thing is already used.')
    expect(responses['401']?.$ref).toBe('#/components/responses/Unauthorized')
  })

  it.each([
    [{ title: 'CardOrder' }, 'The card order.'],
    [{ title: 'ThirdPartyTransfer' }, 'The third-party transfer.'],
    [{ title: 'ProfileV1List' }, 'The list of profiles.'],
    [{ title: 'AddressList' }, 'The list of addresses.'],
    [{ title: 'ActivityPage' }, 'A page of activities.'],
    [{ title: 'AccountDetailsList' }, 'The list of account details.'],
    [{ title: 'UserExists', description: 'Whether the user exists' }, 'Whether the user exists.'],
  ])('that returns %j describes its success with %s', (options, description) => {
    const endpoint = { ...getThing, reply: Type.Object({}, options) }
    expect(operationOf([endpoint], getThing.route).responses['200']?.description).toBe(description)
  })

  it('that returns nothing describes its success with "The reply has no body."', () => {
    const endpoint = { ...useThing, reply: Type.Null(), status: 204 as const }
    const { responses } = operationOf([endpoint], useThing.route)
    expect(responses['204']?.description).toBe('The operation succeeded. The reply has no body.')
  })

  it('has a deprecated copy for each alias', () => {
    const alias = operationOf([useThing], 'POST /v1/thing')
    expect(alias).toMatchObject({ operationId: 'useThingAlias1', deprecated: true })
    expect(operationOf([useThing], useThing.route)).not.toHaveProperty('deprecated')
  })

  it('has x-sandbox-only when it is sandbox-only, and is absent in live mode', () => {
    expect(operationOf([useThing], useThing.route)['x-sandbox-only']).toBe(true)
    const live = openApi([getThing, useThing], { mode: 'live' })('http://a.test')
    expect(JSON.stringify(live)).not.toContain('useThing')
  })

  it('refers to a titled schema by its title', () => {
    const document = openApi([getThing, useThing], { mode: 'sandbox' })('http://a.test')
    const { components } = document as { components: { schemas: Record<string, unknown> } }
    expect(Object.keys(components.schemas)).toEqual(['Error', 'Errors', 'OauthFailure', 'Thing'])
    const { content } = operationOf([getThing], getThing.route).responses['200'] as {
      content: object
    }
    expect(content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
    })
  })
})
