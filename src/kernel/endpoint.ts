// An endpoint is declared once, as a value. The route, validation, the types of its handler, serialisation, the OpenAPI
// operation, its line in `docs/printed/endpoints.txt` and its coverage tests follow from this declaration.
//
// Type parameters: `K` the accepted tokens; `P`, `Q`, `B` and `R` the schemas of path parameters, query, body and reply; `L` the
// declared files; `F` and `V` the results of `before` and `reserve`; `I` the input of a handler or of a rule.

import type { Static, TObject, TSchema } from 'typebox'
import type { CoveredPayment, CoveredPaymentRule, ProtectedWhen } from './approval-rules.ts'
import type { Caller, CallerOf, TokenRule, UserCaller } from './caller.ts'
import type { Context } from './context.ts'
import type { Reader, Tx } from './database/db.ts'
import type { MakeDocument, MediaType } from './documents/document.ts'
import type { Access, EndpointDeclaration, OnRepeat } from './endpoint-declaration.ts'
import type { Id } from './ids.ts'
import type { RawReply } from './live-reply.ts'
import type { Outside } from './outside.ts'
import type { Refusal } from './refusal.ts'
import type { FilesDeclaration, ReceivedFile } from './uploads.ts'

export type { Access, OnRepeat, Route, ScaAction } from './endpoint-declaration.ts'
export type { Context, CoveredPayment }

/** An operation that changes something declares the effect of a repeated request (D7), unless it requires an idempotency key. */
type RepeatRule =
  | { readonly onRepeat: OnRepeat }
  | { readonly bodyKey: string }
  | { readonly idempotencyKey: 'required' }

type Schemas<P, Q, B, R, L = never> = {
  /** The body is multipart/form-data with these files; `body` is the schema of its other fields. */
  readonly files?: L
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  /** Reply headers that are part of the interface, such as the paging of bare arrays. */
  readonly replyHeaders?: readonly string[]
  /** The fields that client programs read from a refusal in addition to `errors` (D21). */
  readonly refusalFields?: (
    refusal: Refusal,
    input: RequestPart<'params', P> &
      RequestPart<'query', Q> &
      RequestPart<'body', B> &
      Pick<Context, 'now'>,
  ) => Readonly<Record<string, unknown>> | undefined
}

type RequestPart<Name extends string, S> = [S] extends [never]
  ? unknown
  : S extends TSchema
    ? { readonly [_ in Name]: Static<S> }
    : unknown

type RequestFiles<L> = [L] extends [never] ? unknown : { readonly files: readonly ReceivedFile[] }

/** The input of a handler. */
type Input<K extends TokenRule, P, Q, B, F, L = never> = RequestPart<'params', P> &
  RequestPart<'query', Q> &
  RequestPart<'body', B> &
  RequestFiles<L> &
  Context & { readonly caller: CallerOf<K>; readonly found: F }

/** Calls an outside party before the transaction begins. The handler gets the result as `found`. */
type Before<I, F, V = undefined> = (
  db: Reader,
  input: I,
  outside: Outside,
  /** The value that `reserve` returned. */
  reserved: V,
) => Promise<F>

/** The fields of a request that the rules about an approval may read. */
type ApprovalInput<P, B> = RequestPart<'params', P> &
  RequestPart<'body', B> &
  Pick<Context, 'now' | 'headers'> & { readonly caller: UserCaller }

type KeyProfile<I> = (db: Reader, input: I) => Promise<Id<'profile'> | undefined>

type OwnershipAndApprovalRules<P, B = never> = {
  /** Finds the profile of an idempotency key, for a path without `profileId`. Undefined when the handler will refuse the request. */
  readonly keyProfile?: KeyProfile<RequestPart<'params', P> & { readonly caller: UserCaller }>
  /** When absent, `access.sca` always protects the operation. */
  readonly protectedWhen?: ProtectedWhen<ApprovalInput<P, B>>
  /**
   * Returns the resource that a one-time token approves. The token is bound to this resource and not to the body (D63),
   * because the same body, encrypted again, has different bytes. Called before a challenge; refuses a resource of another owner.
   */
  readonly bindsTo?: (db: Reader, input: ApprovalInput<P, B>) => Promise<string>
  /** For an operation that pays: reads the amount and payee that an approval covers. */
  readonly covers?: CoveredPaymentRule<
    RequestPart<'params', P> &
      RequestPart<'body', B> & { readonly caller: UserCaller; readonly now: Temporal.Instant }
  >
  /**
   * Refuses a resource that the caller does not own, where the path names no owner. Called before a challenge, because
   * another user's resource must be a 404 and not a challenge. It may also refuse a request that an approval cannot
   * make possible, such as setting up a factor that exists.
   */
  readonly checkOwnership?: (
    db: Reader,
    input: RequestPart<'params', P> & { readonly caller: UserCaller },
  ) => Promise<unknown>
}

/** A request of any endpoint, validated by the endpoint's schemas. */
type ValidatedRequest = Context & {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller
}

