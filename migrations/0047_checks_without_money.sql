-- Up Migration

-- Whoever holds nothing need not be compared every day: the next credit makes the check due.
alter table hold_limit_checks alter column due_at drop not null;
comment on column hold_limit_checks.due_at is 'Null while the profile holds nothing.';

-- Down Migration
