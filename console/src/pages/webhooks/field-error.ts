import { GodwitError } from '@godwit/sdk'

/** The message of the reason that names the field, with its code. */
export function errorAt(error: unknown, path: string): string | undefined {
  const reasons = error instanceof GodwitError ? error.reasons : []
  const reason = reasons.find((each) => each.path === path)
  return reason && `${reason.message} (${reason.code})`
}
