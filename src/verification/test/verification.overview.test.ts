// GET /v1/sandbox/profiles/{profileId}/verification: the evidence that was sent, and the evidence that is missing.

import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, ok, outcome } from '../../../test/support/transfers.ts'
import { createCustomer, passport, sendDocument, uploadDocument } from './verification-fixtures.ts'

describe('verification.overview', () => {
  const service = testService()
  const pathOf = ({ personal }: Person) => `GET /v1/sandbox/profiles/${personal}/verification`
  const overview = (person: Person) => ok(person.call(pathOf(person)))

  it('gap 1021: 200 for a verified person who has sent nothing', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call(pathOf(ann))
    expect(status).toBe(200)
    expect(body).toEqual({
      profileId: ann.personal,
      state: 'verified',
      verifiedBy: 'SERVICE',
      updateWindow: 'CLOSED',
      documents: [],
      additionalVerification: {
        state: 'NONE',
        missingEvidences: [],
        sentEvidences: [],
        reviewOutcome: null,
        reviewAt: null,
      },
    })
  })

  it('200 lists a document with its state, and none of its fields', async () => {
    const ann = await service.createUser({ verified: false })
    await ok(sendDocument(ann))
    const reply = await overview(ann)
    expect(reply).toMatchObject({ state: 'not_verified', verifiedBy: null })
    expect(reply.documents).toEqual([
      {
        type: 'PASSPORT',
        state: 'WAITING',
        sentAt: service.now().toString({ smallestUnit: 'millisecond' }),
      },
    ])
    for (const field of [passport.uniqueIdentifier, passport.lastName, passport.expiryDate])
      expect(JSON.stringify(reply)).not.toContain(field)
  })

  it('200 shows the missing evidence, the evidence sent since the decision, and the time at which the sandbox decides', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, { source: 'EUR', target: 'GBP' })
    expect((await overview(ann)).additionalVerification).toMatchObject({
      state: 'REQUIRED',
      missingEvidences: ['ACCOUNT_PURPOSE', 'USE_CASE_COUNTRIES', 'ANNUAL_VOLUME', 'INCOME'],
    })
    const decision = { state: 'EVIDENCE_REQUIRED', reviewOutcome: 'DOCUMENT_OUT_OF_DATE' }
    const route = `POST /v1/simulation/profiles/${ann.personal}/cdd-check`
    await ok(uploadDocument(ann, 'ADDRESS_PROOF'))
    await ok(ann.call(route, { body: decision }))
    expect((await overview(ann)).additionalVerification).toEqual({
      state: 'EVIDENCE_REQUIRED',
      missingEvidences: ['SOURCE_OF_WEALTH'],
      sentEvidences: [],
      reviewOutcome: 'DOCUMENT_OUT_OF_DATE',
      reviewAt: null,
    })
    await ok(uploadDocument(ann))
    expect((await overview(ann)).additionalVerification).toMatchObject({
      state: 'IN_REVIEW',
      missingEvidences: [],
      sentEvidences: ['SOURCE_OF_WEALTH'],
      reviewAt: service.now().add({ seconds: 5 }).toString({ smallestUnit: 'millisecond' }),
    })
  })

  it('200 shows the update window of a verified profile', async () => {
    const ann = await service.createUser()
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    expect(await overview(ann)).toMatchObject({ updateWindow: 'OPEN' })
  })

  it('404 not.found for the profile of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(outcome(await bob.call(pathOf(ann)))).toBe('404 not.found')
  })
})
