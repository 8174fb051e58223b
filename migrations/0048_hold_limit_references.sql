-- Up Migration

alter table hold_limit_checks add foreign key (profile_id) references profiles;
alter table hold_limit_breaches add foreign key (profile_id) references profiles;
comment on table hold_limit_breaches is
  'Times during which a profile held more than the limit of its country; at most one is open.';
comment on column hold_limit_checks.country_changed_at is
  'When the primary address came to be in this country: excess money waits a day for it.';
comment on column excess_money_accounts.updated_at is
  'When the recipient was named: excess money waits a day for it.';

-- Down Migration
