create table card_transaction_counters (
  profile_id bigint not null,
  card_id bigint not null,
  transactions int not null check (transactions > 0),
  latest_at timestamptz not null,
  primary key (profile_id, card_id),
  foreign key (profile_id, card_id) references cards
);
comment on table card_transaction_counters is
  'How many transactions a card has had: its next one has the next number.';
comment on column card_transaction_counters.transactions is 'The number of the newest transaction.';
comment on column card_transaction_counters.latest_at is
  'When the newest transaction was made. None is earlier than one with a smaller number, so a period is a range of numbers.';

create table card_transactions (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  card_id bigint not null,
  number int not null check (number > 0),
  type text not null check (type in
    ('ACCOUNT_FUNDING', 'CASH_ADVANCE', 'CASH_WITHDRAWAL', 'ECOM_PURCHASE', 'POS_PURCHASE', 'REFUND')),
  state text not null check (state in ('IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'DECLINED')),
  decline_reason text check (decline_reason <> ''),
  detailed_decline_reason text check (detailed_decline_reason <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount money_minor not null check (amount between 0 and 999999999999999),
  open_amount money_minor not null check (open_amount between 0 and amount),
  captured_amount money_minor not null default 0 check (captured_amount between 0 and 999999999999999),
  refunded_amount money_minor not null default 0 check (refunded_amount between 0 and captured_amount),
  pos text not null check (pos <> ''),
  amount_confirmed boolean not null,
  merchant jsonb not null check (jsonb_typeof(merchant) = 'object'),
  approval_code text check (approval_code ~ '^[0-9A-F]{6}$'),
  balance_id bigint,
  debit_currency text check (debit_currency ~ '^[A-Z]{3}$'),
  debit money_minor check (debit between 0 and 999999999999999),
  fee money_minor check (fee between 0 and debit),
  partner_fee money_minor check (partner_fee between 0 and fee),
  partner_application_id bigint references applications,
  rate numeric check (rate > 0),
  held money_minor not null default 0,
  cost money_minor not null default 0 check (cost between 0 and 999999999999999),
  captured_fee money_minor not null default 0 check (captured_fee >= 0),
  captured_partner_fee money_minor not null default 0 check (captured_partner_fee between 0 and captured_fee),
  refunded_fee money_minor not null default 0 check (refunded_fee between 0 and captured_fee),
  refunded_partner_fee money_minor not null default 0
    check (refunded_partner_fee between 0 and captured_partner_fee),
  rate_difference money_minor not null default 0,
  credit money_minor check (credit between 0 and 999999999999999),
  original_id bigint,
  authorised_usage money_minor not null default 0 check (authorised_usage between 0 and 999999999999999),
  counted_usage money_minor not null default 0 check (counted_usage between 0 and 999999999999999),
  balance_transaction_id bigint,
  movements jsonb not null check (jsonb_typeof(movements) = 'array'),
  event_count int not null check (event_count > 0),
  lapses_at timestamptz not null,
  lapsed_at timestamptz,
  priced_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id),
  unique (profile_id, card_id, number),
  foreign key (profile_id, card_id) references cards,
  foreign key (profile_id, balance_id) references balances,
  foreign key (profile_id, original_id) references card_transactions,
  constraint card_transactions_hold_not_negative check (held >= 0),
  constraint card_transactions_hold_while_open check (held = 0 or state = 'IN_PROGRESS'),
  constraint card_transactions_reason_when_declined
    check ((state = 'DECLINED') = (decline_reason is not null)),
  constraint card_transactions_debit
    check (num_nulls(balance_id, debit_currency, debit, fee, partner_fee, rate) in (0, 6)),
  constraint card_transactions_refund check ((type = 'REFUND') = (original_id is not null))
);
create index card_transactions_by_time on card_transactions (profile_id, card_id, created_at, number);
create index card_transactions_lapsing on card_transactions (lapses_at) where state = 'IN_PROGRESS';
comment on table card_transactions is
  'Card payments and their refunds. Amounts without another currency are in minor units of the transaction''s.';
comment on column card_transactions.number is
  'Counts the transactions of the card, so that a page of them is a range of numbers.';
comment on column card_transactions.amount is 'What was authorised, or refunded.';
comment on column card_transactions.open_amount is 'What is still authorised, after partial reversals.';
comment on column card_transactions.pos is 'How the terminal read the card.';
comment on column card_transactions.amount_confirmed is
  'False for a pre-authorisation, whose hold is longer.';
comment on column card_transactions.balance_id is 'The balance that pays; null where none does.';
comment on column card_transactions.debit is
  'What the whole amount costs at the rate of the authorisation, the fee included, in debit_currency, as are the other amounts of money from here to credit.';
comment on column card_transactions.rate is
  'Units of the transaction''s currency for one of debit_currency, at mid-market.';
comment on column card_transactions.held is 'What of held:<balance_id> belongs to this transaction.';
comment on column card_transactions.cost is 'What the capture cost in all, rate_difference included.';
comment on column card_transactions.rate_difference is
  'What the customer gained by a capture or refund at another rate than the agreed one; negative when they paid more.';
comment on column card_transactions.credit is 'What a refund returned.';
comment on column card_transactions.original_id is 'The transaction that a refund refunds.';
comment on column card_transactions.authorised_usage is
  'What the authorisation counts against the limits, in minor units of the currency of the card.';
comment on column card_transactions.counted_usage is 'What counts now.';
comment on column card_transactions.balance_transaction_id is
  'The step_id of the balance entry of the authorisation.';
comment on column card_transactions.movements is
  'Each change of the balance: [at, debit or credit, minor units], oldest first.';
comment on column card_transactions.lapses_at is 'When the hold ends.';
comment on column card_transactions.lapsed_at is 'When the hold ended without a capture.';
comment on column card_transactions.priced_at is 'The moment whose rate the transaction has.';
comment on column card_transaction_counters.card_id is 'The card whose transactions are counted.';
comment on column card_transactions.card_id is 'The card that was used.';
comment on column card_transactions.decline_reason is 'Why it was declined: a code that clients see.';
comment on column card_transactions.detailed_decline_reason is 'More about the reason, where there is more.';
comment on column card_transactions.captured_amount is 'What the merchant collected, or what a refund refunds.';
comment on column card_transactions.refunded_amount is 'What of it was refunded.';
comment on column card_transactions.merchant is 'Id, name, city, country and category, as the terminal sent them.';
comment on column card_transactions.approval_code is 'The code that the terminal got; null when declined.';
comment on column card_transactions.debit_currency is 'The currency of the balance that pays.';
comment on column card_transactions.fee is 'The part of debit that is the fee of the exchange.';
comment on column card_transactions.partner_fee is 'The part of fee that belongs to the application that ordered the card.';
comment on column card_transactions.partner_application_id is 'The application that gets partner_fee.';
comment on column card_transactions.captured_fee is 'The fee of the capture at the agreed rate.';
comment on column card_transactions.captured_partner_fee is 'The application''s share of it.';
comment on column card_transactions.refunded_fee is 'What of captured_fee refunds have returned.';
comment on column card_transactions.refunded_partner_fee is 'What of captured_partner_fee refunds have returned.';
comment on column card_transactions.event_count is 'Counts the events of the transaction.';
