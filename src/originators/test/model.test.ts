import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { readOriginator } from '../model.ts'
import type { OriginatorIn } from '../schemas.ts'
import { referenceAliases, rules } from './rules.ts'
import { company, person } from './transfer-bodies.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')

/** The faults of an originator, as `CODE path`. */
function faultsOf(originator: OriginatorIn): string[] {
  try {
    readOriginator(originator, now)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.faults.map(({ kind, path }) => `${kind.code} ${path}`)
  }
}

describe('an originator', () => {
  it.each([...rules, ...referenceAliases])('%s', (_, base, change, faults) => {
    expect(faultsOf({ ...base, ...change } as OriginatorIn)).toEqual(faults)
  })

  it('may be born today', () => {
    expect(faultsOf({ ...person, dateOfBirth: '2026-01-05' } as OriginatorIn)).toEqual([])
  })

  const messages: [change: object, message: string, values: string[] | undefined][] = [
    [{ reference: ' ' }, 'reference is required', undefined],
    [{ legalEntityType: 'TRUST' }, 'legalEntityType must be PRIVATE or BUSINESS', ['TRUST']],
    [{ dateOfBirth: '1990' }, 'dateOfBirth must be a date: send YYYY-MM-DD', ['1990']],
    [{ dateOfBirth: '2026-01-06' }, 'dateOfBirth must not be in the future', ['2026-01-06']],
    [
      { address: { ...person.address, countryCode: 'GBR' } },
      'address.countryCode must be an ISO 3166-1 country code of two letters',
      ['GBR'],
    ],
    [
      { address: { ...person.address, countryCode: 'US', stateCode: 'XX' } },
      'address.stateCode must be the code of a state of address.countryCode',
      ['XX'],
    ],
    [
      { address: { ...person.address, city: 'Lon\ndon' } },
      'address.city must be one line of text',
      ['Lon\ndon'],
    ],
    [
      { externalId: 'c' },
      'externalId and reference are the same field. Send one of them, or the same text in both.',
      undefined,
    ],
    [
      { ...company, name: { ...company.name, middleNames: ['Jane'] }, dateOfBirth: undefined },
      'Send name.middleNames for a PRIVATE originator only',
      undefined,
    ],
  ]
  it.each(messages)('with %j is refused with the message %j', (change, message, values) => {
    const faults = [expect.objectContaining({ message, ...(values && { arguments: values }) })]
    expect(() => readOriginator({ ...person, ...change } as OriginatorIn, now)).toThrow(
      expect.objectContaining({ faults }),
    )
  })

  it.each([
    [
      { reference: ' customer-7 ', externalId: 'customer-7' },
      'customer-7',
      'surrounding spaces do not count',
    ],
    [
      { reference: 'customer-7', externalId: ' customer-7 ' },
      'customer-7',
      'surrounding spaces do not count',
    ],
    [{ reference: ' ', externalId: ' c ' }, 'c', 'a blank reference is absent'],
  ])('with %j is stored with the reference %j, because %s', (change, reference, _because) => {
    const originator = readOriginator({ ...person, ...change } as OriginatorIn, now)
    expect(originator.reference).toBe(reference)
  })

  it('is stored with a patronymic, and with all names in its full name', () => {
    const name = {
      givenName: 'Nora',
      middleNames: ['Jane', 'May'],
      familyName: 'Sample',
      patronymicName: 'Ivanovna',
    }
    expect(readOriginator({ ...person, name } as OriginatorIn, now).name).toEqual({
      ...name,
      fullName: 'Nora Jane May Ivanovna Sample',
    })
  })

  it('is stored as it is sent when it is a business', () => {
    expect(readOriginator(company as OriginatorIn, now)).toStrictEqual(company)
  })

  it('is stored trimmed, with upper-case codes and a full name', () => {
    const input = {
      ...person,
      externalId: 'customer-7',
      name: { givenName: ' Nora ', middleNames: [' Jane ', ' '], familyName: 'Sample' },
      address: { ...person.address, countryCode: 'us', stateCode: 'ny' },
    }
    expect(readOriginator(input, now)).toEqual({
      ...person,
      name: {
        givenName: 'Nora',
        middleNames: ['Jane'],
        familyName: 'Sample',
        fullName: 'Nora Jane Sample',
      },
      address: { ...person.address, countryCode: 'US', stateCode: 'NY' },
    })
  })
})
