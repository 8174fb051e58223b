// What a test notification says: the structure of the real message, about nothing that exists. Ids
// are 0, or random where they are uuids, and the time is now (Facts 2.2).

import { toSecond } from '../kernel/wire.ts'
import type { EventName } from './catalogue.ts'
import { envelope } from './envelope.ts'

/** The `data` of a test notification of this event. */
function testData(name: EventName, now: Temporal.Instant, uuid: () => string): object {
  return makers[name]({ at: toSecond(now), uuid })
}

type TestSubject = {
  readonly subscriptionId: string
  readonly eventName: EventName
  readonly version: string
}

/** The whole message of a test notification. */
export function testEnvelope(
  about: TestSubject,
  now: Temporal.Instant,
  uuid: () => string,
): string {
  return envelope({
    ...about,
    data: testData(about.eventName, now, uuid),
    occurredAt: now,
    sentAt: now,
  })
}

type Given = { readonly at: string; readonly uuid: () => string }

const transfer = { type: 'transfer', id: 0, profile_id: 0, account_id: 0 }
const balance = { type: 'balance-account', id: 0, profile_id: 0 }
const profile = { type: 'profile', id: 0 }
const holder = { name: 'Test Person', address: '1 Test Street', account: '00000000' }
const card = (uuid: () => string) => ({
  type: 'card',
  profile_id: 0,
  client_id: 'test',
  card_token: uuid(),
})
const cardOrder = (uuid: () => string) => ({ ...card(uuid), profile_id: '0' })
const euros = { value: 0, currency: 'EUR' }

