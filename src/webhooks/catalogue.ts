// The public catalogue: every event a subscription may name, in which versions, and which kinds of
// subscription may ask for it (Facts 2.3). This module lies below those that announce events, so the
// catalogue stands here as data; a house test holds every declared event kind against its row.

import type { EventScope } from '../kernel/events.ts'

export type CatalogueEntry = {
  /** Newest last. */
  readonly versions: readonly [string, ...string[]]
  readonly scopes: readonly EventScope[]
  readonly summary: string
}

const both: readonly EventScope[] = ['application', 'profile']
const application: readonly EventScope[] = ['application']
const profile: readonly EventScope[] = ['profile']

export const catalogue = {
  'transfers#state-change': {
    versions: ['2.0.0', '4.0.0'],
    scopes: both,
    summary: 'A transfer was created or moved to another state.',
  },
  'transfers#active-cases': {
    versions: ['2.0.0', '4.0.0'],
    scopes: both,
    summary: 'The list of issues that hold a transfer up has changed.',
  },
  'transfers#payout-failure': {
    versions: ['2.0.0'],
    scopes: both,
    summary: 'The bank of the recipient did not take the money.',
  },
  'transfers#refund': {
    versions: ['1.0.0'],
    scopes: both,
    summary: 'The money of a transfer was given back to its sender.',
  },
  'transfers#transfer-suspension': {
    versions: ['2.0.0'],
    scopes: both,
    summary: 'A transfer was suspended.',
  },
  'balances#credit': {
    versions: ['2.0.0'],
    scopes: profile,
    summary: 'Money arrived in a balance. Superseded by balances#update.',
  },
  'balances#update': {
    versions: ['2.2.0', '3.0.0'],
    scopes: both,
    summary: 'A balance was credited or debited.',
  },
  'balances#account-state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A balance was opened or closed.',
  },
  'hold-limit-breach#update': {
    versions: ['4.0.0'],
    scopes: both,
    summary: 'A breach of a regulatory limit on held money was opened or closed.',
  },
  'profiles#verification-state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A profile became verified, or ceased to be.',
  },
  'profiles#cdd-check-state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'Further checks of a profile ask for evidence, or are done.',
  },
  'profiles#state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A profile moved to another state.',
  },
  'profiles#overdraft-limit-threshold': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A profile has used most of its overdraft.',
  },
  'users#state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A user moved to another state.',
  },
  'kyc-reviews#state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A review of a customer moved to another state.',
  },
  'batch-payment-initiations#state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A payment initiation of a batch group moved to another state.',
  },
  'swift-in#credit': {
    versions: ['3.0.0'],
    scopes: both,
    summary: 'Money arrived through the SWIFT network.',
  },
  'account-details-payment#state-change': {
    versions: ['2.0.0', '4.0.0'],
    scopes: both,
    summary: 'A payment to issued account details moved to another state.',
  },
  'account-details-order#order-state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'An order of account details moved to another state.',
  },
  'cards#transaction-state-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A card transaction moved to another state.',
  },
  'cards#card-status-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A card has its first status, or another one.',
  },
  'cards#card-order-status-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A card order has another status.',
  },
  'cards#card-production-status-change': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'The production of a card at a kiosk has another status.',
  },
  'cards#3ds-challenge': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A card payment waits for its holder to confirm it.',
  },
  'cards#manual-provisioning-verification': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A card is being added to a wallet and the holder must be verified.',
  },
  'transaction-disputes#update': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A dispute was submitted or updated.',
  },
  'bulk-settlement#payment-received': {
    versions: ['3.0.0'],
    scopes: application,
    summary: 'Settlement money of a partner arrived.',
  },
  'partner-support#case-changed': {
    versions: ['2.0.0'],
    scopes: application,
    summary: 'A support case was opened, commented on, or changed.',
  },
} as const satisfies Readonly<Record<`${string}#${string}`, CatalogueEntry>>

export type EventName = keyof typeof catalogue

export function findEvent(name: string): CatalogueEntry | undefined {
  return Object.hasOwn(catalogue, name) ? catalogue[name as EventName] : undefined
}
