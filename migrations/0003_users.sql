-- Up Migration

-- Small shared tables: reference tables when the schema is spread over a cluster.
create table applications (
  id bigint generated always as identity primary key,
  client_key text not null unique,
  name text not null,
  secret_hash text not null,
  -- Where an authorization may lead back to; 'loopback' stands for any port of this machine.
  redirect_uris text[] not null default '{}',
  -- A fraction of the source amount, charged on the quotes of the application's users.
  partner_price numeric(9, 6) not null default 0 check (partner_price between 0 and 0.5),
  created_at timestamptz not null
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  active boolean not null default true,
  language text not null default 'EN',
  contact_email text,
  -- The application that signed the user up, and the hash of the code it did it with.
  application_id bigint references applications,
  registration_code_hash text,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

-- Who may act for which profile. The tenants of a user, and through grants of an application.
create table profile_owners (
  profile_id bigint primary key,
  user_id bigint not null references users,
  type text not null check (type in ('PERSONAL', 'BUSINESS'))
);
create index on profile_owners (user_id, profile_id);

-- An application reaches the users it signed up and those that granted it access.
create table grants (
  application_id bigint not null references applications,
  user_id bigint not null references users,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (application_id, user_id)
);
create index on grants (user_id);

-- Bearer tokens, only as SHA-256. Their life follows the real clock.
create table tokens (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('access', 'personal', 'client', 'refresh')),
  hash text not null unique,
  user_id bigint references users,
  application_id bigint references applications,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  check (kind = 'client' or user_id is not null),
  check (kind = 'personal' or application_id is not null)
);
create index on tokens (user_id);
-- Expired tokens are deleted, oldest first.
create index on tokens (expires_at);

-- Authorization codes: single use, bound to client and redirect URI.
create table authorization_codes (
  hash text primary key,
  application_id bigint not null references applications,
  user_id bigint not null references users,
  redirect_uri text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on authorization_codes (expires_at);

-- Down Migration
