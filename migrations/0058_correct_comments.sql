-- Corrects comments that were wrong or needed a second reading.
comment on column batch_groups.version is
  'Optimistic lock. Adding n transfers increments the version by n without a check. Every other change increments it by 1, and fails when the stored version differs from the version that the use case read.';
comment on column batch_groups.lapses_at is
  'The earliest payment deadline of the unpaid members; null when the group has no unpaid members. Members whose deadline has passed are cancelled; the group is cancelled when no member remains.';

comment on column disputes.sub_status is 'The state of the dispute, such as IN_REVIEW (disputeStates).';

comment on column quotes.version is
  'Incremented when a client changes the quote. Acceptance fails unless the version is the one that the use case read. Acceptance, funding and release do not increment it.';

comment on column quotes.live_rate is
  'The quote promises no rate: other transfers or quotes of the profile hold all the rates it may hold (D12a), or a change turned the quote into a quote between balances after its rate had changed (D111).';
comment on column quotes.client_id is
  'The client key of the application when it created the quote, or personal for a personal token (D107).';
comment on column quotes.notices is
  'Notices for the client, without the notice of a live rate, which the reply adds.';
comment on column quotes.pay_out_country is
  'The country of the recipient''s account; null until the client names a recipient, and for an account without a country, such as an e-mail account.';

comment on column recipients.country is
  'From the IBAN, else the address, else the type, else the BIC; null when the account contains no country.';
comment on column recipients.details is
  'The known details of the account, also those that its form does not contain, in canonical spelling (D90).';

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

comment on table security_holders is
  'Users whose factors, codes, one-time tokens or answers were changed or counted. Code that records or counts an answer, counts a code, issues or uses a token, or changes factors locks this row.';
comment on column security_holders.epoch is
  'Raised by every change of factors, every lock of the user (not of one factor) and every confirmation of the user: one-time tokens of an older epoch are invalid.';
comment on column security_holders.locked_until is
  'Until this time answers, and requests that need a challenge, are refused. Ten wrong answers within a day lock the user.';
comment on column security_holders.removal_epoch is
  'The epoch that began when the first factor was deleted without a challenge. Factors that were enrolled from it on approve nothing under the rules of live mode (D112). Null unless such a deletion waits for a verification.';
comment on column one_time_tokens.needed is 'How many kinds of factor clear the token.';
comment on column one_time_tokens.offered is
  'The factors with which the user can clear the token: no signing key for the token of an application; after a removal without proof, under the rules of live mode, only factors that were enrolled before it.';
comment on column phone_numbers.code_hash is
  'HMAC of the code that proves the number; null once the number is verified or deleted.';
comment on table addresses is
  'Addresses of profiles. A former primary address stays; a changed address is overwritten.';
comment on column addresses.role is
  'Null for an address that was added while the profile had a primary address, or that was replaced as the primary address.';

comment on column card_transactions.movements is
  'Each change of the balance: [at, debit or credit, minor units, id of the balance], oldest first. Rows of earlier versions lack the balance.';
comment on column card_transactions.refunded_amount is
  'The part of captured_amount that refunds have returned, by the merchant or by a dispute.';
comment on column card_transactions.priced_at is
  'When the cost was last priced: at the authorisation, or again at a late capture.';
comment on column account_details_orders.top_up is
  'The status of the requirement TOP_UP, a fee that businesses pay once for each currency; null for a person, who pays no fee.';
comment on table card_orders is 'Orders of payment cards. A fulfilled order becomes one card.';
comment on column cards.locked_permissions is
  'The kinds of use that cannot be changed before the card is activated.';
comment on column incoming_payments.account_details_id is
  'The account details that the payment was sent to; the newest when the payment names no number.';
comment on column incoming_payments.bank_transaction_id is
  'The id of the transaction at the bank, unique for each profile and currency, so that the operator cannot record one payment twice; null in the sandbox.';

comment on column batch_groups.pay_in_amount is
  'What all members except lapsed ones cost by bank transfer, at the prices at which they were added.';
comment on column transfers.changed_at is
  'When the row was last changed; null while unchanged since its creation. A charge-back may change paid_balance_id without an event.';
comment on column transfers.held_past_lock is
  'An issue of the paid transfer was resolved after the rate lock, or the rest of a short deposit arrived after it: the exchange is priced again.';
comment on column transfer_payments.balance_id is
  'The balance that paid; null for money from outside, by bank or card.';
comment on column payment_initiations.account_type is
  'The type of the debit account, which decides the return code of a debit that failed or was charged back.';
comment on column payment_initiations.pay_in_id is
  'The id in batch_payments of the payment that this debit makes; null unless the initiation has been PROCESSING.';

comment on column inbox_requests.signature is
  'VALID: each signature header contains a signature that this installation made for this body. INVALID: at least one does not. MISSING: there is no signature header.';
comment on table idempotency_keys is
  'The reply to each request with an idempotency key in a header. Keys in bodies are columns of the rows that the requests created.';
comment on column idempotency_keys.scope is
  'The owner of the key: profile:12, user:5 or application:3.';
comment on column idempotency_keys.status is
  'The HTTP status of the reply; null while the request is in progress.';
comment on column events.dispatched_at is
  'When the event was dispatched, also without a matching subscription.';
comment on column deliveries.signature_sha256 is
  'Stored from the first failed attempt on, because an RSA signature is expensive and the bytes stay the same; null for a body that a dialect translates.';
comment on column uploaded_files.content is
  'Encrypted with the data key for files; the profile and the id are authenticated.';
comment on column identity_documents.content_index is
  'Keyed hash of the profile, the type and all fields: equal for a document that is sent again.';
comment on column cdd_checks.review_outcome is
  'Why the latest decision required more evidence; null where it gave no reason.';
