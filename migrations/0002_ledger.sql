-- Up Migration

-- Customers' accounts keep a balance that is locked and never falls below zero. House accounts
-- (desk, fees, pay-in, pay-out, partners) have no row: their balance is the sum of their postings.
create table ledger_accounts (
  profile_id bigint not null,
  account text not null,
  currency text not null,
  balance money_minor not null,
  step int not null,
  primary key (profile_id, account, currency),
  constraint never_below_zero check (balance >= 0)
);

-- One row has both sides, in one currency: it balances by construction.
create table ledger_postings (
  profile_id bigint not null,
  id bigint generated always as identity,
  journal text not null,
  reference text not null,
  from_account text not null,
  to_account text not null,
  currency text not null,
  amount money_minor not null check (amount > 0),
  posted_at timestamptz not null,
  primary key (profile_id, id),
  check (from_account <> to_account)
);
create index on ledger_postings (profile_id, reference);

create function history_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% is history: rows are added, never changed', tg_table_name;
end $$;
create trigger postings_are_history before update or delete or truncate on ledger_postings
  for each statement execute function history_is_kept();

-- Down Migration
