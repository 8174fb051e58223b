-- Up Migration

-- Transfers that are paid together. Like transfers, without references to other tables: what they
-- would hold is held by the statements that write the rows (docs/decisions/0004).
create table batch_groups (
  profile_id bigint not null,
  id uuid not null,
  -- Short enough for a payment reference.
  number bigint generated always as identity,
  user_id bigint not null,
  name text not null check (char_length(name) between 1 and 100),
  source_currency text not null,
  status text not null check (status in ('NEW', 'COMPLETED', 'MARKED_FOR_CANCELLATION',
    'PROCESSING_CANCEL', 'CANCELLED')),
  -- Raised with every change; whoever changes the group says which version was seen.
  version int not null default 0,
  -- How many transfers were ever added, and what those that still wait cost by bank transfer.
  members int not null default 0 check (members between 0 and 1000),
  pay_in_amount money_minor not null default 0 check (pay_in_amount >= 0),
  paid boolean not null default false,
  -- A direct debit is under way: nothing else may pay or end the group.
  debited boolean not null default false,
  -- When the first of the waiting members has waited too long.
  lapses_at timestamptz,
  -- Since when the group is to be cancelled, until it is.
  cancels_at timestamptz,
  created_at timestamptz not null,
  primary key (profile_id, id),
  constraint batch_groups_one_per_name unique (profile_id, name)
);
create index batch_groups_lapsing on batch_groups (lapses_at)
  where status in ('NEW', 'COMPLETED') and not paid and not debited;
create index batch_groups_cancelling on batch_groups (cancels_at) where cancels_at is not null;

-- At most one payment for each group.
create table batch_payments (
  profile_id bigint not null,
  batch_group_id uuid not null,
  id bigint generated always as identity,
  method text not null check (method in ('BALANCE', 'BANK_TRANSFER', 'DIRECT_DEBIT')),
  amount money_minor not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null,
  constraint batch_payments_one primary key (profile_id, batch_group_id)
);

-- Accounts at other banks that may be debited.
create table debit_accounts (
  profile_id bigint not null,
  id bigint generated always as identity,
  type text not null check (type in ('ACH', 'EFT')),
  currency text not null,
  details jsonb not null,
  created_at timestamptz not null,
  primary key (profile_id, id)
);

create table payment_initiations (
  profile_id bigint not null,
  id bigint generated always as identity,
  batch_group_id uuid not null,
  user_id bigint not null,
  account_id bigint not null,
  -- Decides what the payment system answers with.
  account_type text not null check (account_type in ('ACH', 'EFT')),
  reference text not null check (char_length(reference) between 1 and 10),
  status text not null
    check (status in ('NEW', 'PROCESSING', 'COMPLETED', 'FAILED', 'CHARGED_BACK')),
  -- The id of the payment it brings in, known from PROCESSING on.
  pay_in_id bigint,
  announced int not null default 0,
  created_at timestamptz not null,
  primary key (profile_id, id)
);
create unique index payment_initiations_one on payment_initiations (profile_id, batch_group_id)
  where status <> 'FAILED';

-- While a member waits for its money, its group is unpaid: what happens to it happens to the group.
alter table transfers add column batch_group_id uuid;
create index transfers_of_group on transfers (profile_id, batch_group_id, id)
  where batch_group_id is not null;



-- What a profile owes is kept like customers' money, on the other side of zero.
alter table ledger_accounts drop constraint never_below_zero,
  add constraint never_below_zero check (balance >= 0 or account = 'owed'),
  add constraint owed_never_above_zero check (balance <= 0 or account <> 'owed');

-- As before, with two things more. What is credited to a balance settles first what the profile owes in
-- its currency: here, because no credit may be forgotten. It is the journal `debt-settled`. And many
-- credits after the last debit are made at once: a thousand cost a fifth of as many turns of the loop.
-- The caller gives balances first, then money in flight, then `owed`; locks are taken in that order,
-- and `owed` is last of all here too.
create or replace function ledger_post(
  tenant bigint, moment timestamptz,
  accounts text[], currencies text[], deltas numeric[],
  journals text[], subjects text[], sources text[], targets text[], units text[], amounts numeric[]
) returns table (account text, currency text, delta_minor numeric, balance_minor numeric, step int)
language plpgsql as $$
#variable_conflict use_column
declare
  few constant int := 16;
  one_by_one int := cardinality(accounts);
  settled numeric;
