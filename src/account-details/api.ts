// The endpoints of account details and their orders, of multi-currency accounts and who can have one, and of received payments
// and their returns.

import { findAccount, listStandardBalances } from '../balances/index.ts'
import { balanceCurrencies, issuedCurrencies } from '../corridors/index.ts'
import { readCursor } from '../kernel/cursor-pages.ts'
import { reads, writes } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import { checkOwnProfile, fullName, getProfile, ProfileMissing } from '../profiles/index.ts'
import {
  BorderlessAccounts,
  BorderlessQuery,
  MultiCurrencyAccountOut,
  showAccount,
  showBorderless,
} from './accounts/schemas.ts'
import { AccountDetailsList, showAccountDetails } from './details/schemas.ts'
import { listActiveDetails } from './details/store.ts'
import { decideEligibility } from './eligibility.ts'
import {
  AccountNotFound,
  BalanceMissing,
  CountryUnknown,
  CurrencyNotIssued,
  CursorInvalid,
  DetailsLimit,
  PaymentNotFound,
  ProfileOrCountry,
  ReturnExists,
  ReturnInvalid,
  StateRequired,
} from './errors.ts'
import { createDetailsOrder } from './orders/create-details-order.ts'
import {
  AccountDetailsOrder,
  AccountDetailsOrderList,
  CreateOrder,
  ListOrders,
  showOrder,
} from './orders/schemas.ts'
import { listOrders } from './orders/store.ts'
import { returnPayment } from './payments/return-payment.ts'
import {
  PAGE_SIZE_DEFAULT,
  PaymentParams,
  PaymentReturn,
  PaymentsQuery,
  ReceivedPayments,
  ReturnPayment,
  showPayments,
} from './payments/schemas.ts'
import { listPaymentsBefore } from './payments/store.ts'
import { CurrencyCodes, EligibilityOut, EligibilityQuery, ProfileParams } from './schemas.ts'

const access = { token: 'user', owns: 'profileId' } as const

export const availableCurrencies = reads(
  {
    id: 'account-details.available-currencies',
    operationId: 'listBalanceCurrencies',
    route: 'GET /v2/borderless-accounts-configuration/profiles/{profileId}/available-currencies',
    summary: 'List the currencies in which a profile can open balances.',
    spec: 'B 4.8, D36',
    access,
    params: ProfileParams,
    reply: CurrencyCodes,
    errors: [],
  },
  async () => [...balanceCurrencies],
)

export const payInCurrencies = reads(
  {
    id: 'account-details.payin-currencies',
    operationId: 'listAccountDetailsCurrencies',
    route: 'GET /v2/borderless-accounts-configuration/profiles/{profileId}/payin-currencies',
    summary: 'List the currencies whose balances can have account details.',
    spec: 'B 4.8, D36',
    access,
    params: ProfileParams,
    reply: CurrencyCodes,
    errors: [],
  },
  async () => [...issuedCurrencies],
)

export const getAccount = reads(
  {
    id: 'account-details.multi-currency-account',
    operationId: 'getMultiCurrencyAccount',
    route: 'GET /v4/profiles/{profileId}/multi-currency-account',
    summary:
      'Get the multi-currency account of a profile. The first balance of the profile creates the account.',
    spec: 'B 4.8, D49',
    access,
    params: ProfileParams,
    reply: MultiCurrencyAccountOut,
    errors: [AccountNotFound],
  },
  async (db, { params: { profileId } }) => {
    const account = await findAccount(db, profileId)
    if (account === undefined) return refuse(AccountNotFound, { arguments: [profileId] })
    return showAccount(account, await getProfile(db, profileId))
  },
)

export const listBorderless = reads(
  {
    id: 'account-details.borderless-accounts',
    operationId: 'listBorderlessAccounts',
    route: 'GET /v1/borderless-accounts',
    summary: 'List the multi-currency account of a profile with its balances.',
    spec: 'B 4.9, D57',
    access: { token: 'user' },
    deprecated: { use: 'GET /v4/profiles/{profileId}/multi-currency-account' },
    query: BorderlessQuery,
    reply: BorderlessAccounts,
    errors: [ProfileMissing],
  },
  async (db, { query: { profileId }, caller }) => {
    checkOwnProfile(caller, profileId, 'profileId')
    const account = await findAccount(db, profileId)
    if (account === undefined) return []
    const [profile, balances, active] = await Promise.all([
      getProfile(db, profileId),
      listStandardBalances(db, profileId),
      listActiveDetails(db, profileId),
    ])
    return [showBorderless(account, profile, balances, active)]
  },
)

