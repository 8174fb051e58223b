// The messages of refusals, by the fields that they concern.

import { GodwitError } from '@godwit/sdk'

/** The message and the code of the reason that names `path`, or a field within it. Forms name their fields without the `details.` of the API. */
export function errorAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof GodwitError)) return undefined
  const reason = error.reasons.find((each) =>
    `${each.path?.replace(/^details\./, '')}.`.startsWith(`${path}.`),
  )
  return reason && `${reason.message} (${reason.code})`
}
