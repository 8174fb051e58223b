// The write step of the history of balances: an entry and its events for each change of a balance's ledger account.

import { writeStep } from '../kernel/database/write-step.ts'
import { postStep } from '../ledger/index.ts'

/**
 * The write step of `recordEntries`. Its rows have the ids of the entries.
 *
 * `change_of_balance` has a row for each change that `post` made to the ledger account of a balance. `balance_modified` updates
 * the balances in the order of their keys, so that concurrent writes lock them in one order (decision 9). It skips a balance that
 * was closed, and then the guard in `entries_recorded` fails. Entries and events are inserted in the order of their sequence, so
 * that a later change has a greater id.
 */
export const recordEntriesStep = writeStep({
  name: 'entries_recorded',
  input: {
    profileId: 'bigint',
    occurredAt: 'timestamptz',
    occurredAtShown: 'text',
    reference: 'text',
    channel: 'text',
    transferReference: 'text',
    currencies: 'text[]',
    units: 'numeric[]',
    updateEvent: 'text',
    creditEvent: 'text',
  },
  tenant: 'profileId',
  reads: { accountChanges: postStep },
  sql: ({ input, accountChanges, guardFailed }) => `change_of_balance as materialized (
    select input.*, s.currency, u.unit, s.sequence, s.delta_minor, s.balance_minor,
           split_part(s.account, ':', 2)::bigint as balance_id,
           trim_scale(abs(s.delta_minor) * u.unit) as amount,
           trim_scale(s.balance_minor * u.unit) as balance,
           json_build_object('id', split_part(s.account, ':', 2)::bigint,
             'profile_id', input.profile_id, 'type', 'balance-account') as resource
      from ${input}
      join ${accountChanges} s on s.request_index = input.request_index
      left join lateral unnest(input.currencies, input.units) as u (currency, unit)
        on u.currency = s.currency
     where s.account like 'available:%'),
  balance_modified as (
    update balances b set modified_at = t.occurred_at
      from (select profile_id, balance_id, max(occurred_at) as occurred_at from change_of_balance
             group by profile_id, balance_id order by profile_id, balance_id) t
     where b.profile_id = t.profile_id and b.id = t.balance_id and b.state = 'OPEN'
    returning b.profile_id, b.id),
  entry_inserted as (
    insert into balance_entries
      (profile_id, balance_id, sequence, delta, balance, reference, channel, occurred_at)
    select profile_id, balance_id, sequence, delta_minor, balance_minor, reference, channel, occurred_at
      from change_of_balance order by profile_id, balance_id, sequence
    returning profile_id, balance_id, sequence, id),
  entry_events as (
    insert into events (profile_id, name, subject, number, payload, occurred_at)
    select s.profile_id, e.name, 'balance:' || s.balance_id, s.sequence, e.payload, s.occurred_at
      from change_of_balance s
      join entry_inserted r using (profile_id, balance_id, sequence),
           lateral (values
             (1, s.update_event, json_build_object(
               'resource', s.resource, 'amount', s.amount, 'balance_id', s.balance_id,
               'channel_name', s.channel, 'currency', s.currency, 'occurred_at', s.occurred_at_shown,
               'post_transaction_balance_amount', s.balance, 'step_id', r.id,
               'transaction_type', case when s.delta_minor > 0 then 'credit' else 'debit' end,
               'transfer_reference',
                 case when s.delta_minor > 0 then 'BNK-' else '' end || s.transfer_reference)),
             (2, case when s.delta_minor > 0 then s.credit_event end, json_build_object(
               'resource', s.resource, 'transaction_type', 'credit', 'amount', s.amount,
               'currency', s.currency, 'post_transaction_balance_amount', s.balance,
               'occurred_at', s.occurred_at_shown))) as e (turn, name, payload)
     where e.name is not null
     order by s.profile_id, s.balance_id, s.sequence, e.turn),
  entries_recorded as materialized (
    select s.request_index, r.id as entry_id
      from change_of_balance s
      left join entry_inserted r using (profile_id, balance_id, sequence)
     where case when s.unit is null then must(false, 'recordEntries lacks the currency ' || s.currency)
                when not exists (select from balance_modified b
                                  where b.profile_id = s.profile_id and b.id = s.balance_id)
                then ${guardFailed} else true end)`,
  guardRaises: true,
  onGuardFailed: 'retry',
})
