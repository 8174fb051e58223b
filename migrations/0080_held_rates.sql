-- Up Migration

-- Whether a transfer may hold its rate. If so, it takes the rate from the oldest quote between balances where
-- there are too many (D111). Here and not in the statement that accepts the quote, because that statement does not
-- see a quote which was made while it waited for the lock. The counts stand here in full, because every transfer
-- comes this way and a call of rates_held costs more than the count.
create or replace function may_hold_rate(tenant bigint, moment timestamptz, most int) returns boolean
language plpgsql volatile as $$
begin
  if most = 0 then return true; end if;
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= most then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= most then
    return false;
  end if;
  if exists (select from quotes
              where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE'
                and source_currency <> target_currency and not live_rate and expires_at > moment) then
    perform hold_conversion_rates(tenant, moment, most, 1);
  end if;
  return true;
end $$;

-- Down Migration
