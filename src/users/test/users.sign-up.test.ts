import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { REGISTRATION_CODE } from './token-requests.ts'

describe('users.sign-up', () => {
  const service = testService()
  const post = (client: Client, body: unknown) =>
    client.call('POST /v1/user/signup/registration_code', { body })

  it('200 creates a user whom the application can read, with English as the default language', async () => {
    const client = await service.createClient()
    const { status, body } = await post(client, {
      email: 'New@Example.com',
      registrationCode: REGISTRATION_CODE,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      name: null,
      email: 'New@Example.com',
      active: true,
      details: null,
    })
    expect((await client.call(`GET /v1/users/${body.id}`)).body).toEqual(body)
    const { rows } = await service.db.pool.query('select language from users where id = $1', [
      body.id,
    ])
    expect(rows[0].language).toBe('EN')
  })

  it.each('EN US PT ES FR DE IT JA RU PL HU TR RO NL HK'.split(' '))(
    '200 stores the language %s',
    async (language) => {
      const email = `${language}@example.com`
      const { body } = await post(await service.createClient(), {
        email,
        registrationCode: REGISTRATION_CODE,
        language,
      })
      const { rows } = await service.db.pool.query('select language from users where id = $1', [
        body.id,
      ])
      expect(rows[0].language).toBe(language)
    },
  )

  it('400 NotAllowed for an unsupported language', async () => {
    const body = { email: 'a@example.com', registrationCode: REGISTRATION_CODE, language: 'SV' }
    const reply = await post(await service.createClient(), body)
    expect([reply.status, reply.body.errors[0].code, reply.body.errors[0].path]).toEqual([
      400,
      'NotAllowed',
      'language',
    ])
  })

  it('400 NotNull for each missing field', async () => {
    const reply = await post(await service.createClient(), {})
    expect(reply.status).toBe(400)
    const faults = reply.body.errors.map(({ code, path }: Record<string, string>) => [code, path])
    expect(faults).toEqual([
      ['NotNull', 'email'],
      ['NotNull', 'registrationCode'],
    ])
  })

  it('400 Size for a registration code of 31 characters, 200 for 32', async () => {
    const body = { email: 'short@example.com', registrationCode: REGISTRATION_CODE.slice(0, 31) }
    const reply = await post(await service.createClient(), body)
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0]).toMatchObject({
      code: 'Size',
      path: 'registrationCode',
      message: 'size must be between 32 and 2147483647',
      arguments: ['2147483647', '32'],
    })
    const longEnough = { ...body, registrationCode: REGISTRATION_CODE.slice(0, 32) }
    expect((await post(await service.createClient(), longEnough)).status).toBe(200)
  })

  it('422 ERROR for an invalid e-mail address', async () => {
    const reply = await post(await service.createClient(), {
      email: 'ann@',
      registrationCode: REGISTRATION_CODE,
    })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([
      {
        code: 'ERROR',
        message: 'Please provide a valid email',
        path: 'email',
        arguments: ['ann@'],
      },
    ])
  })

  it('409 NOT_UNIQUE for the e-mail address of an existing user, ignoring case', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    const body = { email: 'existing@example.com', registrationCode: REGISTRATION_CODE }
    await post(client, body)
    const reply = await post(other, { ...body, email: 'Existing@example.com' })
    expect(reply.status).toBe(409)
    expect(reply.body.errors).toEqual([
      {
        code: 'NOT_UNIQUE',
        message: "You're already a member. Please login",
        path: 'email',
        arguments: [
          'email',
          'class com.provider.fx.api.ApiRegisterCommand',
          'Existing@example.com',
        ],
      },
    ])
  })

  it('409 NOT_UNIQUE for one of two concurrent sign-ups with one e-mail address', async () => {
    const client = await service.createClient()
    const body = { email: 'twice@example.com', registrationCode: REGISTRATION_CODE }
    const lock = { text: 'lock table users in share mode', values: [] }
    const signsUp = () => post(client, body)
    const replies = await raceResults(service.db, lock, [signsUp, signsUp])
    expect(replies.map(outcome).sort()).toEqual(['200', '409 NOT_UNIQUE'])
  })

  const code = 'another-code-of-32-characters-or-more'

  it('D100: 409 NOT_UNIQUE for the registration code of another user of the application', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    const first = { email: 'first@example.com', registrationCode: code }
    await post(client, first)
    const reply = await post(client, { ...first, email: 'second@example.com' })
    expect([reply.status, reply.body.errors]).toEqual([
      409,
      [
        {
          code: 'NOT_UNIQUE',
          message: 'Another user has this registration code. Send a new random code.',
          path: 'registrationCode',
          arguments: ['registrationCode', 'class com.provider.fx.api.ApiRegisterCommand'],
        },
      ],
    ])
    const exists = await client.call('POST /v1/users/exists', {
      body: { email: 'second@example.com' },
    })
    expect(exists.body).toEqual({ exists: false })
    expect((await post(client, first)).body.errors[0].path).toBe('email')
    // Codes of other applications are not compared: a 409 would reveal that another application uses the code.
    expect((await post(other, { ...first, email: 'third@example.com' })).status).toBe(200)
  })

  it('D100: 409 NOT_UNIQUE for one of two concurrent sign-ups with one registration code', async () => {
    const client = await service.createClient()
    const bodies = ['one@example.com', 'two@example.com'].map((email) => ({
      email,
      registrationCode: code,
    }))
    const lock = { text: 'lock table users in share mode', values: [] }
    const replies = await raceResults(
      service.db,
      lock,
      bodies.map((body) => () => post(client, body)),
    )
    expect(replies.map(outcome).sort()).toEqual(['200', '409 NOT_UNIQUE'])
  })

  it('401 unauthorized for a user token', async () => {
    const ann = await service.createUser()
    const body = { email: 'b@example.com', registrationCode: REGISTRATION_CODE }
    const reply = await ann.call('POST /v1/user/signup/registration_code', { body })
    expect([reply.status, reply.body.error]).toEqual([401, 'unauthorized'])
  })
})
