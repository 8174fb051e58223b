import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { director, pathOf, readsList, sendList, withoutIds } from './officer-fixtures.ts'

describe('officers.list-directors', () => {
  const service = testService()

  it('200 with an empty list, then with the directors of this business only', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(await readsList('directors', ann)).toEqual([])
    await sendList('POST directors', ann, [director()])
    expect(withoutIds(await readsList('directors', ann))).toEqual([director()])
    expect(await readsList('directors', bob)).toEqual([])
  })

  it('422 profile.business.required for a personal profile', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`GET ${pathOf('directors', ann.personal)}`)
    expect(errorsOf(reply)).toEqual([422, 'profile.business.required profileId'])
  })
})
