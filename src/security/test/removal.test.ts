// D112: an application may delete a factor of its user, and the user can set it up again (B 4.6). Under the rules of
// live mode the application must not be able to approve its requests with the new factor.

import { describe, expect, it } from 'vitest'
import { runsCommand } from '../../../test/architecture/security-events.ts'
import type { Client, Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import { createsTransfer, readsTransfer, topsUp } from '../../../test/support/transfers.ts'
import {
  answerChallenge,
  callWithApproval,
  challengesIn,
  challengeToken,
  enrolsFace,
  FACE,
  holdersLock,
  keyPair,
  outcome,
  PIN,
  passesChallenges,
  payTransfer,
  pemOf,
  readStatement,
  readTokenStatus,
  registersKey,
  requestFunding,
  SANDBOX_CODE,
  setsPin,
  signatureOf,
  verifiesPhone,
} from './protected-requests.ts'

const REVERIFY = '403 sca.reverification.required'
const NEW_PIN = '4321'

type UserOfApplication = { readonly ann: Person; readonly client: Client }

async function userOfApplication(service: TestService): Promise<UserOfApplication> {
  const client = await service.createClient()
  return { client, ann: await service.createUser({ applicationId: client.applicationId }) }
}

const tokenIn = ({ headers }: Reply) => headers['x-2fa-approval'] as string | undefined

/** Requests to protected operations by their names in failure messages. */
const protectedRequests = (ann: Person): Record<string, () => Promise<Reply>> => ({
  'paying a transfer': () => requestFunding(ann),
  'a phone number': () =>
    ann.call('POST /v1/user/phone-numbers', { body: { phoneNumber: '+447700900555' } }),
  'a signing key': () =>
    ann.call('POST /v1/user/signing-keys', {
      body: { publicKey: pemOf(keyPair().publicKey) },
    }),
  'a face map': () => ann.call('POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }),
  'deleting the PIN': () => ann.call(`DELETE /v1/users/${ann.userId}/pin`),
  'the contact e-mail': () =>
    ann.call(`PUT /v1/users/${ann.userId}/contact-email`, { body: { email: 'a@example.com' } }),
  'a statement': () => readStatement(ann),
})

describe.each(['live', 'sandbox'] as const)('D112 in %s under the rules of live mode', (mode) => {
  const service = testService({
    mode,
    settings: { strictSca: mode === 'sandbox', smsUrl: 'https://sms.example.com/' },
  })

  it('D112: a PIN that was set after an application deleted the previous one approves nothing', async () => {
    const { ann, client } = await userOfApplication(service)
    await setsPin(ann)
    expect((await client.call(`DELETE /v1/users/${ann.userId}/pin`)).status).toBe(204)
    await setsPin(ann, NEW_PIN)
    for (const [name, request] of Object.entries(protectedRequests(ann))) {
      const reply = await request()
      expect([name, outcome(reply), tokenIn(reply)]).toEqual([name, REVERIFY, undefined])
    }
  })

  it('D112: after the deletion of the face map the user can enrol a face again, and other protected requests are refused', async () => {
    const { ann, client } = await userOfApplication(service)
    await enrolsFace(ann)
    const deletion = await client.call(`DELETE /v1/users/${ann.userId}/facemap/enrol`)
    expect(deletion.status).toBe(204)
    const { 'a face map': enrolFace, 'deleting the PIN': _, ...others } = protectedRequests(ann)
    for (const request of Object.values(others)) expect(outcome(await request())).toBe(REVERIFY)
    expect(outcome((await enrolFace?.()) ?? expect.unreachable())).toBe('204')
    expect(outcome(await requestFunding(ann))).toBe(REVERIFY)
  })

  it('D112: 404 facemap.not.setup when the user deletes a face map that the application has deleted', async () => {
    const { ann, client } = await userOfApplication(service)
    await enrolsFace(ann)
    const route = `DELETE /v1/users/${ann.userId}/facemap/enrol`
    expect((await client.call(route)).status).toBe(204)
    expect(outcome(await ann.call(route))).toBe('404 facemap.not.setup')
  })

  it('D112: the factors from before the deletion verify the user again, and all factors count as proof afterwards', async () => {
    const { ann, client } = await userOfApplication(service)
    await setsPin(ann)
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    expect((await client.call(`DELETE /v1/users/${ann.userId}/pin`)).status).toBe(204)
    const newPin = { body: { pin: PIN } }
    const refused = await ann.call('POST /v1/user/pin', newPin)
    const token = tokenIn(refused) ?? expect.unreachable()
    expect([outcome(refused), challengesIn(await readTokenStatus(ann, token))]).toEqual([
      REVERIFY,
      'FACE_MAP',
    ])
    expect(outcome(await requestFunding(ann))).toBe(REVERIFY)
    await passesChallenges(ann, token, 'FACE_MAP')
    const headers = { 'one-time-token': token }
    expect(outcome(await ann.call('POST /v1/user/pin', { ...newPin, headers }))).toBe('204')
    const other = challengeToken(await requestFunding(ann))
    expect(challengesIn(await readTokenStatus(ann, other))).toBe('PIN and FACE_MAP')
  })

  it('D112: a signature by a key from before the deletion verifies the user again', async () => {
    const client = await service.createClient()
    const ann = await service.createUser()
    await registersKey(ann)
    const signed = (token: string) => ({
      'x-2fa-approval': token,
      'x-signature': signatureOf(token),
    })
    const setting = { body: { pin: PIN } }
    const first = tokenIn(await ann.call('POST /v1/user/pin', setting)) ?? ''
    await ann.call('POST /v1/user/pin', { ...setting, headers: signed(first) })
    await service.db.pool.query(
      'insert into grants (application_id, user_id, created_at) values ($1, $2, $3)',
      [client.applicationId, ann.userId, service.now().toString()],
    )
    expect((await client.call(`DELETE /v1/users/${ann.userId}/pin`)).status).toBe(204)
    const refused = await requestFunding(ann)
    expect(outcome(refused)).toBe(REVERIFY)
    const reply = await requestFunding(ann, signed(tokenIn(refused) ?? ''))
    expect(outcome(reply)).toBe('404 transfer.not-found')
    // The 404 rolled back the use of the token, and the end of the removal with it. A successful request keeps both.
    const again = tokenIn(await ann.call('POST /v1/user/pin', setting)) ?? ''
    const set = await ann.call('POST /v1/user/pin', { ...setting, headers: signed(again) })
    expect(outcome(set)).toBe('204')
    expect(outcome(await requestFunding(ann))).toBe('403 sca.challenge.required')
  })

  it('D112: a deletion that the user approved does not restrict later factors', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    expect(
      outcome(await callWithApproval(ann, `DELETE /v1/users/${ann.userId}/pin`, {}, 'PIN')),
    ).toBe('204')
    await setsPin(ann)
    expect(outcome(await requestFunding(ann))).toBe('403 sca.challenge.required')
  })

  it('D112: when the operator confirms the person, the command prints the factors that now count as proof', async () => {
    const { ann, client } = await userOfApplication(service)
    await setsPin(ann)
    await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    await setsPin(ann)
    expect(outcome(await requestFunding(ann))).toBe(REVERIFY)
    const confirm = `user confirm --user ${ann.userId}`
    expect(await runsCommand(service, confirm)).toEqual([
      `user     ${ann.userId} is confirmed`,
      'trusted  PIN',
    ])
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'PIN'))).toBe('200')
    expect(await runsCommand(service, confirm)).toContain('trusted  no further factor')
  })

  it('D112: of two concurrent first enrolments one succeeds without a challenge and the other is challenged', async () => {
    const ann = await service.createUser()
    const both = await raceResults(service.db, holdersLock, [
      () => ann.call('POST /v1/user/pin', { body: { pin: PIN } }),
      () => ann.call('POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }),
    ])
    expect(both.map(outcome).sort()).toEqual(['204', '403 sca.challenge.required'])
  })
})

