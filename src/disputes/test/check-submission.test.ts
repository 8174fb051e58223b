import { describe, expect, it } from 'vitest'
import { checkSubmission } from '../form/check-submission.ts'
import { forms } from '../form/forms.ts'
import { readTransactionIds } from '../form/transaction-ids.ts'

const today = Temporal.PlainDate.from('2026-01-05')

describe('checkSubmission', () => {
  const body = {
    transaction: { transactionId: '12', email: ' ann@example.com ' },
    form: { goods: 'A', details: 'B' },
    disclaimer: { allAnswered: true, filesUploaded: 'true' },
    files: { receipt: 'ab4f5d2c90e1', communication: '' },
  }
  const check = (change: object) => {
    const found = checkSubmission(forms.SCAM, { ...body, ...change }, today)
    return 'faults' in found
      ? found.faults.map(({ path, kind }) => `${kind} ${path.join('.')}`)
      : found
  }

  it('returns the answers without surrounding spaces, and only the files that were sent', () => {
    expect(check({})).toEqual({
      transactionIds: [12],
      email: 'ann@example.com',
      form: { goods: 'A', details: 'B' },
      files: { receipt: 'ab4f5d2c90e1' },
    })
  })

  it.each<[object, string[], string]>([
    [
      { transaction: {} },
      ['required transaction.transactionId', 'required transaction.email'],
      'both fields are required',
    ],
    [
      { transaction: { transactionId: 'x', email: 'ann@@example.com' } },
      ['invalid transaction.transactionId', 'invalid transaction.email'],
      'neither value is well-formed',
    ],
    [
      { transaction: { transactionId: 1, email: `${'a'.repeat(250)}@b.c` } },
      [],
      'an address of 254 characters is allowed',
    ],
    [
      { transaction: { transactionId: 1, email: `${'a'.repeat(251)}@b.c` } },
      ['invalid transaction.email'],
      'an address of 255 characters is too long',
    ],
    [
      { transaction: { transactionId: 1, email: 'a@b.c\u0007' } },
      ['invalid transaction.email'],
      'an address has no control characters',
    ],
    [
      { disclaimer: {} },
      ['disclaimer disclaimer.allAnswered', 'disclaimer disclaimer.filesUploaded'],
      'both confirmations are required',
    ],
    [
      { disclaimer: { allAnswered: false, filesUploaded: true } },
      ['disclaimer disclaimer.allAnswered'],
      'false is not a confirmation',
    ],
    [
      { form: {} },
      ['required form.goods', 'required form.details'],
      'the form has required fields',
    ],
    [
      { files: { policeReport: 'ab4f5d2c90e1' } },
      ['invalid files.policeReport'],
      'only other forms have this file',
    ],
    [{ files: { receipt: 'AB4F5D2C90E1' } }, ['invalid files.receipt'], 'ids are in lower case'],
    [{ files: { receipt: 7 } }, ['invalid files.receipt'], 'ids are texts'],
    [{ files: {} }, [], 'files are optional'],
  ])('%j has the faults %j, because %s', (change, expected) => {
    const found = check(change)
    expect(Array.isArray(found) ? found : []).toEqual(expected)
  })

  it('an absent form has the faults of an empty one, and a submission without files has no faults', () => {
    expect(check({ form: undefined })).toEqual(['required form.goods', 'required form.details'])
    expect(check({ files: undefined })).toMatchObject({ files: {} })
  })
})

describe('readTransactionIds', () => {
  it.each<[unknown, readonly number[]]>([
    ['7', [7]],
    [7, [7]],
    ['9, 7,9', [7, 9]],
    [
      [9, '7,8'],
      [7, 8, 9],
    ],
    ['9007199254740991', [9007199254740991]],
  ])('reads %j as %j', (submitted, expected) => {
    expect(readTransactionIds(submitted)).toEqual(expected)
  })

  it.each<[unknown]>([
    ['9007199254740992'],
    [''],
    ['7,'],
    ['07'],
    [0],
    [-1],
    [1.5],
    [1e21],
    [[]],
    [[[7]]],
    [{ toString: 1 }],
    [null],
  ])('finds no ids in %j', (submitted) => {
    expect(readTransactionIds(submitted)).toBeUndefined()
  })

  it('finds no ids when the field is absent', () => {
    expect(readTransactionIds(undefined)).toBeUndefined()
  })
})
