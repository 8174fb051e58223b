// An endpoint is declared once, as a value. From it come the route, validation, the types its
// handler sees, serialisation, the OpenAPI operation, its printed line and its coverage tests.

import type { Static, TObject, TSchema } from 'typebox'
import type { Caller, ClientCaller, NoCaller, UserCaller } from './caller.ts'
import type { Context } from './context.ts'
import type { Reader, Tx } from './database/db.ts'
import type { MakeDocument, MediaType } from './documents/document.ts'
import type { Outside } from './outside.ts'
import type { ReadyReply } from './ready-reply.ts'
import type { ErrorKind, Refusal } from './refusal.ts'

export type { Context }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/**
 * Which tokens open an endpoint; `personal` is a user's own that no application holds, `any` is either kind,
 * `optional` is either kind or none at all.
 */
export type TokenRule = 'none' | 'user' | 'personal' | 'client' | 'any' | 'optional'

export type Access<K extends TokenRule = TokenRule> = {
  readonly token: K
  /** An application may also show its key and secret, by Basic authentication. */
  readonly basic?: true
  /** The path parameter naming what the caller must own. A stranger's is a 404, never a 403. */
  readonly owns?: 'profileId' | 'userId' | 'clientKey'
  /** The action that strong customer authentication protects (security/actions.ts). */
  readonly sca?: ScaAction
}

/** The name of a protected action, as one-time tokens say it: `BALANCE__GET_STATEMENT`. */
export type ScaAction = `${Uppercase<string>}__${Uppercase<string>}`

export type CallerOf<K extends TokenRule> = K extends 'user' | 'personal'
  ? UserCaller
  : K extends 'client'
    ? ClientCaller
    : K extends 'any'
      ? UserCaller | ClientCaller
      : K extends 'none'
        ? NoCaller
        : Caller

/**
 * What the same request does again when no key says that it is the same: nothing that was not done the
 * first time (`same`), all of it once more (`another`), or it is refused, where people are asked by a page.
 */
export type OnRepeat = 'same' | 'another' | ErrorKind | { readonly page: number }

type EndpointDeclaration<K extends TokenRule> = {
  readonly id: `${string}.${string}`
  /** The method of generated clients, such as `createTransfer`. */
  readonly operationId: string
  readonly route: Route
  /** Other spellings of the route, served alike. */
  readonly aliases?: readonly Route[]
  readonly summary: string
  /** Where the specification asks for this: a section of its parts or a decision. */
  readonly spec: string
  readonly access: Access<K>
  /**
   * Whether the operation honours X-idempotence-uuid. Elsewhere the header is ignored: clients put it on
   * every request, and a stored reply would give them an old quote (D91). The stored reply lies in the
   * clear, so an operation whose request or reply holds a secret must not have a key.
   */
  readonly idempotencyKey?: 'required' | 'accepted'
  /** The field of the body that is a key: kept for ever, on the row that it made. */
  readonly bodyKey?: string
  readonly onRepeat?: OnRepeat
  /** What the later of two at once is told where it does not wait for the earlier one. */
  readonly onConcurrentRequest?: ErrorKind
  readonly status?: 200 | 201 | 204
  readonly errors: readonly ErrorKind[]
  readonly deprecated?: { readonly use: string }
  readonly sandboxOnly?: true
  /** The caller has other profiles afterwards: what is remembered of it is forgotten. */
  readonly changesCaller?: true
  /** The user has other factors afterwards: what is remembered of them is forgotten. */
  readonly changesFactors?: true
  /** It begins something new, and is refused before others when there is too much work. */
  readonly shed?: 'first'
  /** Where a body may be larger than elsewhere. */
  readonly bodyBytesMax?: number
  /** Request headers without which it does nothing, and what they are. */
  readonly takesHeaders?: Readonly<Record<string, string>>
  /** What the request body may be besides JSON. */
  readonly form?: true
  /** It may also be JSON encrypted with the service's public key (JWE); the reply is then encrypted too. */
  readonly encrypted?: true
  /** Statuses that the handler sets besides `status`, and what they mean: redirects and pages (D123). */
  readonly otherReplies?: Readonly<Record<number, string>>
  /** What the reply is when it is not JSON; the handler answers its text. */
  readonly replies?: 'text/plain' | 'text/html'
  /** The media types of the documents that it answers with; `reply` is the shape of the JSON one. */
  readonly documents?: readonly MediaType[]
}

/** Whatever changes something says what its repetition does (D7), unless it never goes without a key. */
type Repeatable =
  | { readonly onRepeat: OnRepeat }
  | { readonly bodyKey: string }
  | { readonly idempotencyKey: 'required' }

type Shapes<P, Q, B, R> = {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  /** Reply headers that are part of the interface, such as the paging of bare arrays. */
  readonly replyHeaders?: readonly string[]
  /** Fields that a refusal of the use case has beside `errors`, because client programs read them (D21). */
  readonly refusalFields?: (
    refusal: Refusal,
    input: Part<'params', P> & Part<'query', Q> & Part<'body', B> & Pick<Context, 'now'>,
  ) => Readonly<Record<string, unknown>> | undefined
}

type Part<Name extends string, S> = [S] extends [never]
  ? unknown
  : S extends TSchema
    ? { readonly [_ in Name]: Static<S> }
    : unknown

type Input<K extends TokenRule, P, Q, B, F> = Part<'params', P> &
  Part<'query', Q> &
  Part<'body', B> &
  Context & { readonly caller: CallerOf<K>; readonly found: F }

/**
 * The one outside call a use case may make, before its transaction opens. It reads what it needs,
 * and what it answers is the handler's `found`.
 */
