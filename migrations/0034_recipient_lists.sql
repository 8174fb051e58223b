-- Up Migration

-- One index for each filter of a list of recipients. Each gives both orders: that of currencies as it
-- stands, and that of ids by merging the few currencies that a profile has.
create index recipients_by_id on recipients (profile_id, active, id);
drop index recipients_by_currency;
create index recipients_by_currency on recipients (profile_id, active, currency, id);
create index recipients_by_type on recipients (profile_id, active, type, currency, id);
create index recipients_by_creator on recipients (profile_id, active, user_id, currency, id);
create index recipients_by_owner on recipients (profile_id, active, owned_by_customer, currency, id);

-- Where nearly all recipients of a profile have one type, PostgreSQL would walk all of them for a type
-- that none has: it is to believe that each of these values is rare, so that its index is taken.
alter table recipients
  alter column currency set (n_distinct = 100),
  alter column type set (n_distinct = 1000),
  alter column user_id set (n_distinct = 1000),
  alter column owned_by_customer set (n_distinct = 1000);

-- Down Migration
