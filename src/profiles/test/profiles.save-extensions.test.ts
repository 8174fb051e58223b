import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { inputsOf, insertsPrimaryAddress } from './extension-fixtures.ts'
import { errorsOf } from './profile-fixtures.ts'

describe('profiles.save-extensions', () => {
  const service = testService()
  const path = (id: number) => `/v1/profiles/${id}/extensions`
  const save = (ann: Person, details: object) =>
    ann.call(`POST ${path(ann.personal)}`, { body: { details } })
  const stored = async (ann: Person) =>
    (await ok(ann.call(`GET ${path(ann.personal)}`))).details as object
  const opensWindow = (ann: Person) =>
    ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))

  const savings = { accountPurpose: 'CONTRIBUTING_TO_PERSONAL_SAVINGS' }
  const other = { accountPurpose: 'OTHER', accountPurposeDescription: 'Fees of a university' }

  it('D43a: 200 with the stored details; a further request adds to them, and a repeated key replaces its value', async () => {
    const ann = await service.createUser({ verified: false })
    await insertsPrimaryAddress(service, ann, 'JP')
    const first = await save(ann, { ...savings, occupation: ' Baker ' })
    expect([first.status, first.body]).toEqual([
      200,
      { details: { ...savings, occupation: 'Baker' } },
    ])
    const replaced = await ok(save(ann, { occupation: 'Cook' }))
    expect(replaced).toEqual({ details: { ...savings, occupation: 'Cook' } })
    expect(await stored(ann)).toEqual({ ...savings, occupation: 'Cook' })
  })

  it('D43: the description is dropped with the purpose that required it', async () => {
    const ann = await service.createUser({ verified: false })
    expect(await ok(save(ann, other))).toEqual({ details: other })
    expect(await ok(save(ann, savings))).toEqual({ details: savings })
  })

  it('200 for a description of 200 characters outside the basic multilingual plane, 422 NOT_VALID for one more', async () => {
    const ann = await service.createUser()
    const described = (accountPurposeDescription: string) =>
      save(ann, { ...other, accountPurposeDescription })
    const reply = await ok(described('🏠'.repeat(200)))
    expect(reply.details.accountPurposeDescription).toBe('🏠'.repeat(200))
    expect(outcome(await described('🏠'.repeat(201)))).toBe('422 NOT_VALID')
  })

  it('D43a: keys that are unknown or not in the form are ignored; null and blank leave a value as it is', async () => {
    const ann = await service.createUser()
    const sent = { ...savings, colour: 'red', occupation: 'Baker', accountPurposeDescription: 'x' }
    expect(await ok(save(ann, sent))).toEqual({ details: savings })
    expect(await ok(save(ann, { accountPurpose: null }))).toEqual({ details: savings })
    expect(await ok(save(ann, { accountPurpose: ' ' }))).toEqual({ details: savings })
    const business = await ok(
      ann.call(`POST ${path(ann.business)}`, { body: { details: savings } }),
    )
    expect(business).toEqual({ details: {} })
  })

  it('a form that is filled in with its examples is accepted, and each required key without a value is refused', async () => {
    const ann = await service.createUser({ verified: false })
    await insertsPrimaryAddress(service, ann, 'IN')
    const formRoute = `POST /v1/profiles/${ann.personal}/extension-requirements`
    let filled: Record<string, string> = { accountPurpose: 'OTHER' }
    const inputs = inputsOf(await ok(ann.call(formRoute, { body: { details: filled } })))
    for (const { key, example } of inputs.values()) filled = { [key]: example, ...filled }
    expect(Object.keys(filled)).toHaveLength(3)
    for (const { key, required } of inputs.values()) {
      expect(required).toBe(true)
      const { [key]: _, ...without } = filled
      expect(errorsOf(await save(ann, without)), key).toEqual([422, `REQUIRED ${key}`])
    }
    expect(await stored(ann)).toEqual({})
    expect(await ok(save(ann, filled))).toEqual({ details: filled })
  })

  it.each([
    [{ accountPurpose: 'NOT_A_PURPOSE' }, ['NOT_VALID accountPurpose']],
    [{ accountPurpose: 'other' }, ['NOT_VALID accountPurpose']],
    [{ ...other, accountPurposeDescription: 'ab' }, ['NOT_VALID accountPurposeDescription']],
    [
      { ...other, accountPurposeDescription: 'x'.repeat(201) },
      ['NOT_VALID accountPurposeDescription'],
    ],
    [
      { ...other, accountPurposeDescription: 'two\nlines' },
      ['NOT_VALID accountPurposeDescription'],
    ],
    [
      { accountPurpose: 'OTHER', occupation: 'x'.repeat(201) },
      ['REQUIRED accountPurposeDescription', 'NOT_VALID occupation'],
    ],
    [{ occupation: 'Baker' }, ['REQUIRED accountPurpose']],
  ])('422 for %j with the faults %j', async (details, faults) => {
    const ann = await service.createUser({ verified: false })
    await insertsPrimaryAddress(service, ann, 'MX')
    const reply = await save(ann, { occupation: 'Baker', ...details })
    expect(errorsOf(reply)).toEqual([422, ...faults])
    expect(await stored(ann)).toEqual({})
  })

  it.each([
    [{}, 'NotNull details'],
    [{ details: 'text' }, 'TypeMismatch details'],
    [{ details: { accountPurpose: 7 } }, 'TypeMismatch details.accountPurpose'],
    [{ details: { accountPurpose: { a: 1 } } }, 'TypeMismatch details.accountPurpose'],
  ])('400 for %j with the fault %s', async (body, fault) => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST ${path(ann.personal)}`, { body })
    expect(errorsOf(reply)).toEqual([400, fault])
    expect(await stored(ann)).toEqual({})
  })

  describe('of a verified profile', () => {
    it('200 for the first values and for added ones while the update window is closed', async () => {
      const ann = await service.createUser()
      await ok(save(ann, savings))
      await insertsPrimaryAddress(service, ann, 'JP')
      expect(await ok(save(ann, { occupation: 'Baker' }))).toEqual({
        details: { ...savings, occupation: 'Baker' },
      })
    })

    it('403 profile.update-window.closed for a changed value; 200 for the same one, and while the window is open', async () => {
      const ann = await service.createUser()
      await ok(save(ann, savings))
      expect(errorsOf(await save(ann, other))).toEqual([403, 'profile.update-window.closed'])
      expect(await stored(ann)).toEqual(savings)
      expect(await ok(save(ann, savings))).toEqual({ details: savings })
      await opensWindow(ann)
      expect(await ok(save(ann, other))).toEqual({ details: other })
      await ok(ann.call(`DELETE /v1/profiles/${ann.personal}/update-window`))
      expect(errorsOf(await save(ann, savings))).toEqual([403, 'profile.update-window.closed'])
    })

    it('403 profile.update-window.closed for the second of two concurrent first requests, because it would change the values of the first', async () => {
      const ann = await service.createUser()
      const lock = rowLock('profiles', { id: ann.personal })
      const replies = await raceResults(service.db, lock, [
        () => save(ann, savings),
        () => save(ann, { accountPurpose: 'GENERAL_MONTHLY_LIVING_EXPENSES' }),
      ])
      expect(replies.map(outcome)).toEqual(['200', '403 profile.update-window.closed'])
      expect(await stored(ann)).toEqual(savings)
    })
  })

  it("404 not.found for another user's profile, and nothing is stored", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await bob.call(`POST ${path(ann.personal)}`, { body: { details: savings } })
    expect(errorsOf(reply)).toEqual([404, 'not.found profileId'])
    expect(await stored(ann)).toEqual({})
  })
})
