import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  disputesPathOf,
  paysByCard,
  requestDisputeMove,
  submit,
  UNRECOGNISED,
  unrecognisedBody,
  uploadsFile,
  wrongAmountBodyWithFiles,
} from './disputing.ts'

const service = testService()
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

const listDisputes = async () => (await ok(ann.call(`GET ${disputesPathOf(ann)}`))).disputes

describe('files of a dispute', () => {
  const refusals = async (id: number, files: object) => {
    const { status, body } = await submit(ann, wrongAmountBodyWithFiles(id, files))
    const faults = body.errors?.map(({ code, path }: Record<string, string>) => `${code} ${path}`)
    return [status, faults]
  }

  it('200 keeps the files of a dispute beyond two hours', async () => {
    const id = await paysByCard(service, ann)
    const files = { receipt: await uploadsFile(ann), communication: await uploadsFile(ann) }
    await ok(submit(ann, wrongAmountBodyWithFiles(id, files)))
    await service.advance({ hours: 3 })
    const { rows } = await service.db.pool.query(
      `select d.files, f.used_at is not null as used
         from disputes d join uploaded_files f using (profile_id)
        where d.profile_id = $1`,
      [ann.personal],
    )
    expect(rows).toEqual([
      { files, used: true },
      { files, used: true },
    ])
  })

  it('D83: 422 dispute.file.expired for files that are unknown, of another user, used, or named twice', async () => {
    const bob = await service.createUser()
    const [first, second] = [await paysByCard(service, ann), await paysByCard(service, ann)]
    const receipt = await uploadsFile(ann)
    expect(await refusals(first, { receipt: 'abcdef012345' })).toEqual([
      422,
      ['dispute.file.expired files.receipt'],
    ])
    const stolen = await uploadsFile(bob)
    const { status, body } = await submit(ann, wrongAmountBodyWithFiles(first, { receipt: stolen }))
    expect([status, body.errors[0].code]).toEqual([422, 'dispute.file.expired'])
    expect(body.validation).toEqual({ files: { receipt: expect.any(String) } })
    const twice = { receipt, communication: receipt }
    expect(await refusals(first, twice)).toEqual([
      422,
      ['dispute.file.expired files.communication'],
    ])
    await ok(submit(ann, wrongAmountBodyWithFiles(first, { receipt })))
    expect(await refusals(second, { receipt })).toEqual([
      422,
      ['dispute.file.expired files.receipt'],
    ])
  })

  it('409 dispute.exists for a repeated submission with files, also of one of several transactions', async () => {
    const [first, second] = [await paysByCard(service, ann), await paysByCard(service, ann)]
    const files = { receipt: await uploadsFile(ann), communication: await uploadsFile(ann) }
    const sendsFirst = () => submit(ann, wrongAmountBodyWithFiles(first, files))
    await ok(sendsFirst())
    expect(outcome(await sendsFirst())).toBe('409 dispute.exists')
    const both = { ...unrecognisedBody([first, second]), files }
    expect(outcome(await submit(ann, both, UNRECOGNISED))).toBe('409 dispute.exists')
    expect(await listDisputes()).toHaveLength(1)
  })

  it('422 dispute.file.expired only for the other file when one is of the open dispute of the transaction: the same file under another name, or an unknown file', async () => {
    const id = await paysByCard(service, ann)
    const receipt = await uploadsFile(ann)
    await ok(submit(ann, wrongAmountBodyWithFiles(id, { receipt })))
    const refused = [422, ['dispute.file.expired files.communication']]
    for (const communication of [receipt, 'abcdef012345'])
      expect(await refusals(id, { receipt, communication })).toEqual(refused)
  })

  it('422 dispute.file.expired for a file of a withdrawn or rejected dispute of the same transaction', async () => {
    for (const path of [['WITHDRAWN'], ['IN_REVIEW', 'REJECTED']]) {
      const id = await paysByCard(service, ann)
      const receipt = await uploadsFile(ann)
      await ok(submit(ann, wrongAmountBodyWithFiles(id, { receipt })))
      const query = { transactionId: String(id) }
      const { disputes } = await ok(ann.call(`GET ${disputesPathOf(ann)}`, { query }))
      for (const subStatus of path) await ok(requestDisputeMove(ann, disputes[0].id, subStatus))
      const refused = [422, ['dispute.file.expired files.receipt']]
      expect(await refusals(id, { receipt })).toEqual(refused)
    }
  })

  it('409 dispute.exists for the later of two concurrent equal submissions with a file', async () => {
    const id = await paysByCard(service, ann)
    const receipt = await uploadsFile(ann)
    const held = rowLock('uploaded_files', { profile_id: ann.personal, id: receipt })
    const racer = async () => outcome(await submit(ann, wrongAmountBodyWithFiles(id, { receipt })))
    const outcomes = await raceResults(service.db, held, [racer, racer])
    expect(outcomes.sort()).toEqual(['200', '409 dispute.exists'])
    expect(await listDisputes()).toHaveLength(1)
  })

  it('422 dispute.file.expired for a file whose time of expiry is reached, before a sweep has run', async () => {
    const id = await paysByCard(service, ann)
    const [receipt, communication] = [await uploadsFile(ann), await uploadsFile(ann)]
    await service.db.pool.query(
      `update uploaded_files set expires_at = $3 where profile_id = $1 and id = $2`,
      [ann.personal, receipt, service.now().toString()],
    )
    expect(await refusals(id, { receipt, communication })).toEqual([
      422,
      ['dispute.file.expired files.receipt'],
    ])
    await ok(submit(ann, wrongAmountBodyWithFiles(id, { communication })))
  })

  it('422 dispute.file.expired for the later of two concurrent submissions with one file', async () => {
    const ids = [await paysByCard(service, ann), await paysByCard(service, ann)]
    const receipt = await uploadsFile(ann)
    const held = rowLock('uploaded_files', { profile_id: ann.personal, id: receipt })
    const racers = ids.map(
      (id) => async () => outcome(await submit(ann, wrongAmountBodyWithFiles(id, { receipt }))),
    )
    const outcomes = await raceResults(service.db, held, racers)
    expect(outcomes).toEqual(['200', '422 dispute.file.expired'])
    expect(await listDisputes()).toHaveLength(1)
  })
})
