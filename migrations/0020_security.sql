-- Up Migration

-- What is counted of a user who has, or had, a factor. Its lock puts in order everything that proves
-- the user, or changes how they can be proved.
create table security_holders (
  user_id bigint primary key references users,
  -- Raised by every change of factors and by every lock-out: one-time tokens of an older epoch are dead.
  epoch int not null default 0,
  -- Wrong answers in a row, over all tokens and factors.
  failures int not null default 0 check (failures >= 0),
  locked_until timestamptz
);

-- What a user knows (an argon2id hash) and is (whatever the face map's adapter keeps of it).
create table user_factors (
  user_id bigint not null references users,
  factor text not null check (factor in ('PIN', 'FACE_MAP')),
  secret text not null,
  created_at timestamptz not null,
  primary key (user_id, factor)
);

-- A number that was deleted is forgotten; its row stays, because creations are counted.
create table phone_numbers (
  user_id bigint not null references users,
  id bigint generated always as identity,
  phone_number text,
  type text not null default 'PRIMARY' check (type = 'PRIMARY'),
  verified_at timestamptz,
  -- The code that proves the number (HMAC), and the epoch in which it was asked for: a number given
  -- before the user had this set of factors is not proved by its code alone.
  code_hash text,
  code_expires_at timestamptz not null,
  code_epoch int not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (user_id, id),
  check ((phone_number is null) = (deleted_at is not null))
);
create unique index phone_numbers_once on phone_numbers (user_id, phone_number);
create index on phone_numbers (user_id, created_at);

-- Public keys whose signature over a one-time token clears it.
create table user_signing_keys (
  user_id bigint not null references users,
  id bigint generated always as identity,
  public_key text not null,
  fingerprint text not null,
  created_at timestamptz not null,
  primary key (user_id, id),
  constraint user_signing_keys_once unique (user_id, fingerprint)
);

-- One-time tokens, only as SHA-256. `binding` is a keyed hash of the one request that a
-- token opens.
create table one_time_tokens (
  hash text primary key,
  user_id bigint not null references users,
  epoch int not null,
  action text not null,
  risk text not null check (risk in ('high', 'low')),
  binding text not null,
  -- How many kinds of factor it takes, which factors there are, and which have been shown.
  needed int not null check (needed > 0),
  offered text[] not null,
  passed text[] not null default '{}',
  sms_code_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The bearer token it was used with: a low risk stays approved for it for a while.
  used_by bigint
);
create index on one_time_tokens (user_id, used_by, used_at);
create index on one_time_tokens (expires_at);

-- Down Migration
