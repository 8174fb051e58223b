-- The attempts of one delivery, also those before it was sent again.
-- squawk-ignore require-concurrent-index-creation
create index feed_entries_of_delivery on feed_entries (profile_id, (data ->> 'deliveryId'))
  where kind = 'delivery';
