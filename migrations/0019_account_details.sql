create table account_details (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance_id bigint not null,
  numbers jsonb not null check (jsonb_typeof(numbers) = 'object'),
  issued_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, balance_id) references balances
);
create index on account_details (profile_id, currency);
comment on table account_details is
  'Accounts on which a profile receives money. The newest of a currency is in use; earlier ones still receive money. All end when their balance is closed.';
comment on column account_details.numbers is
  'The numbers of the account without separators, as src/corridors/issued-accounts names them.';
comment on column account_details.issued_at is 'When the account was issued.';

create table account_numbers (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  number text not null check (number ~ '^[A-Za-z0-9]+$'),
  profile_id bigint not null,
  account_details_id bigint not null,
  primary key (currency, number),
  foreign key (profile_id, account_details_id) references account_details
);
comment on table account_numbers is
  'Finds the owner of an incoming payment: every text by which a payment may name an account.';
comment on column account_numbers.number is
  'An IBAN, or an account number with the code of its bank before it, without separators.';
comment on column account_numbers.account_details_id is 'The account.';

-- A number of an account is never issued twice, not even when the statement that took it is undone.
create sequence account_sequence_aud;
create sequence account_sequence_cad;
create sequence account_sequence_eur;
create sequence account_sequence_gbp;
create sequence account_sequence_huf;
create sequence account_sequence_myr;
create sequence account_sequence_nzd;
create sequence account_sequence_ron;
create sequence account_sequence_sgd;
create sequence account_sequence_try;
create sequence account_sequence_usd;

create table account_details_orders (
  profile_id bigint not null references profiles,
  id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null
    check (status in ('PENDING_USER', 'PENDING_TW', 'REQUIREMENTS_FULFILLED', 'DONE')),
  verification text not null check (verification in ('PENDING_USER', 'PENDING_TW', 'DONE')),
  top_up text check (top_up in ('PENDING_USER', 'DONE')),
  account_details_id bigint,
  event_count int not null check (event_count > 0),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, account_details_id) references account_details,
  constraint account_details_orders_issued_when_done
    check ((status = 'DONE') = (account_details_id is not null))
);
create unique index account_details_orders_one_open on account_details_orders (profile_id, currency)
  where status <> 'DONE';
create index account_details_orders_by_currency on account_details_orders (profile_id, currency, created_at);
create index account_details_orders_unverified on account_details_orders (modified_at)
  where verification <> 'DONE';
comment on table account_details_orders is 'Orders of account details, and what each still requires.';
comment on column account_details_orders.verification is 'The status of the requirement VERIFICATION.';
comment on column account_details_orders.top_up is
  'The status of the requirement TOP_UP, a fee that businesses pay once for each currency; null where none is due.';
comment on column account_details_orders.account_details_id is 'The account that was issued.';
comment on column account_details_orders.event_count is 'Counts the events of the order.';

create table incoming_payments (
  profile_id bigint not null,
  id bigint generated always as identity,
  account_details_id bigint not null,
  balance_id bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount money_minor not null check (amount between 1 and 999999999999999),
  kind text not null check (kind in ('LOCAL', 'SWIFT')),
  state text not null check (state in ('PROCESSING', 'COMPLETED', 'REFUNDED')),
  sender jsonb not null check (jsonb_typeof(sender) = 'object'),
  reference text not null,
  uetr uuid,
  bank_transaction_id text check (bank_transaction_id <> ''),
  event_count int not null check (event_count > 0),
  received_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, account_details_id) references account_details,
  foreign key (profile_id, balance_id) references balances,
  constraint incoming_payments_uetr_of_swift check (kind <> 'SWIFT' or uetr is not null)
);
create unique index incoming_payments_one_uetr on incoming_payments (profile_id, uetr)
  where uetr is not null;
create unique index incoming_payments_one_bank_transaction
  on incoming_payments (profile_id, currency, bank_transaction_id)
  where bank_transaction_id is not null;
create index incoming_payments_held on incoming_payments (received_at) where state = 'PROCESSING';
create index incoming_payments_held_of_profile on incoming_payments (profile_id, id)
  where state = 'PROCESSING';
comment on table incoming_payments is 'Money that others sent to account details.';
comment on column incoming_payments.account_details_id is 'The account that the sender named.';
comment on column incoming_payments.balance_id is 'The balance that is credited.';
comment on column incoming_payments.kind is 'SWIFT for a payment from abroad.';
comment on column incoming_payments.sender is
  'What the bank reported of the sender, as src/account-details/payments/store.ts names it.';
comment on column incoming_payments.reference is 'The text that the sender gave.';
comment on column incoming_payments.uetr is 'The unique end-to-end transaction reference of a SWIFT payment.';
comment on column incoming_payments.bank_transaction_id is
  'The id of the transaction at the bank, by which the operator cannot record it twice; null in the sandbox.';
comment on column incoming_payments.event_count is 'Counts the events of the payment.';
comment on column incoming_payments.received_at is 'When the payment arrived.';

create table payment_returns (
  profile_id bigint not null,
  id uuid not null,
  payment_id bigint not null,
  balance_id bigint not null,
  reason text check (reason in ('INCORRECT_ACCOUNT_NUMBER', 'CLOSED_ACCOUNT', 'BLOCKED_ACCOUNT',
                                'CANCELLATION_REQUEST', 'REGULATORY', 'CUSTOMER_REQUEST')),
  created_at timestamptz not null,
  primary key (profile_id, id),
  unique (profile_id, payment_id),
  foreign key (profile_id, payment_id) references incoming_payments,
  foreign key (profile_id, balance_id) references balances
);
comment on table payment_returns is 'Incoming payments that went back to their senders.';
comment on column payment_returns.payment_id is 'The payment; it is returned once.';
comment on column payment_returns.balance_id is 'The balance that was debited.';
comment on column payment_returns.reason is 'What the client gave as the reason; null where it gave none.';

select assume_many_rows_per_profile(array['incoming_payments', 'payment_returns']);
