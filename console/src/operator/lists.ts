// The lists of everything that waits for a person: their columns, and the actions on one entry.

import type { ActionName } from './actions.ts'

/** The fields of an entry, as the service sends them. */
export type Entry = Readonly<Record<string, string | number | readonly string[] | null>>

/** A page of a list. */
export type Page = { readonly items: readonly Entry[]; readonly hasMore: boolean }

export type List = {
  readonly title: string
  /** Titles of columns, and the fields that they show. Each button has the first two values in its name for screen readers. */
  readonly columns: readonly (readonly [title: string, field: string])[]
  readonly actions: readonly ActionName[]
  /** The field of an entry, such as `id`, that has the value of an option of the actions, such as `transfer`. */
  readonly fieldOfOption: Readonly<Record<string, string>>
  /** For a list without actions: how its entries leave the list. */
  readonly note?: string
}

const transfer = {
  columns: [
    ['Transfer', 'id'],
    ['Profile', 'profileId'],
    ['From the customer', 'source'],
    ['To the recipient', 'target'],
    ['Recipient', 'targetAccount'],
    ['Held by', 'activeIssues'],
    ['Created', 'createdAt'],
  ],
  fieldOfOption: { profile: 'profileId', transfer: 'id' },
} as const

export const lists: Readonly<Record<string, List>> = {
  'pay-ins': { ...transfer, title: 'Unpaid transfers', actions: ['pay-in-confirm'] },
  conversions: {
    ...transfer,
    title: 'Paid transfers to exchange',
    actions: [],
    note: 'Exchange the money, then run the command: transfer convert.',
  },
  'pay-outs': { ...transfer, title: 'Pay-outs to send', actions: ['pay-out-confirm'] },
  refunds: { ...transfer, title: 'Returned pay-outs', actions: ['transfer-refund'] },
  profiles: {
    title: 'Profiles to verify',
    columns: [
      ['Profile', 'id'],
      ['Type', 'type'],
      ['Created', 'createdAt'],
    ],
    actions: ['profile-verify'],
    fieldOfOption: { profile: 'id' },
  },
  documents: {
    title: 'Identity documents',
    columns: [
      ['Profile', 'profileId'],
      ['Type', 'type'],
      ['Sent', 'updatedAt'],
    ],
    actions: ['document-accept', 'document-refuse'],
    fieldOfOption: { profile: 'profileId', type: 'type', 'sent-at': 'updatedAt' },
  },
  checks: {
    title: 'Additional verifications',
    columns: [
      ['Profile', 'profileId'],
      ['Required', 'requiredEvidences'],
      ['Sent', 'updatedAt'],
    ],
    actions: ['cdd-decide'],
    fieldOfOption: { profile: 'profileId' },
  },
  disputes: {
    title: 'Open disputes',
    columns: [
      ['Dispute', 'id'],
      ['Profile', 'profileId'],
      ['Payment', 'transactionId'],
      ['Reason', 'reason'],
      ['State', 'subStatus'],
      ['Created', 'createdAt'],
    ],
    actions: ['dispute-move'],
    fieldOfOption: { profile: 'profileId', dispute: 'id' },
  },
  deliveries: {
    title: 'Failed deliveries',
    columns: [
      ['Delivery', 'id'],
      ['Subscription', 'subscriptionId'],
      ['Event', 'eventName'],
      ['Attempts', 'attempts'],
      ['Status', 'lastStatus'],
      ['Error', 'lastError'],
      ['Last attempt', 'lastAttemptAt'],
    ],
    actions: ['delivery-redeliver'],
    fieldOfOption: { subscription: 'subscriptionId', delivery: 'id' },
  },
  sweeps: {
    title: 'Failed background work',
    columns: [
      ['Sweep', 'sweep'],
      ['Row', 'id'],
      ['Profile', 'profileId'],
      ['Attempts', 'attempts'],
      ['Next attempt', 'retryAt'],
    ],
    actions: [],
    fieldOfOption: {},
    note: 'The log of the service has the error. The service retries each row at the time shown.',
  },
}
