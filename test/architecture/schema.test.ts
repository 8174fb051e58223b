// Every table has comments. The keys of a table with a tenant begin with the tenant, except those in `TENANT_NOT_FIRST`.
// Check constraints list the enumerations of the code. PostgreSQL accepts the statements of the sweeps. A migration that is
// on main is never edited.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paymentKinds, requirementStatuses } from '../../src/account-details/model.ts'
import { returnReasons } from '../../src/account-details/payments/return-reasons.ts'
import { sweeps } from '../../src/app/declarations.ts'
import { payIns, payOuts } from '../../src/corridors/index.ts'
import { factors } from '../../src/security/model.ts'
import { issueTypes } from '../../src/transfers/row.ts'
import { testService } from '../support/service.ts'
import { checkValuesOf } from './check-values.ts'

const service = testService({ audited: false })

async function query<R extends object>(text: string): Promise<R[]> {
  return (await service.db.pool.query<R>(text)).rows
}

/** Names of columns that mean the same in every table, so that a comment would repeat the name. */
const SELF_EXPLANATORY: readonly string[] = [
  ...['profile_id', 'id', 'user_id', 'application_id', 'balance_id', 'transfer_id'],
  ...['subscription_id', 'recipient_id', 'quote_id', 'batch_group_id'],
  ...['target_balance_id', 'source_currency', 'target_currency', 'currency'],
  ...['source_amount', 'target_amount', 'provided_amount', 'amount', 'balance', 'country'],
  ...[
    'type',
    'kind',
    'state',
    'status',
    'method',
    'name',
    'key',
    'url',
    'factor',
    'algorithm',
    'risk',
  ],
  ...[
    'email',
    'language',
    'active',
    'verified',
    'reference',
    'attempts',
    'body',
    'subject',
    'paid',
  ],
  ...[
    'from_account',
    'to_account',
    'legal_type',
    'account_holder_name',
    'phone_number',
    'fingerprint',
  ],
  ...['public_key', 'redirect_uri', 'event_name', 'last_elapsed_ms', 'closing_reason', 'version'],
  ...[
    'created_at',
    'updated_at',
    'modified_at',
    'deleted_at',
    'expires_at',
    'revoked_at',
    'used_at',
  ],
  ...['verified_at', 'code_expires_at', 'occurred_at', 'posted_at', 'sent_at', 'retry_at'],
  ...['last_attempt_at', 'claimed_at'],
]

type ColumnComment = {
  readonly name: string
  readonly column: string
  readonly hasComment: boolean
}

const columnComments = () =>
  query<ColumnComment>(`
    select c.relname as name, a.attname as column,
           col_description(c.oid, a.attnum) is not null as "hasComment"
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'`)

async function tablesWithoutComment(): Promise<string[]> {
  const tables = await query<{ name: string }>(`
    select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
       and obj_description(oid, 'pg_class') is null`)
  return tables.map(({ name }) => name)
}

async function columnsWithoutComment(): Promise<string[]> {
  const columns = (await columnComments()).filter(
    ({ column, hasComment }) => !hasComment && !SELF_EXPLANATORY.includes(column),
  )
  return columns.map(({ name, column }) => `${name}.${column}`)
}

async function keysWithoutTenantFirst(): Promise<string[]> {
  const keys = await query<{ key: string }>(`
    select i.indexrelid::regclass::text as key
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'profile_id'
      join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indkey[0] <> a.attnum
     order by 1`)
  return keys.map(({ key }) => key)
}

/** Leaves out the reference from `deliveries` to `subscriptions`: a subscription of an application has no tenant. */
async function referencesWithoutTenantFirst(): Promise<string[]> {
  const references = await query<{ name: string }>(`
    select k.conname as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'profile_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'profile_id'
     where k.contype = 'f' and k.conname not like 'deliveries_subscription%'
       and (k.conkey[1] <> a.attnum or k.confkey[1] <> b.attnum)`)
  return references.map(({ name }) => name)
}

describe('comments', () => {
  it('describe every table', async () => {
    expect(await tablesWithoutComment()).toEqual([])
  })

  it('describe every column whose name is not self-explanatory', async () => {
    expect(await columnsWithoutComment()).toEqual([])
  })

  it('are missing from at least one column of each name in SELF_EXPLANATORY; otherwise the list does not need the name', async () => {
    const columns = (await columnComments())
      .filter(({ hasComment }) => !hasComment)
      .map(({ column }) => column)
    expect(SELF_EXPLANATORY.filter((name) => !columns.includes(name))).toEqual([])
  })
})

