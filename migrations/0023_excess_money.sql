-- Up Migration

-- Where money above a regulatory limit is to go: one recipient for each profile.
create table excess_money_accounts (
  profile_id bigint not null primary key,
  recipient_id bigint not null,
  user_id bigint not null,
  updated_at timestamptz not null
);

-- Down Migration
