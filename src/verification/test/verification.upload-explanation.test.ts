import { describe, expect, it } from 'vitest'
import { multipart } from '../../../test/support/multipart.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import {
  checkEvents,
  requiredEvidences,
  simulateDecision,
  statusPath,
  uploadExplanation,
} from './verification-fixtures.ts'

const both = ['INCOME_EXPLANATION', 'ACCOUNT_PURPOSE_EXPLANATION']

describe('verification.upload-explanation', () => {
  const service = testService()

  it('204 for JSON, multipart and a URL-encoded form, and later texts complete and replace earlier ones', async () => {
    const ann = await service.createUser()
    const route = `POST ${statusPath(ann.personal)}/upload-explanation`
    await ok(
      simulateDecision(ann, {
        state: 'EVIDENCE_REQUIRED',
        requiredEvidences: [...both, 'ID_PROOF'],
      }),
    )
    const json = await uploadExplanation(ann, { incomeExplanation: 'I sold\nmy flat.' })
    expect([json.status, json.text]).toEqual([204, ''])
    expect(await requiredEvidences(ann)).toEqual(['ACCOUNT_PURPOSE_EXPLANATION', 'ID_PROOF'])
    const form = multipart([{ name: 'accountPurposeExplanation', text: 'Rent' }])
    expect((await ann.call(route, form)).status).toBe(204)
    expect(await requiredEvidences(ann)).toEqual(['ID_PROOF'])
    const encoded = await ann.call(route, {
      body: 'incomeExplanation=My+boat',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(encoded.status).toBe(204)
    const { rows } = await service.db.pool.query(
      'select details from cdd_evidences where profile_id = $1',
      [ann.personal],
    )
    expect(rows).toEqual([
      { details: { incomeExplanation: 'My boat', accountPurposeExplanation: 'Rent' } },
    ])
  })

  it('204 begins a review when nothing else is required', async () => {
    const ann = await service.createUser()
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED', requiredEvidences: both }))
    await ok(uploadExplanation(ann, { incomeExplanation: 'x', accountPurposeExplanation: 'y' }))
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toMatchObject([
      { current_state: 'EVIDENCE_REQUIRED' },
      { current_state: 'VERIFIED' },
    ])
  })

  it.each([
    ['no text', {}],
    ['blank texts', { incomeExplanation: ' ', accountPurposeExplanation: '\n' }],
  ])('400 NotNull for %s', async (_, body) => {
    const ann = await service.createUser()
    expect(errorsOf(await uploadExplanation(ann, body))).toEqual([400, 'NotNull incomeExplanation'])
  })

  it('400 Size for a text of more than 2000 characters', async () => {
    const ann = await service.createUser()
    const reply = await uploadExplanation(ann, { accountPurposeExplanation: 'x'.repeat(2001) })
    expect(errorsOf(reply)).toEqual([400, 'Size accountPurposeExplanation'])
    const longest = { accountPurposeExplanation: 'x'.repeat(2000) }
    expect((await uploadExplanation(ann, longest)).status).toBe(204)
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await uploadExplanation(
      { ...ann, personal: bob.personal },
      { incomeExplanation: 'x' },
    )
    expect(outcome(reply)).toBe('404 not.found')
  })
})
