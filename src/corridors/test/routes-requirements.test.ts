import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkTransferDetails,
  type TransferDetails,
  type TransferFacts,
  type TransferInput,
  targetCurrencies,
  transferRequirements,
} from '../routes/index.ts'

const facts: TransferFacts = {
  target: 'EUR',
  payOut: 'BANK_TRANSFER',
  targetAmountMinor: 115_00n,
  senderType: 'PERSONAL',
  recipientLegalType: 'PRIVATE',
}
const PURPOSE = 'verification.transfers.purpose.'
const FUNDS = 'verification.source.of.funds.'
const FUNDS_OTHER = { sourceOfFunds: `${FUNDS}other` }

describe('the form of a transfer', () => {
  // A question mark follows the key of an optional field.
  it.each<[keys: string, because: string, Partial<TransferFacts>, chosen: TransferDetails]>([
    ['reference?', 'an ordinary route requires nothing', {}, {}],
    ['', 'payments in liras have no reference', { target: 'TRY' }, {}],
    ['transferPurpose', 'Thailand requires the purpose', { target: 'THB' }, {}],
    [
      'reference? transferPurpose',
      'SWIFT payments have a reference',
      { target: 'THB', payOut: 'SWIFT' },
      {},
    ],
    [
      'transferPurpose',
      'the sub-purpose is required once the purpose is chosen',
      { target: 'CNY' },
      {},
    ],
    [
      'transferPurpose transferPurposeSubTransferPurpose',
      'China requires a sub-purpose of any purpose',
      { target: 'CNY' },
      { transferPurpose: `${PURPOSE}other` },
    ],
    [
      'transferPurpose',
      'an unknown purpose has no sub-purpose',
      { target: 'CNY' },
      { transferPurpose: 'nonsense' },
    ],
    [
      'transferPurpose transferPurposeInvoiceNumber?',
      'payments for goods may have an invoice',
      { target: 'THB', senderType: 'BUSINESS' },
      { transferPurpose: `${PURPOSE}pay.goods` },
    ],
    [
      'transferPurpose transferPurposeInvoiceNumber?',
      'a person buys from a business too',
      { target: 'THB', recipientLegalType: 'BUSINESS' },
      { transferPurpose: `${PURPOSE}pay.goods` },
    ],
    [
      'transferPurpose',
      'two persons do not trade',
      { target: 'THB' },
      { transferPurpose: `${PURPOSE}pay.goods` },
    ],
    [
      'reference?',
      '80,000 dollars are not above 80,000',
      { target: 'USD', targetAmountMinor: 80_000_00n },
      {},
    ],
    [
      'reference? sourceOfFunds',
      'above 80,000 dollars the source of the funds matters',
      { target: 'USD', targetAmountMinor: 80_000_01n },
      {},
    ],
    [
      'reference? sourceOfFunds sourceOfFundsOther',
      'another source must be described',
      { target: 'USD', targetAmountMinor: 80_000_01n },
      { sourceOfFunds: `${FUNDS}other` },
    ],
    [
      'reference? transferNature?',
      'Nepal has an optional nature of the payment',
      { target: 'NPR' },
      {},
    ],
    ['transferNature?', 'Brazil has a nature and no reference', { target: 'BRL' }, {}],
  ])('has "%s", because %s', (expected, _, changes, chosen) => {
    const inputs = inputsOf({ ...facts, ...changes }, chosen)
    const keys = inputs.map(({ key, required }) => (required ? key : `${key}?`))
    expect(keys.join(' ')).toBe(expected)
  })

  it('has exactly the fields of the specification in a reply', () => {
    expect(transferRequirements({ ...facts, target: 'USD' })).toEqual([
      {
        type: 'transfer',
        fields: [
          {
            name: 'Transfer reference',
            group: [
              {
                key: 'reference',
                name: 'Transfer reference',
                type: 'text',
                refreshRequirementsOnChange: false,
                required: false,
                displayFormat: null,
                example: null,
                minLength: null,
                maxLength: 10,
                validationRegexp: '[a-zA-Z0-9- ]*',
                validationAsync: null,
                valuesAllowed: null,
              },
            ],
          },
        ],
      },
    ])
  })

  it.each([
    ['PERSONAL', 'PRIVATE', 7, 'every sender has these seven'],
    ['PERSONAL', 'BUSINESS', 9, 'a person can buy goods and services'],
    ['BUSINESS', 'PRIVATE', 10, 'a business can pay employees'],
    ['BUSINESS', 'BUSINESS', 10, 'a business can pay employees'],
  ] as const)(
    'offers a %s sender who pays a %s recipient %i purposes, because %s',
    (senderType, to, count, _because) => {
      const some = { ...facts, target: 'THB', senderType, recipientLegalType: to }
      expect(inputsOf(some, {})[0]?.valuesAllowed).toHaveLength(count)
    },
  )

  it('has a pattern without line breaks for every text', () => {
    for (const target of targetCurrencies) {
      const inputs = inputsOf({ ...facts, target, targetAmountMinor: 10n ** 14n }, FUNDS_OTHER)
      for (const { type, validationRegexp } of inputs)
        if (type === 'text') {
          expect(validationRegexp, target).not.toBeNull()
          expect('a\nb').not.toMatch(new RegExp(`^(?:${validationRegexp})$`))
        }
    }
  })
})

