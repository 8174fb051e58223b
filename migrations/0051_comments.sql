-- Comments that were wrong. They change no data.

comment on column cdd_checks.review_at is
  'When the sandbox decides on a check in review; null for any other check, and in live mode.';
comment on table cdd_evidences is
  'What customers have sent for their additional verification: answers, documents and explanations.';
comment on column users.contact_email is
  'The address to which mail is sent instead of email; null until it is set.';
comment on column applications.additional_verification is
  'Its users in the European Economic Area need the additional customer verification (B 4.4, D46).';
