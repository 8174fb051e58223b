// Who needs the additional verification (D46), and which transfers it refuses (D46a).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addTransfer, createsGroup } from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, createsQuote, ok, outcome } from '../../../test/support/transfers.ts'
import {
  partnerBody,
  partnerRoute,
  thirdPartyBody,
  thirdPartyRoute,
} from '../../originators/test/transfer-bodies.ts'
import { hashSecret } from '../../users/index.ts'
import { lockCheck } from '../checks/store.ts'
import {
  addsAddressToProfiles,
  createCustomer,
  requiredEvidences,
  sendPurpose,
  simulateDecision,
} from './verification-fixtures.ts'

const FIRST = ['ACCOUNT_PURPOSE', 'USE_CASE_COUNTRIES', 'ANNUAL_VOLUME', 'INCOME']
const eur = { source: 'EUR', target: 'GBP' } as const

async function createTransfer(ann: Person, route: { source?: string; target?: string } = eur) {
  const targetAccount = await addsRecipient(ann, route.target)
  const { id: quoteUuid } = await createsQuote(ann, { ...route, recipient: targetAccount })
  const body = { targetAccount, quoteUuid, customerTransactionId: randomUUID() }
  return { body, reply: await ann.call('POST /v1/transfers', { body }) }
}

describe('D46: the additional verification', () => {
  const service = testService()

  /** Inserts the check of the person in the state NONE, so that a race can lock its row. */
  const insertsCheck = (person: Person) =>
    service.db.transact((tx) => lockCheck(tx, person.personal, service.now()))

  it.each([
    ['DE', 'EUR', FIRST],
    ['IS', 'SEK', FIRST],
    ['GB', 'EUR', []],
    ['DE', 'GBP', []],
  ])(
    'for a person in %s a quote from %s requires %j, and nothing of the business',
    async (country, source, expected) => {
      const ann = await createCustomer(service, { country })
      await createsQuote(ann, { source, target: 'USD' })
      expect(await requiredEvidences(ann)).toEqual(expected)
      expect(await requiredEvidences(ann, ann.business)).toEqual([])
    },
  )

  it('is not required when the application does not demand it, or the address is unknown', async () => {
    const ann = await createCustomer(service, { additionalVerification: false })
    await createsQuote(ann, eur)
    expect(await requiredEvidences(ann)).toEqual([])
    const { applicationId } = await service.createClient({ additionalVerification: true })
    const bob = await service.createUser({ applicationId })
    await createsQuote(bob, eur)
    expect(await requiredEvidences(bob)).toEqual([])
  })

  it('is required also when the customer acts with a personal token, or through another application', async () => {
    const other = await service.createClient()
    for (const [kind, applicationId] of [
      ['personal', null],
      ['access', other.applicationId],
    ]) {
      const ann = await createCustomer(service)
      const token = randomUUID()
      await service.db.pool.query(
        `insert into tokens (kind, hash, user_id, application_id, created_at)
         values ($1, $2, $3, $4, now())`,
        [kind, hashSecret(token), ann.userId, applicationId],
      )
      const call: Person['call'] = (route, request) => service.call(route, { ...request, token })
      await createsQuote({ ...ann, token, call }, eur)
      expect(await requiredEvidences(ann)).toEqual(FIRST)
    }
  })

  it('is required also through an application that did not sign the user up', async () => {
    const ann = await createCustomer(service)
    await service.db.pool.query('update users set application_id = null where id = $1', [
      ann.userId,
    ])
    await createsQuote(ann, eur)
    expect(await requiredEvidences(ann)).toEqual(FIRST)
  })

  it.each(['POST /v2/quotes', 'POST /v1/quotes'])('is required also by %s', async (route) => {
    const ann = await createCustomer(service)
    const v2 = { sourceCurrency: 'EUR', targetCurrency: 'GBP' }
    const v1 = { source: 'EUR', target: 'GBP', rateType: 'FIXED', type: 'BALANCE_PAYOUT' }
    const body = { profile: ann.personal, sourceAmount: 100, ...(route.includes('v2') ? v2 : v1) }
    await ok(ann.call(route, { body }))
    expect(await requiredEvidences(ann)).toEqual(FIRST)
  })

  it('is not required by a refused quote', async () => {
    const ann = await createCustomer(service)
    const body = { sourceCurrency: 'EUR', targetCurrency: 'GBP', sourceAmount: 0.01 }
    const reply = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, { body })
    expect(reply.status).toBe(422)
    expect(await requiredEvidences(ann)).toEqual([])
  })

  it('is not required again by a quote during a review, or after a decision', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, eur)
    await ok(sendPurpose(ann))
    await createsQuote(ann, eur)
    // In the state REQUIRED a transfer would be refused, although no evidence is missing.
    expect((await createTransfer(ann)).reply.status).toBe(200)
    await ok(simulateDecision(ann, { state: 'VERIFIED' }))
    await createsQuote(ann, eur)
    expect((await createTransfer(ann)).reply.status).toBe(200)
  })

  it('is required by three concurrent quotes, all of which succeed', async () => {
    const ann = await createCustomer(service)
    await insertsCheck(ann)
    const creates = () => createsQuote(ann, eur)
    const lock = rowLock('cdd_checks', { profile_id: ann.personal })
    await raceResults(service.db, lock, [creates, creates, creates])
    expect(await requiredEvidences(ann)).toEqual(FIRST)
  })

  it('is not required again by a quote that was concurrent with the answers of the customer', async () => {
    const ann = await createCustomer(service)
    await insertsCheck(ann)
    const lock = rowLock('cdd_checks', { profile_id: ann.personal })
    const answers = async () => ok(sendPurpose(ann))
    await raceResults<unknown>(service.db, lock, [answers, () => createsQuote(ann, eur)])
    // In the state REQUIRED a transfer would be refused, although no evidence is missing.
    expect((await createTransfer(ann)).reply.status).toBe(200)
  })
})

