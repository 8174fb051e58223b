import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { FieldRequired } from '../errors.ts'
import {
  disputeEvents,
  disputesPathOf,
  paysByCard,
  requestDisputeMove,
  submit,
  UNRECOGNISED,
  unrecognisedBody,
  wrongAmountBody,
  wrongAmountBodyWithFiles,
} from './disputing.ts'

const service = testService()
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

const listDisputes = async (by = ann) => (await ok(by.call(`GET ${disputesPathOf(by)}`))).disputes

describe('disputes.submit', () => {
  it('200 ends the flow with the header x-df-exit, and records an event', async () => {
    const id = await paysByCard(service, ann)
    const { status, headers, body } = await submit(ann, wrongAmountBody(id))
    expect([status, headers['x-df-exit']]).toEqual([200, 'true'])
    expect(body).toMatchObject({
      key: 'final',
      type: 'form',
      actions: [{ $id: 'continue', title: 'Continue', exit: true }],
    })
    const [dispute] = await listDisputes()
    const at = '2026-01-05T10:00:00.000Z'
    expect(dispute).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      transactionId: id,
      profileId: ann.personal,
      reason: 'WRONG_AMOUNT',
      status: 'ACTIVE',
      subStatus: 'SUBMITTED',
      statusMessage: 'The dispute was submitted and will be reviewed.',
      createdAt: at,
      createdBy: String(ann.userId),
      lastUpdatedAt: at,
      canWithdraw: true,
    })
    expect(await disputeEvents(service, ann)).toEqual([
      {
        resource: {
          id: dispute.id,
          profile_id: ann.personal,
          transaction_id: id,
          type: 'transaction-dispute',
        },
        reason: 'WRONG_AMOUNT',
        status: 'ACTIVE',
        sub_status: 'SUBMITTED',
        status_message: 'The dispute was submitted and will be reviewed.',
        created_at: at,
        created_by: String(ann.userId),
        can_withdraw: true,
        occurred_at: at,
      },
    ])
  })

  it('200 stores the checked answers: exact amounts, text booleans as booleans, no undeclared field', async () => {
    const id = await paysByCard(service, ann)
    const { form } = wrongAmountBody(id)
    const agreedDetails = { agreed: 'true', agreedReason: ' I was in a hurry ' }
    await ok(submit(ann, { ...wrongAmountBody(id), form: { ...form, agreedDetails, extra: 1 } }))
    const { rows } = await service.db.pool.query(
      'select form, email from disputes where profile_id = $1',
      [ann.personal],
    )
    expect(rows).toEqual([
      {
        email: 'support@partner.example',
        form: {
          charged: { value: '50.00', currency: 'EUR' },
          expected: { value: '5.00', currency: 'EUR' },
          agreedDetails: { agreed: true, agreedReason: 'I was in a hurry' },
          goods: 'A coffee',
          details: 'I paid 5 EUR according to the receipt.',
        },
      },
    ])
  })

  it.each([
    ['text', (ids: number[]) => ids.join()],
    ['text with spaces and a repetition', (ids: number[]) => ` ${ids.join(' , ')},${ids[0]}`],
    ['a list of numbers', (ids: number[]) => ids],
    ['a list of texts', (ids: number[]) => ids.map(String)],
  ])(
    'D82: 200 submits one dispute for each of several transactions, sent as %s',
    async (_, form) => {
      const ids = [await paysByCard(service, ann), await paysByCard(service, ann)]
      await ok(submit(ann, unrecognisedBody(form(ids)), UNRECOGNISED))
      const disputed = (await listDisputes()).map(
        (each: { transactionId: number }) => each.transactionId,
      )
      expect(disputed).toEqual(ids)
      expect(await disputeEvents(service, ann)).toHaveLength(2)
    },
  )

  it('D79: 200 for the two general reasons, whose steps only lead to narrower reasons', async () => {
    for (const reason of ['TROUBLE_WITH_GOODS_SERVICES', 'MERCHANT_CHARGED_AGAIN']) {
      const body = {
        ...wrongAmountBody(await paysByCard(service, ann)),
        form: { goods: 'A book', details: 'Line one\nline two' },
      }
      expect(outcome(await submit(ann, body, reason))).toBe('200')
    }
  })

  it('422 dispute.reason.sub-option-required for UNAUTHORIZED', async () => {
    const body = wrongAmountBody(await paysByCard(service, ann))
    expect(outcome(await submit(ann, body, 'UNAUTHORIZED'))).toBe(
      '422 dispute.reason.sub-option-required',
    )
  })

  it('404 dispute.reason.not-found for an unknown reason, 404 dispute.scheme.not-found for an unknown network, 422 dispute.scheme.mismatch for the network of other cards', async () => {
    const body = wrongAmountBody(await paysByCard(service, ann))
    expect(outcome(await submit(ann, body, 'toString'))).toBe('404 dispute.reason.not-found')
    expect(outcome(await submit(ann, body, 'SCAM', 'step'))).toBe('404 dispute.scheme.not-found')
    expect(outcome(await submit(ann, body, 'WRONG_AMOUNT', 'card_network_b'))).toBe(
      '422 dispute.scheme.mismatch',
    )
  })

  it('D82: 422 reports all faults together, in errors and in validation, nested like the request body', async () => {
    const id = await paysByCard(service, ann)
    const { status, body } = await submit(ann, {
      transaction: { transactionId: id, email: 'nobody' },
      form: { charged: { value: 0, currency: 'EUR' }, expected: { value: 1 }, goods: 'x' },
      disclaimer: { allAnswered: true, filesUploaded: 'no' },
      files: { policeReport: 'a'.repeat(12), receipt: 'short' },
    })
    expect(status).toBe(422)
    const missing = FieldRequired.message
    expect(body.validation).toEqual({
      transaction: { email: 'Send an e-mail address.' },
      form: {
        charged: { value: 'Send more than zero.' },
        expected: { currency: missing },
        agreedDetails: { agreed: missing },
        details: missing,
      },
      disclaimer: { filesUploaded: 'Confirm this statement before you submit the dispute.' },
      files: {
        policeReport: 'Send only files that this form has: receipt, communication.',
        receipt: 'Send the id that the upload returned.',
      },
    })
    expect(body.errors).toHaveLength(8)
    expect(body.errors[1]).toEqual({
      arguments: [],
      code: 'dispute.field.invalid',
      message: 'Send more than zero.',
      path: 'form.charged.value',
    })
    expect(await listDisputes()).toEqual([])
  })

  it('422 dispute.field.invalid for a file named constructor, a property of every object', async () => {
    const id = await paysByCard(service, ann)
    const files = JSON.parse('{"__proto__":"aaaaaaaaaaaa","constructor":"aaaaaaaaaaaa"}')
    const reply = await submit(ann, wrongAmountBodyWithFiles(id, files))
    expect(outcome(reply)).toBe('422 dispute.field.invalid')
    // The parser of the body has removed __proto__.
    expect(reply.body.validation).toEqual({ files: { constructor: expect.any(String) } })
  })

  it('400 for more files than a form can have, and for a list, text or number in place of an object', async () => {
    const id = await paysByCard(service, ann)
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 'x']))
    for (const change of [{ files }, { form: [] }, { disclaimer: 'yes' }, { transaction: 5 }]) {
      const { status, body } = await submit(ann, { ...wrongAmountBody(id), ...change })
      expect([status, body.errors]).toMatchObject([400, [{ path: Object.keys(change)[0] }]])
    }
  })

  it('no dispute is submitted when one of its transactions is of another user, cannot be disputed or is disputed already, or when the reason allows only one', async () => {
    const bob = await service.createUser()
    const payment = await paysByCard(service, ann)
    const send = (id: number) => submit(ann, unrecognisedBody([payment, id]), UNRECOGNISED)
    expect(outcome(await send(await paysByCard(service, bob)))).toBe(
      '404 card.transaction.not-found',
    )
    const both = wrongAmountBody([payment, await paysByCard(service, ann)].join())
    expect(outcome(await submit(ann, both))).toBe('422 dispute.transaction.too-many')
    const declined = await paysByCard(service, ann, { state: 'DECLINED' })
    const { status, body } = await send(declined)
    expect([status, body.errors[0].code, body.validation]).toEqual([
      422,
      'dispute.transaction.not-disputable',
      undefined,
    ])
    const disputed = await paysByCard(service, ann)
    await ok(submit(ann, wrongAmountBody(disputed)))
    expect(outcome(await send(disputed))).toBe('409 dispute.exists')
    expect(await listDisputes()).toHaveLength(1)
  })

  it('409 dispute.exists while a dispute is active and after a refund; 200 after rejection or withdrawal', async () => {
    const submitAgainAfter = async (path: readonly string[]) => {
      const id = await paysByCard(service, ann)
      await ok(submit(ann, wrongAmountBody(id)))
      const { disputes } = await ok(
        ann.call(`GET ${disputesPathOf(ann)}`, { query: { transactionId: String(id) } }),
      )
      for (const subStatus of path) await ok(requestDisputeMove(ann, disputes[0].id, subStatus))
      return outcome(await submit(ann, wrongAmountBody(id)))
    }
    expect(await submitAgainAfter([])).toBe('409 dispute.exists')
    expect(await submitAgainAfter(['IN_REVIEW', 'ACCEPTED'])).toBe('409 dispute.exists')
    expect(await submitAgainAfter(['IN_REVIEW', 'ACCEPTED', 'REFUNDED'])).toBe('409 dispute.exists')
    expect(await submitAgainAfter(['IN_REVIEW', 'REJECTED'])).toBe('200')
    expect(await submitAgainAfter(['WITHDRAWN'])).toBe('200')
  })

  it('409 dispute.exists for the later of two concurrent submissions, even when they list the transactions in opposite orders', async () => {
    const ids = [await paysByCard(service, ann), await paysByCard(service, ann)]
    const held = rowLock('card_transactions', { profile_id: ann.personal, id: ids[0] })
    const racers = [ids, ids.toReversed()].map(
      (order) => async () => outcome(await submit(ann, unrecognisedBody(order), UNRECOGNISED)),
    )
    const outcomes = await raceResults(service.db, held, racers)
    expect(outcomes.sort()).toEqual(['200', '409 dispute.exists'])
    expect(await listDisputes()).toHaveLength(2)
  })
})
