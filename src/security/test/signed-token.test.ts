// A signature over a one-time token clears all challenges of the token (D30, D31).

import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  challengesIn,
  challengeToken,
  outcome,
  PIN,
  readTokenStatus,
  registersKey,
  requestFunding,
  setsPin,
  signatureOf,
} from './protected-requests.ts'

describe('a one-time token with a signature', () => {
  const service = testService()

  const listsKeys = async (person: Person): Promise<{ id: number }[]> =>
    (await person.call('GET /v1/user/signing-keys')).body

  const signedHeaders = (token: string, signature = signatureOf(token)) => ({
    'x-2fa-approval': token,
    'x-signature': signature,
  })

  it('is cleared by only a signature, even when the user has other factors', async () => {
    const ann = await service.createUser()
    await registersKey(ann)
    const token = challengeToken(await requestFunding(ann))
    expect(challengesIn(await readTokenStatus(ann, token))).toBe('SIGNATURE')
    expect(outcome(await requestFunding(ann, signedHeaders(token)))).toBe('404 transfer.not-found')
    const create = 'POST /v1/user/pin'
    const request = { body: { pin: PIN } }
    const first = challengeToken(await ann.call(create, request))
    expect((await ann.call(create, { ...request, headers: signedHeaders(first) })).status).toBe(204)
    const second = challengeToken(await requestFunding(ann))
    expect(challengesIn(await readTokenStatus(ann, second))).toBe('PIN and SIGNATURE')
    expect(outcome(await requestFunding(ann, signedHeaders(second)))).toBe('404 transfer.not-found')
  })

  it('403 sca.challenge.required for a wrong signature, and 429 sca.locked for the fifth wrong signature', async () => {
    const ann = await service.createUser()
    await registersKey(ann)
    let token = challengeToken(await requestFunding(ann))
    for (let i = 0; i < 4; i++)
      token = challengeToken(
        await requestFunding(ann, signedHeaders(token, signatureOf('another text'))),
      )
    expect(outcome(await requestFunding(ann, signedHeaders(token, 'AAAA')))).toBe('429 sca.locked')
  })

  it('resets the count of wrong signatures when the signature is correct', async () => {
    const ann = await service.createUser()
    await registersKey(ann)
    for (let round = 0; round < 2; round++) {
      let token = challengeToken(await requestFunding(ann))
      for (let i = 0; i < 3; i++)
        token = challengeToken(await requestFunding(ann, signedHeaders(token, 'AA')))
      // A refusal by the use case would roll back both the use of the token and the reset of the count.
      const route = `DELETE /v1/user/signing-keys/${(await listsKeys(ann))[0]?.id}`
      token = challengeToken(await ann.call(route))
      expect((await ann.call(route, { headers: signedHeaders(token) })).status).toBe(204)
      await registersKey(ann)
    }
  })

  it('is not cleared when the request has a token of an application', async () => {
    const client = await service.createClient()
    const ann = await service.createUser({ applicationId: client.applicationId })
    await registersKey(ann)
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    expect(challengesIn(await readTokenStatus(ann, token))).toBe('PIN')
    challengeToken(await requestFunding(ann, signedHeaders(token)))
  })
})
