import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, createsTransfer, outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { person, thirdPartyBody, thirdPartyRoute, transferBody } from './transfer-bodies.ts'

describe('originators.create-third-party', () => {
  const service = testService()

  it('200 returns the fields of GET /v1/transfers/{id} with the quote, and originator and originalTransferId', async () => {
    const ann = await service.createUser()
    const body = await thirdPartyBody(ann, { profile: ann.business })
    const reply = await ann.call(thirdPartyRoute(ann.business), { body })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      user: ann.userId,
      targetAccount: body.targetAccount,
      quote: body.quote,
      quoteUuid: body.quote,
      originalTransferId: body.originalTransferId,
      customerTransactionId: null,
      status: 'incoming_payment_waiting',
      business: ann.business,
      created: '2026-01-05 10:00:00',
      details: { reference: 'Rent' },
      originator: {
        ...person,
        name: {
          givenName: 'Nora',
          middleNames: ['Jane'],
          familyName: 'Sample',
          patronymicName: null,
          fullName: 'Nora Jane Sample',
        },
        businessRegistrationCode: null,
        address: { ...person.address, stateCode: null },
      },
    })
    const { originator, originalTransferId, ...standard } = reply.body
    const { body: read } = await ann.call(`GET /v1/transfers/${reply.body.id}`)
    expect(standard).toEqual({ ...read, quote: body.quote })
  })

  it('GET /v1/transfers/{id} returns the created transfer without originator and quote', async () => {
    const ann = await service.createUser()
    const created = await ann.call(thirdPartyRoute(ann.personal), {
      body: await thirdPartyBody(ann),
    })
    const { body } = await ann.call(`GET /v1/transfers/${created.body.id}`)
    expect(body).toMatchObject({ id: created.body.id, customerTransactionId: null, quote: null })
    expect(body).not.toHaveProperty('originator')
  })

  it('200 returns the transfer with its current status when the same request is repeated', async () => {
    const ann = await service.createUser()
    const body = await thirdPartyBody(ann)
    const first = await ann.call(thirdPartyRoute(ann.personal), { body })
    await ann.call(`PUT /v1/transfers/${first.body.id}/cancel`)
    const again = await ann.call(thirdPartyRoute(ann.personal), { body })
    expect([again.status, again.body]).toEqual([200, { ...first.body, status: 'cancelled' }])
  })

  it('200 for two concurrent requests with one key, which create one transfer', async () => {
    const ann = await service.createUser()
    const body = await thirdPartyBody(ann)
    const create = () => ann.call(thirdPartyRoute(ann.personal), { body })
    const lock = rowLock('quotes', { id: body.quote })
    const replies = await raceResults(service.db, lock, [create, create])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const ids = replies.map((reply) => reply.body.id)
    expect(new Set(ids).size).toBe(1)
  })

  it('200 creates another transfer when the key is the customerTransactionId of a transfer, or the originalTransferId of another profile', async () => {
    const ann = await service.createUser()
    const bob = await service.createUser()
    const { id, customerTransactionId: usedKey } = await createsTransfer(ann)
    const ids = new Set([id])
    for (const sender of [ann, bob]) {
      const body = { ...(await transferBody(sender)), originalTransferId: usedKey }
      const reply = await sender.call(thirdPartyRoute(sender.personal), { body })
      expect(reply.status).toBe(200)
      ids.add(reply.body.id)
    }
    expect(ids.size).toBe(3)
  })

  it('409 idempotency.key.reused when originalTransferId is sent again with another body, valid or invalid', async () => {
    const ann = await service.createUser()
    const body = await thirdPartyBody(ann)
    await ann.call(thirdPartyRoute(ann.personal), { body })
    const valid = { ...body, details: { reference: 'Other' } }
    const invalid = { ...body, originator: { ...person, reference: '' } }
    for (const other of [valid, invalid])
      expect(errorsOf(await ann.call(thirdPartyRoute(ann.personal), { body: other }))).toEqual([
        409,
        'idempotency.key.reused originalTransferId',
      ])
  })

  it('400 NotNull without originator or originalTransferId, 400 Size for an originalTransferId of more than 255 characters', async () => {
    const ann = await service.createUser()
    const whole = await thirdPartyBody(ann)
    const path = thirdPartyRoute(ann.personal)
    for (const [body, fault] of [
      [{ ...whole, originator: undefined }, 'NotNull originator'],
      [{ ...whole, originalTransferId: undefined }, 'NotNull originalTransferId'],
      [{ ...whole, originalTransferId: 'x'.repeat(256) }, 'Size originalTransferId'],
    ] as const)
      expect(errorsOf(await ann.call(path, { body }))).toEqual([400, fault])
  })

  it('422 REQUIRED and NOT_VALID for all faults of the originator together', async () => {
    const ann = await service.createUser()
    const body = {
      ...(await thirdPartyBody(ann)),
      originator: { ...person, dateOfBirth: '1990-02-30', reference: undefined },
    }
    expect(errorsOf(await ann.call(thirdPartyRoute(ann.personal), { body }))).toEqual([
      422,
      'REQUIRED originator.reference',
      'NOT_VALID originator.dateOfBirth',
    ])
  })

  it('422 error.quote.not.found for the quote of another profile of the caller', async () => {
    const ann = await service.createUser()
    const body = await thirdPartyBody(ann)
    expect(outcome(await ann.call(thirdPartyRoute(ann.business), { body }))).toBe(
      '422 error.quote.not.found',
    )
  })

  it('422 INVALID_RECIPIENT for a recipient of another profile of the caller', async () => {
    const ann = await service.createUser()
    const targetAccount = await addsRecipient(ann, 'EUR', ann.business)
    const body = { ...(await thirdPartyBody(ann)), targetAccount }
    expect(errorsOf(await ann.call(thirdPartyRoute(ann.personal), { body }))).toEqual([
      422,
      'INVALID_RECIPIENT targetAccount',
    ])
  })

  it('422 NOT_VALID for a payment reference that is longer than the currency route allows', async () => {
    const ann = await service.createUser()
    const body = { ...(await thirdPartyBody(ann)), details: { reference: 'x'.repeat(200) } }
    expect(errorsOf(await ann.call(thirdPartyRoute(ann.personal), { body }))).toEqual([
      422,
      'NOT_VALID details.reference',
    ])
  })
})
