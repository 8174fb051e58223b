create table transfer_claims (
  profile_id bigint not null,
  transfer_id bigint not null,
  token_hash text check (token_hash <> ''),
  invitations int not null default 0 check (invitations >= 0),
  invites_at timestamptz,
  last_error text,
  account jsonb check (jsonb_typeof(account) = 'object'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  ended_at timestamptz,
  primary key (profile_id, transfer_id),
  foreign key (profile_id, transfer_id) references transfers,
  constraint transfer_claims_account_when_claimed check ((claimed_at is null) = (account is null))
);
-- The link of a mail contains nothing but the profile and the secret.
create unique index transfer_claims_by_token on transfer_claims (profile_id, token_hash)
  where token_hash is not null;
create index transfer_claims_inviting on transfer_claims (invites_at) where invites_at is not null;
create index transfer_claims_expiring on transfer_claims (expires_at)
  where claimed_at is null and ended_at is null;
comment on table transfer_claims is
  'Of a transfer to somebody known by e-mail only: the question for bank details, and the answer. The answer belongs to the recipient alone, therefore it is not stored with the sender''s recipients.';
comment on column transfer_claims.token_hash is
  'SHA-256 of the secret in the link; null until a link was sent. A link that is sent again has a new secret.';
comment on column transfer_claims.invitations is 'How many attempts to send the link there were.';
comment on column transfer_claims.invites_at is
  'When the next attempt to send the link is due; null when it was sent, or is no longer needed.';
comment on column transfer_claims.last_error is 'Why the last attempt failed.';
comment on column transfer_claims.account is 'The account as the form has it: type, accountHolderName, details.';
comment on column transfer_claims.ended_at is 'When the question was given up.';

create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null check (recipient <> ''),
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  sent_at timestamptz not null
);
comment on table sandbox_mails is 'Mail of the sandbox, which is stored instead of being sent.';
comment on column sandbox_mails.recipient is 'The e-mail address.';
