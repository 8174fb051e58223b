import { expect, it } from 'vitest'
import { linksAccount } from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

const service = testService()

it('200 lists the linked accounts of the profile, ascending by id', async () => {
  const ann = await service.createUser()
  const ids = [await linksAccount(ann, 'ACH'), await linksAccount(ann, 'EFT')]
  const list = (profile: number) => ann.call(`GET /v1/profiles/${profile}/direct-debit-accounts`)
  const { status, body } = await list(ann.personal)
  expect(status).toBe(200)
  expect(
    body.map(({ id, type, currency }: Record<string, unknown>) => [id, type, currency]),
  ).toEqual([
    [ids[0], 'ACH', 'USD'],
    [ids[1], 'EFT', 'CAD'],
  ])
  expect((await list(ann.business)).body).toEqual([])
})

it("404 not.found for another user's profile", async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  await linksAccount(bob)
  const route = `GET /v1/profiles/${bob.personal}/direct-debit-accounts`
  expect(outcome(await ann.call(route))).toBe('404 not.found')
})
