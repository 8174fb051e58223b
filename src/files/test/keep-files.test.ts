// How files are kept, used and deleted, the space of a profile, and the check of files before they are kept.

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import type { ErrorKind } from '../../kernel/refusal.ts'
import type { ReceivedFile } from '../../kernel/uploads.ts'
import { findFile, inspectFiles, keepFiles, openFile, useFiles } from '../index.ts'

const service = testService({ audited: false })
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

const receivedFile = (bytes: Buffer = samples.png, fileName = 'a.png'): ReceivedFile => ({
  formPart: 'files',
  fileName,
  kind: 'png',
  bytes,
  sha256: 'a'.repeat(64),
})

function storeFiles(files: readonly ReceivedFile[], isUsed = false, profileId = ann.personal) {
  return service.db.transact((tx) =>
    keepFiles(tx, {
      profileId,
      purpose: 'dispute',
      files,
      isUsed,
      now: service.now(),
      random: { uuid: randomUUID },
    }),
  )
}

const storeFile = async (isUsed = false) =>
  (await storeFiles([receivedFile()], isUsed))[0]?.id ?? ''
const findStored = (id: string) => findFile(service.db.reader, ann.personal, id)

const NotUsable: ErrorKind = { code: 'test.not-usable', status: 422, message: 'Not usable.' }
const useFile = (id: string, profileId = ann.personal, purpose = 'dispute') =>
  service.db.transact((tx) =>
    tx.write(useFiles({ profileId, id, purpose, usedAt: service.now() }, NotUsable)),
  )

describe('a kept file', () => {
  it('has an id of twelve hexadecimal digits, its size, and its content for the operator', async () => {
    const [file] = await storeFiles([receivedFile()])
    expect(file).toMatchObject({ kind: 'png', sizeBytes: samples.png.length, usedAt: null })
    expect(file?.id).toMatch(/^[0-9a-f]{12}$/)
    expect(await openFile(service.db.reader, ann.personal, file?.id ?? '')).toEqual(samples.png)
  })

  it('is encrypted in the database', async () => {
    const secret = Buffer.concat([samples.png, Buffer.from('passport of Nora')])
    const [file] = await storeFiles([receivedFile(secret)])
    const { rows } = await service.db.pool.query<{ content: Buffer }>(
      'select content from uploaded_files where id = $1',
      [file?.id],
    )
    expect(rows[0]?.content.includes('passport')).toBe(false)
  })

  it('cannot be moved to another row: its content opens for its own id only', async () => {
    const [one, other] = [await storeFile(), await storeFile()]
    await service.db.pool.query(
      `update uploaded_files set content = (select content from uploaded_files where id = $1)
        where id = $2`,
      [one, other],
    )
    await expect(openFile(service.db.reader, ann.personal, other)).rejects.toThrow(
      'unable to authenticate data',
    )
  })

  it("is unknown under another profile's id", async () => {
    const id = await storeFile()
    expect(await findFile(service.db.reader, ann.business, id)).toBeUndefined()
    expect(await openFile(service.db.reader, ann.business, id)).toBeUndefined()
  })
})

