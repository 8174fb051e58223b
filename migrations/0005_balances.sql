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
  delta money_minor not null,
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

-- One balance changed by one step: its row in the history, its events, its time of modification. A
-- function, because the same as common table expressions was measured at three times the cost.
-- `update_event` and `credit_event` are the names of the events; `unit` is one minor unit in major
-- ones, by which a product is exact where a quotient might not be. A balance that was closed since
-- it was read makes the whole use case run again.
create function balance_record_step(
  tenant bigint, balance_account text, unit numeric, currency_code text, step_number int,
  delta numeric, balance_after numeric, cause text, channel text, transfer_reference text,
  moment timestamptz, moment_text text, update_event text, credit_event text
) returns boolean language plpgsql as $$
declare
  balance bigint := split_part(balance_account, ':', 2)::bigint;
  step bigint;
  amount_shown numeric := trim_scale(abs(delta) * unit);
  balance_shown numeric := trim_scale(balance_after * unit);
  resource json := json_build_object('id', balance, 'profile_id', tenant, 'type', 'balance-account');
begin
  if unit is null then raise exception 'no unit was given for %', currency_code; end if;
  update balances b set modified_at = moment
   where b.profile_id = tenant and b.id = balance and b.state = 'OPEN';
  perform must(found, 'recorded');
  insert into balance_steps
    (profile_id, balance_id, step, delta, balance, reference, channel, occurred_at)
  values (tenant, balance, step_number, delta, balance_after, cause, channel, moment)
  returning id into step;
  insert into events (profile_id, name, subject, number, payload, occurred_at)
  values (tenant, update_event, 'balance:' || balance, step_number, json_build_object(
    'resource', resource, 'amount', amount_shown, 'balance_id', balance, 'channel_name', channel,
    'currency', currency_code, 'occurred_at', moment_text,
    'post_transaction_balance_amount', balance_shown, 'step_id', step,
    'transaction_type', case when delta > 0 then 'credit' else 'debit' end,
    'transfer_reference', case when delta > 0 then 'BNK-' else '' end || transfer_reference), moment);
  if delta > 0 then
    insert into events (profile_id, name, subject, number, payload, occurred_at)
    values (tenant, credit_event, 'balance:' || balance, step_number, json_build_object(
      'resource', resource, 'transaction_type', 'credit', 'amount', amount_shown,
      'currency', currency_code, 'post_transaction_balance_amount', balance_shown,
      'occurred_at', moment_text), moment);
  end if;
  return true;
end $$;

-- Down Migration
