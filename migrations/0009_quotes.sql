create table quotes (
  profile_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  application_id bigint,
  client_id text,
  partner_price numeric(9, 6) check (partner_price between 0 and 0.5),
  source_currency text not null check (source_currency ~ '^[A-Z]{3}$'),
  target_currency text not null check (target_currency ~ '^[A-Z]{3}$'),
  provided text not null check (provided in ('SOURCE', 'TARGET')),
  provided_amount money_minor not null check (provided_amount between 1 and 999999999999999),
  rate numeric not null check (rate > 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'FUNDED')),
  pay_out text not null check (pay_out in ('BANK_TRANSFER', 'BALANCE', 'SWIFT', 'SWIFT_OUR', 'CA_NETWORK')),
  preferred_pay_in text
    check (preferred_pay_in in ('BALANCE', 'DIRECT_DEBIT', 'BANK_TRANSFER', 'DEBIT', 'CREDIT', 'CARD')),
  target_account bigint,
  target_account_owned boolean,
  pay_out_country text check (pay_out_country ~ '^[A-Z]{2}$'),
  price_set_id int not null,
  price_decision_id uuid not null,
  options jsonb not null,
  notices jsonb not null,
  version int not null default 0 check (version >= 0),
  live_rate boolean not null default false,
  holds_rate boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (profile_id, id)
)
-- Grows with every request: analysed early and often, so that the planner's assumption is soon replaced.
with (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.2);
create index quotes_holding_rate on quotes (profile_id, expires_at) where holds_rate;
-- Expired quotes stay in it; a search skips them by expires_at, which is also the order from old to new.
create index quotes_holding_conversion_rate on quotes (profile_id, expires_at)
  where status = 'PENDING' and pay_out = 'BALANCE' and source_currency <> target_currency and not live_rate;
comment on table quotes is
  'What was priced, when, and whether it was used. Never deleted. No foreign key to profiles: it costs a quote 7 of 40 µs of PostgreSQL time alone, and locks the row of the profile.';
comment on column quotes.application_id is 'The application that created the quote for a user; null for a personal token.';
comment on column quotes.client_id is 'Its client key at that time.';
comment on column quotes.partner_price is 'Its partner price at that time.';
comment on column quotes.provided is 'Which amount the client provided: SOURCE or TARGET.';
comment on column quotes.rate is 'Units of the target currency per unit of the source currency.';
comment on column quotes.status is
  'EXPIRED is not stored: it is what PENDING means once expires_at has come (D12).';
comment on column quotes.pay_out is 'How the money leaves.';
comment on column quotes.preferred_pay_in is 'How the client intends to pay.';
comment on column quotes.target_account is 'The recipient; null until one is named.';
comment on column quotes.target_account_owned is 'Whether the recipient''s account belongs to the profile itself.';
comment on column quotes.pay_out_country is 'The country of the recipient''s account; null until one is named.';
comment on column quotes.price_set_id is 'Which prices were used, shown on each option.';
comment on column quotes.price_decision_id is 'Names this calculation of prices, shown on each option.';
comment on column quotes.options is 'Each way of paying in with its price. Amounts are minor units, as text.';
comment on column quotes.notices is 'Notices for the client, as the reply shows them.';
comment on column quotes.version is
  'Raised when a recipient is added: a use case that has read an older version cannot accept the quote.';
comment on column quotes.live_rate is
  'The quote promises no rate: other transfers or quotes of the profile hold all the rates it may hold (D12a, D111).';
comment on column quotes.holds_rate is
  'An unfunded transfer of this quote holds its rate, until expires_at at most.';

-- Here, because balance_movements belongs to a module below quotes. The table is empty.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table balance_movements add foreign key (profile_id, quote_id) references quotes;

create table quote_numbers (
  profile_id bigint not null,
  id bigint generated always as identity,
  quote_id uuid not null,
  primary key (profile_id, id),
  foreign key (profile_id, quote_id) references quotes
);
comment on table quote_numbers is 'The whole number that POST /v1/quotes gave a quote (D107).';

create table rate_points (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  at timestamptz not null,
  per_usd numeric not null check (per_usd > 0),
  source text not null check (source <> ''),
  primary key (currency, at)
);
comment on table rate_points is
  'Exchange rates. A currency without a row has the rate that the service brings along.';
comment on column rate_points.at is 'From when on the rate holds.';
comment on column rate_points.per_usd is 'Units of the currency per US dollar.';
comment on column rate_points.source is 'Who supplied the rate.';

create function rates_held(tenant bigint, moment timestamptz) returns bigint
language sql stable as $$
  select count(*) from quotes where profile_id = tenant and holds_rate and expires_at > moment
$$;
comment on function rates_held is 'How many rates the unfunded transfers of a profile hold.';

create function release_conversion_rates(tenant bigint, moment timestamptz, rates_max int, new_quote uuid)
returns boolean language plpgsql volatile as $$
declare
  free int;
begin
  if rates_max = 0 then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  free := rates_max - 1 - rates_held(tenant, moment);
  update quotes q set live_rate = true
   where q.profile_id = tenant and q.status = 'PENDING' and not q.live_rate
     and q.id in (
       select id from quotes
        where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE' and id <> new_quote
          and source_currency <> target_currency and not live_rate and expires_at > moment
        order by expires_at desc, id
       offset greatest(free, 0));
  return free >= 0;
end $$;
comment on function release_conversion_rates is
  'Takes the rate from all but the newest quotes between balances, so that the profile holds at most rates_max rates together with that of new_quote, which the calling statement writes. Returns whether new_quote may hold its rate; 0 is no limit. It never updates new_quote: PostgreSQL does not let a statement update a row that a function in it has updated.';

-- A function, because the statement that accepts the quote does not see what was committed while it waited
-- for the lock. The counts are repeated here, because a call of rates_held costs more than the count.
create function may_hold_rate(tenant bigint, moment timestamptz, rates_max int, quote uuid) returns boolean
language plpgsql volatile as $$
begin
  if rates_max = 0 then return true; end if;
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= rates_max then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= rates_max then
    return false;
  end if;
  if exists (select from quotes
              where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE'
                and source_currency <> target_currency and not live_rate and expires_at > moment) then
    perform release_conversion_rates(tenant, moment, rates_max, quote);
  end if;
  return true;
end $$;
comment on function may_hold_rate is
  'Whether a transfer of the quote may hold its rate. If so, the oldest quotes between balances lose theirs where there are too many (D111).';

create function booked_options(options jsonb, pay_in text, target_minor numeric) returns jsonb
language sql immutable as $$
  select jsonb_agg(
           case when option ->> 'payIn' = pay_in
                then option || jsonb_build_object('targetMinor', target_minor::text)
                else option end
           order by number)
    from jsonb_array_elements(options) with ordinality as o (option, number)
$$;
comment on function booked_options is
  'The options of a quote, with the target amount at which the option of pay_in was booked (D92).';

select assume_many_rows_per_profile(array['quotes']);
