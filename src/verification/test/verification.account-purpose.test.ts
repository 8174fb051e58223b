import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, ok, outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import {
  businessPurpose,
  checkEvents,
  createCustomer,
  modestPurpose,
  requiredEvidences,
  sendPurpose,
  simulateDecision,
} from './verification-fixtures.ts'

describe('verification.account-purpose', () => {
  const service = testService()

  it('204 without a body, for a person and for a business', async () => {
    const ann = await service.createUser()
    const person = await sendPurpose(ann)
    expect([person.status, person.text]).toEqual([204, ''])
    const business = await sendPurpose(ann, businessPurpose, ann.business)
    expect([business.status, business.text]).toEqual([204, ''])
  })

  it('D46: 204 for a customer who is not required to send evidence, and the review verifies the customer', async () => {
    const ann = await createCustomer(service, { additionalVerification: false })
    expect((await sendPurpose(ann)).status).toBe(204)
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toMatchObject([{ current_state: 'VERIFIED' }])
  })

  it.each([
    ['an unknown purpose', { accountPurpose: 'GAMBLING' }, 'NotAllowed accountPurpose'],
    [
      'a volume as a number',
      { yearlyAnticipatedVolume: 2350 },
      'TypeMismatch yearlyAnticipatedVolume',
    ],
    ['an income of another list', { annualIncome: '0_2350' }, 'NotAllowed annualIncome'],
    ['a country in lower case', { intendedCountries: ['gbr'] }, 'Pattern intendedCountries.0'],
    ['a country of two letters', { intendedCountries: ['GB'] }, 'Pattern intendedCountries.0'],
    ['no country', { intendedCountries: [] }, 'Size intendedCountries'],
    ['too many countries', { intendedCountries: Array(251).fill('GBR') }, 'Size intendedCountries'],
    ['an absent source', { mainSourceOfIncome: undefined }, 'NotNull mainSourceOfIncome'],
    ['a source that is null', { mainSourceOfIncome: null }, 'NotNull mainSourceOfIncome'],
  ])('400 for %s', async (_, change, error) => {
    const ann = await createCustomer(service)
    const reply = await sendPurpose(ann, { ...modestPurpose, ...change })
    expect(errorsOf(reply)).toContain(error)
    expect(reply.status).toBe(400)
  })

  it('400 NotNull for businessUse when the request has it as businessUseCase', async () => {
    const ann = await service.createUser()
    const { businessUse: businessUseCase, ...others } = businessPurpose
    const reply = await sendPurpose(ann, { ...others, businessUseCase }, ann.business)
    expect(errorsOf(reply)).toEqual([400, 'NotNull businessUse'])
  })

  it('400 for the answers of a person sent by a business, with every missing field', async () => {
    const ann = await service.createUser()
    expect(errorsOf(await sendPurpose(ann, modestPurpose, ann.business))).toEqual([
      400,
      'NotNull businessUse',
      'NotNull mainSourceOfFunding',
      'NotNull monthlyAnticipatedVolume',
    ])
  })

  it('422 NOT_VALID for three letters that are not the code of a country', async () => {
    const ann = await service.createUser()
    const body = { ...modestPurpose, intendedCountries: ['GBR', 'XXX'] }
    expect(errorsOf(await sendPurpose(ann, body))).toEqual([422, 'NOT_VALID intendedCountries.1'])
  })

  it('404 not.found for another user’s profile, and nothing is stored', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(outcome(await sendPurpose(ann, modestPurpose, bob.personal))).toBe('404 not.found')
    const stored = await service.db.pool.query('select from cdd_evidences where profile_id = $1', [
      bob.personal,
    ])
    expect(stored.rowCount).toBe(0)
  })

  it('409 verification.evidence.exists while the check is in review, and after it has succeeded', async () => {
    const ann = await service.createUser()
    await ok(sendPurpose(ann))
    expect(outcome(await sendPurpose(ann))).toBe('409 verification.evidence.exists')
    await service.advance({ seconds: 5 })
    expect(outcome(await sendPurpose(ann))).toBe('409 verification.evidence.exists')
  })

  it('204 and 409 for two concurrent requests, which lead to one review', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, { source: 'EUR', target: 'GBP' })
    const lock = rowLock('cdd_checks', { profile_id: ann.personal })
    const racers = [() => sendPurpose(ann), () => sendPurpose(ann)]
    const settled = await raceResults(service.db, lock, racers)
    expect(settled.map(outcome)).toEqual(['204', '409 verification.evidence.exists'])
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toHaveLength(1)
  })

  it('D47: answers begin a review only when nothing else is missing, so they cannot replace a document', async () => {
    const ann = await createCustomer(service)
    await ok(
      simulateDecision(ann, {
        state: 'EVIDENCE_REQUIRED',
        requiredEvidences: ['INCOME', 'ID_PROOF'],
      }),
    )
    await ok(sendPurpose(ann))
    expect(await requiredEvidences(ann)).toEqual(['ID_PROOF'])
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toHaveLength(1)
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED', requiredEvidences: ['INCOME'] }))
    expect(await requiredEvidences(ann)).toEqual(['INCOME'])
    await ok(sendPurpose(ann))
    expect(await requiredEvidences(ann)).toEqual([])
    await service.advance({ seconds: 5 })
    // Two decisions of the operator, and one of the review.
    expect(await checkEvents(service, ann.personal)).toHaveLength(3)
  })
})
