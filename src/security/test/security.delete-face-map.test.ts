import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { callWithApproval, enrolsFace, outcome } from './protected-requests.ts'

describe('security.delete-face-map', () => {
  const service = testService()
  const live = testService({ mode: 'live' })

  it('204 with a user token, without a challenge in the sandbox', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    expect((await ann.call(`DELETE /v1/users/${ann.userId}/facemap/enrol`)).status).toBe(204)
    await enrolsFace(ann)
  })

  it('204 in live mode with the client credentials token of an application that has access to the user', async () => {
    const client = await live.createClient()
    const ann = await live.createUser({ applicationId: client.applicationId })
    await enrolsFace(ann)
    const route = `DELETE /v1/users/${ann.userId}/facemap/enrol`
    expect((await client.call(route)).status).toBe(204)
    expect(outcome(await client.call(route))).toBe('404 facemap.not.setup')
  })

  it('403 sca.challenge.required in live mode with a user token, and 204 once the challenge is cleared', async () => {
    const ann = await live.createUser()
    await enrolsFace(ann)
    const route = `DELETE /v1/users/${ann.userId}/facemap/enrol`
    expect((await callWithApproval(ann, route, {}, 'FACE_MAP')).status).toBe(204)
  })

  it('404 facemap.not.setup for a user without a face map, and 404 not.found for another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const route = `DELETE /v1/users/${ann.userId}/facemap/enrol`
    expect(outcome(await ann.call(route))).toBe('404 facemap.not.setup')
    expect(outcome(await bob.call(route))).toBe('404 not.found')
  })
})
