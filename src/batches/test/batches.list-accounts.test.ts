import { expect, it } from 'vitest'
import { links } from '../../../test/support/batching.ts'
import { house } from '../../../test/support/service.ts'

const h = house()

it("200 lists the profile's own accounts, ascending by id", async () => {
  const [ann, bob] = [await h.user(), await h.user()]
  const ids = [await links(ann, 'ACH'), await links(ann, 'EFT')]
  await links(bob)
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
  expect((await list(bob.personal)).status).toBe(404)
})
