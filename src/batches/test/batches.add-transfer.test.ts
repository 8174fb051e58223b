import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  addsTransfer,
  addTransfer,
  createsFilledGroup,
  createsGroup,
  endsGroup,
  endsTimeToPay,
  readsGroup,
} from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  ok,
  outcome,
} from '../../../test/support/transfers.ts'
import { MINOR_MAX } from '../../kernel/money.ts'

describe('batches.add-transfer', () => {
  const service = testService()

  /** Creates an open group, a recipient, and a quote for that recipient. */
  async function createsOpenGroup(ann: Person) {
    const { id } = await createsGroup(ann)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { recipient })
    return { id: id as string, recipient, quoteId: quote.id as string }
  }

  const postTransfer = (ann: Person, id: string, body: object) =>
    ann.call(`POST /v3/profiles/${ann.personal}/batch-groups/${id}/transfers`, { body })

  it('200 creates a transfer; the group lists it immediately and has another version', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    const reply = await addTransfer(ann, id, { quoteId, recipient })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      status: 'incoming_payment_waiting',
      quoteUuid: quoteId,
      targetAccount: recipient,
    })
    const group = await readsGroup(ann, id)
    expect(group.transferIds).toEqual([reply.body.id])
    expect(group.version).not.toBe(0)
  })

  it('200 with the same transfer for a repeated customerTransactionId after the group was completed', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    const key = randomUUID()
    const first = await ok(addTransfer(ann, id, { quoteId, recipient, key }))
    await endsGroup(ann, id, 'COMPLETED')
    const again = await addTransfer(ann, id, { quoteId, recipient, key })
    expect([again.status, again.body]).toEqual([200, first])
    expect((await readsGroup(ann, id)).transferIds).toEqual([first.id])
  })

  it('409 idempotency.key.reused for the key of a transfer outside the group', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    const single = await createsTransfer(ann, { recipient })
    const reply = await addTransfer(ann, id, {
      quoteId,
      recipient,
      key: single.customerTransactionId,
    })
    expect(outcome(reply)).toBe('409 idempotency.key.reused')
  })

  it('422 batch.group.wrong-state in a group that is COMPLETED, being cancelled or CANCELLED, with the message that clients show', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    await addsTransfer(ann, id)
    const expectRefused = async () => {
      const { status, body } = await addTransfer(ann, id, { quoteId, recipient })
      const message = 'Group is in wrong state for creating transfers into it'
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ code: 'batch.group.wrong-state', message }])
    }
    await endsGroup(ann, id, 'COMPLETED')
    await expectRefused()
    await endsGroup(ann, id, 'CANCELLED')
    await expectRefused()
    await service.settle()
    await expectRefused()
    expect((await readsGroup(ann, id)).transferIds).toHaveLength(1)
  })

  it('422 batch.group.currency.mismatch for a quote in another source currency', async () => {
    const ann = await service.createUser()
    const { id, recipient } = await createsOpenGroup(ann)
    const other = await createsQuote(ann, { source: 'EUR', recipient })
    const reply = await addTransfer(ann, id, { quoteId: other.id, recipient })
    expect(outcome(reply)).toBe('422 batch.group.currency.mismatch')
  })

  it('422 batch.group.full beyond 1,000 transfers, and beyond the maximum amount', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    const setColumn = (column: string, value: number | bigint) =>
      service.db.pool.query(`update batch_groups set ${column} = $1 where id = $2`, [value, id])
    await setColumn('members', 1000)
    expect(outcome(await addTransfer(ann, id, { quoteId, recipient }))).toBe('422 batch.group.full')
    await setColumn('members', 999)
    await setColumn('pay_in_amount', MINOR_MAX)
    expect(outcome(await addTransfer(ann, id, { quoteId, recipient }))).toBe('422 batch.group.full')
    await setColumn('pay_in_amount', 0)
    expect(outcome(await addTransfer(ann, id, { quoteId, recipient }))).toBe('200')
    const next = await createsQuote(ann, { recipient })
    expect(outcome(await addTransfer(ann, id, { quoteId: next.id, recipient }))).toBe(
      '422 batch.group.full',
    )
  })

  it('422 batch.group.full counts the cost of a quote without a BANK_TRANSFER option', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    await service.db.pool.query(
      `update quotes set preferred_pay_in = 'BALANCE',
              options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "BANK_TRANSFER")')
        where id = $1`,
      [quoteId],
    )
    await service.db.pool.query('update batch_groups set pay_in_amount = $1 where id = $2', [
      MINOR_MAX,
      id,
    ])
    expect(outcome(await addTransfer(ann, id, { quoteId, recipient }))).toBe('422 batch.group.full')
  })

  it('422 batch.group.wrong-state once all members have lapsed, before the sweep has run', async () => {
    const ann = await service.createUser()
    const [allLapsed, partlyLapsed] = [await createsFilledGroup(ann), await createsFilledGroup(ann)]
    await endsTimeToPay(service, allLapsed.id, allLapsed.transfers)
    await endsTimeToPay(service, partlyLapsed.id, partlyLapsed.transfers.slice(0, 1))
    const recipient = await addsRecipient(ann)
    const outcomeOfAdding = async (id: string) =>
      outcome(
        await addTransfer(ann, id, {
          quoteId: (await createsQuote(ann, { recipient })).id,
          recipient,
        }),
      )
    expect(await outcomeOfAdding(allLapsed.id)).toBe('422 batch.group.wrong-state')
    expect(await outcomeOfAdding(partlyLapsed.id)).toBe('200')
    await service.settle()
    expect((await readsGroup(ann, allLapsed.id)).status).toBe('CANCELLED')
    expect((await readsGroup(ann, partlyLapsed.id)).status).toBe('NEW')
  })

  it('409 quote.already-used for the quote of another transfer', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    await ok(addTransfer(ann, id, { quoteId, recipient }))
    const reply = await addTransfer(ann, id, { quoteId, recipient })
    expect(outcome(reply)).toBe('409 quote.already-used')
  })

  it('422 error.quote.not.found for an unknown quote and for a quote of another profile', async () => {
    const ann = await service.createUser()
    const { id, recipient } = await createsOpenGroup(ann)
    const business = await createsQuote(ann, { profile: ann.business })
    for (const quoteId of [randomUUID(), business.id])
      expect(outcome(await addTransfer(ann, id, { quoteId, recipient }))).toBe(
        '422 error.quote.not.found',
      )
  })

  it('422 error.quote.expired for an expired quote', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    await service.advance({ minutes: 30 })
    const reply = await addTransfer(ann, id, { quoteId, recipient })
    expect(outcome(reply)).toBe('422 error.quote.expired')
  })

  it('422 error.quote.blocked for a currency from which no transfer can be sent', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann, { source: 'KPW' })
    const recipient = await addsRecipient(ann)
    const { id: quoteId } = await createsQuote(ann, {
      source: 'KPW',
      amount: 100_000,
      payIn: 'BANK_TRANSFER',
    })
    const reply = await addTransfer(ann, id, { quoteId, recipient })
    expect(outcome(reply)).toBe('422 error.quote.blocked')
  })

  it('422 INVALID_RECIPIENT for a recipient in another currency', async () => {
    const ann = await service.createUser()
    const { id, quoteId } = await createsOpenGroup(ann)
    const reply = await addTransfer(ann, id, {
      quoteId,
      recipient: await addsRecipient(ann, 'GBP'),
    })
    expect(outcome(reply)).toBe('422 INVALID_RECIPIENT')
  })

  it('422 INVALID_SOURCE_ACCOUNT for an account in another currency', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    const reply = await postTransfer(ann, id, {
      targetAccount: recipient,
      sourceAccount: recipient,
      quoteUuid: quoteId,
      customerTransactionId: randomUUID(),
    })
    expect(outcome(reply)).toBe('422 INVALID_SOURCE_ACCOUNT')
  })

  it('422 NOT_VALID for a reference that the route does not accept, and the group keeps its version', async () => {
    const ann = await service.createUser()
    const { id, recipient, quoteId } = await createsOpenGroup(ann)
    const reply = await postTransfer(ann, id, {
      targetAccount: recipient,
      quoteUuid: quoteId,
      customerTransactionId: randomUUID(),
      details: { reference: 'x'.repeat(200) },
    })
    expect(outcome(reply)).toBe('422 NOT_VALID')
    expect(reply.body.errors[0].path).toBe('details.reference')
    expect((await readsGroup(ann, id)).version).toBe(0)
  })

  it('422 REQUIRED for a missing field of the transfer form: the purpose of a transfer to THB', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann)
    const recipient = (
      await ok(
        ann.call('POST /v1/accounts', {
          body: {
            profile: ann.personal,
            currency: 'THB',
            type: 'thailand',
            accountHolderName: 'Nora Sample',
            details: {
              legalType: 'PRIVATE',
              bankCode: '002',
              accountNumber: '9517538624',
              address: { country: 'TH', city: 'Bangkok', postCode: '10110', firstLine: 'Soi 1' },
            },
          },
        }),
      )
    ).id
    const { id: quoteId } = await createsQuote(ann, { target: 'THB', recipient })
    const reply = await addTransfer(ann, id, { quoteId, recipient })
    expect(outcome(reply)).toBe('422 REQUIRED')
    expect(reply.body.errors[0].path).toBe('details.transferPurpose')
  })

  const described = `'descriptionOfBusiness', 'Birds'`
  it.each([
    ['profile.description.missing', 'without a description', `'companyType', 'OTHER'`],
    ['profile.webpage.missing', 'without a web page', `'companyType', 'OTHER', ${described}`],
  ])('422 %s for a business of type OTHER %s', async (code, _, details) => {
    const ann = await service.createUser()
    const profile = ann.business
    await service.db.pool.query(
      `update profiles set details = details - 'webpage' || jsonb_build_object(${details})
        where id = $1`,
      [profile],
    )
    const body = { sourceCurrency: 'GBP', name: code }
    const group = await ok(ann.call(`POST /v3/profiles/${profile}/batch-groups`, { body }))
    const recipient = await addsRecipient(ann, 'EUR', profile)
    const quote = await createsQuote(ann, { recipient, profile })
    const added = { quoteId: quote.id, recipient }
    const reply = await addTransfer({ ...ann, personal: profile }, group.id, added)
    expect(outcome(reply)).toBe(`422 ${code}`)
  })

  it('422 profile.kana-names.missing for a transfer from JPY of a person without names in kana', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann, { source: 'JPY' })
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { source: 'JPY', amount: 50_000, recipient })
    const reply = await addTransfer(ann, id, { quoteId: quote.id, recipient })
    expect(outcome(reply)).toBe('422 profile.kana-names.missing')
  })

  it('404 batch.group.not-found for a group of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsFilledGroup(ann)
    const recipient = await addsRecipient(bob)
    const quote = await createsQuote(bob, { recipient })
    const reply = await addTransfer(bob, id, { quoteId: quote.id, recipient })
    expect(outcome(reply)).toBe('404 batch.group.not-found')
  })
})
