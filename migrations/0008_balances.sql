create table balances (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null check (type in ('STANDARD', 'SAVINGS')),
  name text,
  icon text,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (profile_id, id)
);
create unique index balances_one_standard on balances (profile_id, currency)
  where type = 'STANDARD' and state = 'OPEN';
comment on table balances is
  'Balances of a profile, one currency each. How much a balance contains is in ledger_accounts, account available:<id>.';
comment on column balances.name is 'The name of a savings balance; null for a standard one.';
comment on column balances.icon is 'The emoji of a savings balance.';

create table balance_entries (
  profile_id bigint not null,
  balance_id bigint not null,
  sequence int not null check (sequence > 0),
  id bigint generated always as identity,
  delta money_minor not null check (delta <> 0),
  balance money_minor not null check (balance >= 0),
  reference text not null,
  channel text not null,
  occurred_at timestamptz not null,
  primary key (profile_id, balance_id, sequence)
);
create index on balance_entries (profile_id, balance_id, occurred_at);
create trigger balance_entries_append_only before update or delete or truncate on balance_entries
  for each statement execute function refuse_history_change();
comment on table balance_entries is
  'Every change of a balance, in order: what statements and the events balances#update show. No foreign key to balances: it costs a funding 13 µs of PostgreSQL time, in a batch of 16 (of 47) as alone (of 100); the statement has updated the balance itself.';
comment on column balance_entries.sequence is 'The sequence of the ledger account after the change.';
comment on column balance_entries.id is 'The step_id of events.';
comment on column balance_entries.delta is 'Positive for a credit.';
comment on column balance_entries.balance is 'What the balance contained after the change.';
comment on column balance_entries.reference is 'What moved the money: transfer:12, movement:7.';
comment on column balance_entries.channel is 'The channel_name of events: TRANSFER, CONVERSION and so on.';

create table balance_movements (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  type text not null check (type in ('DEPOSIT', 'WITHDRAWAL', 'CONVERSION')),
  state text not null check (state in ('PENDING', 'COMPLETED', 'CANCELLED', 'REVERSED')),
  source_balance_id bigint,
  target_balance_id bigint,
  source_currency text check (source_currency ~ '^[A-Z]{3}$'),
  source_amount money_minor check (source_amount between 1 and 999999999999999),
  target_currency text check (target_currency ~ '^[A-Z]{3}$'),
  target_amount money_minor check (target_amount between 1 and 999999999999999),
  fee money_minor check (fee between 0 and 999999999999999),
  rate numeric check (rate > 0),
  quote_id uuid,
  channel text not null check (channel <> ''),
  created_at timestamptz not null,
  primary key (profile_id, id),
  constraint balance_movements_source
    check (num_nulls(source_balance_id, source_currency, source_amount) in (0, 3)),
  constraint balance_movements_target
    check (num_nulls(target_balance_id, target_currency, target_amount) in (0, 3)),
  constraint balance_movements_source_or_target check (num_nonnulls(source_balance_id, target_balance_id) > 0),
  foreign key (profile_id, source_balance_id) references balances,
  foreign key (profile_id, target_balance_id) references balances
);
-- Finds the id at which a time begins or ends.
create index balance_movements_by_time on balance_movements (profile_id, created_at, id);
comment on table balance_movements is 'Top-ups, conversions and moves between balances of a profile.';
comment on column balance_movements.source_balance_id is 'Null for a top-up, which has no source.';
comment on column balance_movements.fee is 'In the source currency.';
comment on column balance_movements.rate is 'Units of the target currency per unit of the source currency.';
comment on column balance_movements.quote_id is 'The quote of a conversion.';
comment on column balance_movements.channel is 'The channel_name of events.';

select assume_many_rows_per_profile(array['balances', 'balance_entries']);