describe('a file that a later request has to use', () => {
  it('C 4.4: is deleted two hours after it was sent, and its space is free again', async () => {
    const id = await storeFile()
    await service.advance({ minutes: 119 })
    expect(await findStored(id)).toBeDefined()
    await service.advance({ minutes: 1 })
    expect(await findStored(id)).toBeUndefined()
    expect(await totalBytes()).toBe(0)
  })

  it('is kept once it is used', async () => {
    const id = await storeFile()
    await useFile(id)
    await service.advance({ hours: 3 })
    expect(await findStored(id)).toMatchObject({ expiresAt: null })
    expect(await totalBytes()).toBe(samples.png.length)
  })

  it.each([
    [
      'the file is used already',
      async () => {
        const id = await storeFile()
        await useFile(id)
        return useFile(id)
      },
    ],
    ['the file belongs to another profile', async () => useFile(await storeFile(), ann.business)],
    [
      'the file was sent for another purpose',
      async () => useFile(await storeFile(), ann.personal, 'verification'),
    ],
    ['the file is unknown', async () => useFile('0123456789ab')],
    [
      'the file has expired and no sweep has run',
      async () => {
        const id = await storeFile()
        const late = service.now().add({ hours: 2 })
        return service.db.transact((tx) =>
          tx.write(
            useFiles({ profileId: ann.personal, id, purpose: 'dispute', usedAt: late }, NotUsable),
          ),
        )
      },
    ],
  ])('is refused with the error of the write step when %s', async (_, uses) => {
    await expect(uses()).rejects.toThrow('test.not-usable')
  })

  it('is used by only one of two concurrent requests', async () => {
    const id = await storeFile()
    const lock = rowLock('uploaded_files', { profile_id: ann.personal, id })
    const outcomes = await race(service.db, lock, [() => useFile(id), () => useFile(id)])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'test.not-usable' } },
    ])
  })
})

async function totalBytes(): Promise<number> {
  const { rows } = await service.db.pool.query<{ size: number }>(
    'select size_bytes::int as size from uploaded_file_totals where profile_id = $1',
    [ann.personal],
  )
  return rows[0]?.size ?? 0
}

/** 200 MiB (D48), written out, so that a change of FILES_KEPT_BYTES_MAX fails here. */
const SPACE_BYTES = 200 * 1024 * 1024

describe('D48: 200 MiB for a profile', () => {
  const leavesFree = async (bytes: number) => {
    await storeFile(true)
    await service.db.pool.query(
      'update uploaded_file_totals set size_bytes = $2 where profile_id = $1',
      [ann.personal, SPACE_BYTES - bytes],
    )
  }

  it('the last byte may be used; one more is 422 file.space.exceeded and does not change the total', async () => {
    await leavesFree(2 * samples.png.length - 1)
    await expect(storeFiles([receivedFile(), receivedFile()])).rejects.toMatchObject({
      status: 422,
      message: 'file.space.exceeded at files',
    })
    expect(await totalBytes()).toBe(SPACE_BYTES - (2 * samples.png.length - 1))
    await leavesFree(2 * samples.png.length)
    await storeFiles([receivedFile(), receivedFile()])
    expect(await totalBytes()).toBe(SPACE_BYTES)
  })

  it('two concurrent requests cannot exceed the limit together', async () => {
    await leavesFree(samples.png.length)
    const lock = rowLock('uploaded_file_totals', { profile_id: ann.personal })
    const outcomes = await race(service.db, lock, [
      () => storeFiles([receivedFile()]),
      () => storeFiles([receivedFile()]),
    ])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'file.space.exceeded at files' } },
    ])
    expect(await totalBytes()).toBe(SPACE_BYTES)
  })

  it('the files of one profile do not reduce the space of another', async () => {
    await leavesFree(0)
    expect(await storeFiles([receivedFile()], false, ann.business)).toHaveLength(1)
  })
})

describe('inspectFiles', () => {
  const verdictOf = (verdict: 'accepted' | 'rejected' | 'unavailable') =>
    inspectFiles(
      { ...service.workerContext.sweepContext.outside, fileCheck: async () => verdict },
      [receivedFile()],
    )

  it('accepts a file that the check accepts', () =>
    expect(verdictOf('accepted')).resolves.toBeUndefined())
  it('422 file.rejected when the check rejects the file', () =>
    expect(verdictOf('rejected')).rejects.toMatchObject({
      status: 422,
      message: 'file.rejected at files',
    }))
  it('503 file.check.unavailable when the check returns no verdict', () =>
    expect(verdictOf('unavailable')).rejects.toMatchObject({
      status: 503,
      message: 'file.check.unavailable at files',
    }))
  it('accepts a file when no check is configured', () =>
    expect(
      inspectFiles(service.workerContext.sweepContext.outside, [receivedFile()]),
    ).resolves.toBeUndefined())
})
