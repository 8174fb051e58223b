create table applications (
  id bigint generated always as identity primary key,
  client_key text not null unique check (client_key <> ''),
  name text not null check (name <> ''),
  secret_hash text check (secret_hash <> ''),
  redirect_uris text[] not null default '{}',
  partner_price numeric(9, 6) not null default 0 check (partner_price between 0 and 0.5),
  created_at timestamptz not null
);
comment on table applications is 'OAuth clients.';
comment on column applications.client_key is 'The client_id.';
comment on column applications.secret_hash is
  'SHA-256; null for a public client, which has no secret and must use PKCE.';
comment on column applications.redirect_uris is
  'Where an authorization may lead back to; loopback stands for any port of the user''s own machine.';
comment on column applications.partner_price is
  'Fraction of the source amount that is charged on quotes of the application''s users.';

create table users (
  id bigint generated always as identity primary key,
  application_id bigint references applications,
  email text not null check (email like '_%@_%'),
  contact_email text,
  language text not null default 'EN' check (language ~ '^[A-Z]{2}$'),
  active boolean not null default true,
  registration_code_hash text check (registration_code_hash <> ''),
  shares_registration_code boolean not null default false,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));
create unique index users_registration_code on users (application_id, registration_code_hash)
  where registration_code_hash is not null and not shares_registration_code;
comment on column users.application_id is 'The application that signed the user up.';
comment on column users.contact_email is 'Where mail goes instead of email.';
comment on column users.registration_code_hash is 'Hash of the code with which the application signed the user up.';
comment on column users.shares_registration_code is
  'An earlier user of the application has the same code: it is allowed, and outside of the unique index (D100).';
comment on table users is 'People who can log in.';

create table profile_owners (
  profile_id bigint primary key,
  user_id bigint not null references users,
  type text not null check (type in ('PERSONAL', 'BUSINESS'))
);
create index on profile_owners (user_id, profile_id);
comment on table profile_owners is
  'Who may act for which profile. The profiles of a caller, which every statement of a tenant names, are read here.';
comment on column profile_owners.type is 'As in profiles.';

create table grants (
  application_id bigint not null references applications,
  user_id bigint not null references users,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (application_id, user_id)
);
create index on grants (user_id);
comment on table grants is
  'An application reaches the users with a live grant to it, and no others. Sign-up counts as a grant.';

create table tokens (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('access', 'personal', 'client', 'refresh')),
  hash text not null unique check (hash <> ''),
  user_id bigint references users,
  application_id bigint references applications,
  code_hash text check (code_hash <> ''),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint tokens_user check (kind = 'client' or user_id is not null),
  constraint tokens_application check (kind = 'personal' or application_id is not null)
);
create index on tokens (user_id);
create index on tokens (code_hash) where code_hash is not null;
-- Sweeps delete expired and revoked tokens, oldest first.
create index on tokens (expires_at);
create index on tokens (revoked_at) where revoked_at is not null;
comment on table tokens is 'Bearer tokens. Their times follow the real clock, never that of the sandbox.';
comment on column tokens.hash is 'SHA-256. The token itself is not stored.';
comment on column tokens.user_id is 'Null for the token of an application without a user (client credentials).';
comment on column tokens.application_id is 'Null for a personal token.';
comment on column tokens.code_hash is
  'The authorization code that the token came of, directly or by refreshes: tokens with one value are a family.';

create table authorization_codes (
  hash text primary key check (hash <> ''),
  application_id bigint not null references applications,
  user_id bigint not null references users,
  redirect_uri text not null check (redirect_uri <> ''),
  code_challenge text check (code_challenge <> ''),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on authorization_codes (expires_at);
-- The codes of a user are deleted when a grant is revoked.
create index on authorization_codes (user_id);
comment on table authorization_codes is 'OAuth authorization codes: single use, bound to client and redirect URI.';
comment on column authorization_codes.hash is 'SHA-256. The code itself is not stored.';
comment on column authorization_codes.code_challenge is
  'BASE64URL(SHA-256(code_verifier)) of RFC 7636; null when the client sent none.';
