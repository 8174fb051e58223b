import { describe, expect, it } from 'vitest'
import { challengeToken, passesChallenges, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { getTransfer } from '../get-transfer.ts'
import { readReceipt, receiptDocument } from '../queries/print-receipt.ts'

describe('D106: transfers.receipt', () => {
  const service = testService()
  const receipt = (person: Person, id: number, headers: Record<string, string> = {}) =>
    person.call(`GET /v1/transfers/${id}/receipt.pdf`, { headers })

  const createsSentTransfer = async (ann: Person) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    for (const name of ['funds_converted', 'outgoing_payment_sent'])
      await ok(simulate(ann, id, name))
    return id
  }

  it('200 with a PDF document once the money has left', async () => {
    const ann = await service.createUser()
    const id = await createsSentTransfer(ann)
    const reply = await receipt(ann, id)
    expect([reply.status, reply.headers['content-type'], reply.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="receipt_${id}.pdf"`)
  })

  it('409 transfer.receipt.unavailable before the money has left, and after it came back', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const receiptOutcome = async () => outcome(await receipt(ann, id))
    expect(await receiptOutcome()).toBe('409 transfer.receipt.unavailable')
    await ok(fundTransfer(ann, id))
    expect(await receiptOutcome()).toBe('409 transfer.receipt.unavailable')
    await ok(simulate(ann, id, 'funds_converted'))
    expect(await receiptOutcome()).toBe('409 transfer.receipt.unavailable')
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    expect(await receiptOutcome()).toBe('200')
    await ok(simulate(ann, id, 'bounced_back'))
    expect(await receiptOutcome()).toBe('409 transfer.receipt.unavailable')
  })

  it('the time of the pay-out stays when the sandbox emits a refund event later (D23)', async () => {
    const ann = await service.createUser()
    const id = await createsSentTransfer(ann)
    const sentAt = service.now()
    const paidOutAt = async () => {
      const transfer = await getTransfer(service.db.reader, [ann.personal], id)
      return (await readReceipt(service.db.reader, transfer)).sentAt.toString()
    }
    expect(await paidOutAt()).toBe(sentAt.toString())
    await service.advance({ minutes: 10 })
    const delivery = { version: '1.0.0', url: 'http://127.0.0.1:9/hook' }
    const body = { name: 'refunds', trigger_on: 'transfers#refund', delivery }
    await ok(ann.call(`POST /v3/profiles/${ann.personal}/subscriptions`, { body }))
    await ok(simulate(ann, id, 'webhook_refund'))
    expect(await paidOutAt()).toBe(sentAt.toString())
  })

  it('the time of the pay-out of a transfer to own balances is the time at which the balance was credited', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { recipientId } = await ok(
      ann.call(`GET /v4/profiles/${ann.personal}/balances/${balance}`),
    )
    const { id } = await createsTransfer(ann, { target: 'EUR', recipient: recipientId })
    await ok(fundTransfer(ann, id))
    await ok(simulate(ann, id, 'funds_converted'))
    await service.advance({ minutes: 10 })
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    const sentAt = service.now()
    const transfer = await getTransfer(service.db.reader, [ann.personal], id)
    expect((await readReceipt(service.db.reader, transfer)).sentAt.toString()).toBe(
      sentAt.toString(),
    )
  })

  it('404 transfer.not-found for a transfer of another user, before any challenge', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const id = await createsSentTransfer(ann)
    await setsPin(ben)
    expect(outcome(await receipt(ben, id))).toBe('404 transfer.not-found')
  })

  it('403 sca.challenge.required until the challenge is cleared', async () => {
    const ann = await service.createUser()
    const id = await createsSentTransfer(ann)
    await setsPin(ann)
    const token = challengeToken(await receipt(ann, id))
    await passesChallenges(ann, token, 'PIN')
    expect((await receipt(ann, id, { 'one-time-token': token })).status).toBe(200)
  })

  const moment = Temporal.Instant.from('2026-01-05T10:00:00Z')
  const [SENDER, TANAKA] = ['Ann Sample', '田中太郎']
  it.each([
    [
      'a bank account',
      TANAKA,
      'japanese',
      { bankCode: '0001', accountNumber: '1234567' },
      'Account (0001) 1234567',
      "paid out to the recipient's account",
    ],
    [
      'an e-mail address',
      TANAKA,
      'email',
      { email: 'tanaka@example.com' },
      'tanaka@example.com',
      "paid out to the recipient's account",
    ],
    ['own balances', SENDER, 'balance', {}, 'Own balance', 'paid to a balance of the sender'],
  ])(
    'contains sender, recipient, amounts, rate and fee of a transfer to %s, and where the money is',
    (_, accountHolderName, type, details, account, note) => {
      const transfer = {
        id: 12,
        sourceCurrency: 'GBP',
        targetCurrency: 'JPY',
        sourceMinor: 10_000n,
        feeMinor: 50n,
        targetMinor: 19_000n,
        rate: { digits: 19095n, scale: 2 },
        details: { reference: 'Rent' },
        customerTransactionId: 'abc',
        originalTransferId: null,
        paymentMethod: 'BANK_TRANSFER',
        createdAt: moment,
      }
      const profile = {
        type: 'PERSONAL',
        details: { firstName: 'Ann', lastName: 'Sample' },
        addresses: [],
      }
      const recipient = { accountHolderName, currency: 'JPY', type, details }
      const input = { transfer, profile, recipient, sentAt: moment }
      const { facts, notes, footer } = receiptDocument(
        input as unknown as Parameters<typeof receiptDocument>[0],
        'sandbox',
      )
      expect(Object.fromEntries(facts.map(({ label, lines }) => [label, lines.join('|')]))).toEqual(
        {
          Sender: 'Ann Sample',
          Recipient: `${accountHolderName}|${account}`,
          'You paid': '100.00 GBP',
          'The recipient gets': '19,000 JPY',
          'Fee, part of what you paid': '0.50 GBP',
          Exchanged: '99.50 GBP at 190.95 JPY per GBP',
          'Created (UTC)': '5 January 2026, 10:00:00',
          'Paid out (UTC)': '5 January 2026, 10:00:00',
          Reference: 'Rent',
          'Paid by': 'bank transfer',
          "The sender's number": 'abc',
        },
      )
      expect(notes[0]).toContain(note)
      expect(footer).toContain('no real money')
    },
  )
})
