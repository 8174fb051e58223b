import { describe, expect, it } from 'vitest'
import { filePart, samples } from '../../../test/support/multipart.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, ok, outcome } from '../../../test/support/transfers.ts'
import { openFile } from '../../files/index.ts'
import { fillsFileSpace } from '../../files/test/kept-files.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import {
  checkEvents,
  createCustomer,
  modestPurpose,
  requiredEvidences,
  sendPurpose,
  simulateDecision,
  statusPath,
  uploadDocument,
} from './verification-fixtures.ts'

describe('verification.upload-document', () => {
  const service = testService()
  const filesOf = async (profileId: number) =>
    (
      await service.db.pool.query(
        `select e.kind as type, f.id, f.kind, f.purpose, f.expires_at
           from cdd_evidences e cross join lateral jsonb_array_elements_text(e.details -> 'files') as file
           join uploaded_files f on f.profile_id = e.profile_id and f.id = file
          where e.profile_id = $1 order by e.id, f.kind`,
        [profileId],
      )
    ).rows

  it('422 file.space.exceeded when the profile has 200 MiB of files', async () => {
    const ann = await service.createUser()
    await fillsFileSpace(service, ann)
    expect(outcome(await uploadDocument(ann))).toBe('422 file.space.exceeded')
    expect(await filesOf(ann.personal)).toEqual([])
  })

  it('204 without a body stores several files, as SOURCE_OF_WEALTH by default', async () => {
    const ann = await service.createUser()
    const files = [filePart('files', 'pdf'), filePart('files', 'jpg'), filePart('files', 'png')]
    const reply = await uploadDocument(ann, undefined, files)
    expect([reply.status, reply.text]).toEqual([204, ''])
    const common = { type: 'SOURCE_OF_WEALTH', purpose: 'verification', expires_at: null }
    const stored = await filesOf(ann.personal)
    expect(stored).toMatchObject(['jpg', 'pdf', 'png'].map((kind) => ({ ...common, kind })))
    const pdf = await service.db.transact((tx) => openFile(tx, ann.personal, stored[1].id))
    expect(pdf).toEqual(samples.pdf)
  })

  it('D47: 204, and a review begins once everything that is required was sent', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, { source: 'EUR', target: 'GBP' })
    await ok(sendPurpose(ann, { ...modestPurpose, mainSourceOfIncome: 'OTHER' }))
    await service.advance({ seconds: 5 })
    expect(await requiredEvidences(ann)).toEqual(['SOURCE_OF_WEALTH'])
    await ok(uploadDocument(ann, 'ID_PROOF'))
    expect(await requiredEvidences(ann)).toEqual(['SOURCE_OF_WEALTH'])
    await ok(uploadDocument(ann, 'SOURCE_OF_WEALTH'))
    expect(await requiredEvidences(ann)).toEqual([])
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toMatchObject([
      { current_state: 'EVIDENCE_REQUIRED' },
      { current_state: 'VERIFIED', source_of_income: 'OTHER' },
    ])
  })

  it('D47: a document in NONE begins no review, and counts in the review of the answers', async () => {
    const ann = await createCustomer(service)
    await ok(uploadDocument(ann))
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toEqual([])
    await ok(sendPurpose(ann, { ...modestPurpose, mainSourceOfIncome: 'OTHER' }))
    await service.advance({ seconds: 5 })
    expect(await checkEvents(service, ann.personal)).toMatchObject([{ current_state: 'VERIFIED' }])
  })

  it('400 NotAllowed for an unknown documentType', async () => {
    const ann = await service.createUser()
    expect(errorsOf(await uploadDocument(ann, 'SELFIE'))).toEqual([400, 'NotAllowed documentType'])
  })

  it('400 file.missing without a file, and file.part.unknown for a part of another name, and no file is stored', async () => {
    const ann = await service.createUser()
    expect(outcome(await uploadDocument(ann, 'ID_PROOF', []))).toBe('400 file.missing')
    const reply = await uploadDocument(ann, 'ID_PROOF', [filePart('document')])
    expect(outcome(reply)).toBe('400 file.part.unknown')
    expect(await filesOf(ann.personal)).toEqual([])
  })

  it('400 file.type.not-supported for HTML in a file whose name ends in .png', async () => {
    const ann = await service.createUser()
    const bytes = Buffer.from('<html><script>alert(1)</script>')
    const reply = await uploadDocument(ann, 'ID_PROOF', [
      { name: 'files', fileName: 'a.png', bytes },
    ])
    expect(outcome(reply)).toBe('400 file.type.not-supported')
    expect(await filesOf(ann.personal)).toEqual([])
  })

  it('415 for JSON', async () => {
    const ann = await service.createUser()
    const route = `POST ${statusPath(ann.personal)}/upload-document`
    expect((await ann.call(route, { body: { files: 'x' } })).status).toBe(415)
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await uploadDocument({ ...ann, personal: bob.personal })
    expect(outcome(reply)).toBe('404 not.found')
    expect(await filesOf(bob.personal)).toEqual([])
  })

  it('409 verification.evidence.exists for a second document of the type before a decision, and 204 after it', async () => {
    const ann = await service.createUser()
    await ok(uploadDocument(ann))
    expect(outcome(await uploadDocument(ann))).toBe('409 verification.evidence.exists')
    expect(await filesOf(ann.personal)).toHaveLength(1)
    await ok(
      simulateDecision(ann, { state: 'EVIDENCE_REQUIRED', reviewOutcome: 'DOCUMENT_POOR_QUALITY' }),
    )
    expect((await uploadDocument(ann)).status).toBe(204)
  })

  it('204 and 409 for two concurrent documents of one type, and one document is stored', async () => {
    const ann = await service.createUser()
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED' }))
    const lock = rowLock('cdd_checks', { profile_id: ann.personal })
    const racers = [() => uploadDocument(ann), () => uploadDocument(ann)]
    const settled = await raceResults(service.db, lock, racers)
    expect(settled.map(outcome).sort()).toEqual(['204', '409 verification.evidence.exists'])
    expect(await filesOf(ann.personal)).toHaveLength(1)
  })
})

describe('verification.upload-document with a check of files', () => {
  let verdict: 'accepted' | 'rejected' | 'unavailable' = 'rejected'
  const service = testService({ fileCheck: async () => verdict })

  it('D48: 422 file.rejected and 503 file.check.unavailable store no file; 204 once the check accepts the file', async () => {
    const ann = await service.createUser()
    expect(outcome(await uploadDocument(ann))).toBe('422 file.rejected')
    verdict = 'unavailable'
    expect(outcome(await uploadDocument(ann))).toBe('503 file.check.unavailable')
    const { rowCount } = await service.db.pool.query('select from uploaded_files')
    expect(rowCount).toBe(0)
    verdict = 'accepted'
    expect(outcome(await uploadDocument(ann))).toBe('204')
  })
})
