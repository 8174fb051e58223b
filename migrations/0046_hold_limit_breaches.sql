-- Up Migration

-- Profiles whose money is to be compared with the hold limit of their country, and when. Written when
-- the country of a profile changes; the sweep keeps only the rows of countries that have a limit.
create table hold_limit_checks (
  profile_id bigint not null primary key,
  country text not null,
  country_changed_at timestamptz not null,
  due_at timestamptz not null
);
comment on table hold_limit_checks is
  'When the money of a profile is compared with the hold limit of its country next.';
create index hold_limit_checks_due on hold_limit_checks (due_at, profile_id);

create table hold_limit_breaches (
  profile_id bigint not null,
  id bigint generated always as identity,
  currency text not null,
  amount money_minor not null check (amount > 0),
  state text not null check (state in ('OPEN', 'CLOSED')),
  closing_reason text check (closing_reason in ('AUTOMATICALLY_RESOLVED', 'MANUALLY_RESOLVED')),
  announced int not null,
  sends_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id),
  check ((state = 'CLOSED') = (closing_reason is not null))
);
comment on column hold_limit_breaches.amount is 'What is held above the limit, as it was last compared.';
comment on column hold_limit_breaches.sends_at is
  'The end of the day, in the country, at which the excess is sent next.';
create unique index hold_limit_breaches_one_open on hold_limit_breaches (profile_id)
  where state = 'OPEN';

-- A trigger, because addresses are written by a module that cannot know of this one. The country as it
-- was is kept, so that moving the role between addresses of one country is no change.
create function country_changed() returns trigger language plpgsql as $$
begin
  insert into hold_limit_checks as c (profile_id, country, country_changed_at, due_at)
  values (new.profile_id, new.details ->> 'country', new.updated_at, new.updated_at)
  on conflict (profile_id) do update
     set country = excluded.country, country_changed_at = excluded.country_changed_at,
         due_at = excluded.due_at
   where c.country is distinct from excluded.country;
  return null;
end $$;
create trigger primary_country_given after insert on addresses
  for each row when (new.role = 'PRIMARY' and new.details ->> 'country' is not null)
  execute function country_changed();
create trigger primary_country_changed after update on addresses
  for each row when (new.role = 'PRIMARY' and new.details ->> 'country' is not null
    and (old.role is distinct from new.role
         or old.details ->> 'country' is distinct from new.details ->> 'country'))
  execute function country_changed();

-- A credit is compared at once. It waits for a comparison under way, which cannot have seen it. Debits,
-- which are the path of every funding, cost the condition only.
create function credit_checked() returns trigger language plpgsql as $$
begin
  update hold_limit_checks set due_at = least(due_at, new.occurred_at)
   where profile_id = new.profile_id;
  return null;
end $$;
create trigger credit_checked after insert on balance_steps
  for each row when (new.delta > 0) execute function credit_checked();

insert into hold_limit_checks (profile_id, country, country_changed_at, due_at)
select profile_id, details ->> 'country', updated_at, updated_at from addresses
 where role = 'PRIMARY' and details ->> 'country' in ('SG', 'MY');

-- Down Migration
