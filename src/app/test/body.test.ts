import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

const headers = { 'content-type': 'application/json' }

describe('D116: a JSON body', () => {
  const service = testService()
  const bodyOf = (fields: number) =>
    `{${Array.from({ length: fields }, (_, n) => `"f${n.toString(36)}":1`).join(',')}}`

  it('400 request.body.too-many-fields before it is parsed', async () => {
    const text = bodyOf(20_001)
    const parsing = vi.spyOn(JSON, 'parse')
    const reply = await service.call('POST /oauth/token', { body: text, headers })
    const parsed = parsing.mock.calls.filter(([parsedText]) => parsedText === text)
    parsing.mockRestore()
    expect(outcome(reply)).toBe('400 request.body.too-many-fields')
    expect(parsed).toEqual([])
  })

  it('may have 20,000 fields; undeclared ones are ignored', async () => {
    const reply = await service.call('POST /oauth/token', { body: bodyOf(20_000), headers })
    // The body without declared fields has no client id.
    expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
  })
})

describe('a JSON body', () => {
  const service = testService()
  const outcomeOf = async (text: string | Buffer) => {
    const { status, body } = await service.call('POST /oauth/token', { body: text, headers })
    return `${status} ${body.errors?.[0].code ?? body.error}`
  }

  it.each([
    ['{"code":"a\\u0000b"}', 'a null character in a value'],
    ['{"code":"a\\ud800b"}', 'an unpaired surrogate in a value'],
    ['{"co\\u0000de":"a"}', 'a null character in a field name'],
    ['{"list":[{"code":"\\udc00"}]}', 'an unpaired surrogate in a list'],
  ])('gap 6: 400 request.text.malformed for %s, which has %s', async (text, _because) => {
    expect(await outcomeOf(text)).toBe('400 request.text.malformed')
  })

  it.each([
    ['latin1', Buffer.from('{"code":"José"}', 'latin1')],
    ['an unpaired surrogate as UTF-8', Buffer.from('{"code":"\xed\xa0\x80"}', 'latin1')],
    ['an overlong null character', Buffer.from('{"code":"\xc0\x80"}', 'latin1')],
    ['a field name in latin1', Buffer.from('{"codé":"a"}', 'latin1')],
  ])('gap 6: 400 request.text.malformed for %s instead of storing U+FFFD', async (_, bytes) => {
    expect(await outcomeOf(bytes)).toBe('400 request.text.malformed')
  })

  it('gap 6: U+FFFD is text like any other when the client sends it', async () => {
    expect(await outcomeOf('{"code":"\uFFFD"}')).toBe('401 invalid_client')
  })

  it('gap 6: 415 for a content type that the operation does not take, even when the bytes are not UTF-8', async () => {
    const reply = await service.call('POST /v1/profiles', {
      token: (await service.createUser()).token,
      body: Buffer.from([0xff, 0xfe]),
      headers: { 'content-type': 'image/png' },
    })
    expect(outcome(reply)).toBe('415 request.content-type.unsupported')
  })

  it.each(['', '1'])(
    'gap 6: 400 request.body.too-deep for 33 nested levels around the text "%s"; 32 are accepted',
    async (content) => {
      const nested = (levels: number) =>
        `{"a":${'['.repeat(levels - 1)}${content}${']'.repeat(levels - 1)}}`
      expect(await outcomeOf(nested(33))).toBe('400 request.body.too-deep')
      expect(await outcomeOf(nested(32))).toBe('401 invalid_client')
    },
  )

  it.each([
    ['100.0000000000000001', 'JSON.parse rounds the amount to 100'],
    ['0.99999999999999999', 'JSON.parse rounds the amount to 1'],
    ['9999999999999.999999', 'JSON.parse rounds the amount to 10000000000000'],
    ['100.12345678901234567', 'JSON.parse rounds the amount to 100.12345678901235'],
  ])(
    'gap 5: 422 error.amount.precision for the amount %s, because %s; 200 for zeros at the end of an amount',
    async (amount, _because) => {
      const ann = await service.createUser()
      const quote = (sourceAmount: string) =>
        ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
          body: `{"sourceCurrency":"GBP","targetCurrency":"EUR","sourceAmount":${sourceAmount}}`,
          headers,
        })
      expect(outcome(await quote(amount))).toBe('422 error.amount.precision')
      expect((await quote('100.00000000000000000')).status).toBe(200)
    },
  )
})
