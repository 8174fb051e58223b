// The rule for dates of birth, which profiles, officers and originators share.

import { readDay } from './wire.ts'

/** The youngest and the oldest age in full years that are allowed. */
export type AgeYears = { readonly min: number; readonly max: number }

type BirthDateFault = {
  readonly reason: 'malformed' | 'future' | 'too-young' | 'too-old'
  /** What the date must be, without the name of the field. */
  readonly message: string
}

/** Returns what is wrong with a date of birth; undefined when it is acceptable. Without `age`, every age is allowed. */
export function birthDateFault(
  text: string,
  today: Temporal.PlainDate,
  age?: AgeYears,
): BirthDateFault | undefined {
  const date = readDay(text)
  if (date === undefined) return { reason: 'malformed', message: 'must be a date: send YYYY-MM-DD' }
  if (Temporal.PlainDate.compare(date, today) > 0)
    return { reason: 'future', message: 'must not be in the future' }
  if (age === undefined) return undefined
  const { years } = date.until(today, { largestUnit: 'years' })
  if (years < age.min)
    return { reason: 'too-young', message: `must be at least ${age.min} years ago` }
  return years > age.max
    ? { reason: 'too-old', message: `must be less than ${age.max + 1} years ago` }
    : undefined
}
