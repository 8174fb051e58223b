import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountCountry,
  checkAccount,
  checkClaim,
  checkRoute,
  detailKeys,
} from '../forms/index.ts'
import { dollars, euros, mail, pounds, withDetails } from './account-drafts.ts'

test('the fault of a wrong type, choice, address, name or detail outside the form states what to send', () => {
  const messageOf = (draft: AccountDraft) => checkAccount(draft)[0]?.message
  expect(messageOf({ ...pounds, type: 'aba' })).toMatch(/Send one of: .*sort_code/)
  expect(messageOf(withDetails(dollars, { accountType: 'GOLD' }))).toContain('CHECKING, SAVINGS')
  expect(messageOf(withDetails(pounds, { address: 'London' }))).toContain('as an object')
  expect(messageOf(withDetails(pounds, { job: 'a\nb' }))).toContain('255 characters on one line')
  const named = { ...pounds, accountHolderName: 'Nora & Ann' }
  for (const legalType of ['PRIVATE', 'BUSINESS'])
    expect(messageOf(withDetails(named, { legalType }))).toMatch(
      /Latin letters.* signs - _ \( \) ' \* , \./,
    )
})

test.each([
  [{ ...pounds, currency: 'GHS' }, 'NOT_VALID', 'currency', 'the currency cannot be paid out'],
  [{ ...pounds, currency: 'XYZ' }, 'NOT_VALID', 'currency', 'the currency is unknown'],
  [{ ...pounds, type: 'aba' }, 'NOT_VALID', 'type', 'the type aba is for dollars'],
  [{ ...dollars, type: 'email' }, 'NOT_VALID', 'type', 'dollars have no e-mail form'],
  [{ currency: 'GBP', details: {} }, 'REQUIRED', 'type', 'the type selects the form'],
  [
    { ...pounds, accountHolderName: '' },
    'REQUIRED',
    'accountHolderName',
    'every account has a holder',
  ],
  [
    withDetails(pounds, { sortCode: 231470 }),
    'NOT_VALID',
    'sortCode',
    'a number would lose leading zeros',
  ],
  [withDetails(pounds, { address: 'London' }), 'NOT_VALID', 'address', 'an address is an object'],
  [
    withDetails(pounds, { address: { country: 'UK' } }),
    'NOT_VALID',
    'address.country',
    'the code is GB',
  ],
  [
    withDetails(pounds, { address: { country: 'US', state: 'ZZ' } }),
    'NOT_VALID',
    'address.state',
    'the state does not exist',
  ],
  [
    withDetails(pounds, { address: { country: 'GB', state: 'Kent\nx' } }),
    'NOT_VALID',
    'address.state',
    'a detail outside the form is checked too, and a bank file cannot contain a line break',
  ],
  [
    withDetails(pounds, { phoneNumber: 'a\u0000' }),
    'NOT_VALID',
    'phoneNumber',
    'a bank file cannot contain a null character',
  ],
  [
    withDetails(pounds, { email: 'nora' }),
    'NOT_VALID',
    'email',
    'an optional value is checked too',
  ],
  [
    withDetails(dollars, { accountType: 'SAVING' }),
    'NOT_VALID',
    'accountType',
    'the value in the list is SAVINGS',
  ],
  [withDetails(euros, { BIC: 'DEUTXXFF' }), 'NOT_VALID', 'BIC', 'there is no country XX'],
  [
    withDetails(euros, { IBAN: 'DE75512108001245126198' }),
    'NOT_VALID',
    'IBAN',
    'the check digits are wrong',
  ],
  [
    withDetails(mail, { legalType: 'ROBOT' }),
    'NOT_VALID',
    'legalType',
    'a holder is a person or a business',
  ],
])('the account %j has the fault %s at %s, because %s', (draft, code, path) => {
  expect(checkAccount(draft)).toMatchObject([{ code, path }])
})

test.each([
  [255, [], 'a detail outside the form has at most 255 characters'],
  [256, ['job'], 'a detail outside the form has at most 255 characters'],
])('a job of %i emojis has faults at %j, because %s', (length, paths) => {
  const faults = checkAccount(withDetails(pounds, { job: '🎹'.repeat(length) }))
  expect(faults.map(({ path }) => path)).toEqual(paths)
})

const acme: AccountDraft = {
  currency: 'AUD',
  type: 'australian',
  accountHolderName: 'Acme',
  details: { legalType: ' BUSINESS ', bsbCode: '023604', accountNumber: '123456789' },
}
const usAddress = { country: ' US ', city: 'New York', firstLine: '1 Some Ave', postCode: '10001' }

