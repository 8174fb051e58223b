import { beforeEach, describe, expect, it } from 'vitest'
import { filePart, multipart, samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { FileVerdict } from '../../files/index.ts'
import { fillsFileSpace } from '../../files/test/kept-files.ts'
import { filesOf, uploadPathOf } from './disputing.ts'

describe('disputes.upload-file', () => {
  let verdict: FileVerdict = 'accepted'
  const service = testService({ fileCheck: async () => verdict })
  let ann: Person
  beforeEach(async () => {
    verdict = 'accepted'
    ann = await service.createUser()
  })
  const send = (call: ReturnType<typeof multipart>) => ann.call(`POST ${uploadPathOf(ann)}`, call)

  it.each(['receipt', 'communication', 'policeReport'])(
    'D83: 200 returns an id of 12 hexadecimal digits for the part %s, valid for two hours',
    async (name) => {
      const reply = await ok(send(multipart([filePart(name)])))
      expect(reply).toEqual({ [name]: expect.stringMatching(/^[0-9a-f]{12}$/) })
      const [file] = await filesOf(service, ann)
      expect(file).toMatchObject({ purpose: 'dispute', used_at: null })
      expect(file?.expires_at.getTime()).toBe(service.now().add({ hours: 2 }).epochMilliseconds)
    },
  )

  it('200 with another id for the same file sent again', async () => {
    const first = await ok(send(multipart([filePart('receipt')])))
    const second = await ok(send(multipart([filePart('receipt')])))
    expect(second.receipt).not.toBe(first.receipt)
  })

  it('422 with validation for a part that no form has, before the file check is called', async () => {
    verdict = 'unavailable'
    const { status, body } = await send(multipart([filePart('selfie')]))
    expect([status, body.errors[0].code, body.validation]).toEqual([
      422,
      'dispute.file.part-unknown',
      { selfie: expect.any(String) },
    ])
    expect(outcome(await send(multipart([filePart('constructor')])))).toBe(
      '422 dispute.file.part-unknown',
    )
    expect(await filesOf(service, ann)).toEqual([])
  })

  it('422 file.rejected with validation, and 503 file.check.unavailable, keep nothing', async () => {
    verdict = 'rejected'
    const { status, body } = await send(multipart([filePart('receipt')]))
    expect([status, body.errors[0].code, body.validation]).toEqual([
      422,
      'file.rejected',
      { receipt: expect.any(String) },
    ])
    verdict = 'unavailable'
    expect(outcome(await send(multipart([filePart('receipt')])))).toBe('503 file.check.unavailable')
    expect(await filesOf(service, ann)).toEqual([])
  })

  it('422 file.space.exceeded with validation when files fill the space of the profile', async () => {
    await fillsFileSpace(service, ann)
    const { status, body } = await send(multipart([filePart('receipt')]))
    expect([status, body.errors[0].code, Object.keys(body.validation)]).toEqual([
      422,
      'file.space.exceeded',
      ['receipt'],
    ])
  })

  it('400 file.type.not-supported for a kind of file that is not accepted, 400 file.missing for no file, 400 file.too-many for two files', async () => {
    const text = { name: 'receipt', fileName: 'a.png', bytes: Buffer.from('just text') }
    const two = [filePart('receipt'), filePart('communication')]
    expect(outcome(await send(multipart([text])))).toBe('400 file.type.not-supported')
    expect(outcome(await send(multipart([])))).toBe('400 file.missing')
    expect(outcome(await send(multipart(two)))).toBe('400 file.too-many')
    expect(await filesOf(service, ann)).toEqual([])
  })

  it('200 for each accepted kind', async () => {
    for (const kind of Object.keys(samples) as (keyof typeof samples)[])
      expect(outcome(await send(multipart([filePart('receipt', kind)])))).toBe('200')
  })
})
