// D114: an approval covers the payment that was shown, and nothing else.

import { describe, expect, it } from 'vitest'
import {
  addsTransfer,
  createsCompletedGroup,
  createsFilledGroup,
  endsGroup,
  endsTimeToPay,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
} from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  readsTransfer,
  topsUp,
} from '../../../test/support/transfers.ts'
import {
  challengeToken,
  outcome,
  passesChallenges,
  payTransfer,
  readTokenStatus,
  setsPin,
} from './protected-requests.ts'

describe('D114: the payment that an approval covers', () => {
  const service = testService()

  const routeOf = (person: Person, groupId: string) =>
    `POST /v3/profiles/${person.personal}/batch-payments/${groupId}/payments`

  const fundWithToken = (person: Person, groupId: string, token: string) =>
    person.call(routeOf(person, groupId), {
      body: { type: 'BALANCE' },
      headers: { 'one-time-token': token },
    })

  const viewDataOf = async (person: Person, token: string) =>
    (await readTokenStatus(person, token)).body.oneTimeTokenProperties.challenges[0]
      .primaryChallenge.viewData

  const raisesVersion = (groupId: string) =>
    service.db.pool.query('update batch_groups set version = version + 1 where id = $1', [groupId])

  it('D114: 409 batch.group.invalid-state for a group that is not completed, so a group cannot grow after its approval', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 10_000)
    const { id } = await createsFilledGroup(ann, { members: 1, amount: 5 })
    await setsPin(ann)
    const reply = await fundGroup(ann, id)
    expect([outcome(reply), reply.headers['x-2fa-approval']]).toEqual([
      '409 batch.group.invalid-state',
      undefined,
    ])
    await addsTransfer(ann, id, { amount: 9000 })
    await endsGroup(ann, id, 'COMPLETED')
    const token = challengeToken(await fundGroup(ann, id))
    expect(await viewDataOf(ann, token)).toMatchObject({
      attributes: { userId: ann.userId, amount: 9005, currency: 'GBP' },
    })
  })

  it('D114: viewData contains the amount, currency and payee of a transfer', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann, { amount: 100, payIn: 'BANK_TRANSFER' })
    await setsPin(ann)
    for (const reply of [
      await fundTransfer(ann, id),
      await ann.call(`POST /v1/transfers/${id}/payments`, { body: { type: 'BALANCE' } }),
    ])
      expect(await viewDataOf(ann, challengeToken(reply))).toEqual({
        attributes: { userId: ann.userId, amount: 100, currency: 'GBP', payee: 'Nora Sample' },
      })
  })

  it('D114: 403 sca.challenge.required when the version of an approved group has changed', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    await setsPin(ann)
    const token = challengeToken(await fundGroup(ann, id))
    await passesChallenges(ann, token, 'PIN')
    await raisesVersion(id)
    const other = challengeToken(await fundWithToken(ann, id, token))
    expect(other).not.toBe(token)
    await passesChallenges(ann, other, 'PIN')
    expect(outcome(await fundWithToken(ann, id, other))).toBe('200')
  })

  it('D114: 403 sca.challenge.required when the version changes while the approved payment waits for its lock', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    await setsPin(ann)
    const token = challengeToken(await fundGroup(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const lock = {
      text: 'update batch_groups set version = version + 1 where id = $1',
      values: [id],
    }
    const replies = await raceResults(service.db, lock, [() => fundWithToken(ann, id, token)])
    expect(replies.map(outcome)).toEqual(['403 sca.challenge.required'])
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
    const { body } = await ann.call(`GET /v4/profiles/${ann.personal}/balances/${balance}`)
    expect(body.amount).toEqual({ value: 500, currency: 'GBP' })
  })

  it('D114: a lapsed member changes the amount of a group and ends its approval', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann, { members: 2 })
    await setsPin(ann)
    const token = challengeToken(await fundGroup(ann, id))
    await passesChallenges(ann, token, 'PIN')
    expect(await viewDataOf(ann, challengeToken(await fundGroup(ann, id)))).toMatchObject({
      attributes: { amount: 200 },
    })
    await endsTimeToPay(service, id, transfers.slice(0, 1))
    const other = challengeToken(await fundWithToken(ann, id, token))
    expect(await viewDataOf(ann, other)).toMatchObject({ attributes: { amount: 100 } })
    await passesChallenges(ann, other, 'PIN')
    expect(outcome(await fundWithToken(ann, id, other))).toBe('200')
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('cancelled')
  })

  it('D114: an approved payment initiation is bound to its account and the version of its group, and shows the debited amount', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const account = await linksAccount(ann)
    const other = await linksAccount(ann)
    await setsPin(ann)
    const token = challengeToken(await initiateDebit(ann, id, account))
    expect(await viewDataOf(ann, token)).toMatchObject({
      attributes: {
        amount: 200,
        currency: 'CAD',
        payee: expect.stringMatching(/ \(2 transfers\)$/),
      },
    })
    await passesChallenges(ann, token, 'PIN')
    const initiates = (accountId: number) =>
      ann.call(`POST /v1/profiles/${ann.personal}/batch-groups/${id}/payment-initiations`, {
        body: { type: 'DIRECT_DEBIT', accountId },
        headers: { 'one-time-token': token },
      })
    challengeToken(await initiates(other))
    const setsVersion = (change: number) =>
      service.db.pool.query('update batch_groups set version = version + $2 where id = $1', [
        id,
        change,
      ])
    await setsVersion(1)
    challengeToken(await initiates(account))
    await setsVersion(-1)
    expect(outcome(await initiates(account))).toBe('200')
  })

  it('D114: 403 sca.challenge.required when the recipient of an approved transfer has changed', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const recipient = await addsRecipient(ann)
    const { id } = await createsTransfer(ann, { recipient })
    const another = (
      await ann.call('POST /v1/accounts', {
        body: {
          profile: ann.personal,
          currency: 'EUR',
          type: 'iban',
          accountHolderName: 'Mallory Sample',
          details: { legalType: 'PRIVATE', IBAN: 'DE89370400440532013000' },
        },
      })
    ).body.id
    await setsPin(ann)
    const token = challengeToken(await fundTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const retry = () => payTransfer(ann, id, { 'one-time-token': token })
    const setsRecipient = (value: number) =>
      service.db.pool.query('update transfers set target_account = $2 where id = $1', [id, value])
    await setsRecipient(another)
    challengeToken(await retry())
    await setsRecipient(recipient)
    const lock = {
      text: 'update transfers set target_account = $2 where id = $1',
      values: [id, another],
    }
    const replies = await raceResults(service.db, lock, [retry])
    expect(replies.map(outcome)).toEqual(['403 sca.challenge.required'])
    await setsRecipient(recipient)
    expect(outcome(await retry())).toBe('201')
  })

  it('D114: an approval for an unknown transfer id does not pay a transfer that later gets this id', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const first = await createsTransfer(ann)
    await setsPin(ann)
    // Transfer ids ascend, so the next id can be guessed.
    const guessed: string[] = []
    for (let n = 1; n <= 3; n++) {
      const token = challengeToken(await fundTransfer(ann, first.id + n))
      await passesChallenges(ann, token, 'PIN')
      guessed.push(token)
    }
    const { id } = await createsTransfer(ann)
    expect(id - first.id).toBeLessThanOrEqual(guessed.length)
    for (const token of guessed)
      challengeToken(await payTransfer(ann, id, { 'one-time-token': token }))
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
  })

  it('D114: 403 sca.challenge.required for a one-time token of another application', async () => {
    const client = await service.createClient()
    const ann = await service.createUser({ applicationId: client.applicationId })
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await setsPin(ann)
    const token = challengeToken(await fundTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const { rows } = await service.db.pool.query(
      `update tokens set application_id = $2 where user_id = $1 returning id`,
      [ann.userId, (await service.createClient()).applicationId],
    )
    expect(rows).toHaveLength(1)
    await service.restart()
    challengeToken(await payTransfer(ann, id, { 'one-time-token': token }))
  })

  it("404 batch.group.not-found before any challenge for an unknown group and another user's group", async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const unknownId = '00000000-0000-4000-8000-000000000000'
    expect(outcome(await fundGroup(ann, unknownId))).toBe('404 batch.group.not-found')
    const { id } = await createsCompletedGroup(await service.createUser())
    expect(outcome(await fundGroup(ann, id))).toBe('404 batch.group.not-found')
  })
})