begin
  if one_by_one > few then
    while one_by_one > 0 and deltas[one_by_one] > 0 loop one_by_one := one_by_one - 1; end loop;
  end if;
  for n in 1 .. one_by_one loop
    if deltas[n] < 0 and accounts[n] <> 'owed' then
      -- An account without a row holds nothing, so it cannot give anything.
      update ledger_accounts a set balance = a.balance + deltas[n], step = a.step + 1
       where a.profile_id = tenant and a.account = accounts[n] and a.currency = currencies[n]
      returning a.balance, a.step into balance_minor, step;
      perform must(found, 'stepped');
    else
      insert into ledger_accounts as a (profile_id, account, currency, balance, step)
      values (tenant, accounts[n], currencies[n], deltas[n], 1)
      on conflict (profile_id, account, currency)
      do update set balance = a.balance + excluded.balance, step = a.step + 1
      returning a.balance, a.step into balance_minor, step;
    end if;
    account := accounts[n];
    currency := currencies[n];
    delta_minor := deltas[n];
    return next;
  end loop;
  if one_by_one < cardinality(accounts) then
    return query
      with credits as (
        select c.account, c.currency, c.delta, c.place
          from unnest(accounts[one_by_one + 1 :], currencies[one_by_one + 1 :],
                      deltas[one_by_one + 1 :])
            with ordinality as c (account, currency, delta, place)),
      credited as (
        insert into ledger_accounts as a (profile_id, account, currency, balance, step)
        select tenant, c.account, c.currency, c.delta, 1 from credits c order by c.place
        on conflict (profile_id, account, currency)
        do update set balance = a.balance + excluded.balance, step = a.step + 1
        returning a.account, a.currency, a.balance, a.step)
      select d.account, d.currency, c.delta, d.balance::numeric, d.step
        from credited d join credits c on c.account = d.account and c.currency = d.currency;
  end if;
  insert into ledger_postings
    (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
  select tenant, p.journal, p.subject, p.source, p.target, p.unit, p.amount, moment
    from unnest(journals, subjects, sources, targets, units, amounts)
      as p (journal, subject, source, target, unit, amount);

  for n in 1 .. cardinality(accounts) loop
    exit when accounts[n] not like 'available:%';
    continue when deltas[n] < 0;
    select least(deltas[n], -a.balance) into settled from ledger_accounts a
     where a.profile_id = tenant and a.account = 'owed' and a.currency = currencies[n]
       for update;
    continue when not found or settled <= 0;
    update ledger_accounts a set balance = a.balance + settled, step = a.step + 1
     where a.profile_id = tenant and a.account = 'owed' and a.currency = currencies[n];
    update ledger_accounts a set balance = a.balance - settled, step = a.step + 1
     where a.profile_id = tenant and a.account = accounts[n] and a.currency = currencies[n]
    returning a.balance, a.step into balance_minor, step;
    account := accounts[n];
    currency := currencies[n];
    delta_minor := -settled;
    return next;
    insert into ledger_postings
      (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
    values (tenant, 'debt-settled', subjects[1], accounts[n], 'owed', currencies[n], settled, moment);
  end loop;
end $$;

-- What the planner is to believe of the new tables until they have been analysed (0010).
do $$
declare
  busy text;
begin
  if current_setting('server_version_num')::int < 180000 then return; end if;
  foreach busy in array array['batch_groups', 'payment_initiations', 'debit_accounts']
  loop
    perform pg_restore_attribute_stats(
      'schemaname', current_schema()::text, 'relname', busy, 'attname', 'profile_id', 'inherited', false,
      'null_frac', 0.0::real, 'avg_width', 8, 'n_distinct', 1.0::real);
  end loop;
end $$;

-- Down Migration
