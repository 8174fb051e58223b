import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { owner, pathOf, readsList, sendList, withoutIds } from './officer-fixtures.ts'

describe('officers.list-owners', () => {
  const service = testService()

  it('200 with an empty list, then with the owners of this business only', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(await readsList('ubos', ann)).toEqual([])
    await sendList('POST ubos', ann, [owner()])
    expect(withoutIds(await readsList('ubos', ann))).toEqual([owner()])
    expect(await readsList('ubos', bob)).toEqual([])
  })

  it('422 profile.business.required for a personal profile', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`GET ${pathOf('ubos', ann.personal)}`)
    expect(errorsOf(reply)).toEqual([422, 'profile.business.required profileId'])
  })
})
