// Fills in an account form as a client does: reads it over HTTP, enters a value at each required key, and
// refreshes the form until nothing required is missing.

import type { Person } from '../../../test/support/people.ts'
import type { AccountForm, FormInput } from '../../corridors/index.ts'

/** The values that a client enters, by form key. */
export type FormValues = Readonly<Record<string, string>>

export type Account = {
  currency: string
  type: string
  accountHolderName?: string
  details: Record<string, unknown>
}

export const inputsOf = (form: AccountForm): FormInput[] =>
  form.fields.flatMap(({ group }) => [...group])

/** The form of this type for money from `source`, given the values in `account`. */
async function refreshForm(person: Person, source: string, account: Account): Promise<AccountForm> {
  const query = { source, target: account.currency, sourceAmount: '100' }
  const headers = { 'Accept-Minor-Version': '1' }
  const reply = await person.call('POST /v1/account-requirements', {
    query,
    headers,
    body: account,
  })
  const form = (reply.body as AccountForm[]).find(({ type }) => type === account.type)
  if (form === undefined) throw new Error(`no form ${account.type} for ${account.currency}`)
  return form
}

/** More refreshes than any form of these tests needs, so that a form that is never complete fails its test. */
const ROUNDS_MAX = 5

/** Returns the filled-in account and the fields that its form required in the end. */
export async function fillForm(
  person: Person,
  source: string,
  { currency, type }: Pick<Account, 'currency' | 'type'>,
  values: FormValues,
): Promise<{ account: Account; required: FormInput[] }> {
  let account: Account = { currency, type, details: {} }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const required = inputsOf(await refreshForm(person, source, account)).filter(
      (field) => field.required,
    )
    const missing = required.filter(({ key }) => valueAt(account, key) === undefined)
    if (missing.length === 0) return { account, required }
    for (const input of missing)
      account = withValue(account, input.key, values[input.key] ?? guessValue(input))
  }
  throw new Error(`the form ${type} for ${currency} is incomplete after ${ROUNDS_MAX} refreshes`)
}

function guessValue({ key, example, valuesAllowed }: FormInput): string {
  if (key === 'accountHolderName') return 'Nora Sample'
  return valuesAllowed?.[0]?.key ?? example
}

export function valueAt(account: Account, key: string): unknown {
  if (key === 'accountHolderName') return account.accountHolderName
  if (!key.startsWith('address.')) return account.details[key]
  return (account.details['address'] as FormValues | undefined)?.[key.slice('address.'.length)]
}

/** The account with another value at a form key; undefined removes the value. */
export function withValue(account: Account, key: string, value: string | undefined): Account {
  const { accountHolderName, details, ...rest } = account
  const name = accountHolderName === undefined ? {} : { accountHolderName }
  if (key === 'accountHolderName')
    return { ...rest, details, ...(value !== undefined && { accountHolderName: value }) }
  const changed = key.startsWith('address.')
    ? { address: { ...(details['address'] as object), [key.slice('address.'.length)]: value } }
    : { [key]: value }
  return { ...rest, ...name, details: { ...details, ...changed } }
}
