-- Up Migration

-- Where money can be sent. Never deleted: a transfer that was paid out names one for ever.
create table recipients (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  -- Who added it.
  user_id bigint not null references users,
  account_holder_name text not null,
  currency text not null,
  -- Taken from the IBAN, the address or the type; not every account names one.
  country text,
  type text not null,
  legal_type text check (legal_type in ('PRIVATE', 'BUSINESS')),
  -- The keys of the currency's form, as the account layer accepted them.
  details jsonb not null,
  -- SHA-256 of name, currency, type and details: what makes two of a profile the same.
  hash text not null,
  owned_by_customer boolean not null,
  -- Added to take money back, not to be sent money.
  refund boolean not null,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (profile_id, id)
);
-- The same recipient posted twice is one, also when both posts come at once.
create unique index recipients_same on recipients (profile_id, hash) where active;
create index recipients_by_currency on recipients (profile_id, currency, id);

-- Down Migration
