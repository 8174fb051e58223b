import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createPersonalToken, createUser } from '../index.ts'

describe('createUser and createPersonalToken', () => {
  const service = testService()

  it('a personal token authenticates the user it was created for', async () => {
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

  it('a taken e-mail address is refused with NOT_UNIQUE, an invalid one with ERROR', async () => {
    const createWithEmail = (email: string) =>
      service.db.transact((tx) => createUser(tx, { email }, service.now()))
    await createWithEmail('one@example.com')
    await expect(createWithEmail('ONE@example.com')).rejects.toThrow('NOT_UNIQUE')
    await expect(createWithEmail('one')).rejects.toThrow('ERROR')
  })
})
