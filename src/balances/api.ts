// The endpoints of balances.

import Type from 'typebox'
import { reads, writes } from '../kernel/endpoint.ts'
import { idIn } from '../kernel/wire.ts'
import { closeBalance } from './close-balance.ts'
import { createBalance } from './create-balance.ts'
import {
  BalanceExists,
  BalanceInUse,
  BalanceNotEmpty,
  BalanceNotFound,
  CurrencyNotHeld,
  NameRequired,
} from './errors.ts'
import { getBalance } from './get-balance.ts'
import { typesOf } from './model.ts'
import { Balance, Balances, CreateBalance, iconOf, ListBalances, showBalance } from './schemas.ts'
import { listOpenBalances } from './store.ts'

const ProfileParams = Type.Object({ profileId: idIn('profile') })
const BalanceParams = Type.Object({ profileId: idIn('profile'), balanceId: idIn('balance') })

export const create = writes(
  {
    id: 'balances.create',
    operationId: 'createBalance',
    route: 'POST /v4/profiles/{profileId}/balances',
    summary: 'Open a balance.',
    spec: 'B 4.7, D36',
    access: { token: 'user', owns: 'profileId' },
    idempotencyKey: 'required',
    params: ProfileParams,
    body: CreateBalance,
    reply: Balance,
    status: 201,
    errors: [CurrencyNotHeld, NameRequired, BalanceExists],
  },
  async (tx, { params, body, now }) => {
    const { currency, type, name = null } = body
    const balance = { profileId: params.profileId, currency, type, name, icon: iconOf(body.icon) }
    return showBalance(await createBalance(tx, balance, now))
  },
)

export const get = reads(
  {
    id: 'balances.get',
    operationId: 'getBalance',
    route: 'GET /v4/profiles/{profileId}/balances/{balanceId}',
    summary: 'Get a balance.',
    spec: 'B 4.7',
    access: { token: 'user', owns: 'profileId' },
    params: BalanceParams,
    reply: Balance,
    errors: [BalanceNotFound],
  },
  async (db, { params }) => showBalance(await getBalance(db, params.profileId, params.balanceId)),
)

export const list = reads(
  {
    id: 'balances.list',
    operationId: 'listBalances',
    route: 'GET /v4/profiles/{profileId}/balances',
    aliases: ['GET /v3/profiles/{profileId}/balances'],
    summary: 'List the open balances of a profile, ascending by id.',
    spec: 'B 4.7, Facts 9.3, D107',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    query: ListBalances,
    reply: Balances,
    errors: [],
  },
  async (db, { params, query }) =>
    (await listOpenBalances(db, params.profileId, typesOf(query.types))).map(showBalance),
)

export const close = writes(
  {
    id: 'balances.close',
    operationId: 'closeBalance',
    route: 'DELETE /v4/profiles/{profileId}/balances/{balanceId}',
    summary: 'Close an empty balance.',
    spec: 'B 4.7, D36',
    access: { token: 'user', owns: 'profileId' },
    params: BalanceParams,
    reply: Balance,
    onRepeat: BalanceNotFound,
    errors: [BalanceNotFound, BalanceNotEmpty, BalanceInUse],
  },
  async (tx, { params, now }) =>
    showBalance(await closeBalance(tx, params.profileId, params.balanceId, now)),
)
