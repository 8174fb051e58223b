-- Up Migration

-- An approval covers what was shown when it was given, and nothing else (D114). It belongs to the application
-- that was challenged, because the page that asks the person names that application (D109).
alter table one_time_tokens
  add column covers text,
  add column application_id bigint references applications;
comment on column one_time_tokens.covers is
  'Amount, currency, payee and what else must not change, as JSON; null where nothing is paid.';
comment on column one_time_tokens.application_id is
  'The application whose request was challenged; null for personal tokens.';

-- Down Migration
