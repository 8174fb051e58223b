// The two kinds of owners of subscriptions, as the endpoints name them.

import type { ClientCaller, UserCaller } from '../kernel/caller.ts'
import type { Id } from '../kernel/ids.ts'
import * as schemas from './schemas.ts'
import type { Owner } from './store.ts'

/** The properties in which the endpoints of the two kinds of owners differ. */
export type Scope = {
  readonly name: 'application' | 'profile'
  /** The name in an operation id. */
  readonly capitalName: 'Application' | 'Profile'
  /** The name in a summary, with its article. */
  readonly noun: string
  readonly path: `/${string}`
  /** The path of operations that only the sandbox has. */
  readonly sandboxPath: `/${string}`
  readonly access: { readonly token: 'client' | 'user'; readonly owns: 'clientKey' | 'profileId' }
  /** The schemas of the path parameters. */
  readonly ownerParams: typeof schemas.ApplicationParams | typeof schemas.ProfileParams
  readonly subscriptionParams:
    | typeof schemas.ApplicationSubscriptionParams
    | typeof schemas.ProfileSubscriptionParams
  readonly deliveryParams:
    | typeof schemas.ApplicationDeliveryParams
    | typeof schemas.ProfileDeliveryParams
}

export const applications = {
  name: 'application',
  capitalName: 'Application',
  noun: 'an application',
  path: '/v3/applications/{clientKey}/subscriptions',
  sandboxPath: '/v1/sandbox/applications/{clientKey}/subscriptions',
  access: { token: 'client', owns: 'clientKey' },
  ownerParams: schemas.ApplicationParams,
  subscriptionParams: schemas.ApplicationSubscriptionParams,
  deliveryParams: schemas.ApplicationDeliveryParams,
} as const satisfies Scope

export const profiles = {
  name: 'profile',
  capitalName: 'Profile',
  noun: 'a profile',
  path: '/v3/profiles/{profileId}/subscriptions',
  sandboxPath: '/v1/sandbox/profiles/{profileId}/subscriptions',
  access: { token: 'user', owns: 'profileId' },
  ownerParams: schemas.ProfileParams,
  subscriptionParams: schemas.ProfileSubscriptionParams,
  deliveryParams: schemas.ProfileDeliveryParams,
} as const satisfies Scope

type OwnedRequest = {
  readonly caller: ClientCaller | UserCaller
  readonly params: { readonly clientKey: string } | { readonly profileId: Id<'profile'> }
}

export function ownerOf({ caller, params }: OwnedRequest): Owner {
  if (caller.kind === 'client') return { applicationId: caller.applicationId, profileId: null }
  if ('profileId' in params) return { applicationId: null, profileId: params.profileId }
  throw new Error('this endpoint names no owner of subscriptions')
}
