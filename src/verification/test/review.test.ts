import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, ok } from '../../../test/support/transfers.ts'
import { listChecksInReview } from '../index.ts'
import {
  businessPurpose,
  checkEvents,
  createCustomer,
  modestPurpose,
  requiredEvidences,
  sendPurpose,
  simulateDecision,
} from './verification-fixtures.ts'

describe('a review', () => {
  const service = testService()
  const sendForReview = async (ann: Person, body: object) => {
    await createsQuote(ann, { source: 'EUR', target: 'GBP' })
    await ok(sendPurpose(ann, body))
    await service.advance({ seconds: 5 })
  }

  it('D47a: verifies a person whose income explains the volume, with an event that names the source', async () => {
    const ann = await createCustomer(service)
    await sendForReview(ann, modestPurpose)
    expect(await checkEvents(service, ann.personal)).toEqual([
      {
        resource: { type: 'profile', id: ann.personal },
        current_state: 'VERIFIED',
        required_evidences: [],
        source_of_income: 'SALARY',
        occurred_at: service.now().toString({ smallestUnit: 'second' }),
      },
    ])
  })

  it('D47a: requires a document for a volume above the income, with an event', async () => {
    const ann = await createCustomer(service)
    await sendForReview(ann, { ...modestPurpose, yearlyAnticipatedVolume: '60001_175000' })
    expect(await requiredEvidences(ann)).toEqual(['SOURCE_OF_WEALTH'])
    expect(await checkEvents(service, ann.personal)).toMatchObject([
      { current_state: 'EVIDENCE_REQUIRED', required_evidences: ['SOURCE_OF_WEALTH'] },
    ])
  })

  it('names the source of funding of a business', async () => {
    const ann = await createCustomer(service)
    await ok(sendPurpose(ann, businessPurpose, ann.business))
    await service.advance({ seconds: 5 })
    const [event] = await checkEvents(service, ann.business)
    expect(event).toMatchObject({ source_of_funding: 'BUSINESS_ACTIVITIES' })
    expect(event).not.toHaveProperty('source_of_income')
  })

  it('does nothing when an operator has decided meanwhile', async () => {
    const ann = await createCustomer(service)
    await ok(sendPurpose(ann))
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED', requiredEvidences: ['ID_PROOF'] }))
    await service.advance({ seconds: 5 })
    expect(await requiredEvidences(ann)).toEqual(['ID_PROOF'])
    expect(await checkEvents(service, ann.personal)).toHaveLength(1)
  })

  it('leaves the verification of the profile as it is', async () => {
    const ann = await service.createUser({ verified: false })
    await ok(sendPurpose(ann))
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toMatchObject([{ current_state: 'VERIFIED' }])
    const { rows } = await service.db.pool.query('select verified from profiles where id = $1', [
      ann.personal,
    ])
    expect(rows).toEqual([{ verified: false }])
  })
})

describe('a review in live mode', () => {
  const service = testService({ mode: 'live' })

  it('waits for the operator', async () => {
    const ann = await service.createUser()
    await ok(sendPurpose(ann))
    await service.advance({ hours: 24 })
    expect(await checkEvents(service, ann.personal)).toEqual([])
    const inReview = await listChecksInReview(service.db.reader, { offset: 0, size: 10 })
    expect(inReview.map(({ profileId }) => profileId)).toEqual([ann.personal])
  })
})
