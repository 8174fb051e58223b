import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { asksProved, challenged, enrolsFace, FACE, outcome, setsPin } from './asking.ts'

const enrol = 'POST /v1/user/facemap/enrol'

describe('security.enrol-face-map', () => {
  const h = house()
  const blind = house({ mode: 'live', faces: false })

  it('204 keeps a hash of it, and nothing else', async () => {
    const ann = await h.user()
    expect((await ann.call(enrol, { body: { faceMap: FACE } })).status).toBe(204)
    const { rows } = await h.db.pool.query('select secret from user_factors where user_id = $1', [
      ann.userId,
    ])
    const hash = createHash('sha256').update(Buffer.from(FACE, 'base64')).digest('hex')
    expect(rows).toEqual([{ secret: hash }])
  })

  it('204 for a whole MiB of Base64, 400 for more, 413 for much more', async () => {
    const ann = await h.user()
    const mib = 'A'.repeat(1024 * 1024)
    const larger = await ann.call(enrol, { body: { faceMap: `${mib}AAAA` } })
    expect([larger.status, larger.body.errors[0].path]).toEqual([400, 'faceMap'])
    const huge = await ann.call(enrol, { body: { faceMap: mib + mib } })
    expect(outcome(huge)).toBe('413 request.body.too-large')
    expect(huge.body.errors[0].message).toContain(String(1024 * 1024 + 64 * 1024))
    expect((await ann.call(enrol, { body: { faceMap: mib } })).status).toBe(204)
  })

  it('204 a further factor, once the challenge of the first is met', async () => {
    const ann = await h.user()
    await setsPin(ann)
    const asking = { body: { faceMap: FACE } }
    challenged(await ann.call('POST /v1/users/facemap/enrol', asking))
    expect((await asksProved(ann, enrol, asking, 'PIN')).status).toBe(204)
  })

  it('409 facemap.already.setup, with nothing to prove first', async () => {
    const ann = await h.user()
    await enrolsFace(ann)
    const reply = await ann.call(enrol, { body: { faceMap: 'QUJD' } })
    expect(outcome(reply)).toBe('409 facemap.already.setup')
  })

  it('422 facemap.not-available where nobody can tell faces apart', async () => {
    const ann = await blind.user()
    const reply = await ann.call(enrol, { body: { faceMap: FACE } })
    expect(outcome(reply)).toBe('422 facemap.not-available')
  })

  it.each(['', 'not Base64!', 'A===', 'ä'])('400 for %j, which is no Base64', async (faceMap) => {
    const { status, body } = await (await h.user()).call(enrol, { body: { faceMap } })
    expect([status, body.errors[0].path]).toEqual([400, 'faceMap'])
  })
})
