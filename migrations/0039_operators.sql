-- The people who work in the console of live mode (D129).

create table operators (
  id bigint generated always as identity primary key,
  email text not null check (email <> ''),
  name text not null check (name <> ''),
  password_hash text not null check (password_hash <> ''),
  totp_secret bytea not null,
  last_totp_step bigint not null default 0 check (last_totp_step >= 0),
  failures int not null default 0 check (failures >= 0),
  locked_until timestamptz,
  active boolean not null default true,
  created_at timestamptz not null
);
create unique index operators_by_email on operators (lower(email));
comment on table operators is
  'People who log in to the console of live mode. They are not users: no token of a customer authenticates one.';
comment on column operators.password_hash is 'argon2id over a hash of the password that is keyed with the data key operators.';
comment on column operators.totp_secret is 'The secret of the second factor, encrypted with the data key operators.';
comment on column operators.last_totp_step is
  'The 30 seconds of the latest code that was accepted, counted from 1970: neither that code nor an earlier one is accepted again.';
comment on column operators.failures is 'Failed log-ins since the last one that succeeded.';
comment on column operators.locked_until is 'Until then every log-in fails; null when failed log-ins have not locked the operator.';

create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index operator_sessions_of_operator on operator_sessions (operator_id);
comment on table operator_sessions is 'Open sessions of the console in live mode. The end of a session deletes its row.';
comment on column operator_sessions.operator_id is 'The operator who logged in.';
comment on column operator_sessions.token_hash is 'SHA-256 of the cookie.';

alter table data_keys drop constraint data_keys_purpose_check;
-- The table has a few rows, so checking them under the lock takes no time.
-- squawk-ignore constraint-missing-not-valid
alter table data_keys add constraint data_keys_purpose_check
  check (purpose in ('cards', 'documents', 'files', 'operators'));
