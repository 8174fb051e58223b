import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountCountry,
  accountSummary,
  checkAccount,
  checkClaim,
  checkRoute,
  claimForms,
  commonFieldMap,
  detailKeys,
  displayFields,
  payOutOf,
  typeName,
} from '../forms/index.ts'

const pounds: AccountDraft = {
  currency: 'GBP',
  type: 'sort_code',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', sortCode: '040075', accountNumber: '37778842' },
}

const dollars: AccountDraft = {
  currency: 'USD',
  type: 'aba',
  accountHolderName: 'Nora Sample',
  details: {
    legalType: 'PRIVATE',
    abartn: '111000025',
    accountNumber: '65261083',
    accountType: 'CHECKING',
  },
}

const euros: AccountDraft = {
  currency: 'EUR',
  type: 'iban',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', IBAN: 'DE75512108001245126199' },
}

const mail: AccountDraft = {
  currency: 'EUR',
  type: 'email',
  accountHolderName: 'Nora Sample',
  details: { email: 'nora@example.com' },
}

const withDetails = (draft: AccountDraft, details: Record<string, unknown>): AccountDraft => ({
  ...draft,
  details: { ...draft.details, ...details },
})

test.each([
  [{ ...pounds, currency: 'GHS' }, 'NOT_VALID', 'currency', 'nothing can be paid there'],
  [{ ...pounds, currency: 'XYZ' }, 'NOT_VALID', 'currency', 'nobody knows it'],
  [{ ...pounds, type: 'aba' }, 'NOT_VALID', 'type', 'dollars have that type'],
  [{ ...dollars, type: 'email' }, 'NOT_VALID', 'type', 'dollars are not offered by e-mail'],
  [{ currency: 'GBP', details: {} }, 'REQUIRED', 'type', 'it chooses the form'],
  [{ ...pounds, accountHolderName: '' }, 'REQUIRED', 'accountHolderName', 'somebody holds it'],
  [withDetails(pounds, { sortCode: 231470 }), 'NOT_VALID', 'sortCode', 'numbers lose zeros'],
  [withDetails(pounds, { address: 'London' }), 'NOT_VALID', 'address', 'it has parts'],
  [withDetails(pounds, { address: { country: 'UK' } }), 'NOT_VALID', 'address.country', 'it is GB'],
  [
    withDetails(pounds, { address: { country: 'US', state: 'ZZ' } }),
    'NOT_VALID',
    'address.state',
    'no such state',
  ],
  [
    withDetails(pounds, { address: { country: 'GB', state: 'Kent\nx' } }),
    'NOT_VALID',
    'address.state',
    'no bank file holds it, though no form asks for it',
  ],
  [
    withDetails(pounds, { phoneNumber: 'a\u0000' }),
    'NOT_VALID',
    'phoneNumber',
    'no bank file holds it',
  ],
  [withDetails(pounds, { email: 'nora' }), 'NOT_VALID', 'email', 'optional is not arbitrary'],
  [
    withDetails(dollars, { accountType: 'SAVING' }),
    'NOT_VALID',
    'accountType',
    'it is SAVINGS here',
  ],
  [withDetails(euros, { BIC: 'DEUTXXFF' }), 'NOT_VALID', 'BIC', 'there is no country XX'],
  [withDetails(euros, { IBAN: 'DE75512108001245126198' }), 'NOT_VALID', 'IBAN', 'check digits'],
  [
    withDetails(mail, { legalType: 'ROBOT' }),
    'NOT_VALID',
    'legalType',
    'persons and businesses only',
  ],
])('%j is %s at %s, because %s', (draft, code, path) => {
  expect(checkAccount(draft)).toMatchObject([{ code, path }])
})

const acme: AccountDraft = {
  currency: 'AUD',
  type: 'australian',
  accountHolderName: 'Acme',
  details: { legalType: ' BUSINESS ', bsbCode: '023604', accountNumber: '123456789' },
}
const abroad = { country: ' US ', city: 'New York', firstLine: '1 Some Ave', postCode: '10001' }

test('blanks around an answer do not keep a form from what follows from it', () => {
  expect(checkAccount(acme)).toMatchObject([{ code: 'REQUIRED', path: 'businessNumber' }])
  const nowhere = withDetails(pounds, { address: { ...abroad, state: 'NOWHERE' } })
  expect(checkAccount(nowhere)).toMatchObject([{ code: 'NOT_VALID', path: 'address.state' }])
  const stateless = withDetails(dollars, { address: abroad })
  const lacks = [{ code: 'REQUIRED', path: 'address.state' }]
  expect(checkRoute(stateless, { source: 'GBP', target: 'USD' })).toMatchObject(lacks)
  expect(checkClaim(stateless)).toMatchObject(lacks)
  expect(accountCountry({ ...dollars, details: { address: abroad } })).toBe('US')
  const swift = { currency: 'EUR', type: 'swift_code', details: { swiftCode: ' DEUTDEFF ' } }
  expect(accountCountry(swift)).toBe('DE')
})

