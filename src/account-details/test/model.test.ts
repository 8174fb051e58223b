import isoCountries from 'i18n-iso-countries'
import { describe, expect, it } from 'vitest'
import { stateCodesOf } from '../../corridors/index.ts'
import { eligibilityOf } from '../eligibility.ts'
import {
  orderStatus,
  type RequirementStatus,
  reasonFaults,
  requirementsOf,
  shownStatus,
  storedNumber,
  verificationStatus,
} from '../model.ts'
import { isReturnReason, returnReasons } from '../payments/return-reasons.ts'

/** In the titles of tests, `absent` stands for undefined. */
const presentText = (text: string) => (text === 'absent' ? undefined : text)

describe('D54: the status of an order', () => {
  it.each<[RequirementStatus, RequirementStatus | null, boolean, string, string]>([
    ['PENDING_USER', null, true, 'PENDING_USER', 'the user is not verified'],
    ['PENDING_TW', null, true, 'PENDING_TW', 'the service checks a document'],
    ['DONE', null, true, 'DONE', 'nothing else is required'],
    ['DONE', 'PENDING_USER', true, 'PENDING_USER', 'the fee is not paid'],
    ['PENDING_TW', 'PENDING_USER', true, 'PENDING_USER', 'the user has to act first'],
    ['PENDING_USER', 'DONE', true, 'PENDING_USER', 'the fee alone is not enough'],
    ['DONE', 'DONE', true, 'DONE', 'all requirements are done'],
    ['DONE', 'DONE', false, 'REQUIREMENTS_FULFILLED', 'D86: no issuer is connected'],
    ['PENDING_TW', null, false, 'PENDING_TW', 'a requirement is open'],
  ])('with VERIFICATION %s, TOP_UP %s and hasIssuer %s it is %s, because %s', (...row) => {
    const [verification, topUp, hasIssuer, status] = row
    expect(orderStatus({ verification, topUp }, hasIssuer)).toBe(status)
  })

  it('is shown as PENDING_TW while only the issuing is missing, and otherwise unchanged', () => {
    expect(shownStatus('REQUIREMENTS_FULFILLED')).toBe('PENDING_TW')
    expect(shownStatus('DONE')).toBe('DONE')
    expect(shownStatus('PENDING_USER')).toBe('PENDING_USER')
  })
})

describe('the requirements of an order', () => {
  it('have no TOP_UP where no fee is due', () => {
    const verification = { type: 'VERIFICATION', status: 'DONE' }
    expect(requirementsOf({ verification: 'DONE', topUp: null })).toEqual([verification])
    expect(requirementsOf({ verification: 'DONE', topUp: 'PENDING_USER' })).toEqual([
      verification,
      { type: 'TOP_UP', status: 'PENDING_USER' },
    ])
  })

  it.each<[RequirementStatus, boolean, boolean, RequirementStatus, string]>([
    ['PENDING_USER', false, false, 'PENDING_USER', 'the profile has sent no document'],
    ['PENDING_USER', false, true, 'PENDING_TW', 'D44: a document waits'],
    ['PENDING_TW', false, false, 'PENDING_USER', 'the document was refused'],
    ['PENDING_USER', true, false, 'DONE', 'the profile is verified'],
    ['PENDING_TW', true, true, 'DONE', 'the profile is verified'],
    ['DONE', false, false, 'DONE', 'D42: the requirement stays DONE'],
  ])('VERIFICATION %s with verified %s and hasDocument %s becomes %s, because %s', (...row) => {
    const [before, verified, hasDocument, after] = row
    expect(verificationStatus(before, { verified, hasDocument })).toBe(after)
  })
})

describe('B 4.8: the reason of a return', () => {
  it('is one of six, in capitals', () => {
    expect(returnReasons).toHaveLength(6)
    expect(returnReasons.every(isReturnReason)).toBe(true)
    expect(isReturnReason('customer_request')).toBe(false)
  })

  it.each([
    ['LOCAL', 'absent', true, 'a local payment needs no reason'],
    ['LOCAL', 'REGULATORY', true, 'a local payment may have a reason'],
    ['LOCAL', 'regulatory', false, 'reasons are in capitals'],
    ['SWIFT', 'absent', false, 'a SWIFT payment needs a reason'],
    ['SWIFT', 'CLOSED_ACCOUNT', true, 'the reason is one of the six'],
    ['SWIFT', 'UNKNOWN', false, 'the reason is not one of the six'],
  ] as const)('of a %s payment may be %s: %s, because %s', (...row) => {
    const [kind, reason, isValid] = row
    const codes = reasonFaults(kind, presentText(reason)).map((fault) => fault.kind.code)
    expect(codes).toEqual(isValid ? [] : ['error.payment-return.invalid'])
  })
})

describe('a number of an account', () => {
  it.each([
    [' gb25 GDWT-09030700000042', 'GB25GDWT09030700000042'],
    ['09.03/07_00000042', '09.03/07_00000042'],
  ])(
    '%j is looked up as %s: in capitals, and only blanks and dashes are removed',
    (entered, stored) => {
      expect(storedNumber(entered)).toBe(stored)
    },
  )
})

describe('D51: eligibility', () => {
  it.each([
    ['GB', 'absent', 'eligible', 'FULL', 'pounds have account details'],
    ['DE', 'absent', 'eligible', 'FULL', 'euros have account details'],
    ['BR', 'absent', 'eligible', 'FULL', 'the country has a card program'],
    [
      'IN',
      'absent',
      'eligible',
      'RECEIVE_ONLY',
      'the country has neither account details nor a card program',
    ],
    ['US', 'NY', 'eligible', 'FULL', 'NY is a state'],
    ['US', 'ZZ', 'invalid.state', 'INELIGIBLE', 'ZZ is not a state'],
    ['CA', 'ZZ', 'eligible', 'FULL', 'only the states of US are checked'],
    ['KP', 'absent', 'invalid.country', 'INELIGIBLE', 'the country is excluded'],
    ['absent', 'absent', 'eligible', 'FULL', 'a profile without an address is not excluded'],
  ])(
    'with the country %s and the state %s is %s with the account type %s, because %s',
    (...row) => {
      const [country, state, code, type] = row
      const residence = { country: presentText(country), state: presentText(state) }
      const found = eligibilityOf(residence, 'sandbox')
      expect([found.eligibilityCode, found.accountType]).toEqual([code, type])
      expect(found.eligible).toBe(code === 'eligible')
      expect(found.ineligibilityReason === null).toBe(found.eligible)
    },
  )

  it('excludes seven countries and no other', () => {
    const excluded = Object.keys(isoCountries.getAlpha2Codes()).filter(
      (country) => !eligibilityOf({ country, state: undefined }, 'sandbox').eligible,
    )
    expect(excluded.sort().join(' ')).toBe('AF BY CU IR KP RU SY')
  })

  it('D86: is RECEIVE_ONLY in live mode where only a card program would make it FULL', () => {
    const typeIn = (country: string) =>
      eligibilityOf({ country, state: undefined }, 'live').accountType
    expect([typeIn('BR'), typeIn('GB')]).toEqual(['RECEIVE_ONLY', 'FULL'])
  })

  it('includes every state of US', () => {
    const states = stateCodesOf('US') ?? []
    expect(states.length).toBeGreaterThan(49)
    for (const state of states)
      expect(eligibilityOf({ country: 'US', state }, 'sandbox').eligible).toBe(true)
  })
})
