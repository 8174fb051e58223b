import { expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { refuseOld } from '../postgres/migrate.ts'
import { serverVersion } from '../postgres/store.ts'

const h = house({ audited: false })

it('a server before 18 is refused in one sentence, and this one is not', async () => {
  expect(() => refuseOld(170_009)).toThrow('version 170009; 18 or later')
  expect(() => refuseOld(180_000)).not.toThrow()
  const version = await serverVersion(h.db.reader)
  expect(version).toBeGreaterThanOrEqual(180_000)
})
