// The layers of modules, lowest first. A module imports only from lower layers: if two modules depended on each other,
// neither could be read or changed without the other. A module imports only the index.ts of another module; files of the
// kernel may be imported directly. test/architecture/layers.test.ts enforces this.

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
