-- Comments that were wrong, or that had to be read twice. They change no data.

comment on column account_numbers.account_details_id is 'The account that has the number.';
comment on column hold_limit_checks.country_changed_at is
  'When the country of the primary address last changed: excess money is not sent within a day of it.';
comment on column incoming_payments.bank_transaction_id is
  'The id of the transaction at the bank. It is unique, so that the operator cannot record one payment twice; null in the sandbox.';
comment on column payment_returns.payment_id is 'The payment. It is returned at most once.';
comment on column payment_returns.reason is 'The reason that the client sent; null without one.';
comment on column phone_numbers.code_epoch is
  'The epoch in which the code was requested. While the user is still in it, the approval of adding the number also covers its verification.';
comment on column request_log.requests is 'The number of requests of the batch.';
comment on column request_log.user_ids is
  'The user whose token was sent, for each request: only this user may read it; null without a token of a user.';
comment on column request_log.latest_at is 'When the last request was answered.';
comment on column security_holders.removal_epoch is
  'The epoch that began when the first factor was deleted without a challenge. Factors that were enrolled from it on approve nothing (D112). Null unless such a deletion waits for a verification.';
comment on column sweep_failures.error is 'The beginning of the stack trace of the last failure.';
comment on column transfers.active_issues is 'Issues that stop the transfer, oldest first.';