describe('D112 in a strict sandbox', () => {
  const service = testService({ settings: { strictSca: true } })

  it('D112: an application cannot approve a payment by deleting the PIN and setting another PIN', async () => {
    const { ann, client } = await userOfApplication(service)
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await setsPin(ann)
    await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    await setsPin(ann, NEW_PIN)
    const reply = await payTransfer(ann, id)
    expect(outcome(reply)).toBe(REVERIFY)
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
  })

  it('D112: all remaining kinds of factor are required, for a low risk too', async () => {
    const { ann, client } = await userOfApplication(service)
    // Under the rules of live mode a phone number cannot be the first factor, because adding a number is protected.
    await setsPin(ann)
    const phone = { body: { phoneNumber: '+447700900123' } }
    const { body } = await callWithApproval(ann, 'POST /v1/user/phone-numbers', phone, 'PIN')
    const code = { body: { otpCode: SANDBOX_CODE } }
    await ann.call(`POST /v1/user/phone-numbers/${body.id}/verification`, code)
    const face = { body: { faceMap: FACE } }
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', face, 'PIN', 'SMS')
    await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    const token = tokenIn(await readStatement(ann)) ?? ''
    expect(challengesIn(await readTokenStatus(ann, token))).toBe('FACE_MAP and SMS')
    await passesChallenges(ann, token, 'SMS')
    expect(outcome(await requestFunding(ann))).toBe(REVERIFY)
    await passesChallenges(ann, token, 'FACE_MAP')
    expect(outcome(await requestFunding(ann))).toBe('403 sca.challenge.required')
  })

  it('D112: 403 sca.enrolment.required without a factor, as in live mode', async () => {
    expect(outcome(await requestFunding(await service.createUser()))).toBe(
      '403 sca.enrolment.required',
    )
  })
})

describe('a permissive sandbox', () => {
  const service = testService()

  it('lets an application delete the PIN, and the user set another PIN that approves requests', async () => {
    const { ann, client } = await userOfApplication(service)
    await setsPin(ann)
    const deletion = await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    expect(deletion.status).toBe(204)
    await setsPin(ann, NEW_PIN)
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'PIN', { pin: NEW_PIN }))).toBe('200')
    expect(outcome(await requestFunding(ann, { 'one-time-token': token }))).toBe(
      '404 transfer.not-found',
    )
  })

  it('D112: a removal has a later epoch than an earlier phone number, and no later epoch than a new PIN', async () => {
    const { ann, client } = await userOfApplication(service)
    await verifiesPhone(ann)
    await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'SMS')
    await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: NEW_PIN } }, 'SMS')
    const { rows } = await service.db.pool.query(
      `select s.removal_epoch <= f.epoch as later, s.removal_epoch > p.verified_epoch as earlier
         from security_holders s join user_factors f using (user_id)
         join phone_numbers p using (user_id) where user_id = $1`,
      [ann.userId],
    )
    expect(rows).toEqual([{ later: true, earlier: true }])
  })
})
