-- Comments that were wrong, or that had to be read twice. They change no data.

comment on table balance_entries is
  'Every change of a balance, in order: statements and the events balances#update show them. No foreign key to balances, because it costs a funding 13 µs of PostgreSQL time: of 47 µs in a batch of 16, of 100 µs unbatched. The statement that writes the row has updated the balance itself.';
comment on column batch_groups.cancels_at is 'When the cancellation of the group was requested; null before that, and once all members are cancelled.';
comment on column card_transactions.debit is
  'The cost of the whole amount at the rate of the authorisation, the fee included. This column and the columns fee, partner_fee, held, cost, captured_fee, captured_partner_fee, refunded_fee, refunded_partner_fee, rate_difference and credit are in minor units of debit_currency.';
comment on table deliveries is
  'One message to one subscription: the bytes that are sent, and the result of the latest attempt to send them. Ids grow with time and so order the log.';
comment on table events is
  'The outbox. Only dispatched_at ever changes. No foreign key to profiles: it costs a funding 7 of 47 µs of PostgreSQL time in a batch of 16, 20 of 100 µs unbatched.';
comment on column events.subject is 'The resource that the event is about, such as transfer:12.';
comment on column events.transaction_id is
  'The transaction that wrote the row. The feed reads the rows of all transactions that had not ended in its last snapshot. Null for rows that are older than the column.';
comment on table feed_entries is
  'Attempts of deliveries, actions of sweeps and moves of the clock, for the live feed of a sandbox. Written in the transaction of the change that it reports; empty in live mode.';
comment on column feed_entries.profile_id is
  'The profile whose owner may see the entry; 0 for an entry that every user may see. No foreign key, because no profile has the id 0.';
comment on column idempotency_keys.request_hash is 'Hash of the request. A request with the same key and another hash is refused.';
comment on column inbox_requests.headers is 'The headers that KEPT_HEADERS in src/inboxes/model.ts lists, by their names in lower case.';
comment on column inbox_requests.signature is
  'VALID: this installation made every signature in the headers, for this body. INVALID: at least one is wrong. MISSING: there is none.';
comment on table installation is 'The mode, the cell and the clock of this database, in one row.';
comment on table ledger_postings is
  'Every movement of money. One row has both sides in one currency, so it balances by construction. No foreign keys of the ledger to profiles: they cost a funding 20 of 47 µs of PostgreSQL time in a batch of 16, 27 of 100 µs unbatched.';
comment on column one_time_tokens.used_by is
  'The bearer token of the request that used the one-time token: further requests of low risk with this bearer token need no approval for a while. No foreign key, because bearer tokens are deleted earlier.';
comment on column operator_actions.operator_id is 'The operator who sent the request.';
comment on column operators.failures is
  'Failed log-ins since the last one that succeeded, or since the command operator unlock. Failures during a lock-out are not counted.';
comment on column operators.last_totp_step is
  'The time step (30 s, RFC 6238) of the latest code that was accepted, counted from 1970: neither that code nor an earlier one is accepted again.';
comment on table profile_owners is
  'The user who may act for each profile. The profiles of a caller are read here, and every statement on rows of a tenant names them.';
comment on table quotes is
  'The price of a transfer or a conversion, and whether it was used. Never deleted. No foreign key to profiles: it costs a quote 7 of 40 µs of PostgreSQL time unbatched, and locks the row of the profile.';
comment on column quotes.status is
  'A quote with PENDING whose expires_at has passed is shown as EXPIRED, which is not stored (D12).';
comment on table request_log is
  'One row for each request of the API: declared fields that are not secret (D130). No foreign keys: rows are written after the reply, and may outlive the rows that they name. Unlogged: empty after a crash of the server, and on standbys.';
comment on column request_log.user_id is 'The user whose token was sent, who is the only user that may read the row; null for a request without a user.';
comment on column request_log.request_headers is 'The headers that REQUEST_HEADERS in src/requests/log/log-row.ts lists.';
comment on column request_log.reply_headers is 'The headers that REPLY_HEADERS in src/requests/log/log-row.ts lists.';
comment on column request_log.request_body is
  'The declared fields of the body that are not secret, as JSON; null when there are none, or when the body is larger than 16 KiB.';
comment on table transfer_payments is
  'The payment of a transfer; at most one. No foreign key to transfers: it costs a funding 13 of 47 µs of PostgreSQL time in a batch of 16, 20 of 100 µs unbatched; the statement that writes the row has changed the transfer itself.';
comment on table transfers is
  'Money sent to a recipient. No foreign keys to quotes and recipients: they cost a transfer 20 of 93 µs of PostgreSQL time unbatched, 27 of 40 µs in a batch of 16; the statement that writes the row has checked both.';
comment on column transfers.rate_locked_until is
  'Money that is booked later, or while this is null, is booked at the rate of the time of the booking.';
comment on column transfers.request_hash is
  'Hash of the request. A request with the same client reference and another hash is refused.';
comment on column user_factors.secret is
  'For a PIN its argon2id hash; for a face map the value that the adapter of face verification returned.';
comment on column users.contact_email is 'The address to which mail is sent instead of email; null when both are the same.';
