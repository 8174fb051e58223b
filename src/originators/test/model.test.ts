import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { readOriginator } from '../model.ts'
import type { OriginatorIn } from '../schemas.ts'
import { person } from './placing.ts'
import { rules, spellings } from './rules.ts'

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
  it.each([...rules, ...spellings])('%s', (_, base, change, faults) => {
    expect(faultsOf({ ...base, ...change } as OriginatorIn)).toEqual(faults)
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
