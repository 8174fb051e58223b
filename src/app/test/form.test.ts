import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { basicAuth } from '../../users/test/token-requests.ts'
import { readMultipart, readUrlEncoded } from '../http/body/form.ts'

const BOUNDARY = 'X-BOUNDARY'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const formField = (name: string, value: string, parameters = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${parameters}\r\n\r\n${value}\r\n`
const bodyOf = (...fields: string[]) => `${fields.join('')}--${BOUNDARY}--\r\n`

describe('D116: a URL-encoded form', () => {
  it.each([
    ['half a million fields', 'a&'.repeat(500_000)],
    ['a field of a million characters', `a=${'+'.repeat(1_000_000)}`],
  ])('is refused with request.form.malformed before it is parsed, when it has %s', (_, text) => {
    const parsing = vi.spyOn(globalThis, 'URLSearchParams')
    expect(() => readUrlEncoded(text)).toThrow('request.form.malformed')
    expect(parsing).not.toHaveBeenCalled()
    parsing.mockRestore()
  })

  it('may have 50 fields of up to 64 KiB, measured after decoding', () => {
    const value = 'ä'.repeat(32 * 1024)
    const fields = Array.from({ length: 49 }, (_, n) => [`f${n}`, 'x'])
    const text = new URLSearchParams([...fields, ['long', value]] as [string, string][]).toString()
    expect(Object.keys(readUrlEncoded(text))).toHaveLength(50)
    expect(readUrlEncoded(text)['long']).toBe(value)
  })
})

it('gap 372: a URL-encoded field of more than 64 KiB is refused with request.form.malformed', () => {
  expect(() => readUrlEncoded(`code=${'x'.repeat(64 * 1024 + 1)}`)).toThrow(
    'request.form.malformed',
  )
})

describe('gap 1260: text of a form that is not UTF-8', () => {
  it.each(['name=Jos%E9', 'name=%C0%80', 'na%FFme=a', 'name=\uFFFD'])(
    'is refused with request.text.malformed in %j',
    (text) => {
      expect(() => readUrlEncoded(text)).toThrow('request.text.malformed')
    },
  )

  it('is refused with request.text.malformed in a part of a multipart form', async () => {
    const field = formField('name', 'Jos\uFFFD')
    await expect(readMultipart(TYPE, bodyOf(field))).rejects.toThrow('request.text.malformed')
  })
})

describe('D104: the token endpoint', () => {
  const service = testService()
  const sends = async (body: string, type = TYPE) => {
    const headers = { 'content-type': type, ...basicAuth(await service.createClient()) }
    return service.call('POST /oauth/token', { body, headers })
  }
  const grant = formField('grant_type', 'client_credentials')

  it('200 for multipart/form-data', async () => {
    const { status, body } = await sends(bodyOf(grant))
    expect([status, body.token_type]).toEqual([200, 'bearer'])
  })

  it('200 for client credentials in the FormData of fetch', async () => {
    const client = await service.createClient()
    const form = new FormData()
    form.set('grant_type', 'client_credentials')
    form.set('client_id', client.clientKey)
    form.set('client_secret', client.secret)
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const { status } = await service.call('POST /oauth/token', { body: await sent.text(), headers })
    expect(status).toBe(200)
  })

  it.each([
    ['a repeated field', bodyOf(grant, formField('grant_type', 'refresh_token'))],
    ['a file', bodyOf(grant, formField('photo', 'bytes', '; filename="a.png"'))],
    ['51 fields', bodyOf(grant, ...Array.from({ length: 50 }, (_, n) => formField(`f${n}`, 'x')))],
    ['a field that is too long', bodyOf(grant, formField('code', 'x'.repeat(64 * 1024 + 1)))],
    ['a name that is too long', bodyOf(grant, formField('x'.repeat(101), 'x'))],
    ['a truncated body', grant],
    ['a body with another boundary', bodyOf(grant).replaceAll(BOUNDARY, 'OTHER')],
    ['a body that is not multipart', 'grant_type=client_credentials'],
  ])('400 request.form.malformed for %s', async (_, body) => {
    const reply = await sends(body)
    expect(outcome(reply)).toBe('400 request.form.malformed')
  })

  it('400 request.form.malformed for a content type without a boundary', async () => {
    const reply = await sends(bodyOf(grant), 'multipart/form-data; charset=utf-8')
    expect(outcome(reply)).toBe('400 request.form.malformed')
  })

  it('400 request.form.malformed for a repeated field of a URL-encoded form', async () => {
    const urlEncoded = 'application/x-www-form-urlencoded'
    const reply = await sends('grant_type=client_credentials&grant_type=refresh_token', urlEncoded)
    expect(outcome(reply)).toBe('400 request.form.malformed')
  })

  it('415 for multipart at an operation with a JSON body; the message names the accepted type', async () => {
    const ann = await service.createUser()
    const call = { body: bodyOf(grant), headers: { 'content-type': TYPE } }
    const reply = await ann.call('POST /v1/accounts', call)
    expect([reply.status, reply.body.errors[0].message]).toEqual([
      415,
      'Send the body as application/json.',
    ])
  })
})

it('a field named __proto__ is a field like any other, and does not change the prototype of the form', async () => {
  const form = await readMultipart(TYPE, bodyOf(formField('__proto__', 'x'), formField('a', 'b')))
  expect(Object.entries(form)).toEqual([
    ['__proto__', 'x'],
    ['a', 'b'],
  ])
  expect(Object.getPrototypeOf(form)).toBe(Object.prototype)
})
