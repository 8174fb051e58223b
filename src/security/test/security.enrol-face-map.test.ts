import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  callWithApproval,
  challengeToken,
  enrolsFace,
  FACE,
  outcome,
  setsPin,
} from './protected-requests.ts'

const enrol = 'POST /v1/user/facemap/enrol'

describe('security.enrol-face-map', () => {
  const service = testService()
  const withoutFaces = testService({ mode: 'live', faces: false })

  it('204 stores a hash of the face map instead of the face map', async () => {
    const ann = await service.createUser()
    expect((await ann.call(enrol, { body: { faceMap: FACE } })).status).toBe(204)
    const { rows } = await service.db.pool.query(
      'select secret from user_factors where user_id = $1',
      [ann.userId],
    )
    const hash = createHash('sha256').update(Buffer.from(FACE, 'base64')).digest('hex')
    expect(rows).toEqual([{ secret: hash }])
  })

  it('204 for 1 MiB of Base64, 400 Size above 1 MiB, and 413 request.body.too-large above the limit of the body', async () => {
    const ann = await service.createUser()
    const mib = 'A'.repeat(1024 * 1024)
    const larger = await ann.call(enrol, { body: { faceMap: `${mib}AAAA` } })
    expect([outcome(larger), larger.body.errors[0].path]).toEqual(['400 Size', 'faceMap'])
    const huge = await ann.call(enrol, { body: { faceMap: mib + mib } })
    expect(outcome(huge)).toBe('413 request.body.too-large')
    expect(huge.body.errors[0].message).toContain(String(1024 * 1024 + 64 * 1024))
    expect((await ann.call(enrol, { body: { faceMap: mib } })).status).toBe(204)
  })

  it('204 for a second factor once a challenge is cleared with the first factor, and 403 sca.challenge.required before', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { faceMap: FACE } }
    challengeToken(await ann.call('POST /v1/users/facemap/enrol', request))
    expect((await callWithApproval(ann, enrol, request, 'PIN')).status).toBe(204)
  })

  it('409 facemap.already.setup without a challenge', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    const reply = await ann.call(enrol, { body: { faceMap: 'QUJD' } })
    expect(outcome(reply)).toBe('409 facemap.already.setup')
  })

  it('422 facemap.not-available in an installation without face recognition', async () => {
    const ann = await withoutFaces.createUser()
    const reply = await ann.call(enrol, { body: { faceMap: FACE } })
    expect(outcome(reply)).toBe('422 facemap.not-available')
  })

  it.each([
    ['Size', ''],
    ['Pattern', 'not Base64!'],
    ['Pattern', 'A==='],
    ['Pattern', 'ä'],
  ])(
    '400 %s for the face map %j, because a face map is at least one character of Base64',
    async (code, faceMap) => {
      const reply = await (await service.createUser()).call(enrol, { body: { faceMap } })
      expect([outcome(reply), reply.body.errors[0].path]).toEqual([`400 ${code}`, 'faceMap'])
    },
  )
})
