// Printed by `npm run print` from the catalogue of events; do not edit.

/** Every event with its newest version, and who may subscribe to it. */
export const EVENTS = {
  'transfers#state-change': { version: '4.0.0', ofProfiles: true, ofApplications: true },
  'transfers#active-cases': { version: '4.0.0', ofProfiles: true, ofApplications: true },
  'transfers#payout-failure': { version: '2.0.0', ofProfiles: true, ofApplications: true },
  'transfers#refund': { version: '1.0.0', ofProfiles: true, ofApplications: true },
  'balances#credit': { version: '2.0.0', ofProfiles: true, ofApplications: false },
  'balances#update': { version: '3.0.0', ofProfiles: true, ofApplications: true },
  'balances#account-state-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'hold-limit-breach#update': { version: '4.0.0', ofProfiles: true, ofApplications: true },
  'profiles#verification-state-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'profiles#cdd-check-state-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'cards#card-order-status-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'batch-payment-initiations#state-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'cards#card-status-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'cards#transaction-state-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'transaction-disputes#update': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'account-details-order#order-state-change': { version: '2.0.0', ofProfiles: false, ofApplications: true },
  'account-details-payment#state-change': { version: '4.0.0', ofProfiles: true, ofApplications: true },
  'swift-in#credit': { version: '3.0.0', ofProfiles: true, ofApplications: true },
} as const
