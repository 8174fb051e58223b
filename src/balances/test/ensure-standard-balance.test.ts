import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ensureStandardBalance } from '../index.ts'

describe('ensureStandardBalance', () => {
  const service = testService()

  it('opens one STANDARD balance for two concurrent calls', async () => {
    const ann = await service.createUser()
    const ensure = () =>
      service.db.oneStatement((tx) => ensureStandardBalance(tx, ann.personal, 'SEK', service.now()))
    const lock = { text: 'lock table balances in share mode', values: [] }
    const [first, second] = await raceResults(service.db, lock, [ensure, ensure])
    expect(first?.id).toEqual(expect.any(Number))
    expect(second?.id).toBe(first?.id)
  })
})
