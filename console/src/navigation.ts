// The groups of the navigation, and the folders of their pages.

export const NAVIGATION = {
  Overview: ['home'],
  Payments: ['send-money', 'batches', 'transfers', 'recipients'],
  Accounts: ['balances', 'bank-details', 'ledger', 'cards', 'disputes', 'profiles'],
  Developers: ['webhooks', 'requests', 'time', 'challenges', 'guides'],
}
