create table disputes (
  profile_id bigint not null references profiles,
  id uuid not null,
  transaction_id bigint not null,
  reason text not null check (reason in (
    'ATM_DISPENSED_NO_FUNDS', 'WRONG_AMOUNT', 'TROUBLE_WITH_GOODS_SERVICES', 'NEVER_ARRIVED', 'CANCELLED_ORDER',
    'NOT_AS_EXPECTED', 'SCAM', 'MERCHANT_CHARGED_AGAIN', 'PAID_TWICE', 'UNEXPECTEDLY_CHARGED_AGAIN',
    'UNWANTED_SUBSCRIPTION', 'NO_REFUND', 'CARD_POSSESSION', 'CARD_NO_POSSESSION')),
  sub_status text not null check (sub_status in (
    'SUBMITTED', 'IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED', 'REFUNDED', 'REJECTED', 'WITHDRAWN')),
  email text not null,
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  files jsonb not null check (jsonb_typeof(files) = 'object'),
  event_count int not null check (event_count > 0),
  created_by bigint not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, transaction_id) references card_transactions
);
create unique index disputes_one_per_transaction on disputes (profile_id, transaction_id)
  where sub_status not in ('REJECTED', 'WITHDRAWN');
create index disputes_by_creation on disputes (profile_id, created_at, transaction_id, id);
create index disputes_of_transaction on disputes (profile_id, transaction_id);
comment on table disputes is 'Disputes of card transactions. The history of their moves is in events.';
comment on column disputes.transaction_id is 'The disputed card transaction.';
comment on column disputes.reason is 'Why the customer disputes it.';
comment on column disputes.sub_status is 'How far its review is.';
comment on column disputes.created_by is 'The user who submitted it.';
comment on column disputes.email is 'Where the customer wants messages about the dispute.';
comment on column disputes.form is 'The checked answers, by the names of the fields of the reason.';
comment on column disputes.files is 'Ids of uploaded files by the name of the part with which they were uploaded.';
comment on column disputes.event_count is 'Counts the events of the dispute.';
comment on index disputes_one_per_transaction is
  'A transaction has one open dispute, and none after it was refunded (D82).';
