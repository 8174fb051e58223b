import { describe, expect, it } from 'vitest'
import { filePart, multipart } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { FileVerdict } from '../../files/index.ts'
import { fillsFileSpace } from '../../files/test/kept-files.ts'
import { filesOf, uploadPathOf } from './disputing.ts'

const v3UploadPathOf = ({ personal }: Person) => `/v3/spend/profiles/${personal}/dispute-form/file`

describe('disputes.upload-file-v3', () => {
  const sandbox = testService()
  let verdict: FileVerdict = 'accepted'
  const live = testService({ mode: 'live', fileCheck: async () => verdict })

  it('D83: 404 dispute.file.not-available in the sandbox, which keeps no file', async () => {
    const ann = await sandbox.createUser()
    const reply = await ann.call(`POST ${v3UploadPathOf(ann)}`, multipart([filePart('receipt')]))
    expect(outcome(reply)).toBe('404 dispute.file.not-available')
    expect(await filesOf(sandbox, ann)).toEqual([])
  })

  it('in live mode: 200 as for POST /v4; 422 dispute.file.part-unknown, 422 file.rejected, 503 file.check.unavailable, and 422 file.space.exceeded when files fill the space of the profile', async () => {
    const ann = await live.createUser()
    for (const path of [v3UploadPathOf(ann), uploadPathOf(ann)])
      expect(await ok(ann.call(`POST ${path}`, multipart([filePart('receipt')])))).toEqual({
        receipt: expect.stringMatching(/^[0-9a-f]{12}$/),
      })
    const send = async (name = 'receipt') =>
      outcome(await ann.call(`POST ${v3UploadPathOf(ann)}`, multipart([filePart(name)])))
    expect(await send('selfie')).toBe('422 dispute.file.part-unknown')
    verdict = 'rejected'
    expect(await send()).toBe('422 file.rejected')
    verdict = 'unavailable'
    expect(await send()).toBe('503 file.check.unavailable')
    verdict = 'accepted'
    await fillsFileSpace(live, ann)
    expect(await send()).toBe('422 file.space.exceeded')
  })
})
