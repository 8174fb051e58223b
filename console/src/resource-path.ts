// Finds the page of a resource by the name of the resource in events and in the ledger, such as `transfer:12`.

/** Paths of the pages that show one resource, by the kind of the resource. */
const pathsByKind: Readonly<Record<string, string>> = {
  transfer: '/transfers',
  balance: '/balances',
  'balance-state': '/balances',
  recipient: '/recipients',
  profile: '/profiles',
  'cdd-check': '/profiles',
  'card-order': '/cards/orders',
  dispute: '/disputes',
}

/**
 * Paths of the pages to open for kinds that `pathsByKind` does not have. A card has a page, but the path of the page needs the
 * token of the card, and events name a card by its id. `test` is a test notification of a subscription.
 */
const fallbackPathsByKind: Readonly<Record<string, string>> = {
  card: '/cards',
  'account-details-order': '/bank-details',
  'account-details-payment': '/bank-details',
  'swift-in': '/bank-details',
  'payment-initiation': '/batches',
  'hold-limit-breach': '/balances',
  test: '/webhooks',
}

/** The path of the page of one resource; undefined without such a page. */
export function pagePathOf(resource: string): string | undefined {
  const [kind = '', id] = resource.split(':')
  const path = pathsByKind[kind]
  return path === undefined || id === undefined ? undefined : `${path}/${id}`
}

/** The path of the page of one resource, or of the fallback page of its kind; undefined without either. */
export function pagePathOrFallbackOf(resource: string): string | undefined {
  const [kind = ''] = resource.split(':')
  return pagePathOf(resource) ?? fallbackPathsByKind[kind]
}
