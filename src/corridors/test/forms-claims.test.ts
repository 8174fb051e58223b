// D19: the forms in which a recipient known by e-mail enters an account.

import { expect, test } from 'vitest'
import { checkAccount, checkClaim, claimForms } from '../forms/index.ts'
import { euros } from './account-drafts.ts'

test('a claim in a currency without bank forms accepts an IBAN, offers a SWIFT account and refuses the type email', () => {
  const swift = claimForms('XOF')[1]
  expect(swift?.fields.flatMap(({ group }) => group.map(({ key }) => key))).toEqual([
    'legalType',
    'accountHolderName',
    'swiftCode',
    'bankName',
    'accountNumber',
  ])
  const claim = { ...euros, currency: 'XOF' }
  expect(checkClaim(claim)).toEqual([])
  expect(checkAccount(claim)).toMatchObject([{ path: 'type' }])
  expect(checkClaim({ ...claim, type: 'email' })).toMatchObject([{ path: 'type' }])
})

test('a claim in a currency that requires an address has a REQUIRED fault for each missing field of the address', () => {
  const claim = {
    ...euros,
    currency: 'TRY',
    type: 'turkish_earthport',
    details: { legalType: 'PRIVATE', IBAN: 'TR330006100519786457841326' },
  }
  expect(checkAccount(claim)).toEqual([])
  expect(checkClaim(claim)).toMatchObject(
    ['country', 'city', 'firstLine', 'postCode'].map((key) => ({
      code: 'REQUIRED',
      path: `address.${key}`,
    })),
  )
})