const makers: Readonly<Record<EventName, (given: Given) => object>> = {
  'transfers#state-change': ({ at }) => ({
    resource: transfer,
    current_state: 'processing',
    previous_state: 'incoming_payment_waiting',
    occurred_at: at,
  }),
  'transfers#active-cases': () => ({
    resource: transfer,
    active_cases: ['deposit_amount_less_invoice'],
  }),
  'transfers#payout-failure': ({ at }) => ({
    transfer_id: 0,
    profile_id: 0,
    failure_reason_code: 'REASON_NOT_SPECIFIED',
    failure_description: 'No reason was given',
    occurred_at: at,
  }),
  'transfers#refund': ({ at }) => ({
    resource: { ...transfer, refund_amount: 0, refund_currency: 'EUR' },
    occurred_at: at,
  }),
  'transfers#transfer-suspension': ({ at }) => ({ resource: transfer, occurred_at: at }),
  'balances#credit': ({ at }) => ({
    resource: balance,
    transaction_type: 'credit',
    amount: 0,
    currency: 'EUR',
    post_transaction_balance_amount: 0,
    occurred_at: at,
  }),
  'balances#update': ({ at }) => ({
    resource: balance,
    amount: 0,
    balance_id: 0,
    channel_name: 'TRANSFER',
    currency: 'EUR',
    occurred_at: at,
    post_transaction_balance_amount: 0,
    step_id: 0,
    transaction_type: 'credit',
    transfer_reference: 'BNK-0',
  }),
  'balances#account-state-change': ({ at }) => ({
    resource: { ...balance, state: 'ACTIVE' },
    occurred_at: at,
  }),
  'hold-limit-breach#update': ({ at }) => ({
    resource: { type: 'hold-limit-breach', hold_limit_breach_id: 0, profile_id: 0 },
    amount: 0,
    currency: 'SGD',
    state: 'OPEN',
    closing_reason: null,
    created_at: at,
    updated_at: at,
    occurred_at: at,
  }),
  'profiles#verification-state-change': ({ at }) => ({
    resource: profile,
    current_state: 'verified',
    occurred_at: at,
  }),
  'profiles#cdd-check-state-change': ({ at }) => ({
    resource: profile,
    current_state: 'VERIFIED',
    required_evidences: [],
    occurred_at: at,
  }),
  'profiles#state-change': ({ at }) => ({
    resource: profile,
    current_state: 'VISIBLE',
    previous_state: 'HIDDEN',
    occurred_at: at,
  }),
  'profiles#overdraft-limit-threshold': () => ({
    resource: profile,
    overdraft: { used: 0, limit: 0, currency: 'EUR' },
  }),
  'users#state-change': ({ at }) => ({
    resource: { id: 0, type: 'user' },
    previous_state: 'ACTIVE',
    current_state: 'WITHDRAW_ONLY',
    occurred_at: at,
  }),
  'kyc-reviews#state-change': ({ at, uuid }) => ({
    resource: {
      id: uuid(),
      state: 'WAITING_CUSTOMER_INPUT',
      profileId: 0,
      requiredBy: at,
      createdAt: at,
      updatedAt: at,
      triggerReferences: [{ type: 'TRANSFER', triggerData: { id: '0' } }],
    },
  }),
  'batch-payment-initiations#state-change': ({ at, uuid }) => ({
    resource: { id: 0, batchGroupId: uuid(), profileId: 0 },
    previousStatus: 'NEW',
    newStatus: 'PROCESSING',
    occurredAt: at,
    returnCode: '200',
  }),
  'swift-in#credit': ({ at, uuid }) => ({
    action: { type: 'credit', id: 0, profile_id: 0, account_id: 0 },
    resource: {
      id: '0',
      uetr: uuid(),
      reference: 'TEST',
      recipient: holder,
      sender: { ...holder, bank_code: { value: 'TESTGB2L', type: 'BIC' } },
      exchange_rate: 1,
      instructed_amount: euros,
      settled_amount: euros,
      fee: { provider: [{ type: 'conversion', ...euros }], correspondent: [] },
      transaction_time: at,
    },
    occurred_at: at,
  }),
  'account-details-payment#state-change': ({ at }) => ({
    account_details_id: '0',
    target_account_id: '0',
    resource: balance,
    transfer: { id: 0, type: 'credit', amount: 0, currency: 'EUR' },
    sender: { name: 'Test Person', account_number: '00000000', bank_code: '', address: '' },
    current_state: 'COMPLETED',
    previous_state: 'PROCESSING',
    occurred_at: at,
  }),
  'account-details-order#order-state-change': ({ at, uuid }) => ({
    creation_time: at,
    currency: 'EUR',
    is_account_details_issued: false,
    modification_time: at,
    order_id: uuid(),
    order_status: 'PENDING_USER',
    profile_id: 0,
    requirements: [{ status: 'PENDING_USER', type: 'VERIFICATION' }],
  }),
  'cards#transaction-state-change': ({ at, uuid }) => ({
    resource: { ...card(uuid), card_last_digits: '0000' },
    transaction_id: 0,
    transaction_type: 'POS_PURCHASE',
    is_debit: true,
    transaction_step_type: 'AUTH',
    decline_reason: null,
    transaction_state: 'IN_PROGRESS',
    transaction_amount: euros,
    is_amount_confirmed: true,
    fees: [],
    transaction_amount_with_fees: euros,
    billing_amount: euros,
    authorisation_method: 'CHIP_AND_PIN',
    pin_validation_result: 'NOT_RECEIVED',
    approval_code: '000000',
    purge_time: at,
    balance_transaction_id: 0,
    balance_movements: [],
    debits: [],
    credit: null,
    merchant: {
      name: 'Test Shop',
      location: { country: 'GB', city: 'London', postCode: 'E1 6AN', state: null },
      category: { code: '5411', description: 'Grocery stores' },
    },
    arn: null,
    creation_time: at,
    occurred_at: at,
  }),
  'cards#card-status-change': ({ at, uuid }) => ({
    resource: card(uuid),
    card_status: 'FROZEN',
    changed_by: 'internal_system',
    occurred_at: at,
  }),
  'cards#card-order-status-change': ({ at, uuid }) => ({
    resource: { ...cardOrder(uuid), card_program: 'TEST_PHYSICAL_CARDS_API' },
    order_id: '0',
    order_status: 'PRODUCED',
    delivery_vendor: null,
    occurred_at: at,
  }),
  'cards#card-production-status-change': ({ at, uuid }) => ({
    resource: cardOrder(uuid),
    status: 'PRODUCED',
    kiosk_id: null,
    error_code: null,
    description: 'Card produced',
    occurred_at: at,
  }),
  'cards#3ds-challenge': ({ at, uuid }) => ({
    challenge_expires_after: 300,
    challenge_method: 'PUSH',
    occurred_at: at,
    resource: card(uuid),
    transaction: {
      channel: 'browser',
      merchant: { category: null, country: 'GB', name: 'Test Shop', url: null },
      money_value: euros,
      reference: '0',
    },
  }),
  'cards#manual-provisioning-verification': ({ at, uuid }) => ({
    resource: card(uuid),
    payment_token_unique_reference: uuid(),
    last_four_digits: '0000',
    creation_time: at,
    wallet_name: 'Test Wallet',
  }),
  'transaction-disputes#update': ({ at, uuid }) => ({
    resource: { id: uuid(), profile_id: 0, transaction_id: 0, type: 'transaction-dispute' },
    reason: 'WRONG_AMOUNT',
    status: 'SUBMITTED',
    sub_status: 'SUBMITTED',
    status_message: 'Submitted',
    created_at: at,
    created_by: '0',
    can_withdraw: true,
    occurred_at: at,
  }),
  'bulk-settlement#payment-received': ({ at }) => ({
    resource: {
      settlement_reference: 'TEST',
      source_currency: 'GBP',
      source_amount: 0,
      target_amount: 0,
      amount_matched: true,
    },
    occurred_at: at,
  }),
  'partner-support#case-changed': ({ at }) => ({
    resource: {
      case_id: 0,
      case_type: 'GENERAL_ENQUIRY',
      details: { transfer_id: null, user_id: 0, profile_id: 0 },
      status: 'OPEN',
      type: 'partner-support-case',
    },
    type: 'NEW_CASE',
    occurred_at: at,
  }),
}
