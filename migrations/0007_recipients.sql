create table recipients (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  user_id bigint not null references users,
  account_holder_name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  country text check (country ~ '^[A-Z]{2}$'),
  type text not null check (type <> ''),
  legal_type text check (legal_type in ('PRIVATE', 'BUSINESS')),
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  hash text not null check (hash <> ''),
  owned_by_customer boolean not null,
  refund boolean not null,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (profile_id, id)
);
-- The same recipient posted twice is one, also when both posts come at once.
create unique index recipients_unique on recipients (profile_id, hash) where active;
-- One index for each filter of the list. Each gives both orders: that of currencies as it stands, and
-- that of ids by merging the few currencies that a profile has.
create index recipients_by_id on recipients (profile_id, active, id);
create index recipients_by_currency on recipients (profile_id, active, currency, id);
create index recipients_by_type on recipients (profile_id, active, type, currency, id);
create index recipients_by_creator on recipients (profile_id, active, user_id, currency, id);
create index recipients_by_owner on recipients (profile_id, active, owned_by_customer, currency, id);
-- Where nearly all recipients of a profile have one value, the planner would read all of them to find a
-- value that no recipient has. `n_distinct` states that each value is rare, so the planner uses the filter's index.
alter table recipients
  alter column currency set (n_distinct = 100),
  alter column type set (n_distinct = 1000),
  alter column user_id set (n_distinct = 1000),
  alter column owned_by_customer set (n_distinct = 1000);
comment on table recipients is
  'Where money can be sent. Never deleted: a transfer that was paid out refers to its recipient for ever.';
comment on column recipients.user_id is 'Who added it.';
comment on column recipients.country is
  'From the IBAN, the address or the type; null where the account names none.';
comment on column recipients.type is 'The type of account, such as iban or sort_code.';
comment on column recipients.details is 'The fields of the form of its currency and type, as they were accepted.';
comment on column recipients.hash is
  'SHA-256 of name, currency, type and details: two recipients of a profile with the same hash are one.';
comment on column recipients.owned_by_customer is 'Whether the account belongs to the profile itself.';
comment on column recipients.refund is 'Added to return money to, not to send money to.';
comment on column recipients.active is 'False once it was deactivated: nothing is sent to it any more.';

select assume_many_rows_per_profile(array['recipients']);
