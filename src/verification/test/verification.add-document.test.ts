import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { hasUsableDocument } from '../index.ts'
import { passport, sendDocument } from './verification-fixtures.ts'

const accepted = { errorMessage: null, success: true }

describe('verification.add-document', () => {
  const service = testService()
  const createsUnverified = () => service.createUser({ verified: false })
  const documentsOf = async (profileId: number) =>
    (
      await service.db.pool.query(
        `select type, state, encode(details, 'escape') as details, content_index, number_index
           from identity_documents where profile_id = $1 order by type`,
        [profileId],
      )
    ).rows

  it('200 success, and the fields are stored encrypted', async () => {
    const ann = await createsUnverified()
    const reply = await sendDocument(ann)
    expect([reply.status, reply.body]).toEqual([200, accepted])
    const [document] = await documentsOf(ann.personal)
    expect(document).toMatchObject({ type: 'PASSPORT', state: 'WAITING' })
    expect(document.details).not.toMatch(/X1234567|Sample|2034/)
    expect(await hasUsableDocument(service.db.reader, ann.personal)).toBe(true)
    expect(await hasUsableDocument(service.db.reader, ann.business)).toBe(false)
  })

  it('D44: 200 replaces the document of the same type, and keeps those of other types', async () => {
    const ann = await createsUnverified()
    await ok(sendDocument(ann))
    const [before] = await documentsOf(ann.personal)
    await ok(sendDocument(ann, { ...passport, uniqueIdentifier: 'Y7654321' }))
    await ok(sendDocument(ann, { type: 'SSN', uniqueIdentifier: '123456789' }))
    const documents = await documentsOf(ann.personal)
    expect(documents.map(({ type }) => type)).toEqual(['PASSPORT', 'SSN'])
    expect(documents[0].number_index).not.toBe(before.number_index)
  })

  it('200 for the same document again, and nothing is written', async () => {
    const ann = await createsUnverified()
    await ok(sendDocument(ann))
    const before = await documentsOf(ann.personal)
    expect(await ok(sendDocument(ann))).toEqual(accepted)
    expect(await documentsOf(ann.personal)).toEqual(before)
  })

  it('the keyed hash of a number is equal for two spellings and for two profiles, and differs between types and from the hash of the whole document', async () => {
    const [ann, bob] = [await createsUnverified(), await createsUnverified()]
    await ok(sendDocument(ann))
    await ok(sendDocument(ann, { ...passport, type: 'IDENTITY_CARD' }))
    await ok(sendDocument(bob, { ...passport, uniqueIdentifier: 'x-123 4567' }))
    const [cardRow, passportRow] = await documentsOf(ann.personal)
    const [bobsRow] = await documentsOf(bob.personal)
    expect(bobsRow.number_index).toBe(passportRow.number_index)
    expect(
      new Set([cardRow.number_index, passportRow.number_index, passportRow.content_index]).size,
    ).toBe(3)
  })

  it.each([
    ['has expired', { expiryDate: '2026-01-04' }, /expired/],
    ['has another last name', { lastName: 'Simple' }, /names/],
    ['has another first name', { firstName: 'Anna' }, /names/],
  ])(
    'D44: 200 without success for a document that %s, and it is not stored',
    async (_, change, message) => {
      const ann = await createsUnverified()
      await ok(sendDocument(ann, { ...passport, type: 'GREEN_CARD' }))
      const before = await documentsOf(ann.personal)
      const reply = await sendDocument(ann, { ...passport, type: 'GREEN_CARD', ...change })
      expect([reply.status, reply.body]).toEqual([
        200,
        { errorMessage: expect.stringMatching(message), success: false },
      ])
      expect(await documentsOf(ann.personal)).toEqual(before)
    },
  )

  it('200 compares names without case, accents and punctuation, and as far as a profile stores them', async () => {
    const ann = await createsUnverified()
    expect(
      await ok(sendDocument(ann, { ...passport, firstName: 'ÁNN', lastName: "sam-ple'" })),
    ).toEqual(accepted)
    const long = 'Wolfeschlegelsteinhausenbergerdorff'
    await service.db.pool.query(
      `update profiles set details = details || jsonb_build_object('lastName', left($2, 30))
        where id = $1`,
      [ann.personal, long],
    )
    expect(await ok(sendDocument(ann, { ...passport, lastName: long }))).toEqual(accepted)
  })

  it('400 for a body that violates the schema, with each wrong field and without the values', async () => {
    const ann = await createsUnverified()
    const reply = await sendDocument(ann, {
      type: 'LIBRARY_CARD',
      uniqueIdentifier: '7'.repeat(31),
      firstName: 12,
    })
    expect(errorsOf(reply).sort()).toEqual(
      [400, 'NotAllowed type', 'Size uniqueIdentifier', 'TypeMismatch firstName'].sort(),
    )
    expect(reply.text).not.toMatch(/777|12"/)
  })

  it('422 UNEXPECTED for a field of another type', async () => {
    const reply = await sendDocument(await createsUnverified(), {
      ...passport,
      birthCity: 'London',
    })
    expect(errorsOf(reply)).toEqual([422, 'UNEXPECTED birthCity'])
  })

  it('400 NotNull and not.allowed.for.uniqueIdentifier, before 422 NOT_VALID and UNEXPECTED', async () => {
    const ann = await createsUnverified()
    const invalid = { issuerCountry: 'XX', birthCity: 'x' }
    expect(errorsOf(await sendDocument(ann, { ...passport, ...invalid }))).toEqual([
      422,
      'NOT_VALID issuerCountry',
      'UNEXPECTED birthCity',
    ])
    const worse = { ...passport, ...invalid, uniqueIdentifier: '---', expiryDate: undefined }
    expect(errorsOf(await sendDocument(ann, worse))).toEqual([
      400,
      'not.allowed.for.uniqueIdentifier uniqueIdentifier',
      'NotNull expiryDate',
      'NOT_VALID issuerCountry',
      'UNEXPECTED birthCity',
    ])
    expect(await documentsOf(ann.personal)).toEqual([])
  })

  it('422 profile.personal.required for a business', async () => {
    const ann = await createsUnverified()
    expect(outcome(await sendDocument(ann, passport, ann.business))).toBe(
      '422 profile.personal.required',
    )
  })

  it('403 profile.update-window.closed for a verified profile; 200 for the stored document, or once the window is open', async () => {
    const ann = await service.createUser({ verified: false })
    await ok(sendDocument(ann))
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    const other = { ...passport, uniqueIdentifier: 'Y7654321' }
    expect(outcome(await sendDocument(ann, other))).toBe('403 profile.update-window.closed')
    expect(outcome(await sendDocument(ann, { type: 'SSN', uniqueIdentifier: '123456789' }))).toBe(
      '403 profile.update-window.closed',
    )
    expect(await ok(sendDocument(ann))).toEqual(accepted)
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    expect(await ok(sendDocument(ann, other))).toEqual(accepted)
  })

  it('403 profile.update-window.closed for a document that is sent while the profile is being verified, and nothing is stored', async () => {
    const ann = await createsUnverified()
    await ok(sendDocument(ann))
    const before = await documentsOf(ann.personal)
    const lock = rowLock('profiles', { user_id: ann.userId })
    const settled = await raceResults(service.db, lock, [
      () => ann.call('POST /v1/simulation/verify-profile'),
      () => sendDocument(ann, { ...passport, uniqueIdentifier: 'FORGED1' }),
    ])
    expect(settled.map(outcome)).toEqual(['200', '403 profile.update-window.closed'])
    expect(await documentsOf(ann.personal)).toEqual(before)
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await createsUnverified(), await createsUnverified()]
    expect(outcome(await sendDocument(ann, passport, bob.personal))).toBe('404 not.found')
    expect(await documentsOf(bob.personal)).toEqual([])
  })
})
