create table transfers (
  profile_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  business boolean not null,
  quote_id uuid not null,
  target_account bigint not null,
  source_account bigint,
  batch_group_id uuid,
  customer_transaction_id text,
  original_transfer_id text,
  originator jsonb,
  request_hash text not null,
  status text not null check (status in ('incoming_payment_waiting', 'processing',
    'funds_converted', 'outgoing_payment_sent', 'bounced_back', 'funds_refunded', 'cancelled')),
  active_issues text[] not null default '{}'
    check (active_issues <@ array['profile_not_verified', 'deposit_amount_less_invoice',
      'recipient_details_missing']),
  event_count int not null check (event_count > 0),
  pay_in text not null
    check (pay_in in ('BALANCE', 'DIRECT_DEBIT', 'BANK_TRANSFER', 'DEBIT', 'CREDIT', 'CARD')),
  pay_out text not null check (pay_out in ('BANK_TRANSFER', 'BALANCE', 'SWIFT', 'SWIFT_OUR', 'CA_NETWORK')),
  source_currency text not null check (source_currency ~ '^[A-Z]{3}$'),
  source_amount money_minor not null check (source_amount between 1 and 999999999999999),
  fee money_minor not null check (fee between 0 and 999999999999999),
  partner_fee money_minor not null default 0 check (partner_fee between 0 and 999999999999999),
  partner_application_id bigint,
  target_currency text not null check (target_currency ~ '^[A-Z]{3}$'),
  target_amount money_minor not null check (target_amount between 1 and 999999999999999),
  rate numeric not null check (rate > 0),
  rate_locked_until timestamptz,
  held_past_lock boolean not null default false,
  details jsonb not null,
  by_email boolean not null default false,
  payin_session_id uuid not null,
  paid_balance_id bigint,
  created_at timestamptz not null,
  changed_at timestamptz,
  lapses_at timestamptz,
  advances_at timestamptz,
  primary key (profile_id, id),
  constraint transfers_one_per_key unique (profile_id, customer_transaction_id),
  constraint transfers_one_per_quote unique (profile_id, quote_id),
  constraint transfers_one_client_reference
    check (num_nonnulls(customer_transaction_id, original_transfer_id) = 1)
)
-- Grows with every request: analysed early and often, like quotes. A page keeps room for changed rows.
with (fillfactor = 75, autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.2);
-- Few transfers have such a reference; the nulls of all others would cost each of them a write.
create unique index transfers_one_per_original on transfers (profile_id, original_transfer_id)
  where original_transfer_id is not null;
-- Members of a batch group lapse with their group.
create index transfers_lapsing on transfers (lapses_at)
  where lapses_at is not null and batch_group_id is null;
create index transfers_advancing on transfers (advances_at) where advances_at is not null;
create index transfers_of_group on transfers (profile_id, batch_group_id, id)
  where batch_group_id is not null;
-- One index for each filter of the list, so that a page is one walk. What the index of the status costs
-- every move is in docs/benchmarks.md.
create index transfers_by_status on transfers (profile_id, status, id);
create index transfers_by_source_currency on transfers (profile_id, source_currency, id);
create index transfers_by_target_currency on transfers (profile_id, target_currency, id);
-- Finds the id at which a time begins or ends.
create index transfers_by_time on transfers (profile_id, created_at, id);
create index transfers_with_active_issues on transfers (profile_id, status, id)
  where active_issues <> '{}';
-- Where nearly all transfers have one status, the planner would read all of them to find a status that no
-- transfer has. `n_distinct` states that each status is rare, so the planner uses the index of the status.
alter table transfers alter column status set (n_distinct = 1000);
comment on table transfers is
  'Money sent to a recipient. No foreign keys to quotes and recipients: they cost a transfer 20 of 93 µs of PostgreSQL time alone, 27 of 40 µs in a batch of 16; the statement that writes the row has checked both.';
comment on column transfers.business is 'Whether the profile is a business.';
comment on column transfers.target_account is 'The recipient.';
comment on column transfers.source_account is 'The recipient to which money is refunded, if the client named one.';
comment on column transfers.customer_transaction_id is 'The client''s idempotency key; null when original_transfer_id is the reference.';
comment on column transfers.original_transfer_id is
  'The client''s own name of a transfer that it sends for an originator; used once in a profile, for ever (D7).';
comment on column transfers.originator is 'The person or business for whom the money is sent, as the rules accepted it.';
comment on column transfers.request_hash is 'The same client reference with another request is refused.';
comment on column transfers.active_issues is 'Issues that stop the transfer, in the order in which they came.';
comment on column transfers.event_count is
  'Counts the events of the transfer; every change names the count it has read, so that two changes do not overwrite each other.';
comment on column transfers.pay_in is 'The option of the quote at which the transfer is, or will be, settled.';
comment on column transfers.pay_out is 'How the money leaves.';
comment on column transfers.fee is 'In the source currency, contained in source_amount.';
comment on column transfers.partner_fee is 'The part of fee that belongs to the application of the sender.';
comment on column transfers.partner_application_id is 'The application that gets partner_fee.';
comment on column transfers.rate is 'Units of the target currency per unit of the source currency.';
comment on column transfers.rate_locked_until is
  'After this, or when null, money is booked at the rate of its moment.';
comment on column transfers.held_past_lock is
  'An active issue held money that was already paid past the rate lock: the exchange is priced again.';
comment on column transfers.details is 'Reference, purpose and what else the client said, as validated.';
comment on column transfers.by_email is
  'The recipient is known by e-mail only, and gives bank details for this one payment.';
comment on column transfers.payin_session_id is 'Shown to the client as payinSessionId.';
comment on column transfers.paid_balance_id is 'The balance that paid; null for money from a bank.';
comment on column transfers.changed_at is 'When the last event was written; null while there was only the first.';
comment on column transfers.lapses_at is
  'When the transfer is cancelled unless it is paid; null once it is paid or has ended.';
comment on column transfers.advances_at is 'When the sandbox moves a funded transfer on by itself.';

create table transfer_payments (
  profile_id bigint not null,
  transfer_id bigint not null,
  id bigint generated always as identity,
  method text not null
    check (method in ('BALANCE', 'DIRECT_DEBIT', 'BANK_TRANSFER', 'DEBIT', 'CREDIT', 'CARD')),
  amount money_minor not null check (amount between 1 and 999999999999999),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance_id bigint,
  created_at timestamptz not null,
  primary key (profile_id, transfer_id)
);
comment on table transfer_payments is
  'The payment of a transfer; at most one. No foreign key to transfers: it costs a funding 13 of 47 µs of PostgreSQL time in a batch of 16, 20 of 100 µs alone; the statement has changed the transfer itself.';
comment on column transfer_payments.balance_id is 'Null for money from a bank.';

select assume_many_rows_per_profile(array['transfers', 'transfer_payments']);
