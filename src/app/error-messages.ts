// The declared messages of errors, by which the log of requests explains the codes that it keeps (D130). A declaration is
// the same for every request, so its message repeats nothing that a client has sent.

import type { Endpoint } from '../kernel/endpoint.ts'
import type { LoggedError, MessageOf } from '../requests/index.ts'
import { BadText } from './http/body/body-text.ts'
import { FormMalformed } from './http/body/form.ts'
import {
  NotJson,
  TooDeep,
  TooManyFields,
  TooManyItems,
  UnsupportedContentType,
} from './http/body/parse-body.ts'
import { Incomplete, NoRoom, TooLarge, TooManyUnfinished } from './http/body/read-body.ts'
import { TwoSpellings } from './http/dialect/rules.ts'
import { DatabaseUnreachable, Internal, MethodNotAllowed, UnknownRoute } from './http/errors.ts'
import { Overloaded } from './http/limits/admission.ts'
import { requestTimeout } from './http/limits/connections.ts'
import { defaultRequestLimits } from './http/limits/request-limits.ts'
import { NoSlot, TooManyUploads } from './http/limits/upload-slots.ts'
import { commonErrors } from './http/runner/request-runner.ts'
import { unknownRoute } from './http/unknown-route.ts'
import { malformedKinds } from './http/validation.ts'
import { commonKindsOf, commonReplies } from './openapi/replies.ts'

type DeclaredError = { readonly code: string; readonly message: string; readonly path?: string }

/** Errors that a request of any operation may get although the operation does not declare them. */
const errorsOfAnyOperation: readonly DeclaredError[] = [
  ...Object.values(malformedKinds),
  ...commonErrors,
  BadText,
  FormMalformed,
  NotJson,
  TooDeep,
  TooManyItems,
  TooManyFields,
  TwoSpellings,
  UnsupportedContentType,
  TooLarge,
  Incomplete,
  requestTimeout(defaultRequestLimits.bodyMs),
  TooManyUnfinished,
  TooManyUploads,
  NoRoom,
  NoSlot,
  Overloaded,
  DatabaseUnreachable,
  Internal,
  // The two codes in the form of OAuth (`OauthFailure`) for a token that is missing or that the operation does not accept.
  ...['unauthorized', 'invalid_token'].map((code) => ({
    code,
    message: String(commonReplies['Unauthorized']?.['description']),
  })),
]

/**
 * Returns the function that finds the message of an error of an operation. `endpoints` is called when the first message is
 * looked up.
 */
export function errorMessages(endpoints: () => readonly Endpoint[]): MessageOf {
  let declared: Map<string, readonly DeclaredError[]> | undefined
  return (operation, error) => {
    declared ??= new Map<string, readonly DeclaredError[]>([
      [unknownRoute.operationId, [UnknownRoute, MethodNotAllowed]],
      ...endpoints().map(
        (endpoint) =>
          [endpoint.operationId, [...endpoint.errors, ...commonKindsOf(endpoint)]] as const,
      ),
    ])
    return (
      messageAmong(declared.get(operation) ?? [], error) ??
      messageAmong(errorsOfAnyOperation, error)
    )
  }
}

/**
 * Of several declarations with the code, the declaration for the field of the error applies. When no declaration or several
 * declarations are for that field, the message states each possible reason.
 */
function messageAmong(
  declared: readonly DeclaredError[],
  { code, path }: LoggedError,
): string | undefined {
  const ofCode = declared.filter((error) => error.code === code)
  const ofField = ofCode.filter((error) => error.path === path)
  const reasons = new Set((ofField.length > 0 ? ofField : ofCode).map(({ message }) => message))
  return reasons.size === 0 ? undefined : [...reasons].join(' Or: ')
}
