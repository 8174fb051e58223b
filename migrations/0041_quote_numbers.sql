-- Up Migration

-- Quotes that were asked for through POST /v1/quotes have a whole number beside their UUID (D107).
create table quote_numbers (
  profile_id bigint not null,
  id bigint generated always as identity,
  quote_id uuid not null,
  primary key (profile_id, id)
);
comment on table quote_numbers is 'the whole number that POST /v1/quotes gave a quote';

-- Down Migration