export const eligibility = reads(
  {
    id: 'account-details.eligibility',
    operationId: 'checkMultiCurrencyAccountEligibility',
    route: 'GET /v4/multi-currency-account/eligibility',
    summary: 'Check whether a profile, or people of a country, can have a multi-currency account.',
    spec: 'B 4.8, D51',
    access: { token: 'user' },
    query: EligibilityQuery,
    reply: EligibilityOut,
    errors: [ProfileOrCountry, ProfileMissing, CountryUnknown, StateRequired],
  },
  async (db, { query, caller, mode }) => {
    if (query.profileId !== undefined) checkOwnProfile(caller, query.profileId, 'profileId')
    return decideEligibility(db, query, mode)
  },
)

export const list = reads(
  {
    id: 'account-details.list',
    operationId: 'listAccountDetails',
    route: 'GET /v1/profiles/{profileId}/account-details',
    summary:
      'List the account details of a profile, with an example for each currency in which it has none.',
    spec: 'B 4.8, D52',
    access,
    params: ProfileParams,
    reply: AccountDetailsList,
    errors: [],
  },
  async (db, { params: { profileId } }) => {
    const [active, profile] = await Promise.all([
      listActiveDetails(db, profileId),
      getProfile(db, profileId),
    ])
    return showAccountDetails(active, fullName(profile))
  },
)

export const createOrder = writes(
  {
    id: 'account-details.create-order',
    operationId: 'createAccountDetailsOrder',
    route: 'POST /v1/profiles/{profileId}/account-details-orders',
    summary:
      'Order account details for a balance. Where an order of the currency is open, that order is returned.',
    spec: 'B 4.8, D54',
    access,
    params: ProfileParams,
    body: CreateOrder,
    reply: AccountDetailsOrder,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [CurrencyNotIssued, BalanceMissing, DetailsLimit],
  },
  async (tx, { params: { profileId }, body: { currency }, random, now, settings }) =>
    showOrder(
      await createDetailsOrder(tx, { profileId, currency, orderId: random.uuid(), now, settings }),
    ),
)

export const listAllOrders = reads(
  {
    id: 'account-details.list-orders',
    operationId: 'listAccountDetailsOrders',
    route: 'GET /v1/profiles/{profileId}/account-details-orders',
    aliases: ['GET /v3/profiles/{profileId}/account-details-orders'],
    summary: 'List the orders of account details, oldest first.',
    spec: 'B 4.8, D54, D88',
    access,
    params: ProfileParams,
    query: ListOrders,
    reply: AccountDetailsOrderList,
    errors: [],
  },
  async (db, { params: { profileId }, query: { currency } }) =>
    (await listOrders(db, profileId, currency)).map(showOrder),
)

export const createReturn = writes(
  {
    id: 'account-details.return-payment',
    operationId: 'returnReceivedPayment',
    route: 'POST /v1/profiles/{profileId}/account-details/payments/{paymentId}/returns',
    summary: 'Send a received payment back to its sender.',
    spec: 'B 4.8, D56',
    access,
    params: PaymentParams,
    body: ReturnPayment,
    reply: PaymentReturn,
    status: 201,
    onRepeat: ReturnExists,
    errors: [
      PaymentNotFound,
      ReturnInvalid,
      ReturnExists,
      BalanceMissing,
      InsufficientFunds,
      ProfileOwes,
    ],
  },
  async (tx, { params, body, random, now }) =>
    returnPayment(tx, { ...params, ...body, returnId: random.uuid(), now }),
)

export const listPayments = reads(
  {
    id: 'account-details.list-payments',
    operationId: 'listReceivedPayments',
    route: 'GET /v1/sandbox/profiles/{profileId}/received-payments',
    summary: 'List the payments to the account details of a profile, newest first.',
    spec: 'D129, gap 1020',
    access,
    sandboxOnly: true,
    params: ProfileParams,
    query: PaymentsQuery,
    reply: ReceivedPayments,
    errors: [CursorInvalid],
  },
  async (db, { params: { profileId }, query: { nextCursor, size = PAGE_SIZE_DEFAULT } }) => {
    const beforeId = readCursor(nextCursor, CursorInvalid)
    return showPayments(
      await listPaymentsBefore(db, profileId, { beforeId, rowsMax: size + 1 }),
      size,
    )
  },
)
