-- Up Migration

-- Postings of many writes are made at once by the statement itself (src/ledger/post.ts) instead of by a
-- function for each (docs/benchmarks.md). Left to a function is what must look anew at other rows.

-- Takes from a credit to a balance what its profile owes in that currency. Answers what that did to the
-- balance; nothing when nothing is owed any more.
create function ledger_settle(
  tenant bigint, moment timestamptz, subject text, credited text, unit text, credit numeric
) returns table (delta_minor numeric, balance_minor numeric, step int) language plpgsql as $$
#variable_conflict use_column
declare
  settled numeric;
begin
  select least(credit, -a.balance) into settled from ledger_accounts a
   where a.profile_id = tenant and a.account = 'owed' and a.currency = unit
     for update;
  if not found or settled <= 0 then return; end if;
  update ledger_accounts a set balance = a.balance + settled, step = a.step + 1
   where a.profile_id = tenant and a.account = 'owed' and a.currency = unit;
  insert into ledger_postings
    (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
  values (tenant, 'debt-settled', subject, credited, 'owed', unit, settled, moment);
  return query
    update ledger_accounts a set balance = a.balance - settled, step = a.step + 1
     where a.profile_id = tenant and a.account = credited and a.currency = unit
    returning -settled, a.balance::numeric, a.step;
end $$;

drop function ledger_post;
drop function balance_record_step;

-- Down Migration
