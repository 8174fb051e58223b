-- Comments that were wrong, or that had to be read twice. They change no data.

comment on column applications.redirect_uris is
  'The URIs to which an authorization may redirect; loopback stands for every http URI of the user''s own machine.';
comment on table beneficial_owners is 'The beneficial owners of a business. A replaced list is deleted.';
comment on column beneficial_owners.post_code is 'Null when the address has no post code.';
comment on column beneficial_owners.ownership_percentage is 'Null when the client sent no percentage.';
comment on column card_orders.card_token is 'The token of the card; null until the card is issued.';
comment on column cdd_checks.required_evidences is
  'The evidence that the state requires, such as SOURCE_OF_WEALTH.';
comment on column cdd_checks.review_outcome is
  'Why the latest review required more evidence; null where it gave no reason.';
comment on table data_keys is
  'Keys that encrypt or hash stored data. The newest version of a purpose encrypts; each encrypted value names the version that decrypts it.';
comment on column deliveries.leased_until is
  'Until this time only the process that has leased the delivery may send it; null without a lease. By the real clock, never that of the sandbox.';
comment on column deliveries.signature_sha256 is
  'Stored from the first failed attempt on, because an RSA signature is expensive and the bytes stay the same.';
comment on column factor_attempts.locked_until is 'Until this time every answer with the factor is refused.';
comment on column idempotency_keys.held_until is
  'Until this time a request that calls an outside party before its transaction holds the key; null for other requests, and once the reply is stored.';
comment on table identity_documents is
  'Identity documents of people: the latest of each type. A document whose request was refused is not stored; the state REFUSED is a decision of the operator.';
comment on column inboxes.received_count is
  'The number of requests that the inbox has received, deleted ones included.';
comment on column inboxes.reply_delay_ms is 'Milliseconds that the inbox waits before it replies.';
comment on column inboxes.reply_status is 'The HTTP status with which the inbox replies.';
comment on table ledger_accounts is
  'Running balances of customers'' accounts. House accounts (desk, fees, pay-in, pay-out, card network, partners) have no row: their balance is the sum of their postings.';
comment on column operators.locked_until is
  'Until this time every log-in fails; null when failed log-ins have not locked the operator.';
comment on column profiles.identity_key is
  'Names and date of birth, without case, accents, spaces and punctuation. Two personal profiles of one application with the same key are of the same person. Null for a business.';
comment on column quotes.price_decision_id is
  'The id of this calculation of prices, shown with each option.';
comment on column quotes.price_set_id is
  'The number of the price list that was used, shown with each option.';
comment on column request_log.words is
  'A Bloom filter of the words by which a search finds the requests of the batch: user, trace, subjects, is:error and hide:reads. A search skips a batch whose filter lacks one of its words.';
comment on column security_holders.locked_until is
  'Until this time every protected operation of the user is refused. Ten wrong answers within a day lock the user.';
comment on column subscriptions.application_id is
  'The application whose users'' events the subscription receives; null for the subscription of a profile.';
comment on column subscriptions.profile_id is
  'The profile whose events the subscription receives; null for the subscription of an application.';
comment on column transfers.details is
  'Reference, purpose and the other details of the transfer, as they were accepted.';
comment on column transfers.pay_out is 'The pay-out method, such as BANK_TRANSFER.';
comment on column uploaded_files.kind is
  'The type of the content, as the service has found it from the content itself.';
comment on column uploaded_files.sha256 is
  'The SHA-256 of the content before it was encrypted, in hexadecimal.';
comment on column uploaded_files.size_bytes is 'The size of the content before it was encrypted.';
