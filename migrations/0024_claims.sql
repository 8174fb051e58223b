-- Up Migration

-- Set when the transfer is created: the recipient is known by e-mail only, and gives bank details
-- for this one payment.
alter table transfers add column by_email boolean not null default false;

-- The one question to the recipient of such a transfer, and the answer to it. What was answered is
-- nobody's but the recipient's: it stands here and not with the recipients of the sender.
create table transfer_claims (
  profile_id bigint not null,
  transfer_id bigint not null,
  -- SHA-256 of the secret in the link. Null until a link was sent; a link sent again is another one.
  token_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the next attempt to send the link is due; null when it was sent, or is no longer needed.
  invites_at timestamptz,
  invitations int not null default 0,
  last_error text,
  claimed_at timestamptz,
  -- The account as the form has it: type, accountHolderName, details.
  account jsonb,
  -- When the question was given up.
  ended_at timestamptz,
  primary key (profile_id, transfer_id),
  check ((claimed_at is null) = (account is null))
);
create index transfer_claims_inviting on transfer_claims (invites_at) where invites_at is not null;
create index transfer_claims_expiring on transfer_claims (expires_at)
  where claimed_at is null and ended_at is null;

-- Where mail of the sandbox goes.
create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null
);

-- Down Migration