/** Unique keys and primary keys that do not begin with the tenant, and why. */
const TENANT_NOT_FIRST: Readonly<Record<string, string>> = {
  account_numbers_pkey: 'finds the owner of an incoming payment by its number (D53)',
  feed_entries_pkey: 'orders the entries of all profiles, some of which are for every user',
  subscriptions_pkey: 'belongs to a profile or to an application',
  sweep_failures_pkey: 'belongs to a sweep',
}

describe('the tenant', () => {
  it('is the first column of every unique key of a table with a tenant, except for the keys in TENANT_NOT_FIRST', async () => {
    expect(await keysWithoutTenantFirst()).toEqual(Object.keys(TENANT_NOT_FIRST).sort())
  })

  it('is the first column of every reference between two tables with a tenant, except from deliveries to subscriptions', async () => {
    expect(await referencesWithoutTenantFirst()).toEqual([])
  })
})

describe('the checks of the schema', () => {
  it('catch a table without comments whose key and reference begin with another column', async () => {
    await query(
      `create table bare (id bigint, profile_id bigint, vague int, primary key (id, profile_id),
         constraint bare_to_bare foreign key (id, profile_id) references bare (id, profile_id))`,
    )
    try {
      expect(await tablesWithoutComment()).toEqual(['bare'])
      expect(await columnsWithoutComment()).toEqual(['bare.vague'])
      expect(await keysWithoutTenantFirst()).toContain('bare_pkey')
      expect(await referencesWithoutTenantFirst()).toEqual(['bare_to_bare'])
    } finally {
      await query('drop table bare')
    }
  })
})

/** Enumerations other than the states of a state machine, which test/architecture/states.test.ts checks. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  'account_details_orders.verification': requirementStatuses,
  'incoming_payments.kind': paymentKinds,
  'payment_returns.reason': returnReasons,
  'transfers.pay_in': payIns,
  'transfers.pay_out': payOuts,
  'transfers.active_issues': issueTypes,
  'transfer_payments.method': payIns,
  'quotes.pay_out': payOuts,
  'quotes.preferred_pay_in': payIns,
  'factor_attempts.factor': factors,
  'one_time_tokens.offered': factors,
  'one_time_tokens.passed': factors,
}

describe('enumerations', () => {
  it.each(Object.entries(enumerations))(
    '%s allows exactly the values of the code',
    async (qualifiedColumn, values) => {
      expect(await checkValuesOf(service, qualifiedColumn)).toEqual([...values].sort())
    },
  )
})

describe('sweeps', () => {
  it('count and find due rows by statements that PostgreSQL accepts', async () => {
    const texts = sweeps
      .filter((sweep) => sweep.dueAt !== undefined)
      .flatMap((sweep) => [
        ...[sweep.countDue, sweep.nextDue],
        ...(sweep.key === undefined ? [] : [sweep.dueKeys, sweep.dueOf]),
      ])
      .map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(0)
    const rejected: string[] = []
    for (const text of texts)
      await query(`explain (generic_plan) ${text}`).catch((error: Error) =>
        rejected.push(`${error.message}: ${text}`),
      )
    expect(rejected).toEqual([])
  })

  it('name tables of the schema', async () => {
    const rows = await query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p')`,
    )
    const tables = new Set(rows.map(({ name }) => name))
    expect(sweeps.filter(({ table }) => !tables.has(table))).toEqual([])
  })
})

const migrations = new URL('../../migrations/', import.meta.url)
/** Lines as `sha256sum` writes them. Append the line of a new migration. */
const listedChecksums = readFileSync(new URL('migrations.sha256', import.meta.url), 'utf8')

function checksumLine(name: string): string {
  return `${createHash('sha256')
    .update(readFileSync(new URL(name, migrations)))
    .digest('hex')}  ${name}`
}

describe('migrations', () => {
  it('are unchanged, and each is listed in migrations.sha256', () => {
    expect(readdirSync(migrations).sort().map(checksumLine)).toEqual(
      listedChecksums.trimEnd().split('\n'),
    )
  })

  it('go forward only: none has a section that is marked as a down migration', () => {
    const down = readdirSync(migrations).filter((name) =>
      /down migration/i.test(readFileSync(new URL(name, migrations), 'utf8')),
    )
    expect(down).toEqual([])
  })
})
