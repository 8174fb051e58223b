import { describe, expect, it } from 'vitest'
import { type AccountPurpose, answersOf, purposeFaults } from '../checks/account-purpose.ts'
import {
  awaitsEvidence,
  type Evidence,
  type EvidenceDocument,
  evidenceDocumentTypes,
  evidences,
  firstEvidences,
  isDocument,
  missingEvidences,
  type Submission,
} from '../checks/evidence.ts'
import { evidencesToRequire, isEeaCountry, isEeaCurrency } from '../checks/model.ts'
import { checkStates } from '../states.ts'
import { businessPurpose, modestPurpose } from './verification-fixtures.ts'

const document = (kind: string) => ({ kind }) as Submission
const purpose: Submission = { kind: 'ACCOUNT_PURPOSE' }
const explanation = (details: object): Submission => ({ kind: 'EXPLANATION', details })

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** All codes of `length` capital letters. */
const codesOf = (length: number): string[] =>
  length === 0 ? [''] : codesOf(length - 1).flatMap((code) => ALPHABET.map((each) => code + each))

describe('D46: the European Economic Area', () => {
  it('has ten currencies, and no other code of three letters', () => {
    expect(codesOf(3).filter(isEeaCurrency).join(' ')).toBe(
      'BGN CZK DKK EUR HUF ISK NOK PLN RON SEK',
    )
  })

  it('has thirty countries, and no other code of two letters', () => {
    expect(codesOf(2).filter(isEeaCountry).join(' ')).toBe(
      'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
    )
  })

  it('does not contain a profile without an address', () => {
    expect(isEeaCountry(undefined)).toBe(false)
  })
})

describe('the evidence of a check', () => {
  it.each<[Evidence[], Submission[], Evidence[], string]>([
    [['INCOME'], [], ['INCOME'], 'nothing was sent'],
    [[...firstEvidences.PERSONAL], [purpose], [], 'the account purpose has all of these answers'],
    [[...firstEvidences.BUSINESS], [purpose], [], 'the account purpose has all of these answers'],
    [['SOURCE_OF_INCOME'], [purpose], [], 'the account purpose names the source'],
    [
      ['SOURCE_OF_WEALTH'],
      [purpose],
      ['SOURCE_OF_WEALTH'],
      'an answer does not count as a document',
    ],
    [['ID_PROOF'], [document('SOURCE_OF_WEALTH')], ['ID_PROOF'], 'the document is of another type'],
    [['ID_PROOF'], [document('ID_PROOF')], [], 'the document is of this type'],
    [
      ['INCOME'],
      [document('SOURCE_OF_WEALTH')],
      ['INCOME'],
      'a document does not count as an answer',
    ],
    [
      ['INCOME_EXPLANATION'],
      [explanation({ incomeExplanation: 'x' })],
      [],
      'the income was explained',
    ],
    [
      ['INCOME_EXPLANATION'],
      [explanation({ accountPurposeExplanation: 'x' })],
      ['INCOME_EXPLANATION'],
      'only the account purpose was explained',
    ],
    [
      ['ACCOUNT_PURPOSE_EXPLANATION'],
      [explanation({ accountPurposeExplanation: 'x' })],
      [],
      'the account purpose was explained',
    ],
    [
      ['INCOME', 'ID_PROOF', 'ADDRESS_PROOF'],
      [document('ADDRESS_PROOF'), purpose],
      ['ID_PROOF'],
      'the other two pieces of evidence were sent',
    ],
    [[], [], [], 'nothing is required'],
  ])(
    'when %j is required and %j was sent, %j is missing, because %s',
    (required, sent, missing) => {
      expect(missingEvidences(required, sent)).toEqual(missing)
    },
  )

  it('nothing is missing after everything that a review can require was sent', () => {
    const everything = [
      purpose,
      ...evidences.map((kind) => document(kind)),
      explanation({ incomeExplanation: 'x', accountPurposeExplanation: 'y' }),
    ]
    expect(missingEvidences(evidences, everything)).toEqual([])
    expect(missingEvidences(evidences, [])).toEqual(evidences)
  })

  it('D46a: the first evidence is the answers that the type of profile requires', () => {
    expect(firstEvidences).toEqual({
      PERSONAL: ['ACCOUNT_PURPOSE', 'USE_CASE_COUNTRIES', 'ANNUAL_VOLUME', 'INCOME'],
      BUSINESS: ['BUSINESS_USE', 'USE_CASE_COUNTRIES', 'MONTHLY_VOLUME', 'SOURCE_OF_FUNDING'],
    })
  })

  it('isDocument is true for evidence that is neither an answer nor an explanation', () => {
    const kinds = ['ACCOUNT_PURPOSE', 'EXPLANATION', ...evidenceDocumentTypes] as const
    expect(kinds.filter(isDocument)).toEqual(evidenceDocumentTypes)
  })

  it('D46a: awaitsEvidence is true in REQUIRED and EVIDENCE_REQUIRED only', () => {
    expect(checkStates.states.filter(awaitsEvidence)).toEqual(['REQUIRED', 'EVIDENCE_REQUIRED'])
  })
})

