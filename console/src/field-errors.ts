// The reasons of a refusal as messages for people, and which field of a form each reason names.

import { GodwitError } from '@godwit/sdk'

type Reason = GodwitError['reasons'][number]

/** The message and the code of the first reason that names `path`, or a field within it; undefined without such a reason. */
export function errorAt(error: unknown, path: string): string | undefined {
  const [reason] = reasonsAt(error, path)
  return reason && `${messageOf(reason)} (${reason.code})`
}

/**
 * The messages of the reasons that name `path`, for forms that people fill in: without codes, and with the label of the field
 * instead of its path. `ErrorNotice` shows the codes.
 */
export function messageAt(error: unknown, path: string, label: string): string | undefined {
  const messages = reasonsAt(error, path).map((reason) => {
    const message = messageOf(reason)
    // A message begins with the whole path of the field, or with the path without `details.`.
    const name = [reason.path, path].find((each) => message.startsWith(`${each} `))
    return name === undefined ? message : `${label}${message.slice(name.length)}`
  })
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ')
}

/** The end of the service's message about text that is not an amount. The message explains JSON, which people do not see. */
const NOT_AN_AMOUNT = /must be a number of at most \d+ digits, such as .*$/

/** The message of a reason, for people who have entered the value in a field. */
export function messageOf({ message, arguments: [value] = [] }: Reason): string {
  const isEmpty = typeof value === 'string' && value.trim() === ''
  return message.replace(
    NOT_AN_AMOUNT,
    isEmpty ? 'is required' : 'must be a number such as 1234.50, without thousands separators',
  )
}

function reasonsAt(error: unknown, path: string): readonly Reason[] {
  return error instanceof GodwitError ? error.reasons.filter((reason) => isAt(reason, path)) : []
}

/** Whether a reason names a field, or a field within it. Forms name their fields without the `details.` of the API. */
export function isAt({ path }: Reason, field: string): boolean {
  return `${path?.replace(/^details\./, '')}.`.startsWith(`${field}.`)
}