describe('the check of details', () => {
  it.each<[faults: string, because: string, Partial<TransferFacts>, TransferDetails]>([
    ['', 'nothing is required', {}, {}],
    ['', 'null counts as absent', {}, { reference: null }],
    ['', 'an empty text counts as absent', {}, { reference: '' }],
    ['', 'references of euros have up to 35 characters', {}, { reference: 'x'.repeat(35) }],
    ['NOT_VALID reference', '36 characters are too many', {}, { reference: 'x'.repeat(36) }],
    ['', 'characters are counted, not bytes', {}, { reference: '€'.repeat(35) }],
    ['NOT_VALID reference', 'a reference is one line', {}, { reference: 'a\nb' }],
    ['NOT_VALID reference', 'a reference is a string', {}, { reference: 7 }],
    ['', 'these characters are allowed', { target: 'USD' }, { reference: 'INV-12 3' }],
    [
      'NOT_VALID reference',
      'the whole reference must match the pattern',
      { target: 'USD' },
      { reference: 'INV_123' },
    ],
    [
      '',
      'a detail outside the form is not checked against a rule',
      { target: 'TRY' },
      { reference: 'x'.repeat(99) },
    ],
    [
      'NOT_VALID reference',
      'a stored detail has at most 255 characters',
      { target: 'TRY' },
      { reference: 'x'.repeat(256) },
    ],
    ['REQUIRED transferPurpose', 'Thailand requires the purpose', { target: 'THB' }, {}],
    [
      'NOT_VALID transferPurpose',
      'the purpose is not listed',
      { target: 'THB' },
      { transferPurpose: 'fun' },
    ],
    ['', 'the purpose is listed', { target: 'THB' }, { transferPurpose: `${PURPOSE}other` }],
    [
      'REQUIRED transferPurposeSubTransferPurpose',
      'China requires the sub-purpose',
      { target: 'CNY' },
      { transferPurpose: `${PURPOSE}other` },
    ],
    [
      'NOT_VALID reference, REQUIRED sourceOfFundsOther',
      'all faults are reported together',
      { target: 'USD', targetAmountMinor: 90_000_00n },
      { reference: 'a_b', sourceOfFunds: `${FUNDS}other` },
    ],
    [
      'NOT_VALID sourceOfFundsOther',
      'a description must contain more than spaces',
      { target: 'USD', targetAmountMinor: 90_000_00n },
      { ...FUNDS_OTHER, sourceOfFundsOther: '  ' },
    ],
    [
      '',
      'details that the form does not contain are not checked against lists',
      {},
      { sourceOfFunds: 'not a source', transferPurpose: 'x' },
    ],
    ['NOT_VALID transferNature', 'nature x is unknown', { target: 'BRL' }, { transferNature: 'x' }],
  ])('finds "%s", because %s', (found, _, changes, details) => {
    const faults = checkTransferDetails({ ...facts, ...changes }, details)
    expect(faults.map(({ code, path }) => `${code} ${path}`).join(', ')).toBe(found)
    for (const { message } of faults) expect(message.length).toBeGreaterThan(5)
  })
})

describe('form and check', () => {
  const anyFacts = fc.record({
    target: fc.constantFrom(...targetCurrencies),
    payOut: fc.constantFrom('BANK_TRANSFER', 'SWIFT'),
    targetAmountMinor: fc.constantFrom(1_00n, 80_000_00n, 80_000_01n, 900_000_00n),
    senderType: fc.constantFrom('PERSONAL', 'BUSINESS'),
    recipientLegalType: fc.constantFrom('PRIVATE', 'BUSINESS'),
  }) satisfies fc.Arbitrary<TransferFacts>
  // The index of the chosen value. The last value of a list may add another field.
  const choiceIndex = fc.constantFrom(0, -1)

  it('agree: a filled form passes', () => {
    fc.assert(
      fc.property(anyFacts, choiceIndex, (some, choice) => {
        expect(checkTransferDetails(some, fill(some, choice))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it('agree: each missing detail is REQUIRED exactly if the form requires it', () => {
    fc.assert(
      fc.property(anyFacts, choiceIndex, (some, choice) => {
        const filled = fill(some, choice)
        for (const { key, required } of inputsOf(some, filled)) {
          const { [key]: _, ...rest } = filled
          const faults = checkTransferDetails(some, rest)
          expect(faults.map(({ code, path }) => [code, path])).toEqual(
            required ? [['REQUIRED', key]] : [],
          )
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('agree: each detail that the form does not allow is NOT_VALID under its key', () => {
    fc.assert(
      fc.property(anyFacts, choiceIndex, (some, choice) => {
        const filled = fill(some, choice)
        for (const input of inputsOf(some, filled)) {
          const broken = { ...filled, [input.key]: invalidValueFor(input) }
          const faults = checkTransferDetails(some, broken)
          expect(faults[0]).toMatchObject({ code: 'NOT_VALID', path: input.key })
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

function inputsOf(some: TransferFacts, chosen: TransferDetails): TransferInput[] {
  return transferRequirements({ ...some, chosen }).flatMap(({ fields }) =>
    fields.flatMap(({ group }) => group),
  )
}

/** Fills the form until a refresh adds no field. */
function fill(some: TransferFacts, choice: number): TransferDetails {
  const filled: { -readonly [K in keyof TransferDetails]?: string } = {}
  for (;;) {
    const open = inputsOf(some, filled).filter(({ key }) => filled[key] === undefined)
    if (open.length === 0) return filled
    for (const input of open) filled[input.key] = valueFor(input, choice)
  }
}

function valueFor({ valuesAllowed, maxLength }: TransferInput, choice: number): string {
  return valuesAllowed?.at(choice)?.key ?? 'a'.repeat(maxLength ?? 1)
}

function invalidValueFor({ valuesAllowed, maxLength }: TransferInput): string {
  return valuesAllowed === null ? 'a'.repeat((maxLength ?? 0) + 1) : 'not a listed value'
}