test('all that is wrong is said at once', () => {
  const draft = { currency: 'USD', type: 'aba', accountHolderName: 'N', details: { abartn: '1' } }
  expect(checkAccount(draft).map(({ path }) => path)).toEqual([
    'legalType',
    'accountHolderName',
    'abartn',
    'accountNumber',
    'accountType',
  ])
})

test.each([
  [
    withDetails(pounds, { sortCode: '231471' }),
    'sortCode',
    /^Unknown bank code\. Please check the sort code is correct/,
    ['sortCode', '231471'],
  ],
  [
    {
      ...pounds,
      currency: 'PKR',
      type: 'iban',
      details: { legalType: 'BUSINESS', IBAN: 'PK36SCBL0000001123456702' },
    },
    'legalType',
    /^Recipient type is not valid for this type of account$/,
    ['legalType', 'BUSINESS'],
  ],
  [
    withDetails(
      { ...euros, type: 'swift_code' },
      { swiftCode: 'ABCDXX22', accountNumber: '12345' },
    ),
    'swiftCode',
    /^Please enter a valid SWIFT code$/,
    ['swiftCode', 'ABCDXX22'],
  ],
  [withDetails(pounds, { accountNumber: null }), 'accountNumber', /^Required$/, ['accountNumber']],
])('%j is refused at %s in known words', (draft, path, message, args) => {
  const fault = checkAccount(draft).find((each) => each.path === path)
  expect(fault?.message).toMatch(message)
  expect(fault?.arguments).toEqual(args)
})

const names: readonly (readonly [string, 'PRIVATE' | 'BUSINESS', boolean, string])[] = [
  ['Nora Sample', 'PRIVATE', true, 'first and last name'],
  ['Nora', 'PRIVATE', false, 'more than one name'],
  ['N Sample', 'PRIVATE', false, 'the first name is longer than one character'],
  ['Nora S', 'PRIVATE', false, 'the last name is longer than one character'],
  ['Nora B Sample', 'PRIVATE', true, 'names between may be short'],
  ['Nora Sample 2', 'PRIVATE', false, 'no digits'],
  ["Ædel O'Hara-Ørsted (jr.), *_", 'PRIVATE', true, 'the permitted signs'],
  ['Nora Sampłe', 'PRIVATE', false, 'ł is outside the ranges'],
  ['Nora × Sample', 'PRIVATE', false, 'the multiplication sign is between the ranges'],
  ['Nora & Sample', 'PRIVATE', false, 'not a permitted sign'],
  ['Acme', 'BUSINESS', true, 'a single name will do'],
  ['3 Lakes', 'BUSINESS', true, 'digits will do'],
  ['A', 'BUSINESS', false, 'not one character alone'],
  [' A ', 'BUSINESS', false, 'blanks do not count'],
  ['A B', 'BUSINESS', true, 'a set of single characters'],
  ['Acme & Co', 'BUSINESS', false, 'not a permitted sign'],
]

test.each(names)('the name %j of a %s is accepted: %s, because %s', (name, legalType, accepted) => {
  const draft = withDetails({ ...pounds, accountHolderName: name }, { legalType })
  const paths = checkAccount(draft).map(({ path }) => path)
  expect(paths).toEqual(accepted ? [] : ['accountHolderName'])
})

test.each([
  ['HUF', 'iban', 'Őry Ágnes', false, 'the recorded pattern of this form has no Ő'],
  ['TRY', 'turkish_earthport', 'Ayşe', true, 'its own pattern knows no second name'],
  ['JPY', 'email', '山田太郎', true, 'the recorded form takes any characters'],
  ['EUR', 'email', '山田太郎', false, 'Spec A 2.2 counts everywhere else'],
])('%s %s takes the name %s: %s, because %s', (currency, type, accountHolderName, accepted) => {
  const draft = { currency, type, accountHolderName, details: { legalType: 'PRIVATE' } }
  const refused = checkAccount(draft).some(({ path }) => path === 'accountHolderName')
  expect(refused).toBe(!accepted)
})

test('a name with many blanks is checked in no time', () => {
  const accountHolderName = `${'ab '.repeat(40)}!`
  expect(checkAccount({ ...pounds, accountHolderName })).toHaveLength(1)
})

const complete = {
  country: 'US',
  state: 'NY',
  city: 'New York',
  postCode: '01234',
  firstLine: 'Some Ave',
}

