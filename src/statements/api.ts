import Type from 'typebox'
import { reads, writes } from '../kernel/endpoint.ts'
import { currencyCode, idIn } from '../kernel/wire.ts'
import { CurrencyUnknown } from '../quotes/index.ts'
import { csvOf } from './csv.ts'
import {
  BalanceUnknown,
  ExcessRecipientInvalid,
  IntervalInvalid,
  IntervalMalformed,
  StatementTooLong,
} from './errors.ts'
import { capacityOf } from './hold-limits/limits.ts'
import { nameExcessAccount } from './hold-limits/name-excess-account.ts'
import { readStatement } from './read-statement.ts'
import {
  CapacityOut,
  CapacityQuery,
  ExcessBody,
  ExcessOut,
  FundsOut,
  StatementOut,
  StatementQuery,
  showCapacity,
  showFunds,
  showStatement,
} from './schemas.ts'
import { sumFunds } from './sum-funds.ts'

const ofProfile = Type.Object({ profileId: idIn('profile') })

const ofBalance = {
  spec: 'Facts 8.1, D30',
  access: { token: 'user', owns: 'profileId', sca: 'BALANCE__GET_STATEMENT' },
  params: Type.Object({ profileId: idIn('profile'), balanceId: idIn('balance') }),
  query: StatementQuery,
  errors: [BalanceUnknown, IntervalMalformed, IntervalInvalid, StatementTooLong],
} as const

export const json = reads(
  {
    ...ofBalance,
    id: 'statements.json',
    route: 'GET /v1/profiles/{profileId}/balance-statements/{balanceId}/statement.json',
    summary: 'What happened on a balance.',
    reply: StatementOut,
  },
  async (db, { params, query }) => showStatement(await readStatement(db, { ...params, ...query })),
)

export const csv = reads(
  {
    ...ofBalance,
    id: 'statements.csv',
    route: 'GET /v1/profiles/{profileId}/balance-statements/{balanceId}/statement.csv',
    summary: 'The same as a table for spreadsheets.',
    replies: 'text/csv',
    reply: Type.String(),
  },
  async (db, { params, query }) => csvOf(await readStatement(db, { ...params, ...query })),
)

export const totalFunds = reads(
  {
    id: 'statements.total-funds',
    route: 'GET /v1/profiles/{profileId}/total-funds/{currency}',
    summary: 'What a profile holds in all, told in one currency.',
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
    route: 'GET /v1/profiles/{profileId}/balance-capacity',
    summary: 'What can still be deposited where a country limits what is held.',
    spec: 'B 4.7',
    access: { token: 'user', owns: 'profileId' },
    params: ofProfile,
    query: CapacityQuery,
    reply: CapacityOut,
    errors: [CurrencyUnknown],
  },
  async (db, { params: { profileId }, query: { currency }, now }) =>
    showCapacity(await capacityOf(db, profileId, currency, now)),
)

export const excessAccount = writes(
  {
    id: 'statements.excess-account',
    route: 'POST /v1/profiles/{profileId}/excess-money-account',
    summary: 'Name the recipient that money above a regulatory limit goes to.',
    spec: 'B 4.7, D99',
    access: { token: 'user', owns: 'profileId', sca: 'EXCESS_ACCOUNT__SET' },
    params: ofProfile,
    body: ExcessBody,
    reply: ExcessOut,
    again: 'same',
    errors: [ExcessRecipientInvalid],
  },
  async (tx, { params: { profileId }, body: { recipientId }, caller, now }) => {
    await nameExcessAccount(tx, { profileId, recipientId }, caller, now)
    return { userProfileId: profileId, recipientId }
  },
)
