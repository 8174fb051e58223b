import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  changeApplication,
  createApplication,
  createPersonalToken,
  createUser,
  findApplication,
  partnerPriceOf,
} from '../index.ts'
import { postForm } from './asking.ts'

describe('applications and users', () => {
  const service = testService()
  const make = (fields: object) =>
    service.db.transact((tx) =>
      createApplication(tx, { clientKey: 'app', secret: 'secret', ...fields }, service.now()),
    )
  const token = async (client_id: string, client_secret: string) => {
    const fields = { grant_type: 'client_credentials', client_id, client_secret }
    return (await postForm(service, '/oauth/token', fields)).status
  }

  it('creates an application that can get tokens, and changes the fields that are present', async () => {
    const redirectUris = ['loopback', 'https://client.example/cb']
    const made = await make({ clientKey: 'first', redirectUris, partnerPrice: '0.005' })
    expect(made).toMatchObject({ name: 'first', redirectUris, partnerPrice: '0.005000' })
    expect(await partnerPriceOf(service.db.reader, made.id)).toEqual({
      clientKey: 'first',
      price: { digits: 5000n, scale: 6 },
    })
    expect(await token('first', 'secret')).toBe(200)
    await service.db.transact((tx) => changeApplication(tx, 'first', { secret: 'rotated' }))
    expect(await token('first', 'secret')).toBe(401)
    expect(await token('first', 'rotated')).toBe(200)
    expect(await findApplication(service.db.reader, 'first')).toEqual(made)
  })

  it.each([
    [{ redirectUris: ['javascript:alert(1)'] }, 'application.redirect-uri.invalid'],
    [{ partnerPrice: '1' }, 'application.partner-price.invalid'],
    [{ partnerPrice: '-0.1' }, 'application.partner-price.invalid'],
    [{ partnerPrice: 'half' }, 'application.partner-price.invalid'],
  ])('refuses %j as %s', async (fields, code) => {
    await expect(make({ clientKey: code, ...fields })).rejects.toThrow(code)
  })

  it.each(['', 'with:colon', 'with space', 'with/slash', 'a'.repeat(101)])(
    'refuses the client key %j, which no request could name',
    async (clientKey) => {
      await expect(make({ clientKey })).rejects.toThrow('application.client-key.invalid')
    },
  )

  it('refuses a client key that is taken, and a change of an unknown application', async () => {
    await make({ clientKey: 'taken' })
    await expect(make({ clientKey: 'taken' })).rejects.toThrow('application.client-key.taken')
    const change = service.db.transact((tx) => changeApplication(tx, 'nobody', { secret: 'x' }))
    await expect(change).rejects.toThrow('application.not-found')
  })

  it('creates a user whose personal token acts for them', async () => {
    const bearer = '5a4d0b0c-0000-4000-8000-00000000000f'
    const { id } = await service.db.transact(async (tx) => {
      const user = await createUser(
        tx,
        { email: 'seed@example.com', language: 'DE' },
        service.now(),
      )
      await createPersonalToken(tx, { userId: user.id, token: bearer }, service.now())
      return user
    })
    expect((await service.call('GET /v1/me', { token: bearer })).body.id).toBe(id)
  })

  it('refuses an invalid or taken e-mail address', async () => {
    const make = (email: string) =>
      service.db.transact((tx) => createUser(tx, { email }, service.now()))
    await make('one@example.com')
    await expect(make('ONE@example.com')).rejects.toThrow('NOT_UNIQUE')
    await expect(make('one')).rejects.toThrow('ERROR')
  })
})
