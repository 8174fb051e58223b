-- Up Migration

-- Sign-up counts as a grant: an application reaches the users with a live grant to it, and nobody else.
insert into grants (application_id, user_id, created_at)
  select application_id, id, created_at from users where application_id is not null
  on conflict do nothing;

alter table applications alter column secret_hash drop not null;
comment on column applications.secret_hash is
  'SHA-256; null for a public client, which has no secret and must use PKCE';

alter table authorization_codes add column code_challenge text;
comment on column authorization_codes.code_challenge is
  'BASE64URL(SHA-256(code_verifier)) of RFC 7636; null when the client sent none';
-- The codes of a user are deleted when a grant is revoked.
create index on authorization_codes (user_id);

alter table tokens add column code_hash text;
comment on column tokens.code_hash is
  'The authorization code that it came of, directly or by refreshes: tokens with one value are a family';
create index on tokens (code_hash) where code_hash is not null;
-- Revoked tokens are deleted, oldest first.
create index on tokens (revoked_at) where revoked_at is not null;

-- Down Migration
