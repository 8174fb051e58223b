// The tags of the description: one for each module, and one for events.

import type { Endpoint } from '../../kernel/endpoint.ts'
import type { Shape } from './shapes.ts'

const tagDescriptions: Readonly<Record<string, string>> = {
  'account-details':
    'Accounts on which a profile receives money, and the payments that arrive there.',
  activities: 'The history of a profile, newest first: money sent, received and moved.',
  app: 'The service itself: health, metrics and this description.',
  balances: 'Balances of a profile, one or more for each currency.',
  batches:
    'Groups of transfers that are paid together, from a balance, by bank transfer or by direct debit.',
  cards: 'Payment cards: status, spending limits, permissions, and card data for the holder.',
  'card-orders': 'Orders of virtual and physical payment cards, from the request to delivery.',
  'card-transactions': 'Payments with cards, and their reversals and refunds.',
  claims:
    'The page on which a recipient, known only by e-mail address, enters the account to be paid.',
  conversions: 'Movements of money between two balances of a profile, with or without exchange.',
  corridors: 'Checks of account numbers and bank codes before a recipient is created.',
  disputes: 'Disputes of card transactions: reasons, the form of each, files and the outcome.',
  ledger:
    'The double-entry ledger behind balances, transfers and card payments. Only a sandbox shows it.',
  feed: 'A live stream of everything that happens in a sandbox.',
  inboxes: 'Receivers of webhooks that a sandbox offers, and the requests that they have received.',
  officers: 'The directors and beneficial owners of a business.',
  originators:
    'Transfers that an institution makes for its own customers, who are named as originators.',
  profiles:
    'People and businesses that move money, their addresses, and the user who acts for them.',
  quotes: 'Rates, fees and delivery estimates; a transfer is made from a quote.',
  recipients: 'The accounts that money is sent to.',
  requests: 'The log of the requests that a sandbox has answered.',
  requirements:
    'Dynamic forms: the details that a recipient or a transfer needs on a currency route.',
  security:
    'Strong customer authentication: factors of a user, and challenges that the user clears to approve an action.',
  simulation:
    'Sandbox only: moves the clock, and does what banks and other outside parties do in live mode.',
  statements:
    'Statements of balances, sums over all balances, and limits on the money that may be held.',
  transfers: 'Payments to recipients, from creation to delivery.',
  users: 'Users, tokens and the applications that may act for a user.',
  verification:
    'Identity documents of people, and the additional verification of customers in the European Economic Area.',
  webhooks: 'Subscriptions to events, and the log of their deliveries.',
}

/** The tag of an operation is its module. */
export function tagOf({ id }: Endpoint): string {
  return id.split('.')[0] ?? id
}

function descriptionOf(tag: string): string {
  const description = tagDescriptions[tag]
  if (description === undefined) throw new Error(`tagDescriptions has no entry for ${tag}`)
  return description
}

export function tagsOf(endpoints: readonly Endpoint[], webhooks: object): Shape[] {
  const tags = [...new Set(endpoints.map(tagOf))].sort()
  return [
    ...tags.map((name) => ({ name, description: descriptionOf(name) })),
    ...(Object.keys(webhooks).length > 0
      ? [
          {
            name: 'events',
            description: 'The messages that are sent to the URLs of subscriptions.',
          },
        ]
      : []),
  ]
}
