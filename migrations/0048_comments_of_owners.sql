-- Comments on the owners of businesses that were wrong. They change no data.

comment on column beneficial_owners.number is 'Lists show the owners of a business in ascending order of it: the order in which they were added.';
comment on column beneficial_owners.post_code is 'Null when the address has none.';
comment on column beneficial_owners.ownership_percentage is 'Null when it was not sent.';
