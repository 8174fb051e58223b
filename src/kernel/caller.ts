// Who makes a request, and which callers an endpoint accepts. src/app/http/authentication.ts finds the caller once per
// request; use cases read it.

import type { Id } from './ids.ts'

/** A profile of the caller: one tenant. `src/users/own-profile.ts` adds its other fields. */
export interface OwnProfile {
  readonly id: Id<'profile'>
}

export type UserCaller = {
  readonly kind: 'user'
  readonly userId: Id<'user'>
  readonly tokenId: Id<'token'>
  /** A personal token belongs to no application. */
  readonly applicationId: Id<'application'> | null
  /** The caller's profiles, ascending by id: the tenants a statement of this request may touch. */
  readonly profiles: readonly OwnProfile[]
}

export type ClientCaller = {
  readonly kind: 'client'
  readonly applicationId: Id<'application'>
  /** The application's name in paths and in Basic authentication. */
  readonly clientKey: string
}

/**
 * The caller of a use case that a sweep, the operator or the seed runs for a user, without a token: no token has the id 0.
 * The caller has no profiles: the code that runs a use case that reads `profiles` adds them.
 */
export function onBehalfOf(userId: Id<'user'>): UserCaller {
  return { kind: 'user', userId, tokenId: 0 as Id<'token'>, applicationId: null, profiles: [] }
}

type NoCaller = { readonly kind: 'none' }

export type Caller = UserCaller | ClientCaller | NoCaller

/**
 * The tokens that an endpoint accepts. `personal`: of a user and without an application. `any`: of a user or an
 * application. `optional`: the same as `any`, or no token.
 */
export type TokenRule = 'none' | 'user' | 'personal' | 'client' | 'any' | 'optional'

/** The callers whose tokens a rule accepts. */
export type CallerOf<K extends TokenRule> = K extends 'user' | 'personal'
  ? UserCaller
  : K extends 'client'
    ? ClientCaller
    : K extends 'any'
      ? UserCaller | ClientCaller
      : K extends 'none'
        ? NoCaller
        : Caller

export function profileIds({ profiles }: UserCaller): readonly Id<'profile'>[] {
  return profiles.map(({ id }) => id)
}
