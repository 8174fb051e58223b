import type { LoggedRequest } from '@godwit/sdk'

type Absence = NonNullable<LoggedRequest['requestBodyAbsence']>

/** 16 KiB is `BODY_KEPT_BYTES_MAX` of the service. */
const texts: Readonly<Record<Absence, string>> = {
  notSent: 'The request had no body.',
  secret:
    'The log has no body of this request: the request was refused, and the operation has a secret field or the service did not accept the token. A secret may then be in any field.',
  large:
    'The log has no body of this request: the body is larger than 16 KiB, or its size was not sent.',
  notRead:
    'The log has no body of this request: the request was refused before its body was read, or the body is not JSON.',
  undeclared:
    'The log has no body of this request: each field of the body is a secret or unknown to the operation.',
}

/** Why the log has no body of the request; undefined when the log has the body, or keeps no bodies at all. */
export function bodyAbsenceText({ requestBodyAbsence }: LoggedRequest): string | undefined {
  return requestBodyAbsence === null ? undefined : texts[requestBodyAbsence]
}

/** Whether the request had a body that the log does not have. */
export function hasLostBody({ requestBodyAbsence }: LoggedRequest): boolean {
  return requestBodyAbsence !== null && requestBodyAbsence !== 'notSent'
}
