import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
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
  const h = house()
  const make = (fields: object) =>
    h.db.transact((tx) =>
      createApplication(tx, { clientKey: 'app', secret: 'secret', ...fields }, h.now()),
    )
  const token = async (client_id: string, client_secret: string) => {
    const fields = { grant_type: 'client_credentials', client_id, client_secret }
    return (await postForm(h, '/oauth/token', fields)).status
  }

  it('creates an application that can get tokens, and changes the fields that are present', async () => {
    const redirectUris = ['loopback', 'https://client.example/cb']
    const made = await make({ clientKey: 'first', redirectUris, partnerPrice: '0.005' })
    expect(made).toMatchObject({ name: 'first', redirectUris, partnerPrice: '0.005000' })
    expect(await partnerPriceOf(h.db.reader, made.id)).toEqual({
      clientKey: 'first',
      price: { digits: 5000n, scale: 6 },
    })
    expect(await token('first', 'secret')).toBe(200)
    await h.db.transact((tx) => changeApplication(tx, 'first', { secret: 'rotated' }))
    expect(await token('first', 'secret')).toBe(401)
    expect(await token('first', 'rotated')).toBe(200)
    expect(await findApplication(h.db.reader, 'first')).toEqual(made)
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
    const change = h.db.transact((tx) => changeApplication(tx, 'nobody', { secret: 'x' }))
    await expect(change).rejects.toThrow('application.not-found')
  })

  it('creates a user whose personal token acts for them', async () => {
    const bearer = '5a4d0b0c-0000-4000-8000-00000000000f'
    const { id } = await h.db.transact(async (tx) => {
      const user = await createUser(tx, { email: 'seed@example.com', language: 'DE' }, h.now())
      await createPersonalToken(tx, { userId: user.id, token: bearer }, h.now())
      return user
    })
    expect((await h.call('GET /v1/me', { token: bearer })).body.id).toBe(id)
  })

  it('refuses an invalid or taken e-mail address', async () => {
    const make = (email: string) => h.db.transact((tx) => createUser(tx, { email }, h.now()))
    await make('one@example.com')
    await expect(make('ONE@example.com')).rejects.toThrow('NOT_UNIQUE')
    await expect(make('one')).rejects.toThrow('ERROR')
  })
})
