import type { LoggedRequest } from '@godwit/sdk'

type Absence = NonNullable<LoggedRequest['requestBodyAbsence']>

const texts: Readonly<Record<Absence, string>> = {
  notSent: 'The request had no body.',
  secret:
    'The log has no body of this request: the operation has a secret field, and the secret of a refused request may be in a wrong field.',
  large: 'The log has no body of this request: it is larger than 16 KiB, or its size was not sent.',
  notRead:
    'The log has no body of this request: it was refused before its body was read, or its body is not JSON.',
  undeclared:
    'The log has no body of this request: each of its fields is a secret, or the operation does not declare it.',
}

/** Why the log has no body of the request; undefined when it has one. */
export function bodyAbsenceText({ requestBodyAbsence }: LoggedRequest): string | undefined {
  return requestBodyAbsence === null ? undefined : texts[requestBodyAbsence]
}

/** Whether the request had a body that the log does not have. */
export function hasLostBody({ requestBodyAbsence }: LoggedRequest): boolean {
  return requestBodyAbsence !== null && requestBodyAbsence !== 'notSent'
}
