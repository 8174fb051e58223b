import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, createsTransfer, ok } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { company, partnerBody, partnerRoute, person, transferBody } from './transfer-bodies.ts'

describe('originators.create-partner-licence', () => {
  const service = testService()

  it('200 returns the standard transfer object and the originator', async () => {
    const ann = await service.createUser()
    const body = await partnerBody(ann)
    const reply = await ann.call(partnerRoute(ann.personal), { body })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      quote: null,
      quoteUuid: body.quote,
      customerTransactionId: body.customerTransactionId,
      created: '2026-01-05 10:00:00',
      originator: { reference: 'customer-7', name: { fullName: 'Nora Jane Sample' } },
    })
    const { originator, ...standard } = reply.body
    expect((await ann.call(`GET /v1/transfers/${reply.body.id}`)).body).toEqual(standard)
  })

  it('200 accepts externalId as reference, and returns it as reference', async () => {
    const ann = await service.createUser()
    const { reference, ...others } = company
    const body = {
      ...(await partnerBody(ann)),
      originator: { ...others, externalId: 'customer-9' },
    }
    const reply = await ann.call(partnerRoute(ann.personal), { body })
    expect(reply.body.originator).toMatchObject({
      reference: 'customer-9',
      legalEntityType: 'BUSINESS',
      dateOfBirth: null,
      name: { givenName: null, middleNames: [], fullName: 'Sample Ltd' },
    })
    expect(reply.body.originator).not.toHaveProperty('externalId')
  })

  it('200 returns the refund account', async () => {
    const ann = await service.createUser()
    const sourceAccount = await addsRecipient(ann, 'GBP')
    const body = { ...(await partnerBody(ann)), sourceAccount }
    expect((await ann.call(partnerRoute(ann.personal), { body })).body.sourceAccount).toBe(
      sourceAccount,
    )
  })

  it('200 with the same transfer for a repeat with the same UUID in capitals', async () => {
    const ann = await service.createUser()
    const path = partnerRoute(ann.personal)
    const key = randomUUID()
    const body = { ...(await transferBody(ann)), customerTransactionId: key }
    const first = await ok(ann.call(path, { body }))
    const repeated = { ...body, customerTransactionId: key.toUpperCase() }
    expect(await ok(ann.call(path, { body: repeated }))).toEqual(first)
  })

  it('409 idempotency.key.reused for a key of POST /v1/transfers, because both operations share their keys', async () => {
    const ann = await service.createUser()
    const { customerTransactionId } = await createsTransfer(ann)
    const body = {
      ...(await transferBody(ann)),
      customerTransactionId: customerTransactionId.toUpperCase(),
    }
    expect(errorsOf(await ann.call(partnerRoute(ann.personal), { body }))).toEqual([
      409,
      'idempotency.key.reused customerTransactionId',
    ])
  })

  it('422 NOT_VALID when externalId and reference differ, REQUIRED when neither is sent', async () => {
    const ann = await service.createUser()
    const path = partnerRoute(ann.personal)
    const whole = await partnerBody(ann)
    const bodyWithOtherId = { ...whole, originator: { ...person, externalId: 'another' } }
    expect(errorsOf(await ann.call(path, { body: bodyWithOtherId }))).toEqual([
      422,
      'NOT_VALID originator.externalId',
    ])
    const without = { ...whole, originator: { ...person, reference: undefined } }
    expect(errorsOf(await ann.call(path, { body: without }))).toEqual([
      422,
      'REQUIRED originator.reference',
    ])
  })

  it('422 INVALID_SOURCE_ACCOUNT for an account in another currency', async () => {
    const ann = await service.createUser()
    const body = { ...(await partnerBody(ann)), sourceAccount: await addsRecipient(ann, 'EUR') }
    expect(errorsOf(await ann.call(partnerRoute(ann.personal), { body }))).toEqual([
      422,
      'INVALID_SOURCE_ACCOUNT sourceAccount',
    ])
  })

  it('422 error.quote.not.found for an unknown quote, INVALID_RECIPIENT for an unknown recipient, NOT_VALID for a payment reference that is too long', async () => {
    const ann = await service.createUser()
    const path = partnerRoute(ann.personal)
    const body = await partnerBody(ann)
    for (const [change, expected] of [
      [{ quote: randomUUID() }, 'error.quote.not.found'],
      [{ targetAccount: 999_999_999 }, 'INVALID_RECIPIENT targetAccount'],
      [{ details: { reference: 'x'.repeat(200) } }, 'NOT_VALID details.reference'],
    ] as const) {
      const reply = await ann.call(path, { body: { ...body, ...change } })
      expect(errorsOf(reply)).toEqual([422, expected])
    }
  })
})
