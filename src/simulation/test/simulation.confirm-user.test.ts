import { describe, expect, it } from 'vitest'
import { answerChallenge, challengeToken, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

describe('simulation.confirm-user', () => {
  const service = testService({ settings: { strictSca: true } })

  const confirm = (userId: number) => `POST /v1/simulation/users/${userId}/confirm`

  const changeEmail = (person: Person) =>
    person.call(`PUT /v1/users/${person.userId}/contact-email`, {
      body: { email: 'ann@example.com' },
    })

  /** A user whose PIN was deleted by an application and set up again. */
  async function createsUserWithReplacedPin() {
    const client = await service.createClient()
    const ann = await service.createUser({ applicationId: client.applicationId })
    await setsPin(ann)
    await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    await setsPin(ann, '4321')
    return { client, ann }
  }

  it('D112: 204 with a personal token, also when repeated; factors enrolled after the deletion are trusted from now on', async () => {
    const { ann } = await createsUserWithReplacedPin()
    const operator = await service.createUser()
    expect(outcome(await changeEmail(ann))).toBe('403 sca.reverification.required')
    for (const _ of ['first', 'repeat'])
      expect((await operator.call(confirm(ann.userId))).status).toBe(204)
    const token = challengeToken(await changeEmail(ann))
    expect(outcome(await answerChallenge(ann, token, 'PIN', { pin: '4321' }))).toBe('200')
  })

  it('D112: 401 unauthorized for a user token or a client token of an application, and the factors stay untrusted', async () => {
    const { client, ann } = await createsUserWithReplacedPin()
    for (const caller of [client, ann])
      expect(outcome(await caller.call(confirm(ann.userId)))).toBe('401 unauthorized')
    expect(outcome(await changeEmail(ann))).toBe('403 sca.reverification.required')
  })

  it('404 user.not-found for an unknown user', async () => {
    const operator = await service.createUser()
    expect(outcome(await operator.call(confirm(999_999)))).toBe('404 user.not-found')
  })
})

describe('simulation.confirm-user in live mode', () => {
  const live = testService({ mode: 'live' })

  it('404 not.found because the operation exists in the sandbox only', async () => {
    const ann = await live.createUser()
    const reply = await ann.call(`POST /v1/simulation/users/${ann.userId}/confirm`)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
