import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { changeApplication, createApplication, findApplication, partnerPriceOf } from '../index.ts'
import { postForm } from './token-requests.ts'

describe('createApplication and changeApplication', () => {
  const service = testService()
  const create = (fields: object) =>
    service.db.transact((tx) =>
      createApplication(tx, { clientKey: 'app', secret: 'secret', ...fields }, service.now()),
    )
  const tokenStatus = async (client_id: string, client_secret: string) => {
    const fields = { grant_type: 'client_credentials', client_id, client_secret }
    return (await postForm(service, '/oauth/token', fields)).status
  }

  it('an application can request tokens, and a change replaces only the fields that are present', async () => {
    const redirectUris = ['loopback', 'https://client.example/cb']
    const created = await create({ clientKey: 'first', redirectUris, partnerPrice: '0.005' })
    expect(created).toMatchObject({ name: 'first', redirectUris, partnerPrice: '0.005000' })
    expect(await partnerPriceOf(service.db.reader, created.id)).toEqual({
      clientKey: 'first',
      price: { digits: 5000n, scale: 6 },
    })
    expect(await tokenStatus('first', 'secret')).toBe(200)
    await service.db.transact((tx) => changeApplication(tx, 'first', { secret: 'rotated' }))
    expect(await tokenStatus('first', 'secret')).toBe(401)
    expect(await tokenStatus('first', 'rotated')).toBe(200)
    expect(await findApplication(service.db.reader, 'first')).toEqual(created)
  })

  it('D41, D46: the flags of an application are false unless set, and a change keeps the flag that is absent', async () => {
    const plain = { trusted: false, additionalVerification: false }
    expect(await create({ clientKey: 'plain' })).toMatchObject(plain)
    const flags = { trusted: true, additionalVerification: true }
    expect(await create({ clientKey: 'flagged', ...flags })).toMatchObject(flags)
    const change = (fields: object) =>
      service.db.transact((tx) => changeApplication(tx, 'flagged', fields))
    expect(await change({ trusted: false })).toMatchObject({ ...flags, trusted: false })
    expect(await change({ partnerPrice: '0.1' })).toMatchObject({ ...flags, trusted: false })
    expect(await change({ additionalVerification: false })).toMatchObject(plain)
  })

  it.each([
    [{ redirectUris: ['javascript:alert(1)'] }, 'application.redirect-uri.invalid'],
    [{ partnerPrice: '1' }, 'application.partner-price.invalid'],
    [{ partnerPrice: '-0.1' }, 'application.partner-price.invalid'],
    [{ partnerPrice: '0.500001' }, 'application.partner-price.invalid'],
    [{ partnerPrice: '0.0000001' }, 'application.partner-price.invalid'],
    [{ partnerPrice: 'half' }, 'application.partner-price.invalid'],
  ])('an application with %j is refused with %s', async (fields, code) => {
    await expect(create({ clientKey: code, ...fields })).rejects.toThrow(code)
  })

  it('an application may have the highest partner price', async () => {
    const created = await create({ clientKey: 'highest', partnerPrice: '0.5' })
    expect(created).toMatchObject({ partnerPrice: '0.500000' })
  })

  it.each(['', 'with:colon', 'with space', 'with/slash', 'a'.repeat(101)])(
    'the client key %j is refused with application.client-key.invalid',
    async (clientKey) => {
      await expect(create({ clientKey })).rejects.toThrow('application.client-key.invalid')
    },
  )

  it('a taken client key is refused with application.client-key.taken, a change of an unknown application with application.not-found', async () => {
    await create({ clientKey: 'taken' })
    await expect(create({ clientKey: 'taken' })).rejects.toThrow('application.client-key.taken')
    const change = service.db.transact((tx) => changeApplication(tx, 'unknown', { secret: 'x' }))
    await expect(change).rejects.toThrow('application.not-found')
  })
})
