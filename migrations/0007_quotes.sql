-- Up Migration

-- What was priced, when, and whether it was used. Readable for ever. No reference to profiles: the
-- roof has checked the owner, and a reference would lock the profile's row on every quote.
create table quotes (
  profile_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  -- The application whose user asked, with the name and the price of its own it had then.
  application_id bigint,
  client_id text,
  partner_price numeric(9, 6),
  source_currency text not null,
  target_currency text not null,
  provided text not null,
  provided_amount money_minor not null,
  rate numeric not null,
  -- EXPIRED is not stored: it is what PENDING means once expires_at has come (D12).
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'FUNDED')),
  pay_out text not null,
  preferred_pay_in text,
  target_account bigint,
  target_account_owned boolean,
  pay_out_country text,
  price_set_id int not null,
  price_decision_id uuid not null,
  options jsonb not null,
  notices jsonb not null,
  -- Raised when a recipient is added: what was read before can no longer be accepted.
  version int not null default 0,
  -- The rate was never promised: other transfers of the profile hold all the locked rates (D12a).
  live_rate boolean not null default false,
  -- An unfunded transfer of this quote holds its rate, until expires_at at most.
  holds_rate boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (profile_id, id)
);
create index quotes_holding_rate on quotes (profile_id, expires_at) where holds_rate;

-- How many rates a profile's unfunded transfers hold at a moment.
create function rates_held(tenant bigint, moment timestamptz) returns bigint
language sql stable as $$
  select count(*) from quotes where profile_id = tenant and holds_rate and expires_at > moment
$$;

-- Whether one more may be held; 0 is no limit. Acceptances of one profile pass here one at a time,
-- and the second count sees what the one before has committed, so two never take the last place.
create function may_hold_rate(tenant bigint, moment timestamptz, most int) returns boolean
language plpgsql volatile as $$
begin
  if most = 0 then return true; end if;
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= most then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  return (select count(*) from quotes
           where profile_id = tenant and holds_rate and expires_at > moment) < most;
end $$;

-- What one US dollar was worth, from when on. Small and shared: a reference table. What is not here
-- is in the table of rates that the service brings along.
create table rate_points (
  currency text not null check (currency <> 'USD'),
  at timestamptz not null,
  per_usd numeric not null check (per_usd > 0),
  source text not null,
  primary key (currency, at)
);

-- Down Migration
