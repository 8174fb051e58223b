-- Comments that were wrong, or that had to be read twice. They change no data.

comment on column batch_groups.pay_in_amount is
  'The sum that the members that are not paid yet cost when they are paid by bank transfer.';
comment on column batch_groups.debited is
  'A direct debit is in progress: nothing else may pay or end the group.';
comment on column batch_payments.fee is 'The sum of the fees of the members; part of amount.';
comment on column deliveries.last_error is
  'Why the last attempt got no reply; null when it got one, whatever its status.';
comment on column disputes.files is 'Ids of uploaded files by the name of the file in the form.';
comment on column payment_initiations.pay_in_id is
  'The id in batch_payments of the payment that this debit makes; null before PROCESSING.';
comment on column recipients.hash is
  'SHA-256 of name, currency, type and details, or of the type alone for balance: two active recipients of a profile with the same hash are one.';
comment on column recipients.refund is
  'Whether the request that created the recipient said that it receives refunds.';
