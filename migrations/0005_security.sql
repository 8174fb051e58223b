create table security_holders (
  user_id bigint primary key references users,
  epoch int not null default 0 check (epoch >= 0),
  removal_epoch int check (removal_epoch >= 0),
  locked_until timestamptz,
  wrong_answers timestamptz[] not null default '{}',
  codes_sent timestamptz[] not null default '{}',
  new_number_codes_sent timestamptz[] not null default '{}',
  changed_number_codes_sent timestamptz[] not null default '{}'
);
comment on table security_holders is
  'Users who have, or had, a factor. The row lock serialises everything that proves the user or changes how they can be proved.';
comment on column security_holders.epoch is
  'Raised by every change of factors and by every lock-out: one-time tokens of an older epoch are dead.';
comment on column security_holders.removal_epoch is
  'The epoch that began with the first factor that was deleted without a challenge since the last verification: what was enrolled from it on approves nothing (D112). Null when there was none.';
comment on column security_holders.locked_until is
  'Until then every protected operation of the user is refused: ten wrong answers within a day.';
comment on column security_holders.wrong_answers is
  'When wrong answers were given within the last day, over all factors. Right answers remove none.';
comment on column security_holders.codes_sent is
  'When codes were sent to clear one-time tokens, within the last ten minutes. A code is counted before it is sent (D31a, D113).';
comment on column security_holders.new_number_codes_sent is
  'When codes were sent to phone numbers that were added, within the last ten minutes.';
comment on column security_holders.changed_number_codes_sent is
  'When codes were sent to phone numbers that were changed, or once more to the same, within the last ten minutes.';

create table user_factors (
  user_id bigint not null references users,
  factor text not null check (factor in ('PIN', 'FACE_MAP')),
  secret text not null check (secret <> ''),
  epoch int not null default 0 check (epoch >= 0),
  created_at timestamptz not null,
  primary key (user_id, factor)
);
comment on table user_factors is 'Factors that are verified against a stored secret.';
comment on column user_factors.secret is
  'Of a PIN its argon2id hash; of a face map what the adapter of face verification keeps.';
comment on column user_factors.epoch is 'The epoch that began with its enrolment.';

create table factor_attempts (
  user_id bigint not null references users,
  factor text not null check (factor in ('PIN', 'FACE_MAP', 'SMS', 'SIGNATURE')),
  failures int not null default 0 check (failures >= 0),
  locked_until timestamptz,
  primary key (user_id, factor)
);
comment on table factor_attempts is
  'Wrong answers of each user and factor (D113). The row outlives its factor: deleting and enrolling it again resets nothing.';
comment on column factor_attempts.failures is
  'Wrong answers since the factor helped to clear a whole one-time token, or since its last lock-out ended.';
comment on column factor_attempts.locked_until is 'Until then the factor is refused.';

create table phone_numbers (
  user_id bigint not null references users,
  id bigint generated always as identity,
  phone_number text check (phone_number <> ''),
  type text not null default 'PRIMARY' check (type = 'PRIMARY'),
  verified_at timestamptz,
  verified_epoch int not null default 0 check (verified_epoch >= 0),
  code_hash text check (code_hash <> ''),
  code_epoch int not null,
  code_expires_at timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (user_id, id),
  constraint phone_numbers_forgotten check ((phone_number is null) = (deleted_at is not null))
);
create unique index phone_numbers_unique on phone_numbers (user_id, phone_number);
comment on table phone_numbers is 'Numbers to which codes are sent. A deleted row stays without its number.';
comment on column phone_numbers.verified_epoch is 'The epoch that began with its verification.';
comment on column phone_numbers.code_hash is 'HMAC of the code that proves the number; null when none is open.';
comment on column phone_numbers.code_epoch is
  'The epoch in which the code was requested: a number that was added before the user had the present factors is not proved by its code alone.';

create table user_signing_keys (
  user_id bigint not null references users,
  id bigint generated always as identity,
  public_key text not null check (public_key <> ''),
  fingerprint text not null check (fingerprint <> ''),
  epoch int not null default 0 check (epoch >= 0),
  created_at timestamptz not null,
  primary key (user_id, id),
  constraint user_signing_keys_unique unique (user_id, fingerprint)
);
comment on table user_signing_keys is 'Public keys of users: a signature over a one-time token clears it.';
comment on column user_signing_keys.public_key is 'SubjectPublicKeyInfo, PEM.';
comment on column user_signing_keys.epoch is 'The epoch that began with its registration.';

create table one_time_tokens (
  hash text primary key check (hash <> ''),
  user_id bigint not null references users,
  application_id bigint references applications,
  epoch int not null check (epoch >= 0),
  action text not null check (action <> ''),
  risk text not null check (risk in ('high', 'low')),
  binding text not null check (binding <> ''),
  covers text,
  needed int not null check (needed > 0),
  offered text[] not null check (offered <@ array['PIN', 'FACE_MAP', 'SMS', 'SIGNATURE']),
  passed text[] not null default '{}' check (passed <@ array['PIN', 'FACE_MAP', 'SMS', 'SIGNATURE']),
  sms_code_hash text check (sms_code_hash <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by bigint
);
create index on one_time_tokens (user_id, used_by, used_at);
create index on one_time_tokens (expires_at);
comment on table one_time_tokens is
  'Challenges: each opens one request once enough factors were shown for it.';
comment on column one_time_tokens.hash is 'SHA-256. The token itself is not stored.';
comment on column one_time_tokens.application_id is
  'The application whose request was challenged, which the approval page names (D109); null for personal tokens.';
comment on column one_time_tokens.epoch is 'The epoch of the user''s factors in which it was issued; dead in a later one.';
comment on column one_time_tokens.action is 'The protected action of src/security/actions.ts.';
comment on column one_time_tokens.binding is 'Keyed hash of the one request that the token opens.';
comment on column one_time_tokens.covers is
  'Amount, currency, payee and what else must not change, as JSON (D114); null where nothing is paid.';
comment on column one_time_tokens.needed is 'How many of the offered factors have to be shown.';
comment on column one_time_tokens.offered is 'The factors the user had.';
comment on column one_time_tokens.passed is 'The factors that were shown.';
comment on column one_time_tokens.sms_code_hash is 'HMAC of the last code that was sent for it.';
comment on column one_time_tokens.used_by is
  'The bearer token of the opened request: a low risk stays approved for it for a while. No foreign key: bearer tokens are deleted earlier.';

create table payload_keys (
  version int primary key check (version > 0),
  public_key text not null check (public_key <> ''),
  private_key text not null check (private_key <> ''),
  sealed boolean not null
);
comment on table payload_keys is
  'Keys with which clients encrypt request bodies (JWE). The newest is published; bodies encrypted with earlier ones can still be read.';
comment on column payload_keys.private_key is 'PEM, encrypted when sealed.';
comment on column payload_keys.sealed is 'Whether private_key is encrypted.';
