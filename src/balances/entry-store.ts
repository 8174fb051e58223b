// The write step of the history of balances: an entry, its events and the balance's time of modification, for each change of a
// balance's ledger account.

import { writeStep } from '../kernel/database/write-step.ts'
import { postStep } from '../ledger/index.ts'

/**
 * The write step of `recordEntries`. Its rows have the ids of the entries.
 *
 * `change_of_balance` has a row for each change that `post` made to the ledger account of a balance. `balance_modified`
 * updates the balances in the order of their keys, so that concurrent writes lock them in one order (decision 9). The update
 * skips a balance that was closed, and then the guard in `entries_recorded` fails. Entries and events are inserted in the
 * order of their sequence, so that a later change has a greater id. The failure "recordEntries lacks the currency" is a bug of the
 * caller, which passed too few currencies, and the client gets a 500.
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
    select input.*, c.currency, u.unit, c.sequence, c.delta_minor, c.balance_minor,
           split_part(c.account, ':', 2)::bigint as balance_id,
           trim_scale(abs(c.delta_minor) * u.unit) as amount,
           trim_scale(c.balance_minor * u.unit) as balance,
           json_build_object('id', split_part(c.account, ':', 2)::bigint,
             'profile_id', input.profile_id, 'type', 'balance-account') as resource
      from ${input}
      join ${accountChanges} c on c.request_index = input.request_index
      left join lateral unnest(input.currencies, input.units) as u (currency, unit)
        on u.currency = c.currency
     where c.account like 'available:%'),
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
    select c.profile_id, event.name, 'balance:' || c.balance_id, c.sequence, event.payload, c.occurred_at
      from change_of_balance c
      join entry_inserted e using (profile_id, balance_id, sequence),
           lateral (values
             (1, c.update_event, json_build_object(
               'resource', c.resource, 'amount', c.amount, 'balance_id', c.balance_id,
               'channel_name', c.channel, 'currency', c.currency, 'occurred_at', c.occurred_at_shown,
               'post_transaction_balance_amount', c.balance, 'step_id', e.id,
               'transaction_type', case when c.delta_minor > 0 then 'credit' else 'debit' end,
               'transfer_reference',
                 case when c.delta_minor > 0 then 'BNK-' else '' end || c.transfer_reference)),
             (2, case when c.delta_minor > 0 then c.credit_event end, json_build_object(
               'resource', c.resource, 'transaction_type', 'credit', 'amount', c.amount,
               'currency', c.currency, 'post_transaction_balance_amount', c.balance,
               'occurred_at', c.occurred_at_shown))) as event (position, name, payload)
     where event.name is not null
     order by c.profile_id, c.balance_id, c.sequence, event.position),
  entries_recorded as materialized (
    select c.request_index, e.id as entry_id
      from change_of_balance c
      left join entry_inserted e using (profile_id, balance_id, sequence)
     where case when c.unit is null then must(false, 'recordEntries lacks the currency ' || c.currency)
                when not exists (select from balance_modified b
                                  where b.profile_id = c.profile_id and b.id = c.balance_id)
                then ${guardFailed} else true end)`,
  guardRaises: true,
  onGuardFailed: 'retry',
})
