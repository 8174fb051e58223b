// Lists the declarations of all modules: endpoints, events, security events, state machines, sweeps and timers. The
// service uses them, tests enumerate them, and documents are printed from them.

import * as accountDetails from '../account-details/api.ts'
import * as accountDetailsEvents from '../account-details/events.ts'
import * as accountDetailsMachines from '../account-details/states.ts'
import * as accountDetailsSweeps from '../account-details/sweeps.ts'
import * as activities from '../activities/api.ts'
import * as balances from '../balances/api.ts'
import * as balanceEvents from '../balances/events.ts'
import * as balanceMachines from '../balances/states.ts'
import * as batches from '../batches/api.ts'
import * as batchEvents from '../batches/events.ts'
import * as batchMachines from '../batches/states.ts'
import * as batchSweeps from '../batches/sweeps.ts'
import * as cardOrders from '../card-orders/api.ts'
import * as cardOrderEvents from '../card-orders/events.ts'
import * as cardOrderMachines from '../card-orders/states.ts'
import * as cardOrderSweeps from '../card-orders/sweeps.ts'
import * as cardTransactions from '../card-transactions/api.ts'
import * as cardTransactionEvents from '../card-transactions/events.ts'
import * as cardTransactionMachines from '../card-transactions/states.ts'
import * as cardTransactionSweeps from '../card-transactions/sweeps.ts'
import * as cardTransactionTimers from '../card-transactions/timers.ts'
import * as cards from '../cards/api.ts'
import * as cardEvents from '../cards/events.ts'
import * as cardSecurityEvents from '../cards/security-events.ts'
import * as cardMachines from '../cards/states.ts'
import * as cardSweeps from '../cards/sweeps.ts'
import * as cardTimers from '../cards/timers.ts'
import * as claims from '../claims/api.ts'
import * as claimSweeps from '../claims/sweeps.ts'
import * as claimTimers from '../claims/timers.ts'
import * as conversions from '../conversions/api.ts'
import * as corridors from '../corridors/api.ts'
import * as corridorTimers from '../corridors/timers.ts'
import * as disputes from '../disputes/api.ts'
import * as disputeEvents from '../disputes/events.ts'
import { disputeStates } from '../disputes/states.ts'
import * as feed from '../feed/api.ts'
import * as feedSweeps from '../feed/sweeps.ts'
import * as fileSweeps from '../files/sweeps.ts'
import * as fileTimers from '../files/timers.ts'
import * as inboxes from '../inboxes/api.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { EventKind } from '../kernel/events.ts'
import { deleteExpiredKeys, keyHold, keyRetention } from '../kernel/idempotency.ts'
import type { SecurityEventKind } from '../kernel/security-event.ts'
import type { Machine } from '../kernel/states.ts'
import { type DeclaredSweep, setAsideTime } from '../kernel/sweep.ts'
import type { Timer } from '../kernel/timer.ts'
import * as ledger from '../ledger/api.ts'
import * as officers from '../officers/api.ts'
import * as operatorSecurityEvents from '../operators/security-events.ts'
import * as operatorSweeps from '../operators/sweeps.ts'
import * as operatorTimers from '../operators/timers.ts'
import * as originators from '../originators/api.ts'
import * as profiles from '../profiles/api.ts'
import * as profileEvents from '../profiles/events.ts'
import * as profileMachines from '../profiles/states.ts'
import * as quotes from '../quotes/api.ts'
import * as quoteMachines from '../quotes/states.ts'
import * as quoteTimers from '../quotes/timers.ts'
import * as recipients from '../recipients/api.ts'
import * as recipientMachines from '../recipients/states.ts'
import { requestEndpoints } from '../requests/index.ts'
import * as requestSweeps from '../requests/sweeps.ts'
import * as requirements from '../requirements/api.ts'
import * as security from '../security/api.ts'
import * as securityEvents from '../security/security-events.ts'
import * as securitySweeps from '../security/sweeps.ts'
import * as securityTimers from '../security/timers.ts'
import * as simulation from '../simulation/api.ts'
import { previewClock } from '../simulation/index.ts'
import * as statements from '../statements/api.ts'
import * as statementEvents from '../statements/events.ts'
import * as statementMachines from '../statements/states.ts'
import * as statementSweeps from '../statements/sweeps.ts'
import * as statementTimers from '../statements/timers.ts'
import * as transfers from '../transfers/api.ts'
import * as transferEvents from '../transfers/events.ts'
import * as transferMachines from '../transfers/states.ts'
import * as transferSweeps from '../transfers/sweeps.ts'
import * as transferTimers from '../transfers/timers.ts'
import * as users from '../users/api.ts'
import * as userSecurityEvents from '../users/security-events.ts'
import * as userSweeps from '../users/sweeps.ts'
import * as userTimers from '../users/timers.ts'
import * as verification from '../verification/api.ts'
import * as verificationEvents from '../verification/events.ts'
import * as verificationMachines from '../verification/states.ts'
import * as verificationSweeps from '../verification/sweeps.ts'
import * as verificationTimers from '../verification/timers.ts'
import * as webhooks from '../webhooks/api.ts'
import * as webhookMachines from '../webhooks/states.ts'
import * as webhookSweeps from '../webhooks/sweeps.ts'
import * as webhookTimers from '../webhooks/timers.ts'
import { errorMessages } from './error-messages.ts'
import { consoleSession } from './http/console/session-token.ts'
import { rateWindow } from './http/limits/rate-limit.ts'
import { auditShown } from './http/operator/ledger-audit.ts'
import * as appSecurityEvents from './security-events.ts'
import { storedFailures } from './security-store.ts'

