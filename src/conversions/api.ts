// The endpoints that move money between the balances of a profile.

import Type from 'typebox'
import {
  AmountNotExact,
  AmountNotPositive,
  BalanceClosed,
  BalanceFull,
  BalanceNotFound,
  CurrencyMismatch,
  findAccountById,
} from '../balances/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { writes } from '../kernel/endpoint.ts'
import { idIn } from '../kernel/wire.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import { AmountNotPayable, usableErrors } from '../quotes/index.ts'
import { convertByQuote } from './convert-by-quote.ts'
import {
  AccountNotFound,
  AmountOrQuote,
  BothBalances,
  OptionUnavailable,
  QuoteNotForBalances,
  QuoteRequired,
  SameBalance,
  StandardBalanceMissing,
} from './errors.ts'
import { getQuoteAccount } from './get-quote-account.ts'
import { orderOf } from './model.ts'
import { moveBetweenBalances } from './move-between-balances.ts'
import { BalanceMovement, ConvertInAccount, CreateMovement, showMovement } from './schemas.ts'

export const create = writes(
  {
    id: 'conversions.create',
    operationId: 'createBalanceMovement',
    route: 'POST /v2/profiles/{profileId}/balance-movements',
    summary: 'Convert between balances by a quote, or move money to or from a savings jar.',
    spec: 'B 4.7, D36',
    access: { token: 'user', owns: 'profileId' },
    idempotencyKey: 'required',
    params: Type.Object({ profileId: idIn('profile') }),
    body: CreateMovement,
    reply: BalanceMovement,
    status: 201,
    errors: [
      AmountOrQuote,
      BothBalances,
      SameBalance,
      QuoteRequired,
      StandardBalanceMissing,
      QuoteNotForBalances,
      OptionUnavailable,
      ...usableErrors,
      AmountNotPayable,
      BalanceNotFound,
      BalanceClosed,
      BalanceFull,
      CurrencyMismatch,
      AmountNotExact,
      AmountNotPositive,
      InsufficientFunds,
      ProfileOwes,
    ],
  },
  async (tx, { params, body, now }) => {
    const order = orderOf(body)
    return showMovement(
      order.by === 'quote'
        ? await convertByQuote(tx, params.profileId, order, now)
        : await moveBetweenBalances(tx, params.profileId, order, now),
    )
  },
)

export const createForAccount = writes(
  {
    id: 'conversions.create-for-account',
    operationId: 'createBorderlessConversion',
    route: 'POST /v1/borderless-accounts/{borderlessAccountId}/conversions',
    summary: 'Convert between the STANDARD balances of a multi-currency account by a quote.',
    spec: 'B 4.9, D57',
    access: { token: 'user' },
    deprecated: { use: 'POST /v2/profiles/{profileId}/balance-movements' },
    idempotencyKey: 'required',
    keyProfile: async (db, { params: { borderlessAccountId: id }, caller }) =>
      (await findAccountById(db, profileIds(caller), id))?.profileId,
    params: Type.Object({
      borderlessAccountId: idIn('multi-currency-account', 'A multi-currency account of the caller'),
    }),
    body: ConvertInAccount,
    reply: BalanceMovement,
    status: 201,
    errors: [
      AccountNotFound,
      SameBalance,
      StandardBalanceMissing,
      QuoteNotForBalances,
      OptionUnavailable,
      ...usableErrors,
      AmountNotPayable,
      BalanceFull,
      InsufficientFunds,
      ProfileOwes,
    ],
  },
  async (tx, { params, body: { quoteId }, caller, now }) => {
    const { profileId } = await getQuoteAccount(
      tx,
      profileIds(caller),
      params.borderlessAccountId,
      quoteId,
    )
    const order = { by: 'quote', quoteId, pair: undefined } as const
    return showMovement(await convertByQuote(tx, profileId, order, now))
  },
)