type OwnershipInput = { readonly params: object; readonly caller: UserCaller }
type CoveringInput = OwnershipInput & { readonly body: unknown; readonly now: Temporal.Instant }

type Handle = (db: never, input: never) => Promise<unknown>

export type Endpoint = Omit<EndpointDeclaration<TokenRule>, 'access'> &
  Omit<Schemas<TObject, TObject, TSchema, TSchema, FilesDeclaration>, 'refusalFields'> & {
    readonly refusalFields?: (
      refusal: Refusal,
      input: ValidatedRequest,
    ) => Readonly<Record<string, unknown>> | undefined
    readonly access: Access
    /** `writesOneStatement`: the handler usually sends one writing statement, which needs no begin and commit. */
    readonly effect: 'reads' | 'writes' | 'writesOneStatement'
    readonly before?: Before<ValidatedRequest, unknown, unknown>
    /** Declared by `writes`. */
    readonly reserve?: (tx: Tx, input: ValidatedRequest) => Promise<unknown>
    readonly checkOwnership?: (db: Reader, input: OwnershipInput) => Promise<unknown>
    readonly keyProfile?: KeyProfile<OwnershipInput>
    readonly covers?: CoveredPaymentRule<CoveringInput>
    readonly protectedWhen?: ProtectedWhen<CoveringInput & Pick<Context, 'headers'>>
    readonly bindsTo?: (
      db: Reader,
      input: CoveringInput & Pick<Context, 'headers'>,
    ) => Promise<string>
    readonly handle: Handle
  }

/** Whether the operation uses the header X-idempotence-uuid (D91). */
export function acceptsIdempotencyKey(endpoint: Pick<Endpoint, 'idempotencyKey'>): boolean {
  return endpoint.idempotencyKey !== undefined
}

/** Erases the types of the schemas. The signatures of the callers, such as `reads`, compare them with those of the handler. */
function endpointOf(declaration: object, effect: Endpoint['effect'], handle: unknown): Endpoint {
  return { ...declaration, effect, handle } as Endpoint
}

/** Declares an endpoint that changes nothing. Its handler gets a Reader, which cannot write. */
export function reads<
  K extends TokenRule,
  R extends TSchema,
  P extends TObject = never,
  Q extends TObject = never,
  B extends TSchema = never,
>(
  declaration: EndpointDeclaration<K> & Schemas<P, Q, B, R> & OwnershipAndApprovalRules<P>,
  handle: (db: Reader, input: Input<K, P, Q, B, undefined>) => Promise<Static<R> | RawReply>,
): Endpoint {
  return endpointOf(declaration, 'reads', handle)
}

/** Declares an endpoint that returns a document, which is made after the transaction that reads its data has ended. */
export function returnsDocument<
  K extends TokenRule,
  P extends TObject = never,
  Q extends TObject = never,
>(
  declaration: EndpointDeclaration<K> &
    Schemas<P, Q, never, TSchema> &
    OwnershipAndApprovalRules<P> & { readonly documents: readonly MediaType[] },
  handle: (db: Reader, input: Input<K, P, Q, never, undefined>) => Promise<MakeDocument>,
): Endpoint {
  return endpointOf(declaration, 'reads', handle)
}

/** Declares an endpoint that changes something, in a transaction that the request runner has begun. */
export function writes<
  K extends TokenRule,
  R extends TSchema,
  P extends TObject = never,
  Q extends TObject = never,
  B extends TSchema = never,
  F = undefined,
  V = undefined,
  L extends FilesDeclaration = never,
>(
  declaration: EndpointDeclaration<K> &
    RepeatRule &
    Schemas<P, Q, B, R, L> &
    OwnershipAndApprovalRules<P, B> & {
      readonly before?: Before<Input<K, P, Q, B, undefined, L>, F, V>
      /**
       * Runs before `before` calls an outside party, in a separate transaction, for example to count the request against a limit.
       * So concurrent requests see each other's counts, and a request whose call fails counts too.
       */
      readonly reserve?: (tx: Tx, input: Input<K, P, Q, B, undefined, L>) => Promise<V>
    },
  handle: (tx: Tx, input: Input<K, P, Q, B, F, L>) => Promise<Static<R>>,
): Endpoint {
  return endpointOf(declaration, 'writes', handle)
}

/**
 * Declares an endpoint whose use case is one writing statement. The statement is sent without begin and commit, unless the
 * request has an approval or an idempotency key. When the use case first changes rows by another statement, for example to
 * open a balance, `oneStatement` retries the use case in a transaction.
 */
export function writesOneStatement<
  K extends TokenRule,
  R extends TSchema,
  P extends TObject = never,
  Q extends TObject = never,
  B extends TSchema = never,
>(
  declaration: EndpointDeclaration<K> &
    RepeatRule &
    Schemas<P, Q, B, R> &
    OwnershipAndApprovalRules<P, B>,
  handle: (tx: Tx, input: Input<K, P, Q, B, undefined>) => Promise<Static<R>>,
): Endpoint {
  return endpointOf(declaration, 'writesOneStatement', handle)
}
