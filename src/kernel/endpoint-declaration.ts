// The part of an endpoint's declaration that does not depend on its schemas: route, access, repetition, errors and replies.

import type { TSchema } from 'typebox'
import type { TokenRule } from './caller.ts'
import type { MediaType } from './documents/document.ts'
import type { ErrorKind } from './refusal.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

export type Access<K extends TokenRule = TokenRule> = {
  readonly token: K
  /** An application may also authenticate with its key and secret (Basic authentication). */
  readonly basic?: true
  /** The path parameter of the resource that the caller must own. A resource of another owner is a 404, never a 403. */
  readonly owns?: 'profileId' | 'userId' | 'clientKey'
  /** The action that strong customer authentication protects (security/actions.ts). */
  readonly sca?: ScaAction
}

/** The name of a protected action, as one-time tokens contain it: `BALANCE__GET_STATEMENT`. */
export type ScaAction = `${Uppercase<string>}__${Uppercase<string>}`

/**
 * The effect of a repeated request without an idempotency key: nothing new (`same`), the same effect once more
 * (`another`), or a refusal with this error. `refusalStatus`: the refusal is a page, or its code is not among the `errors`
 * of this endpoint.
 */
export type OnRepeat = 'same' | 'another' | ErrorKind | { readonly refusalStatus: number }

export type EndpointDeclaration<K extends TokenRule> = {
  readonly id: `${string}.${string}`
  /** The method of generated clients, such as `createTransfer`. */
  readonly operationId: string
  readonly route: Route
  /** Other routes to the same operation. */
  readonly aliases?: readonly Route[]
  readonly summary: string
  /** The section of the specification, or the decision, that requires this operation. */
  readonly spec: string
  readonly access: Access<K>
  /**
   * Whether the operation uses X-idempotence-uuid. Other operations ignore the header: clients send it with every
   * request, and a stored reply would give them an old quote (D91). Stored replies and hashes of requests are not
   * encrypted, so an operation with a secret in its request or reply must not use the header.
   */
  readonly idempotencyKey?: 'required' | 'accepted'
  /** The field of the body that is an idempotency key. It is stored for ever, in the row that the request creates. */
  readonly bodyKey?: string
  readonly onRepeat?: OnRepeat
  /** With `before`: how long a repetition waits for the reply to the first request with its key; default `LOCK_MS_MAX`. */
  readonly repetitionWaitMs?: number
  /** The error of the later of two concurrent requests, where the later one does not wait for the earlier one. */
  readonly onConcurrentRequest?: ErrorKind
  readonly status?: 200 | 201 | 202 | 204
  /** A successful reply has no body, although its status is not 204. */
  readonly empty?: true
  readonly errors: readonly ErrorKind[]
  readonly deprecated?: { readonly use: string }
  readonly sandboxOnly?: true
  /** The operation changes the caller's profiles, so the cached caller is removed. */
  readonly changesCaller?: true
  /** The operation changes the caller's factors, so their cached states are removed. */
  readonly changesFactors?: true
  /** The log of requests keeps nothing of the operation (D130). */
  readonly neverLogged?: true
  /** The operation begins new work, so under overload it is refused before other operations. */
  readonly shed?: 'first'
  /** The maximum size of the body, for an operation that accepts more than `BODY_BYTES_MAX` (`read-body.ts`). */
  readonly bodyBytesMax?: number
  /** Request headers that the operation reads, with their descriptions. */
  readonly takesHeaders?: Readonly<Record<string, string>>
  /** The body may also be a form. */
  readonly form?: true
  /** The body may also be JSON encrypted with the service's public key (JWE), and the reply too if the client accepts it. */
  readonly encrypted?: true
  /** Other statuses that the handler may set, with their meanings: redirects and pages (D123). */
  readonly otherReplies?: Readonly<Record<number, string>>
  /** The media type of a reply that is not JSON. The handler returns its text. */
  readonly replies?: 'text/plain' | 'text/html' | 'application/jose'
  /** The media types of the documents that the operation returns. `reply` is the schema of the JSON document. */
  readonly documents?: readonly MediaType[]
  /** The entries that a client with `accept: text/event-stream` gets. */
  readonly streams?: TSchema
}