type Before<I, F, V = undefined> = (
  db: Reader,
  input: I,
  outside: Outside,
  /** What `reserve` returned. */
  reserved: V,
) => Promise<F>

/**
 * What a one-time token approves (D114): shown to the person who clears it, and compared when it is used.
 */
export type Covered = {
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
  /** Who gets the money, in words. */
  readonly payee: string
  /** What else must be the same when the token is used: ids, versions, how it is paid. */
  readonly bound: readonly (string | number)[]
}

/** How a protected operation says what it would pay, as things are. */
type Covering<I> = {
  /** Undefined where there is nothing to pay. */
  readonly read: (db: Reader, input: I) => Promise<Covered | undefined>
  /** Keeps what `read` reads as it is until the transaction ends. */
  readonly lock: (tx: Tx, input: I) => Promise<unknown>
}

type Owned<P, B = never> = {
  /** Of an operation that pays: what an approval of it covers. */
  readonly covers?: Covering<
    Part<'params', P> &
      Part<'body', B> & { readonly caller: UserCaller; readonly now: Temporal.Instant }
  >
  /**
   * Where the path names no owner, refuses what is not the caller's. Asked before a challenge is given,
   * because a stranger's thing is a 404 to whoever could not be asked to prove anything for it. It may
   * also refuse what no proof would open, such as setting up what is there already.
   */
  readonly checkOwnership?: (
    db: Reader,
    input: Part<'params', P> & { readonly caller: UserCaller },
  ) => Promise<unknown>
}

/** A request that was held against the schemas of its endpoint, whichever that is. */
type Checked = Context & {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller
}

type Asking = { readonly params: object; readonly caller: UserCaller }

type Covers = Asking & { readonly body: unknown; readonly now: Temporal.Instant }

type Handle = (db: never, input: never) => Promise<unknown>

export type Endpoint = Omit<EndpointDeclaration<TokenRule>, 'access'> &
  Omit<Shapes<TObject, TObject, TSchema, TSchema>, 'refusalFields'> & {
    readonly refusalFields?: (
      refusal: Refusal,
      input: Checked,
    ) => Readonly<Record<string, unknown>> | undefined
    readonly access: Access
    /** `statement`: the handler writes at most once, so that no begin and commit are needed. */
    readonly effect: 'reads' | 'writes' | 'statement'
    readonly before?: Before<Checked, unknown, unknown>
    /** Declared by `writes`: commits something before the outside is called. */
    readonly reserve?: (tx: Tx, input: Checked) => Promise<unknown>
    readonly checkOwnership?: (db: Reader, input: Asking) => Promise<unknown>
    readonly covers?: Covering<Covers>
    readonly handle: Handle
  }

/** Whether a key in the header X-idempotence-uuid is kept for it (D91). */
export function acceptsIdempotencyKey({
  idempotencyKey,
}: Pick<Endpoint, 'idempotencyKey'>): boolean {
  return idempotencyKey !== undefined
}

/** Declares an endpoint that changes nothing. Its handler can only look. */
export function reads<
  K extends TokenRule,
  R extends TSchema,
  P extends TObject = never,
  Q extends TObject = never,
  B extends TSchema = never,
>(
  plate: EndpointDeclaration<K> & Shapes<P, Q, B, R> & Owned<P>,
  handle: (db: Reader, input: Input<K, P, Q, B, undefined>) => Promise<Static<R> | ReadyReply>,
): Endpoint {
  return { ...plate, effect: 'reads', handle: handle as Handle } as unknown as Endpoint
}

/** Declares one that answers with a document, made once the transaction in which it is read has ended. */
export function answersDocument<
  K extends TokenRule,
  P extends TObject = never,
  Q extends TObject = never,
>(
  plate: EndpointDeclaration<K> &
    Shapes<P, Q, never, TSchema> &
    Owned<P> & { readonly documents: readonly MediaType[] },
  handle: (db: Reader, input: Input<K, P, Q, never, undefined>) => Promise<MakeDocument>,
): Endpoint {
  return { ...plate, effect: 'reads', handle: handle as Handle } as unknown as Endpoint
}

/** Declares an endpoint that changes something, inside a transaction that it did not open. */
export function writes<
  K extends TokenRule,
  R extends TSchema,
  P extends TObject = never,
  Q extends TObject = never,
  B extends TSchema = never,
  F = undefined,
  V = undefined,
>(
  plate: EndpointDeclaration<K> &
    Repeatable &
    Shapes<P, Q, B, R> &
    Owned<P, B> & {
      readonly before?: Before<Input<K, P, Q, B, undefined>, F, V>
      /**
       * Counts the request against a limit before `before` calls the outside, in a transaction of its own:
       * requests at once count each other, and one whose call fails counts too.
       */
      readonly reserve?: (tx: Tx, input: Input<K, P, Q, B, undefined>) => Promise<V>
    },
  handle: (tx: Tx, input: Input<K, P, Q, B, F>) => Promise<Static<R>>,
): Endpoint {
  return { ...plate, effect: 'writes', handle: handle as Handle } as unknown as Endpoint
}

/** Declares an endpoint whose use case is one writing statement, sent without begin and commit. */
export function writesOnce<
  K extends TokenRule,
  R extends TSchema,
  P extends TObject = never,
  Q extends TObject = never,
  B extends TSchema = never,
>(
  plate: EndpointDeclaration<K> & Repeatable & Shapes<P, Q, B, R> & Owned<P, B>,
  handle: (tx: Tx, input: Input<K, P, Q, B, undefined>) => Promise<Static<R>>,
): Endpoint {
  return { ...plate, effect: 'statement', handle: handle as Handle } as unknown as Endpoint
}
