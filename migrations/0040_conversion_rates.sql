-- Up Migration

-- The quotes between balances that hold their rate (D111). Those that have expired stay here, so that
-- a lookup says what it is not interested in; by this time it is also known which are the newest.
create index quotes_holding_conversion_rate on quotes (profile_id, expires_at)
  where status = 'PENDING' and pay_out = 'BALANCE' and source_currency <> target_currency and not live_rate;

-- Takes the rate from all but the newest quotes between balances, so that the profile holds at most `most`
-- rates: those of unfunded transfers, those of the newest quotes between balances, and `arriving` ones that
-- are about to be held. Answers whether there is a place for the arriving ones; 0 is no limit. The lock is
-- that of may_hold_rate, so two requests never take the last place.
create function hold_conversion_rates(tenant bigint, moment timestamptz, most int, arriving int) returns boolean
language plpgsql volatile as $$
declare
  places int;
begin
  if most = 0 then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  places := most - arriving - rates_held(tenant, moment);
  update quotes q set live_rate = true
   where q.profile_id = tenant and q.status = 'PENDING' and not q.live_rate
     and q.id in (
       select id from quotes
        where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE'
          and source_currency <> target_currency and not live_rate and expires_at > moment
        order by expires_at desc, id
       offset greatest(places, 0));
  return places >= 0;
end $$;

-- The options of a quote with the target amount at which the one of `pay_in` was booked (D92).
create function booked_options(options jsonb, pay_in text, target_minor numeric) returns jsonb
language sql immutable as $$
  select jsonb_agg(
           case when option ->> 'payIn' = pay_in
                then option || jsonb_build_object('targetMinor', target_minor::text)
                else option end
           order by number)
    from jsonb_array_elements(options) with ordinality as o (option, number)
$$;

-- Down Migration
