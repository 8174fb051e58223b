-- Up Migration

-- As before, but that a guard which holds calls no function: it is asked in every write (0001).
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
      if not found then perform must(false, 'stepped'); end if;
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

create or replace function balance_record_step(
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
  if not found then perform must(false, 'recorded'); end if;
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