test.each([
  ['GBP', 'GBP', pounds, [], 'no currency of the route demands an address'],
  ['USD', 'GBP', pounds, ['country', 'city', 'firstLine', 'postCode'], 'dollars are sent'],
  [
    'AUD',
    'GBP',
    pounds,
    ['country', 'city', 'firstLine', 'postCode'],
    'Australian dollars are sent',
  ],
  ['GBP', 'USD', dollars, ['country', 'city', 'firstLine', 'postCode'], 'dollars arrive'],
  [
    'GBP',
    'USD',
    withDetails(dollars, { address: { ...complete, state: null } }),
    ['state'],
    'the United States have states',
  ],
  [
    'GBP',
    'USD',
    withDetails(dollars, { address: { ...complete, state: '', country: 'AU' } }),
    [],
    'Australia is not named by Spec A 2.2',
  ],
  [
    'GBP',
    'USD',
    withDetails(dollars, { address: { ...complete, state: '', country: 'FR' } }),
    [],
    'France has none',
  ],
  ['GBP', 'USD', withDetails(dollars, { address: complete }), [], 'nothing is missing'],
  [
    'GBP',
    'USD',
    withDetails(dollars, { address: { ...complete, country: undefined, countryCode: 'US' } }),
    [],
    'the other spelling of country',
  ],
  ['USD', 'EUR', mail, [], 'the account is asked for later'],
])('%s to %s: %j lacks %j, because %s', (source, target, account, missing) => {
  const faults = checkRoute(account, { source, target })
  expect(faults.map(({ path }) => path)).toEqual(missing.map((part) => `address.${part}`))
  expect(faults.every(({ code }) => code === 'REQUIRED')).toBe(true)
})

test('a missing state is asked for in known words', () => {
  const account = withDetails(dollars, { address: { ...complete, state: null } })
  expect(checkRoute(account, { source: 'GBP', target: 'USD' })[0]?.message).toBe(
    'Please enter a state.',
  )
})

test('a claim in a currency without bank forms takes an IBAN or a SWIFT account', () => {
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

test('a claim in a currency that demands an address must have one', () => {
  const claim = {
    ...euros,
    currency: 'TRY',
    type: 'turkish_earthport',
    details: { legalType: 'PRIVATE', IBAN: 'TR330006100519786457841326' },
  }
  expect(checkAccount(claim)).toEqual([])
  expect(checkClaim(claim)).toHaveLength(4)
})

test.each([
  [euros, 'DE', 'the IBAN tells'],
  [withDetails(euros, { address: { country: 'FR' } }), 'DE', 'the IBAN comes first'],
  [withDetails(dollars, { address: { country: 'CA' } }), 'CA', 'then the address'],
  [pounds, 'GB', 'then the type'],
  [{ ...euros, type: 'swift_code', details: { swiftCode: 'CHASUS33' } }, 'US', 'at last the BIC'],
  [mail, null, 'nothing tells'],
] satisfies [AccountDraft, string | null, string][])(
  '%j is in %s, because %s',
  (draft, country, _because) => {
    expect(accountCountry(draft)).toBe(country)
  },
)

test.each([
  [{ ...euros, type: 'swift_code' }, 'SWIFT'],
  [{ ...euros, currency: 'CAD', type: 'ca_network' }, 'CA_NETWORK'],
  [pounds, 'BANK_TRANSFER'],
  [{ ...pounds, type: 'constructor' }, 'BANK_TRANSFER'],
])('%j is paid by %s', (draft, payOut) => {
  expect(payOutOf(draft)).toBe(payOut)
})

test.each([
  [euros, 'DE75 5121 0800 1245 1261 99', 'EUR account ending in 6199'],
  [pounds, '(04-00-75) 37778842', 'GBP account ending in 8842'],
  [dollars, '(111000025) 65261083', 'USD account ending in 1083'],
  [mail, 'nora@example.com', 'nora@example.com'],
])('%j is summed up as %s and as %s', (draft, short, long) => {
  expect(accountSummary(draft)).toEqual({ short, long })
})

test('display fields are those of the account, with their labels', () => {
  expect(displayFields(euros)).toEqual([
    { key: 'details/iban', label: 'IBAN', value: 'DE75 5121 0800 1245 1261 99' },
  ])
  expect(displayFields(mail)).toEqual([
    { key: 'email', label: 'Email (Optional)', value: 'nora@example.com' },
  ])
  expect(displayFields(dollars).map(({ value }) => value)).toEqual([
    '111000025',
    '65261083',
    'Checking',
  ])
})

test('v2 objects name the fields that hold account, bank and BIC', () => {
  expect(commonFieldMap(euros)).toEqual({
    accountNumberField: 'iban',
    bankCodeField: 'bic',
    bicField: 'bic',
  })
  expect(commonFieldMap(pounds)).toEqual({
    accountNumberField: 'accountNumber',
    bankCodeField: 'sortCode',
  })
  expect([typeName('sort_code'), typeName('iban')]).toEqual(['SortCode', 'Iban'])
})

test('no detail key is listed twice', () => {
  expect(new Set(detailKeys).size).toBe(detailKeys.length)
})
