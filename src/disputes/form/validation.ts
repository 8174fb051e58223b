// The field `validation` of a refused request, from which the dynamic-flow client takes the messages of its fields: an
// object that is nested as the model of the form, with a text for each field at fault (Facts 14.5, D82).

import type { Refusal } from '../../kernel/refusal.ts'

export type Validation = { [name: string]: string | Validation }

/** The customer does not see these fields. Without `validation` the client shows a general error instead. */
const HIDDEN: ReadonlySet<string> = new Set(['transaction.transactionId', 'scheme', 'reason'])

/** Undefined when no fault of the refusal names a field that the customer sees. */
export function validationOf({ faults }: Refusal): { validation: Validation } | undefined {
  const validation: Validation = Object.create(null)
  for (const { kind, path = kind.path, message = kind.message } of faults)
    if (path !== undefined && !HIDDEN.has(path)) setMessage(validation, path.split('.'), message)
  return Object.keys(validation).length > 0 ? { validation } : undefined
}

// Objects without a prototype, because a client chooses the names of files.
function setMessage(
  within: Validation,
  [name = '', ...rest]: readonly string[],
  message: string,
): void {
  const present = within[name]
  if (typeof present === 'string') return
  if (rest.length === 0) {
    if (present === undefined) within[name] = message
    return
  }
  const inner: Validation = present ?? Object.create(null)
  within[name] = inner
  setMessage(inner, rest, message)
}
