// The order of the modules, lowest first. A module imports only from lower layers, and only through another module's
// index.ts; files of the kernel may be imported directly. test/architecture/layers.test.ts enforces this.

export const layers = [
  ['kernel'],
  ['ledger', 'corridors'],
  ['webhooks'],
  ['users'],
  ['profiles', 'security'],
  ['recipients', 'officers', 'verification'],
  ['balances'],
  ['quotes'],
  ['requirements'],
  ['transfers', 'conversions'],
  ['originators', 'claims', 'batches', 'cards', 'account-details'],
  ['card-orders', 'disputes', 'activities', 'statements'],
  ['simulation'],
  ['app'],
] as const
