// The endpoints of statements, of the sum of all balances, and of hold limits.

import Type from 'typebox'
import { reads, returnsDocument, writes } from '../kernel/endpoint.ts'
import { currencyCode, idIn } from '../kernel/wire.ts'
import { CurrencyUnknown } from '../quotes/index.ts'
import {
  BalanceUnknown,
  ExcessRecipientInvalid,
  IntervalInvalid,
  IntervalMalformed,
  StatementTooLong,
} from './errors.ts'
import { formatStatement } from './formats/format-statement.ts'
import { findCapacity } from './hold-limits/limits.ts'
import { setExcessRecipient } from './hold-limits/set-excess-recipient.ts'
import { readStatement, unknownBalanceFields } from './read-statement.ts'
import { StatementOut, StatementParams, StatementQuery } from './schemas.ts'
import {
  CapacityOut,
  CapacityQuery,
  ExcessBody,
  ExcessOut,
  FundsOut,
  showCapacity,
  showFunds,
} from './schemas-funds.ts'
import { sumFunds } from './sum-funds.ts'

const ProfileParams = Type.Object({ profileId: idIn('profile') })

export const get = returnsDocument(
  {
    id: 'statements.get',
    operationId: 'getBalanceStatement',
    route: 'GET /v1/profiles/{profileId}/balance-statements/{balanceId}/statement.{format}',
    aliases: ['GET /v3/profiles/{profileId}/borderless-accounts/{balanceId}/statement.{format}'],
    summary: 'Get a statement of a balance as JSON, CSV, PDF or camt.053.',
    spec: 'Facts 8.1, D30, D106',
    access: { token: 'user', owns: 'profileId', sca: 'BALANCE__GET_STATEMENT' },
    params: StatementParams,
    query: StatementQuery,
    documents: ['application/json', 'text/csv', 'application/pdf', 'application/xml'],
    reply: StatementOut,
    replyHeaders: ['content-disposition'],
    errors: [BalanceUnknown, IntervalMalformed, IntervalInvalid, StatementTooLong],
    refusalFields: unknownBalanceFields,
  },
  async (db, { params: { format, ...ids }, query, mode, now, random, print }) => {
    const statement = await readStatement(db, { ...ids, ...query })
    return () => formatStatement(statement, format, { id: random.uuid(), now, mode, print })
  },
)

export const totalFunds = reads(
  {
    id: 'statements.total-funds',
    operationId: 'getTotalFunds',
    route: 'GET /v1/profiles/{profileId}/total-funds/{currency}',
    summary: 'Get the value of all balances of a profile in one currency.',
    spec: 'Facts 9.3',
    access: { token: 'user', owns: 'profileId' },
    params: Type.Object({ profileId: idIn('profile'), currency: currencyCode() }),
    reply: FundsOut,
    errors: [CurrencyUnknown],
  },
  async (db, { params: { profileId, currency }, now }) =>
    showFunds(await sumFunds(db, profileId, currency, now)),
)

export const balanceCapacity = reads(
  {
    id: 'statements.balance-capacity',
    operationId: 'getBalanceCapacity',
    route: 'GET /v1/profiles/{profileId}/balance-capacity',
    summary: 'Get the amount that can still be deposited where a country limits balances.',
    spec: 'B 4.7',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    query: CapacityQuery,
    reply: CapacityOut,
    errors: [CurrencyUnknown],
  },
  async (db, { params: { profileId }, query: { currency }, now }) =>
    showCapacity(await findCapacity(db, profileId, currency, now)),
)

export const excessAccount = writes(
  {
    id: 'statements.excess-account',
    operationId: 'setExcessMoneyAccount',
    route: 'POST /v1/profiles/{profileId}/excess-money-account',
    summary: 'Set the recipient of money above a regulatory limit.',
    spec: 'B 4.7, D99',
    access: { token: 'user', owns: 'profileId', sca: 'EXCESS_ACCOUNT__SET' },
    params: ProfileParams,
    body: ExcessBody,
    reply: ExcessOut,
    onRepeat: 'same',
    errors: [ExcessRecipientInvalid],
  },
  async (tx, { params: { profileId }, body: { recipientId }, caller, now }) => {
    await setExcessRecipient(tx, { profileId, recipientId }, caller, now)
    return { userProfileId: profileId, recipientId }
  },
)