export const endpoints: readonly Endpoint[] = [
  ...Object.values(accountDetails),
  ...Object.values(activities),
  ...Object.values(balances),
  ...Object.values(batches),
  ...Object.values(cards),
  ...Object.values(cardOrders),
  ...Object.values(cardTransactions),
  ...Object.values(claims),
  ...Object.values(conversions),
  ...Object.values(corridors),
  ...Object.values(disputes),
  ...Object.values(ledger),
  ...Object.values(feed),
  ...Object.values(inboxes),
  ...Object.values(officers),
  ...Object.values(originators),
  ...Object.values(profiles),
  ...Object.values(quotes),
  ...Object.values(recipients),
  ...requestEndpoints(errorMessages(() => endpoints)),
  ...Object.values(requirements),
  ...Object.values(security),
  ...Object.values(simulation),
  previewClock(() => sweeps),
  ...Object.values(statements),
  ...Object.values(transfers),
  ...Object.values(users),
  ...Object.values(verification),
  ...Object.values(webhooks),
]

export const eventKinds: readonly EventKind[] = [
  ...Object.values(accountDetailsEvents),
  ...Object.values(balanceEvents),
  ...Object.values(batchEvents),
  ...Object.values(disputeEvents),
  ...Object.values(cardEvents),
  ...Object.values(cardOrderEvents),
  ...Object.values(cardTransactionEvents),
  ...Object.values(profileEvents),
  ...Object.values(statementEvents),
  ...Object.values(transferEvents),
  ...Object.values(verificationEvents),
]

export const securityEventKinds: readonly SecurityEventKind[] = [
  ...Object.values(appSecurityEvents),
  ...Object.values(cardSecurityEvents),
  ...Object.values(operatorSecurityEvents),
  ...Object.values(securityEvents),
  ...Object.values(userSecurityEvents),
]

export const machines: readonly Machine<string, string>[] = [
  ...Object.values(accountDetailsMachines),
  ...Object.values(balanceMachines),
  ...Object.values(batchMachines),
  disputeStates,
  ...Object.values(cardMachines),
  ...Object.values(cardOrderMachines),
  ...Object.values(cardTransactionMachines),
  ...Object.values(profileMachines),
  ...Object.values(quoteMachines),
  ...Object.values(recipientMachines),
  ...Object.values(statementMachines),
  ...Object.values(transferMachines),
  ...Object.values(verificationMachines),
  ...Object.values(webhookMachines),
]

export const sweeps: readonly DeclaredSweep[] = [
  deleteExpiredKeys,
  ...Object.values(accountDetailsSweeps),
  ...Object.values(batchSweeps),
  ...Object.values(cardSweeps),
  ...Object.values(cardOrderSweeps),
  ...Object.values(cardTransactionSweeps),
  feedSweeps.trimFeed,
  ...Object.values(fileSweeps),
  ...Object.values(operatorSweeps),
  ...Object.values(requestSweeps),
  ...Object.values(securitySweeps),
  ...Object.values(claimSweeps),
  ...Object.values(statementSweeps),
  ...Object.values(transferSweeps),
  ...Object.values(userSweeps),
  ...Object.values(verificationSweeps),
  ...Object.values(webhookSweeps),
]

export const timers: readonly Timer[] = [
  keyHold,
  keyRetention,
  auditShown,
  consoleSession,
  rateWindow,
  setAsideTime,
  storedFailures,
  ...Object.values(cardTimers),
  ...Object.values(cardTransactionTimers),
  ...Object.values(claimTimers),
  ...Object.values(corridorTimers),
  ...Object.values(fileTimers),
  ...Object.values(operatorTimers),
  ...Object.values(quoteTimers),
  ...Object.values(securityTimers),
  ...Object.values(statementTimers),
  ...Object.values(transferTimers),
  ...Object.values(userTimers),
  ...Object.values(verificationTimers),
  ...Object.values(webhookTimers),
]
