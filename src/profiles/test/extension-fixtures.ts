// Primary addresses of people, and the inputs of extension forms, for tests.

import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import type { FormInput } from '../../corridors/index.ts'

/** Inserts the primary address by SQL, because the API requires an occupation with an address in some countries. */
export async function insertsPrimaryAddress(
  { db, now }: TestService,
  { personal }: Pick<Person, 'personal'>,
  country: string,
  extraFields: object = {},
): Promise<void> {
  const details = { country, firstLine: '1 Main Street', city: 'Town', ...extraFields }
  await db.pool.query(
    `insert into addresses (profile_id, role, details, created_at, updated_at)
     values ($1, 'PRIMARY', $2, $3, $3)`,
    [personal, JSON.stringify(details), now().toString()],
  )
}

type Form = { fields: readonly { group: readonly FormInput[] }[] }

/** The inputs of the forms in a reply, by key. */
export function inputsOf(forms: readonly Form[]): Map<string, FormInput> {
  const inputs = forms.flatMap(({ fields }) => fields.flatMap(({ group }) => group))
  return new Map(inputs.map((input) => [input.key, input]))
}
