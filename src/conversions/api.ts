import Type from 'typebox'
import {
  AmountNotExact,
  AmountNotPositive,
  BalanceClosed,
  BalanceFull,
  BalanceNotFound,
  CurrencyMismatch,
} from '../balances/index.ts'
import { writes } from '../kernel/endpoint.ts'
import { idIn } from '../kernel/wire.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import { AmountNotPayable, usableErrors } from '../quotes/index.ts'
import { convertByQuote } from './convert-by-quote.ts'
import {
  AmountOrQuote,
  BothBalances,
  OptionUnavailable,
  QuoteNotForBalances,
  QuoteRequired,
  SameBalance,
  StandardBalanceMissing,
} from './errors.ts'
import { orderOf } from './model.ts'
import { moveBetweenBalances } from './move-between-balances.ts'
import { BalanceMovement, CreateMovement, showMovement } from './schemas.ts'

export const create = writes(
  {
    id: 'conversions.create',
    operationId: 'createBalanceMovement',
    route: 'POST /v2/profiles/{profileId}/balance-movements',
    summary: 'Convert between balances by a quote, or move money to or from a savings jar',
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
