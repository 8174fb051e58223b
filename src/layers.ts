// The layers of modules, lowest first. A module imports only from lower layers, and only through the other module's
// index.ts; files of the kernel may be imported directly. Otherwise two modules could depend on each other, and neither
// could be read or changed without the other. test/architecture/layers.test.ts enforces this.

export const layers = [
  ['kernel'],
  ['ledger', 'corridors'],
  ['webhooks', 'files'],
  ['users'],
  ['profiles', 'security', 'operators'],
  ['recipients', 'officers', 'verification'],
  ['balances'],
  ['quotes'],
  ['requirements'],
  ['transfers', 'conversions'],
  ['cards'],
  ['originators', 'claims', 'batches', 'account-details', 'card-transactions'],
  ['card-orders', 'disputes', 'activities', 'statements', 'requests', 'inboxes'],
  ['simulation', 'feed'],
  ['app'],
] as const
