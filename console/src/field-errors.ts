// The messages of refusals, by the fields that they concern.

import { GodwitError } from '@godwit/sdk'

type Reason = GodwitError['reasons'][number]

/** The message and the code of the first reason that names `path`, or a field within it; undefined without such a reason. */
export function errorAt(error: unknown, path: string): string | undefined {
  const [reason] = reasonsAt(error, path)
  return reason && `${reason.message} (${reason.code})`
}

/**
 * The messages of the reasons that name `path`, for forms that people fill in: without codes, and with the label of the field
 * instead of its key. `ErrorNotice` shows the codes.
 */
export function messageAt(error: unknown, path: string, label: string): string | undefined {
  const messages = reasonsAt(error, path).map(({ message }) =>
    message.startsWith(`${path} `) ? `${label}${message.slice(path.length)}` : message,
  )
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ')
}

function reasonsAt(error: unknown, path: string): readonly Reason[] {
  return error instanceof GodwitError ? error.reasons.filter((reason) => isAt(reason, path)) : []
}

/** Whether a reason names a field, or a field within it. Forms name their fields without the `details.` of the API. */
export function isAt({ path }: Reason, field: string): boolean {
  return `${path?.replace(/^details\./, '')}.`.startsWith(`${field}.`)
}
