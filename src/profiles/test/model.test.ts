import { describe, expect, it } from 'vitest'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/ids.ts'
import { ProfileMissing, UpdateWindowClosed, WebpageMissing } from '../errors.ts'
import {
  checkChangeable,
  checkMayTransfer,
  checkOwnProfile,
  fullName,
  primaryAddress,
  transferErrors,
  transferProblem,
} from '../model.ts'
import { parseBusiness } from '../rules/business.ts'
import type { Address, Details } from '../rules/details.ts'
import { parsePersonal } from '../rules/personal.ts'
import { ann, limitedCompany, today } from './rule-inputs.ts'

const person = (input: object = {}): Details => ({
  type: 'PERSONAL',
  details: parsePersonal({ ...ann, ...input }, { today }).details,
})
const business = (input: object = {}): Details => ({
  type: 'BUSINESS',
  details: parseBusiness({ ...limitedCompany, ...input }, { today }).details,
})

describe('transferProblem', () => {
  const kana = { firstNameInKana: 'アン', lastNameInKana: 'サンプル' }
  const other = { companyType: 'OTHER', webpage: 'example.com', descriptionOfBusiness: 'Pianos.' }

  it.each([
    [person(), 'GBP', 'none', 'only transfers from JPY need katakana'],
    [person(), 'JPY', 'profile.kana-names.missing', 'both names in katakana are missing'],
    [
      person({ firstNameInKana: 'アン' }),
      'JPY',
      'profile.kana-names.missing',
      'the last name in katakana is missing',
    ],
    [person(kana), 'JPY', 'none', 'both names in katakana are present'],
    [business(), 'JPY', 'none', 'a business needs no katakana names'],
    [business(other), 'GBP', 'none', 'web page and description are present'],
    [
      business({ ...other, descriptionOfBusiness: undefined }),
      'GBP',
      'profile.description.missing',
      'type OTHER needs a description',
    ],
    [
      business({ ...other, webpage: undefined }),
      'GBP',
      'profile.webpage.missing',
      'type OTHER needs a web page',
    ],
  ])('of %j sending %s is %s, because %s', (profile, currency, expected, _because) => {
    const problem = transferProblem(profile, currency)
    expect(problem === undefined ? 'none' : problem.code).toBe(expected)
    if (problem !== undefined) expect(transferErrors).toContain(problem)
  })

  it('checkMayTransfer refuses with the same problem, and accepts a profile without one', () => {
    const withoutPage = business({ ...other, webpage: undefined })
    expect(() => checkMayTransfer(withoutPage, 'GBP')).toThrow(
      expect.objectContaining({ faults: [{ kind: WebpageMissing }] }),
    )
    expect(() => checkMayTransfer(business(other), 'GBP')).not.toThrow()
  })
})

it('fullName is the name of a business, and both names of a person', () => {
  expect(fullName(business())).toBe('Sample Ltd')
  expect(fullName(person())).toBe('Ann Sample')
})

describe('primaryAddress', () => {
  const address = (id: number, role: Address['role']) => ({ id, role }) as Address
  it.each<[Address[], number | undefined, string]>([
    [[], undefined, 'the profile has no address'],
    [[address(1, 'OPERATIONAL'), address(2, null)], undefined, 'neither address is primary'],
    [[address(1, 'OPERATIONAL'), address(2, 'PRIMARY')], 2, 'the second address is primary'],
    [[address(1, 'PRIMARY'), address(2, null)], 1, 'the first address is primary'],
  ])('of %j is %s, because %s', (addresses, id) => {
    expect(primaryAddress({ addresses })?.id).toBe(id)
  })
})

describe('D35: checkChangeable', () => {
  it.each([
    ['refuses', true, 'CLOSED', 'the details were verified'],
    ['accepts', true, 'OPEN', 'the window is open'],
    ['accepts', false, 'CLOSED', 'the details are not verified yet'],
    ['accepts', false, 'OPEN', 'the details are not verified yet'],
  ] as const)(
    '%s a change of a profile with verified %s and window %s, because %s',
    (result, verified, updateWindow, _) => {
      const check = () => checkChangeable({ verified, updateWindow })
      const refusal = expect.objectContaining({ faults: [{ kind: UpdateWindowClosed }] })
      if (result === 'refuses') expect(check).toThrow(refusal)
      else expect(check).not.toThrow()
    },
  )
})

describe('checkOwnProfile', () => {
  const ids = [101, 102] as Id<'profile'>[]
  const caller = { profiles: ids.map((id) => ({ id })) } as unknown as UserCaller

  it('accepts each profile of the caller', () => {
    for (const id of ids) expect(() => checkOwnProfile(caller, id)).not.toThrow()
  })

  it.each([
    ['without a path', 'profile', 'most requests have this field', undefined],
    ['with the path profileId', 'profileId', 'this request has another field', 'profileId'],
  ])(
    '%s, the refusal of another profile has the path %s, because %s',
    (_how, path, _because, sentPath) => {
      const other = 103 as Id<'profile'>
      expect(() => checkOwnProfile(caller, other, sentPath)).toThrow(
        expect.objectContaining({ faults: [{ kind: ProfileMissing, path, arguments: [103] }] }),
      )
    },
  )
})
