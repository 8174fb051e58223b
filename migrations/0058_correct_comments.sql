-- Corrects comments of batch groups, disputes, quotes, recipients, transfers and of columns with fields of JSON.
comment on column batch_groups.version is
  'Optimistic lock. Adding n transfers increments the version by n without a check. Every other change increments it by 1, and fails when the stored version differs from the version that the use case read.';
comment on column batch_groups.lapses_at is
  'The earliest payment deadline of the unpaid members; null when the group has no unpaid members. Members whose deadline has passed are cancelled; the group is cancelled when no member remains.';

comment on column disputes.sub_status is 'The state of the dispute, such as IN_REVIEW (disputeStates).';

comment on column quotes.version is
  'Incremented when a client changes the quote. Acceptance fails unless the version is the one that the use case read. Acceptance, funding and release do not increment it.';

comment on column recipients.country is
  'From the IBAN, the BIC, the address or the type; null when the account contains no country.';

comment on column transfers.paid_balance_id is
  'The balance that paid for the transfer or, after a charge-back, that gets the refund of a pay-out that bounces; otherwise null.';

comment on column account_details.numbers is
  'The numbers of the account without separators. src/corridors/issued-accounts defines their names.';
comment on column addresses.details is
  'The fields of the address. parseAddress in src/profiles/rules/address.ts defines and validates them.';
comment on column cdd_evidences.details is
  'The answers, the texts, or the ids of the files. src/verification/checks defines their names.';
comment on column incoming_payments.sender is
  'What the bank reported of the sender. src/account-details/payments/store.ts defines the names.';
comment on table profile_extensions is
  'The additional fields of a profile. Its extension form defines which fields it must have.';
comment on column profile_extensions.details is
  'The fields of the form. src/profiles/extensions/form.ts defines and validates them.';
comment on column profiles.details is
  'The fields of the profile''s type. src/profiles/rules/ defines and validates them.';
