-- Up Migration

-- A factor that was deleted without a challenge leaves a mark (D112): what is enrolled afterwards approves
-- nothing until the user has been verified again. "Afterwards" is told by epochs, because two changes of
-- factors never share an epoch while they may share a moment.
alter table security_holders add column removal_epoch int;
comment on column security_holders.removal_epoch is
  'The epoch that began with the first such deletion; null when there was none since the last verification.';

alter table user_factors add column epoch int not null default 0;
comment on column user_factors.epoch is 'The epoch that began with its enrolment.';
alter table user_signing_keys add column epoch int not null default 0;
comment on column user_signing_keys.epoch is 'The epoch that began with its registration.';
alter table phone_numbers add column verified_epoch int not null default 0;
comment on column phone_numbers.verified_epoch is 'The epoch that began with its verification.';

-- Down Migration
