-- `created_at` may be later than the moment of the authorisation, even on the next day (`card_transaction_counters.latest_at`).

alter table card_transactions add column authorised_at timestamptz not null default now();
update card_transactions set authorised_at = created_at;
alter table card_transactions alter column authorised_at drop default;
comment on column card_transactions.authorised_at is 'When the payment was authorised: its amount counts in the day and the month of this moment, and is given back to them.';
comment on table card_usage is
  'What was spent with a card in a period, compared with its limits. Rows are never deleted: each payment adds two at most and is kept, too, and the audit compares the usage with all payments.';
