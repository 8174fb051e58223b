// Challenges of strong authentication that the client clears, against the service over HTTP.

import { describe, expect, it } from 'vitest'
import { keyPair, PIN, registersKey, setsPin } from '../../test/support/approvals.ts'
import type { Person } from '../../test/support/people.ts'
import { testService } from '../../test/support/service.ts'
import { createsTransfer, topsUp } from '../../test/support/transfers.ts'
import {
  ChallengeRequired,
  type GodwitOptions,
  NotPermitted,
  signChallenges,
} from '../src/index.ts'
import { clientFor } from './client.ts'

describe('challenges', () => {
  const service = testService()

  /** Pays for a transfer of a user whom `prepare` has given a factor. */
  async function fundsTransfer(
    options: GodwitOptions,
    prepare: (person: Person) => Promise<unknown>,
  ) {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    const { id } = await createsTransfer(ann)
    await prepare(ann)
    const godwit = await clientFor(service, ann, options)
    const path = { profileId: ann.personal, transferId: id }
    return godwit.transfers.fundTransfer({ path, body: { type: 'BALANCE' } })
  }

  it('the call fails with ChallengeRequired and the one-time token when nothing clears challenges', async () => {
    const error = await fundsTransfer({}, setsPin).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ChallengeRequired)
    expect(error).toBeInstanceOf(NotPermitted)
    expect((error as ChallengeRequired).oneTimeToken).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('the call succeeds when onChallenge clears the challenges with the PIN', async () => {
    const operations: string[] = []
    const onChallenge: GodwitOptions['onChallenge'] = async ({
      oneTimeToken,
      operationId,
      godwit,
    }) => {
      operations.push(operationId)
      const headers = { 'One-Time-Token': oneTimeToken }
      await godwit.security.verifyPin({ headers, body: { pin: PIN } })
    }
    expect(await fundsTransfer({ onChallenge }, setsPin)).toMatchObject({ status: 'COMPLETED' })
    expect(operations).toEqual(['fundTransfer'])
  })

  it('the call succeeds when signChallenges clears the challenges with a registered key', async () => {
    const pem = keyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const paid = fundsTransfer({ onChallenge: signChallenges(pem) }, registersKey)
    expect(await paid).toMatchObject({ status: 'COMPLETED' })
  })

  it('the call fails with the error that onChallenge throws, and nothing is paid', async () => {
    const onChallenge = async () => {
      throw new Error('the user closed the dialogue')
    }
    const payers: Person[] = []
    const prepare = async (person: Person) => {
      payers.push(person)
      await setsPin(person)
    }
    await expect(fundsTransfer({ onChallenge }, prepare)).rejects.toThrow(
      'the user closed the dialogue',
    )
    const [payer] = payers
    if (payer === undefined) return expect.fail('no payment was prepared')
    const query = { profile: String(payer.personal) }
    const { body } = await payer.call('GET /v1/transfers', { query })
    expect(body).toMatchObject([{ status: 'incoming_payment_waiting' }])
  })

  it('onChallenge is called once: a second refusal is ChallengeRequired, not a loop', async () => {
    let calls = 0
    const onChallenge = async () => {
      calls += 1
      return undefined
    }
    await expect(fundsTransfer({ onChallenge }, setsPin)).rejects.toBeInstanceOf(ChallengeRequired)
    expect(calls).toBe(1)
  })
})