describe('D46a: 422 verification.evidence.required', () => {
  const service = testService()

  it('for a transfer, with the missing evidence in arguments: the same request succeeds after the evidence was sent', async () => {
    const ann = await createCustomer(service)
    const { body, reply } = await createTransfer(ann)
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [
        expect.objectContaining({
          code: 'verification.evidence.required',
          arguments: FIRST,
        }),
      ],
    ])
    await ok(sendPurpose(ann))
    expect((await ann.call('POST /v1/transfers', { body })).status).toBe(200)
  })

  it('in EVIDENCE_REQUIRED, with the evidence that has not been sent since the decision', async () => {
    const ann = await createCustomer(service)
    await ok(
      simulateDecision(ann, {
        state: 'EVIDENCE_REQUIRED',
        requiredEvidences: ['INCOME', 'ID_PROOF'],
      }),
    )
    await ok(sendPurpose(ann))
    const { reply } = await createTransfer(ann)
    expect([outcome(reply), reply.body.errors[0].arguments]).toEqual([
      '422 verification.evidence.required',
      ['ID_PROOF'],
    ])
  })

  it('for a transfer with a quote whose id is a whole number', async () => {
    const ann = await createCustomer(service)
    const targetAccount = await addsRecipient(ann, 'GBP')
    const quote = await ok(
      ann.call('POST /v1/quotes', {
        body: {
          profile: ann.personal,
          source: 'EUR',
          target: 'GBP',
          rateType: 'FIXED',
          type: 'BALANCE_PAYOUT',
          sourceAmount: 100,
        },
      }),
    )
    const body = { targetAccount, quote: quote.id, customerTransactionId: randomUUID() }
    const reply = await ann.call('POST /v1/transfers', { body })
    expect(outcome(reply)).toBe('422 verification.evidence.required')
  })

  it('for a member of a batch group', async () => {
    const ann = await createCustomer(service)
    const recipient = await addsRecipient(ann, 'GBP')
    const { id } = await createsGroup(ann, eur)
    const quote = await createsQuote(ann, { ...eur, recipient })
    const reply = await addTransfer(ann, id, { quoteId: quote.id, recipient })
    expect(outcome(reply)).toBe('422 verification.evidence.required')
  })

  it('for transfers with an originator', async () => {
    const ann = await createCustomer(service)
    const thirdParty = await ann.call(thirdPartyRoute(ann.personal), {
      body: await thirdPartyBody(ann, eur),
    })
    const partner = await ann.call(partnerRoute(ann.personal), {
      body: await partnerBody(ann, eur),
    })
    expect([thirdParty, partner].map(outcome)).toEqual(
      Array(2).fill('422 verification.evidence.required'),
    )
  })

  it('not for a transfer from a currency outside of the EEA', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, eur)
    const { reply } = await createTransfer(ann, { source: 'GBP', target: 'EUR' })
    expect(reply.status).toBe(200)
  })

  it('also after the customer has moved out of the EEA, when the verification was required before', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, eur)
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    await ok(ann.call(`POST /v1/profiles/${ann.business}/update-window`))
    await addsAddressToProfiles(ann, 'GB')
    expect(outcome((await createTransfer(ann)).reply)).toBe('422 verification.evidence.required')
  })
})
