// Refused fields: the message beside its field.

import { GodwitError } from '@godwit/sdk'

/** The message and the code of the reason that names `path`, or a field within it. */
export function errorAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof GodwitError)) return undefined
  const reason = error.reasons.find(
    (each) => each.path === path || each.path?.startsWith(`${path}.`),
  )
  return reason && `${reason.message} (${reason.code})`
}
