import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { basicAuth } from '../../users/test/token-requests.ts'
import { readMultipart, readUrlEncoded } from '../http/body/form.ts'

const BOUNDARY = 'X-BOUNDARY'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const bodyOf = (...parts: string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`

describe('D116: a form in the URL encoding', () => {
  it.each([
    ['half a million fields', 'a&'.repeat(500_000)],
    ['a field of a million characters', `a=${'+'.repeat(1_000_000)}`],
  ])('is refused before it is parsed for %s', (_, text) => {
    const parsing = vi.spyOn(globalThis, 'URLSearchParams')
    expect(() => readUrlEncoded(text)).toThrow('request.form.malformed')
    expect(parsing).not.toHaveBeenCalled()
    parsing.mockRestore()
  })

  it('may have 50 fields, each of 64 KiB in any spelling', () => {
    const value = 'ä'.repeat(32 * 1024)
    const fields = Array.from({ length: 49 }, (_, n) => [`f${n}`, 'x'])
    const text = new URLSearchParams([...fields, ['long', value]] as [string, string][]).toString()
    expect(Object.keys(readUrlEncoded(text))).toHaveLength(50)
    expect(readUrlEncoded(text)['long']).toBe(value)
  })
})

describe('D104: the token endpoint', () => {
  const service = testService()
  const sends = async (body: string, type = TYPE) => {
    const headers = { 'content-type': type, ...basicAuth(await service.createClient()) }
    return service.call('POST /oauth/token', { body, headers })
  }
  const grant = part('grant_type', 'client_credentials')

  it('takes multipart/form-data', async () => {
    const { status, body } = await sends(bodyOf(grant))
    expect([status, body.token_type]).toEqual([200, 'bearer'])
  })

  it('takes a form that fetch has made of FormData, with client credentials in it', async () => {
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
    ['a field that comes twice', bodyOf(grant, part('grant_type', 'refresh_token'))],
    ['a file', bodyOf(grant, part('photo', 'bytes', '; filename="a.png"'))],
    ['51 fields', bodyOf(grant, ...Array.from({ length: 50 }, (_, n) => part(`f${n}`, 'x')))],
    ['a field that is too long', bodyOf(grant, part('code', 'x'.repeat(64 * 1024 + 1)))],
    ['a name that is too long', bodyOf(grant, part('x'.repeat(101), 'x'))],
    ['a body that breaks off', grant],
    ['a body of another boundary', bodyOf(grant).replaceAll(BOUNDARY, 'OTHER')],
    ['no parts', 'grant_type=client_credentials'],
  ])('400 request.form.malformed for %s, and no token', async (_, body) => {
    const reply = await sends(body)
    expect([reply.status, reply.body.errors?.[0].code]).toEqual([400, 'request.form.malformed'])
  })

  it('400 without a boundary', async () => {
    const reply = await sends(bodyOf(grant), 'multipart/form-data; charset=utf-8')
    expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'request.form.malformed'])
  })

  it('400 request.form.malformed for a field of a plain form that comes twice', async () => {
    const plain = 'application/x-www-form-urlencoded'
    const reply = await sends('grant_type=client_credentials&grant_type=refresh_token', plain)
    expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'request.form.malformed'])
  })

  it('415 for multipart where no form is taken, with the types that are', async () => {
    const ann = await service.createUser()
    const call = { body: bodyOf(grant), headers: { 'content-type': TYPE } }
    const reply = await ann.call('POST /v1/accounts', call)
    expect([reply.status, reply.body.errors[0].message]).toEqual([
      415,
      'Send the body as application/json.',
    ])
  })
})

it('a field named __proto__ changes nothing but itself', async () => {
  const form = await readMultipart(TYPE, bodyOf(part('__proto__', 'x'), part('a', 'b')))
  expect(form['a']).toBe('b')
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})
