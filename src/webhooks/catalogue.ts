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
    summary: 'A transfer was created or moved to another state.',
  },
  'transfers#active-cases': {
    versions: ['2.0.0', '4.0.0'],
    scopes: bothScopes,
    summary: 'The list of issues that hold a transfer up has changed.',
  },
  'transfers#payout-failure': {
    versions: ['2.0.0'],
    scopes: bothScopes,
    summary: 'The bank of the recipient rejected the payment.',
  },
  'transfers#refund': {
    versions: ['1.0.0'],
    scopes: bothScopes,
    summary: 'The money of a transfer was refunded to its sender.',
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
    summary: 'A breach of a regulatory limit on held money was opened or closed.',
  },
  'profiles#verification-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A profile became verified, or ceased to be.',
  },
  'profiles#cdd-check-state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'The additional verification of a customer succeeded, or needs evidence.',
  },
  'cards#card-order-status-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A card was ordered, or the status of a card order has changed.',
  },
  'batch-payment-initiations#state-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A payment initiation of a batch group moved to another state.',
  },
  'cards#card-status-change': {
    versions: ['2.0.0'],
    scopes: applicationOnly,
    summary: 'A card was issued, or its status has changed.',
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
    summary: 'An order of account details was created or changed.',
  },
  'account-details-payment#state-change': {
    versions: ['2.0.0', '4.0.0'],
    scopes: bothScopes,
    summary: 'A payment to account details moved to another state.',
  },
  'swift-in#credit': {
    versions: ['3.0.0'],
    scopes: bothScopes,
    summary: 'A payment that came over SWIFT was credited.',
  },
} as const satisfies Readonly<Record<`${string}#${string}`, CatalogueEntry>>

export type EventName = keyof typeof catalogue

export function findEvent(name: string): CatalogueEntry | undefined {
  return Object.hasOwn(catalogue, name) ? catalogue[name as EventName] : undefined
}
