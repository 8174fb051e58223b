import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { FieldInvalid, FieldRequired } from '../errors.ts'
import { describeForms } from '../form/describe-forms.ts'
import { type Field, forms } from '../form/forms.ts'
import { validationOf } from '../form/validation.ts'
import { isDisputable, readReason, transactionsMax } from '../model.ts'
import { decisionsOf, disputeCodes, listedReasons, reasonCodes, reasons } from '../reasons.ts'

describe('reasons', () => {
  it('D79: every code is listed, or is a sub-option or a decision of a listed reason', () => {
    const reached = listedReasons.flatMap((code) => [code, ...decisionsOf(code)])
    expect([...new Set(reached)].sort()).toEqual([...reasonCodes].sort())
  })

  it.each([
    ['WRONG_AMOUNT', 'WRONG_AMOUNT'],
    ['UNAUTHORIZED', 'UNAUTHORIZED'],
    ['scam', 'SCAM'],
    ['no-goods-or-services', 'NEVER_ARRIVED'],
  ])('the path segment %s is the reason %s', (text, expected) => {
    expect(readReason(text)).toBe(expected)
  })

  it.each(['wrong_amount', '__proto__', 'toString'])('the path segment %s is no reason', (text) => {
    expect(readReason(text)).toBeUndefined()
  })

  it('transactionsMax is 20 where the reason or a sub-option supports several transactions, otherwise 1', () => {
    const several = reasonCodes.filter((code) => transactionsMax(code) === 20)
    expect(several).toEqual(['CARD_POSSESSION', 'CARD_NO_POSSESSION', 'UNAUTHORIZED'])
    const others = reasonCodes.filter((code) => !several.includes(code))
    expect(others.map(transactionsMax)).toEqual(others.map(() => 1))
  })

  it('of the reasons that can be submitted, exactly those about fraud support several transactions', () => {
    for (const code of disputeCodes)
      expect(reasons[code].supportsMultipleTransactions, code).toBe(reasons[code].isFraud)
  })
})

describe('isDisputable', () => {
  it.each([
    ['IN_PROGRESS', 'ECOM_PURCHASE', true],
    ['COMPLETED', 'CASH_WITHDRAWAL', true],
    ['COMPLETED', 'REFUND', false],
    ['DECLINED', 'ECOM_PURCHASE', false],
    ['CANCELLED', 'POS_PURCHASE', false],
    ['UNKNOWN', 'POS_PURCHASE', false],
  ])('D82: for the state %s and the type %s is %s', (state, type, expected) => {
    expect(isDisputable({ state, type })).toBe(expected)
  })
})

describe('the table of forms', () => {
  const namesOf = (fields: readonly Field[]): string[] =>
    fields.flatMap((field) => [
      field.name,
      ...(field.kind === 'group' ? namesOf(field.fields) : []),
    ])

  it('has no field or file named like a property of every object', () => {
    for (const { fields, files } of Object.values(forms))
      for (const name of [...namesOf(fields), ...files.map((file) => file.name)])
        expect(name in {}, name).toBe(false)
  })

  it('has details, a receipt and messages in every form', () => {
    for (const { fields, files } of Object.values(forms)) {
      expect(fields.at(-1)?.name).toBe('details')
      expect(files.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['receipt', 'communication']),
      )
    }
  })

  it('is printed with every reason, field and file', () => {
    const printed = describeForms()
    for (const [code, { fields, files }] of Object.entries(forms)) {
      const line = printed.split('\n').find((each) => each.startsWith(`- \`${code}\``)) ?? ''
      for (const name of [...namesOf(fields), ...files.map((file) => file.name)])
        expect(line, `${code} ${name}`).toContain(`\`${name}\``)
    }
    expect(printed).toContain(
      '`cancelledBy` (one of ME, MERCHANT); `details` (text of 1 to 1000 characters, with line breaks). Files: `receipt`, `communication`.',
    )
    expect(printed).toContain('`lastKnownDate` (day, `YYYY-MM-DD`, not in the future, optional)')
    expect(printed).toContain('`promisedDate` (day, `YYYY-MM-DD`)')
    expect(printed).toContain('`received` (amount, `{value, currency}`, zero or more)')
  })
})

describe('validationOf', () => {
  const validationAt = (...paths: (string | undefined)[]) => {
    const [first, ...rest] = paths.map((path) => ({ kind: FieldInvalid, path, message: 'm' }))
    return first && validationOf(new Refusal([first, ...rest]))
  }

  it('nests the messages like the paths; a fault without a message has the message of its kind', () => {
    const refusal = new Refusal([
      { kind: FieldRequired, path: 'form.charged.value' },
      { kind: FieldInvalid, path: 'form.charged.currency', message: 'other' },
      { kind: FieldInvalid, path: 'receipt', message: 'file' },
    ])
    expect(validationOf(refusal)?.validation).toEqual({
      form: { charged: { value: 'Fill in this field.', currency: 'other' } },
      receipt: 'file',
    })
  })

  it('keeps the first message of a field, and the first message of an object and the fields inside that object', () => {
    expect(validationAt('a', 'a', 'a.b')?.validation).toEqual({ a: 'm' })
    expect(validationAt('a.b', 'a')?.validation).toEqual({ a: { b: 'm' } })
  })

  it('is undefined when no fault names a field that the customer sees', () => {
    expect(validationAt(undefined)).toBeUndefined()
    expect(validationAt('transaction.transactionId', 'scheme', 'reason')).toBeUndefined()
    expect(validationAt('scheme', 'transaction.email')?.validation).toEqual({
      transaction: { email: 'm' },
    })
  })

  it('does not change the prototype of objects', () => {
    expect(JSON.stringify(validationAt('files.__proto__.polluted'))).toBe(
      '{"validation":{"files":{"__proto__":{"polluted":"m"}}}}',
    )
    expect('polluted' in {}).toBe(false)
  })
})
