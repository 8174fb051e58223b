-- Up Migration

drop function may_hold_rate(bigint, timestamptz, int);
drop function hold_conversion_rates(bigint, timestamptz, int, int);

-- Takes the rate from all but the newest quotes between balances, so that the profile holds at most `most`
-- rates: those of unfunded transfers, those of the newest quotes between balances, and that of `arriving`, the
-- quote that the calling statement is about to write. Answers whether there is a place for it; 0 is no limit.
-- It never changes `arriving` itself, which may be a quote between balances since another request changed it:
-- PostgreSQL does not let a statement update a row that a function in it has updated.
create function hold_conversion_rates(tenant bigint, moment timestamptz, most int, arriving uuid) returns boolean
language plpgsql volatile as $$
declare
  places int;
begin
  if most = 0 then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  places := most - 1 - rates_held(tenant, moment);
  update quotes q set live_rate = true
   where q.profile_id = tenant and q.status = 'PENDING' and not q.live_rate
     and q.id in (
       select id from quotes
        where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE' and id <> arriving
          and source_currency <> target_currency and not live_rate and expires_at > moment
        order by expires_at desc, id
       offset greatest(places, 0));
  return places >= 0;
end $$;

-- Whether a transfer of the quote may hold its rate. If so, it takes the rate from the oldest quote between
-- balances where there are too many (D111). The counts stand here in full, because every transfer comes this way
-- and a call of rates_held costs more than the count.
create function may_hold_rate(tenant bigint, moment timestamptz, most int, quote uuid) returns boolean
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
    perform hold_conversion_rates(tenant, moment, most, quote);
  end if;
  return true;
end $$;

-- Down Migration
