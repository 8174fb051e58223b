create table excess_money_accounts (
  profile_id bigint primary key references profiles,
  recipient_id bigint not null,
  user_id bigint not null references users,
  updated_at timestamptz not null,
  foreign key (profile_id, recipient_id) references recipients
);
comment on table excess_money_accounts is
  'Where a profile''s money above the hold limit of its country is sent: one recipient for each profile.';
comment on column excess_money_accounts.user_id is 'Who named the recipient.';
comment on column excess_money_accounts.updated_at is
  'When the recipient was named: excess money waits a day for it.';

create table hold_limit_checks (
  profile_id bigint primary key references profiles,
  country text not null check (country ~ '^[A-Z]{2}$'),
  country_changed_at timestamptz not null,
  due_at timestamptz
);
create index hold_limit_checks_due on hold_limit_checks (due_at, profile_id);
comment on table hold_limit_checks is
  'When the money of a profile is next compared with the hold limit of its country. The sweep deletes the rows of countries without a limit.';
comment on column hold_limit_checks.country_changed_at is
  'When the primary address came to be in this country: excess money waits a day for it.';
comment on column hold_limit_checks.due_at is
  'Null while the profile has no money: the next credit makes the check due.';

create table hold_limit_breaches (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount money_minor not null check (amount between 1 and 999999999999999),
  state text not null check (state in ('OPEN', 'CLOSED')),
  closing_reason text check (closing_reason in ('AUTOMATICALLY_RESOLVED', 'MANUALLY_RESOLVED')),
  event_count int not null check (event_count > 0),
  sends_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id),
  constraint hold_limit_breaches_reason_when_closed
    check ((state = 'CLOSED') = (closing_reason is not null))
);
create unique index hold_limit_breaches_one_open on hold_limit_breaches (profile_id)
  where state = 'OPEN';
comment on table hold_limit_breaches is
  'Times during which a profile had more than the hold limit of its country; at most one is open.';
comment on column hold_limit_breaches.amount is 'The excess, when it was last compared.';
comment on column hold_limit_breaches.event_count is 'Counts the events of the breach.';
comment on column hold_limit_breaches.sends_at is
  'The end of the day, in the country, at which the excess is sent next.';

create function schedule_check_of_new_country() returns trigger language plpgsql as $$
begin
  insert into hold_limit_checks as c (profile_id, country, country_changed_at, due_at)
  values (new.profile_id, new.details ->> 'country', new.updated_at, new.updated_at)
  on conflict (profile_id) do update
     set country = excluded.country, country_changed_at = excluded.country_changed_at,
         due_at = excluded.due_at
   where c.country is distinct from excluded.country;
  return null;
end $$;
comment on function schedule_check_of_new_country() is
  'A trigger, because the module of addresses lies below that of hold limits and cannot call it. A new primary address in the same country changes nothing.';
create trigger primary_country_inserted after insert on addresses
  for each row when (new.role = 'PRIMARY' and new.details ->> 'country' is not null)
  execute function schedule_check_of_new_country();
create trigger primary_country_updated after update on addresses
  for each row when (new.role = 'PRIMARY' and new.details ->> 'country' is not null
    and (old.role is distinct from new.role
         or old.details ->> 'country' is distinct from new.details ->> 'country'))
  execute function schedule_check_of_new_country();

create function schedule_check_of_credit() returns trigger language plpgsql as $$
begin
  update hold_limit_checks set due_at = least(due_at, new.occurred_at)
   where profile_id = new.profile_id;
  return null;
end $$;
comment on function schedule_check_of_credit() is
  'A credit is compared at once. It waits for the lock of a comparison under way, which cannot have seen it. A debit, the path of every funding, costs the condition of the trigger only.';
create trigger credit_schedules_check after insert on balance_entries
  for each row when (new.delta > 0) execute function schedule_check_of_credit();
