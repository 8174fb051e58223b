-- Up Migration

-- No references from here: each would lock the row it points to on the path of every request, and
-- what they would hold is held by the statement that writes the row (docs/decisions/0004). Few checks,
-- for the same reason: each is read anew by every statement that writes the table.
create table transfers (
  profile_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  business boolean not null,
  quote_id uuid not null,
  target_account bigint not null,
  source_account bigint,
  status text not null check (status in ('incoming_payment_waiting', 'processing',
    'funds_converted', 'outgoing_payment_sent', 'bounced_back', 'funds_refunded', 'cancelled')),
  -- The option of the quote at which the transfer is, or will be, settled.
  pay_in text not null,
  pay_out text not null,
  source_currency text not null,
  source_amount money_minor not null,
  fee money_minor not null,
  partner_fee money_minor not null default 0,
  partner_application_id bigint,
  target_currency text not null,
  target_amount money_minor not null,
  rate numeric not null,
  -- After this, or when the rate was never locked, money is booked at the rate of its moment.
  rate_locked_until timestamptz,
  details jsonb not null,
  customer_transaction_id text not null,
  -- What the key was first used for: the same key with another request is refused.
  request_hash text not null,
  payin_session_id uuid not null,
  -- Issues that hold the transfer up, in the order they came.
  cases text[] not null default '{}',
  -- Counts the events announced of this transfer; also guards every change against another.
  announced int not null,
  -- Where the money came from: a balance, or null for a bank.
  paid_balance_id bigint,
  created_at timestamptz not null,
  -- When it is cancelled unless it is paid; null once it is paid or ended.
  lapses_at timestamptz,
  -- When a funded transfer of the sandbox moves on by itself.
  advances_at timestamptz,
  primary key (profile_id, id),
  constraint transfers_one_per_key unique (profile_id, customer_transaction_id),
  constraint transfers_one_per_quote unique (profile_id, quote_id)
)
-- No index knows the status, and a page keeps room: a move rewrites the row and no index.
with (fillfactor = 75);
create index transfers_lapsing on transfers (lapses_at) where lapses_at is not null;
create index transfers_advancing on transfers (advances_at) where advances_at is not null;

-- At most one payment for each transfer.
create table transfer_payments (
  profile_id bigint not null,
  transfer_id bigint not null,
  id bigint generated always as identity,
  method text not null,
  amount money_minor not null,
  currency text not null,
  balance_id bigint,
  created_at timestamptz not null,
  constraint transfer_payments_one primary key (profile_id, transfer_id)
);

-- Down Migration
