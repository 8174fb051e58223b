-- Up Migration

-- What a balance holds is in ledger_accounts, account `available:<id>`.
create table balances (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  currency text not null,
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

-- Every change of a balance, in the order of its steps: what statements and balances#update show.
create table balance_steps (
  profile_id bigint not null,
  balance_id bigint not null,
  step int not null,
  id bigint generated always as identity,
  -- Positive for a credit.
  delta money_minor not null check (delta <> 0),
  balance money_minor not null,
  -- What moved the money: `transfer:12`, `movement:7`.
  reference text not null,
  channel text not null,
  occurred_at timestamptz not null,
  primary key (profile_id, balance_id, step)
);
create index on balance_steps (profile_id, balance_id, occurred_at);

-- Top-ups, conversions and moves between jars. A top-up has no source; the fee is in the source
-- currency.
create table balance_movements (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  type text not null check (type in ('DEPOSIT', 'WITHDRAWAL', 'CONVERSION')),
  state text not null check (state in ('PENDING', 'COMPLETED', 'CANCELLED', 'REVERSED')),
  source_balance_id bigint,
  target_balance_id bigint,
  source_currency text,
  source_amount money_minor,
  target_currency text,
  target_amount money_minor,
  fee money_minor,
  rate numeric,
  quote_id uuid,
  channel text not null,
  created_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, source_balance_id) references balances,
  foreign key (profile_id, target_balance_id) references balances
);

create trigger steps_are_history before update or delete or truncate on balance_steps
  for each statement execute function history_is_kept();

-- Down Migration
