// POST /v1/transfer-requirements and the creation of a transfer agree: a transfer is refused if and only if its form
// forbids the details, or a detail that is not in the form is too long (gap 154).

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransferForm, TransferInput } from '../../src/corridors/index.ts'
import type { Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import { createsQuote, ok } from '../support/transfers.ts'

const RUNS = 20

const address = (country: string) => ({
  country,
  city: 'Somewhere',
  firstLine: 'Some Street 1',
  postCode: '10115',
})

type Route = [target: string, account: object, amount: number, formFields: string]

const routes: Route[] = [
  [
    'GBP',
    { type: 'sort_code', details: { sortCode: '231470', accountNumber: '28821822' } },
    100,
    'a reference with a maximum length',
  ],
  [
    'USD',
    {
      type: 'aba',
      details: {
        abartn: '111000025',
        accountNumber: '12345678',
        accountType: 'CHECKING',
        address: { ...address('US'), state: 'NY' },
      },
    },
    90_000,
    'a reference with a pattern, and the source of a large amount',
  ],
  [
    'CNY',
    { type: 'chinese_alipay', details: { accountNumber: 'nora@example.com' } },
    100,
    'a purpose with a sub-purpose',
  ],
  [
    'THB',
    {
      type: 'thailand',
      details: { bankCode: '002', accountNumber: '1234567890', address: address('TH') },
    },
    100,
    'a purpose',
  ],
  [
    'THB',
    {
      type: 'thailand',
      details: {
        legalType: 'BUSINESS',
        bankCode: '002',
        accountNumber: '1234567890',
        address: address('TH'),
      },
    },
    100,
    'a purpose only for recipients that are businesses',
  ],
  [
    'BRL',
    {
      type: 'brazil',
      details: {
        bankCode: '218',
        branchCode: '1234',
        accountNumber: '12345678-9',
        accountType: 'CHECKING',
        cpf: '111.444.777-35',
      },
    },
    100,
    'the nature of the transfer',
  ],
  [
    'KES',
    { type: 'kenya_local', details: { bankCode: '35', accountNumber: '1234567890' } },
    100,
    'no required detail',
  ],
]

const inputsOf = (forms: readonly TransferForm[]): TransferInput[] =>
  forms.flatMap(({ fields }) => fields.flatMap(({ group }) => group))

// Gap 154: details that no form contains are stored, so their length is limited.
const OTHER_DETAIL_LENGTH_MAX = 255

/** The errors that a client expects from the form and from gap 154, as code and path. */
function expectedErrors(
  inputs: readonly TransferInput[],
  details: Record<string, string>,
): string[] {
  const faults = inputs.flatMap(({ key, required, maxLength, validationRegexp, valuesAllowed }) => {
    const value = details[key] ?? ''
    if (value === '') return required ? [`REQUIRED details.${key}`] : []
    const isValid =
      [...value].length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
      (validationRegexp === null || new RegExp(`^(?:${validationRegexp})$`, 'u').test(value)) &&
      (valuesAllowed === null || valuesAllowed.some((allowed) => allowed.key === value))
    return isValid ? [] : [`NOT_VALID details.${key}`]
  })
  const fields = new Set<string>(inputs.map(({ key }) => key))
  const others = Object.entries(details).filter(
    ([key, text]) => !fields.has(key) && [...text].length > OTHER_DETAIL_LENGTH_MAX,
  )
  return [...faults, ...others.map(([key]) => `NOT_VALID details.${key}`)]
}

const purpose = (name: string) => `verification.transfers.purpose.${name}`
const funds = (name: string) => `verification.source.of.funds.${name}`
const anyText = fc.constantFrom(
  ...[
    '',
    ' ',
    'Rent',
    'Rent & more',
    'Rent\nand more',
    'Rent\u0085',
    'ß',
    '\u{1f3e0}'.repeat(18),
    '\u{1f3e0}'.repeat(255),
  ],
  ...[11, 18, 19, 60, 141, 201, 256].map((length) => 'x'.repeat(length)),
)

const anyDetails = fc.record(
  {
    reference: anyText,
    transferPurpose: fc.constantFrom(
      purpose('pay.bills'),
      purpose('pay.goods'),
      purpose('pay.employees'),
      purpose('nothing'),
      '',
    ),
    transferPurposeSubTransferPurpose: fc.constantFrom(
      'verification.sub.transfers.purpose.pay.it.service',
      'unheard of',
    ),
    transferPurposeInvoiceNumber: anyText,
    transferNature: fc.constantFrom('INVESTING', 'DREAMING'),
    sourceOfFunds: fc.constantFrom(funds('salary'), funds('other'), 'a treasure'),
    sourceOfFundsOther: anyText,
  },
  { requiredKeys: [] },
)

type Sender = {
  profile: number
  operation: string
  key: 'customerTransactionId' | 'originalTransferId'
  originator?: { legalEntityType: string }
}

describe.each(routes)('a transfer to %s', (currency, account, amount, formFields) => {
  const service = testService()
  const home = { firstLine: 'a', city: 'b', countryCode: 'GB' }
  const company = {
    legalEntityType: 'BUSINESS',
    reference: 'c',
    name: { fullName: 'Sample Ltd' },
    businessRegistrationCode: '1',
    address: home,
  }
  const person = {
    legalEntityType: 'PRIVATE',
    reference: 'p',
    name: { givenName: 'Nora', familyName: 'Sample' },
    dateOfBirth: '1990-01-31',
    address: home,
  }

  /** The operations that create a transfer outside of a batch group, with profiles of both types. */
  const sendersOf = ({ personal, business }: Person): Sender[] => [
    { profile: personal, operation: 'POST /v1/transfers', key: 'customerTransactionId' },
    { profile: business, operation: 'POST /v1/transfers', key: 'customerTransactionId' },
    {
      profile: personal,
      operation: `POST /v2/profiles/${personal}/third-party-transfers`,
      key: 'originalTransferId',
      originator: company,
    },
    {
      profile: business,
      operation: `POST /v1/profiles/${business}/partner-licence-transfers`,
      key: 'customerTransactionId',
      originator: person,
    },
  ]

  it(`is refused if and only if its form, which has ${formFields}, or gap 154 forbids the details`, async () => {
    const ann = await service.createUser()
    const { details: stored, ...rest } = account as { details: object }
    for (const { profile, operation, key, originator } of sendersOf(ann)) {
      const { id: targetAccount } = await ok(
        ann.call('POST /v1/accounts', {
          body: {
            profile,
            currency,
            accountHolderName: 'Nora Sample',
            ...rest,
            details: { legalType: 'PRIVATE', ...stored },
          },
        }),
      )
      const quoteOptions = { target: currency, amount, profile, recipient: targetAccount }
      let quote = (await createsQuote(ann, quoteOptions)).id
      await fc.assert(
        fc.asyncProperty(anyDetails, async (details) => {
          const fields = { targetAccount, quoteUuid: quote, details }
          const forms = await ok(
            ann.call('POST /v1/transfer-requirements', {
              body: { ...fields, originatorLegalEntityType: originator?.legalEntityType },
            }),
          )
          const expected = expectedErrors(inputsOf(forms), details as Record<string, string>)
          const body = { ...fields, quote, originator, [key]: randomUUID() }
          const reply = await ann.call(operation, { body })
          const errors = (reply.body.errors ?? []).map(
            (fault: { code: string; path: string }) => `${fault.code} ${fault.path}`,
          )
          expect(errors.sort()).toEqual(expected.sort())
          expect(reply.status).toBe(expected.length > 0 ? 422 : 200)
          if (reply.status === 200) quote = (await createsQuote(ann, quoteOptions)).id
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
    }
  })
})
