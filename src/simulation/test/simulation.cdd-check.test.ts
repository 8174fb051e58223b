import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import {
  checkEvents,
  requiredEvidences,
  sendPurpose,
  simulateDecision,
} from '../../verification/test/verification-fixtures.ts'

describe('simulation.cdd-check', () => {
  const service = testService()

  it('D47a: 200 requires the named evidence with a reason, also after VERIFIED, and an event reports both', async () => {
    const ann = await service.createUser()
    const body = {
      state: 'EVIDENCE_REQUIRED',
      requiredEvidences: ['ADDRESS_PROOF', 'ID_PROOF'],
      reviewOutcome: 'DOCUMENT_POOR_QUALITY',
    }
    const reply = await simulateDecision(ann, body)
    expect([reply.status, reply.body]).toEqual([200, { profileId: ann.personal, ...body }])
    expect(await requiredEvidences(ann)).toEqual(body.requiredEvidences)
    expect(await ok(simulateDecision(ann, { state: 'VERIFIED' }))).toEqual({
      profileId: ann.personal,
      state: 'VERIFIED',
      requiredEvidences: [],
      reviewOutcome: null,
    })
    expect(await ok(simulateDecision(ann, body))).toMatchObject({ state: 'EVIDENCE_REQUIRED' })
    const at = { occurred_at: '2026-01-05T10:00:00Z' }
    const resource = { type: 'profile', id: ann.personal }
    const required = {
      resource,
      current_state: 'EVIDENCE_REQUIRED',
      review_outcome: 'DOCUMENT_POOR_QUALITY',
      required_evidences: ['ADDRESS_PROOF', 'ID_PROOF'],
      ...at,
    }
    expect(await checkEvents(service, ann.personal)).toEqual([
      required,
      { resource, current_state: 'VERIFIED', required_evidences: [], ...at },
      required,
    ])
  })

  it('200 requires SOURCE_OF_WEALTH when no evidence is named', async () => {
    const ann = await service.createUser()
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED' }))
    expect(await requiredEvidences(ann)).toEqual(['SOURCE_OF_WEALTH'])
  })

  it('200 changes nothing when the decision is made already', async () => {
    const ann = await service.createUser()
    const body = { state: 'EVIDENCE_REQUIRED', requiredEvidences: ['INCOME', 'INCOME'] }
    for (const _ of ['first', 'repeat']) await ok(simulateDecision(ann, body))
    expect(await checkEvents(service, ann.personal)).toHaveLength(1)
    await ok(sendPurpose(ann))
    for (const _ of ['first', 'repeat']) await ok(simulateDecision(ann, { state: 'VERIFIED' }))
    expect(await checkEvents(service, ann.personal)).toHaveLength(2)
  })

  it('200 EVIDENCE_REQUIRED after VERIFIED requires evidence again that the customer has sent before', async () => {
    const ann = await service.createUser()
    await ok(sendPurpose(ann))
    await ok(simulateDecision(ann, { state: 'VERIFIED' }))
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED', requiredEvidences: ['INCOME'] }))
    expect(await requiredEvidences(ann)).toEqual(['INCOME'])
  })

  it.each([
    [{ state: 'IN_REVIEW' }, 400, 'NotAllowed state'],
    [{}, 400, 'NotNull state'],
    [
      { state: 'EVIDENCE_REQUIRED', requiredEvidences: ['SHOE_SIZE'] },
      400,
      'NotAllowed requiredEvidences.0',
    ],
    [{ state: 'EVIDENCE_REQUIRED', reviewOutcome: 'UGLY' }, 400, 'NotAllowed reviewOutcome'],
    [{ state: 'VERIFIED', requiredEvidences: ['INCOME'] }, 422, 'UNEXPECTED requiredEvidences'],
    [{ state: 'VERIFIED', reviewOutcome: 'OTHER' }, 422, 'UNEXPECTED reviewOutcome'],
  ])('%j is refused with %s %s', async (body, ...expected) => {
    const ann = await service.createUser()
    expect(errorsOf(await simulateDecision(ann, body))).toEqual(expected)
    expect(await checkEvents(service, ann.personal)).toEqual([])
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await simulateDecision(ann, { state: 'VERIFIED' }, bob.personal)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
