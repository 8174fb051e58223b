// The public catalogue: every event that a subscription may name, its versions, and the kinds of subscription that
// may receive it (Facts 2.3). The modules that declare the events are on higher layers, so the catalogue is data here;
// an architecture test compares it with the declared events.

import type { EventScope } from '../kernel/events.ts'

type CatalogueEntry = {
  /** Newest last. */
  readonly versions: readonly [string, ...string[]]
  readonly scopes: readonly EventScope[]
  readonly summary: string
}

const bothScopes: readonly EventScope[] = ['application', 'profile']
const applicationOnly: readonly EventScope[] = ['application']
const profileOnly: readonly EventScope[] = ['profile']

export const catalogue = {
  'transfers#state-change': {
    versions: ['2.0.0', '4.0.0'],
    scopes: bothScopes,
    summary: 'A transfer was created, or moved from one status to another.',
  },
  'transfers#active-cases': {
    versions: ['2.0.0', '4.0.0'],
    scopes: bothScopes,
    summary: 'The list of issues that hold a transfer up changed.',
  },
  'transfers#payout-failure': {
    versions: ['2.0.0'],
    scopes: bothScopes,
    summary: 'A pay-out did not reach the recipient.',
  },
  'transfers#refund': {
    versions: ['1.0.0'],
    scopes: bothScopes,
    summary: 'Money of a transfer is returned to the sender.',
  },
  'balances#credit': {
    versions: ['2.0.0'],
    scopes: profileOnly,
    summary: 'Money arrived on a balance. Superseded by balances#update.',
  },
  'balances#update': {
    versions: ['2.0.0', '2.2.0', '3.0.0'],
    scopes: bothScopes,
    summary: 'A balance was credited or debited.',
  },
  'balances#account-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A balance was opened or closed.',
  },
  'hold-limit-breach#update': {
    versions: ['4.0.0'],
    scopes: bothScopes,
    summary:
      'A profile exceeded the limit of its country for held money, or its breach of the limit was closed.',
  },
  'profiles#verification-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A profile was verified, or lost its verification.',
  },
  'profiles#cdd-check-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'The additional verification of a customer has succeeded, or needs evidence.',
  },
  'cards#card-order-status-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A card was ordered, or the status of a card order has changed.',
  },
  'batch-payment-initiations#state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'The status of a payment initiation changed.',
  },
  'cards#card-status-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A card was issued, or its status changed.',
  },
  'cards#transaction-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A card payment was authorised, declined, reversed, released, captured or refunded.',
  },
  'transaction-disputes#update': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A dispute was submitted, or its sub-status has changed.',
  },
  'account-details-order#order-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'An order of account details was created, or one of its requirements changed.',
  },
  'account-details-payment#state-change': {
    versions: ['2.0.0', '4.0.0'],
    scopes: bothScopes,
    summary: 'A payment to account details arrived, was credited, or was returned.',
  },
  'swift-in#credit': {
    versions: ['3.0.0'],
    scopes: bothScopes,
    summary: 'A payment received over SWIFT was credited.',
  },
} as const satisfies Readonly<Record<`${string}#${string}`, CatalogueEntry>>

export type EventName = keyof typeof catalogue

export function findEvent(name: string): CatalogueEntry | undefined {
  return Object.hasOwn(catalogue, name) ? catalogue[name as EventName] : undefined
}
