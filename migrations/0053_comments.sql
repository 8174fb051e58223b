-- Comments that were wrong or unclear.
comment on column batch_groups.lapses_at is
  'When the first of the waiting members lapses. The group ends only when no member is left.';

comment on column batch_groups.version is
  'Adding transfers adds their number and compares no version. Every other change adds 1, and fails unless the version is the one that it has read.';

comment on column subscriptions.through_application_id is
  'For a subscription of a profile: the application whose token created the subscription. The subscription receives events only while that application has a live grant.';

comment on table signing_keys is 'The key pairs that sign deliveries, generated at the first start.';

comment on column addresses.details is 'The fields of the address, as src/profiles/rules/address.ts names and validates them.';
comment on column profiles.details is 'The fields of the type, as src/profiles/rules/ names and validates them.';
comment on table profile_extensions is 'The additional fields of a profile, as its extension form requires them.';

comment on column quotes.version is
  'Incremented by every change of the quote: a use case that has read an older version cannot accept the quote.';
comment on column quotes.target_account is 'The recipient; null until the client names a recipient.';
comment on column quotes.pay_out_country is 'The country of the recipient''s account; null until the client names a recipient.';
comment on column quotes.pay_out is 'The pay-out method, such as BANK_TRANSFER.';
comment on column quotes.options is 'Each pay-in method with its price. Amounts are minor units, as text.';

comment on column recipients.country is
  'From the IBAN, the BIC, the address or the type; null where the account names none.';
comment on column recipients.user_id is 'The user who added the recipient.';

comment on column disputes.reason is 'Why the customer disputes the payment.';
comment on column disputes.sub_status is 'How far the review of the dispute is.';
comment on column disputes.created_by is 'The user who submitted the dispute.';

comment on column beneficial_owners.number is
  'Lists show the owners of a business in ascending order of this number: the order in which they were added.';