describe('the answers about the account purpose', () => {
  it('are those of the type of the profile, and others are dropped', () => {
    const both = { ...modestPurpose, ...businessPurpose } as AccountPurpose
    expect(answersOf('PERSONAL', both)).toEqual({
      ...modestPurpose,
      intendedCountries: businessPurpose.intendedCountries,
    })
    expect(answersOf('BUSINESS', both)).toEqual(businessPurpose)
    expect(purposeFaults('PERSONAL', both)).toEqual([])
  })

  it('have a fault for each missing field, before those for unknown countries', () => {
    const faults = purposeFaults('BUSINESS', { intendedCountries: ['DEU', 'XXX'] })
    expect(faults.map(({ kind, path }) => `${kind.status} ${path}`)).toEqual([
      '400 businessUse',
      '400 mainSourceOfFunding',
      '400 monthlyAnticipatedVolume',
      '422 intendedCountries.1',
    ])
    expect(faults.map(({ message }) => message).slice(-2)).toEqual([
      'monthlyAnticipatedVolume is required',
      'intendedCountries.1 must be an ISO 3166-1 alpha-3 country code in capitals',
    ])
    expect(faults.at(-1)?.arguments).toEqual(['XXX'])
    expect(purposeFaults('PERSONAL', {}).map(({ path }) => path)).toEqual([
      'accountPurpose',
      'intendedCountries',
      'yearlyAnticipatedVolume',
      'mainSourceOfIncome',
      'annualIncome',
    ])
  })
})

describe('D47a: an automatic review', () => {
  const wealth = ['SOURCE_OF_WEALTH']

  it.each([
    ['2351_6000', '11501_19000', [], 'the income covers the whole bracket'],
    ['6001_11500', '11501_19000', [], 'the lowest income is just above the highest volume'],
    ['11501_60000', '11501_19000', wealth, 'the volume may exceed the income'],
    ['0_2350', '0_11500', wealth, 'there may be no income at all'],
    ['60001_175000', '75001_+', wealth, 'the volume may exceed the income'],
    ['175001_+', '75001_+', wealth, 'the highest volume has no upper bound'],
  ])('of the volume %s with the income %s requires %j, because %s', (volume, income, expected) => {
    const answers = {
      ...modestPurpose,
      yearlyAnticipatedVolume: volume,
      annualIncome: income,
    } as AccountPurpose
    expect(evidencesToRequire(answers, [])).toEqual(expected)
  })

  it.each([
    [{ mainSourceOfIncome: 'OTHER' }, wealth, 'OTHER does not name the source'],
    [{ mainSourceOfFunding: 'OTHER' }, wealth, 'OTHER does not name the source'],
    [{ mainSourceOfFunding: 'GRANTS' }, [], 'GRANTS names the source'],
    [{ yearlyAnticipatedVolume: '175001_+' }, [], 'there is no income to compare with'],
    [{ annualIncome: '0_11500' }, [], 'there is no volume to compare with'],
  ] as [AccountPurpose, string[], string][])(
    'of %j requires %j, because %s',
    (answers, expected) => {
      expect(evidencesToRequire(answers, [])).toEqual(expected)
    },
  )

  it('requires nothing when the customer sent no answers', () => {
    expect(evidencesToRequire(undefined, [])).toEqual([])
  })

  it.each<[EvidenceDocument[], string[], string]>([
    [['SOURCE_OF_WEALTH'], [], 'the document explains the wealth'],
    [['ID_PROOF', 'ADDRESS_PROOF'], wealth, 'other documents explain nothing'],
  ])('with the documents %j requires %j, because %s', (documents, expected) => {
    expect(evidencesToRequire({ mainSourceOfIncome: 'OTHER' }, documents)).toEqual(expected)
  })
})