test('leading and trailing spaces of a value do not hide the requirements that depend on the value', () => {
  expect(checkAccount(acme)).toMatchObject([{ code: 'REQUIRED', path: 'businessNumber' }])
  const wrongState = withDetails(pounds, { address: { ...usAddress, state: 'NOWHERE' } })
  expect(checkAccount(wrongState)).toMatchObject([{ code: 'NOT_VALID', path: 'address.state' }])
  const stateless = withDetails(dollars, { address: usAddress })
  const lacks = [{ code: 'REQUIRED', path: 'address.state' }]
  expect(checkRoute(stateless, { source: 'GBP', target: 'USD' })).toMatchObject(lacks)
  expect(checkClaim(stateless)).toMatchObject(lacks)
  expect(accountCountry({ ...dollars, details: { address: usAddress } })).toBe('US')
  const swift = { currency: 'EUR', type: 'swift_code', details: { swiftCode: ' DEUTDEFF ' } }
  expect(accountCountry(swift)).toBe('DE')
})

test('all faults are reported together', () => {
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
])('%j has the documented message and arguments at %s', (draft, path, message, args) => {
  const fault = checkAccount(draft).find((each) => each.path === path)
  expect(fault?.message).toMatch(message)
  expect(fault?.arguments).toEqual(args)
})

type NameRow = readonly [
  name: string,
  legalType: 'PRIVATE' | 'BUSINESS',
  isAccepted: boolean,
  because: string,
]

const names: readonly NameRow[] = [
  ['Nora Sample', 'PRIVATE', true, 'first and last name are enough'],
  ['Nora', 'PRIVATE', false, 'a person has more than one name'],
  ['N Sample', 'PRIVATE', false, 'the first name must be longer than one character'],
  ['Nora S', 'PRIVATE', false, 'the last name must be longer than one character'],
  ['Nora B Sample', 'PRIVATE', true, 'names between may be short'],
  ['Nora Sample 2', 'PRIVATE', false, 'the name of a person has no digits'],
  ["Ædel O'Hara-Ørsted (jr.), *_", 'PRIVATE', true, 'these signs are permitted'],
  ['Nora Sampłe', 'PRIVATE', false, 'ł is outside the ranges'],
  ['Nora × Sample', 'PRIVATE', false, 'the multiplication sign is between the ranges'],
  ['Nora & Sample', 'PRIVATE', false, '& is not a permitted sign'],
  ['Acme', 'BUSINESS', true, 'a single name is enough'],
  ['3 Lakes', 'BUSINESS', true, 'the name of a business may have digits'],
  ['A', 'BUSINESS', false, 'one character is not enough'],
  [' A ', 'BUSINESS', false, 'surrounding spaces do not count'],
  ['A B', 'BUSINESS', true, 'each name may have one character'],
  ['Acme & Co', 'BUSINESS', false, '& is not a permitted sign'],
]

test.each(names)(
  'the name %j with the legal type %s is accepted: %s, because %s',
  (name, legalType, isAccepted) => {
    const draft = withDetails({ ...pounds, accountHolderName: name }, { legalType })
    const paths = checkAccount(draft).map(({ path }) => path)
    expect(paths).toEqual(isAccepted ? [] : ['accountHolderName'])
  },
)

test.each([
  ['HUF', 'iban', 'Őry Ágnes', false, 'the pattern of this form has no Ő'],
  ['TRY', 'turkish_earthport', 'Ayşe', true, 'the Turkish pattern does not require a second name'],
  ['JPY', 'email', '山田太郎', true, 'this form takes any characters'],
  ['EUR', 'email', '山田太郎', false, 'A 2.2 applies in all but four currencies'],
])(
  '%s %s: the name %s is accepted: %s, because %s',
  (currency, type, accountHolderName, isAccepted) => {
    const draft = { currency, type, accountHolderName, details: { legalType: 'PRIVATE' } }
    const isRefused = checkAccount(draft).some(({ path }) => path === 'accountHolderName')
    expect(isRefused).toBe(!isAccepted)
  },
)

test('a refused name with many spaces is checked within the timeout of the test', () => {
  // A pattern that tries every split of the name would exceed the timeout of the test.
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
  ['GBP', 'GBP', pounds, [], 'neither currency requires an address'],
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
    'A 2.2 does not require a state in Australia',
  ],
  [
    'GBP',
    'USD',
    withDetails(dollars, { address: { ...complete, state: '', country: 'FR' } }),
    [],
    'France has no states',
  ],
  ['GBP', 'USD', withDetails(dollars, { address: complete }), [], 'nothing is missing'],
  [
    'GBP',
    'USD',
    withDetails(dollars, { address: { ...complete, country: undefined, countryCode: 'US' } }),
    [],
    'countryCode is the other spelling of country',
  ],
  ['USD', 'EUR', mail, [], 'the recipient enters the account later'],
])('%s to %s: %j lacks %j, because %s', (source, target, account, missing) => {
  const faults = checkRoute(account, { source, target })
  expect(faults.map(({ path }) => path)).toEqual(missing.map((key) => `address.${key}`))
  expect(faults.every(({ code }) => code === 'REQUIRED')).toBe(true)
})

test('the fault of a missing state has the documented message', () => {
  const account = withDetails(dollars, { address: { ...complete, state: null } })
  const [fault] = checkRoute(account, { source: 'GBP', target: 'USD' })
  expect(fault?.message).toBe('Please enter a state.')
})

test('no detail key is listed twice', () => {
  expect(new Set(detailKeys).size).toBe(detailKeys.length)
})
