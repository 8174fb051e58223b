// The audit runs after the tests of every service, except with `audited: false`. This file breaks every invariant in
// `auditedViolations`, and some of the rules about events and transfer histories. The audit must report each violation.

import { beforeAll, describe, expect, it } from 'vitest'
import {
  importPayment,
  orderDetails,
  returnPayment,
} from '../../src/account-details/test/fixtures.ts'
import {
  ordersIssuedCard,
  physical,
  setOrderStatus,
} from '../../src/card-orders/test/card-order-fixtures.ts'
import {
  authorises,
  clear,
  createsTerminal,
  refund,
} from '../../src/card-transactions/test/terminal.ts'
import {
  paysByCard,
  submit,
  uploadsFile,
  wrongAmountBody,
} from '../../src/disputes/test/disputing.ts'
import { audit, auditedViolations } from '../support/audit.ts'
import { createsCompletedGroup, fundGroup } from '../support/batch-groups.ts'
import type { Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import { createsTransfer, fundTransfer, ok, topsUp } from '../support/transfers.ts'

const service = testService({ audited: false })
let ann: Person

beforeAll(async () => {
  ann = await service.createUser()
  await ok(setOrderStatus(ann, (await ordersIssuedCard(service, ann, physical)).id, 'CANCELLED'))
  await topsUp(ann, 'GBP', 1000)
  const { id } = await createsTransfer(ann)
  await ok(fundTransfer(ann, id))
  await ok(fundGroup(ann, (await createsCompletedGroup(ann)).id))
  await ok(ann.call(`PUT /v1/transfers/${(await createsTransfer(ann)).id}/cancel`))
  await ok(orderDetails(ann, 'GBP'))
  await ok(returnPayment(ann, (await ok(importPayment(ann, 'GBP', 10))).id))
  const terminal = await createsTerminal(service, ann)
  const payment = await authorises(terminal, 5)
  await authorises(terminal, 7)
  await ok(clear(terminal, payment, 5))
  await ok(refund(terminal, payment, 3))
  const decision = `POST /v1/simulation/profiles/${ann.personal}/cdd-check`
  await ok(ann.call(decision, { body: { state: 'VERIFIED' } }))
  const receipt = await uploadsFile(ann)
  await ok(submit(ann, { ...wrongAmountBody(await paysByCard(service, ann)), files: { receipt } }))
})

/**
 * SQL that breaks a rule of the audit, and SQL that restores the data. The error of the audit must contain the text `rule`,
 * which is all or part of a text in `auditedViolations`, or of a message about event payloads or transfer histories.
 */
const violations: readonly (readonly [rule: string, breaks: string, restores: string])[] = [
  [
    'the status of a card order differs from its latest event',
    `update card_orders set event_count = event_count - 1`,
    `update card_orders set event_count = event_count + 1`,
  ],
  [
    'a cancelled or returned card order has a card that can be used',
    `update cards set status = 'ACTIVE' where id in (select card_id from card_orders)`,
    `update cards set status = 'BLOCKED' where id in (select card_id from card_orders)`,
  ],
  [
    'an order of account details differs from its latest event',
    `update account_details_orders set event_count = event_count + 1`,
    `update account_details_orders set event_count = event_count - 1`,
  ],
  [
    'the state of an incoming payment differs from its latest event or from its postings',
    `update incoming_payments set amount = amount + 1`,
    `update incoming_payments set amount = amount - 1`,
  ],
  [
    'the state of an incoming payment differs from its latest event or from its postings',
    `update incoming_payments set event_count = event_count + 1`,
    `update incoming_payments set event_count = event_count - 1`,
  ],
  [
    'a returned payment has no return, or a return has no returned payment',
    `create table kept as select * from payment_returns; delete from payment_returns`,
    `insert into payment_returns select * from kept; drop table kept`,
  ],
  [
    'the account of a customer differs from the sum of its postings',
    `update ledger_accounts set balance = balance + 1 where account like 'transfer:%'`,
    `update ledger_accounts set balance = balance - 1 where account like 'transfer:%'`,
  ],
  [
    'a balance changed without a balance entry',
    `update ledger_accounts set sequence = sequence + 1 where account like 'available:%'`,
    `update ledger_accounts set sequence = sequence - 1 where account like 'available:%'`,
  ],
  [
    'a member of a batch group is paid and its group is not, or waits although its group is paid or cancelled',
    `update batch_groups set paid = false`,
    `update batch_groups set paid = true`,
  ],
  [
    'the payment of a batch group differs from the sum of the payments and fees of its members',
    `update batch_payments set amount = amount + 1`,
    `update batch_payments set amount = amount - 1`,
  ],
  [
    'a dispute is refunded and its card transaction is not',
    `update disputes set sub_status = 'REFUNDED'`,
    `update disputes set sub_status = 'SUBMITTED'`,
  ],
  [
    'the sub-status of a dispute differs from its latest event',
    `update disputes set sub_status = 'IN_REVIEW'`,
    `update disputes set sub_status = 'SUBMITTED'`,
  ],
  [
    'a dispute has a file that is not used',
    `update uploaded_files set used_at = null, expires_at = created_at`,
    `update uploaded_files set used_at = created_at, expires_at = null`,
  ],
  [
    'an additional verification differs from its latest event',
    `update cdd_checks set state = 'EVIDENCE_REQUIRED'`,
    `update cdd_checks set state = 'VERIFIED'`,
  ],
  [
    'an additional verification differs from its latest event',
    `update cdd_checks set event_count = event_count + 1`,
    `update cdd_checks set event_count = event_count - 1`,
  ],
  [
    'the events of a subject are not numbered 1, 2, 3',
    `update events set number = number + 1 where subject like 'transfer:%'`,
    `update events set number = number - 1 where subject like 'transfer:%'`,
  ],
  [
    'the payload of an event does not match its schema: balances#update: data/amount must be number',
    `update events set payload = (payload::jsonb || '{"amount": "1"}')::json where name = 'balances#update'`,
    `update events set payload = (payload::jsonb || '{"amount": 1}')::json where name = 'balances#update'`,
  ],
  [
    'the payload of an event does not match its schema: balances#update: data must NOT have additional',
    `update events set payload = (payload::jsonb || '{"pin": "1234"}')::json where name = 'balances#update'`,
    `update events set payload = (payload::jsonb - 'pin')::json where name = 'balances#update'`,
  ],
  [
    'the event birds#landed is not declared',
    `update events set name = 'birds#landed' where name = 'balances#update'`,
    `update events set name = 'balances#update' where name = 'birds#landed'`,
  ],
  [
    'a transfer that is unpaid, sent, refunded or cancelled still has money in flight',
    `update transfers set status = 'cancelled' where paid_balance_id is not null`,
    `update transfers set status = 'processing' where paid_balance_id is not null`,
  ],
  [
    'a batch group that is paid or in a final state still has a payment deadline',
    `update batch_groups set lapses_at = now()`,
    `update batch_groups set lapses_at = null`,
  ],
  [
    'a transfer that is paid or in a final state still has a payment deadline',
    `update transfers set lapses_at = now()`,
    `update transfers set lapses_at = null`,
  ],
  [
    'a transfer in a final state has active issues or a scheduled move',
    `update transfers set active_issues = '{profile_not_verified}' where status = 'cancelled'`,
    `update transfers set active_issues = '{}'`,
  ],
  [
    'the active issues of a transfer differ from its latest event',
    `update transfers set active_issues = '{profile_not_verified}' where status <> 'cancelled'`,
    `update transfers set active_issues = '{}'`,
  ],
  [
    'a paid transfer has no payment, or an unpaid one has a payment',
    `update transfer_payments set profile_id = -profile_id`,
    `update transfer_payments set profile_id = -profile_id`,
  ],
  [
    'a payment has no transfer',
    `insert into transfer_payments (profile_id, transfer_id, method, amount, currency, created_at)
     values (1, 999, 'BALANCE', 1, 'GBP', now())`,
    `delete from transfer_payments where transfer_id = 999`,
  ],
  [
    'the held money of a balance differs from the sum that its open card payments hold',
    `update card_transactions set held = held + 1 where state = 'IN_PROGRESS'`,
    `update card_transactions set held = held - 1 where state = 'IN_PROGRESS'`,
  ],
  [
    'a card transaction in a final state still holds money',
    `alter table card_transactions drop constraint card_transactions_hold_while_open;
     update card_transactions set held = 1 where state = 'COMPLETED'`,
    `update card_transactions set held = 0 where state = 'COMPLETED';
     alter table card_transactions add constraint card_transactions_hold_while_open
       check (held = 0 or state = 'IN_PROGRESS')`,
  ],
  [
    'the refunds of a card payment differ from its refunded amount, or exceed its capture or its cost',
    `update card_transactions set refunded_amount = refunded_amount - 1 where refunded_amount > 0`,
    `update card_transactions set refunded_amount = refunded_amount + 1 where refunded_amount > 0`,
  ],
  [
    // The capture cost 5 GBP, and the refund returned 3 GBP. Now the refund returns 13 GBP.
    'the refunds of a card payment differ from its refunded amount, or exceed its capture or its cost',
    `update card_transactions set credit = credit + 10_00 where type = 'REFUND'`,
    `update card_transactions set credit = credit - 10_00 where type = 'REFUND'`,
  ],
  [
    'the card network got another amount than was captured, or returned another than was refunded',
    `update card_transactions set captured_amount = captured_amount + 1 where refunded_amount > 0`,
    `update card_transactions set captured_amount = captured_amount - 1 where refunded_amount > 0`,
  ],
  [
    'the balance of a card transaction is missing',
    `update card_transactions set balance_id = balance_id + 1000000 where type = 'REFUND'`,
    `update card_transactions set balance_id = balance_id - 1000000 where type = 'REFUND'`,
  ],
  [
    'the usage of a card differs from the sums over its transactions',
    `update card_usage set day_amount = day_amount + 1`,
    `update card_usage set day_amount = day_amount - 1`,
  ],
  [
    'the usage of a card differs from the sums over its transactions',
    `update card_usage set transactions = transactions + 1`,
    `update card_usage set transactions = transactions - 1`,
  ],
  [
    'the usage of a card differs from the sums over its transactions',
    `update card_usage set month_amount = month_amount + 1, lifetime_amount = lifetime_amount + 1`,
    `update card_usage set month_amount = month_amount - 1, lifetime_amount = lifetime_amount - 1`,
  ],
  [
    'a card transaction differs from its latest event',
    `update card_transactions set event_count = event_count + 1 where type = 'REFUND'`,
    `update card_transactions set event_count = event_count - 1 where type = 'REFUND'`,
  ],
  [
    'a card transaction differs from its latest event',
    `update card_transactions set state = 'CANCELLED' where type = 'REFUND'`,
    `update card_transactions set state = 'COMPLETED' where type = 'REFUND'`,
  ],
  [
    'is bounced_back, and its last event is processing',
    `update transfers set status = 'bounced_back' where paid_balance_id is not null`,
    `update transfers set status = 'processing' where paid_balance_id is not null`,
  ],
]

describe('the audit', () => {
  it('passes on consistent data', async () => {
    await audit(service.db)
  })

  // Each test restores the data, so that the next violation is the only one.
  it.each(violations)('reports: %s', async (rule, breaks, restores) => {
    await service.db.pool.query(breaks)
    try {
      await expect(audit(service.db)).rejects.toThrow(rule)
    } finally {
      await service.db.pool.query(restores)
    }
    await audit(service.db)
  })

  it('every invariant in auditedViolations is broken by a case of this file', () => {
    const unbroken = auditedViolations.filter(
      (rule) => !violations.some(([text]) => rule.includes(text)),
    )
    expect(unbroken).toEqual([])
  })
})
