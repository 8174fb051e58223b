import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  fundTransfer,
  ok,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { getStatement, makesTransactions } from './transactions.ts'

/** Sends one transfer with each payment reference, and returns the statement of the paying balance as CSV. */
async function statementAfterSending(ann: Person, references: readonly string[]): Promise<string> {
  const pounds = await topsUp(ann, 'GBP', 500)
  const recipient = await addsRecipient(ann)
  for (const reference of references) {
    const quote = await createsQuote(ann, { recipient })
    const body = {
      targetAccount: recipient,
      quoteUuid: quote.id,
      customerTransactionId: quote.id,
      details: { reference },
    }
    await ok(fundTransfer(ann, (await ok(ann.call('POST /v1/transfers', { body }))).id))
  }
  return (await getStatement(ann, pounds, {}, 'csv')).text
}

describe('statements.get as CSV', () => {
  const service = testService()

  it('200 with one line for each transaction, after a header line', async () => {
    const ann = await service.createUser()
    const { pounds, sent } = await makesTransactions(service, ann)
    const reply = await getStatement(ann, pounds, {}, 'csv')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = reply.text.split('\r\n')
    expect(lines[0]).toBe(
      'ID,Date,Amount,Currency,Type,Description,Payment Reference,Running Balance,Exchange To,Exchange Amount,Exchange Rate,Payee Name,Payee Account Number,Total fees',
    )
    // The header, six transactions, and the text after the last line break.
    expect(lines).toHaveLength(8)
    expect(lines[5]).toMatch(
      new RegExp(
        `^TRANSFER-${sent.id},2026-01-05T11:00:00Z,-100.00,GBP,TRANSFER,Sent money to Nora Sample,Rent,900.00,EUR,${sent.targetValue.toFixed(2)},`,
      ),
    )
  })

  it('200 prevents a payment reference from running as a formula', async () => {
    const ann = await service.createUser()
    const text = await statementAfterSending(ann, ['=1+1', '+441', '-2+3', '@SUM(1)'])
    for (const cell of [`,'=1+1,`, `,'+441,`, `,'-2+3,`, `,'@SUM(1),`]) expect(text).toContain(cell)
  })

  it('200 quotes a payment reference that contains a comma and quotation marks', async () => {
    const ann = await service.createUser()
    expect(await statementAfterSending(ann, ['"a, b"'])).toContain(',"""a, b""",')
  })

  it('422 request.invalid.balance_id, 400 statement.interval.malformed and 422 statement.interval.invalid have JSON bodies', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 5)
    for (const [query, expected] of [
      [{ currency: 'EUR' }, '422 request.invalid.balance_id'],
      [{ intervalStart: 'soon' }, '400 statement.interval.malformed'],
      [{ intervalEnd: '2030-01-01' }, '422 statement.interval.invalid'],
    ] as const) {
      const reply = await getStatement(ann, pounds, query, 'csv')
      expect(outcome(reply)).toBe(expected)
      expect(reply.headers['content-type']).toMatch(/^application\/json/)
    }
  })
})
